/** Which worker sends to a receiver of webhooks. */
import { accept, type Rule } from '../decision.js'
import type { Env } from '../env.js'
import type { Change } from '../tables.js'
import { RECEIVERS_TENANT, type Receiver, receiverKey } from './receiver.js'

interface LeaseReceivers {
  /** Names one process. */
  readonly worker: string
  readonly names: readonly string[]
  /** Milliseconds for which the worker may have them. */
  readonly lasts: number
}

/** @returns The names of those that the worker has now: not those that another one has. */
export const leaseReceivers: Rule<LeaseReceivers, readonly string[]> = {
  name: 'leaseReceivers',
  needs: ({ names }) => names.map(receiverKey),
  decide(view, { worker, names, lasts }, env) {
    const had: string[] = []
    const changes: Change[] = []
    for (const name of names) {
      const known = view.find(receiverKey(name))
      if (known !== undefined && known.worker !== worker && isValid(known, env, lasts)) continue
      had.push(name)
      const receiver: Receiver = { tenant: RECEIVERS_TENANT, name, worker, until: env.now + lasts }
      changes.push({ type: known === undefined ? 'receiver.leased' : 'receiver.held', receiver })
    }
    return accept(had, changes)
  },
}

/** A lease that ends much later was made by a clock that was ahead. Clocks may differ by the time of one lease. */
const isValid = ({ until }: Receiver, { now }: Env, lasts: number): boolean =>
  until > now && until <= now + 2 * lasts

/** So another worker need not wait until the lease has run out. */
export const releaseReceivers: Rule<Omit<LeaseReceivers, 'lasts'>, null> = {
  name: 'releaseReceivers',
  needs: ({ names }) => names.map(receiverKey),
  decide(view, { worker, names }) {
    const receivers = names.flatMap((name) => view.find(receiverKey(name)) ?? [])
    const own = receivers.filter((receiver) => receiver.worker === worker)
    return accept(
      null,
      own.map((receiver): Change => ({ type: 'receiver.released', receiver })),
    )
  },
}
