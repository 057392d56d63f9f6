/** What docs/add-a-chain.md shows, done: the record of the page is a chain, on paper and on a node. */

import { readFileSync } from 'node:fs'
import { records } from '@tallystick/custody'
import { chainContract } from '@tallystick/testing'
import { describe, expect, it } from 'vitest'
import { evm } from './evm/chain.fixture.js'
import { hooks, subject } from './evm/subject.fixture.js'
import { evmVectorKinds } from './evm/vectors.fixture.js'
import { gnosis } from './gnosis.fixture.js'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const page = read('../../../docs/add-a-chain.md')
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? ''

interface Vector {
  readonly id: string
  readonly kind: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
}

it('the record of the page is the one that is tried here, and of no chain that is in the list', () => {
  expect(block('ts')).toBe(read('./gnosis.fixture.ts'))
  expect(Object.keys(records)).not.toContain(gnosis.id)
})

describe('the vectors of the page', () => {
  const { count, vectors }: { count: number; vectors: readonly Vector[] } = JSON.parse(block('json'))
  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s', async (_id, vector) => {
    expect(vectors).toHaveLength(count)
    await evmVectorKinds[vector.kind]?.(evm(gnosis), vector.input, vector.expected)
    expect(evmVectorKinds).toHaveProperty(vector.kind)
  })
})

it('the places that the page names are there', () => {
  const places = [...page.matchAll(/^\| `(packages\/[^`]+)`/gm)].map(([, path]) => path ?? '')
  expect(places).not.toEqual([])
  // Each knows a chain of the same family already.
  for (const place of places) expect(read(`../../../${place}`), place).toMatch(/MATIC|polygon/)
})

chainContract('XDAI, which was added', () => subject(gnosis), { node: () => hooks(gnosis) })
