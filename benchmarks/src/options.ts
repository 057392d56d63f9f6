/** The command line of the benchmarks, and how much each of its two lengths measures. */
import { parseArgs } from 'node:util'

export interface Options {
  readonly quick: boolean
  readonly seed: number
  /** Where to write the figures as JSON as well. */
  readonly json: string | null
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
  /** Calls of each read at each size. */
  readonly reads: number
}

const QUICK: Effort = {
  embeddedRounds: 5,
  embeddedMs: 180,
  postgresRounds: 5,
  postgresMs: 250,
  httpRounds: 3,
  httpMs: 1_200,
  growthRounds: 5,
  reads: 120,
}

const FULL: Effort = {
  embeddedRounds: 15,
  embeddedMs: 400,
  postgresRounds: 11,
  postgresMs: 600,
  httpRounds: 9,
  httpMs: 2_500,
  growthRounds: 11,
  reads: 600,
}

export const HELP = `Measures Tallystick on this machine, beside hand-written code that has the same effect.

Usage: npm run bench -- [options]

  --quick        about one minute instead of four to five
  --seed <n>     seed of the traffic; 1 unless given
  --json <file>  write all figures to this file, too
  --help         show this

Files are made in the temporary folder, or beside the repository when that is memory or another disk,
and removed at the end. TALLYSTICK_BENCH_DIR names another folder. NO_COLOR is honoured.

The exit code is 0 whatever the figures; it is 1 when a ledger does not balance or something fails.
`

/** @throws Error (of parseArgs, or ours) for an option that is not one of the above; null asks for help. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    // `npm run bench -- --quick` and `pnpm bench -- --quick` differ in who takes the dashes.
    args: args.filter((arg) => arg !== '--'),
    options: {
      quick: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  if (!/^\d{1,9}$/.test(values.seed))
    throw new Error(`--seed is "${values.seed}"; accepted is a whole number`)
  return {
    quick: values.quick,
    seed: Number(values.seed),
    json: values.json ?? null,
    effort: values.quick ? QUICK : FULL,
  }
}
