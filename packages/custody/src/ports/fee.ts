/**
 * The highest allowed cost of a transaction if the call does not give its fee (`send/ceiling.ts`), and the coin of the
 * fee.
 */

export interface FeeCeiling {
  /** Per transaction, in base units of the native coin. A higher market fee is refused. */
  readonly maxFee: bigint
}

/** The coin of the fee, as the configuration names it. */
export interface FeeCoin {
  readonly id: string
  readonly decimals: number
}
