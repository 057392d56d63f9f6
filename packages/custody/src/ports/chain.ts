/**
 * The chain port: what every chain can do, whatever its family. A chain is a record (data) and a family
 * (code). The codec is pure and synchronous; the node half does the talking. What a chain cannot do is
 * absent, never a stub that throws. Every adapter proves itself by the contract suite in
 * `@tallystick/testing`.
 */
import type { Network, RejectionCode, Reservation } from '@tallystick/core'
import type { Blocks, BlocksAt } from './blocks.js'
import type { FeeCeiling, FeeCoin } from './fee.js'
import type { TokenReader } from './token.js'

export type { Reservation }

export type Family = 'utxo' | 'evm' | 'xrp' | 'tron' | 'stellar' | 'solana' | 'multiversx' | 'beacon'

/** How a chain's parameters are chosen: the caller's network, or a private chain in its place. */
export type ChainNetwork = Network | 'regtest'

/** Everything that differs between two chains of one family. Data only: safe to print and to compare. */
export interface ChainRecord<Params = unknown> {
  /** The currency of the ledger, as the API writes it: `BTC`, `MATIC`. */
  readonly id: string
  /** The segment of the API's paths: `bitcoin`, `polygon`. */
  readonly segment: string
  readonly family: Family
  readonly name: string
  /** Of the native coin: base units are 10^-decimals. */
  readonly decimals: number
  /** BIP-44 path of the account that an xpub is taken from, as the documented API states it; null without HD wallets. */
  readonly path: string | null
  /** The same on every network but mainnet, where it is another one: SLIP-44 has one coin type for all of them. */
  readonly testPath?: string
  /**
   * `halted`: the chain makes no blocks any more. Its wallets and signatures work, and only an archive of it answers: a
   * transaction that is sent there is in no block.
   */
  readonly status: 'live' | 'halted'
  /** Of a halted chain, the day of its last block: `2024-12-03`. */
  readonly lastBlock?: string
  /** Why a configuration must not have its blocks followed; absent where it may. */
  readonly unfollowed?: string
  /** Blocks from which on what one holds is taken as final: its own and those on it. A configuration may ask for more. */
  readonly confirmations: number
  /** How many of them a block has that a follower is shown, because it is shown final ones only. Absent: its own. */
  readonly shownAt?: number
  /** The documented code of a transaction that its network refuses; `GENERAL_REFUSAL` unless told. */
  readonly refusal?: RejectionCode
  /** Tells the customers of one address apart, by its name in the API. Absent where each has an address of his own. */
  readonly tag?: 'destinationTag' | 'message' | 'memo'
  readonly networks: Readonly<Partial<Record<ChainNetwork, Params>>>
  /** By the names of the API (`ethereum-holesky`), where a chain has several; `networks.testnet` is the default. */
  readonly testnets?: Readonly<Record<string, Params>>
}

/** Of chains for which the API documents no code of their own. */
const GENERAL_REFUSAL: RejectionCode = 'blockchain.broadcast.error'

export const refusalOf = ({ refusal = GENERAL_REFUSAL }: Pick<ChainRecord, 'refusal'>): RejectionCode =>
  refusal

/** Where the wallets of a network are derived; null without HD wallets. */
export function pathOn({ path, testPath }: ChainRecord, network: ChainNetwork): string | null {
  return network === 'mainnet' ? path : (testPath ?? path)
}

/**
 * A transaction that waits for its signatures: plain data, which can rest in the database for days and be finished by
 * another process. Amounts are text; claims rest as `writeClaims` makes them.
 */
export interface Unsigned {
  readonly chain: string
  readonly network: ChainNetwork
  /** JSON of the family's own. */
  readonly payload: string
  /** What it will cost at most, in base units. */
  readonly fee: string
  /** What it spends; no two transactions of ours may claim the same. */
  readonly claims: readonly Reservation[]
  /**
   * From when on nodes may refuse it, in milliseconds since 1970: a signer that answers later is asked again, for one
   * that is built anew. Absent where it does not expire.
   */
  readonly expires?: number
}

/** What a key-management system was asked to sign, as nodes would have it. */
export interface Asked extends Signed {
  /** From when on nodes may refuse it, in milliseconds since 1970. */
  readonly expires: number
}

