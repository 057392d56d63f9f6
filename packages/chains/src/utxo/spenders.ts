/**
 * Whose output an input spends, as far as it shows it. The last thing that a script or a witness pushes is a key or a script
 * whose hash the address is (BIP-16, BIP-141). Taproot's spenders show a signature, which no address follows from (BIP-341).
 */
import { sha256 } from '@noble/hashes/sha2.js'
import type { UtxoParams } from '@tallystick/custody'
import { addressOf, scriptOf } from './addresses.js'
import { type Fields, fields } from './answers.js'
import { fromHex } from './payload.js'
import { hash160, readScript, type ScriptKind, scriptFor } from './script.js'

/** What a text of `shownBy` begins with. */
const [NAMED, SCRIPT, WITNESS, HIDDEN] = ['a', 's', 'w', 'h']

/** Plain text, because blocks are kept and few of their inputs are ever looked at; undefined if it shows nothing. */
export function shownBy(input: Fields): string | undefined {
  const { addresses, scriptSig, txinwitness } = input
  // Blockbook names it.
  if (Array.isArray(addresses)) return addresses.length === 1 ? `${NAMED}${addresses[0]}` : undefined
  const script = scriptSig === undefined ? '' : String(fields(scriptSig, 'a script')['hex'] ?? '')
  // In other text, the length of a push may be below zero.
  if (!/^(?:[0-9a-f]{2})*$/i.test(script)) return undefined
  if (script !== '') {
    const last = lastPush(script)
    return last === undefined ? undefined : `${SCRIPT}${last}`
  }
  const witness = Array.isArray(txinwitness) ? txinwitness.map(String) : []
  const last = witness.at(-1)
  if (last === undefined) return undefined
  // A signature of 64 or 65 bytes; or a control block or an annex, which no key and no script begins like.
  const isTaproot =
    witness.length === 1 ? last.length === 128 || last.length === 130 : /^(?:[c-f]|50)/.test(last)
  return isTaproot ? HIDDEN : `${WITNESS}${last}`
}

/** Addresses of which it may be an output; null if it hides them. */
export function payersOf(shown: string, params: UtxoParams): readonly string[] | null {
  const [how, rest] = [shown.slice(0, 1), shown.slice(1)]
  if (how === HIDDEN) return null
  if (how === NAMED) return scriptOf(rest, params) === undefined ? [] : [rest]
  const bytes = fromHex(rest)
  const isKey = bytes.length === 33 || bytes.length === 65
  const [key, script]: readonly [ScriptKind, ScriptKind] =
    how === WITNESS ? ['p2wpkh', 'p2wsh'] : ['p2pkh', 'p2sh']
  const scripts = [
    scriptFor(script, how === WITNESS ? sha256(bytes) : hash160(bytes)),
    ...(isKey ? [scriptFor(key, hash160(bytes))] : []),
  ]
  return scripts.flatMap((one) => addressOf(one, params) ?? [])
}

/** Whether those who spend its outputs hide it. */
export function isHidden(address: string, params: UtxoParams): boolean {
  const script = scriptOf(address, params)
  return script !== undefined && readScript(script)?.kind === 'p2tr'
}

/** Bytes of the length of a push, by its operation (Bitcoin's `script.h`). */
const LENGTHS: Readonly<Record<number, number>> = { 76: 1, 77: 2, 78: 4 }

/** As hex; undefined if the script does not end with a push. */
function lastPush(script: string): string | undefined {
  let last: string | undefined
  for (let at = 0; at < script.length; ) {
    const operation = Number.parseInt(script.slice(at, at + 2), 16)
    at += 2
    const bytes = LENGTHS[operation]
    let length = operation < 0x4c ? operation : 0
    for (let place = 0; place < (bytes ?? 0); place++, at += 2) {
      length += Number.parseInt(script.slice(at, at + 2), 16) * 256 ** place
    }
    last = bytes === undefined && operation >= 0x4c ? undefined : script.slice(at, at + 2 * length)
    at += 2 * length
  }
  return last === '' ? undefined : last
}
