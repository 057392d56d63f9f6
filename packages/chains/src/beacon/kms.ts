/**
 * The text of a pending signature, as the daemon of the key-management system reads it: the message with addresses as bytes,
 * the form of it that is signed, and the memo. The daemon asks for the account and takes its next sequence in the ledger.
 * The text also has the reserved sequence, for signers that do not ask.
 */
import { exactNumber, parseExact, writeExact } from '@tallystick/core'
import type { BeaconTransaction } from '@tallystick/custody'
import { isObject, type Json } from '../json.js'
import { addressBytes } from './address.js'
import { malformed } from './faults.js'
import { checked } from './transaction.js'

/** Of a transfer (amino). */
const SEND_PREFIX = '2A2C87FA'

/** @param transaction Checked */
export function serializeForKms(transaction: BeaconTransaction, prefix: string): string {
  const { from, to, asset, amount, memo, accountNumber, sequence, source } = transaction
  const coins = [{ denom: asset, amount: exactNumber(amount) }]
  const bytes = (address: string) => ({
    type: 'Buffer',
    data: [...addressBytes(prefix, 'address', address)],
  })
  return writeExact({
    msg: {
      inputs: [{ address: bytes(from), coins }],
      outputs: [{ address: bytes(to), coins }],
      aminoPrefix: SEND_PREFIX,
    },
    signMsg: { inputs: [{ address: from, coins }], outputs: [{ address: to, coins }] },
    memo,
    accountNumber,
    sequence,
    source,
  })
}

/** Reads such a text. @throws BadTransaction `malformed` */
export function readSerialized(text: string, prefix: string): BeaconTransaction {
  const json = objectOf(parseExact(text))
  const { inputs, outputs } = objectOf(json['signMsg'])
  const [from, to] = [inputs, outputs].map((entries) => objectOf(Array.isArray(entries) ? entries[0] : null))
  const coins = from?.['coins']
  const { denom, amount } = objectOf(Array.isArray(coins) ? coins[0] : null)
  return checked(
    {
      from: String(from?.['address']),
      to: String(to?.['address']),
      asset: String(denom),
      amount: writeExact(amount),
      memo: String(json['memo']),
      accountNumber: String(json['accountNumber']),
      sequence: String(json['sequence']),
      source: String(json['source']),
    },
    prefix,
  )
}

function objectOf(value: unknown): Json {
  if (isObject(value)) return value
  throw malformed('it is not the text of a pending signature')
}

/** The signer chooses these: the sequence, the account number, and the source program. */
const SIGNERS_OWN: ReadonlySet<string> = new Set(['accountNumber', 'sequence', 'source'])

/** How a signed transaction differs from the requested one; null if it does not. @param asked Both checked */
export function difference(asked: BeaconTransaction, signed: BeaconTransaction): string | null {
  const names = Object.keys(asked) as (keyof BeaconTransaction)[]
  const name = names.find((one) => !SIGNERS_OWN.has(one) && asked[one] !== signed[one])
  return name === undefined ? null : `${name} is not the same`
}
