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
import type { Charge, View } from '@tallystick/core'
import { type Items, LIST_NAMES, type ListName, listPages } from './books.js'
import type { Audit } from './ports/storage.js'

/** Moved by entries and blockages, from which `verify` recomputes them. */
const DERIVED: ReadonlySet<string> = new Set(['balance', 'blocked', 'frozenBy'])
const NONE: ReadonlySet<string> = new Set()
const derived = (list: ListName): ReadonlySet<string> => (list === 'accounts' ? DERIVED : NONE)

const BITS = 256
const PAGE = 5_000

export class StateSum {
  private readonly sums = new Map<ListName, bigint>()

  put(list: ListName, item: object): void {
    this.move(list, digestItem(list, item))
  }

  drop(list: ListName, item: object): void {
    this.move(list, -digestItem(list, item))
  }

  /** Charges are added to without being read: each credit of a key and day counts alike. */
  charge({ credits, ...of }: Charge): void {
    this.move('charges', BigInt(credits) * digestCharge(of))
  }

  /** A page of a list, as an audit gives it. */
  putPage<Name extends ListName>(list: Name, page: readonly Items[Name][]): void {
    for (const item of page) {
      if (list === 'charges') this.charge(item as Items['charges'])
      else if (list === 'accounts') this.put(list, (item as Items['accounts']).account)
      else this.put(list, item)
    }
  }

  /** What a seal says. */
  add(text: string): void {
    for (const part of text === '' ? [] : text.split(' ')) {
      const [name = '', sum = ''] = part.split(':')
      this.move(name as ListName, BigInt(`0x0${Buffer.from(sum, 'base64url').toString('hex')}`))
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
  of(list: ListName): string {
    return BigInt.asUintN(BITS, this.sums.get(list) ?? 0n).toString(16)
  }

  /** The lists whose sum is not zero. */
  get lists(): readonly ListName[] {
    return [...this.sums].filter(([, sum]) => BigInt.asUintN(BITS, sum) !== 0n).map(([list]) => list)
  }

  private move(list: ListName, by: bigint): void {
    this.sums.set(list, (this.sums.get(list) ?? 0n) + by)
  }
}

/**
 * By how much a unit of work moves the sums. Standings are left out: only the store knows what a standing takes
 * the place of.
 */
export function movedBy(view: View): StateSum {
  const sum = new StateSum()
  for (const { list, before, after } of view.touched()) {
    if (before !== null && after !== null && isSame(list, before, after)) continue
    if (before !== null) sum.drop(list, before)
    if (after !== null) sum.put(list, after)
  }
  for (const change of view.changes) if (change.type === 'credits.charged') sum.charge(change.charge)
  return sum
}

/** What the lists hold beyond what the seals account for: before there were such seals, everything. */
export async function unsealed(books: Audit): Promise<StateSum> {
  const present = new StateSum()
  for (const name of LIST_NAMES) {
    for await (const page of listPages(name, books, PAGE)) present.putPage(name, page)
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
function isSame(list: ListName, before: object, after: object): boolean {
  const without = derived(list)
  const known = before as Readonly<Record<string, unknown>>
  const entries = Object.entries(after)
  return (
    entries.length === Object.keys(known).length &&
    entries.every(([name, value]) => known[name] === value || without.has(name))
  )
}

function digestItem(list: ListName, item: object): bigint {
  return BigInt(`0x${hash('sha256', `${list} ${textOf(item, derived(list))}`, 'hex')}`)
}

/** Of a key and its day, which every unit of work of that day moves. */
const chargeDigests = new Map<string, bigint>()
const MAX_CHARGE_DIGESTS = 1_000

function digestCharge(of: Omit<Charge, 'credits'>): bigint {
  // As unequal charges have unequal texts: no field of one holds a NUL.
  const name = `${of.tenant}\0${of.apiKey}\0${of.day}`
  let digest = chargeDigests.get(name)
  if (digest === undefined) {
    digest = digestItem('charges', of)
    if (chargeDigests.size >= MAX_CHARGE_DIGESTS) chargeDigests.clear()
    chargeDigests.set(name, digest)
  }
  return digest
}

/** One text for each value, whatever the order of its fields; a field that is null counts as one that is not there. */
function textOf(value: unknown, without: ReadonlySet<string> = NONE): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map((inner) => textOf(inner)).join(',')}]`
  let text = '{'
  for (const name of Object.keys(value).sort()) {
    const inner = (value as Readonly<Record<string, unknown>>)[name]
    if (inner === null || inner === undefined || without.has(name)) continue
    text += `${name}:${textOf(inner)},`
  }
  return `${text}}`
}
