/**
 * The bytes of a transaction (docs.multiversx.com, "Signing Transactions"). The signature covers its JSON in a fixed order
 * without empty fields. Its hash is that of its Protocol Buffers message (mx-chain-core-go, `transaction.proto`).
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { MultiversxTransaction } from '@tallystick/custody'
import { encode } from '../protobuf.js'
import { bytesIn, malformed } from './address.js'

/** With all optional fields: user names, a guardian who also signs, a relayer who pays the fee. */
export interface SignedTransaction extends MultiversxTransaction {
  readonly senderUsername?: string
  readonly receiverUsername?: string
  /** Bits: 1, the hash is signed; 2, there is a guardian. */
  readonly options?: number
  readonly guardian?: string
  readonly relayer?: string
  readonly signature: string
  readonly guardianSignature?: string
  readonly relayerSignature?: string
}

type Name = keyof SignedTransaction
type Kind = 'whole' | 'amount' | 'address' | 'base64' | 'text' | 'signature'

/** The fields in the order of the JSON, each with its number in the message. */
const FIELDS: Readonly<Record<Name, readonly [number: number, kind: Kind]>> = {
  nonce: [1, 'whole'],
  value: [2, 'amount'],
  receiver: [3, 'address'],
  sender: [5, 'address'],
  senderUsername: [6, 'base64'],
  receiverUsername: [4, 'base64'],
  gasPrice: [7, 'whole'],
  gasLimit: [8, 'whole'],
  data: [9, 'base64'],
  chainID: [10, 'text'],
  version: [11, 'whole'],
  options: [13, 'whole'],
  guardian: [14, 'address'],
  relayer: [16, 'address'],
  signature: [12, 'signature'],
  guardianSignature: [15, 'signature'],
  relayerSignature: [17, 'signature'],
}
const NAMES = Object.keys(FIELDS) as readonly Name[]
/** These fields are present even if they are 0. */
const ALWAYS: ReadonlySet<Name> = new Set([
  'nonce',
  'value',
  'receiver',
  'sender',
  'gasPrice',
  'gasLimit',
  'chainID',
  'version',
])

/** The most digits of an amount; nodes accept at most 32 bytes (mx-chain-go, `config.toml`). */
const MAX_DIGITS = 77
/** Longer than the Base64 of the longest data that a node accepts. */
const MAX_DATA = 500_000
const HASH_IS_SIGNED = 1

/** Checks every field. @throws BadTransaction `malformed` */
export function checked<Transaction extends MultiversxTransaction>(transaction: Transaction): Transaction {
  const foreign = Object.keys(transaction).find((name) => !Object.hasOwn(FIELDS, name))
  if (foreign !== undefined) throw malformed(`it has no field ${foreign.slice(0, 40)}`)
  for (const name of NAMES) {
    const value: unknown = Reflect.get(transaction, name)
    // An optional field may also be empty.
    if (!ALWAYS.has(name) && (value === undefined || value === '')) continue
    if (!IS[FIELDS[name][1]](value)) throw malformed(`its ${name} is not ${WHAT[FIELDS[name][1]]}`)
  }
  return transaction
}

const IS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  whole: (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
  amount: (value) => isText(value, MAX_DIGITS) && /^(?:0|[1-9]\d*)$/.test(value),
  address: (value) => isText(value, 62) && bytesIn(value) !== undefined,
  base64: (value) => isText(value, MAX_DATA) && Buffer.from(value, 'base64').toString('base64') === value,
  text: (value) => isText(value, 30) && /^[\w-]+$/.test(value),
  signature: (value) => isText(value, 128) && /^[0-9a-f]{128}$/.test(value),
}
const WHAT: Readonly<Record<Kind, string>> = {
  whole: 'a whole number',
  amount: 'an amount of base units as text',
  address: 'an address',
  base64: 'Base64',
  text: 'the ID of a network',
  signature: 'a signature of 128 hex digits in lower case',
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most

const isSignature = (name: Name): boolean => FIELDS[name][1] === 'signature'

/** The bytes that a signature covers. @param transaction Checked */
export function messageOf(transaction: MultiversxTransaction): Uint8Array {
  const written = NAMES.flatMap((name) => {
    const value: unknown = Reflect.get(transaction, name)
    return isSignature(name) || (!ALWAYS.has(name) && !value) ? [] : [[name, value] as const]
  })
  const bytes = Uint8Array.from(Buffer.from(JSON.stringify(Object.fromEntries(written))))
  const options = Number(Reflect.get(transaction, 'options') ?? 0)
  return (options & HASH_IS_SIGNED) === 0 ? bytes : keccak_256(bytes)
}

/** Hex. @param transaction Checked */
export function hashOf(transaction: SignedTransaction): string {
  const fields = NAMES.map((name) => {
    const [number, kind] = FIELDS[name]
    return [number, inMessage(kind, transaction[name])] as const
  })
  fields.sort(([one], [other]) => one - other)
  return Buffer.from(blake2b(encode(fields), { dkLen: 32 })).toString('hex')
}

function inMessage(kind: Kind, value: string | number | undefined): bigint | Uint8Array | null {
  if (value === undefined || value === '') return null
  switch (kind) {
    case 'whole':
      return BigInt(value)
    case 'amount':
      return amountBytes(BigInt(value))
    case 'address':
      return bytesIn(String(value)) ?? null
    case 'base64':
      return Uint8Array.from(Buffer.from(String(value), 'base64'))
    case 'text':
      return Uint8Array.from(Buffer.from(String(value)))
    case 'signature':
      return Uint8Array.from(Buffer.from(String(value), 'hex'))
  }
}

/** A sign byte, then the bytes of the amount; 0 has one zero byte (mx-chain-core-go, `BigIntCaster`). */
function amountBytes(amount: bigint): Uint8Array {
  const digits = amount.toString(16)
  return Uint8Array.from(Buffer.from(`00${digits.length % 2 === 0 ? digits : `0${digits}`}`, 'hex'))
}
