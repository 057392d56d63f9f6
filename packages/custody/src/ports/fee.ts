/** What a transaction may cost when the call does not name its fee (`send/ceiling.ts`), and what it is paid in. */

export interface FeeCeiling {
  /** Of one transaction, in base units of the native coin: a market that asks more is refused. */
  readonly maxFee: bigint
}

/** What the fee is paid in, as the configuration names it. */
export interface FeeCoin {
  readonly id: string
  readonly decimals: number
}
