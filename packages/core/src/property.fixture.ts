/**
 * How every property of the core is run. fast-check prints seed and path of a failure; to replay it:
 * `FC_SEED=<seed> FC_PATH=<path> npx vitest run packages/core -t '<name of the test>'`.
 * `FC_RUNS` takes the place of each property's own number of runs.
 */
export interface FcOptions {
  readonly seed?: number
  readonly path?: string
  readonly endOnFailure?: boolean
  readonly numRuns: number
}

export function fcOptions(numRuns = 200): FcOptions {
  const seed = process.env['FC_SEED']
  const path = process.env['FC_PATH']
  return {
    numRuns: Number(process.env['FC_RUNS'] ?? numRuns),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  }
}
