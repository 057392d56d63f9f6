/** `tallystick verify --since`: what it reads, what it finds and what not, and which anchors it refuses; on each storage. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chooseSeed, partOf, quickOrFull } from '@tallystick/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { readAnchors, writeAnchors } from './anchors.js'
import { ConfigurationError } from './failure.js'
import { placeWithPostgres } from './postgres.fixture.js'
import { fill, pay } from './shop.fixture.js'

// The drivers of the storages, to change a ledger behind its back.
const driver = <Module>(storage: string, name: string): Module =>
  createRequire(new URL(`../../storage-${storage}/package.json`, import.meta.url))(name)
const Sqlite = driver<
  new (
    file: string,
  ) => {
    prepare(sql: string): { run(): { readonly changes: number } }
    exec(sql: string): void
    close(): void
  }
>('sqlite', 'better-sqlite3')
const { Client } = driver<{
  readonly Client: new (options: {
    readonly connectionString: string
  }) => {
    connect(): Promise<void>
    query(sql: string): Promise<{ readonly rowCount: number }>
    end(): Promise<void>
  }
}>('postgres', 'pg')

const { place, server } = await placeWithPostgres()

interface Ledger {
  readonly database: string
  /** Runs SQL that changes one row. */
  change(sql: string): Promise<void>
}

interface Place {
  open(): Promise<Ledger>
  /** Changes the amount of the entry at this place of the journal, from 0; and changes it back. */
  readonly spoil: (at: number) => string
  readonly mend: (at: number) => string
}

const nth = (at: number): string => `seq = (select seq from entry order by seq limit 1 offset ${at})`
const nthOfJournal = (at: number): string =>
  `reference = (select reference from journal order by height, place limit 1 offset ${at})`

const STORAGES: Readonly<Record<string, Place>> = {
  'a SQLite file': {
    spoil: (at) => `update entry set amount = '1' || amount where ${nth(at)}`,
    mend: (at) => `update entry set amount = substr(amount, 2) where ${nth(at)}`,
    async open() {
      const file = place.path('since.db')
      return {
        database: file,
        async change(sql) {
          const database = new Sqlite(file)
          database.exec('drop trigger if exists entry_no_update')
          expect(database.prepare(sql).run().changes).toBe(1)
          database.close()
        },
      }
    },
  },
  PostgreSQL: {
    spoil: (at) => `update entry set amount = amount + 1 where ${nthOfJournal(at)}`,
    mend: (at) => `update entry set amount = amount - 1 where ${nthOfJournal(at)}`,
    async open() {
      const database = await server.fresh()
      return {
        database,
        async change(sql) {
          const client = new Client({ connectionString: database })
          await client.connect()
          expect((await client.query(sql)).rowCount).toBe(1)
          await client.end()
        },
      }
    },
  },
}

interface Told {
  readonly sound: boolean
  readonly entries: number
  readonly discrepancies: readonly { readonly check: string; readonly stored: string }[]
}

type Written = readonly { readonly writer: string; readonly number: number; readonly hash: string }[]

// In `npm test` one of the two: over the seeds, each has its turn.
const share = { of: quickOrFull(2, 1), seed: chooseSeed() }
const chosen = partOf('verify --since', Object.entries(STORAGES), share)

