/** What the family needs of its node: Bitcoin Core's RPC, or Blockbook. */
import type {
  Outpoint,
  Utxo,
  UtxoBlock,
  UtxoNode,
  UtxoParams,
  UtxoTransaction,
  Waiting,
} from '@tallystick/custody'
import type { Fields } from './answers.js'

/** Each method rejects with `NodeFault` `unsupported` if this kind of node, with its configuration, cannot answer. */
export interface Backend {
  info(): ReturnType<UtxoNode['info']>
  /** The newest block whose transactions it has. */
  head(): ReturnType<UtxoNode['head']>
  blockHash(height: number): Promise<string | undefined>
  /** Of the block with this hash. */
  header(hash: string): Promise<Fields | undefined>
  told(hash: string): Promise<ToldBlock | undefined>
  block(ref: string | number): Promise<UtxoBlock | undefined>
  /** Undefined: the transaction is neither in a block nor in the mempool. */
  transaction(txId: string): Promise<UtxoTransaction | undefined>
  /** Where a transaction is; undefined: nowhere, or in a block that has left the chain. */
  place(txId: string): Promise<Place | undefined>
  /** The bytes of a transaction, hex; undefined if they are not available here. */
  raw(transaction: Pick<Utxo, 'txId' | 'height'>): Promise<string | undefined>
  /**
   * @param mempool Whether the mempool counts: outputs that it spends as spent, and outputs that it creates as created
   */
  utxo(outpoint: Outpoint, mempool: boolean): Promise<(Utxo & Place) | undefined>
  /** What spends outputs in blocks of the chain, as far as it is found; it may miss some. */
  spenders(outpoints: readonly Outpoint[]): Promise<readonly Spender[]>
  /** All outputs of an address, including the mempool if the node reports it. */
  utxos(address: string): Promise<readonly Utxo[]>
  balance(address: string): Promise<bigint>
  mempool(): Promise<readonly string[]>
  /** A transaction as the node tells it; undefined if it has none of this name. */
  toldTransaction(txId: string): Promise<Fields | undefined>
  isPending(txId: string): Promise<boolean>
  waiting(txId: string): Promise<Waiting | undefined>
  /** Base units per 1,000 virtual bytes, for inclusion within this many blocks; undefined without an estimate. */
  feeRate(blocks: number): Promise<bigint | undefined>
  /** @throws RpcError if it was refused */
  send(raw: string): Promise<void>
}

export interface Place {
  /** Null in the mempool. */
  readonly height: number | null
  /** Confirmations, including its own block; 0 in the mempool. */
  readonly depth: number
}

export interface Spender extends Place, Pick<UtxoTransaction, 'txId' | 'outputs'> {}

/** What both kinds of backend need to know of the chain. */
export interface Setting {
  readonly name: string
  readonly decimals: number
  readonly params: UtxoParams
}

/** A block as the node tells it. */
export interface ToldBlock {
  readonly header: Fields
  /** All of them, in the block's order. */
  readonly transactions: readonly Fields[]
}

/** Blocks until a coinbase can be spent. */
export const maturity = ({ coinbaseMaturity = 100 }: UtxoParams): number => coinbaseMaturity
