/**
 * Transactions that the service builds, as plain JSON and as XDR (developers.stellar.org, "Transactions", "List of
 * Operations"), and their checks before they are signed or stored for a signature. Each has one operation.
 */
import { Account, Asset, Memo, Operation, type Transaction, TransactionBuilder } from '@stellar/stellar-base'
import { formatDecimal } from '@tallystick/core'
import {
  BadTransaction,
  type StellarAsset,
  type StellarMemo,
  type StellarOperation,
  type StellarTransaction,
  XLM,
} from '@tallystick/custody'
import { bytesIn, partyOf, readParty } from './address.js'

const DECIMALS = 7
const MAX_INT64 = 2n ** 63n - 1n
const MAX_UINT64 = 2n ** 64n - 1n
const MAX_UINT32 = 2n ** 32n - 1n
/** Of UTF-8. */
const MAX_MEMO = 28

const FIELDS = ['source', 'signer', 'sequence', 'fee', 'since', 'until', 'memo', 'operation']

/** In one spelling. @throws BadTransaction `malformed` */
export function checked(transaction: StellarTransaction): StellarTransaction {
  const { source, signer, sequence, fee, since, until, memo, operation } = transaction
  const foreign = Object.keys(transaction).find((name) => !FIELDS.includes(name))
  if (foreign !== undefined) throw malformed(`it has no field ${foreign.slice(0, 40)}`)
  if (memo !== null && isToCustomer(operation)) {
    throw malformed('the address of a customer (M…) says who is paid: a memo beside it may say otherwise')
  }
  return {
    source: key('source', source),
    ...(signer === undefined ? {} : { signer: key('signer', signer) }),
    sequence: whole('sequence', sequence, 1n, MAX_INT64),
    fee: whole('fee', fee, 1n, MAX_UINT32),
    since: whole('since', since, 0n, MAX_UINT64),
    until: whole('until', until, 0n, MAX_UINT64),
    memo: memo === null ? null : checkedMemo(memo),
    operation: checkedOperation(operation, source),
  }
}

/** @param transaction Checked */
export function toXdr(transaction: StellarTransaction, passphrase: string): Transaction {
  const { source, sequence, fee, since, until, memo, operation } = transaction
  // The builder takes the next sequence of the account.
  const account = new Account(source, (BigInt(sequence) - 1n).toString())
  return new TransactionBuilder(account, {
    fee,
    networkPassphrase: passphrase,
    timebounds: { minTime: since, maxTime: until },
    ...(memo === null ? {} : { memo: Memo[memo.type](memo.value) }),
  })
    .addOperation(operationOf(operation))
    .build()
}

function operationOf(operation: StellarOperation) {
  switch (operation.type) {
    case 'payment':
      return Operation.payment({
        destination: operation.to,
        asset: assetOf(operation.asset),
        amount: formatDecimal(BigInt(operation.amount), DECIMALS),
      })
    case 'create':
      return Operation.createAccount({
        destination: operation.to,
        startingBalance: formatDecimal(BigInt(operation.amount), DECIMALS),
      })
    case 'trust':
      return Operation.changeTrust({
        asset: assetOf(operation.asset),
        limit: formatDecimal(BigInt(operation.limit), DECIMALS),
      })
  }
}

function assetOf(asset: StellarAsset): Asset {
  if (asset === XLM) return Asset.native()
  const [code = '', issuer] = asset.split(':')
  return new Asset(code, issuer)
}

function checkedOperation(operation: StellarOperation, source: string): StellarOperation {
  switch (operation.type) {
    case 'payment': {
      const { to, asset, amount } = operation
      partyOf('to', to)
      if (asset !== XLM) issued(asset)
      return { type: 'payment', to, asset, amount: whole('amount', amount, 1n, MAX_INT64) }
    }
    case 'create': {
      const { to, amount } = operation
      return { type: 'create', to: key('to', to), amount: whole('amount', amount, 1n, MAX_INT64) }
    }
    case 'trust': {
      const { asset, limit } = operation
      if (issued(asset) === source) throw malformed('an account cannot trust itself')
      return { type: 'trust', asset, limit: whole('limit', limit, 0n, MAX_INT64) }
    }
    default:
      throw malformed('its operation is none of payment, create, trust')
  }
}

const isToCustomer = (operation: StellarOperation): boolean =>
  operation.type === 'payment' && (readParty(operation.to)?.id ?? null) !== null

function checkedMemo({ type, value }: StellarMemo): StellarMemo {
  if (typeof value !== 'string') throw malformed('the memo is not text')
  switch (type) {
    case 'text':
      if (Buffer.byteLength(value) <= MAX_MEMO) return { type, value }
      throw malformed(`a memo of text has at most ${MAX_MEMO} bytes`)
    case 'id':
      return { type, value: whole('memo', value, 0n, MAX_UINT64) }
    case 'hash':
      if (/^[0-9a-fA-F]{64}$/.test(value)) return { type, value: value.toLowerCase() }
      throw malformed('a memo that is a hash has 64 hex digits')
    default:
      throw malformed('the memo is none of text, id, hash')
  }
}

/** @returns Its issuer */
function issued(asset: unknown): string {
  const match = typeof asset === 'string' ? /^[a-zA-Z0-9]{1,12}:(G[A-Z2-7]{55})$/.exec(asset) : null
  if (match?.[1] === undefined || bytesIn('G', match[1]) === undefined)
    throw malformed('the asset is not a code of 1 to 12 letters and digits with an issuer')
  return match[1]
}

function key(field: string, value: unknown): string {
  if (typeof value === 'string' && bytesIn('G', value) !== undefined) return value
  throw malformed(`${field} is not an account (G…)`)
}

/** As text without leading zeros. */
function whole(field: string, value: unknown, least: bigint, most: bigint): string {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) {
    const number = BigInt(value)
    if (number >= least && number <= most) return number.toString()
  }
  throw malformed(`${field} is not a whole number from ${least} to ${most}`)
}

export const malformed = (why: string): BadTransaction =>
  new BadTransaction('malformed', `Stellar does not accept this transaction: ${why}.`)
