/** A run: ledgers from one seed, one after another, until enough commands were asked or a difference is found. */
import type { Storage } from '@tallystick/engine'
import { Chapter } from './chapter.js'
import { Difference, show } from './difference.js'
import type { Mutation } from './mutation.js'
import { Tally } from './tally.js'
import { Trace } from './trace.js'

export interface SimulationOptions {
  /** Any whole number; 32 bits of it count. */
  readonly seed: number
  /** Ends when so many commands were asked, counted from the first ledger. Without it, when `stop` says so. */
  readonly commands?: number
  /** The first ledger that is played: those before it are left out, and need not be played to get here. */
  readonly from?: number
  /** Commands of one ledger, before the next is begun. */
  readonly ledger?: number
  /** Asked after each ledger. */
  readonly stop?: () => boolean
  /** Called now and then with the counts so far. */
  readonly progress?: (tally: Tally) => void
  /** Gives an empty storage for each ledger; the one in memory unless told otherwise. Chains are played in memory. */
  readonly open?: () => Storage | Promise<Storage>
  /** Breaks something on purpose. */
  readonly mutation?: Mutation
}

/** What was found, and how to see it again. */
export interface Finding {
  readonly what: string
  readonly expected: string
  readonly got: string
  readonly ledger: number
  readonly step: number
  /** The last events, the one that showed it at the end. */
  readonly events: readonly string[]
  /** Arguments of a run that plays this ledger alone, up to the same step. */
  readonly replay: string
}

export interface SimulationResult {
  readonly seed: number
  readonly tally: Tally
  /** The same for every run of the same seed and commands. */
  readonly digest: string
  readonly finding: Finding | null
}

export const LEDGER_COMMANDS = 25_000

export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  // Refusals are many, and nobody reads where each was made. A fault keeps its message.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return await play(options)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

async function play(options: SimulationOptions): Promise<SimulationResult> {
  const { seed, progress } = options
  const size = options.ledger ?? LEDGER_COMMANDS
  const commands = options.commands ?? Number.POSITIVE_INFINITY
  const tally = new Tally()
  const digest = new Trace()
  for (let number = options.from ?? 0; number * size < commands; number++) {
    const planned = Math.min(size, commands - number * size)
    const chapter = await Chapter.open({
      seed,
      number,
      commands: planned,
      tally,
      ...(options.open === undefined ? {} : { open: options.open }),
      ...(options.mutation === undefined ? {} : { mutation: options.mutation }),
      progress: () => progress?.(tally),
    })
    tally.ledgers++
    try {
      await chapter.play()
    } catch (error) {
      digest.write(chapter.trace.digest)
      const found = error instanceof Difference ? error : new Difference('The run broke', 'nothing', error)
      const replay = [
        `--seed ${seed} --from ${number} --commands ${number * size + planned}`,
        ...(size === LEDGER_COMMANDS ? [] : [`--ledger ${size}`]),
      ].join(' ')
      const finding: Finding = {
        what: found.what,
        expected: show(found.expected),
        got: show(found.got),
        ledger: number,
        step: chapter.steps,
        events: chapter.trace.last(),
        replay,
      }
      return { seed, tally, digest: digest.digest, finding }
    }
    digest.write(chapter.trace.digest)
    if (options.stop?.() === true) break
  }
  return { seed, tally, digest: digest.digest, finding: null }
}
