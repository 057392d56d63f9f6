/** Clocks and counters around a piece of work, and what to make of several rounds of them. */
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Sample {
  readonly payments: number
  readonly ms: number
  /** Of this process: all threads, user and system. */
  readonly cpuMs: number
  /** That this process caused to be written to disks; null where the system does not tell. */
  readonly bytes: number | null
}

setFlagsFromString('--expose-gc')
// Defined in contexts made after the flag was set.
export const collect = runInNewContext('gc') as () => void

/** Measures `work`, which makes this many payments. The garbage of what ran before is not charged to it. */
export async function measure(payments: number, work: () => void | Promise<void>): Promise<Sample> {
  collect()
  const bytesBefore = bytesWritten()
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  const cpu = process.cpuUsage(cpuBefore)
  const bytes = bytesWritten()
  return {
    payments,
    ms,
    cpuMs: (cpu.user + cpu.system) / 1_000,
    bytes: bytes === null || bytesBefore === null ? null : bytes - bytesBefore,
  }
}

export const perSecond = ({ payments, ms }: Sample): number => (payments / ms) * 1_000

/** Linux: pages dirtied by this process, whether or not they have reached the disk yet. */
function bytesWritten(): number | null {
  try {
    const found = /^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))
    return found === null ? null : Number(found[1])
  } catch {
    return null
  }
}

/**
 * Rounds until there are `wanted`, or until they have taken so long that a busy machine would keep the user
 * waiting; never fewer than three.
 */
export async function rounds(
  wanted: number,
  patienceMs: number,
  run: (round: number) => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let round = 0; round < wanted && (round < 3 || performance.now() < deadline); round++) await run(round)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Keeps `inFlight` calls under way until `count` have been made, each client waiting for its own answer
 * before it calls again. With `count` a multiple of `inFlight`, every commit is of `inFlight` calls.
 */
export async function drive(
  count: number,
  inFlight: number,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  const client = async (): Promise<void> => {
    while (next < count) await call(next++)
  }
  await Promise.all(Array.from({ length: inFlight }, client))
}
