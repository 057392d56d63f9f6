/**
 * The bytes of contract calls, as Solidity writes them. Types and bytes may both be a caller's: nothing is made before it
 * is known to fit, and one place that many offsets name is read only as often as there is room.
 *
 * The coder of ethers makes an object for each item of a list of a fixed length before it looks at the bytes, so the type
 * `uint256[1000000000]` alone takes all memory. It also takes fifty times as long.
 */
import type { ParamType } from 'ethers/abi'
import { malformed } from './faults.js'

const WORD = 32

/** Deeper than the types of any contract. */
const MAX_DEPTH = 16

/** What one address counts: its checksum takes as long as so many numbers. */
export const ADDRESS_ROOM = 10

/** Room for the values of one call. Texts and bytes count by their words. */
export class Room {
  private left: number

  constructor(private readonly most: number) {
    this.left = most
  }

  /** @throws BadTransaction if there are more than this many */
  check(values: number): void {
    if (!(values <= this.left))
      throw malformed(`More than ${this.most} values, of which each address counts ${ADDRESS_ROOM}`)
  }

  take(values: number): void {
    this.check(values)
    this.left -= values
  }
}

/** A type, with what its place in the bytes follows from. */
interface Shape {
  readonly type: ParamType
  readonly isDynamic: boolean
  /** Bytes where it stands: of a dynamic one, of the offset that leads to it. */
  readonly size: number
  /** Those of a tuple, or the one of a list. */
  readonly parts: readonly Shape[]
}

function shapeOf(type: ParamType, depth = 0): Shape {
  if (depth > MAX_DEPTH) throw malformed('The types are too deeply nested')
  if (type.isArray()) {
    const part = shapeOf(type.arrayChildren, depth + 1)
    const isDynamic = type.arrayLength === -1 || part.isDynamic
    return { type, isDynamic, size: isDynamic ? WORD : type.arrayLength * part.size, parts: [part] }
  }
  if (type.isTuple()) {
    const parts = type.components.map((part) => shapeOf(part, depth + 1))
    const isDynamic = parts.some((part) => part.isDynamic)
    return { type, isDynamic, size: isDynamic ? WORD : sizeOf(parts), parts }
  }
  return { type, isDynamic: type.baseType === 'string' || type.baseType === 'bytes', size: WORD, parts: [] }
}

const sizeOf = (shapes: readonly Shape[]): number => shapes.reduce((sum, { size }) => sum + size, 0)

/** The items of a list, or the components of a tuple. */
const membersOf = ({ type, parts }: Shape, count: number): readonly Shape[] =>
  type.isArray() ? Array<Shape>(count).fill(parts[0] as Shape) : parts

/** `uint8` has 8 bits, and `bytes4` 4 bytes. */
const widthOf = ({ baseType }: ParamType): number => Number(/\d+$/.exec(baseType)?.[0] ?? 256)

/**
 * Integers as `bigint`, addresses in lower case, lists and tuples as lists.
 * @throws BadTransaction
 */
export function decode(types: readonly ParamType[], data: string, room: Room): readonly unknown[] {
  if (!/^0x[0-9a-f]*$/i.test(data) || (data.length - 2) % (2 * WORD) !== 0) throw malformed('Not whole words')
  const shapes = types.map((type) => shapeOf(type))
  return new Reader(Buffer.from(data.slice(2), 'hex'), room).members(shapes, 0)
}

class Reader {
  constructor(
    private readonly bytes: Buffer,
    private readonly room: Room,
  ) {}

  members(shapes: readonly Shape[], start: number): readonly unknown[] {
    let at = start
    return shapes.map((shape) => {
      const place = shape.isDynamic ? start + this.index(at) : at
      at += shape.size
      return this.value(shape, place)
    })
  }

