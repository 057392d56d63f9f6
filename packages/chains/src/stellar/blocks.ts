/**
 * Reads closed ledgers as blocks, from Horizon. The effects of an operation say what it moved: the amount that arrived, by
 * whatever path. A claimable balance counts when it is claimed. What an account trades through its own offers is not
 * included. A closed ledger is never undone.
 *
 * Positions: 0 is the fee. An effect has its own number, plus `EFFECTS` for each earlier operation.
 */
import {
  type Block,
  type BlockHeader,
  type Blocks,
  type Movement,
  NoBlock,
  NodeFault,
  type StellarJson,
  type StellarNode,
} from '@tallystick/custody'
import { listIn, textIn, wholeIn } from '../answers.js'
import { issues } from '../issues.js'
import { readParty } from './address.js'
import { stroops } from './envelope.js'
import { type Horizon, PAGE, secondsIn } from './horizon.js'

/** More effects than an operation can have. A transaction has at most 100 operations. */
const EFFECTS = 1_000_000
/** A limit on pages; no list of a ledger is as long. */
const MAX_PAGES = 1_000

/** What an address has as of the newest ledger. */
export const stellarBalance =
  (node: StellarNode): NonNullable<Blocks['balance']> =>
  async (address, asset) => {
    if (asset === null) return node.balance(address)
    const account = await node.accountInfo(address)
    const lines = account === undefined ? [] : listIn(account, 'balances')
    const line = lines.find((one) => 'asset_code' in one && assetOf(one) === asset)
    return line === undefined ? 0n : stroops(textIn(line, 'balance'))
  }

export function stellarBlocks(node: Horizon): Blocks {
  return {
    head: () => headOf(node),
    header: async (height) => {
      const ledger = await ledgerAt(node.pinned(), height)
      return ledger && headerOf(ledger, height)
    },
    block: async (height, assets) => {
      const pinned = node.pinned()
      const ledger = await ledgerAt(pinned, height)
      if (ledger === undefined) return undefined
      const transactions = await all(pinned, `/ledgers/${height}/transactions?include_failed=true&`)
      const effects = await all(pinned, `/ledgers/${height}/effects?`)
      return blockOf({ ledger, transactions, effects }, height, assets)
    },
    issues,
    // Wallets write the number of a customer as either type of memo.
    depositTag: (tag) => /^(?:id|text):(0|[1-9]\d*)$/.exec(tag)?.[1] ?? tag,
  }
}

const broken = (message: string): NodeFault => new NodeFault('unreachable', message)

async function headOf(node: Horizon): Promise<{ readonly height: number; readonly hash: string }> {
  const [ledger] = (await node.list('/ledgers?order=desc&limit=1')) ?? []
  if (ledger === undefined) throw broken('The node has no ledger yet')
  return { height: wholeIn(ledger, 'sequence'), hash: textIn(ledger, 'hash') }
}

/** Undefined above the head. @throws NoBlock if the node does not have an old ledger */
async function ledgerAt(node: Horizon, height: number): Promise<StellarJson | undefined> {
  const found = await node.find(`/ledgers/${height}`)
  if (found !== undefined || (await headOf(node)).height < height) return found
  throw new NoBlock(`ledger ${height}`)
}

async function all(node: Horizon, path: string): Promise<readonly StellarJson[]> {
  const found: StellarJson[] = []
  let cursor = ''
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const records = await node.list(`${path}order=asc&limit=${PAGE}${cursor}`)
    if (records === undefined) throw broken('The node no longer has a ledger that it named')
    found.push(...records)
    const last = records.at(-1)
    if (last === undefined || records.length < PAGE) return found
    cursor = `&cursor=${encodeURIComponent(textIn(last, 'paging_token'))}`
  }
  throw broken('The node answers with more pages of a ledger than a ledger can have')
}

function headerOf(ledger: StellarJson, height: number): BlockHeader {
  if (wholeIn(ledger, 'sequence') !== height)
    throw broken(`The node answered for ledger ${height} with another one`)
  return {
    height,
    hash: textIn(ledger, 'hash'),
    parent: textIn(ledger, 'prev_hash'),
    time: secondsIn(ledger, 'closed_at') * 1_000,
  }
}

interface ToldLedger {
  readonly ledger: StellarJson
  /** With the failed ones, which pay their fees too. */
  readonly transactions: readonly StellarJson[]
  readonly effects: readonly StellarJson[]
}

