/**
 * Transactions as bytes (java-tron, `core/Tron.proto`): the raw data and its signatures. The SHA-256 of the raw data
 * is the id, which signatures cover.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import type { Reservation, TronTransaction } from '@tallystick/custody'
import { encode, Message } from '../protobuf.js'
import { encodeContract, type ReadContract, readContract } from './contract.js'
import { malformed } from './faults.js'

/** Larger ones no node takes (java-tron, `Constant.TRANSACTION_MAX_BYTE_SIZE`). */
const MAX_BYTES = 500 * 1024
/** What a node adds to a block beside the bytes of a transaction, and charges (`Constant.MAX_RESULT_SIZE_IN_TX`). */
const RESULT_BYTES = 64
const SIGNATURE_BYTES = 65

/** Of `Transaction.raw`. */
const RAW = [1, 3, 4, 8, 9, 10, 11, 12, 14, 18] as const

/** Raw data as it is read from bytes. */
export interface RawData extends ReadContract {
  readonly bytes: Uint8Array
  readonly txId: string
  readonly refBlock: TronTransaction['refBlock']
  readonly expiration: number
  readonly timestamp: number
  readonly feeLimit: bigint
  /** Hex. */
  readonly memo: string
}

/** @throws BadTransaction `malformed` */
export function encodeRaw(transaction: TronTransaction): RawData {
  const { contract, refBlock, expiration, timestamp, feeLimit = 0n, memo = '' } = transaction
  const wrong =
    (!/^[0-9a-f]{4}$/.test(refBlock.bytes) && 'the reference block') ||
    (!/^[0-9a-f]{16}$/.test(refBlock.hash) && 'the reference block') ||
    (!isTime(expiration) && 'the expiration') ||
    (!isTime(timestamp) && 'the timestamp') ||
    (!/^(?:[0-9a-f]{2})*$/.test(memo) && 'the memo')
  if (wrong !== false) throw malformed(`${wrong} is not one`)
  return readRaw(
    encode([
      [1, hex.decode(refBlock.bytes)],
      [4, hex.decode(refBlock.hash)],
      [8, BigInt(expiration)],
      [10, hex.decode(memo)],
      [11, encodeContract(contract)],
      [14, BigInt(timestamp)],
      [18, feeLimit],
    ]),
  )
}

/** @throws BadTransaction `malformed` */
export function readRaw(bytes: Uint8Array): RawData {
  if (bytes.length > MAX_BYTES) throw malformed('it has too many bytes')
  const message = Message.read(bytes).allowOnly(...RAW)
  const [contract, ...more] = message.all(11)
  if (contract === undefined || more.length > 0) throw malformed('it has not one contract')
  const expiration = Number(message.integer(8))
  if (!isTime(expiration)) throw malformed('it never expires')
  return {
    ...readContract(contract),
    bytes,
    txId: hex.encode(sha256(bytes)),
    refBlock: { bytes: hex.encode(message.bytes(1)), hash: hex.encode(message.bytes(4)) },
    expiration,
    timestamp: Number(message.integer(14)),
    feeLimit: message.integer(18),
    memo: hex.encode(message.bytes(10)),
  }
}

/** Milliseconds since 1970, until the seconds have more than 32 bits. */
const isTime = (value: number): boolean => Number.isSafeInteger(value) && value > 0 && value < 2 ** 32 * 1_000

export interface SignedTransaction {
  readonly raw: RawData
  readonly signatures: readonly Uint8Array[]
}

/** `Transaction`, hex. */
export const writeSigned = (raw: Uint8Array, signatures: readonly Uint8Array[]): string =>
  hex.encode(encode([[1, raw], ...signatures.map((one) => [2, one] as const)]))

/** @throws BadTransaction `malformed` */
export function readSigned(text: string): SignedTransaction {
  if (text.length > 2 * MAX_BYTES || !/^(?:[0-9a-fA-F]{2})+$/.test(text)) throw malformed('it is not hex')
  const message = Message.read(hex.decode(text.toLowerCase())).allowOnly(1, 2)
  return { raw: readRaw(message.bytes(1)), signatures: message.all(2) }
}

/** That the account, or the network for it, is charged bandwidth for. @param signatures How many it has, or will have */
export const billedBytes = (raw: Uint8Array, signatures: number): number =>
  writeSigned(raw, new Array(signatures).fill(new Uint8Array(SIGNATURE_BYTES))).length / 2 + RESULT_BYTES

/** Bits of a transaction's id in the index that it claims. */
const ID_BITS = 31n

/** Of a sender's claims, the first that one which expires at this time may have. */
export const claimsFrom = (expiration: number): bigint => BigInt(Math.floor(expiration / 1_000)) << ID_BITS

/**
 * What a transaction uses up. There is no nonce: each is one of its sender's by the second at which it expires and the
 * beginning of its id. So all that may still be taken are found by the time, and no two share a claim but by chance,
 * which is then refused.
 */
export const claimsOf = ({ owner, expiration, txId }: RawData): readonly Reservation[] => [
  { owner, index: claimsFrom(expiration) + (BigInt(`0x${txId.slice(0, 8)}`) >> (32n - ID_BITS)) },
]
