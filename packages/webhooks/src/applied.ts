import type { ApiKeyId, Rule, TenantId } from '@tallystick/core'
import type { Engine } from '@tallystick/engine'

/** Runs a rule on behalf of this service, which nobody pays for. */
export function applied<Command, Output>(
  engine: Pick<Engine, 'execute'>,
  tenant: TenantId,
  rule: Rule<Command, Output>,
  command: Command,
): Promise<Output> {
  return engine.execute({
    caller: { tenant, apiKey: '' as ApiKeyId },
    rule,
    command,
    price: () => 0,
    present: (output) => output,
    idempotency: null,
  })
}
