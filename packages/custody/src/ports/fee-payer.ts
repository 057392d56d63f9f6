/** Wallets that pay the fees of callers' transactions, and up to which limits. */
export interface FeePayers {
  /**
   * IDs of managed wallets, one for each chain and network. They pay fees, and sign for nothing else: a private key or an
   * export is refused too.
   */
  readonly wallets: readonly string[]
  /** The most that the fee of one transaction may come to, in units of the chain. */
  readonly perTransaction: bigint
  /** The most that the fees of one UTC day may come to, of each wallet, whoever asks: in units of the chain. */
  readonly perDay: bigint
}
