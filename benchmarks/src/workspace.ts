/** Where the ledgers are made: a folder on a real disk, gone when the program ends. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** Of `statfs(2)`. */
const FILE_SYSTEMS: Readonly<Record<number, string>> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  801189825: 'zfs',
  2035054128: 'overlayfs',
  16914836: 'tmpfs',
  2240043254: 'ramfs',
  26985: 'nfs',
  26: 'apfs',
}

export class Workspace {
  readonly folder: string
  private files = 0

  constructor() {
    const parent = process.env['TALLYSTICK_BENCH_DIR'] ?? defaultParent()
    mkdirSync(parent, { recursive: true })
    this.folder = mkdtempSync(join(parent, 'tallystick-bench-'))
  }

  get fileSystem(): string {
    const { type } = statfsSync(this.folder)
    return FILE_SYSTEMS[type] ?? `type 0x${type.toString(16)}`
  }

  /** A name that no file has yet. */
  file(name: string): string {
    this.files++
    return join(this.folder, `${this.files}-${name}.db`)
  }

  /** A copy of a database that nobody has open. */
  copy(source: string, name: string): string {
    const target = this.file(name)
    copyFileSync(source, target)
    return target
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}

/** The temporary folder is memory on some systems; what is measured there is not what a ledger costs. */
function defaultParent(): string {
  return statSync(tmpdir()).dev === statSync(REPOSITORY).dev ? tmpdir() : join(REPOSITORY, 'data')
}
