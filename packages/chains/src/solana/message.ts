/**
 * Transactions as nodes take them (solana.com, "Transactions", "Binary format"): signatures, and the message that they
 * cover, of the legacy format or of version 0; of version 1 (SIMD-0385), the message comes first. Nodes accept one
 * spelling only, and so does the reader. The service itself writes no messages of version 1.
 */
import { malformed, Reader } from './reader.js'
import { readVersion1, VERSION_1 } from './version-1.js'

/** A packet: larger transactions no node takes. */
const MAX_BYTES = 1_232
export const MAX_BYTES_1 = 4_096
export const SIGNATURE_BYTES = 64
const VERSIONED = 0x80

export interface Instruction {
  /** Where its program is among the keys. */
  readonly program: number
  /** Where its accounts are: among the keys, or after them, those of the tables. */
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

export interface Message {
  readonly version: 'legacy' | 0 | 1
  /** Keys that sign: the first of them pays the fee. */
  readonly signers: number
  /** Of those that sign, and of those that do not, how many at the end are only read. */
  readonly readonlySigners: number
  readonly readonlyOthers: number
  readonly keys: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
  /** Version 0: tables from which further accounts are taken. */
  readonly tables: readonly {
    readonly table: string
    readonly writable: readonly number[]
    readonly readonly: readonly number[]
  }[]
  /** Version 1: lamports on top of the fee. Earlier versions offer them by instructions of the compute budget. */
  readonly priorityFee?: bigint
}

export interface Transaction {
  /** In the order of the keys; all zeros where one is missing. */
  readonly signatures: readonly Uint8Array[]
  readonly message: Message
  /** The bytes that are signed. */
  readonly signed: Uint8Array
}

/** @throws BadTransaction `malformed` */
export function readMessage(bytes: Uint8Array): Message {
  const reader = new Reader(bytes)
  const first = reader.byte()
  if (first > VERSION_1) throw malformed(`it is of version ${first - VERSIONED}`)
  const message = first === VERSION_1 ? readVersion1(reader) : readOlder(reader, first)
  if (reader.rest.length > 0) throw malformed('there are bytes behind it')
  check(message)
  return message
}

/** @param first What it begins with: the mark of version 0, or how many sign */
function readOlder(reader: Reader, first: number): Message {
  const isVersioned = first === VERSIONED
  const signers = isVersioned ? reader.byte() : first
  const readonlySigners = reader.byte()
  const readonlyOthers = reader.byte()
  const keys = reader.list(() => reader.key())
  const blockhash = reader.key()
  const index = (): number => reader.byte()
  const instructions = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(index),
    data: reader.take(reader.length()),
  }))
  const tables = isVersioned
    ? reader.list(() => ({ table: reader.key(), writable: reader.list(index), readonly: reader.list(index) }))
    : []
  return {
    version: isVersioned ? 0 : 'legacy',
    signers,
    readonlySigners,
    readonlyOthers,
    keys,
    blockhash,
    instructions,
    tables,
  }
}

/** What nodes refuse whatever the state of the chain (solana-sdk, `Message::sanitize`). */
function check(message: Message): void {
  const { signers, readonlySigners, readonlyOthers, keys, instructions, tables } = message
  if (readonlySigners >= signers) throw malformed('nobody pays its fee')
  if (signers + readonlyOthers > keys.length) throw malformed('it names fewer keys than it counts')
  if (new Set(keys).size !== keys.length) throw malformed('a key is named twice')
  const taken = tables.map(({ writable, readonly }) => writable.length + readonly.length)
  if (taken.includes(0)) throw malformed('a table is named and not used')
  const all = taken.reduce((sum, count) => sum + count, keys.length)
  if (all > 256) throw malformed('it names too many accounts')
  for (const { program, accounts } of instructions) {
    if (program === 0 || program >= keys.length || accounts.some((account) => account >= all)) {
      throw malformed('an instruction names an account that is not there')
    }
  }
}

export function writeMessage(message: Message, keyBytes: (address: string) => Uint8Array): Uint8Array {
  const { version, signers, readonlySigners, readonlyOthers, keys, blockhash, instructions, tables } = message
  if (version === 1) throw malformed('the service writes no messages of version 1')
  const bytes: number[] = version === 0 ? [VERSIONED] : []
  const list = (values: ArrayLike<number>): void =>
    void bytes.push(...lengthOf(values.length), ...Array.from(values))
  bytes.push(signers, readonlySigners, readonlyOthers, ...lengthOf(keys.length))
  for (const key of keys) bytes.push(...keyBytes(key))
  bytes.push(...keyBytes(blockhash), ...lengthOf(instructions.length))
  for (const { program, accounts, data } of instructions) {
    bytes.push(program)
    list(accounts)
    list(data)
  }
  if (version === 0) {
    bytes.push(...lengthOf(tables.length))
    for (const { table, writable, readonly } of tables) {
      bytes.push(...keyBytes(table))
      list(writable)
      list(readonly)
    }
  }
  return Uint8Array.from(bytes)
}

