/** What API keys ask of others, and what those answer. */
import { type ApprovingCommand, approvalLabel } from '../command.js'
import type { ApprovingModel } from '../model/approving.js'
import type { SeededRandom } from '../seeded.js'
import { type Cast, NOBODY } from './cast.js'
import { oneOf } from './chance.js'

const KEYS = ['key-1', 'key-2', 'key-3'] as const
const INTENTS = 12

export class ApprovingGenerator {
  constructor(
    private readonly random: SeededRandom,
    private readonly cast: Cast,
    private readonly model: ApprovingModel,
  ) {}

  make(type: ApprovingCommand['type']): ApprovingCommand {
    const { random, cast } = this
    const tenant = cast.tenant()
    const number = random.below(INTENTS)
    // An intent contains the key that wants it.
    const apiKey = oneOf(random, KEYS.slice(number % KEYS.length))
    if (type === 'requestApproval') {
      const own = KEYS[number % KEYS.length] ?? apiKey
      return { tenant, type, apiKey: own, intent: `intent-${number}` }
    }
    const known = [...this.model.approvals]
    const [label, approval] = known.length === 0 ? [NOBODY, undefined] : oneOf(random, known)
    const owner = approval !== undefined && cast.mostly(true) ? approval.tenant : tenant
    const unknown = approvalLabel({ tenant, intent: 'never asked' })
    return {
      ...{ tenant: owner, type, apiKey: oneOf(random, KEYS) },
      ...{ approval: random.below(20) === 0 ? unknown : label, approve: random.below(3) > 0 },
    }
  }
}
