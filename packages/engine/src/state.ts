/**
 * What the lists of the books hold, as numbers that seals can cover: for each list, the sum of the hashes of its
 * items, modulo 2^256. A unit of work adds what it wrote and takes away what stood there before, so its seal
 * says by how much it has moved each sum. What all seals say together is what the lists must add up to now.
 *
 * Sums need no common row that all writers would wait for, and no item a column of its own; an item says all it
 * has, so a new field is covered by itself. They do not withstand someone who makes up thousands of rows for
 * the purpose of keeping a sum (Wagner's generalized birthday attack): docs/decisions/016-seals.md.
 */
import { hash } from 'node:crypto'
import { nameOf, type Owned, Recent, stepOf, subjectOf, type Table, type View } from '@tallystick/core'
import { type Item, LISTS, type List, listPages, ownOf } from './books.js'
import { quoted, sortedNames } from './plain-text.js'
import type { Audit, Constant } from './ports/storage.js'

const NONE: ReadonlySet<string> = new Set()

const BITS = 256
const PAGE = 5_000

export class StateSum {
  private readonly sums = new Map<string, bigint>()

  put<Of extends Owned>(table: Table<Of>, item: Of): void {
    this.move(table.list, digestItem(table.list, item, table.recomputed))
  }

  drop<Of extends Owned>(table: Table<Of>, item: Of): void {
    this.move(table.list, -digestItem(table.list, item, table.recomputed))
  }

  constant(constant: Constant): void {
    this.move('constants', digestItem('constants', constant, NONE))
  }

  /** Of what is only added to, such as charges, without being read, each one of the number counts alike. */
  count<Of extends Owned>(table: Table<Of>, item: Of): void {
    const { list, adds } = table
    if (adds === null) this.put(table, item)
    else this.move(list, BigInt(Reflect.get(item, adds) as number) * digestAdded(table, adds, item))
  }

  /** A page of a list, as an audit gives it. */
  putPage(list: List, page: readonly Item[]): void {
    for (const item of page) {
      if (list.table === null) this.constant(item as Constant)
      else this.count(list.table, ownOf(list, item))
    }
  }

  /** What a seal says. */
  add(text: string): void {
    for (const part of text === '' ? [] : text.split(' ')) {
      const [name = '', sum = ''] = part.split(':')
      this.move(name, BigInt(`0x0${Buffer.from(sum, 'base64url').toString('hex')}`))
    }
  }

  /** Of these sums, what is missing in `other`. */
  minus(other: StateSum): StateSum {
    const rest = new StateSum()
    for (const [list, sum] of this.sums) rest.move(list, sum)
    for (const [list, sum] of other.sums) rest.move(list, -sum)
    return rest
  }

  /** Those lists whose sum is not zero, by name, each with its sum; empty when there is none. */
  get text(): string {
    const parts: string[] = []
    for (const [list, sum] of this.sums) {
      const positive = BigInt.asUintN(BITS, sum)
      if (positive === 0n) continue
      const bytes = Buffer.from(positive.toString(16).padStart(BITS / 4, '0'), 'hex')
      parts.push(`${list}:${bytes.toString('base64url')}`)
    }
    return parts.sort().join(' ')
  }

  /** The sum of a list, in hex. */
  of(list: string): string {
    return BigInt.asUintN(BITS, this.sums.get(list) ?? 0n).toString(16)
  }

  /** The lists whose sum is not zero. */
  get lists(): readonly string[] {
    return [...this.sums].filter(([, sum]) => BigInt.asUintN(BITS, sum) !== 0n).map(([list]) => list)
  }

  private move(list: string, by: bigint): void {
    this.sums.set(list, (this.sums.get(list) ?? 0n) + by)
  }
}

/**
 * By how much a unit of work moves the sums. Histories are left out: only the store knows what a note takes
 * the place of.
 */
export function movedBy(view: View): StateSum {
  const sum = new StateSum()
  for (const { table, before, after } of view.touched()) {
    if (table.isHistory || (before !== null && after !== null && isSame(table, before, after))) continue
    if (before !== null) sum.drop(table, before)
    if (after !== null) sum.put(table, after)
  }
  for (const change of view.changes) {
    if (change.type === 'entry.posted') continue
    const step = stepOf(change)
    if (step.verb === 'add') sum.count(step.table, subjectOf(step, change))
  }
  return sum
}

/** What the lists hold beyond what the seals account for: before there were such seals, everything. */
export async function unsealed(books: Audit): Promise<StateSum> {
  const present = new StateSum()
  for (const list of LISTS) {
    for await (const page of listPages(list, books, PAGE)) present.putPage(list, page)
  }
  const sealed = new StateSum()
  for (let after: string | undefined; ; ) {
    const seals = await books.seals(after, PAGE)
    for (const { state } of seals) sealed.add(state)
    if (seals.length < PAGE) return present.minus(sealed)
    after = seals.at(-1)?.batch
  }
}

/** Payments make a new account of the same facts: telling that is much cheaper than hashing both. */
function isSame({ recomputed }: Table, before: object, after: object): boolean {
  const known = before as Readonly<Record<string, unknown>>
  const entries = Object.entries(after)
  return (
    entries.length === Object.keys(known).length &&
    entries.every(([name, value]) => known[name] === value || recomputed.has(name))
  )
}

function digestItem(list: string, item: object, without: ReadonlySet<string>): bigint {
  return BigInt(`0x${hash('sha256', `${list} ${textOf(item, without)}`, 'hex')}`)
}

/** Of what is added to: of a key and its day, which every unit of work of that day moves. */
const addedDigests = new Recent<string, bigint>(1_000)

function digestAdded<Of extends Owned>(table: Table<Of>, adds: string, item: Of): bigint {
  // As unequal items have unequal names.
  const name = nameOf([table.list, table.identify(item)])
  let digest = addedDigests.get(name)
  if (digest === undefined) {
    digest = digestItem(table.list, item, new Set([adds]))
    addedDigests.set(name, digest)
  }
  return digest
}

/** One text for each value, whatever the order of its fields; a field that is null counts as one that is not there. */
function textOf(value: unknown, without: ReadonlySet<string> = NONE): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map((inner) => textOf(inner)).join(',')}]`
  let text = '{'
  for (const name of sortedNames(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[name]
    if (inner === null || inner === undefined || without.has(name)) continue
    text += `${name}:${textOf(inner)},`
  }
  return `${text}}`
}
