/**
 * Transactions as JSON (xrpl.org, "Transaction Types"): checks before one is signed, or stored for a signature. Fields
 * have one spelling, so the same transaction always has the same bytes.
 */
import {
  BadTransaction,
  type ChainNetwork,
  claimAt,
  type Reservation,
  type XrpJson,
  type XrpOutlay,
} from '@tallystick/custody'
import { partyOf } from './address.js'
import { dropsOf, issuedOf } from './amount.js'

const MAX_UINT32 = 0xffff_ffff

/**
 * Fields besides those of every transaction. The list is closed, because a field that is not listed would be signed
 * unseen.
 */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Payment: ['Destination', 'DestinationTag', 'Amount'],
  TrustSet: ['LimitAmount'],
  AccountSet: ['SetFlag', 'ClearFlag'],
}
const COMMON = [
  'TransactionType',
  'Account',
  'SourceTag',
  'Fee',
  'Flags',
  'Sequence',
  'LastLedgerSequence',
  'SigningPubKey',
]

/** @throws BadTransaction `malformed` */
export function checked(transaction: XrpJson, network: ChainNetwork): XrpJson {
  const type = transaction['TransactionType']
  const fields = typeof type === 'string' && Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined
  if (fields === undefined) throw malformed(`TransactionType is none of ${Object.keys(FIELDS).join(', ')}`)
  const foreign = Object.keys(transaction).find((name) => !COMMON.includes(name) && !fields.includes(name))
  if (foreign !== undefined) throw malformed(`${type} has no field ${foreign.slice(0, 40)}`)
  const sender = partyOf('Account', transaction['Account'], network)
  const common = {
    TransactionType: type,
    Account: sender.address,
    ...tagField('SourceTag', sender.tag, transaction),
    Fee: dropsOf('Fee', transaction['Fee']),
    // Set explicitly: a signer that fills it in would sign other bytes.
    Flags: uint32('Flags', transaction['Flags']),
    Sequence: uint32('Sequence', transaction['Sequence'], 1),
    ...optional(transaction, 'LastLedgerSequence', (value) => uint32('LastLedgerSequence', value, 1)),
    ...optional(transaction, 'SigningPubKey', publicKeyText),
  }
  if (type === 'Payment') return { ...common, ...payment(transaction, sender.address, network) }
  if (type === 'TrustSet') return { ...common, ...trust(transaction, sender.address) }
  const flag = (value: unknown): number => uint32('an account flag', value, 1)
  return {
    ...common,
    ...optional(transaction, 'SetFlag', flag),
    ...optional(transaction, 'ClearFlag', flag),
  }
}

/** What a transaction uses: a sequence of its account, or a ticket instead. */
export function reservationsOf(transaction: XrpJson): readonly Reservation[] {
  const { Account: owner, Sequence: sequence, TicketSequence: ticket } = transaction
  const index = sequence === 0 ? ticket : sequence
  if (typeof owner !== 'string' || typeof index !== 'number') throw malformed('it has no sequence')
  return [claimAt(owner, BigInt(index))]
}

/** Types that pay or set aside `Amount` at once: those built here, and those that others may have signed. */
const PAYING: ReadonlySet<unknown> = new Set([
  'Payment',
  'EscrowCreate',
  'PaymentChannelCreate',
  'PaymentChannelFund',
])

/** The most that it takes of its account's XRP. */
export function outlayOf(transaction: XrpJson): XrpOutlay {
  const { TransactionType: type, Amount: amount, SendMax: most = amount, Fee: fee } = transaction
  const paid = PAYING.has(type) && typeof most === 'string' ? BigInt(most) : 0n
  return { amount: paid, fee: BigInt(dropsOf('Fee', fee)) }
}

function payment(transaction: XrpJson, sender: string, network: ChainNetwork): XrpJson {
  const to = partyOf('Destination', transaction['Destination'], network)
  if (to.address === sender) throw malformed('Destination is the sender')
  const amount = transaction['Amount']
  return {
    Destination: to.address,
    ...tagField('DestinationTag', to.tag, transaction),
    Amount: typeof amount === 'string' ? dropsOf('Amount', amount) : issuedOf('Amount', amount, 'positive'),
  }
}

function trust(transaction: XrpJson, sender: string): XrpJson {
  const limit = issuedOf('LimitAmount', transaction['LimitAmount'], 'zero')
  if (limit.issuer === sender) throw malformed('an account cannot trust itself')
  return { LimitAmount: limit }
}

/** The tag of the field and that of an X-address mean the same. Both may be present if they agree. */
function tagField(field: string, fromAddress: number | null, transaction: XrpJson): XrpJson {
  const value = transaction[field]
  const own = value === undefined ? null : uint32(field, value)
  if (own !== null && fromAddress !== null && own !== fromAddress) {
    throw malformed(`${field} is not the tag of the X-address`)
  }
  const tag = own ?? fromAddress
  return tag === null ? {} : { [field]: tag }
}

function optional<Value>(
  transaction: XrpJson,
  field: string,
  read: (value: unknown) => Value,
): Readonly<Record<string, Value>> {
  const value = transaction[field]
  return value === undefined ? {} : { [field]: read(value) }
}

function uint32(field: string, value: unknown, least = 0): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MAX_UINT32) {
    return value
  }
  throw malformed(`${field} is not a whole number from ${least} to ${MAX_UINT32}`)
}

function publicKeyText(value: unknown): string {
  if (typeof value === 'string' && /^(?:02|03|ED)[0-9A-F]{64}$/i.test(value)) return value.toUpperCase()
  throw malformed('SigningPubKey is not a public key of 33 bytes')
}

export const malformed = (why: string): BadTransaction =>
  new BadTransaction('malformed', `Not a valid transaction of the XRP Ledger: ${why}.`)
