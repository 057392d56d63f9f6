/** Reads through the library at each size of a ledger, in turns, call by call. */
import { type Grown, Ledger } from './ledger.js'
import { median } from './measure.js'
import { atMost, figure, type Row, type Section } from './report.js'
import type { Progress } from './terminal.js'
import { type Dice, diceOf } from './traffic.js'

const RATIO_TARGET = 2
const PAGE = 50
const DEEP = 1_000
/** Calls to a ledger before the next one's turn. */
const TURN = 10

interface Place {
  readonly ledger: Ledger
  readonly grown: Grown
}

interface Read {
  readonly name: string
  /** Answers how many records came: a read that finds nothing is quick, and wrong. */
  readonly run: (place: Place) => Promise<number>
  readonly expected: number | null
}

export async function measureReads(
  grown: readonly Grown[],
  hot: string,
  calls: number,
  seed: number,
  progress: Progress,
): Promise<Section> {
  const places: Place[] = []
  for (const one of grown) places.push({ ledger: await Ledger.open(one.file), grown: one })
  const rows: Row[] = []
  try {
    for (const read of readsOf(hot, diceOf(seed + 3))) {
      progress.tell('reads by size', read.name)
      rows.push(await measureRead(read, places, calls))
    }
  } finally {
    for (const { ledger } of places) await ledger.close()
  }
  return {
    title: 'Reads, median',
    columns: ['10^4 stored', '10^5', '10^6', '10^6 ÷ 10^4'],
    rows,
    notes: ['An account of 1,200 has as many records at each size, among the newest of the ledger.'],
  }
}

async function measureRead(read: Read, places: readonly Place[], calls: number): Promise<Row> {
  const times: number[][] = places.map(() => [])
  for (let done = -TURN; done < calls; done += TURN) {
    for (const [index, place] of places.entries()) {
      for (let call = 0; call < TURN; call++) {
        const start = performance.now()
        const found = await read.run(place)
        const microseconds = (performance.now() - start) * 1_000
        if (read.expected === null ? found === 0 : found !== read.expected) {
          throw new Error(`${read.name} found ${found}`)
        }
        // The first turn warms up.
        if (done >= 0) times[index]?.push(microseconds)
      }
    }
  }
  const medians = times.map(median)
  const ratio = (medians[2] ?? Number.NaN) / (medians[0] ?? Number.NaN)
  return {
    name: read.name,
    cells: [...medians.map((value) => figure('microseconds', value)), figure('ratio', ratio)],
    target: atMost(RATIO_TARGET, ratio),
  }
}

function readsOf(hot: string, dice: Dice): readonly Read[] {
  const pick = (items: readonly string[]): string => items[dice(items.length)] ?? ''
  const page =
    (of: (place: Place) => string, offset: number): Read['run'] =>
    async (place) => {
      const records = await place.ledger.tallystick.getTransactionsByAccountId({
        id: of(place),
        pageSize: PAGE,
        offset,
      })
      return Array.isArray(records) ? records.length : 0
    }
  const count =
    (of: (place: Place) => string): Read['run'] =>
    async (place) =>
      Number(await place.ledger.tallystick.getTransactionsByAccountId({ id: of(place), count: true }))
  const subjects: readonly [string, (place: Place) => string][] = [
    ['account of 1,200', ({ grown }) => pick(grown.group)],
    ['hot account', () => hot],
  ]
  return [
    ...subjects.flatMap(([subject, of]): readonly Read[] => [
      { name: `${subject}: last ${PAGE} records`, run: page(of, 0), expected: PAGE },
      {
        name: `${subject}: ${PAGE} records at offset ${DEEP.toLocaleString('en-US')}`,
        run: page(of, DEEP),
        expected: PAGE,
      },
      { name: `${subject}: number of records`, run: count(of), expected: null },
    ]),
    {
      name: 'payment by its reference',
      run: async ({ ledger, grown }) =>
        (await ledger.tallystick.getTransactionsByReference({ reference: pick(grown.references) })).length,
      expected: 2,
    },
  ]
}
