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
/** What the work takes on a core of a server of 2024 that nobody else uses. */
const WORK_MS = 8

/** How many times slower than such a core this thread runs now, at least 1: bounds hold for the core. */
export function slowness(): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const start = processorTime()
    JSON.stringify(JSON.parse(WORK))
    least = Math.min(least, processorTime() - start)
  }
  return Math.max(1, least / WORK_MS)
}
