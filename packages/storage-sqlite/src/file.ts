/** The file of a ledger: who may use it, and why it cannot be opened. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { Fault } from '@tallystick/engine'

/** Of a new file; SQLite gives its log the same mode. The hashes of API keys and the data of customers are in it. */
const OWNER_ONLY = 0o600

export function makeFile(file: string): void {
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  closeSync(openSync(file, 'a', OWNER_ONLY))
}

export const mayWrite = (path: string): boolean => may(path, constants.W_OK)

function may(path: string, what: number): boolean {
  try {
    accessSync(path, what)
    return true
  } catch {
    return false
  }
}

/** SQLite would open it all the same, and fail at the first write. */
export function requireWritable(file: string): void {
  if (mayWrite(file)) return
  throw new Fault(
    `This user may not write the SQLite file ${file}. Use one who may, and a disk that is not mounted read-only`,
    { file },
  )
}

/**
 * For whoever may not write the file: SQLite would make a log for him, which the owner of the file may not write in turn,
 * and nobody would remove it.
 */
export function requireNothingToMake(file: string): void {
  if (!usesLog(file) || [`${file}-wal`, `${file}-shm`].every((path) => existsSync(path))) return
  throw new Fault(
    `This user may only read the SQLite file ${file}, and no process has it open. Use one who may write it; or try it while the service runs, or on a backup`,
    { file },
  )
}

/** The file format's read version (https://www.sqlite.org/fileformat.html#file_format_version_numbers): 2 is a log. */
function usesLog(file: string): boolean {
  const head = Buffer.alloc(20)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, head, 0, head.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return head[19] === 2
}

/** What to do, by what SQLite or the system has said. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/NOTADB/, 'It is another kind of file. Check the path; if it was a ledger, restore a backup'],
  [/CORRUPT/, 'The file is damaged. Keep it, and restore a backup'],
  [/FULL|IOERR|ENOSPC|EIO/, 'Check the disk and its free space'],
  [/EISDIR/, 'It is a folder. Name a file in it'],
]

export function notOpened(file: string, cause: unknown): Fault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const remedy = REMEDIES.find(([codes]) => codes.test(code))?.[1] ?? missingRight(file)
  return new Fault(`Cannot open the SQLite file ${file}: ${messageOf(cause)}. ${remedy}`, { file }, { cause })
}

function missingRight(file: string): string {
  const folder = dirname(file)
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path) && !may(path, constants.R_OK | constants.W_OK)) {
      return `This user may not read or write ${path}: use one who may`
    }
  }
  return existsSync(folder) && !mayWrite(folder)
    ? `This user may make no files in ${folder}, where SQLite keeps its log: use one who may`
    : 'Check that its folder exists and can be written'
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
