/** What is written by hand as PostgreSQL reads it, read back from PostgreSQL. */
import { check, chooseSeed } from '@tallystick/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Connection, type Row, type Session } from './connection.js'
import { startServer } from './server.fixture.js'
import { arrayOf, type Column, Statement } from './statement.js'

const server = await startServer()
const connection = Connection.open(await server.fresh(), 1)
const seed = chooseSeed()
beforeAll(async () => {
  console.info(`arrays to PostgreSQL and back: FC_SEED=${seed}`)
  await connection.query(
    `create table thing (place int primary key, said text, amount numeric, flag boolean, count bigint, id uuid,
       digest bytea, kind text, scale int, share numeric)`,
  )
})
afterAll(async () => {
  await connection.close()
  await server.stop()
})

interface Thing {
  readonly said: string | null
  readonly amount: bigint | null
  readonly flag: boolean | null
  readonly count: number | null
  readonly id: string | null
  /** Hex. */
  readonly digest: string | null
  readonly group: {
    readonly kind: string | null
    readonly scale: number | null
    readonly share: bigint | null
  }
}
type Placed = Thing & { readonly place: number }

const KEY: readonly Column<Placed>[] = [['place', 'int', ({ place }) => place]]
const TEXT_KEY: readonly Column<Placed>[] = [['said', 'text', ({ said }) => said]]
const STATE: readonly Column<Placed>[] = [
  ...TEXT_KEY,
  ['amount', 'numeric', ({ amount }) => amount?.toString() ?? null],
  ['flag', 'boolean', ({ flag }) => flag],
  ['count', 'bigint', ({ count }) => count],
  ['id', 'uuid', ({ id }) => id],
  ['digest', 'bytea', ({ digest }) => (digest === null ? null : `\\x${digest}`)],
  ['kind', 'text', ({ group }) => group.kind, 'group'],
  ['scale', 'int', ({ group }) => group.scale, 'group'],
  ['share', 'numeric', ({ group }) => group.share?.toString() ?? null, 'group'],
]

/** What means something in an array, in a string, or to whoever takes words for values. */
const WORDS = [
  ...['', ' ', '  a', 'b  ', 'NULL', 'null', 'Null', '"NULL"', '{}', '{', '}', '{a,b}', ',', ',,', '"', '""'],
  ...['\\', '\\\\', '\\"', '"\\', '\\x41', '\\N', "'", "''", "E'\\n'", '$1', '%s', ';', '--', '[1:2]={a,b}'],
  ...[
    '\n',
    '\r\n',
    '\t',
    '\v',
    '\u00a0',
    '\u2028',
    '\ufeff',
    'ä',
    'e\u0301',
    '𝄞',
    '👩‍👩‍👧',
    '\u{10ffff}',
    '\u0001',
    '\u007f',
  ],
]
const MOST = 10n ** 38n - 1n

const text = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join('')),
  // Any character; NUL is refused at the door, as no text of PostgreSQL's may hold it.
  fc.string({ unit: 'binary', maxLength: 40 }).map((any) => any.replaceAll('\0', '')),
  fc.string({ unit: fc.constantFrom('\\', '"', ',', '{', '}', ' ', 'N'), maxLength: 12 }),
)
const amount = fc.oneof(
  fc.constantFrom(0n, 1n, -1n, MOST, -MOST, MOST + 1n, 10n ** 78n, -(10n ** 78n), 2n ** 63n, -(2n ** 63n)),
  fc.bigInt({ min: -MOST, max: MOST }),
)
const count = fc.oneof(
  fc.constantFrom(0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  fc.maxSafeInteger(),
)
const group = fc.record({
  kind: fc.option(text, { freq: 8 }),
  scale: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { freq: 8 }),
  share: fc.option(amount, { freq: 8 }),
})
const thing = fc.record({
  said: fc.option(text, { freq: 8 }),
  amount: fc.option(amount, { freq: 8 }),
  flag: fc.option(fc.boolean(), { freq: 8 }),
  count: fc.option(count, { freq: 8 }),
  id: fc.option(fc.uuid(), { freq: 8 }),
  digest: fc.option(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    { freq: 8 },
  ),
  group,
})
/** One or many; and often all of them say the same in the columns that usually do. */
const things = fc
  .tuple(fc.array(thing, { minLength: 1, maxLength: 12 }), fc.option(group))
  .map(([list, same]) => list.map((one, place): Placed => ({ ...one, group: same ?? one.group, place })))

