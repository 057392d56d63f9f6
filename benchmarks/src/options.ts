/** The command line of the benchmarks, and how much each of its two lengths measures. */
import { parseArgs } from 'node:util'

export const PARTS = [
  'embedded',
  'http',
  'growth',
  'keys',
  'postgres',
  'chains',
  'following',
  'webhooks',
  'trades',
] as const
export type Part = (typeof PARTS)[number]

export interface Options {
  readonly quick: boolean
  /** What to measure. */
  readonly parts: ReadonlySet<Part>
  readonly seed: number
  /** Where to write the figures as JSON as well. */
  readonly json: string | null
  /** Whether to profile what is measured, and whether to write docs/benchmarks.md. */
  readonly profile: boolean
  readonly page: boolean
  readonly effort: Effort
}

/** How long to measure. Rounds are odd, so that a median is a round that took place. */
export interface Effort {
  readonly embeddedRounds: number
  /** What one series of one round is made to last. */
  readonly embeddedMs: number
  readonly postgresRounds: number
  readonly postgresMs: number
  readonly httpRounds: number
  readonly httpMs: number
  readonly growthRounds: number
  readonly keyedRounds: number
  /** Payments with random keys, at the most. */
  readonly keyed: number
  /** Calls of each read at each size. */
  readonly reads: number
  readonly chainRounds: number
  readonly followRounds: number
  /** Numbers of watched addresses. */
  readonly watched: readonly [number, number]
  /** Blocks of a round. */
  readonly followedBlocks: number
  readonly payingMs: number
  readonly webhookRounds: number
  /** To all receivers together. */
  readonly webhooksSent: number
  readonly tradeRounds: number
  /** Orders that wait in the book of each pair. */
  readonly tradeDepth: number
}

const QUICK: Effort = {
  embeddedRounds: 5,
  embeddedMs: 180,
  postgresRounds: 5,
  postgresMs: 250,
  httpRounds: 3,
  httpMs: 1_200,
  growthRounds: 5,
  keyedRounds: 3,
  keyed: 300_000,
  reads: 120,
  chainRounds: 3,
  followRounds: 3,
  watched: [1_000, 100_000],
  followedBlocks: 256,
  payingMs: 1_500,
  webhookRounds: 3,
  webhooksSent: 2_000,
  tradeRounds: 5,
  tradeDepth: 1_000,
}

const FULL: Effort = {
  embeddedRounds: 15,
  embeddedMs: 400,
  postgresRounds: 11,
  postgresMs: 600,
  httpRounds: 9,
  httpMs: 2_500,
  growthRounds: 11,
  keyedRounds: 5,
  keyed: 1_000_000,
  reads: 600,
  chainRounds: 9,
  followRounds: 7,
  watched: [10_000, 1_000_000],
  followedBlocks: 1_024,
  payingMs: 3_000,
  webhookRounds: 11,
  webhooksSent: 20_000,
  tradeRounds: 11,
  tradeDepth: 10_000,
}

/** More than the sizes that it is compared with. */
const LEAST_STORED = 200_000

export const HELP = `Measures Tallystick on this machine, beside hand-written code that has the same effect.

Usage: npm run bench -- [options]

  --quick        about three minutes instead of ten
  --only <part>  measure this part alone; may be given several times:
                   embedded  payments through the library, on SQLite
                   http      payments through the server, on SQLite
                   growth    payments and reads with up to a million stored, on SQLite
                   keys      payments with random idempotency keys and up to a million of them stored, on SQLite
                   postgres  payments on PostgreSQL, by one engine and by two, with up to a million stored
                   chains    addresses, a payment out of many outputs, the start of a service with every chain
                   following a chain of full blocks with up to a million watched addresses, and payments meanwhile
                   webhooks  what subscribers cost, and webhooks to a hundred receivers, on SQLite
                   trades    orders that are matched, beside payments, on SQLite and PostgreSQL
  --stored <n>   payments that the part keys stores at the most; 1,000,000 unless given, 300,000 with --quick
  --seed <n>     seed of the traffic; 1 unless given
  --json <file>  write all figures to this file, too
  --page         write docs/benchmarks.md and its plots
  --profile      profile the payments of embedded, http and postgres: .cpuprofile files in data/profiles, and the
                 functions that took the most processor time
  --help         show this

Files are made in the temporary folder, or beside the repository when that is memory or another disk,
and removed at the end. TALLYSTICK_BENCH_DIR names another folder. NO_COLOR is honoured.

PostgreSQL is the one that npm has, made in the same folder and gone with it; TALLYSTICK_TEST_POSTGRES gives
the URL of another, where schemas are made and dropped. It must be durable: fsync, full_page_writes and
synchronous_commit on.

The exit code is 0 whatever the figures; it is 1 when a ledger does not balance or something fails.
`

/** @throws Error (of parseArgs, or ours) for an option that is not one of the above; null asks for help. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    // `npm run bench -- --quick` and `pnpm bench -- --quick` differ in who takes the dashes.
    args: args.filter((arg) => arg !== '--'),
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', default: '1' },
      stored: { type: 'string' },
      json: { type: 'string' },
      page: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  const effort = values.quick ? QUICK : FULL
  const keyed = values.stored === undefined ? effort.keyed : readNumber('stored', values.stored)
  if (keyed < LEAST_STORED) {
    throw new Error(`--stored is "${keyed}"; accepted is at least ${LEAST_STORED.toLocaleString('en-US')}`)
  }
  return {
    quick: values.quick,
    parts: new Set(values.only.length === 0 ? PARTS : values.only.map(readPart)),
    seed: readNumber('seed', values.seed),
    json: values.json ?? null,
    page: values.page,
    profile: values.profile,
    effort: { ...effort, keyed },
  }
}

function readNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} is "${text}"; accepted is a whole number`)
  return Number(text)
}

function readPart(name: string): Part {
  const part = PARTS.find((known) => known === name)
  if (part === undefined) throw new Error(`--only is "${name}"; accepted is one of ${PARTS.join(', ')}`)
  return part
}
