/**
 * Following a chain: blocks of 2,000 transfers for each second, from a node that answers at once, with few and with many
 * watched addresses; what memory that takes; and what payments of the ledger cost meanwhile.
 */
import { openPostgres } from '@tallystick/storage-postgres'
import { openSqlite } from '@tallystick/storage-sqlite'
import { Child } from './child.js'
import { CONFIRMATIONS, type Done, type Question, type Where } from './following-engine.js'
import { type Proof, proveBooks, type Template } from './ledger.js'
import { OURS, TRANSFERS } from './made-blocks.js'
import { median, rounds } from './measure.js'
import type { Effort } from './options.js'
import type { PostgresServer } from './postgres-server.js'
import { atLeast, atMost, figure, type Section } from './report.js'
import type { Progress } from './terminal.js'
import type { Workspace } from './workspace.js'

const RATE_TARGET = 200
/** What the program has in use does not depend on the number of addresses. */
const MEMORY_TARGET = 1.1
const PAYING_TARGET = 0.9
/** More often than any chain that is followed has a full block. */
const EVERY_MS = 500
const WARM_UP = 128

interface Measured {
  readonly section: Section
  readonly proofs: readonly Proof[]
}

/** Blocks per second, microseconds for each, and bytes. */
interface Followed {
  readonly rate: number
  readonly cpu: number
  readonly used: number
  readonly resident: number
}

/** One storage: how each ledger of a size begins, and how it is read at the end. */
export interface Place {
  readonly name: string
  make(addresses: number): Promise<Where>
  /** After the addresses were added at once: what the server does by itself sooner or later is done before the rounds. */
  settle(where: Where): Promise<void>
}

export const onSqlite = (workspace: Workspace): Place => ({
  name: 'SQLite',
  make: async (addresses) => ({ file: workspace.file(`following-${addresses}`) }),
  settle: () => Promise.resolve(),
})

export const onPostgres = (server: PostgresServer): Place => ({
  name: 'PostgreSQL',
  make: async () => {
    const url = await server.place()
    await (await openPostgres({ url })).close()
    return { url }
  },
  settle: (where) => ('url' in where ? server.settle(where.url) : Promise.resolve()),
})

export async function measureFollowing(
  { name, make, settle }: Place,
  { watched, followedBlocks, followRounds }: Effort,
  seed: number,
  progress: Progress,
): Promise<Measured> {
  const found: Followed[] = []
  const proofs: Proof[] = []
  for (const addresses of watched) {
    const what = `following with ${addresses.toLocaleString('en-US')} addresses on ${name}`
    progress.tell(what, 'making the addresses')
    const where = await make(addresses)
    await inChild((ask) => ask({ plant: { where, addresses } }))
    await settle(where)
    const samples: Done[] = []
    await inChild(async (ask) => {
      await ask({ open: { where, addresses, seed } })
      await ask({ follow: { blocks: WARM_UP } })
      await rounds(followRounds, followRounds * 20_000, async (round) => {
        progress.tell(what, `round ${round + 1} of ${followRounds}`)
        samples.push(await ask({ follow: { blocks: followedBlocks } }))
      })
      await ask({ close: true })
    })
    progress.tell(what, 'verifying')
    const height = WARM_UP + samples.length * followedBlocks
    proofs.push(await proveFollowed(`following on ${name}`, where, height, 0))
    found.push({
      rate: median(samples.map(({ done, ms }) => (done / ms) * 1_000)),
      cpu: median(samples.map(({ done, cpuMs }) => (cpuMs / done) * 1_000)),
      used: median(samples.map(({ used }) => used)),
      resident: median(samples.map(({ resident }) => resident)),
    })
  }
  return { section: sectionOf(name, watched, found), proofs }
}

