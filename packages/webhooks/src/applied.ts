import type { ApiKeyId, Rule, TenantId } from '@tallystick/core'
import { type Engine, uncharged } from '@tallystick/engine'

/** Runs a rule on behalf of this service, which nobody pays for. */
export function applied<Command, Output>(
  engine: Pick<Engine, 'execute'>,
  tenant: TenantId,
  rule: Rule<Command, Output>,
  command: Command,
): Promise<Output> {
  const terms = uncharged({ tenant, apiKey: '' as ApiKeyId })
  return engine.execute({ ...terms, rule, command, present: (output) => output })
}
