/** What the family asks of whatever it is connected to: Bitcoin Core's RPC, or Blockbook. */
import type {
  Outpoint,
  Utxo,
  UtxoBlock,
  UtxoNode,
  UtxoParams,
  UtxoTransaction,
  Waiting,
} from '@tallystick/custody'

/** Each rejects with `NodeFault` `unsupported` when this kind of node, as it is configured, cannot tell. */
export interface Backend {
  info(): ReturnType<UtxoNode['info']>
  blockHash(height: number): Promise<string | undefined>
  block(ref: string | number): Promise<UtxoBlock | undefined>
  /** Undefined: there is no such transaction, in a block or the mempool. */
  transaction(txId: string): Promise<UtxoTransaction | undefined>
  /** Where a transaction is; undefined: nowhere, or in a block that the chain has left. */
  place(txId: string): Promise<Place | undefined>
  /** The bytes of a transaction, hex; undefined when they cannot be had here. */
  raw(transaction: Pick<Utxo, 'txId' | 'height'>): Promise<string | undefined>
  /** @param mempool Whether one that the mempool spends counts as spent, and one that it makes as made */
  utxo(outpoint: Outpoint, mempool: boolean): Promise<(Utxo & Place) | undefined>
  /** What spends outputs in blocks of the chain, as far as it is found: not necessarily of all of them. */
  spenders(outpoints: readonly Outpoint[]): Promise<readonly Spender[]>
  /** All of an address, the mempool's too where the node can tell. */
  utxos(address: string): Promise<readonly Utxo[]>
  balance(address: string): Promise<bigint>
  mempool(): Promise<readonly string[]>
  isPending(txId: string): Promise<boolean>
  waiting(txId: string): Promise<Waiting | undefined>
  /** Base units per 1,000 virtual bytes, to be in one of so many blocks; undefined without an estimate. */
  feeRate(blocks: number): Promise<bigint | undefined>
  /** @throws RpcError when it was refused */
  send(raw: string): Promise<void>
}

export interface Place {
  /** Null in the mempool. */
  readonly height: number | null
  /** Blocks: its own, and those on it; 0 in the mempool. */
  readonly depth: number
}

export interface Spender extends Place, Pick<UtxoTransaction, 'txId' | 'outputs'> {}

/** What both kinds of backend need to know of the chain. */
export interface Setting {
  readonly name: string
  readonly decimals: number
  readonly params: UtxoParams
}

/** Blocks until what a block's miner is paid can be spent (Bitcoin Core, COINBASE_MATURITY). */
export const MATURITY = 100
