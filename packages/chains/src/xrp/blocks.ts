/**
 * Reads validated ledgers as blocks. The amounts are the changes in the balances of accounts and trust lines (xrpl.org,
 * "Transaction Metadata"). The type of a transaction and the amount that it names do not matter: a partial payment names
 * more than it delivers. A validated ledger is never undone.
 *
 * Positions: the index of the changed entry in the transaction's metadata, which is part of the ledger.
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
import { isObject, listIn, objectIn, type Rippled, textIn, wholeIn } from './rpc.js'

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
  const transactions = listIn(objectIn(answer, 'ledger'), 'transactions').map((one) =>
    isObject(one) ? one : {},
  )
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
  return entries.flatMap((entry, position) =>
    changesOf(entry).flatMap(({ address, asset, amount }): readonly Movement[] => {
      // A failed transaction costs its fee and moves nothing else.
      if (amount === 0n || (amount > 0n && !succeeded) || (asset !== null && !assets.has(asset))) return []
      const tag = amount > 0n ? tagOf(address, transaction, entries) : undefined
      const from = amount > 0n && address !== sender ? sender : null
      return [{ txId, position, address, ...(tag === undefined ? {} : { tag }), asset, amount, from }]
    }),
  )
}

interface Entry {
  readonly type: unknown
  /** The entry after the transaction; if it was removed, its last state. */
  readonly now: XrpJson
  /** The fields that changed, with their values before. Null: the entry is new. */
  readonly before: XrpJson | null
}

function entryOf(node: unknown): Entry {
  const { CreatedNode, ModifiedNode, DeletedNode } = isObject(node) ? node : {}
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
  if (type !== 'RippleState') return []
  const [low, high] = [objectIn(now, 'LowLimit'), objectIn(now, 'HighLimit')].map((limit) =>
    textIn(limit, 'issuer'),
  )
  if (low === undefined || high === undefined) return []
  const currency = textIn(objectIn(now, 'Balance'), 'currency')
  const after = balanceOf(now)
  const earlier = before === null ? 0n : balanceOf(before)
  // Above zero, the low account holds what the high one issued; below it, the other way around.
  const held = (balance: bigint): bigint => (balance > 0n ? balance : 0n)
  return [
    { address: low, asset: `${currency}:${high}`, amount: held(after) - held(earlier) },
    { address: high, asset: `${currency}:${low}`, amount: held(-after) - held(-earlier) },
  ]
}

const balanceOf = (line: XrpJson): bigint => unitsOf(textIn(objectIn(line, 'Balance'), 'value'))

/** Units of 10^-`XRP_ASSET_SCALE`. Finer digits are truncated, so they never add up to a unit. */
function unitsOf(text: string): bigint {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text) ?? []
  if (whole === undefined) throw broken('The node answered with a balance that is not a number')
  const digits = whole + fraction
  const zeros = XRP_ASSET_SCALE + Number(exponent) - fraction.length
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
