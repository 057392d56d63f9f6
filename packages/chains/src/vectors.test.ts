/**
 * Every vector of `vectors/` through the codec of its chain. The files are found, so that one that is added is run;
 * a file or a kind that nothing here knows fails. Each vector names the public source that it is from.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { records } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { addressVectorKinds } from './address-only/vectors.fixture.js'
import { beaconFamily } from './beacon/family.js'
import { beaconVectorKinds } from './beacon/vectors.fixture.js'
import { evm } from './evm/chain.fixture.js'
import { evmVectorKinds } from './evm/vectors.fixture.js'
import { keyVectorKinds } from './keys/vectors.fixture.js'
import { multiversxFamily } from './multiversx/family.js'
import { multiversxVectorKinds } from './multiversx/vectors.fixture.js'
import { solanaFamily } from './solana/family.js'
import { solanaVectorKinds } from './solana/vectors.fixture.js'
import { stellarFamily } from './stellar/family.js'
import { stellarVectorKinds } from './stellar/vectors.fixture.js'
import { tronFamily } from './tron/family.js'
import { tronVectorKinds } from './tron/vectors.fixture.js'
import { utxoFamily } from './utxo/family.js'
import { utxoVectorKinds } from './utxo/vectors.fixture.js'
import { xrpFamily } from './xrp/family.js'
import { xrpVectorKinds } from './xrp/vectors.fixture.js'

type Fields = Readonly<Record<string, unknown>>

interface Vector {
  readonly id: string
  readonly kind: string
  readonly input: Fields
  readonly expected: Fields
  readonly source: Fields
}

type Kinds = Readonly<Record<string, (input: Fields, expected: Fields) => void | Promise<void>>>

/** The kinds of a family, on one of its chains. */
function kindsOn<Chain>(
  chain: Chain,
  kinds: Readonly<Record<string, (chain: Chain, input: Fields, expected: Fields) => void | Promise<void>>>,
): Kinds {
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, run]) => [
      kind,
      (input: Fields, expected: Fields) => run(chain, input, expected),
    ]),
  )
}

const unasked = () => Promise.reject(new TypeError('There is no node'))
const nobody = { call: unasked, get: unasked, post: unasked }

/** @param named By what a file says it is of: a chain's currency, path or name */
function kindsOf(named: string): Kinds | undefined {
  if (named === 'bip32') return keyVectorKinds
  if (Object.hasOwn(addressVectorKinds, named)) return addressVectorKinds[named]
  const record = Object.values(records).find(({ id, segment, name }) =>
    [id, segment, name].some((text) => text.toLowerCase() === named),
  )
  switch (record?.family) {
    case 'utxo':
      return kindsOn(utxoFamily(record, 'mainnet', { rpc: nobody }), utxoVectorKinds)
    case 'evm':
      return kindsOn(evm(record), evmVectorKinds)
    case 'solana':
      return kindsOn(solanaFamily(record, 'mainnet', nobody), solanaVectorKinds)
    case 'xrp':
      return kindsOn(xrpFamily(record, 'mainnet', nobody), xrpVectorKinds)
    case 'tron':
      return kindsOn(tronFamily(record, 'mainnet', nobody), tronVectorKinds)
    case 'stellar':
      return kindsOn(stellarFamily(record, 'testnet', nobody), stellarVectorKinds)
    case 'multiversx':
      return kindsOn(multiversxFamily(record, 'regtest', nobody), multiversxVectorKinds)
    case 'beacon':
      return kindsOn(beaconFamily(record, 'mainnet', nobody), beaconVectorKinds)
    case undefined:
      return undefined
  }
}

/** Kinds of what is not done here: of these chains nothing is signed, and Algorand's 25 words are not those of BIP-39. */
const NOT_HERE: ReadonlySet<string> = new Set(['algo-mnemonic', 'sign-algo', 'sign-vet'])

/** Every one of them. */
const LEFT_OUT: readonly string[] = [
  'algo.json algo-mnemonic algo-mnemonic25-zero',
  'algo.json sign-algo algo-pay',
  'vet.json sign-vet vet-sign',
]

const FOLDER = new URL('../vectors/', import.meta.url)
const files = readdirSync(fileURLToPath(FOLDER)).filter((name) => name.endsWith('.json'))

it('there is a file for every chain', () => {
  // And one for the keys that they share.
  expect(files.length).toBeGreaterThanOrEqual(Object.keys(records).length + 1)
})

it('none is left out but those of what is not done here', () => {
  const skipped = files.flatMap((name) => {
    const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
      readFileSync(new URL(name, FOLDER), 'utf8'),
    )
    return vectors.filter(({ kind }) => NOT_HERE.has(kind)).map(({ id, kind }) => `${name} ${kind} ${id}`)
  })
  expect(skipped).toEqual(LEFT_OUT)
})

describe.each(files)('vectors of %s', (name) => {
  const file: { readonly chain: string; readonly count: number; readonly vectors: readonly Vector[] } =
    JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))
  const kinds = kindsOf(file.chain)

  it('are as many as the file says, each with its source', () => {
    expect(file.vectors.length).toBe(file.count)
    expect(new Set(file.vectors.map(({ id }) => id)).size).toBe(file.count)
    for (const { id, source } of file.vectors) expect(source, id).toBeTypeOf('object')
  })

  const vectors = file.vectors.filter(({ kind }) => !NOT_HERE.has(kind))
  it.each(vectors.map((vector) => [vector.id, vector.kind, vector] as const))(
    '%s (%s)',
    async (_id, kind, vector) => {
      const run = kinds?.[kind]
      if (run === undefined) throw new TypeError(`nothing here tries ${kind} of ${file.chain}`)
      expect.hasAssertions()
      await run(vector.input, vector.expected)
    },
  )
})