/** @throws NodeFault if it is not this ledger, or not all of it */
export function blockOf(
  { ledger, transactions, effects }: ToldLedger,
  height: number,
  assets: ReadonlySet<string>,
): Block {
  const counted =
    wholeIn(ledger, 'successful_transaction_count') + wholeIn(ledger, 'failed_transaction_count')
  const known = new Map(transactions.map((one) => [BigInt(textIn(one, 'paging_token')), one]))
  if (known.size !== counted || transactions.length !== counted) {
    throw broken(`The node's answer lacks a part of ledger ${height}`)
  }
  const moved = new Map<StellarJson, Movement[]>(transactions.map((one) => [one, [feeOf(one)]]))
  for (const effect of effects) {
    const { token, operation, number } = placeOf(effect)
    const transaction = known.get(token)
    const movements = transaction && moved.get(transaction)
    if (transaction === undefined || movements === undefined || transaction['successful'] !== true) {
      throw broken(`The node answered with an effect without its transaction in ledger ${height}`)
    }
    const change = changeOf(effect)
    if (change === undefined || change.amount === 0n) continue
    if (change.asset !== null && !assets.has(change.asset)) continue
    movements.push(movementOf(transaction, effect, change, operation * EFFECTS + number))
  }
  return {
    ...headerOf(ledger, height),
    movements: [...moved.values()].flat().filter(({ amount }) => amount !== 0n),
    spends: [],
  }
}

function feeOf(transaction: StellarJson): Movement {
  return {
    txId: textIn(transaction, 'hash'),
    position: 0,
    address: textIn(transaction, 'fee_account'),
    asset: null,
    amount: -BigInt(textIn(transaction, 'fee_charged')),
    from: null,
  }
}

/** The last 12 bits of an operation's id are its number; the bits before are those of its transaction (SEP-35). */
const OPERATION_BITS = 12n

function placeOf(effect: StellarJson) {
  const [, id, number] = /^(\d{1,19})-(\d{1,7})$/.exec(textIn(effect, 'paging_token')) ?? []
  if (id === undefined || number === undefined)
    throw broken('The node answered with an effect without its number')
  const token = (BigInt(id) >> OPERATION_BITS) << OPERATION_BITS
  return { token, operation: Number(BigInt(id) - token), number: Number(number) }
}

interface Change {
  readonly asset: string | null
  readonly amount: bigint
}

/** Undefined for an effect that changes no balance. */
function changeOf(effect: StellarJson): Change | undefined {
  switch (effect['type']) {
    case 'account_created':
      return { asset: null, amount: stroops(textIn(effect, 'starting_balance')) }
    case 'account_credited':
      return { asset: assetOf(effect), amount: stroops(textIn(effect, 'amount')) }
    case 'account_debited':
      return { asset: assetOf(effect), amount: -stroops(textIn(effect, 'amount')) }
    default:
      return undefined
  }
}

const assetOf = (effect: StellarJson): string | null =>
  textIn(effect, 'asset_type') === 'native'
    ? null
    : `${textIn(effect, 'asset_code')}:${textIn(effect, 'asset_issuer')}`

function movementOf(
  transaction: StellarJson,
  effect: StellarJson,
  { asset, amount }: Change,
  position: number,
): Movement {
  const address = textIn(effect, 'account')
  const payer = textIn(transaction, 'source_account')
  const tag = amount > 0n ? tagOf(transaction, effect) : undefined
  return {
    txId: textIn(transaction, 'hash'),
    position,
    address,
    ...(tag === undefined ? {} : { tag }),
    asset,
    amount,
    from: amount > 0n && payer !== address ? payer : null,
  }
}

/**
 * As in `Paid`. The tag contains the type of the memo. If the address `M…` of a payment names a customer, the memo of the
 * transaction does not count.
 */
function tagOf(transaction: StellarJson, effect: StellarJson): string | undefined {
  // Horizon also tells the number by itself, except for 0.
  const { account_muxed: muxed } = effect
  if (muxed !== undefined && muxed !== null) return customerOf(textIn(effect, 'account_muxed'))
  const { memo, memo_type: type, memo_bytes: bytes } = transaction
  switch (type) {
    case 'id':
      return `id:${textIn(transaction, 'memo')}`
    case 'text':
      return textTag(typeof memo === 'string' ? memo : '', bytes)
    case 'hash':
    case 'return':
      return `${type}:${Buffer.from(textIn(transaction, 'memo'), 'base64').toString('hex')}`
    default:
      return undefined
  }
}

function customerOf(muxed: string): string {
  const { id = null } = readParty(muxed) ?? {}
  if (id === null) throw broken('The node answered with an invalid address')
  return `id:${id}`
}

/** Bytes that are not UTF-8, and text with control characters, become hex, because databases may not store them. */
function textTag(memo: string, bytes: unknown): string {
  if (!/[\p{Cc}\p{Cs}\uFFFD]/u.test(memo)) return `text:${memo}`
  const raw = typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : Buffer.from(memo)
  return `bytes:${raw.toString('hex')}`
}
