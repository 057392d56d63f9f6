/**
 * What a key-management system gets: JSON with the message in hex. The system replaces the recent
 * block in the message, and may order the keys differently. What it signs must do the same.
 */
import { type Message, readMessage } from './message.js'
import { malformed } from './reader.js'

export const serialized = (message: Uint8Array): string =>
  JSON.stringify({ txData: Buffer.from(message).toString('hex') })

/** @throws BadTransaction `malformed` */
export function messageIn(text: string): Message {
  const parsed: unknown = JSON.parse(text)
  const data = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'txData') : undefined
  if (typeof data !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(data)) throw malformed('txData is not hex')
  return readMessage(Uint8Array.from(Buffer.from(data, 'hex')))
}

/** What the second does otherwise than the first; null when nothing. */
export function difference(asked: Message, signed: Message): string | null {
  if (asked.version !== signed.version) return 'its version is another one'
  // What it may cost beside its instructions is not compared.
  if (signed.version === 1) return 'it is of version 1, which key-management systems are not asked for'
  if (asked.keys[0] !== signed.keys[0]) return 'another account pays its fee'
  if (signed.tables.length > 0) return 'it takes accounts from a table'
  if (asked.instructions.length !== signed.instructions.length) return 'it has other instructions'
  const [wanted, got] = [deedsOf(asked), deedsOf(signed)]
  const other = wanted.findIndex((deed, at) => deed !== got[at])
  if (other !== -1) return `instruction ${other + 1} is another one`
  return JSON.stringify(rolesOf(asked)) === JSON.stringify(rolesOf(signed))
    ? null
    : 'its keys may do other things'
}

/** Each instruction, with its accounts by their addresses. */
const deedsOf = ({ keys, instructions }: Message): readonly string[] =>
  instructions.map(({ program, accounts, data }) =>
    JSON.stringify([keys[program], accounts.map((at) => keys[at]), Buffer.from(data).toString('hex')]),
  )

/** Which keys sign, and which are written to, in one order. */
function rolesOf({ keys, signers, readonlySigners, readonlyOthers }: Message): readonly string[] {
  const isWritten = (at: number): boolean =>
    at < signers ? at < signers - readonlySigners : at < keys.length - readonlyOthers
  return keys.map((key, at) => `${key} ${at < signers} ${isWritten(at)}`).sort()
}
