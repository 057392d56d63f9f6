/** The UTXO family: Bitcoin and chains like it. Values are base units (satoshi, 10^-8). */
import type { Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'

export type OutputKind = 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr'

export interface UtxoParams extends FeeCeiling {
  readonly p2pkh: number
  readonly p2sh: number
  readonly wif: number
  /** Prefix of bech32 addresses; absent without segwit. */
  readonly hrp?: string
  /** Prefix of CashAddr addresses. */
  readonly cashPrefix?: string
  /** Version bytes of the xpubs that are written. */
  readonly xpub: number
  /** Version bytes that are accepted, each with its kind of address (SLIP-132); null: the chain's own, `address`. */
  readonly xpubRead: Readonly<Record<number, OutputKind | null>>
  readonly sighash: 'legacy' | 'bip143-forkid'
  /**
   * The kind of address that a public key gets. The documented API states none, so the record does. The same key spends
   * outputs of the other kinds.
   */
  readonly address: OutputKind
  /** Smallest output that nodes relay. It is lower for witness programs, which are cheaper to spend. */
  readonly dust: bigint
  /** Fee rate if the node has no estimate, in base units per 1,000 virtual bytes. */
  readonly fallbackFee: bigint
  /** The lowest rate that is chosen, whatever a node estimates: signers refuse lower ones. */
  readonly leastRate?: bigint
  /** The smallest change output; less becomes part of the fee. Never below what nodes relay. */
  readonly leastChange?: bigint
  /**
   * Nodes accept a replacement of a transaction that signals it (BIP-125), for this additional rate: base units per
   * 1,000 virtual bytes (Bitcoin Core, `-incrementalrelayfee`). Absent: nodes keep the first transaction they see.
   */
  readonly replacement?: { readonly incrementalFee: bigint }
  /**
   * A block that identifies the network: no other network has this hash at this height. If chains share a history, it
   * is after their split. Several hashes: any of these test networks is accepted.
   */
  readonly landmark: { readonly height: number; readonly hashes: readonly string[] }
}

export type UtxoRecord = ChainRecord<UtxoParams> & { readonly family: 'utxo' }

export interface Outpoint {
  readonly txId: string
  readonly index: number
}

export interface Utxo extends Outpoint {
  readonly value: bigint
  /** scriptPubKey, hex. */
  readonly script: string
  readonly address: string | null
  /** The height of its block; null in the mempool. */
  readonly height: number | null
  readonly coinbase: boolean
  /**
   * Bitcoin Cash: the output carries tokens (CashTokens), which a payment would destroy. It is never selected and never
   * spent.
   */
  readonly tokens?: true
  /**
   * The public key that will spend it, hex. Only a p2sh output needs it: its script does not reveal the key, and the
   * signed data depend on it.
   */
  readonly publicKey?: string
}

export interface UtxoOutput {
  readonly value: bigint
  readonly script: string
  readonly address: string | null
}

export interface UtxoInput extends Outpoint {
  /** scriptSig, hex. */
  readonly script: string
  readonly witness: readonly string[]
  readonly sequence: number
  /** The output that it spends, if the node reports it; null for a coinbase. */
  readonly spent: (UtxoOutput & { readonly height: number | null; readonly coinbase: boolean }) | null
}

export interface UtxoTransaction {
  readonly txId: string
  readonly witnessHash: string
  readonly hex: string
  readonly version: number
  readonly locktime: number
  readonly size: number
  readonly virtualSize: number
  readonly inputs: readonly UtxoInput[]
  readonly outputs: readonly UtxoOutput[]
  readonly blockHash: string | null
  readonly height: number | null
  /** Seconds; null in the mempool. */
  readonly time: number | null
  readonly indexInBlock: number | null
}

export interface UtxoBlock {
  readonly hash: string
  readonly height: number
  readonly size: number
  /** BIP-141; null if the chain has no segwit. */
  readonly weight: number | null
  readonly difficulty: number
  readonly version: number
  readonly previous: string | null
  /** The next block; null for the last one. */
  readonly next: string | null
  readonly merkleRoot: string
  readonly time: number
  readonly bits: number
  readonly nonce: number
  readonly depth: number
  readonly transactions: readonly UtxoTransaction[]
}

export interface UtxoIntent {
  /** Outputs to spend. All of `required` are used; of `available`, as many as necessary. */
  readonly required: readonly Utxo[]
  readonly available: readonly Utxo[]
  readonly to: readonly { readonly address: string; readonly value: bigint }[]
  /** Base units; null: the market fee, or the whole remainder without `changeAddress`. */
  readonly fee: bigint | null
  /** The address of the change; null: the remainder is the fee (docs/utxo.md). */
  readonly changeAddress: string | null
  /** Market rate in base units per 1,000 virtual bytes, to choose a fee. */
  readonly marketRate: bigint
  /**
   * The rate of those in a hurry, to refuse an unreasonable fee. Null: accept any fee, because the transaction is built
   * only to compute it.
   */
  readonly fastRate: bigint | null
}

export interface UtxoCodec extends Codec {
  /** Pure: the same intent gives the same transaction. @throws BadTransaction */
  build(intent: UtxoIntent): Unsigned
  /** In the format of the key-management daemon: SerializedBitcoreTransaction, or BCH's own. */
  serializeForKms(unsigned: Unsigned): string
  /** The virtual size of a signed transaction, and whether it signals replaceability. */
  measure(raw: string): { readonly virtualSize: number; readonly replaceable: boolean }
  /** The virtual size of a transaction that spends these outputs and pays these addresses. */
  virtualSize(from: readonly Utxo[], to: readonly string[]): number
  scriptOf(address: string): string
  /** The script in words and its kind of output, as in Bitcoin Core's RPC. */
  describe(script: string): { readonly asm: string; readonly type: string }
  /** A scriptSig in words, with the hash type of each signature. */
  asm(scriptSig: string): string
}

export interface Waiting {
  /** Base units. */
  readonly fee: bigint
  readonly virtualSize: number
  readonly descendants: number
}

export interface UtxoNode extends ChainNode {
  info(): Promise<{
    readonly chain: string
    readonly blocks: number
    readonly headers: number
    readonly bestBlock: string
    readonly difficulty: number
  }>
  blockHash(height: number): Promise<string | undefined>
  block(ref: string | number): Promise<UtxoBlock | undefined>
  transaction(txId: string): Promise<UtxoTransaction | undefined>
  /** Undefined if it never existed or has been spent. It also checks the mempool. */
  utxo(outpoint: Outpoint): Promise<Utxo | undefined>
  /** Like `utxo`, but also finds an output that the mempool has spent; undefined if a block has spent it. */
  made(outpoint: Outpoint): Promise<Utxo | undefined>
  /**
   * The fee of a transaction in the mempool, and the number of transactions that spend its outputs; undefined if it is
   * not there.
   */
  waiting(txId: string): Promise<Waiting | undefined>
  /** Whether the node would accept a transaction now; undefined if it cannot say. */
  wouldTake(raw: string): Promise<boolean | undefined>
  /** Unspent outputs of an address that can be spent now, oldest first. */
  utxos(address: string): Promise<readonly Utxo[]>
  /**
   * The inputs of a transaction that can no longer be spent, including those that the mempool spends. It compares the
   * amounts of the others with the chain. If signatures do not cover the amount (p2pkh without FORKID), it compares
   * with the transaction that created the output, which a node cannot forge: a wrong amount would become fee.
   * @param replaced Inputs that the mempool may have spent: the transaction that spends them there is to be replaced
   * @throws BadTransaction `malformed` if an amount or a script differs from the transaction's
   */
  spent(unsigned: Unsigned, replaced?: readonly Outpoint[]): Promise<readonly Outpoint[]>
  mempool(): Promise<readonly string[]>
  /** Base units per 1,000 virtual bytes: for one of the next blocks, a later one, or any. */
  feeRates(): Promise<{ readonly fast: bigint; readonly medium: bigint; readonly slow: bigint }>
}

/** Needs an address index. Blockbook has one, Bitcoin Core has none. */
export interface UtxoHistory {
  transactions(
    address: string,
    page: { readonly offset: number; readonly limit: number; readonly from?: number; readonly to?: number },
  ): Promise<readonly UtxoTransaction[]>
  totals(address: string): Promise<{
    readonly incoming: bigint
    readonly outgoing: bigint
    readonly incomingPending: bigint
    readonly outgoingPending: bigint
  }>
}

export interface UtxoChain extends Chain {
  readonly record: UtxoRecord
  readonly codec: UtxoCodec
  readonly node: UtxoNode
  readonly history?: UtxoHistory
}
