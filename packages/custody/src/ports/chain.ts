/**
 * The chain port: what every chain can do, whatever its family. A chain is a record (data) and a family (code). The
 * codec is pure and synchronous; the node half does all I/O. If a chain cannot do something, the facet is absent; there
 * are no stubs that throw. The contract suite in `@tallystick/testing` proves every adapter.
 */
import type { Network, RejectionCode, Reservation } from '@tallystick/core'
import type { FeeCeiling, FeeCoin } from './fee.js'

export type { Reservation }

export type Family = 'utxo' | 'evm' | 'xrp' | 'tron'

/** Selects the parameters of a chain: the caller's network, or a private chain instead. */
export type ChainNetwork = Network | 'regtest'

/** Everything that differs between two chains of one family. Data only, so it can be printed and compared. */
export interface ChainRecord<Params = unknown> {
  /** The currency of the ledger, as in the API: `BTC`, `MATIC`. */
  readonly id: string
  /** The segment of the API's paths: `bitcoin`, `polygon`. */
  readonly segment: string
  readonly family: Family
  readonly name: string
  /** Decimals of the native coin: base units are 10^-decimals. */
  readonly decimals: number
  /** The documented BIP-44 path of the account whose xpub is used; null without HD wallets. */
  readonly path: string | null
  /** The path on all networks except mainnet, if it differs: SLIP-44 has one coin type for all test networks. */
  readonly testPath?: string
  /** `halted`: the chain makes no more blocks. Its codec works; its node is not asked. */
  readonly status: 'live' | 'halted'
  /** A block with this many confirmations, including its own, counts as final. A configuration may ask for more. */
  readonly confirmations: number
  /** The documented code for a transaction that the network refuses. Default: `GENERAL_REFUSAL`. */
  readonly refusal?: RejectionCode
  readonly networks: Readonly<Partial<Record<ChainNetwork, Params>>>
  /**
   * Testnets by the names of the API (`ethereum-holesky`), if the chain has several. `networks.testnet` is the default.
   */
  readonly testnets?: Readonly<Record<string, Params>>
}

/** For chains without a documented code of their own. */
const GENERAL_REFUSAL: RejectionCode = 'blockchain.broadcast.error'

export const refusalOf = ({ refusal = GENERAL_REFUSAL }: Pick<ChainRecord, 'refusal'>): RejectionCode =>
  refusal

/** The derivation path on a network; null without HD wallets. */
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
  /** JSON in the format of the family. */
  readonly payload: string
  /** The most that it can cost, in base units. */
  readonly fee: string
  /** The outputs, or the nonce or sequence, that it uses. No two transactions of ours may have the same. */
  readonly claims: readonly Reservation[]
  /**
   * The time from which nodes may refuse it, in milliseconds since 1970. If a signer answers later, the transaction is
   * built and signed again. Absent if it does not expire.
   */
  readonly expires?: number
}

export interface Signed {
  /** In the format of the chain's nodes: hex, Base64 or Base58, depending on the family. */
  readonly raw: string
  /** Known before the transaction is broadcast. */
  readonly txId: string
}

/** ECDSA and Schnorr (BIP-340) over secp256k1, and Ed25519 (RFC 8032). */
export type Scheme = 'ecdsa' | 'schnorr' | 'ed25519'

/** What has to be signed, and the address whose key has to sign it. */
export interface SigningRequest {
  /** The bytes to sign, unchanged: a digest of 32 bytes, or the whole message if the scheme is `ed25519`. */
  readonly bytes: Uint8Array
  readonly scheme: Scheme
  /** The address whose key must sign. */
  readonly address: string
  /** Whether this public key may sign it. */
  accepts(publicKey: Uint8Array): boolean
}

/** Signs with one private key and never reveals it: at once, or later if a vault or an HSM has the key. */
export interface Signer {
  readonly publicKey: Uint8Array
  /** The address that the key controls, of the chain's default kind. */
  readonly address: string
  sign(request: SigningRequest): Uint8Array | Promise<Uint8Array>
}

/** A key in memory. A codec makes it from the chain's text form of a key. */
export interface KeySigner extends Signer {
  sign(request: SigningRequest): Uint8Array
}

/** Decides which keys may sign a transaction. */
export interface SignerSource {
  /**
   * One signer for each request, in their order.
   * @throws BadKey if it has none for a request; or any other reason why a key cannot be used
   */
  signers(unsigned: Unsigned, requests: readonly SigningRequest[]): Promise<readonly Signer[]>
}

/** The pure half: no I/O, no clock, no randomness. */
export interface Codec {
  /** The address of a public key, of the chain's default kind. */
  address(publicKey: Uint8Array): string
  isAddress(text: string): boolean
  /** The only spelling that is compared and reserved, for example checksummed hex in lower case. */
  canonical(address: string): string
  /** The chain's text form of a private key: WIF, 0x-hex, an s… seed. */
  privateKeyText(secret: Uint8Array): string
  /** @throws BadKey if the text is not a private key of this chain and network; the message does not repeat the text */
  signer(privateKey: string): KeySigner
  /** In the order in which `combine` takes the signatures. */
  signingRequests(unsigned: Unsigned): readonly SigningRequest[]
  /** Idempotent. Verifies each signature before it assembles the transaction. */
  combine(unsigned: Unsigned, signatures: readonly SignatureOf[]): Signed
  /**
   * Decodes a signed transaction.
   * @throws BadTransaction if it is not one of this chain
   */
  inspect(raw: string): Inspected
  /**
   * The difference between a signed transaction and the one that was serialized for a key-management system; null if
   * they agree. The signer may choose values that were left open.
   * @throws BadTransaction if `raw` is not a signed transaction of the chain
   */
  difference(serialized: string, raw: string): string | null
  /**
   * The largest fee of a signed transaction, if the transaction serialized for the key-management system left the fee
   * to the signer; null if the fee was given. Absent if the fee is always part of what is signed.
   */
  chosenFee?(serialized: string, raw: string): ChosenFee | null
}

