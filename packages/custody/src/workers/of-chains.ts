/** Commands of the service itself, about what a chain shows: they belong to no tenant, and nobody pays for them. */
import { type ApiKeyId, CHAINS_TENANT, type Rule } from '@tallystick/core'
import { type Engine, uncharged } from '@tallystick/engine'

export const OF_CHAINS = uncharged({ tenant: CHAINS_TENANT, apiKey: '' as ApiKeyId })

export function decideOfChains<Command, Output>(
  engine: Pick<Engine, 'execute'>,
  rule: Rule<Command, Output>,
  command: Command,
): Promise<Output> {
  return engine.execute({ ...OF_CHAINS, rule, command, present: (output) => output })
}
