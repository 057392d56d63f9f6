/**
 * What a payment costs on PostgreSQL once 10^4, 10^5 and 10^6 are stored, and how fast all of them are verified.
 * Three ledgers are grown, by hand-written statements because those are faster, and then measured in turns.
 */
import { openPostgres } from '@tallystick/storage-postgres'
import { costRow, cpuOf, SIZES, timeOf } from './growth.js'
import { type Keys, keysFor, makeKey } from './keys.js'
import { Ledger, type Proof } from './ledger.js'
import { drive, measure, type Sample } from './measure.js'
import type { Effort } from './options.js'
import { PostgresFloor } from './postgres-floor.js'
import { makePlace, type Place, provePlace } from './postgres-place.js'
import type { PostgresServer } from './postgres-server.js'
import { atLeast, atMost, figure, type Section } from './report.js'
import type { Progress } from './terminal.js'

const VERIFY_TARGET = 200_000
/** Bytes of a payment with a key. */
const KEYED_LOG_TARGET = 1_300

const GROW_BY = 1_000
const IN_FLIGHT = 64
/** Multiples of IN_FLIGHT. */
const WINDOW = 4_096
const WARM_UP = 2_048

interface Grown {
  readonly stored: number
  readonly place: Place
  readonly ledger: Ledger
}

export async function measurePostgresGrowth(
  server: PostgresServer,
  { growthRounds }: Effort,
  seed: number,
  progress: Progress,
): Promise<{ readonly section: Section; readonly proofs: readonly Proof[] }> {
  const grown: Grown[] = []
  for (const size of SIZES) grown.push(await grow(server, size, seed, progress))
  const results: Sample[][] = []
  const keyed: Sample[][] = []
  for (const one of grown) await pay(one, WARM_UP, null)
  for (let round = 0; round < growthRounds; round++) {
    progress.tell('cost of a payment by size, PostgreSQL', `round ${round + 1} of ${growthRounds}`)
    for (const [keys, found] of [
      ['no', results],
      ['random', keyed],
    ] as const) {
      const samples: Sample[] = []
      for (const one of grown) samples.push(await measureWindow(server, one, keys))
      found.push(samples)
    }
  }
  const proofs: Proof[] = []
  for (const { stored, place, ledger } of grown) {
    progress.tell('verifying 1,000,000 payments in PostgreSQL')
    await ledger.close()
    proofs.push(await provePlace(`${stored} stored`, place, stored + WARM_UP + growthRounds * 2 * WINDOW))
  }
  const largest = proofs[proofs.length - 1]
  const rate = largest === undefined ? 0 : ((2 * largest.entries) / largest.ms) * 1_000
  return {
    section: {
      title: `Cost of a payment on PostgreSQL, ${IN_FLIGHT} in flight`,
      columns: ['10^4 stored', '10^5', '10^6', '10^6 ÷ 10^4'],
      rows: [
        costRow('time', 'microseconds', results, timeOf),
        costRow('CPU of the engine', 'microseconds', results, cpuOf),
        costRow('write-ahead log', 'bytes', results, logged),
        costRow('time, random keys', 'microseconds', keyed, timeOf),
        costRow('write-ahead log, random keys', 'bytes', keyed, logged, (largest) =>
          atMost(KEYED_LOG_TARGET, largest),
        ),
        {
          name: 'verify: postings per second',
          cells: [null, null, figure('perSecond', rate), null],
          target: atLeast(VERIFY_TARGET, rate),
        },
      ],
      notes: [
        'The log is that of the whole server, without a checkpoint in between. All that is stored has a random key.',
      ],
    },
    proofs,
  }
}

async function measureWindow(server: PostgresServer, one: Grown, keys: Keys): Promise<Sample> {
  const key = keysFor(keys, WINDOW)
  const before = await server.logged()
  const sample = await measure(WINDOW, () => pay(one, WINDOW, key))
  return { ...sample, bytes: (await server.logged()) - before }
}

const logged = ({ bytes, payments }: Sample): number => (bytes ?? 0) / payments

async function grow(server: PostgresServer, size: number, seed: number, progress: Progress): Promise<Grown> {
  const place = await makePlace(server, seed)
  const floor = await PostgresFloor.open(place.url)
  for (let stored = 0; stored < size; stored += GROW_BY) {
    // A quarter of all payments touches the hot account.
    const take = stored % (4 * GROW_BY) === 0 ? place.take.hot : place.take.spread
    await floor.commit(GROW_BY, take, () => makeKey('random'))
    if (stored % 10_000 === 0) {
      progress.tell(
        'growing ledgers in PostgreSQL',
        `${stored.toLocaleString('en-US')} of ${size.toLocaleString('en-US')}`,
      )
    }
  }
  await floor.close()
  await server.analyze(place.url)
  return { stored: size, place, ledger: Ledger.over(await openPostgres({ url: place.url, migrate: false })) }
}

function pay({ ledger, place }: Grown, count: number, key: (() => string) | null): Promise<void> {
  return drive(count, IN_FLIGHT, () =>
    ledger.tallystick.sendTransaction(
      place.take.spread().args,
      key === null ? {} : { idempotencyKey: key() },
    ),
  )
}
