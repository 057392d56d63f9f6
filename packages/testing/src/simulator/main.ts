/** `npm run simulate`: reads the arguments, runs the simulator, and prints progress and findings. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Processes } from './processes.js'
import { findingText, progressLine, table } from './report.js'
import { LEDGER_COMMANDS, playerOf, type SimulationOptions, simulateWith } from './simulate.js'

const HELP = `npm run simulate -- [options]

Runs engines, clients, a network and a storage in one simulated world, with faults, and compares every
step with an independent model of the ledger. The same seed and commands give the same run, with any
number of jobs.

  --seed N       what everything is drawn from; a fresh one is chosen, and printed, without it
  --minutes M    end after the ledger in which M minutes are over (1, unless --commands is given)
  --commands K   end after K commands, of all ledgers together
  --ledger C     commands of one ledger, before a fresh one is begun (${LEDGER_COMMANDS})
  --jobs N       ledgers that are played at a time, each in a process of its own (as many as there are processors)
  --from L       begin with ledger L: a finding names the one to replay
  --help         this page

Exit code 0: no difference. 1: a difference was found. 2: the arguments make no sense.
`

/** Between two renewals of the line, in milliseconds. */
const RENEWED = 250

class BadArgument extends TypeError {}

function numberOf(name: string, text: string | undefined, whole = true): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0) || (whole && !Number.isSafeInteger(value))) {
    throw new BadArgument(`--${name} takes a ${whole ? 'whole ' : ''}number, not "${text}"`)
  }
  return value
}

interface Arguments {
  readonly options: Omit<SimulationOptions, 'open' | 'mutation'>
  readonly minutes: number
  readonly jobs: number
}

function readArguments(): Arguments | null {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      seed: text,
      minutes: text,
      commands: text,
      ledger: text,
      from: text,
      jobs: text,
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) return null
  const commands = numberOf('commands', values.commands)
  const ledger = numberOf('ledger', values.ledger)
  if (ledger === 0) throw new BadArgument('--ledger takes a number above zero')
  const jobs = numberOf('jobs', values.jobs) ?? availableParallelism()
  if (jobs === 0) throw new BadArgument('--jobs takes a number above zero')
  const minutes =
    numberOf('minutes', values.minutes, false) ?? (commands === undefined ? 1 : Number.POSITIVE_INFINITY)
  const options = {
    seed: numberOf('seed', values.seed) ?? Math.trunc(Math.random() * 0x7fffffff),
    from: numberOf('from', values.from) ?? 0,
    ...(commands === undefined ? {} : { commands }),
    ...(ledger === undefined ? {} : { ledger }),
  }
  return { options, minutes, jobs }
}

async function main(): Promise<number> {
  const read = readArguments()
  if (read === null) {
    process.stdout.write(HELP)
    return 0
  }
  const { options, minutes, jobs } = read
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1_000
  const terminal = process.stderr.isTTY
  let renewed = 0
  process.stdout.write(`seed ${options.seed}\n`)
  const ledgers = Math.ceil(
    (options.commands ?? Number.POSITIVE_INFINITY) / (options.ledger ?? LEDGER_COMMANDS),
  )
  const apart = Math.min(jobs, ledgers - (options.from ?? 0))
  const processes = new Processes(apart > 1 ? apart : 0, options)
  const players = apart > 1 ? processes.players : [playerOf(options)]
  const result = await simulateWith(players, {
    ...options,
    stop: () => seconds() >= minutes * 60,
    progress(tally) {
      const now = performance.now()
      if (!terminal || now - renewed < RENEWED) return
      renewed = now
      process.stderr.write(`\r\x1b[K${progressLine(options.seed, tally, seconds())}`)
    },
  }).finally(() => processes.close())
  if (terminal) process.stderr.write('\r\x1b[K')
  const { user, system } = process.cpuUsage()
  const processor = (user + system) / 1e6 + processes.processor
  process.stdout.write(`${table(result, seconds(), processor)}\n`)
  if (result.finding === null) return 0
  process.stdout.write(`\n${findingText(result.seed, result.finding)}\n`)
  return 1
}

try {
  process.exitCode = await main()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\nTry: npm run simulate -- --help\n`)
  process.exitCode = 2
}