export interface Signed {
  /** As the chain's nodes take it: hex, Base64 or Base58, as the family has it. */
  readonly raw: string
  /** Known before anything is broadcast. */
  readonly txId: string
}

/** ECDSA and Schnorr (BIP-340) over secp256k1, and Ed25519 (RFC 8032). */
export type Scheme = 'ecdsa' | 'schnorr' | 'ed25519'

/** What has to be signed, and by the key of which address. */
export interface SigningRequest {
  /** To be signed as they are: a digest of 32 bytes, or the whole message where the scheme is `ed25519`. */
  readonly bytes: Uint8Array
  readonly scheme: Scheme
  /** Whose signature it wants: the address that is spent from. */
  readonly address: string
  /** What it tells a contract, hex; absent where nothing that callers write is encoded. */
  readonly data?: string
  /** Whether a key may sign it. */
  accepts(publicKey: Uint8Array): boolean
}

/** Signs with one private key, which it never shows: at once, or later where a vault or an HSM has the key. */
export interface Signer {
  readonly publicKey: Uint8Array
  /** The address (of the chain's default kind) that the key controls. */
  readonly address: string
  sign(request: SigningRequest): Uint8Array | Promise<Uint8Array>
}

/** A key at hand. Made by a codec from the chain's own text of a key. */
export interface KeySigner extends Signer {
  sign(request: SigningRequest): Uint8Array
}

/** Decides which keys may sign a transaction. */
export interface SignerSource {
  /**
   * One for each request, in their order.
   * @throws BadKey when it has none for one of them; whatever else keeps a key from being used
   */
  signers(unsigned: Unsigned, requests: readonly SigningRequest[]): Promise<readonly Signer[]>
}

/** The pure half: no I/O, no clock, no randomness. */
export interface Codec {
  /** The address of a public key, of the chain's default kind. */
  address(publicKey: Uint8Array): string
  isAddress(text: string): boolean
  /** The one spelling under which an address is compared and claimed: checksummed hex to lower case and so on. */
  canonical(address: string): string
  /** The chain's text of a private key: WIF, 0x-hex, an s… seed. */
  privateKeyText(secret: Uint8Array): string
  /** @throws BadKey when the text is not a private key of this chain and network; the text is not repeated. */
  signer(privateKey: string): KeySigner
  /** In the order in which `combine` wants the signatures. */
  signingRequests(unsigned: Unsigned): readonly SigningRequest[]
  /** Idempotent; verifies each signature before it makes a transaction of them. */
  combine(unsigned: Unsigned, signatures: readonly SignatureOf[]): Signed
  /** The same, an input in each step, on chains whose transactions may have a thousand: other work runs in between. */
  combineInSteps?(unsigned: Unsigned, signatures: readonly SignatureOf[]): Generator<void, Signed>
  /**
   * Reads a signed transaction.
   * @throws BadTransaction when it is not one of this chain
   */
  inspect(raw: string): Inspected
  /**
   * What a signed transaction does otherwise than the one that was serialized for a key-management system; null when
   * it is that one. What was left open there, the signer may choose.
   * @throws BadTransaction when `raw` is not a signed transaction of the chain
   */
  difference(serialized: string, raw: string): string | null
  /**
   * Whether what was serialized for a key-management system takes the place of a signed transaction once it is signed, if
   * the same wallet signs it. Absent where nothing that is serialized does.
   */
  mayReplace?(serialized: string, raw: string): boolean
  /** The accounts in which tokens of the asset arrive that are paid to the address. Absent where that is the address. */
  tokenAccounts?(address: string, asset: string): readonly string[]
  /**
   * What was serialized for a key-management system, by the id that it will have whoever signs it. Its bytes are without
   * signatures, which only tell where it stands. Absent where the signer chooses what makes the id, or nothing expires.
   */
  asked?(serialized: string): Asked
  /**
   * What a signed transaction pays at most as its fee, where the one that was serialized for a key-management system
   * leaves that to the signer; null where it was named. Absent where the fee is always a part of what is to be signed.
   */
  chosenFee?(serialized: string, raw: string): ChosenFee | null
}

