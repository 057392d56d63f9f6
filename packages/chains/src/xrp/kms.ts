/** Which signed transactions are the one that a key-management system was asked to sign. */
import type { XrpJson } from '@tallystick/custody'

/** What the signer adds. A last ledger takes nothing away but time. */
const SIGNERS_OWN: ReadonlySet<string> = new Set([
  'SigningPubKey',
  'TxnSignature',
  'Signers',
  'LastLedgerSequence',
])

/** tfFullyCanonicalSig: libraries set it; since 2020 the ledger takes no other signatures (xrpl.org, "Transaction Flags"). */
const CANONICAL = 0x8000_0000

/**
 * What a signed transaction does otherwise than the one that was asked for; null when nothing.
 * @param asked Both as they are read from their bytes: spelled in one way
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
