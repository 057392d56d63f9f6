/** What a sweep is asked for, and what it tells. */
import type { TenantId } from '@tallystick/core'
import type { SweepKeysOf } from './keys.js'

export interface SweepOptions {
  readonly tenant: TenantId
  /** One currency of the ledger. Its chain and asset follow. */
  readonly currency: string
  /** In units of the currency, decimal: an address with less is left alone. */
  readonly minimum: string
  /** In the native coin, decimal: what moving one address may cost at most, with what is sent ahead for it. */
  readonly maxFee: string
  readonly keys: SweepKeysOf
  /** The master. Default: the address of the key that pays what is sent ahead. */
  readonly to?: string
  /** In the native coin, decimal: stays at each address, for what some chains take beside the fee. Default: nothing. */
  readonly leave?: string
  /** Also tries again what moved nothing before, and takes coins that were sent ahead. Default: not. */
  readonly again?: boolean
  /** False: tells what it would do, and signs nothing. */
  readonly send: boolean
  /** Once it is aborted, no other address is begun. */
  readonly signal?: AbortSignal
}

/** What a run does about one address. Amounts are base units. */
export interface Swept {
  readonly address: string
  /**
   * `swept`: sent to the master. `ahead`: coins were sent there for the fee. `waits`: a later run does it. `left`: nothing
   * is done, for a reason that lasts.
   */
  readonly kind: 'swept' | 'ahead' | 'waits' | 'left'
  /** Of the currency: what it moves, or is to be moved. */
  readonly amount: bigint
  /** Coins that are sent ahead. */
  readonly ahead: bigint
  /** What it costs at most, in the native coin. */
  readonly fee: bigint
  /** Null: nothing was sent. */
  readonly txId: string | null
  /** Of what waits or is left, and of what was sent and not taken by a node yet. */
  readonly why: string | null
}

export interface SweepReport {
  readonly currency: string
  readonly scale: number
  readonly chain: string
  readonly network: string
  /** The native coin. */
  readonly coin: { readonly currency: string; readonly scale: number }
  readonly to: string
  readonly payer: string
  readonly isSent: boolean
  /** It was told to stop, so addresses may be left that it tells nothing of. */
  readonly isStopped: boolean
  /** Those with the minimum, by address. */
  readonly addresses: readonly Swept[]
}
