/**
 * Reads validated ledgers as blocks. The amounts are the changes in the balances of accounts and trust lines (xrpl.org,
 * "Transaction Metadata"). The type of a transaction and the amount that it names do not matter: a partial payment names
 * more than it delivers. A validated ledger is never undone.
 *
 * An issuer holds none of its own asset. What a payment brings back to it, it owes to nobody any more, and what it pays, it
 * makes. Other transactions that pass through its trust lines are none of its own.
 *
 * Positions: the index of the changed entry in the transaction's metadata, which is part of the ledger. For an issuer, the
 * index of the first of its trust lines plus `ISSUED`.
 */
import {
  type Block,
  type BlockHeader,
  type Blocks,
  type Movement,
  NoBlock,
  NodeFault,
  XRP_ASSET_SCALE,
  type XrpJson,
  type XrpNode,
} from '@tallystick/custody'
import { listIn, objectIn, textIn, wholeIn } from '../answers.js'
import { issues } from '../issues.js'
import { isObject } from '../json.js'
import type { Rippled } from './rpc.js'

/** What an address has as of the newest validated ledger. */
export const xrpBalance =
  (node: XrpNode): NonNullable<Blocks['balance']> =>
  (address, asset) =>
    asset === null ? node.balance(address) : assetsOf(node, address, asset)

export function xrpBlocks(node: Rippled): Blocks {
  return {
    head: () => headOf(node),
    header: async (height) => {
      const found = await ledgerAt(node.pinned(), height, {})
      return found && headerOf(found, height)
    },
    block: async (height, assets) => {
      const found = await ledgerAt(node.pinned(), height, { transactions: true, expand: true })
      return found && blockOf(found, height, assets)
    },
    issues,
  }
}

const broken = (message: string): NodeFault => new NodeFault('unreachable', message)

export async function headOf(node: Rippled): Promise<{ readonly height: number; readonly hash: string }> {
  const answer = await node.ask('ledger', { ledger_index: 'validated' })
  return { height: wholeIn(answer, 'ledger_index'), hash: textIn(answer, 'ledger_hash') }
}

async function assetsOf(node: XrpNode, account: string, asset: string): Promise<bigint> {
  if ((await node.accountInfo(account)) === undefined) return 0n
  const { assets } = await node.balances(account)
  const line = assets.find(({ currency, issuer }) => `${currency}:${issuer}` === asset)
  const units = line === undefined ? 0n : unitsOf(line.value)
  // Below zero it is the issuer.
  return units > 0n ? units : 0n
}

/** Undefined above the head. @throws NoBlock if the node does not have an old ledger */
async function ledgerAt(node: Rippled, height: number, wanted: XrpJson): Promise<XrpJson | undefined> {
  const found = await node.find('ledger', { ledger_index: height, ...wanted }, [
    'lgrNotFound',
    'invalidParams',
  ])
  // The node also shows the open ledger, and closed ledgers that are not validated yet.
  if (found?.['validated'] === true) return found
  if ((await headOf(node)).height < height) return undefined
  throw new NoBlock(`ledger ${height}`)
}

/** The Ripple Epoch, 2000-01-01, in seconds since 1970. */
const EPOCH = 946_684_800

function headerOf(answer: XrpJson, height: number): BlockHeader {
  const ledger = objectIn(answer, 'ledger')
  const hash = textIn(ledger, 'ledger_hash')
  if (Number(ledger['ledger_index']) !== height || hash !== answer['ledger_hash']) {
    throw broken(`The node answered for ledger ${height} with another one`)
  }
  const time = (wholeIn(ledger, 'close_time') + EPOCH) * 1_000
  return { height, hash, parent: textIn(ledger, 'parent_hash'), time }
}

/** @throws NodeFault if it is not this ledger, or not all of it */
export function blockOf(answer: XrpJson, height: number, assets: ReadonlySet<string>): Block {
  const transactions = listIn(objectIn(answer, 'ledger'), 'transactions')
  // Each transaction has its index in the ledger.
  const places = new Set(transactions.map((one) => wholeIn(objectIn(one, 'metaData'), 'TransactionIndex')))
  if (transactions.some((_, place) => !places.has(place)) || places.size !== transactions.length) {
    throw broken(`The node's answer lacks a part of ledger ${height}`)
  }
  return {
    ...headerOf(answer, height),
    movements: transactions.flatMap((transaction) => movementsOf(transaction, assets)),
    spends: [],
  }
}

function movementsOf(transaction: XrpJson, assets: ReadonlySet<string>): readonly Movement[] {
  const txId = textIn(transaction, 'hash')
  const sender = textIn(transaction, 'Account')
  const meta = objectIn(transaction, 'metaData')
  const succeeded = textIn(meta, 'TransactionResult') === 'tesSUCCESS'
  const entries = listIn(meta, 'AffectedNodes').map(entryOf)
  const held = entries.flatMap((entry, position) => changesOf(entry).map((one) => ({ ...one, position })))
  return [...held, ...issuedIn(transaction, entries)].flatMap((change): readonly Movement[] => {
    const { address, asset, amount, position } = change
    // A failed transaction costs its fee and moves nothing else.
    if (amount === 0n || (amount > 0n && !succeeded) || (asset !== null && !assets.has(asset))) return []
    const tag = amount > 0n ? tagOf(address, transaction, entries) : undefined
    const from = amount > 0n && address !== sender ? sender : null
    return [{ txId, position, address, ...(tag === undefined ? {} : { tag }), asset, amount, from }]
  })
}

