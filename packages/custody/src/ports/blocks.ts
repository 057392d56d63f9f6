/**
 * What the blocks of a chain did, as followers read it. A family reads a movement only from what nobody can forge: a
 * transaction that succeeded, the log of the asset's own contract, the amount that was delivered.
 */

/** Names a block and its place in the chain. */
export interface BlockHeader {
  readonly height: number
  readonly hash: string
  /** The hash of the block before it. Of chains with empty slots, of the last block that was made. */
  readonly parent: string
  /** Milliseconds since 1970. */
  readonly time: number
}

/** A change of what an address has. No two of a block have the same transaction, position and address. */
export interface Movement {
  readonly txId: string
  /**
   * Its place within the transaction, the same in whatever block the transaction is: the index of an output, of a
   * log of the transaction, of an internal call. Below 2^31.
   */
  readonly position: number
  /** In the codec's canonical spelling. */
  readonly address: string
  /** The tag or memo with which it came; absent where it had none. */
  readonly tag?: string
  /** The token's contract, issuer or mint in the codec's canonical spelling; null for the native coin. */
  readonly asset: string | null
  /** Base units; below zero for what left the address, fees included. Never zero. */
  readonly amount: bigint
  /** Who paid, where one address did; null elsewhere. */
  readonly from: string | null
  /** UTXO: the least height of a block that can spend it (coinbase, peg-out of an extension block). Absent: any. */
  readonly matures?: number
}

export interface Block extends BlockHeader {
  /** In the block's order. */
  readonly movements: readonly Movement[]
  /** UTXO: the outputs that its transactions spend; empty in other families. */
  readonly spends: readonly { readonly txId: string; readonly index: number; readonly by: string }[]
  /**
   * No node of the chain traces calls: what contracts pay in the native coin, which leaves no log, is not among the
   * movements. Absent: nothing is left out.
   */
  readonly untraced?: true
}

/** Facet of chains whose blocks can be followed. Rejects with `NodeFault`; a block that is incomplete is a fault too. */
export interface Blocks {
  /** The newest block that the node takes for part of the chain. */
  head(): Promise<{ readonly height: number; readonly hash: string }>
  /**
   * The header of the chain at this height; undefined above the head. Of chains with empty slots the first one made at
   * this height or above it: its own `height` tells which.
   */
  header(height: number): Promise<BlockHeader | undefined>
  /**
   * The block whose header `header` tells; undefined above the head. All of it is of one hash.
   * @param assets The tokens that anybody cares for, in the canonical spelling: movements of others may be left out
   */
  block(height: number, assets: ReadonlySet<string>): Promise<Block | undefined>
}
