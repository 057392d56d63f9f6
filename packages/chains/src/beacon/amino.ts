/**
 * Transactions as bytes. Amino is Protocol Buffers with the length before the whole, and a prefix before each value that may
 * have several types (docs.bnbchain.org, "Transaction Encoding"; bnb-chain/bnc-cosmos-sdk, `x/auth/stdtx.go`,
 * `x/bank/msgs.go`). This reads only transfers, because it could not tell what other messages pay.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { encode, Message, same } from '../protobuf.js'
import { ADDRESS_BYTES } from './address.js'
import { malformed } from './faults.js'

const TX = hex.decode('f0625dee')
const SEND = hex.decode('2a2c87fa')
/** `tendermint/PubKeySecp256k1`, and the length of one. */
const KEY = hex.decode('eb5ae98721')
const KEY_BYTES = 33
const SIGNATURE_BYTES = 64
/** Nodes accept no larger ones (Tendermint, `MaxTxBytes`, and `maxMemoCharacters` of bnb-chain/node). */
const MAX_BYTES = 1024 * 1024
export const MAX_MEMO = 128

export interface Coin {
  readonly asset: string
  readonly amount: bigint
}

/** What one account pays or receives. */
export interface Entry {
  readonly account: Uint8Array
  readonly coins: readonly Coin[]
}

/** `cosmos-sdk/Send`. */
export interface Transfer {
  readonly inputs: readonly Entry[]
  readonly outputs: readonly Entry[]
}

export interface StdSignature {
  /** Compressed. */
  readonly publicKey: Uint8Array
  readonly signature: Uint8Array
  readonly accountNumber: bigint
  readonly sequence: bigint
}

export interface StdTx {
  readonly transfer: Transfer
  readonly signatures: readonly StdSignature[]
  readonly memo: string
  readonly source: bigint
}

const coinBytes = ({ asset, amount }: Coin): Uint8Array =>
  encode([
    [1, utf8(asset)],
    [2, amount],
  ])

const entryBytes = ({ account, coins }: Entry): Uint8Array =>
  encode([[1, account], ...coins.map((coin) => [2, coinBytes(coin)] as const)])

const transferBytes = ({ inputs, outputs }: Transfer): Uint8Array =>
  encode([
    ...inputs.map((input) => [1, entryBytes(input)] as const),
    ...outputs.map((output) => [2, entryBytes(output)] as const),
  ])

const signatureBytes = ({ publicKey, signature, accountNumber, sequence }: StdSignature): Uint8Array =>
  encode([
    [1, concatBytes(KEY, publicKey)],
    [2, signature],
    [3, accountNumber],
    [4, sequence],
  ])

export function writeTx({ transfer, signatures, memo, source }: StdTx): Uint8Array {
  const fields = encode([
    [1, concatBytes(SEND, transferBytes(transfer))],
    ...signatures.map((signature) => [2, signatureBytes(signature)] as const),
    [3, utf8(memo)],
    [4, source],
  ])
  return concatBytes(lengthOf(TX.length + fields.length), TX, fields)
}

/** @param raw Hex @throws BadTransaction `malformed` */
export function readTx(raw: string): StdTx {
  // Of a text of megabytes, the search may end with a stack that is full.
  if (raw.length > 2 * MAX_BYTES || !/^(?:[0-9a-fA-F]{2})+$/.test(raw))
    throw malformed(`it is not hex of at most ${MAX_BYTES} bytes`)
  const bytes = hex.decode(raw.toLowerCase())
  // The length has at most three bytes.
  const at = 1 + bytes.findIndex((byte) => byte < 0x80)
  if (!same(bytes.subarray(0, at), lengthOf(bytes.length - at))) throw malformed('its length prefix is wrong')
  const message = Message.read(unprefixed(bytes.subarray(at), TX, 'a transaction')).allowOnly(1, 2, 3, 4)
  const [first, ...more] = message.all(1)
  if (first === undefined || more.length > 0) throw malformed('it must have one message')
  return {
    transfer: readTransfer(
      unprefixed(first, SEND, 'a transfer (cosmos-sdk/Send), the only supported message'),
    ),
    signatures: message.all(2).map(readSignature),
    memo: text(message.bytes(3)),
    source: message.integer(4),
  }
}

function readTransfer(bytes: Uint8Array): Transfer {
  const message = Message.read(bytes).allowOnly(1, 2)
  return { inputs: message.all(1).map(readEntry), outputs: message.all(2).map(readEntry) }
}

function readEntry(bytes: Uint8Array): Entry {
  const message = Message.read(bytes).allowOnly(1, 2)
  const account = message.bytes(1)
  if (account.length !== ADDRESS_BYTES) throw malformed('it names an invalid account')
  const coins = message.all(2).map((one): Coin => {
    const coin = Message.read(one).allowOnly(1, 2)
    return { asset: text(coin.bytes(1)), amount: coin.integer(2) }
  })
  return { account, coins }
}

function readSignature(bytes: Uint8Array): StdSignature {
  const message = Message.read(bytes).allowOnly(1, 2, 3, 4)
  const publicKey = unprefixed(message.bytes(1), KEY, 'a key of secp256k1')
  const signature = message.bytes(2)
  if (publicKey.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) {
    throw malformed('it has a malformed signature or public key')
  }
  return { publicKey, signature, accountNumber: message.integer(3), sequence: message.integer(4) }
}

function unprefixed(bytes: Uint8Array, prefix: Uint8Array, what: string): Uint8Array {
  if (same(bytes.subarray(0, prefix.length), prefix)) return bytes.subarray(prefix.length)
  throw malformed(`it must contain ${what}`)
}

/** As a varint. */
function lengthOf(count: number): Uint8Array {
  const bytes: number[] = []
  let rest = count
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest & 0x7f) | 0x80)
  return Uint8Array.of(...bytes, rest)
}

const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value)

function text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw malformed('it contains text that is not UTF-8')
  }
}