interface ChosenFee extends FeeCeiling, FeeCoin {
  /** Base units of what it is paid in. */
  readonly fee: bigint
}

export interface SignatureOf {
  readonly publicKey: Uint8Array
  readonly signature: Uint8Array
}

export interface Inspected {
  readonly txId: string
  readonly claims: readonly Reservation[]
  readonly outputs: readonly Paid[]
  /** Whose coins `outputs` are; null: of several accounts, or it cannot be told. Absent where outputs are spent. */
  readonly from?: string | null
  /** What else it does with somebody's coins than pay exactly `outputs`, in words. Absent: nothing that can be told. */
  readonly besides?: string
}

/** One payment of a transaction, which may make several. */
export interface Paid {
  readonly address: string | null
  /** Base units of what is paid; of a token that is one of its kind, 1. */
  readonly amount: bigint
  /** Of a token its contract or issuer; absent for the native coin. */
  readonly asset?: string
  /** Which token of the asset, where each is one of its kind. */
  readonly tokenId?: string
  /** What tells the customers of one address apart: a tag or memo. */
  readonly tag?: string
}

/** Wallets whose addresses derive from an extended public key (BIP-32) without a secret. Absent where there are none. */
export interface XpubKeys {
  /** The words (BIP-39, English) that stand for 32 random bytes: 24 of them. */
  mnemonic(entropy: Uint8Array): string
  /** The xpub at the record's path. @throws BadKey when the mnemonic is not one of BIP-39 */
  xpub(mnemonic: string): Promise<string>
  /** Child `index` of an xpub, and its key in hex. @throws BadKey when the xpub is not one of this chain and network */
  address(xpub: string, index: number): string
  publicKey(xpub: string, index: number): string
  /** The chain's text of the private key at the record's path and `index`. */
  privateKey(mnemonic: string, index: number): Promise<string>
}

/** What a node said of a transaction, and what may be believed of that. */
export type Broadcast =
  | { readonly kind: 'accepted' }
  /** The node, or a block, had it already: a success. */
  | { readonly kind: 'known' }
  /**
   * By what it says itself no node of the network could ever take it, whatever the state of the chain: it is malformed,
   * badly signed, of another network. The node that says so was given it once, and none shows it.
   */
  | { readonly kind: 'refused'; readonly reason: string }
  /**
   * The node did not take it as things stand: its nonce is used, its fee too low, its money not there. Another node, or
   * the same one before, may have it all the same: only `standing` tells an end.
   *
   * @property reason For callers: it names rules, no hosts
   * @property inPlace Its nonce is not what it was declined for: another with that nonce may be taken
   */
  | { readonly kind: 'declined'; readonly reason: string; readonly inPlace?: true }
  /** The node did not say, and the transaction may be on its way. */
  | { readonly kind: 'unknown'; readonly reason: string }

/**
 * Where a transaction stands. All that goes into one comes from one endpoint; and what ends a transaction, `final` and
 * `dead`, from what a node shows, never from what it does not: it may be behind the others.
 */
export type TransactionStatus =
  /** In no block of the chain, and not waiting for one: a block that was undone counts as none. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'confirmed'
      readonly height: number
      readonly ok: boolean
      /** It calls for a transfer of tokens, and none has left its sender: its contract has answered false, or lied. */
      readonly inVain?: true
      /** Its block is `ChainRecord.confirmations` deep. */
      readonly final: boolean
      /** Its id there, if somebody has rewritten a signature. */
      readonly as?: string
    }
  /** It is proven that it can never be in a block: a final one uses up what it needs, or its last ledger has passed. */
  | { readonly kind: 'dead'; readonly reason: string; readonly instead?: Mined }

/** A transaction in a final block that uses up what another one was to use, and has succeeded. */
export interface Mined {
  readonly txId: string
  readonly height: number
  readonly outputs: readonly Paid[]
}

