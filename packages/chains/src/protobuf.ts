/**
 * Protocol Buffers as chains write them (proto3, in the order of the numbers, defaults left out): integers of 64 bits
 * exactly, which no amount fits a double for. Bytes that another spelling would have are refused: nodes know a
 * transaction by the hash of this one.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { BadTransaction } from '@tallystick/custody'

/** Integers are varints, all other values bytes. */
export type Value = bigint | Uint8Array
export type Field = readonly [number: number, value: Value | null]

const VARINT = 0n
const BYTES = 2n
/** What a signed integer of 64 bits holds. No amount is negative. */
export const MAX_INT64 = (1n << 63n) - 1n

const malformed = (why: string): BadTransaction =>
  new BadTransaction('malformed', `The chain does not accept this transaction: ${why}.`)

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}

/** Fields in the order of their numbers; null, 0 and no bytes are left out. @throws BadTransaction out of range */
export function encode(fields: readonly Field[]): Uint8Array {
  return concatBytes(
    ...fields.flatMap(([number, value]) => {
      if (value === null || value === 0n || (typeof value !== 'bigint' && value.length === 0)) return []
      const key = BigInt(number) << 3n
      if (typeof value !== 'bigint') return [varint(key | BYTES), varint(BigInt(value.length)), value]
      if (value < 0n || value > MAX_INT64) throw malformed('a number is no integer of 63 bits')
      return [varint(key | VARINT), varint(value)]
    }),
  )
}

export class Message {
  private constructor(private readonly fields: readonly (readonly [number, Value])[]) {}

  /** @throws BadTransaction when it is no message, or is not written as `encode` writes it */
  static read(bytes: Uint8Array): Message {
    const fields: (readonly [number, Value])[] = []
    let at = 0
    const integer = (): bigint => {
      for (let value = 0n, shift = 0n; shift < 64n; shift += 7n) {
        const byte = bytes[at++]
        if (byte === undefined) break
        value |= BigInt(byte & 0x7f) << shift
        if (byte < 0x80) return value
      }
      throw malformed('its bytes break off')
    }
    while (at < bytes.length) {
      const key = integer()
      const number = Number(key >> 3n)
      if ((key & 7n) === VARINT) fields.push([number, integer()])
      else if ((key & 7n) === BYTES) {
        const length = Number(integer())
        if (length > bytes.length - at) throw malformed('its bytes break off')
        fields.push([number, bytes.subarray(at, at + length)])
        at += length
      } else throw malformed('it has a field of another kind')
    }
    const message = new Message(fields)
    const isOrdered = fields.every(([number], place) => number >= (fields[place - 1]?.[0] ?? 1))
    if (!isOrdered || !same(encode(fields), bytes)) throw malformed('its fields are not in order')
    return message
  }

  /** 0 where there is none. */
  integer(number: number): bigint {
    const value = this.one(number)
    if (value === undefined || typeof value === 'bigint') return value ?? 0n
    throw malformed(`field ${number} is no number`)
  }

  /** None where there is none. */
  bytes(number: number): Uint8Array {
    const value = this.one(number)
    if (typeof value !== 'bigint') return value ?? new Uint8Array(0)
    throw malformed(`field ${number} is a number`)
  }

  message(number: number): Message {
    return Message.read(this.bytes(number))
  }

  /** Those of a repeated field. */
  all(number: number): readonly Uint8Array[] {
    return this.fields.flatMap(([own, value]) => (own === number && typeof value !== 'bigint' ? [value] : []))
  }

  /** @throws BadTransaction when it has a field of another number */
  allowOnly(...numbers: readonly number[]): this {
    const other = this.fields.find(([number]) => !numbers.includes(number))
    if (other !== undefined) throw malformed(`it has a field ${other[0]}, which is not known here`)
    return this
  }

  private one(number: number): Value | undefined {
    const [first, ...more] = this.fields.filter(([own]) => own === number)
    if (more.length > 0) throw malformed(`it has several fields ${number}`)
    return first?.[1]
  }
}

export const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
