/** Payments under way for as long as a fault takes. */
import type { Engine } from '@tallystick/engine'
import type { Payments, SeededRandom } from '@tallystick/testing'

/** Runs `work` for each number, so many at once. */
export async function each(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

/** Tries a few times: on a slow machine even a sound server may take longer than a test's short limits. */
export async function eventually<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      if (attempt === 5) throw error
    }
  }
}

export interface Load {
  /** Longest time that a call took, in milliseconds. */
  slowest(): number
  /** What calls were refused with, other than for want of money. */
  readonly refusals: string[]
  stop(): Promise<void>
  /** Makes once more the failed calls that had a key; answers how many. */
  again(): Promise<number>
}

/**
 * Pays between the accounts, in all directions, until it is stopped.
 *
 * @param round Names the payments.
 */
export function load(
  engines: readonly Engine[],
  payments: Payments,
  random: SeededRandom,
  options: { readonly round: string; readonly atOnce: number },
): Load {
  const count = payments.accounts.length
  const refusals: string[] = []
  let going = true
  let slowest = 0
  let calls = 0
  const toRepeat: (() => Promise<unknown>)[] = []
  const running = Promise.all(
    Array.from({ length: options.atOnce }, async () => {
      while (going) {
        const id = `${options.round}/${calls++}`
        const engine = engines[random.below(engines.length)]
        if (engine === undefined) return
        const sender = random.below(3) === 0 ? random.below(count) : 0
        const recipient = (sender + 1 + random.below(count - 1)) % count
        const began = performance.now()
        const key: { key?: string } = random.below(2) === 0 ? { key: `key ${id}` } : {}
        const call = () => payments.pay(engine, id, { sender, recipient, ...key })
        await call().catch((error: unknown) => {
          if (/balance/.test(String(error))) return
          refusals.push(String(error))
          if (key.key !== undefined) toRepeat.push(call)
        })
        slowest = Math.max(slowest, performance.now() - began)
      }
    }),
  )
  return {
    slowest: () => slowest,
    refusals,
    async stop() {
      going = false
      await running
    },
    async again() {
      for (const call of toRepeat) {
        await eventually(call).catch((error: unknown) => {
          if (!/balance/.test(String(error))) throw error
        })
      }
      return toRepeat.length
    },
  }
}