interface Entry {
  readonly type: unknown
  /** The entry after the transaction; if it was removed, its last state. */
  readonly now: XrpJson
  /** The fields that changed, with their values before. Null: the entry is new. */
  readonly before: XrpJson | null
}

function entryOf({ CreatedNode, ModifiedNode, DeletedNode }: XrpJson): Entry {
  if (isObject(CreatedNode)) {
    return { type: CreatedNode['LedgerEntryType'], now: objectIn(CreatedNode, 'NewFields', {}), before: null }
  }
  const changed = isObject(ModifiedNode) ? ModifiedNode : DeletedNode
  if (!isObject(changed)) throw broken('The node answered with a change without its entry')
  return {
    type: changed['LedgerEntryType'],
    now: objectIn(changed, 'FinalFields', {}),
    before: objectIn(changed, 'PreviousFields', {}),
  }
}

interface Change {
  readonly address: string
  readonly asset: string | null
  readonly amount: bigint
}

function changesOf({ type, now, before }: Entry): readonly Change[] {
  // If the balance of an entry did not change, the fields before do not contain it.
  if (now['Balance'] === undefined || (before !== null && before['Balance'] === undefined)) return []
  if (type === 'AccountRoot') {
    const drops = (of: XrpJson | null): bigint => (of === null ? 0n : BigInt(textIn(of, 'Balance')))
    return [{ address: textIn(now, 'Account'), asset: null, amount: drops(now) - drops(before) }]
  }
  const line = lineOf({ type, now, before }, XRP_ASSET_SCALE)
  if (line === undefined) return []
  const { low, high, currency, after, earlier } = line
  return [
    { address: low, asset: `${currency}:${high}`, amount: heldOf(after) - heldOf(earlier) },
    { address: high, asset: `${currency}:${low}`, amount: heldOf(-after) - heldOf(-earlier) },
  ]
}

/** Above zero, the low account holds what the high one issued; below it, the other way around. */
const heldOf = (balance: bigint): bigint => (balance > 0n ? balance : 0n)

/** A trust line whose balance changed, in units of 10^-`scale`. */
function lineOf({ type, now, before }: Entry, scale: number) {
  if (type !== 'RippleState' || now['Balance'] === undefined) return undefined
  if (before !== null && before['Balance'] === undefined) return undefined
  const [low, high] = [objectIn(now, 'LowLimit'), objectIn(now, 'HighLimit')].map((limit) =>
    textIn(limit, 'issuer'),
  )
  if (low === undefined || high === undefined) return undefined
  const balanceOf = (of: XrpJson | null): bigint =>
    of === null ? 0n : unitsOf(textIn(objectIn(of, 'Balance'), 'value'), scale)
  const currency = textIn(objectIn(now, 'Balance'), 'currency')
  return { low, high, currency, after: balanceOf(now), earlier: balanceOf(before) }
}

/** More than the entries that a transaction changes. */
const ISSUED = 1_000_000
/** Strangers' payments and trades pass through an issuer's trust lines, and an escrow takes from one what may come back. */
const OF_ISSUERS: ReadonlySet<unknown> = new Set(['Payment', 'CheckCash', 'Clawback'])
/** No balance has finer digits. Of many lines, only the sum is truncated. */
const FINEST = 96

function issuedIn(transaction: XrpJson, entries: readonly Entry[]) {
  const { TransactionType: type, Account: sender, Destination: recipient } = transaction
  const sums = new Map<string, Change & { readonly position: number }>()
  const add = (position: number, issuer: string, currency: string, amount: bigint): void => {
    if (issuer !== sender && issuer !== recipient) return
    const asset = `${currency}:${issuer}`
    const known = sums.get(asset) ?? { position: ISSUED + position, address: issuer, asset, amount: 0n }
    sums.set(asset, { ...known, amount: known.amount + amount })
  }
  for (const [position, entry] of (OF_ISSUERS.has(type) ? entries : []).entries()) {
    const line = lineOf(entry, FINEST)
    if (line === undefined) continue
    const { low, high, currency, after, earlier } = line
    add(position, low, currency, heldOf(-earlier) - heldOf(-after))
    add(position, high, currency, heldOf(earlier) - heldOf(after))
  }
  return (
    [...sums.values()]
      .map((one) => ({ ...one, amount: one.amount / 10n ** BigInt(FINEST - XRP_ASSET_SCALE) }))
      // Nobody but itself makes more of it.
      .filter(({ address, amount }) => amount > 0n || address === sender)
  )
}

/** Units of 10^-`scale`. Finer digits are truncated, so they never add up to a unit. */
function unitsOf(text: string, scale = XRP_ASSET_SCALE): bigint {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text) ?? []
  if (whole === undefined) throw broken('The node answered with a balance that is not a number')
  const digits = whole + fraction
  const zeros = scale + Number(exponent) - fraction.length
  const units = zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros)
  return BigInt(units === '' ? '0' : units) * (sign === '-' ? -1n : 1n)
}

/**
 * The tag of the payment, or of the escrow, check or channel that paid, which keeps the tag of its recipient. No tag and the
 * tag 0 differ.
 */
function tagOf(address: string, transaction: XrpJson, entries: readonly Entry[]): string | undefined {
  const source = [transaction, ...entries.map(({ now }) => now)].find((one) => one['Destination'] === address)
  const tag = source?.['DestinationTag']
  return typeof tag === 'number' ? String(tag) : undefined
}
