/** What other programs do to this machine meanwhile: processor time that neither this process nor its children used. */
import { readdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

/** Of times in /proc, on Linux, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100

/** Ticks that all processors worked, and those of this process and its children. */
interface Work {
  readonly all: number
  readonly ours: number
  readonly at: number
}

export interface Others {
  /** Processes that wanted a processor in the last minute, before the run. */
  readonly load: number
  /** Processors that others used on average during the run; null where the system does not tell. */
  readonly processors: number | null
}

/** Watches from now on; the answer tells what others have done since. */
export function watchOthers(): () => Others {
  const load = loadavg()[0] ?? 0
  const before = readWork()
  return () => {
    const after = readWork()
    if (before === null || after === null) return { load, processors: null }
    const theirs = after.all - before.all - (after.ours - before.ours)
    return { load, processors: Math.max(0, theirs) / TICKS_PER_SECOND / ((after.at - before.at) / 1_000) }
  }
}

/** In words, if a reader of the figures should know of it. */
export function othersLines({ load, processors }: Others): readonly string[] {
  const lines = [
    ...(load > cpus().length * 0.5 ? [`${load.toFixed(1)} processes wanted a processor before the run`] : []),
    ...((processors ?? 0) > cpus().length * 0.1
      ? [`others used ${(processors ?? 0).toFixed(1)} of ${cpus().length} processors during it`]
      : []),
  ]
  if (lines.length === 0) return []
  return [
    `This machine is busy: ${lines.join(', ')}. Rates are too low and vary; ratios and CPU hold better.`,
  ]
}

function readWork(): Work | null {
  try {
    // user, nice, system, (idle, waiting for disks), interrupts, (stolen by other machines).
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
      .split(/\s+/)
      .map(Number)
    const all = user + nice + system + irq + softirq + steal
    return { all, ours: ticksOfTree(process.pid), at: performance.now() }
  } catch {
    return null
  }
}

/** Of a process and its children, those that have ended too. */
function ticksOfTree(root: number): number {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = fieldsOf(name)
    if (fields === null) continue
    const [, parent = 0] = fields
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    // utime, stime, cutime, cstime (proc_pid_stat(5)).
    ticks.set(
      Number(name),
      fields.slice(11, 15).reduce((sum, each) => sum + each, 0),
    )
  }
  let sum = 0
  const open = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    sum += ticks.get(next) ?? 0
    open.push(...(children.get(next) ?? []))
  }
  return sum
}

/** The fields after the name, which may hold anything; the first, a letter, is not a number. */
function fieldsOf(pid: string): readonly number[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    // It has ended meanwhile.
    return null
  }
}
