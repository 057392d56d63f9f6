/** One engine of several on one PostgreSQL: a process of its own, with clients of its own. */
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { openPostgres } from '@tallystick/storage-postgres'
import { serveQuestions } from './child.js'
import { type Traffic, trafficOver } from './postgres-place.js'

export type Question =
  | {
      readonly open: {
        readonly url: string
        readonly spread: readonly string[]
        readonly hot: string
        readonly seed: number
      }
    }
  | { readonly pay: { readonly traffic: Traffic; readonly inFlight: number; readonly ms: number } }
  | { readonly close: true }

/** What was paid until the last answer. */
export interface Paid {
  readonly payments: number
  readonly ms: number
}

let tallystick: Tallystick | undefined
let take: ReturnType<typeof trafficOver> | undefined

serveQuestions(async (question: Question): Promise<Paid> => {
  if ('open' in question) {
    const { url, seed, ...accounts } = question.open
    tallystick = createTallystick({ storage: await openPostgres({ url, migrate: false }) })
    take = trafficOver(accounts, seed)
  } else if ('pay' in question) {
    return pay(question.pay)
  } else {
    await tallystick?.close()
  }
  return { payments: 0, ms: 0 }
})

async function pay({ traffic, inFlight, ms }: Extract<Question, { pay: unknown }>['pay']): Promise<Paid> {
  const next = take?.[traffic]
  const ledger = tallystick
  if (next === undefined || ledger === undefined) throw new Error('No ledger is open')
  const start = performance.now()
  let payments = 0
  const client = async (): Promise<void> => {
    while (performance.now() - start < ms) {
      await ledger.sendTransaction(next().args)
      payments++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, client))
  return { payments, ms: performance.now() - start }
}