/** The half of a node that all families share. Rejects with `NodeFault` when no endpoint answered. */
export interface ChainNode {
  /**
   * Sends, and reads back that the node took it. Never rejects: a fault is `unknown`. Nothing below repeats the
   * request: it reaches one node once, or `refused` is not the answer.
   */
  broadcast(signed: Signed): Promise<Broadcast>
  /** Also takes one that does nothing but use up its sequence, for its fee. Absent where another one has to do that. */
  spend?(signed: Signed): Promise<Broadcast>
  status(signed: Signed): Promise<TransactionStatus>
  /**
   * The bytes of a transaction that the node has, in a block or waiting, hex; undefined when it has none of this id,
   * or none that the family reads. Whoever uses them makes sure that they are of the id.
   */
  raw(txId: string): Promise<string | undefined>
  head(): Promise<{ readonly height: number; readonly hash: string }>
  /** The hash of the block at this height, as the node's chain now has it. Absent where nobody asks for it. */
  hashAt?(height: number): Promise<string | undefined>
  /** Base units of the native coin. */
  balance(address: string): Promise<bigint>
}

/** Addresses that each take the secret: an account by itself, or one of a mnemonic's. Absent where there are none. */
export interface AccountKeys {
  /** Bytes of randomness that a fresh secret takes. */
  readonly entropy: number
  /** The secret that stands for so many bytes, in the chain's own text: a seed, or the words of a mnemonic. */
  secret(entropy: Uint8Array): string
  /**
   * An account of the secret. One that stands by itself has the index 0 and no other.
   * @throws BadKey when the text is no secret of the chain, or has no account of this index
   */
  account(secret: string, index: number): Promise<{ readonly address: string; readonly privateKey: string }>
}

export interface Chain {
  readonly record: ChainRecord
  readonly network: ChainNetwork
  /** Its name among the chain's testnets, when it is not the default one: `Chains.chain` takes it back. */
  readonly testnet?: string
  readonly codec: Codec
  readonly keys?: XpubKeys
  readonly accounts?: AccountKeys
  readonly node: ChainNode
  /** Absent where blocks cannot be followed. Whether they are, the configuration says. */
  readonly blocks?: Blocks
  readonly isFollowed?: true
  /** The same, of each node by itself, in the order of the configuration: a follower leaves a node that does not serve. */
  readonly blocksAt?: readonly BlocksAt[]
  /** Absent where no tokens can be registered. */
  readonly tokens?: TokenReader
}

/** The text is not a key, a mnemonic or an xpub of the chain. Its message never repeats the text. */
export class BadKey extends Error {
  override readonly name = 'BadKey'
}

/** What was to be sent cannot be: not enough funds, an output that is dust, a fee far above the market. */
export class BadTransaction extends Error {
  override readonly name = 'BadTransaction'
  constructor(
    readonly code:
      | 'insufficient.funds'
      | 'fee.exceptional'
      | 'dust'
      | 'output.missing'
      | 'output.spent'
      | 'malformed'
      | 'execution.reverted'
      | 'account.missing',
    message: string,
  ) {
    super(message)
  }
}

/** No endpoint of the chain's node answered as it should. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  constructor(
    readonly code: /** All endpoints failed or timed out: the same call may succeed later. */
      | 'unreachable'
      /** An endpoint may have got what was sent, and has not answered as it should, or nobody waited. Only of `PassThrough`. */
      | 'unanswered'
      /** The configured node has no such method or index; `message` says which kind of node has. */
      | 'unsupported'
      /** The chain has no node in the configuration. */
      | 'unconfigured',
    message: string,
  ) {
    super(message)
  }
}

/** The node does not have a block that is below its head, for example `ledger 7`: it may keep no old ones. */
export class NoBlock extends NodeFault {
  constructor(what: string) {
    super('unreachable', `The node does not have ${what}, which is below its head`)
  }
}

/** Too many calls wait for the nodes. Nothing was sent to one, and that says nothing of them. */
export class NodeBusy extends NodeFault {
  constructor(message: string) {
    super('unreachable', message)
  }
}

/** What a chain has on its network. @throws NodeFault `unsupported` when it has no such network */
export function paramsOf<Params>({
  record,
  network,
}: {
  readonly record: ChainRecord<Params>
  readonly network: ChainNetwork
}): Params {
  const params = record.networks[network]
  if (params === undefined) throw new NodeFault('unsupported', `${record.name} has no ${network}`)
  return params
}