export interface ChosenFee extends FeeCeiling, FeeCoin {
  /** Base units of the fee's coin. */
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
}

/** One payment of a transaction, which may make several. */
export interface Paid {
  readonly address: string | null
  /** Base units; 1 for a non-fungible token. */
  readonly amount: bigint
  /** Contract or issuer of a token; absent for the native coin. */
  readonly asset?: string
  /** Identifies a non-fungible token within the asset. */
  readonly tokenId?: string
  /** Distinguishes the customers of one address: a tag or memo. */
  readonly tag?: string
}

/**
 * Wallets whose addresses derive from an extended public key (BIP-32) without a secret. Absent if the chain has none.
 */
export interface XpubKeys {
  /** The mnemonic (BIP-39, English) of 32 random bytes: 24 words. */
  mnemonic(entropy: Uint8Array): string
  /** The xpub at the record's path. @throws BadKey if the mnemonic is not valid BIP-39 */
  xpub(mnemonic: string): Promise<string>
  /** Child `index` of an xpub. @throws BadKey if the xpub is not one of this chain and network */
  address(xpub: string, index: number): string
  /** The private key at the record's path and `index`, in the chain's text form. */
  privateKey(mnemonic: string, index: number): Promise<string>
}

/** A node's answer to a submission, and how far it can be believed. */
export type Broadcast =
  | { readonly kind: 'accepted' }
  /** The node, or a block, had it already: a success. */
  | { readonly kind: 'known' }
  /**
   * No node of the network could ever accept it, whatever the state of the chain: it is malformed, has a wrong
   * signature, or is for another network. It was submitted to this node once, and no node has it.
   */
  | { readonly kind: 'refused'; readonly reason: string }
  /**
   * The node does not accept it now: its nonce is used, its fee is too low, or funds are missing. Another node, or the
   * same one earlier, may have accepted it. Only `status` proves an end.
   * @property reason For callers: it names rules and no hosts
   * @property inPlace The reason is not its nonce: another transaction with that nonce may be accepted
   */
  | { readonly kind: 'declined'; readonly reason: string; readonly inPlace?: true }
  /** The node did not say, and the transaction may have been accepted. */
  | { readonly kind: 'unknown'; readonly reason: string }

/**
 * The status of a transaction. All data of one status come from one endpoint. `final` and `dead` follow only from what
 * a node shows, never from what it does not show, because it may be behind the others.
 */
export type TransactionStatus =
  /** In no block of the chain, and not in the mempool. A block that was undone does not count. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'confirmed'
      readonly height: number
      readonly ok: boolean
      /** Its block has `ChainRecord.confirmations` confirmations. */
      readonly final: boolean
    }
  /**
   * It is proven that no block can contain it: a final transaction uses the same output or nonce, or its last ledger
   * has passed.
   */
  | { readonly kind: 'dead'; readonly reason: string }

/** The part of a node that all families share. Rejects with `NodeFault` if no endpoint answered. */
export interface ChainNode {
  /**
   * Submits the transaction and checks that the node has it. Never rejects: an error is `unknown`. Nothing below
   * repeats the request: it reaches one node once, or the answer is not `refused`.
   */
  broadcast(signed: Signed): Promise<Broadcast>
  status(signed: Signed): Promise<TransactionStatus>
  /**
   * The bytes of a transaction that the node has, in a block or the mempool, as hex; undefined if it has none with this
   * id, or none that the family can decode. The caller must check that they match the id.
   */
  raw(txId: string): Promise<string | undefined>
  head(): Promise<{ readonly height: number; readonly hash: string }>
  /** Base units of the native coin. */
  balance(address: string): Promise<bigint>
}

/** Accounts that each need their secret: a single account, or one of a mnemonic. Absent if the chain has none. */
export interface AccountKeys {
  /** The number of random bytes of a new secret. */
  readonly entropy: number
  /** The text form of a secret of that many bytes: a seed, or the words of a mnemonic. */
  secret(entropy: Uint8Array): string
  /**
   * An account of the secret. A single account has only the index 0.
   * @throws BadKey if the text is not a secret of the chain, or has no account with this index
   */
  account(secret: string, index: number): Promise<{ readonly address: string; readonly privateKey: string }>
}

export interface Chain {
  readonly record: ChainRecord
  readonly network: ChainNetwork
  /** Its name among the chain's testnets, if it is not the default one. `Chains.chain` takes it. */
  readonly testnet?: string
  readonly codec: Codec
  readonly keys?: XpubKeys
  readonly accounts?: AccountKeys
  readonly node: ChainNode
}

/** The text is not a key, a mnemonic or an xpub of the chain. The message never repeats the text. */
export class BadKey extends Error {
  override readonly name = 'BadKey'
}

/**
 * The requested transaction cannot be built: not enough funds, an output that is dust, or a fee far above the market.
 */
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

/** No endpoint of the chain's node answered as expected. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'
  constructor(
    readonly code: /** All endpoints failed or timed out: the same call may succeed later. */
      | 'unreachable'
      /** The configured node lacks this method or index. `message` names the kind of node that has it. */
      | 'unsupported'
      /** The chain has no node in the configuration. */
      | 'unconfigured',
    message: string,
  ) {
    super(message)
  }
}

/** The parameters of a chain on its network. @throws NodeFault `unsupported` if the chain does not have the network */
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
