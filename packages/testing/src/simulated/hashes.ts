/** Hashes of the XRP Ledger, from their description and not from the code that they test. */
import { createHash } from 'node:crypto'
import { decodeAccountID } from 'ripple-address-codec'

export const half = (bytes: Uint8Array): string =>
  createHash('sha512').update(bytes).digest().subarray(0, 32).toString('hex').toUpperCase()

/** xrpl.org, "Transaction hashes": behind the prefix TXN and a zero. */
export const hashOf = (blob: string): string => half(Buffer.from(`54584E00${blob}`, 'hex'))

/** xrpl.org, "AccountRoot ID format". */
export const accountIndex = (address: string): string =>
  half(Buffer.concat([Buffer.from('0061', 'hex'), decodeAccountID(address)]))
