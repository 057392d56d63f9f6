/**
 * The content of all lists as numbers that seals can cover: for each list, the sum of the hashes of its items, modulo
 * 2^256. A unit of work adds the hashes of what it writes and subtracts those of what it replaces, and its seal states
 * the difference for each list. All seals together give the sums that the lists must have now.
 *
 * Sums need no common row that all writers would wait for, and no extra column per item. The hash covers all fields of
 * an item, so it also covers new fields. The sums do not resist an attacker who invents thousands of rows to keep a sum
 * unchanged (Wagner's generalized birthday attack): docs/decisions/016-seals.md.
 */
import { hash } from 'node:crypto'
import { nameOf, type Owned, Recent, stepOf, subjectOf, type Table, type View } from '@tallystick/core'
import { type Item, LISTS, type List, listPages, ownOf } from './lists.js'
import { quoted, sortedNames } from './plain-text.js'
import type { Audit, Constant } from './ports/storage.js'

const BITS = 256
const PAGE = 5_000

export class StateSum {
  private readonly sums = new Map<string, bigint>()

  put<Of extends Owned>(table: Table<Of>, item: Of): void {
    this.move(table.list, digestItem(table, item))
  }

  drop<Of extends Owned>(table: Table<Of>, item: Of): void {
    this.move(table.list, -digestItem(table, item))
  }

  constant(constant: Constant): void {
    this.move('constants', digestText(`constants ${textOf(constant)}`))
  }

  /** For tables that are only added to, such as charges: each unit of the number counts the same. */
  count<Of extends Owned>(table: Table<Of>, item: Of): void {
    const { list, adds } = table
    if (adds === null) this.put(table, item)
    else this.move(list, BigInt(Reflect.get(item, adds) as number) * digestAdded(table, adds, item))
  }

  /** Adds a page of a list from an audit. */
  putPage(list: List, page: readonly Item[]): void {
    for (const item of page) {
      if (list.table === null) this.constant(item as Constant)
      else this.count(list.table, ownOf(list, item))
    }
  }

  /** Adds the effect that a seal states. */
  add(text: string): void {
    for (const part of text === '' ? [] : text.split(' ')) {
      const [name = '', sum = ''] = part.split(':')
      this.move(name, BigInt(`0x0${Buffer.from(sum, 'base64url').toString('hex')}`))
    }
  }

  /** The difference between these sums and `other`. */
  minus(other: StateSum): StateSum {
    const rest = new StateSum()
    for (const [list, sum] of this.sums) rest.move(list, sum)
    for (const [list, sum] of other.sums) rest.move(list, -sum)
    return rest
  }

  /** The lists whose sum is not zero, by name, each with its sum; empty if there are none. */
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
 * The effect of a unit of work on the sums. Status histories are left out, because only the storage knows which row a
 * note replaces.
 */
export function movedBy(view: View): StateSum {
  const sum = new StateSum()
  view.touched((table, before, after) => {
    if (table.isHistory || (before !== null && after !== null && isSame(table, before, after))) return
    if (before !== null) sum.drop(table, before)
    if (after !== null) sum.put(table, after)
  })
  for (const change of view.changes) {
    if (change.type === 'entry.posted') continue
    const step = stepOf(change)
    if (step.verb === 'add') sum.count(step.table, subjectOf(step, change))
  }
  return sum
}

/** What the lists contain beyond what the seals account for. In a ledger from before such seals, this is everything. */
export async function unsealed(audit: Audit): Promise<StateSum> {
  const present = new StateSum()
  for (const list of LISTS) {
    for await (const page of listPages(list, audit, PAGE)) present.putPage(list, page)
  }
  const sealed = new StateSum()
  for (let after: string | undefined; ; ) {
    const seals = await audit.seals(after, PAGE)
    for (const { state } of seals) sealed.add(state)
    if (seals.length < PAGE) return present.minus(sealed)
    after = seals.at(-1)?.batch
  }
}

/**
 * A payment creates a new account object with the same sealed fields. Comparing them is much cheaper than hashing both.
 */
function isSame(table: Table, before: object, after: object): boolean {
  return partsOf(table).every(({ name }) => Reflect.get(before, name) === Reflect.get(after, name))
}

/** A hashed field, and what stands before and behind its value. */
interface Part {
  readonly name: string
  /** Hex digits need no other quotes than those of `start` and `end`. */
  readonly isHex: boolean
  readonly start: string
  readonly end: string
}

/** Sorted by name. */
const PARTS = new WeakMap<Table, readonly Part[]>()

function partsOf(table: Table): readonly Part[] {
  let parts = PARTS.get(table)
  if (parts === undefined) {
    parts = table.fields
      .filter(({ name }) => !table.recomputed.has(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, type }) => {
        const quote = type === 'hex' ? '"' : ''
        return { name, isHex: type === 'hex', start: `${name}:${quote}`, end: `${quote},` }
      })
    PARTS.set(table, parts)
  }
  return parts
}

/** @param without One more field to leave out */
function digestItem(table: Table, item: object, without?: string): bigint {
  const fields = item as Readonly<Record<string, unknown>>
  let text = `${table.list} {`
  for (const { name, isHex, start, end } of partsOf(table)) {
    const value = fields[name]
    if (value === null || value === undefined || name === without) continue
    // The fewer parts are joined, the faster.
    text += start + (isHex ? (value as string) : textOf(value)) + end
  }
  return digestText(`${text}}`)
}

function digestText(text: string): bigint {
  return BigInt(`0x${hash('sha256', text, 'hex')}`)
}

/** For tables that are added to: digests by key and day, which every unit of work of that day needs. */
const addedDigests = new Recent<string, bigint>(1_000)

function digestAdded<Of extends Owned>(table: Table<Of>, adds: string, item: Of): bigint {
  // Different items have different names.
  const name = nameOf([table.list, table.identify(item)])
  let digest = addedDigests.get(name)
  if (digest === undefined) {
    digest = digestItem(table, item, adds)
    addedDigests.set(name, digest)
  }
  return digest
}

/** The same text for equal values, whatever the order of their fields. A null field counts as absent. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map((inner) => textOf(inner)).join(',')}]`
  let text = '{'
  for (const name of sortedNames(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[name]
    if (inner === null || inner === undefined) continue
    text += `${name}:${textOf(inner)},`
  }
  return `${text}}`
}
