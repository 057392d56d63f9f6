/**
 * Fingerprint: the content of a ledger in a few numbers. Two storages with the same fingerprint hold the same ledger,
 * whatever their kind and whatever order they list it in. Each item counts by the SHA-256 of its text. The text of an
 * entry contains its record numbers on both accounts, so the order of every account's history counts too.
 */
import { hash } from 'node:crypto'
import { plainIndex } from '@tallystick/core'
import { entryPages, LISTS, type ListName, listPages } from './lists.js'
import type { Audit, AuditedEntry } from './ports/storage.js'
import { digestEntry } from './seal.js'

export type Part = ListName | 'entries'

/** For each part: the number of items, and the sum of their hashes modulo 2^256, in hex. */
export type Fingerprint = { readonly [Name in Part]: { readonly count: number; readonly digest: string } }

const PAGE = 5_000
const BITS = 256

export class FingerprintSum {
  private readonly parts = new Map<Part, { count: number; sum: bigint }>()

  add(name: ListName, items: readonly unknown[]): void {
    for (const item of items) this.count(name, hash('sha256', canonical(item), 'hex'))
  }

  addEntries(entries: readonly AuditedEntry[]): void {
    for (const { entry, text, debitNumber, creditNumber } of entries) {
      this.count(
        'entries',
        hash('sha256', `${debitNumber} ${creditNumber} ${digestEntry(entry, text)}`, 'hex'),
      )
    }
  }

  get value(): Fingerprint {
    const told = [...LISTS.map((list) => list.name), 'entries' as const].map((name) => {
      const { count, sum } = this.parts.get(name) ?? { count: 0, sum: 0n }
      return [name, { count, digest: BigInt.asUintN(BITS, sum).toString(16).padStart(64, '0') }]
    })
    // One element for each part.
    return Object.fromEntries(told) as Fingerprint
  }

  private count(name: Part, digest: string): void {
    const part = this.parts.get(name) ?? { count: 0, sum: 0n }
    part.count++
    part.sum += BigInt(`0x${digest}`)
    this.parts.set(name, part)
  }
}

/** Reads the whole ledger. */
export async function fingerprint(
  audit: Audit,
  progress: (entries: number) => void = () => undefined,
): Promise<Fingerprint> {
  const sum = new FingerprintSum()
  for (const list of LISTS) {
    for await (const page of listPages(list, audit, PAGE)) sum.add(list.name, page)
  }
  let entries = 0
  for await (const page of entryPages(audit, PAGE)) {
    sum.addEntries(page)
    entries += page.length
    progress(entries)
    // A storage in this process never waits, so this lets other work run.
    await new Promise(setImmediate)
  }
  return sum.value
}

/** The same text for equal values, whatever the order of their fields. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    // The index of a claim counts as it did when it was a number.
    if (typeof inner === 'bigint') return name === 'index' ? plainIndex(inner) : inner.toString()
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
