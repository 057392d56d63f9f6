/**
 * The effects of the blocks of a chain, for followers. A family reads a movement only from data that nobody can forge: a
 * successful transaction, the log of the asset's own contract, the delivered amount.
 */

/** Names a block and its place in the chain. */
export interface BlockHeader {
  readonly height: number
  readonly hash: string
  /** The hash of the block before it. On chains with empty slots, that of the last block that was made. */
  readonly parent: string
  /** Milliseconds since 1970. */
  readonly time: number
}

/** Names a block of the chain. */
type BlockAt = Pick<BlockHeader, 'height' | 'hash'>

/** A change of what an address has. Transaction, position and address are unique in a block. */
export interface Movement {
  readonly txId: string
  /**
   * Its place within the transaction, which does not depend on the block: the index of an output, of a log, of an
   * internal call. Below 2^31.
   */
  readonly position: number
  /** In the codec's canonical spelling. */
  readonly address: string
  /** The tag or memo of the payment; absent if it has none. */
  readonly tag?: string
  /** The token's contract, issuer or mint in the codec's canonical spelling; null for the native coin. */
  readonly asset: string | null
  /** Base units; below zero for what left the address, fees included. Never zero. */
  readonly amount: bigint
  /** Those of the token. Absent where blocks do not tell them. */
  readonly decimals?: number
  /** The payer, if it is one address; otherwise null. */
  readonly from: string | null
  /**
   * It gives back to the address what its own transaction has taken: gas, or the value of a call that failed. So it is no
   * deposit.
   */
  readonly returned?: true
  /** UTXO: the lowest height of a block that can spend it (coinbase, peg-out of an extension block). Absent: any. */
  readonly matures?: number
}

/** A log that a contract wrote in a transaction that succeeded. Hex is in lower case. */
export interface ContractLog {
  readonly txId: string
  /** From 0, among the logs of its transaction: it does not depend on the block. */
  readonly place: number
  /** From 0, among the logs of its block. */
  readonly index: number
  /** The contract, in the codec's canonical spelling. */
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** A transfer of tokens with ids, of which anybody's contract may say what it likes. */
export interface IdTransfer extends Pick<ContractLog, 'txId' | 'place' | 'index'> {
  /** From 0, among the transfers of its log: one log of ERC-1155 may tell of many. */
  readonly part: number
  readonly standard: 'erc721' | 'erc1155'
  readonly contract: string
  readonly tokenId: bigint
  /** 1 where each token is one of its kind. */
  readonly amount: bigint
  /** `0x` and 40 zeros where the tokens are minted, or burnt. */
  readonly from: string
  readonly to: string
  /** Who moved them, for ERC-1155; otherwise null. */
  readonly operator: string | null
}

/** A contract of multi tokens of this project that a transaction created by itself, and not by calling another contract. */
export interface CreatedContract {
  readonly txId: string
  readonly contract: string
}

/** An output that a transaction spends. */
export interface Spend {
  readonly txId: string
  readonly index: number
  readonly by: string
  /** What the spender shows of whose it was: see `Payers`. Absent: nothing. */
  readonly shows?: string
}

/** UTXO: whose the outputs are that blocks spend, which blocks themselves do not say. */
export interface Payers {
  /** The addresses that it may have been of, in the canonical spelling; null if spenders of its kind hide them. */
  of(shows: string): readonly string[] | null
  /** Whether those who spend its outputs hide it. */
  isHidden(address: string): boolean
  /** These outputs, as far as a node has them. @throws NodeFault `unsupported` if none looks up transactions */
  outputs(spends: readonly Spend[]): Promise<readonly Omit<Movement, 'asset' | 'from'>[]>
}

export interface Block extends BlockHeader {
  /** In the block's order. */
  readonly movements: readonly Movement[]
  /**
   * Movements of tokens that were not asked for, which may be anybody's: nobody is credited for them. Absent where logs
   * tell of them, or where there are none.
   */
  readonly others?: readonly Movement[]
  /** UTXO: the outputs that its transactions spend; empty in other families. */
  readonly spends: readonly Spend[]
  /**
   * No node of the chain traces calls, so the movements lack what contracts pay in the native coin, which leaves no log.
   * Absent: nothing is missing.
   */
  readonly untraced?: true
  /** EVM: all logs, what they tell of tokens with ids, and new contracts of multi tokens, each in the block's order. */
  readonly logs?: readonly ContractLog[]
  readonly idTransfers?: readonly IdTransfer[]
  readonly created?: readonly CreatedContract[]
}

/** What a block with a transaction that waits would move, as far as a node can tell. Nothing of it is proven. */
export type InMempool = Pick<Block, 'movements' | 'spends' | 'logs'>

/** What waits in the mempool of a node. It remembers what it has named. */
export interface Mempool {
  /** The ids of transactions that have entered since the last call; at the first call of those that wait. Some may be missing. */
  entered(): Promise<readonly string[]>
  /** Those that wait, of these; null: what the node tells of it is not understood. */
  waiting(ids: readonly string[]): Promise<ReadonlyMap<string, InMempool | null>>
}

/** The blocks that one of a chain's nodes tells. */
export interface BlocksAt {
  /** Its place in the configuration: a URL may hold a key. */
  readonly node: string
  readonly blocks: Blocks
}

/**
 * Facet of chains whose blocks can be followed. Rejects with `NodeFault`; a block that is incomplete is a fault too, and
 * one below the head that the node does not have is `NoBlock`.
 */
export interface Blocks {
  /** The newest block of the chain, according to the node. */
  head(): Promise<{ readonly height: number; readonly hash: string }>
  /**
   * The header of the chain at this height; undefined above the head. On chains with empty slots, the first block at this
   * height or above it; its own `height` says which.
   */
  header(height: number): Promise<BlockHeader | undefined>
  /**
   * The block with the header that `header` returns; undefined above the head. All of it belongs to one hash.
   * @param assets The tokens whose movements count, in the canonical spelling; those of others are apart, or missing
   */
  block(height: number, assets: ReadonlySet<string>): Promise<Block | undefined>
  /**
   * What an address has of an asset after this block, in base units; where nodes only know the newest state, after the block
   * of `head`. Absent where only `ChainNode.balance` is known.
   * @throws NodeFault if the node does not keep that state
   */
  balance?(address: string, asset: string | null, block: BlockAt): Promise<bigint>
  /**
   * Whether the address issues the asset: it pays by making some, and what comes back is gone, so no node tells what it has.
   * Absent: nobody is told apart.
   */
  issues?(address: string, asset: string): boolean
  readonly payers?: Payers
  /** A new look into the mempool. Absent where nodes tell of none. It rejects with `NodeFault` `unsupported` if this one does. */
  mempool?(): Mempool
  /** Whether nodes keep old states. */
  readonly keepsStates?: true
  /**
   * The tag of the deposit address that a payment with this tag is for, where movements spell it otherwise. Absent: they
   * are the same.
   */
  depositTag?(tag: string): string
}