  private value(shape: Shape, at: number): unknown {
    const { type } = shape
    this.room.take(type.baseType === 'address' ? ADDRESS_ROOM : 1)
    if (type.isArray()) {
      const isOpen = type.arrayLength === -1
      const count = isOpen ? this.index(at) : type.arrayLength
      this.room.check(count)
      return this.members(membersOf(shape, count), isOpen ? at + WORD : at)
    }
    if (type.isTuple()) return this.members(shape.parts, at)
    if (shape.isDynamic) return this.content(type, at)
    const word = this.hex(at, WORD)
    const number = BigInt(`0x${word}`)
    switch (type.baseType.replace(/\d+$/, '')) {
      case 'uint':
        return BigInt.asUintN(widthOf(type), number)
      case 'int':
        return BigInt.asIntN(widthOf(type), number)
      case 'bool':
        return number !== 0n
      case 'address':
        if (number >= 2n ** 160n) throw malformed('Not an address')
        return `0x${word.slice(-40)}`
      default:
        return `0x${word.slice(0, 2 * widthOf(type))}`
    }
  }

  private content({ baseType }: ParamType, at: number): string {
    const length = this.index(at)
    const words = Math.ceil(length / WORD)
    this.room.take(words)
    const padded = this.hex(at + WORD, words * WORD)
    const own = padded.slice(0, 2 * length)
    if (baseType === 'bytes') return `0x${own}`
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(own, 'hex'))
  }

  /** An offset or a length: none is greater than the bytes are long. */
  private index(at: number): number {
    const index = Number(BigInt(`0x${this.hex(at, WORD)}`))
    if (index > this.bytes.length) throw malformed('An offset or a length leads beyond the end')
    return index
  }

  private hex(at: number, length: number): string {
    if (!(at + length <= this.bytes.length)) throw malformed('Too short')
    return this.bytes.toString('hex', at, at + length)
  }
}

/**
 * Of values as `decode` returns them. Hex, without `0x`.
 * @throws BadTransaction if a value does not fit its type
 */
export function encode(types: readonly ParamType[], values: readonly unknown[]): string {
  return written(
    types.map((type) => shapeOf(type)),
    values,
  )
}

function written(shapes: readonly Shape[], values: readonly unknown[]): string {
  const heads: string[] = []
  const tails: string[] = []
  let end = sizeOf(shapes)
  for (const [at, shape] of shapes.entries()) {
    const text = bytesOf(shape, values[at])
    if (shape.isDynamic) {
      heads.push(wordOf(BigInt(end)))
      tails.push(text)
      end += text.length / 2
    } else heads.push(text)
  }
  return heads.concat(tails).join('')
}

function bytesOf(shape: Shape, value: unknown): string {
  const { type } = shape
  const wrong = () => malformed(`Not a value of ${type.baseType}`)
  if (type.isArray() || type.isTuple()) {
    const given: readonly unknown[] = Array.isArray(value) ? value : []
    const isOpen = type.arrayLength === -1
    const count = type.isTuple() ? shape.parts.length : isOpen ? given.length : type.arrayLength
    if (given.length !== count) throw wrong()
    return (isOpen ? wordOf(BigInt(count)) : '') + written(membersOf(shape, given.length), given)
  }
  if (typeof value === 'boolean' && type.baseType === 'bool') return wordOf(value ? 1n : 0n)
  if (typeof value === 'bigint' && /^u?int/.test(type.baseType)) {
    const width = widthOf(type)
    const same = type.baseType.startsWith('u') ? BigInt.asUintN(width, value) : BigInt.asIntN(width, value)
    if (same !== value) throw wrong()
    return wordOf(BigInt.asUintN(8 * WORD, value))
  }
  if (typeof value !== 'string') throw wrong()
  if (type.baseType === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw wrong()
    return withLength(Buffer.from(value).toString('hex'))
  }
  const digits = value.slice(2).toLowerCase()
  if (type.baseType === 'bytes') return withLength(digits)
  if (type.baseType === 'address') return digits.padStart(2 * WORD, '0')
  if (!/^bytes\d/.test(type.baseType) || digits.length !== 2 * widthOf(type)) throw wrong()
  return padded(digits)
}

const wordOf = (number: bigint): string => number.toString(16).padStart(2 * WORD, '0')

const padded = (digits: string): string =>
  digits.padEnd(2 * WORD * Math.ceil(digits.length / (2 * WORD)), '0')

const withLength = (digits: string): string => wordOf(BigInt(digits.length / 2)) + padded(digits)