describe.each(chosen)('on %s', (name, { open, spoil, mend }) => {
  let ledger: Ledger
  const seals = () => place.path(`${name} seals.json`)
  const anchors = (): Written => JSON.parse(readFileSync(seals(), 'utf8'))
  const verify = (...options: readonly string[]) =>
    place.run(['verify', ...options], { TALLYSTICK_DATABASE: ledger.database })
  const verified = async (
    ...options: readonly string[]
  ): Promise<Told & { readonly code: number | null }> => {
    const { code, stdout, stderr } = await verify('--json', ...options)
    expect(stderr).toBe('')
    return { code, ...(JSON.parse(stdout) as Told) }
  }
  const since = () => verified('--since', seals())
  const sinceThese = (given: unknown) => {
    const file = place.path(`${name} other.json`)
    writeFileSync(file, typeof given === 'string' ? given : JSON.stringify(given))
    return ['--since', file] as const
  }
  const found = ({ discrepancies }: Told) => new Set(discrepancies.map(({ check }) => check))

  /** Two entries, anchors, and three entries since. */
  beforeAll(async () => {
    ledger = await open()
    const env = { TALLYSTICK_DATABASE: ledger.database }
    const first = await place.serve([], { ...env, TALLYSTICK_API_KEY: 'key-of-this-test' })
    const { from, to } = await fill(first.url, 'key-of-this-test')
    expect(await verified('--write-anchors', seals())).toMatchObject({ code: 0, sound: true, entries: 2 })
    for (const amount of ['1', '2', '3'])
      expect(await pay(first.url, 'key-of-this-test', from, to, amount)).toMatchObject({ status: 200 })
    first.signal('SIGTERM')
    expect((await first.ended).code).toBe(0)
  })

  it('reads only what came since the anchors, and writes the next ones', async () => {
    expect(await since()).toMatchObject({ code: 0, sound: true, entries: 3, discrepancies: [] })
    expect(await verified()).toMatchObject({ code: 0, sound: true, entries: 5 })
    const { code, stdout } = await verify('--since', seals())
    expect([code, stdout]).toEqual([0, expect.stringContaining('What came since the anchors is right')])
    const next = place.path(`${name} next.json`)
    expect(await verified('--since', seals(), '--write-anchors', next)).toMatchObject({ code: 0 })
    expect(await verified('--since', next)).toMatchObject({ code: 0, sound: true, entries: 0 })
    expect(await verified('--anchors', seals())).toMatchObject({ code: 0, sound: true, entries: 5 })
  })

  it.each([
    ['later', 3, true],
    ['earlier', 1, false],
  ])(
    '%s: an entry that was changed is found by a full verification, and by this only if it came later; where something is wrong, no anchors are written over those that it had',
    async (_when, at, isFound) => {
      const before = readFileSync(seals(), 'utf8')
      await ledger.change(spoil(at))
      const whole = await verified()
      const later = isFound ? await verified('--since', seals(), '--write-anchors', seals()) : await since()
      await ledger.change(mend(at))
      expect(readFileSync(seals(), 'utf8')).toBe(before)
      expect(whole).toMatchObject({ code: 1, sound: false })
      expect(found(whole)).toContain('entry')
      expect(later).toMatchObject({ code: isFound ? 1 : 0, sound: !isFound })
      expect(found(later).has('entry')).toBe(isFound)
    },
  )

  it.each<readonly [string, (anchor: Written[number]) => object, string]>([
    [
      'another hash',
      ({ hash }) => ({ hash: hash.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) }),
      '',
    ],
    ['a later number', ({ number }) => ({ number: number + 1_000 }), 'no such seal'],
    ['another writer', () => ({ writer: '00000000-0000-7000-8000-000000000000' }), 'no such seal'],
  ])('an anchor with %s is not of this ledger, and nothing else is said', async (_what, change, stored) => {
    const [first, ...others] = anchors()
    const given = sinceThese([{ ...first, ...change(first ?? expect.fail('no anchor')) }, ...others])
    const told = await verified(...given)
    expect(told).toMatchObject({ code: 1, sound: false })
    expect(found(told)).toEqual(new Set(['anchor']))
    if (stored !== '') for (const discrepancy of told.discrepancies) expect(discrepancy.stored).toBe(stored)
    const { code, stdout } = await verify(...given)
    expect([code, stdout]).toEqual([1, expect.stringContaining('are not in this ledger as they were')])
  })

  it('a file that was not written for this is refused', async () => {
    const { code, stdout, stderr } = await verify(...sinceThese('seals'))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/--since: .* is not a readable JSON file/)
  })

  it.each([
    ['in a folder that is not there', () => place.path('nowhere/anchors.json')],
    ['that is a folder', () => place.path('.')],
    ['of a variable that is not set', () => ''],
  ])('a file for anchors %s is refused before anything is read', async (_what, file) => {
    const { code, stdout, stderr } = await verify('--write-anchors', file())
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/--write-anchors: .* cannot be written \(.*name a file in a folder that exists/)
  })

  it('checks its own anchors, and takes no others', async () => {
    const { code, stderr } = await verify('--since', seals(), '--anchors', seals())
    expect([code, stderr]).toEqual([2, expect.stringContaining('--anchors and --since are given')])
  })

  it('without anchors, all of it came since', async () => {
    expect(await verified(...sinceThese([]))).toMatchObject({ code: 0, sound: true, entries: 5 })
  })
})

const ANCHOR = { writer: 'sqlite', number: 1, hash: 'a'.repeat(64), state: '' }

it.each<readonly [string, unknown]>([
  ['is no list', ANCHOR],
  ['is of an earlier release', [{ ...ANCHOR, state: undefined }]],
  ['has a number with a fraction', [{ ...ANCHOR, number: 1.5 }]],
  ['has a number that no database holds', [{ ...ANCHOR, number: 1e30 }]],
  ['has a hash that is none', [{ ...ANCHOR, hash: 'x' }]],
  ['names a writer twice', [ANCHOR, ANCHOR]],
])('anchors: a file that %s is refused', async (_what, given) => {
  const file = place.path('anchors.json')
  const read = (anchors: unknown) => {
    writeFileSync(file, JSON.stringify(anchors))
    return readAnchors('since', file)
  }
  await expect(read(given)).rejects.toThrow(ConfigurationError)
  expect(await read([ANCHOR])).toEqual([ANCHOR])
})

it('anchors that cannot be written are told as that, with what remains true', async () => {
  const written = writeAnchors(place.path('gone/anchors.json'), {
    anchors: [ANCHOR],
    discrepancies: [],
  } as never)
  await expect(written).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('The anchors were not written'),
    remedy: expect.stringContaining('The books are right all the same'),
  })
})
