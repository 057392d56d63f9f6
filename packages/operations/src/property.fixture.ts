import { chooseSeed, partOf, quickOrFull } from '@tallystick/testing'

/** Runs of a property, and how one is repeated: `FC_SEED=… FC_PATH=… npx vitest run packages/operations -t '<name>'`. */
export interface FcOptions {
  readonly seed?: number
  readonly path?: string
  readonly endOnFailure?: boolean
  readonly numRuns: number
}

/** `FC_RUNS` takes the place of each property's own number of runs. */
export function fcOptions(numRuns: number): FcOptions {
  const seed = process.env['FC_SEED']
  const path = process.env['FC_PATH']
  return {
    numRuns: Number(process.env['FC_RUNS'] ?? numRuns),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  }
}

/** What needs a world for each operation looks at a third of them, at others each time, and at all in `npm run test:faults`. */
export const partly = <Item>(name: string, all: readonly Item[]): readonly Item[] =>
  partOf(name, all, { of: quickOrFull(3, 1), seed: chooseSeed() })
