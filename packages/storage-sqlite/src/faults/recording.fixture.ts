/**
 * What a process asked of its disk, in order, and the disks that a power loss could leave behind: everything
 * that was fsynced is there; of what was written since, any part, in any order, torn at sectors.
 */
import { readFileSync } from 'node:fs'
import type { SeededRandom } from '@tallystick/testing'

export type Operation =
  | { readonly type: 'write'; readonly path: string; readonly at: number; readonly data: Buffer }
  | { readonly type: 'truncate'; readonly path: string; readonly size: number }
  | { readonly type: 'create' | 'remove'; readonly path: string }
  /** `meanwhile`: what came while it was under way, which it need not cover. */
  | { readonly type: 'sync'; readonly path: string; readonly meanwhile: readonly Operation[] }
  | { readonly type: 'said'; readonly lines: readonly string[] }

const SECTOR = 512

/**
 * Reads what `strace -f -y -xx -s <more than a page>` has written.
 *
 * @param said The file that is the process's standard output.
 */
export function readRecording(trace: string, said: string): readonly Operation[] {
  const operations: Operation[] = []
  /** Calls under way, by thread: how the line begins, and what had come by then. */
  const begun = new Map<string, { readonly start: string; readonly count: number }>()
  for (const printed of readFileSync(trace, 'latin1').split('\n')) {
    const [, unfinished, beginner = ''] = /^((\d+) .*) <unfinished \.\.\.>$/.exec(printed) ?? []
    if (unfinished !== undefined) {
      begun.set(beginner, { start: unfinished, count: operations.length })
      continue
    }
    const [, thread = '', rest = ''] = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/.exec(printed) ?? []
    const { start, count } = begun.get(thread) ?? { start: '', count: operations.length }
    begun.delete(thread)
    const line = thread === '' ? printed : `${start}${rest}`
    const match = /^\d+ +(\w+)\((.*)\) += +(-?\d+)/.exec(line)
    if (match === null) {
      // The end of a process; anything else would be half a call, and a gap in the recording.
      if (line === '' || line.includes('+++')) continue
      throw new Error(`Not understood: ${line.slice(0, 200)}`)
    }
    const [, name = '', given = '', result = ''] = match
    if (result.startsWith('-')) continue
    const operation = readCall(name, given, Number(result), said, operations.slice(count))
    if (operation !== null) operations.push(operation)
  }
  return operations
}

function readCall(
  name: string,
  given: string,
  result: number,
  said: string,
  meanwhile: readonly Operation[],
): Operation | null {
  const path = bytesOf(/^\d+<([^>]*)>/.exec(given)?.[1] ?? '').toString()
  switch (name) {
    case 'pwrite64':
    case 'write': {
      const [, text = '', rest = ''] = /"([^"]*)"(\.*), \d+(?:, \d+)?$/.exec(given) ?? []
      const data = bytesOf(text)
      if (rest !== '' || data.length !== result)
        throw new Error(`A write of ${result} has ${data.length} bytes`)
      if (path === said) return { type: 'said', lines: data.toString().split('\n').filter(Boolean) }
      return { type: 'write', path, at: Number(/, (\d+)$/.exec(given)?.[1]), data }
    }
    case 'ftruncate':
      return { type: 'truncate', path, size: Number(/, (\d+)$/.exec(given)?.[1]) }
    case 'fsync':
    case 'fdatasync':
      return { type: 'sync', path, meanwhile }
    case 'unlink':
      return { type: 'remove', path: bytesOf(/"([^"]*)"/.exec(given)?.[1] ?? '').toString() }
    case 'openat': {
      const opened = bytesOf(/"([^"]*)"/.exec(given)?.[1] ?? '').toString()
      return given.includes('O_CREAT') ? { type: 'create', path: opened } : null
    }
    default:
      throw new Error(`Not understood: ${name}`)
  }
}

function bytesOf(text: string): Buffer {
  if (!text.includes('\\')) return Buffer.from(text, 'latin1')
  return Buffer.from(text.replaceAll('\\x', ''), 'hex')
}

/** A file as the disk has it, and what it was asked for since it last was sure. */
interface DiskFile {
  /** Whether its name is surely in its folder; and what became of the name since. */
  named: boolean
  naming: ('create' | 'remove')[]
  content: Buffer
  pending: Operation[]
}

export interface LossOptions {
  /** A disk that says it has written, and has not: fsync means nothing. To see that the images show it. */
  readonly lies?: boolean
}

