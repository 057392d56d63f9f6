/** Runs an order to its end: as many units of work as it needs, each with a bounded number of fills. */
import { finishTrade, type Rule, type TenantId, type Traded } from '@tallystick/core'
import { type Engine, Rejected, type Terms } from '@tallystick/engine'
import { further } from '../further.js'

/** How a call of the order book is charged: by what a unit of work has done of it. */
export interface Charge {
  readonly base: number
  /** For each fill of the order, or each order that was cancelled. */
  readonly each: number
}

/**
 * Runs the command until it is done. A unit of work that has only finished an earlier order costs nothing, and stores
 * no answer under the idempotency key. The answer of an order is stored with the order itself: if this process dies
 * while the order is matched, the call can be repeated, and the next call of the pair goes on with the order. The same
 * happens if the service has no room to go on: the call has placed its order, so it is not refused any more.
 */
export async function runTrade<Command>(
  engine: Pick<Engine, 'execute' | 'warn'>,
  { caller, idempotency }: Pick<Terms, 'caller' | 'idempotency'>,
  rule: Rule<Command, Traded>,
  command: Command & { readonly tenant: TenantId },
  { base, each }: Charge,
): Promise<string | null> {
  let isBegun = false
  for (;;) {
    let last: Traded | undefined
    const run = () =>
      engine.execute({
        caller,
        rule,
        command,
        price: ({ count, mustRepeat }) => count * each + (mustRepeat ? 0 : base),
        present: (output) => output.id,
        committed(output) {
          last = output
        },
        idempotency,
        unfinished: ({ mustRepeat }) => mustRepeat,
      })
    const id = isBegun ? await further(run) : await run()
    // A stored answer: the order is there.
    if (last === undefined) return id
    isBegun ||= last.count > 0
    if (last.mustRepeat) continue
    if (last.isMatching && id !== null && 'pair' in command) {
      const finished = finish(engine, caller, command.tenant, String(command.pair), id, each)
      await finished.catch((error: unknown) => {
        if (error instanceof Rejected) return
        engine.warn(`The order ${id} is placed, and waits for the next call of its pair: ${String(error)}`)
      })
    }
    return id
  }
}

/** Goes on while this order is the one that is matched: somebody else may finish it. */
async function finish(
  engine: Pick<Engine, 'execute'>,
  caller: Terms['caller'],
  tenant: TenantId,
  pair: string,
  own: string,
  each: number,
): Promise<void> {
  for (;;) {
    const { id, isMatching } = await engine.execute({
      caller,
      rule: finishTrade,
      command: { tenant, pair },
      price: ({ id, count }) => (id === own ? count * each : 0),
      present: (output): Traded => output,
      idempotency: null,
    })
    if (id !== own || !isMatching) return
  }
}
