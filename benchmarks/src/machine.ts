/** What the figures depend on and the code does not. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { median } from './measure.js'
import type { Workspace } from './workspace.js'

export interface Machine {
  readonly cpus: number
  readonly cpuModel: string
  readonly memoryGiB: number
  readonly node: string
  /** Of Node and V8: the size of the young generation, for one, shows in the figures. */
  readonly flags: string
  readonly sqlite: string
  readonly fileSystem: string
  /** Until 4 KiB, appended, are on the disk. */
  readonly syncMicroseconds: number
}

export function describeMachine(workspace: Workspace): Machine {
  const database = new Database(':memory:')
  const sqlite = String(database.prepare('select sqlite_version()').pluck().get())
  database.close()
  return {
    cpus: cpus().length,
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    flags: [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ').trim(),
    sqlite,
    fileSystem: workspace.fileSystem,
    syncMicroseconds: measureSync(join(workspace.folder, 'sync')),
  }
}

/** The machine in words, with what a reader of the figures should know of it. */
export function machineLines(machine: Machine): readonly string[] {
  return [
    `${machine.cpus} CPUs (${machine.cpuModel}), ${machine.memoryGiB} GiB, Node ${machine.node}, SQLite ${machine.sqlite}`,
    ...(machine.flags === '' ? [] : [`Node flags: ${machine.flags}`]),
    `${machine.fileSystem}, ${Math.round(machine.syncMicroseconds)} µs until 4 KiB are on the disk`,
    ...(machine.fileSystem === 'tmpfs' || machine.fileSystem === 'ramfs'
      ? [
          'These files are in memory: nothing here is durable. Set TALLYSTICK_BENCH_DIR to a folder on a disk.',
        ]
      : machine.syncMicroseconds < 20
        ? ['This disk says "written" sooner than a disk can: figures at one in flight are too good.']
        : []),
  ]
}

function measureSync(path: string): number {
  const file = openSync(path, 'w')
  const page = Buffer.alloc(4_096, 1)
  const times: number[] = []
  for (let round = 0; round < 51; round++) {
    const start = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    times.push((performance.now() - start) * 1_000)
  }
  closeSync(file)
  return median(times)
}
