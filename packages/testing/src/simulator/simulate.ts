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

/** What became of one ledger. */
export interface Played {
  readonly tally: Tally
  readonly digest: string
  readonly finding: Finding | null
}

/** Plays a ledger of the run: here, or in another process. */
export type Player = (number: number, progress: (tally: Tally) => void) => Promise<Played>

export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  return simulateWith([playerOf(options)], options)
}

/**
 * Several players, each with a ledger of its own: ledgers do not depend on one another, so the result is the same as
 * that of one player. Of several findings the one in the earliest ledger counts, and no later ledger.
 */
export async function simulateWith(
  players: readonly Player[],
  options: Omit<SimulationOptions, 'open' | 'mutation'>,
): Promise<SimulationResult> {
  const { seed } = options
  const commands = options.commands ?? Number.POSITIVE_INFINITY
  const played = new Map<number, Played>()
  const running = new Map<number, Tally>()
  let next = options.from ?? 0
  let end = Math.ceil(commands / (options.ledger ?? LEDGER_COMMANDS))
  const told = () =>
    options.progress?.(
      sumOf(
        [...played.values()].map(({ tally }) => tally),
        running.values(),
      ),
    )
  await Promise.all(
    players.map(async (play) => {
      while (next < end) {
        const number = next++
        const result = await play(number, (tally) => {
          running.set(number, tally)
          told()
        })
        running.delete(number)
        played.set(number, result)
        if (result.finding !== null) end = Math.min(end, number + 1)
        else if (options.stop?.() === true) end = Math.min(end, next)
      }
    }),
  )
  const digest = new Trace()
  const counted = [...played].filter(([number]) => number < end).sort(([one], [other]) => one - other)
  for (const [, result] of counted) digest.write(result.digest)
  const tally = sumOf(counted.map(([, result]) => result.tally))
  return { seed, tally, digest: digest.digest, finding: counted.at(-1)?.[1].finding ?? null }
}

function sumOf(...parts: readonly Iterable<Tally>[]): Tally {
  const sum = new Tally()
  for (const part of parts) for (const tally of part) sum.add(tally)
  return sum
}

/** Ledgers that are being played in this process. */
let playing = 0
const { stackTraceLimit } = Error

/** Plays ledgers of this run in this process. */
export function playerOf(options: SimulationOptions): Player {
  return async (number, progress) => {
    playing++
    // Refusals are many, and nobody reads where each was made. A fault keeps its message.
    Error.stackTraceLimit = 0
    try {
      return await play(options, number, progress)
    } finally {
      playing--
      if (playing === 0) Error.stackTraceLimit = stackTraceLimit
    }
  }
}

async function play(
  options: SimulationOptions,
  number: number,
  progress: (tally: Tally) => void,
): Promise<Played> {
  const { seed } = options
  const size = options.ledger ?? LEDGER_COMMANDS
  const planned = Math.min(size, (options.commands ?? Number.POSITIVE_INFINITY) - number * size)
  const tally = new Tally()
  const chapter = await Chapter.open({
    seed,
    number,
    commands: planned,
    tally,
    ...(options.open === undefined ? {} : { open: options.open }),
    ...(options.mutation === undefined ? {} : { mutation: options.mutation }),
    progress: () => progress(tally),
  })
  tally.ledgers++
  let finding: Finding | null = null
  try {
    await chapter.play()
  } catch (error) {
    const found = error instanceof Difference ? error : new Difference('The run broke', 'nothing', error)
    const replay = [
      `--seed ${seed} --from ${number} --commands ${number * size + planned}`,
      ...(size === LEDGER_COMMANDS ? [] : [`--ledger ${size}`]),
    ].join(' ')
    finding = {
      what: found.what,
      expected: show(found.expected),
      got: show(found.got),
      ledger: number,
      step: chapter.steps,
      events: chapter.trace.last(),
      replay,
    }
  }
  return { tally, digest: chapter.trace.digest, finding }
}