function sectionOf(name: string, watched: readonly number[], found: readonly Followed[]): Section {
  const of = (kind: keyof Followed) => {
    const values = found.map((one) => one[kind])
    return {
      values,
      last: values.at(-1) ?? Number.NaN,
      ratio: (values.at(-1) ?? Number.NaN) / (values[0] ?? 1),
    }
  }
  const [rate, cpu, used, resident] = [of('rate'), of('cpu'), of('used'), of('resident')]
  return {
    title: `Following a chain on ${name}`,
    columns: [...watched.map((count) => count.toLocaleString('en-US')), 'ratio'],
    rows: [
      {
        name: 'blocks per second',
        cells: [...rate.values.map((value) => figure('perSecond', value)), figure('ratio', rate.ratio)],
        target: atLeast(RATE_TARGET, rate.last),
      },
      {
        name: 'CPU of a block',
        cells: [...cpu.values.map((value) => figure('microseconds', value)), figure('ratio', cpu.ratio)],
      },
      {
        name: 'memory in use, bytes',
        cells: [...used.values.map((value) => figure('bytes', value)), figure('ratio', used.ratio)],
        target: atMost(MEMORY_TARGET, used.ratio),
      },
      {
        name: 'resident, bytes',
        cells: [...resident.values.map((value) => figure('bytes', value)), figure('ratio', resident.ratio)],
      },
    ],
    notes: [
      `By watched addresses. Blocks of ${TRANSFERS.toLocaleString('en-US')} transfers, ${OURS} of them to us; the node answers at once.`,
      'Resident includes the page cache of SQLite: at most 64 MiB.',
    ],
  }
}

/** Payments of a ledger that follows a chain beside those of one that does not. */
export async function measurePaying(
  workspace: Workspace,
  template: Template,
  { watched, followRounds, payingMs }: Effort,
  seed: number,
  progress: Progress,
): Promise<Measured> {
  const where = { file: workspace.copy(template.file, 'paying') }
  const addresses = watched.at(-1) ?? 0
  const what = 'payments while a chain is followed'
  progress.tell(what, 'making the addresses')
  await inChild((ask) => ask({ plant: { where, addresses } }))
  const found: { readonly without: number; readonly following: number }[] = []
  let [payments, height] = [0, 0]
  await inChild(async (ask) => {
    await ask({ open: { where, addresses, seed } })
    const pay = async (every: number | null): Promise<number> => {
      const paid = await ask({ pay: { accounts: template.spread, ms: payingMs, every } })
      payments += paid.done
      height = paid.used
      return (paid.done / paid.ms) * 1_000
    }
    for (const every of [null, EVERY_MS]) await pay(every)
    await rounds(followRounds, followRounds * 4 * payingMs, async (round) => {
      progress.tell(what, `round ${round + 1} of ${followRounds}`)
      // Who goes first changes from round to round.
      if (round % 2 === 0) found.push({ without: await pay(null), following: await pay(EVERY_MS) })
      else {
        const following = await pay(EVERY_MS)
        found.push({ following, without: await pay(null) })
      }
    })
    await ask({ close: true })
  })
  const ratio = median(found.map(({ without, following }) => following / without))
  return {
    section: {
      title: 'Payments per second while following',
      columns: ['without', 'following', 'ratio'],
      rows: [
        {
          name: `64 in flight, ${addresses.toLocaleString('en-US')} addresses`,
          cells: [
            figure('perSecond', median(found.map(({ without }) => without))),
            figure('perSecond', median(found.map(({ following }) => following))),
            figure('ratio', ratio),
          ],
          target: atLeast(PAYING_TARGET, ratio),
        },
      ],
      notes: [
        `On SQLite. A block of ${TRANSFERS.toLocaleString('en-US')} transfers arrives every ${EVERY_MS} ms.`,
      ],
    },
    proofs: [await proveFollowed('paying while following', where, height, template.entries + payments)],
  }
}

/** Each deposit that is deep enough is credited, once. */
async function proveFollowed(name: string, where: Where, height: number, others: number): Promise<Proof> {
  const storage =
    'file' in where
      ? await openSqlite({ ...where, migrate: false })
      : await openPostgres({ ...where, migrate: false })
  return proveBooks(name, storage, others + OURS * Math.max(0, height - CONFIRMATIONS + 1))
}

async function inChild(
  work: (ask: (question: Question) => Promise<Done>) => Promise<unknown>,
): Promise<void> {
  const child = Child.start('following-engine.js')
  try {
    await work((question) => child.ask<Done>(question))
  } finally {
    child.kill()
  }
}
