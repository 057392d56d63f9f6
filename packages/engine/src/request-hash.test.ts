/** Stored answers are found again under the hash that an earlier release gave a request. */
import { createHash } from 'node:crypto'
import type { TenantId } from '@tallystick/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortedNames } from './plain-text.js'
import { keyHash, requestHash } from './request-hash.js'

/** As every release has had it. The first 16 bytes of it are stored. */
function hashOf(operation: string, args: unknown): string {
  const json = JSON.stringify(args, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
  return createHash('sha256').update(`${operation} ${json}`).digest('hex').slice(0, 32)
}

const text = fc.string({ unit: fc.constantFrom('a', 'B', '"', '\\', '\n', '\u007f', 'é', '€', '😀', '0') })
const name = fc.oneof(
  text,
  fc.constantFrom('amount', 'z', 'Z', '7', '10', '__proto__', '_x', 'senderAccountId'),
)
const value = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0),
  fc.jsonValue({ maxDepth: 2 }),
)

it('is the hash of the canonical JSON, whatever is asked', () => {
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(name, value), fc.array(value)), (args) => {
      expect(requestHash('pay', args)).toBe(hashOf('pay', args))
    }),
    { numRuns: 2_000 },
  )
})

it('is one for any order of the fields', () => {
  const hash = requestHash('pay', { b: 1, a: 'x', c: null })
  expect(requestHash('pay', { c: null, a: 'x', b: 1 })).toBe(hash)
  expect(requestHash('pay', { c: null, a: 'x', b: 1, d: undefined })).toBe(hash)
  expect(requestHash('pay', { b: 1, a: 'y', c: null })).not.toBe(hash)
  // As many names of the same length as in the request before it.
  const other = { b: 1, a: 'y', d: null }
  expect(requestHash('pay', other)).toBe(hashOf('pay', other))
})

it('keys of different tenants, and different keys, have different hashes', () => {
  const hashes = [
    keyHash('a' as TenantId, 'bc'),
    keyHash('ab' as TenantId, 'c'),
    keyHash('a' as TenantId, 'bd'),
  ]
  expect(new Set(hashes).size).toBe(3)
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{32}$/)
})

it('names are sorted, few or many of them', () => {
  fc.assert(
    fc.property(fc.dictionary(name, fc.constant(0), { maxKeys: 40 }), (value) => {
      expect(sortedNames(value)).toEqual(Object.keys(value).sort())
    }),
  )
})
