/** Master keys as an operator keeps them: in hex, one for each line or between commas. */
import { randomFillSync } from 'node:crypto'
import { MASTER_KEY_BYTES } from './provider.js'

/** What is wrong with the text of master keys. It never repeats the text. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError'
}

/**
 * Reads master keys and overwrites the bytes that they were read from. Blank lines and lines that begin with # are left out.
 * @throws MasterKeyError
 */
export function masterKeysIn(text: Uint8Array): readonly Uint8Array[] {
  const keys: Uint8Array[] = []
  try {
    const lines = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
      .toString('latin1')
      .split(/\r?\n/)
      .filter((line) => !line.trimStart().startsWith('#'))
    for (const word of lines.flatMap((line) => line.split(/[\s,]+/))) {
      if (word === '') continue
      if (word.length !== MASTER_KEY_BYTES * 2 || !/^[0-9a-f]+$/i.test(word)) {
        throw new MasterKeyError(`number ${keys.length + 1} is not ${MASTER_KEY_BYTES} bytes in hex`)
      }
      const key = Buffer.alloc(MASTER_KEY_BYTES, word, 'hex')
      if (keys.some((known) => key.equals(known))) {
        throw new MasterKeyError(`number ${keys.length + 1} is the same as an earlier one`)
      }
      keys.push(key)
    }
  } finally {
    text.fill(0)
  }
  if (keys.length === 0) throw new MasterKeyError('there is none')
  return keys
}

/** A new master key in hex, as `masterKeysIn` reads it. */
export function newMasterKey(): string {
  const key = randomFillSync(Buffer.alloc(MASTER_KEY_BYTES))
  const text = key.toString('hex')
  key.fill(0)
  return text
}
