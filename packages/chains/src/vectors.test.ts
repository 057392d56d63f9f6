/**
 * Every vector of `vectors/` through the codec of its chain. The files are found, so that one that is added is run;
 * a file or a kind that nothing here knows fails. Each vector names the public source that it is from.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { evm } from './evm/chain.fixture.js'
import { evmVectorKinds } from './evm/vectors.fixture.js'
import { keyVectorKinds } from './keys/vectors.fixture.js'
import { records } from './records.js'
import { offlineChain } from './utxo/subject.fixture.js'
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

const nobody = { call: () => Promise.reject(new TypeError('There is no node')) }

/** By what a file says it is of. */
const SUITES: Readonly<Record<string, Kinds>> = {
  bip32: keyVectorKinds,
  btc: kindsOn(offlineChain('BTC', 'mainnet'), utxoVectorKinds),
  ltc: kindsOn(offlineChain('LTC', 'mainnet'), utxoVectorKinds),
  doge: kindsOn(offlineChain('DOGE', 'mainnet'), utxoVectorKinds),
  bch: kindsOn(offlineChain('BCH', 'mainnet'), utxoVectorKinds),
  eth: kindsOn(evm(records.ETH), evmVectorKinds),
  polygon: kindsOn(evm(records.MATIC), evmVectorKinds),
  celo: kindsOn(evm(records.CELO), evmVectorKinds),
  bsc: kindsOn(evm(records.BSC), evmVectorKinds),
  klaytn: kindsOn(evm(records.KLAY), evmVectorKinds),
  kcs: kindsOn(evm(records.KCS), evmVectorKinds),
  harmony: kindsOn(evm(records.ONE), evmVectorKinds),
  xdc: kindsOn(evm(records.XDC), evmVectorKinds),
  xrp: kindsOn(xrpFamily(records.XRP, 'mainnet', nobody), xrpVectorKinds),
}

/** Kinds whose chains are not here: no ed25519 chain is. */
const OF_OTHER_CHAINS: ReadonlySet<string> = new Set(['slip10-ed25519'])

const FOLDER = new URL('../vectors/', import.meta.url)
const files = readdirSync(fileURLToPath(FOLDER)).filter((name) => name.endsWith('.json'))

it('there is a file for every chain', () => {
  expect(files.length).toBeGreaterThanOrEqual(Object.keys(SUITES).length)
})

describe.each(files)('vectors of %s', (name) => {
  const file: { readonly chain: string; readonly count: number; readonly vectors: readonly Vector[] } =
    JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))
  const kinds = SUITES[file.chain]

  it('are as many as the file says, each with its source', () => {
    expect(file.vectors.length).toBe(file.count)
    expect(new Set(file.vectors.map(({ id }) => id)).size).toBe(file.count)
    for (const { id, source } of file.vectors) expect(source, id).toBeTypeOf('object')
  })

  const vectors = file.vectors.filter(({ kind }) => !OF_OTHER_CHAINS.has(kind))
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
