import type { Chains, Custody } from '@tallystick/custody'
import type { Access, Caller, Engine, Idempotency, Random } from '@tallystick/engine'
import type { Deliveries } from '@tallystick/webhooks'
import type { Futures } from './workers/futures.js'

/** What an operation may use besides its arguments. */
export interface CallContext {
  readonly engine: Engine
  readonly access: () => Promise<Access>
  readonly caller: Caller
  /** As the caller's tenant asks them. */
  readonly chains: Chains
  /** Builds, records and delivers transactions of chains. */
  readonly custody: Custody
  /** Says what webhooks may be sent to. */
  readonly deliveries: Deliveries
  /** Settles futures at their seal date. */
  readonly futures: Futures
  /** Randomness for new keys. */
  readonly random: Random
  readonly idempotency: Idempotency | null
}