/** The disk up to a moment of the recording; moved on, never back. */
export class Disk {
  private readonly files = new Map<string, DiskFile>()

  /** @param folder Where the files lie: only its own fsync makes their coming and going sure. */
  constructor(
    before: ReadonlyMap<string, Buffer>,
    private readonly folder: string,
    private readonly options: LossOptions = {},
  ) {
    for (const [path, content] of before) {
      this.files.set(path, { named: true, naming: [], content, pending: [] })
    }
  }

  apply(operation: Operation): void {
    switch (operation.type) {
      case 'said':
        break
      case 'sync':
        if (this.options.lies !== true) this.sync(operation.path, operation.meanwhile)
        break
      case 'create':
      case 'remove': {
        const file = this.of(operation.path)
        const isThere = (file.naming.at(-1) ?? (file.named ? 'create' : 'remove')) === 'create'
        if (operation.type === 'create' && isThere) break
        if (operation.type === 'create' && file.naming.length > 0) {
          throw new Error(`${operation.path} was removed and made anew, of which nothing is known here`)
        }
        file.naming.push(operation.type)
        break
      }
      case 'write':
      case 'truncate':
        this.of(operation.path).pending.push(operation)
        break
    }
  }

  /** The files that a power loss now may leave. */
  afterLoss(random: SeededRandom): ReadonlyMap<string, Buffer> {
    /** Of all that was pending: nothing, everything, or any part in any order. */
    const how = random.below(6)
    const left = new Map<string, Buffer>()
    for (const [path, { named, naming, content, pending }] of this.files) {
      const known = naming.slice(
        0,
        how === 0 ? 0 : how === 1 ? naming.length : random.below(naming.length + 1),
      )
      if ((known.at(-1) ?? (named ? 'create' : 'remove')) === 'remove') continue
      let kept: Operation[] = []
      if (how === 1) kept = pending
      if (how > 1) kept = pending.filter(() => random.below(3) > 0)
      if (how > 2) shuffle(kept, random)
      const parts = how > 3 ? kept.map((operation) => torn(operation, random)) : kept
      left.set(path, parts.reduce(done, content))
    }
    return left
  }

  private sync(path: string, meanwhile: readonly Operation[]): void {
    if (path === this.folder) {
      for (const file of this.files.values()) {
        file.named = (file.naming.at(-1) ?? (file.named ? 'create' : 'remove')) === 'create'
        file.naming = []
      }
      return
    }
    const file = this.of(path)
    file.content = file.pending
      .filter((operation) => !meanwhile.includes(operation))
      .reduce(done, file.content)
    file.pending = file.pending.filter((operation) => meanwhile.includes(operation))
  }

  private of(path: string): DiskFile {
    let file = this.files.get(path)
    if (file === undefined) {
      file = { named: false, naming: [], content: Buffer.alloc(0), pending: [] }
      this.files.set(path, file)
    }
    return file
  }
}

/** @returns What is left of a write whose sectors did not all arrive. */
function torn(operation: Operation, random: SeededRandom): Operation {
  if (operation.type !== 'write' || random.below(2) === 0) return operation
  const { at, data } = operation
  const first = Math.floor(at / SECTOR)
  const sectors = Math.floor((at + data.length - 1) / SECTOR) - first + 1
  const count = random.below(sectors + 1)
  // The front of it, or the back of it.
  const [from, to] = random.below(2) === 0 ? [0, count] : [sectors - count, sectors]
  const begin = Math.max(0, (first + from) * SECTOR - at)
  const end = Math.min(data.length, (first + to) * SECTOR - at)
  return { ...operation, at: at + begin, data: data.subarray(begin, Math.max(begin, end)) }
}

function done(content: Buffer, operation: Operation): Buffer {
  if (operation.type === 'truncate') {
    const resized = Buffer.alloc(operation.size)
    content.copy(resized)
    return resized
  }
  if (operation.type !== 'write' || operation.data.length === 0) return content
  const { at, data } = operation
  const written = Buffer.alloc(Math.max(content.length, at + data.length))
  content.copy(written)
  data.copy(written, at)
  return written
}

function shuffle<T>(list: T[], random: SeededRandom): void {
  for (let place = list.length - 1; place > 0; place--) {
    const other = random.below(place + 1)
    const [a, b] = [list[place], list[other]]
    if (a !== undefined && b !== undefined) {
      list[place] = b
      list[other] = a
    }
  }
}