async function run(session: Session, statement: Statement): Promise<void> {
  await session.query(statement.text, statement.values, statement.name)
}

async function all(session: Session): Promise<readonly Placed[]> {
  const rows = await session.query(
    'select place, said, amount, flag, count, id, digest, kind, scale, share from thing order by place',
  )
  return rows.map((row: Row) => {
    const [place, said, sum, flag, number, id, digest, kind, scale, share] = row as readonly [
      number,
      ...(readonly [string | null, string | null, boolean | null, number | null, string | null]),
      ...(readonly [Buffer | null, string | null, number | null, string | null]),
    ]
    const bigintOf = (digits: string | null) => (digits === null ? null : BigInt(digits))
    return {
      place,
      said,
      amount: bigintOf(sum),
      flag,
      count: number,
      id,
      digest: digest?.toString('hex') ?? null,
      group: { kind, scale, share: bigintOf(share) },
    }
  })
}

const inOrder = (list: readonly Placed[]): readonly Placed[] =>
  list.map(({ place, said, amount: sum, flag, count: number, id, digest, group: same }) => ({
    ...{ place, said, amount: sum, flag, count: number, id, digest, group: same },
  }))

/** Each case in a transaction of its own, of which nothing stays. */
async function asCase(work: (session: Session) => Promise<void>): Promise<void> {
  await connection.session(async (session) => {
    await session.query('begin')
    await work(session)
    await session.query('rollback')
  })
}

it('inserted and updated, every value comes back as it was; deleted, those are gone that are named', () =>
  check(
    fc.asyncProperty(things, things, (before, after) =>
      asCase(async (session) => {
        const made = new Statement()
        made.insert('thing', [...KEY, ...STATE], before)
        await run(session, made)
        expect(await all(session)).toEqual(inOrder(before))

        const changed = new Statement()
        changed.update('thing', KEY, STATE, after)
        await run(session, changed)
        const then = before.map((one, place) => after[place] ?? one)
        expect(await all(session)).toEqual(inOrder(then))

        const gone = new Set(then.filter(({ place }) => place % 2 === 0).flatMap(({ said }) => said ?? []))
        const deleted = new Statement()
        deleted.delete(
          'thing',
          TEXT_KEY,
          then.filter(({ said }) => said !== null && gone.has(said)),
        )
        if (gone.size > 0) await run(session, deleted)
        expect(await all(session)).toEqual(
          inOrder(then.filter(({ said }) => said === null || !gone.has(said))),
        )
      }),
    ),
    { seed, runs: 300 },
  ))

it('a list of texts is read as it was written, in its order, however long', () =>
  check(
    fc.asyncProperty(fc.array(fc.option(text), { maxLength: 300 }), (texts) =>
      asCase(async (session) => {
        const rows = await session.query(
          'select word from unnest($1::text[]) with ordinality as u (word, place) order by place',
          [arrayOf('text', texts, (word) => word)],
        )
        expect(rows.map(([word]) => word)).toEqual(texts)
      }),
    ),
    { seed, runs: 200 },
  ))

it.each(WORDS)('%j, alone and in company', async (word) => {
  for (const words of [[word], [word, word], ['', word, null, word, 'NULL']]) {
    const [row] = await connection.query('select $1::text[]', [arrayOf('text', words, (each) => each)])
    expect(row?.[0]).toEqual(words)
  }
})
