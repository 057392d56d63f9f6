/** The UTXO family: Bitcoin and the chains like it. Values are base units (satoshi, 10^-8). */
import type { Chain, ChainNode, ChainRecord, Codec, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'

export type OutputKind = 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr'

export interface UtxoParams extends FeeCeiling {
  readonly p2pkh: number
  readonly p2sh: number
  readonly wif: number
  /** Of bech32 addresses; absent without segwit. */
  readonly hrp?: string
  /** Of CashAddr addresses. */
  readonly cashPrefix?: string
  /** Version bytes that xpubs are written with. */
  readonly xpub: number
  /** Those that are read, each with the kind of address that it asks for (SLIP-132); null: the chain's own, `address`. */
  readonly xpubRead: Readonly<Record<number, OutputKind | null>>
  readonly sighash: 'legacy' | 'bip143-forkid'
  /**
   * What an address made from a public key is: the documented API states none, so it is data. Outputs of the other kinds are spent
   * by the same key.
   */
  readonly address: OutputKind
  /** Smallest output that nodes relay; less for witness programs, which are cheaper to spend. */
  readonly dust: bigint
  /** Fee rate, base units per 1,000 virtual bytes, when the node has no estimate. */
  readonly fallbackFee: bigint
  /** The least rate that is chosen, whatever a node estimates: signers refuse less. */
  readonly leastRate?: bigint
  /** The least change that is an output of its own; less is fee. Never below what nodes relay. */
  readonly leastChange?: bigint
  /**
   * Nodes take a transaction in the place of one that signals it (BIP-125), for so much more: base units per 1,000
   * virtual bytes (Bitcoin Core, `-incrementalrelayfee`). Absent: the first that they see stays.
   */
  readonly replacement?: { readonly incrementalFee: bigint }
  /** Blocks after its own from which on a coinbase can be spent; 100 unless told (Bitcoin Core, COINBASE_MATURITY). */
  readonly coinbaseMaturity?: number
  /** The same of what leaves Litecoin's extension blocks (Litecoin Core, PEGOUT_MATURITY). Absent without such blocks. */
  readonly pegOutMaturity?: number
  /**
   * The block by which a node is known to be of the network: no other network has this hash at the height. Where chains
   * have a past in common it lies behind their parting. Several hashes: test networks of which any will do.
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
  /** Of the block it is in; null in the mempool. */
  readonly height: number | null
  readonly coinbase: boolean
  /** Bitcoin Cash: it carries tokens (CashTokens), which a payment would destroy. Never selected, never spent. */
  readonly tokens?: true
  /**
   * Of the key that will spend it, hex. Asked for by a p2sh output only: its script does not tell whose key is
   * inside, and what is signed depends on it.
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
  /** What it spends, where the node tells; null for a coinbase. */
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
  /** BIP-141; null where the chain has no segwit. */
  readonly weight: number | null
  readonly difficulty: number
  readonly version: number
  readonly previous: string | null
  /** The block after it; null while it is the last. */
  readonly next: string | null
  readonly merkleRoot: string
  readonly time: number
  readonly bits: number
  readonly nonce: number
  readonly depth: number
  readonly transactions: readonly UtxoTransaction[]
}

export interface UtxoIntent {
  /** Outputs to spend. All of `required` go in; of `available`, as many as are needed. */
  readonly required: readonly Utxo[]
  readonly available: readonly Utxo[]
  /**
   * Of those that are available, what must not be selected after all, each as `txId:index`. The list of the available
   * stays the same one, whose order is kept.
   */
  readonly excluded?: ReadonlySet<string>
  readonly to: readonly { readonly address: string; readonly value: bigint }[]
  /** Base units; null: what the market asks, or the whole remainder when there is no `changeAddress`. */
  readonly fee: bigint | null
  /** Where the remainder goes; null: the remainder is the fee (the documented API, "UTXO-chain send rules"). */
  readonly changeAddress: string | null
  /** Base units per 1,000 virtual bytes: what the market asks, to choose a fee. */
  readonly marketRate: bigint
  /**
   * What it asks of those in a hurry, to refuse a fee that cannot be meant. Null: any fee will do, because the
   * transaction is built only to learn it.
   */
  readonly fastRate: bigint | null
}

export interface UtxoCodec extends Codec {
  /** Pure: the same intent gives the same transaction. @throws BadTransaction */
  build(intent: UtxoIntent): Unsigned
  /** As the key-management daemon expects it (SerializedBitcoreTransaction, or BCH's own). */
  serializeForKms(unsigned: Unsigned): string
  /** Of a transaction with its signatures: its virtual bytes, and whether it signals that another may replace it. */
  measure(raw: string): { readonly virtualSize: number; readonly replaceable: boolean }
  /** Virtual bytes of a transaction that spends such outputs and pays such addresses. */
  virtualSize(from: readonly Utxo[], to: readonly string[]): number
  scriptOf(address: string): string
  /** The smallest output to the address that nodes relay. */
  dust(address: string): bigint
  /**
   * The other address of the same key's hash, p2wpkh for p2pkh and the other way round, in the canonical spelling;
   * none without segwit, and for other kinds.
   */
  twins(address: string): readonly string[]
  /** A script in words and the kind of output it is, as Bitcoin Core's RPC tells them. */
  describe(script: string): { readonly asm: string; readonly type: string }
  /** A scriptSig in words; of its signatures the hash type is named. */
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
  /** Undefined when it never was, or has been spent. Looks into the mempool too. */
  utxo(outpoint: Outpoint): Promise<Utxo | undefined>
  /** As `utxo`, also where the mempool has spent it; undefined when a block has. */
  made(outpoint: Outpoint): Promise<Utxo | undefined>
  /** Of a transaction in the mempool: what it pays, and how many others spend what it makes; undefined elsewhere. */
  waiting(txId: string): Promise<Waiting | undefined>
  /** The node's word on whether it would take a transaction now; undefined where it has none. */
  wouldTake(raw: string): Promise<boolean | undefined>
  /** Unspent outputs of an address that may be spent now, the oldest first. */
  utxos(address: string): Promise<readonly Utxo[]>
  /**
   * Those inputs of a transaction that can no longer be spent, the mempool included, or have another script. Compares
   * what each other one is said to be worth with the chain, and where signatures do not cover the amount (p2pkh without
   * FORKID) with the transaction that made it, which a node cannot forge: a wrong amount would become fee.
   *
   * @param replaced Those of the inputs that the mempool may have spent: what spends them there is to be replaced
   * @throws BadTransaction `malformed` when an amount is not as the transaction says
   */
  spent(unsigned: Unsigned, replaced?: readonly Outpoint[]): Promise<readonly Outpoint[]>
  mempool(): Promise<readonly string[]>
  /** Base units per 1,000 virtual bytes, to be in a block soon, later, and some time. */
  feeRates(): Promise<{ readonly fast: bigint; readonly medium: bigint; readonly slow: bigint }>
}

/** Needs an index by address: Blockbook has one, Bitcoin Core has none. */
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

/** The family decides which interfaces a chain has. */
export const isUtxo = (chain: Chain): chain is UtxoChain => chain.record.family === 'utxo'
