/** Changing: what is left of a row after one unit of work is what its changes in their order leave. */
import {
  type ApiKeyId,
  CHARGES,
  type Change,
  CUSTOMERS,
  type Key,
  keyOf,
  METADATA,
  MULTI_TOKENS,
  type MultiToken,
  OUTPUTS,
  type Owned,
  RESERVATIONS,
  SIGHTINGS,
  type Sighting,
  type Table,
} from '@tallystick/core'
import { type Storage, verify } from '@tallystick/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quickOrFull } from '../replay.js'
import { ALPHA, Samples, START } from './samples.js'
import { type OpenStorage, using } from './using.js'

interface Kind {
  readonly table: Table
  /** The types of changes that begin, change and end a row; null: none does. */
  readonly begin: string
  readonly change: string | null
  readonly end: string | null
  /** @param row Which row; @param to What it is to be */
  item(row: number, to: number): Owned
}

const samples = new Samples()
const output = samples.output()
const customer = samples.customer()
const claim = samples.claim(0)
const sighting: Sighting = {
  ...{ tenant: ALPHA, chain: 'ETH', network: 'testnet', kind: 'ADDRESS_TRANSACTION', object: 'o', place: '' },
  ...{ txId: 'tx', outputs: {}, body: '{}', height: 0, blockHash: '' },
}
const contract: MultiToken = {
  ...{ tenant: ALPHA, chain: 'ETH', network: 'testnet', contract: '', txId: 'tx', height: 0, blockHash: '' },
}

const noted = samples.metadata(samples.account(), 'name')

const KINDS: readonly Kind[] = [
  {
    ...{ table: RESERVATIONS, begin: 'claim.placed', change: 'claim.passed', end: 'claim.released' },
    item: (row, to) => ({ ...claim, index: BigInt(row), holder: `send:${to}` }) as Owned,
  },
  {
    ...{ table: OUTPUTS, begin: 'output.made', change: 'output.updated', end: 'output.gone' },
    item: (row, to) =>
      ({ ...output, index: row, value: BigInt(to), height: to || null, hash: `${to % 2}` }) as Owned,
  },
  {
    ...{ table: SIGHTINGS, begin: 'sighting.recorded', change: null, end: 'sighting.undone' },
    item: (row, to) => ({ ...sighting, place: `${row}`, height: to, outputs: { 0: `${to}` } }) as Owned,
  },
  {
    ...{ table: MULTI_TOKENS, begin: 'multiToken.indexed', change: null, end: 'multiToken.undone' },
    item: (row, to) => ({ ...contract, contract: `${row}`, height: to, blockHash: `${to}` }) as Owned,
  },
  {
    ...{ table: METADATA, begin: 'metadata.set', change: 'metadata.changed', end: 'metadata.removed' },
    item: (row, to) => ({ ...noted, id: `${row}`, value: `${to}` }) as Owned,
  },
  {
    ...{ table: CUSTOMERS, begin: 'customer.created', change: 'customer.updated', end: null },
    item: (row, to) =>
      ({
        ...customer,
        id: `c${row}`,
        externalId: `${row} ${to % 2}`,
        enabled: to > 1,
        created: START,
      }) as never,
  },
]

/** Few, so that changes meet; more than storages write at once. */
const ROWS = 10
const NUMBERS: readonly number[] = Array.from({ length: ROWS }, (_, row) => row)
const KEYS: readonly Key[] = KINDS.flatMap(({ table, item }) =>
  NUMBERS.map((row) => keyOf(table, item(row, 0))),
)

/** A change of a row: what follows for it depends on whether it exists. */
const STEP = fc.record({
  kind: fc.nat(KINDS.length - 1),
  row: fc.nat(ROWS - 1),
  to: fc.nat(3),
  ends: fc.boolean(),
})
type Step = typeof STEP extends fc.Arbitrary<infer Of> ? Of : never

/** All begin; all end, and every second one begins again as something else. */
const EXAMPLE: readonly Step[][] = [
  KINDS.flatMap((_, kind) => NUMBERS.map((row) => ({ kind, row, to: 1, ends: false }))),
  KINDS.flatMap((_, kind) =>
    NUMBERS.flatMap((row) => [
      { kind, row, to: 1, ends: true },
      ...(row % 2 === 0 ? [{ kind, row, to: 2, ends: false }] : []),
    ]),
  ),
]

/** The rows as they must be, by kind and number. */
type Rows = Map<Kind, Map<number, Owned>>

function changeOf(rows: Rows, { kind: number, row, to, ends }: Step): Change {
  const kind = KINDS[number] as Kind
  const own = rows.get(kind) ?? new Map<number, Owned>()
  rows.set(kind, own)
  const known = own.get(row)
  const item = kind.item(row, to)
  const made = (type: string, of: Owned) => ({ type, [kind.table.subject]: of }) as never as Change
  if (known === undefined) {
    own.set(row, item)
    return made(kind.begin, item)
  }
  if (kind.end !== null && (ends || kind.change === null)) {
    own.delete(row)
    return made(kind.end, known)
  }
  const fixed = kind.table.fields.filter(({ changes }) => !changes)
  const next = { ...item, ...Object.fromEntries(fixed.map(({ name }) => [name, Reflect.get(known, name)])) }
  own.set(row, next)
  return made(kind.change as string, next)
}

async function plays(storage: Storage, units: readonly (readonly Step[])[]): Promise<void> {
  const rows: Rows = new Map()
  let credits = 0
  for (const steps of units) {
    const changes = steps.flatMap((step): readonly Change[] => {
      const charge = { tenant: ALPHA, apiKey: 'key' as ApiKeyId, day: '2030-01-01', credits: step.to }
      return [changeOf(rows, step), { type: 'credits.charged', charge }]
    })
    for (const { to } of steps) credits += to
    // A storage may ask for the decision again.
    await storage.transact(KEYS, (view) => {
      for (const change of changes) view.apply(change)
      view.recordStatuses(START)
    })
    await storage.audit(async (audit) => {
      for (const kind of KINDS) {
        const expected = [...(rows.get(kind) ?? [])].sort(([a], [b]) => a - b).map(([, item]) => item)
        expect(await audit.list(kind.table, undefined, 100)).toEqual(expected)
      }
      const charges = await audit.list(CHARGES, undefined, 100)
      expect(charges.reduce((sum, one) => sum + one.credits, 0)).toBe(credits)
    })
  }
  expect((await verify(storage)).discrepancies).toEqual([])
}

export function changingContract(open: OpenStorage): void {
  describe('changing rows several times in one unit of work', () => {
    it('leaves what the changes leave in their order', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(STEP, { minLength: 1, maxLength: 60 }), { minLength: 2, maxLength: 6 }),
          (units) => using(open, (storage) => plays(storage, units))(),
        ),
        { numRuns: quickOrFull(3, 100), examples: [[EXAMPLE]] },
      )
    })
  })
}
