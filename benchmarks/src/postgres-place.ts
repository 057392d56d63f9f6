/** A ledger of its own on the server that is measured, funded, with traffic over its accounts. */
import { createTallystick } from '@tallystick/operations'
import { openPostgres } from '@tallystick/storage-postgres'
import { type Funded, fund, type Proof, proveBooks } from './ledger.js'
import type { PostgresServer } from './postgres-server.js'
import { Cycle, diceOf, hotPayment, type Payment, spreadPayment } from './traffic.js'

/** Long enough that the circle is not noticed, short enough that making it is not either. */
const CYCLE = 2 ** 15

export type Traffic = 'spread' | 'hot'

export interface Place {
  readonly url: string
  readonly funded: Funded
  /** The next payment of each kind; the same for every place, but for the accounts' ids. */
  readonly take: Readonly<Record<Traffic, () => Payment>>
}

export async function makePlace(server: PostgresServer, seed: number): Promise<Place> {
  const url = await server.place()
  const tallystick = createTallystick({ storage: await openPostgres({ url }) })
  const funded = await fund(tallystick)
  await tallystick.close()
  await server.analyze(url)
  return { url, funded, take: trafficOver(funded, seed) }
}

export function trafficOver({ spread, hot }: Pick<Funded, 'spread' | 'hot'>, seed: number): Place['take'] {
  const dice = diceOf(seed)
  const spreadCycle = Cycle.of(CYCLE, () => spreadPayment(dice, spread))
  const hotCycle = Cycle.of(CYCLE, () => hotPayment(dice, spread, hot))
  return { spread: () => spreadCycle.take(), hot: () => hotCycle.take() }
}

/** @param payments That were acknowledged since it was made. */
export async function provePlace(name: string, { url, funded }: Place, payments: number): Promise<Proof> {
  const storage = await openPostgres({ url, migrate: false })
  return proveBooks(`PostgreSQL, ${name}`, storage, funded.entries + payments)
}
