/** Compares signed transactions with the one that a key-management system was asked to sign. */
import type { XrpJson } from '@tallystick/custody'

/** Fields that the signer adds. A last ledger only limits the time. */
const SIGNERS_OWN: ReadonlySet<string> = new Set([
  'SigningPubKey',
  'TxnSignature',
  'Signers',
  'LastLedgerSequence',
])

/**
 * tfFullyCanonicalSig: libraries set it; since 2020 the ledger accepts no other signatures (xrpl.org, "Transaction
 * Flags").
 */
const CANONICAL = 0x8000_0000

/**
 * How a signed transaction differs from the requested one; null if it does not.
 * @param asked Both as decoded from their bytes, so their spelling agrees
 */
export function difference(asked: XrpJson, signed: XrpJson): string | null {
  const names = new Set([...Object.keys(asked), ...Object.keys(signed)])
  const other = [...names].find(
    (name) => !SIGNERS_OWN.has(name) && written(name, asked[name]) !== written(name, signed[name]),
  )
  return other === undefined ? null : `${other} is another one`
}

function written(name: string, value: unknown): string | undefined {
  return JSON.stringify(name === 'Flags' && typeof value === 'number' ? value % CANONICAL : value)
}
