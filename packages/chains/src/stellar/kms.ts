/**
 * Reads what a key-management system was asked to sign: to compare it with what the system has signed, and to build it
 * again.
 */
import type { Memo, Transaction } from '@stellar/stellar-base'
import type { StellarMemo, StellarOperation, StellarTransaction } from '@tallystick/custody'
import { assetName, type Envelope, stroops } from './envelope.js'
import { malformed } from './transaction.js'

const FIELDS: readonly (readonly [name: string, of: (transaction: Transaction) => string])[] = [
  ['its account', ({ source }) => source],
  ['its sequence', ({ sequence }) => sequence],
  ['its fee', ({ fee }) => fee],
  ['its time bounds', ({ timeBounds }) => `${timeBounds?.minTime} ${timeBounds?.maxTime}`],
  ['its memo', ({ memo }) => memo.toXDRObject().toXDR('base64')],
]

/** @throws BadTransaction `malformed` when it was not built here */
export function requestOf({
  inner,
  source,
  sequence,
}: Envelope): Pick<StellarTransaction, 'source' | 'sequence' | 'memo' | 'operation'> {
  return { source, sequence: sequence.toString(), memo: memoOf(inner.memo), operation: operationOf(inner) }
}

function operationOf({ operations: [operation] }: Transaction): StellarOperation {
  switch (operation?.type) {
    case 'payment': {
      const { destination: to, asset, amount } = operation
      return { type: 'payment', to, asset: assetName(asset), amount: stroops(amount).toString() }
    }
    case 'createAccount': {
      const { destination: to, startingBalance } = operation
      return { type: 'create', to, amount: stroops(startingBalance).toString() }
    }
    case 'changeTrust': {
      const { line, limit } = operation
      if ('code' in line) return { type: 'trust', asset: assetName(line), limit: stroops(limit).toString() }
    }
  }
  throw malformed('its operation is none of payment, create, trust')
}

function memoOf({ type, value }: Memo): StellarMemo | null {
  if (type === 'none' || value === null) return null
  if (type === 'return') throw malformed('its memo is none of text, id, hash')
  if (type === 'hash') return { type, value: Buffer.from(value).toString('hex') }
  return { type, value: typeof value === 'string' ? value : value.toString('utf8') }
}

/**
 * What a signed transaction does otherwise than the one that was asked for; null when nothing. The signer adds its
 * signature, and nothing else: the hash is that of all the rest.
 */
export function difference(asked: Envelope, signed: Envelope): string | null {
  if (signed.isBump) return 'it is wrapped in another transaction'
  if (asked.hash === signed.hash) return null
  const [name] = FIELDS.find(([, of]) => of(asked.inner) !== of(signed.inner)) ?? ['what it does']
  return `${name} is not the same`
}
