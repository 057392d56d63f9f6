/**
 * Contract calls: converts an ABI and JSON values to call data, and returned data to JSON values. All input comes from
 * callers: anything invalid is `BadTransaction` `malformed`, and nothing else is thrown.
 */
import type { MethodAbi } from '@tallystick/custody'
import { Fragment, FunctionFragment, type ParamType } from 'ethers/abi'
import { ADDRESS_ROOM, decode, encode, Room } from './abi-coder.js'
import { attempt, malformed } from './faults.js'
import { type AddressText, readAddress, writeAddress } from './text.js'

/**
 * Values of one call or of its answer. All of them are read in one turn of the event loop; a transaction has room for
 * fewer, and a list that is longer is read in parts.
 */
const MAX_VALUES = 10_000

/** Types in the description of a method: each takes as long to read as some fifty values. */
const MAX_TYPES = 400

/** How a call reads its values: with addresses in this spelling, as long as there is room. */
interface Reading {
  readonly text: AddressText
  readonly room: Room
}

export function encodeCall(
  abi: MethodAbi,
  method: string,
  args: readonly unknown[],
  text: AddressText,
): string {
  const fragment = fragmentOf(abi, method)
  return fragment.selector + encodeArguments(fragment, shown(method), args, text).slice(2)
}

/** The data after the selector of a method, or after the code of a deployed contract. 0x-hex. */
export function encodeArguments(
  { inputs }: { readonly inputs: readonly ParamType[] },
  name: string,
  args: readonly unknown[],
  text: AddressText,
): string {
  if (args.length !== inputs.length) {
    throw malformed(`${name} takes ${inputs.length} parameters, not ${args.length}`)
  }
  const how = { text, room: new Room(MAX_VALUES) }
  const values = inputs.map((type, at) => read(type, args[at], how, label(type, at)))
  return attempt(() => `0x${encode(inputs, values)}`, `The parameters do not fit ${name}`)
}

/**
 * A single value is returned as itself, several as a list, none as null. Integers and addresses are text; tuples with
 * names are objects.
 */
export function decodeResult(abi: MethodAbi, method: string, data: string, text: AddressText): unknown {
  const fragment = fragmentOf(abi, method)
  if (fragment.outputs.length === 0) return null
  return attempt(
    () => {
      const result = decode(fragment.outputs, data, new Room(MAX_VALUES))
      const values = fragment.outputs.map((type, at) => write(type, result[at], text))
      return values.length === 1 ? values[0] : values
    },
    `The contract's answer is not what ${shown(method)} is described to return`,
  )
}

function fragmentOf(abi: MethodAbi, method: string): FunctionFragment {
  const { name = method, type = 'function' } = abi
  const other = `The description is not one of ${shown(method)}`
  if (type !== 'function' || name !== method) throw malformed(other)
  if (typesIn(abi['inputs']) + typesIn(abi['outputs']) > MAX_TYPES)
    throw malformed(`The description of ${shown(method)} has more than ${MAX_TYPES} types`)
  const fragment = attempt(
    () => Fragment.from({ outputs: [], ...abi, name, type }),
    `The description of ${shown(method)} cannot be read`,
  )
  if (!(fragment instanceof FunctionFragment)) throw malformed(other)
  return fragment
}

const typesIn = (types: unknown): number =>
  Array.isArray(types)
    ? types.reduce<number>(
        (sum, one: unknown) => sum + 1 + typesIn(Reflect.get(Object(one), 'components')),
        0,
      )
    : 0

/** Shorter than the text of any key. */
const NAME = /^[A-Za-z_$][\w$]{0,23}$/

/** A caller's name in a message, unless it may be something else, such as a key in the wrong field. */
const shown = (name: string): string => (NAME.test(name) ? name : 'the method')

const label = (type: ParamType, at: number): string =>
  `Parameter ${NAME.test(type.name) ? type.name : at + 1}`

/** Converts a JSON value to the library's type. */
function read(type: ParamType, given: unknown, how: Reading, name: string): unknown {
  const refuse = (wanted: string) => malformed(`${name} must be ${wanted}`)
  how.room.take(type.baseType === 'address' ? ADDRESS_ROOM : 1)
  if (type.isArray() || type.isTuple()) {
    const value = listed(given)
    if (type.isArray()) {
      if (!Array.isArray(value)) throw refuse('a list')
      how.room.check(value.length)
      return value.map((item, at) => read(type.arrayChildren, item, how, `${name}[${at}]`))
    }
    const items = Array.isArray(value) ? value : membersOf(type.components, value)
    if (items?.length !== type.components.length) throw refuse(`${type.components.length} values`)
    return type.components.map((part, at) =>
      read(part, items[at], how, `${name}.${NAME.test(part.name) ? part.name : at}`),
    )
  }
  if (/^u?int/.test(type.baseType)) {
    if (typeof given === 'string' && /^[+-]?(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(given)) {
      return given.startsWith('-') ? -BigInt(given.slice(1)) : BigInt(given.replace('+', ''))
    }
    if (typeof given === 'number' && Number.isSafeInteger(given)) return BigInt(given)
    throw refuse('a whole number, as text')
  }
  switch (type.baseType) {
    case 'address': {
      const address = typeof given === 'string' ? readAddress(given, how.text) : undefined
      if (address === undefined) throw refuse('an address')
      return address
    }
    case 'bool':
      if (given === true || given === 'true') return true
      if (given === false || given === 'false') return false
      throw refuse('true or false')
    case 'string':
      if (typeof given !== 'string') throw refuse('text')
      return given
    default:
      // bytes, bytes1 to bytes32
      if (typeof given !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(given)) throw refuse('0x and hex digits')
      return given
  }
}

/** Clients whose parameters are all text write a list or an object as JSON. */
function listed(given: unknown): unknown {
  return typeof given === 'string' ? attempt((): unknown => JSON.parse(given), 'A list is not JSON') : given
}

function membersOf(parts: readonly ParamType[], value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const members = new Map<string, unknown>(Object.entries(value))
  return parts.every(({ name }) => members.has(name)) ? parts.map(({ name }) => members.get(name)) : undefined
}

function write(type: ParamType, value: unknown, text: AddressText): unknown {
  if (type.isArray()) {
    return items(value).map((item) => write(type.arrayChildren, item, text))
  }
  if (type.isTuple()) {
    const parts = items(value)
    const written = type.components.map((part, at) => write(part, parts[at], text))
    const names = type.components.map(({ name }) => name)
    const named = !names.includes('') && new Set(names).size === names.length
    return named ? Object.fromEntries(names.map((name, at) => [name, written[at]])) : written
  }
  if (typeof value === 'bigint') return value.toString()
  return type.baseType === 'address' && typeof value === 'string'
    ? writeAddress(value.toLowerCase(), text)
    : value
}

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
