/**
 * Anchors as a file: the newest seals of a ledger, stored where a person who can change the database cannot change
 * them.
 */
import { readFile, stat } from 'node:fs/promises'
import type { Anchor, Verification } from '@tallystick/engine'
import { CommandFailure, ConfigurationError, messageOf } from './failure.js'
import { replace, requireReplaceable } from './lasting.js'

/** @param flag The option that names the file */
export async function readAnchors(flag: 'anchors' | 'since', file: unknown): Promise<readonly Anchor[]> {
  if (typeof file !== 'string') return []
  let given: unknown
  try {
    given = JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new ConfigurationError([`--${flag}: ${file} is not a readable JSON file`])
  }
  if (!isAnchors(given) || (flag === 'since' && given.some(({ state }) => state === undefined))) {
    throw new ConfigurationError([
      `--${flag}: ${file} was not written by tallystick verify --write-anchors of this release`,
    ])
  }
  // A ledger without seals has none. Since then is since its beginning, but nothing is anchored.
  if (given.length === 0 && flag === 'anchors') {
    throw new ConfigurationError([`--anchors: ${file} has no anchors`])
  }
  return given
}

/** Each writer has one. */
const isAnchors = (given: unknown): given is readonly Anchor[] =>
  Array.isArray(given) &&
  given.every(isAnchor) &&
  new Set(given.map(({ writer }) => writer)).size === given.length

/** A verification may take hours: what is wrong with the file is said before. */
export async function requireWritable(file: unknown): Promise<void> {
  if (typeof file !== 'string') return
  const isFolder = (await stat(file).catch(() => null))?.isDirectory() === true
  const problem =
    file === ''
      ? 'it has no name'
      : isFolder
        ? 'it is a folder'
        : await requireReplaceable(file).then(() => null, messageOf)
  if (problem === null) return
  throw new ConfigurationError([
    `--write-anchors: ${file} cannot be written (${problem}): name a file in a folder that exists and may be written to`,
  ])
}

/** Anchors of a ledger that fails verification are worthless. */
export async function writeAnchors(file: unknown, { anchors, discrepancies }: Verification): Promise<void> {
  if (typeof file !== 'string' || discrepancies.length > 0) return
  try {
    await replace(file, `${JSON.stringify(anchors, null, 2)}\n`)
  } catch (cause) {
    const remedy = 'The books are right all the same. Make room for the file, and verify again to write it'
    throw new CommandFailure(`The anchors were not written: ${messageOf(cause)}`, remedy, { cause })
  }
}

function isAnchor(value: unknown): value is Anchor {
  return (
    typeof value === 'object' &&
    value !== null &&
    'writer' in value &&
    typeof value.writer === 'string' &&
    'number' in value &&
    Number.isSafeInteger(value.number) &&
    'hash' in value &&
    /^[0-9a-f]{64}$/.test(String(value.hash)) &&
    (!('state' in value) || typeof value.state === 'string')
  )
}
