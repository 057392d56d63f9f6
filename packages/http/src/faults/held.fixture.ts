/** How long a call holds the event loop: the processor time of the longest turn of the loop while it is under way. */
import { readFileSync } from 'node:fs'

/** This thread's alone, in milliseconds. The main thread of a process has the id of the process. */
function processorTime(): number {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    // Not on Linux: of all threads, so more than it is.
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
}

/**
 * The longest turn in milliseconds of processor time. Not by the clock: other processes take the processor away, and
 * that is no doing of the call.
 */
export async function longestTurn(call: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = processorTime()
  let turn: NodeJS.Immediate
  const look = () => {
    const now = processorTime()
    longest = Math.max(longest, now - last)
    last = now
    turn = setImmediate(look)
  }
  turn = setImmediate(look)
  try {
    await call()
    // The turn in which it ended ends too.
    await new Promise((resolve) => setImmediate(resolve))
    return Math.max(longest, processorTime() - last)
  } finally {
    clearImmediate(turn)
  }
}

const WORK = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({ id: `account-${index}`, amount: String(7 * index) })),
)
/** New names: to know whether V8 has them already it reads memory, which others may slow down without the core. */
const namesOf = (round: number): string =>
  `{${Array.from({ length: 20_000 }, (_, index) => `"${round} ${index}":"0"`).join(',')}}`
/** What each takes at the least, on a core of a server of 2024 that nobody else uses. */
const WORK_MS = 8
const NAMES_MS = 12

let rounds = 0

/** How many times slower than such a core this thread runs now, at least 1: bounds hold for the core. */
export function slowness(): number {
  const least = { work: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY }
  const timed = (of: keyof typeof least, work: () => unknown): void => {
    const start = processorTime()
    work()
    least[of] = Math.min(least[of], processorTime() - start)
  }
  for (let round = 0; round < 5; round++) {
    const names = namesOf(rounds++)
    timed('work', () => JSON.stringify(JSON.parse(WORK)))
    timed('names', () => JSON.parse(names))
  }
  return Math.max(1, least.work / WORK_MS, least.names / NAMES_MS)
}