const isVersion1 = ([first]: Uint8Array): boolean => first === VERSION_1

function mustFit(bytes: Uint8Array, isLarge: boolean): void {
  const most = isLarge ? MAX_BYTES_1 : MAX_BYTES
  if (bytes.length > most) throw malformed(`it has more than ${most} bytes`)
}

/** @throws BadTransaction `malformed` */
export function readTransaction(bytes: Uint8Array): Transaction {
  const isFirst = isVersion1(bytes)
  mustFit(bytes, isFirst)
  const { signatures, signed } = isFirst ? signaturesBehind(bytes) : signaturesBefore(bytes)
  const message = readMessage(signed)
  if (signatures.length !== message.signers) throw malformed('it has not as many signatures as signers')
  if (isVersion1(signed) !== isFirst) throw malformed('its signatures are not where its version has them')
  return { signatures, message, signed }
}

function signaturesBefore(bytes: Uint8Array): Omit<Transaction, 'message'> {
  const reader = new Reader(bytes)
  const signatures = reader.list(() => reader.take(SIGNATURE_BYTES))
  return { signatures, signed: reader.rest }
}

/** How many they are, the second byte of the message says. */
function signaturesBehind(bytes: Uint8Array): Omit<Transaction, 'message'> {
  const count = bytes[1] ?? 0
  const start = bytes.length - count * SIGNATURE_BYTES
  if (start < 0) throw malformed('its bytes end too early')
  const reader = new Reader(bytes.slice(start))
  const signatures = Array.from({ length: count }, () => reader.take(SIGNATURE_BYTES))
  return { signatures, signed: bytes.slice(0, start) }
}

export function writeTransaction(signatures: readonly Uint8Array[], signed: Uint8Array): Uint8Array {
  const isFirst = isVersion1(signed)
  const all = signatures.flatMap((signature) => [...signature])
  const bytes = Uint8Array.from(
    isFirst ? [...signed, ...all] : [...lengthOf(signatures.length), ...all, ...signed],
  )
  mustFit(bytes, isFirst)
  return bytes
}

function lengthOf(count: number): readonly number[] {
  const bytes: number[] = []
  for (let rest = count; ; rest >>= 7) {
    if (rest < VERSIONED) return [...bytes, rest]
    bytes.push((rest & 0x7f) | VERSIONED)
  }
}

/** An account that an instruction uses. */
export interface Meta {
  readonly address: string
  readonly signs?: true
  readonly writes?: true
}

export interface Deed {
  readonly program: string
  readonly accounts: readonly Meta[]
  readonly data: Uint8Array
}

/** The message of these instructions: keys that sign before those that do not, and writable ones before the others. */
export function compile(
  payer: string,
  blockhash: string,
  deeds: readonly Deed[],
  version: 'legacy' | 0,
): Message {
  const used = new Map<string, { signs: boolean; writes: boolean }>([[payer, { signs: true, writes: true }]])
  const use = ({
    address,
    signs = false,
    writes = false,
  }: {
    address: string
    signs?: boolean
    writes?: boolean
  }) => {
    const known = used.get(address)
    used.set(address, { signs: signs || known?.signs === true, writes: writes || known?.writes === true })
  }
  for (const { accounts } of deeds) accounts.forEach(use)
  for (const { program } of deeds) use({ address: program })
  const rank = ({ signs, writes }: { signs: boolean; writes: boolean }): number =>
    (signs ? 0 : 2) + (writes ? 0 : 1)
  const ranked = [...used].map(([address, how]) => ({ address, rank: rank(how) }))
  const keys = ranked.sort((a, b) => a.rank - b.rank).map(({ address }) => address)
  const count = (wanted: number): number => ranked.filter((one) => one.rank === wanted).length
  return {
    version,
    signers: count(0) + count(1),
    readonlySigners: count(1),
    readonlyOthers: count(3),
    keys,
    blockhash,
    instructions: deeds.map(({ program, accounts, data }) => ({
      program: keys.indexOf(program),
      accounts: accounts.map(({ address }) => keys.indexOf(address)),
      data,
    })),
    tables: [],
  }
}
