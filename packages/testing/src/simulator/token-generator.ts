/** Tokens that are registered, and linked to what a chain shows of them. */
import { HOLDER, type TokenCommand } from '../command.js'
import type { TokenModel } from '../model/tokens.js'
import type { SeededRandom } from '../seeded.js'
import type { Cast } from './cast.js'
import { between, oneOf } from './chance.js'

/** New ones, two that are none, and one that every tenant has. */
const NAMES = ['TOKEN_1', 'TOKEN_2', 'TOKEN_3', 'TOKEN_4', 'VC_TOKEN', 'TO KEN', 'USDT'] as const
const SUPPLIES = ['0', '5', '1000000', '99999999999999999999', '0.0000001', 'all'] as const
const SCALES = [0, 6, 18, 19] as const
const ASSETS = 8

export class TokenGenerator {
  constructor(
    private readonly random: SeededRandom,
    private readonly cast: Cast,
    private readonly model: TokenModel,
  ) {}

  /** @param as The label of an account that is opened */
  make(type: TokenCommand['type'], as: () => string): TokenCommand {
    const { random, cast } = this
    const tenant = cast.tenant()
    const asset = `asset-${random.below(ASSETS)}`
    if (type === 'registerToken') {
      return {
        ...{ tenant, type, as: as(), name: oneOf(random, NAMES), home: 'testnet' },
        ...{ scale: oneOf(random, SCALES), supply: oneOf(random, SUPPLIES) },
        ...{ baseRate: random.below(20) === 0 ? 'x' : '2', asset: random.below(4) === 0 ? asset : null },
      }
    }
    const known = [...this.model.tokens.values()]
    const token = known.length === 0 || random.below(10) === 0 ? undefined : oneOf(random, known)
    const { name, scale, supply } = token ?? { name: 'TOKEN_1', scale: 0, supply: 0n }
    const height = between(random, 1, 1_000)
    const shown = {
      decimals: random.below(10) === 0 ? scale + 1 : scale,
      block: { height, hash: `block-${height}` },
      holder: random.below(10) === 0 ? null : HOLDER,
      held: random.below(5) === 0 ? supply - 1n : supply + BigInt(random.below(3)),
    }
    return {
      ...{ tenant: cast.stray(token?.tenant), type, name, asset },
      shown: random.below(10) === 0 ? null : shown,
    }
  }
}
