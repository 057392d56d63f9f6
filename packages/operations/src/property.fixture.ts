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
