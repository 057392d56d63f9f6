/**
 * Runs a property with a seed that is known, and says on failure how to run just that case again.
 *
 * - `FC_SEED` takes the place of a fresh seed, `FC_PATH` names the failing case in it, `FC_RUNS` how many.
 */
import { relative } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'

function numberFrom(variable: string): number | undefined {
  const text = process.env[variable]
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${variable} is not a whole number: ${text}`)
  return value
}

/** A seed for one suite: `FC_SEED`, or a fresh one, so that every run of the tests looks somewhere else. */
export function chooseSeed(): number {
  return numberFrom('FC_SEED') ?? Math.trunc(Math.random() * 0x7fffffff)
}

/** Whether this is `npm run test:faults`, which has time for all that a suite can look at. */
export const isFull = process.env['FAULT_MINUTES'] !== undefined

/** How much a suite looks at: `quick` in `npm test`, whose seeds are fresh ones each time, and `full` where time is. */
export const quickOrFull = (quick: number, full: number): number => (isFull ? full : quick)

/** One part of so many; each seed chooses another. */
export interface Share {
  readonly of: number
  readonly seed: number
}

/**
 * What a suite looks at of a long list, in its order: at least one, if there are any. Over the seeds, each of the list has
 * its turn.
 */
export function partOf<Item>(name: string, all: readonly Item[], share: Share): readonly Item[] {
  const { seed } = share
  const of = Math.min(share.of, Math.max(1, all.length))
  if (of > 1) console.info(`${name}: one part of ${of}, FC_SEED=${seed}`)
  return all.filter((_, number) => number % of === seed % of)
}

export interface CheckOptions {
  readonly seed: number
  /** How many cases; `FC_RUNS` overrides it. */
  readonly runs: number
}

/** @throws Error with the smallest failing case, its seed and path, and the command that replays it. */
export async function check<Values>(
  property: fc.IAsyncProperty<Values>,
  options: CheckOptions,
): Promise<void> {
  const path = process.env['FC_PATH']
  const details = await fc.check(property, {
    seed: options.seed,
    numRuns: numberFrom('FC_RUNS') ?? options.runs,
    // Shrinking ends in time for its report to be printed, before vitest's own time limit.
    interruptAfterTimeLimit: 45_000,
    ...(path === undefined || path === '' ? {} : { path }),
  })
  if (details.interrupted) console.warn(`Time was up after ${details.numRuns} of the cases asked for`)
  if (!details.failed) return
  const report = await fc.asyncDefaultReportMessage(details)
  const { testPath = '', currentTestName = '' } = expect.getState()
  // What vitest matches is the names joined by blanks, as a regular expression.
  const name = currentTestName.replaceAll(' > ', ' ').replace(/[^\w ,:]/g, '.')
  const again = [
    `FC_SEED=${details.seed}`,
    `FC_PATH=${details.counterexamplePath ?? ''}`,
    `node_modules/.bin/vitest run ${relative(process.cwd(), testPath)}`,
    `-t '${name}'`,
  ].join(' ')
  throw new Error(`${report}\n\nReplay it with:\n\n  ${again}\n`, { cause: details.errorInstance })
}
