/**
 * Solana: accounts of Ed25519 without sequences. A transaction names a recent block, lives for some 150 blocks from
 * there, and is told from others by its bytes alone. Amounts are lamports (10^-9), of tokens their base units.
 */
import type { AccountKeys, Chain, ChainNode, ChainRecord, Codec, SignatureOf, Unsigned } from './chain.js'
import type { FeeCeiling } from './fee.js'

export interface SolanaParams extends FeeCeiling {
  /** Hash of the first block, by which a node is known to be of the network; null: a private one, of any. */
  readonly genesis: string | null
  /** The most that a compute unit is paid, in millionths of a lamport. */
  readonly maxPrice: bigint
  /** Milliseconds from the building of a transaction within which it must be signed. */
  readonly lifetime: number
}

export type SolanaRecord = ChainRecord<SolanaParams> & { readonly family: 'solana' }

/** A token as its mint's account tells: each program has accounts of its own. */
export interface SolanaMint {
  readonly mint: string
  /** The token program, or Token-2022. */
  readonly program: string
  readonly decimals: number
}

export interface SolanaTransfer {
  readonly from: string
  readonly to: string
  /** Base units: from 1 to 2^64 - 1. */
  readonly amount: bigint
  /** Who pays the fee; the sender unless told. */
  readonly payer?: string
  /** Absent: the native coin. */
  readonly token?: SolanaMint & {
    /** The recipient's token account is made, by whoever pays the fee. */
    readonly opens: boolean
  }
}

/** What nodes take a transaction by. */
export interface SolanaLifetime {
  readonly blockhash: string
  /** Height of the last block that may have it. */
  readonly last: bigint
}

export interface SolanaIntent {
  readonly transfer: SolanaTransfer
  readonly lifetime: SolanaLifetime
  /** Lamports: what it costs at most. */
  readonly fee: bigint
  /**
   * Tells it from another payment of the same amount to the same recipient by the same block: 0 to 65,535, added to its
   * limit of compute units. Null: it names no limit.
   */
  readonly salt: number | null
  /** Of a compute unit, in millionths of a lamport, for a place in a full block; absent: nothing. */
  readonly price?: bigint
  readonly version?: 'legacy' | 0
  /** A durable nonce in place of a recent block: `lifetime.blockhash` is its value, and it does not expire. */
  readonly nonce?: { readonly account: string; readonly authority: string }
}

/** What a transaction takes from the account that pays its fee, in lamports. */
export interface SolanaOutlay {
  /** Of a signed one; null before. */
  readonly txId: string | null
  /** Who pays its fee. */
  readonly payer: string
  /** What it takes of token accounts, in their base units. */
  readonly tokens: readonly { readonly account: string; readonly amount: bigint }[]
  readonly amount: bigint
  readonly fee: bigint
}

export interface SolanaCodec extends Codec {
  build(intent: SolanaIntent): Unsigned
  /** Where the owner's tokens of this mint are. */
  tokenAccount(owner: string, mint: Pick<SolanaMint, 'mint' | 'program'>): string
  /** The message that a node is asked the fee of, Base64. */
  message(unsigned: Unsigned): string
  serializeForKms(unsigned: Unsigned): string
  /** Of a signed transaction, or of what was serialized for a key-management system. */
  outlay(written: string): SolanaOutlay
  /**
   * A serialized transaction (hex or Base64) of which signatures may be missing: to be signed by who still has to.
   * @throws BadTransaction when it is none, or holds a signature that does not hold
   */
  unsigned(serialized: string): Unsigned
  /**
   * Who pays the fee of a transaction, and why paying it risks more than the fee: `unsigned.fee` is then no limit of what
   * the payer's signature can cost. Null: it does not.
   */
  payerOf(unsigned: Unsigned): {
    readonly payer: string
    readonly blockhash: string
    readonly risk: string | null
  }
  /** The transaction with these signatures added, Base64; others may still be missing. */
  withSignatures(unsigned: Unsigned, signatures: readonly SignatureOf[]): string
  /** The bytes of a signed transaction (hex or Base64) as they are recorded, and what tells how long it lives. */
  read(text: string): { readonly raw: string; readonly blockhash: string; readonly isDurable: boolean }
  /** The same with the height of the last block that may have it. */
  bounded(raw: string, last: bigint): string
  /** The first index of the claims of all that a block above this height may have. */
  firstClaim(height: bigint): bigint
  /** Whether the text is the id of a transaction. */
  isId(text: string): boolean
}

export interface SolanaFunds {
  readonly lamports: bigint
  /** Of the transactions that were asked about, those that are part of these lamports. */
  readonly settled: ReadonlySet<string>
}

export interface SolanaSent {
  /** Times are milliseconds since 1970. */
  readonly sent: readonly { readonly txId: string; readonly slot: bigint; readonly time: number }[]
  /** That is all from this time on: when it was asked for, or later. */
  readonly since: number
  /** Why not from earlier on. */
  readonly lack: string
  /** The requests that the list took. */
  readonly pages: number
  /** Of the final block up to which that is all. */
  readonly slot: bigint
  readonly height: bigint
  /** Of that block. */
  readonly time: number
  /** Height of the last block that may have a transaction with the hash of that block. */
  readonly last: bigint
}

export interface SolanaNode extends ChainNode {
  /** By the last final block. */
  lifetime(): Promise<SolanaLifetime>
  /** Height of the last block that may have a transaction with this blockhash; undefined when the node does not know it. */
  lastFor(blockhash: string): Promise<bigint | undefined>
  /** Height of the last final block. */
  finalHeight(): Promise<bigint>
  /**
   * Final transactions that name an account and have succeeded, oldest first; with the final block up to which that is all.
   * Those of a time that the node has no blocks of, and more than can be read, are missing: see `since` of the answer.
   * @param since Milliseconds since 1970
   */
  sentBy(address: string, since: number): Promise<SolanaSent>
  /** Lamports; undefined when the node does not know its blockhash. */
  feeFor(message: string): Promise<bigint | undefined>
  /**
   * Of a compute unit, in millionths of a lamport: what was enough, in three of four of the last blocks, for transactions
   * that write to these accounts. 0 where nothing had to be paid, or the node cannot tell.
   */
  unitPrice(accounts: readonly string[]): Promise<bigint>
  /** As of one final block. */
  funds(address: string, txIds: readonly string[]): Promise<SolanaFunds>
  /** What an account of so many bytes must hold. */
  leastBalance(bytes: number): Promise<bigint>
  /**
   * `withholds`: its program keeps a part of each transfer, so that recipients get less than is sent; or will soon.
   * @throws BadTransaction `malformed` when the address is not that of a token
   */
  mint(address: string): Promise<SolanaMint & { readonly withholds: boolean }>
  /** Base units of a token account; undefined when there is none. */
  tokens(account: string): Promise<bigint | undefined>
}

export interface SolanaChain extends Chain {
  readonly record: SolanaRecord
  readonly codec: SolanaCodec
  /** The mnemonic is the secret. */
  readonly accounts: AccountKeys
  readonly node: SolanaNode
}
