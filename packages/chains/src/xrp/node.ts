/** The XRP Ledger through the public methods of rippled or Clio (xrpl.org, "Public API Methods"). */
import {
  BadTransaction,
  NodeFault,
  type XrpFunds,
  type XrpJson,
  type XrpNode,
  type XrpRecord,
} from '@tallystick/custody'
import { listIn, objectIn, textIn, wholeIn } from '../answers.js'
import { baseUnits, literal } from '../transport/transport.js'
import { headOf } from './blocks.js'
import { broadcast } from './broadcast.js'
import { mustMove } from './lines.js'
import type { Rippled } from './rpc.js'
import { rawOf, status } from './standing.js'

/** Trust lines per page, the most that rippled returns; and pages, above which an account is an issuer's. */
const LINES = 400
const LINE_PAGES = 50

export const xrpNode = (record: XrpRecord, node: Rippled, fallbackFee: bigint): XrpNode => ({
  ...accountReads(node, record),
  ...ledgerReads(node, fallbackFee),
  broadcast: (signed) => broadcast(node, signed),
  spend: (signed) => broadcast(node, signed, false),
  status: (signed) => status(node.pinned(), signed),
  raw: (txId) => rawOf(node, txId),
})

type AccountReads =
  | 'accountInfo'
  | 'nextSequence'
  | 'funds'
  | 'mustMove'
  | 'balances'
  | 'balance'
  | 'accountTransactions'

function accountReads(node: Rippled, record: XrpRecord): Pick<XrpNode, AccountReads> {
  /** @throws BadTransaction `account.missing` */
  async function existing(account: string, params: XrpJson, asked = node): Promise<XrpJson> {
    const info = await asked.find('account_info', { account, ...params }, ['actNotFound'])
    if (info === undefined) {
      throw new BadTransaction('account.missing', `${record.name} has no account ${account}.`)
    }
    return info
  }

  return {
    accountInfo: (account) =>
      node.find('account_info', { account, ledger_index: 'current' }, ['actNotFound']),
    async nextSequence(account) {
      const info = await existing(account, { ledger_index: 'current', queue: true })
      const queue = objectIn(info, 'queue_data', {})
      const queued = queue['highest_sequence']
      const sequence = wholeIn(objectIn(info, 'account_data'), 'Sequence')
      return typeof queued === 'number' ? Math.max(sequence, queued + 1) : sequence
    },
    async funds(account) {
      const pinned = node.pinned()
      const [info, server] = await Promise.all([
        existing(account, { ledger_index: 'validated' }, pinned),
        pinned.ask('server_info', {}),
      ])
      return fundsIn(info, server)
    },
    mustMove: (from, to, asset) => mustMove(node, from, to, asset),
    async balances(account) {
      const info = await existing(account, { ledger_index: 'validated' })
      const own = await linesOf(node, account, wholeIn(info, 'ledger_index'))
      return {
        drops: dropsIn(info),
        assets: own.map((line) => ({
          value: textIn(line, 'balance'),
          currency: textIn(line, 'currency'),
          issuer: textIn(line, 'account'),
        })),
      }
    },
    async balance(account) {
      const info = await node.find('account_info', { account, ledger_index: 'validated' }, ['actNotFound'])
      return info === undefined ? 0n : dropsIn(info)
    },
    async accountTransactions(account, page) {
      const found = await transactionsOf(node, account, page)
      if (found !== undefined) return found
      await existing(account, { ledger_index: 'validated' })
      throw new BadTransaction('malformed', 'min or marker is not one of this account.')
    },
  }
}

async function linesOf(node: Rippled, account: string, ledger: number): Promise<readonly XrpJson[]> {
  const found: XrpJson[] = []
  let marker: unknown
  for (let page = 0; page < LINE_PAGES; page += 1) {
    const params = {
      account,
      ledger_index: ledger,
      limit: LINES,
      ...(marker === undefined ? {} : { marker }),
    }
    const answer = await node.ask('account_lines', params)
    found.push(...listIn(answer, 'lines'))
    marker = answer['marker']
    if (marker === undefined) return found
  }
  throw new NodeFault('unsupported', `${account} has more than ${LINES * LINE_PAGES} trust lines.`)
}

const transactionsOf = (
  node: Rippled,
  account: string,
  { min, marker }: Parameters<XrpNode['accountTransactions']>[1],
): Promise<XrpJson | undefined> =>
  node.find(
    'account_tx',
    {
      account,
      ledger_index_min: min ?? -1,
      ledger_index_max: -1,
      ...(marker === undefined ? {} : { marker }),
    },
    ['actNotFound', 'invalidParams', 'invalidLgrRange', 'lgrIdxMalformed', 'lgrIdxsInvalid'],
  )

type LedgerReads = 'fee' | 'openLedgerFee' | 'info' | 'ledger' | 'transaction' | 'head'

const ledgerReads = (node: Rippled, fallbackFee: bigint): Pick<XrpNode, LedgerReads> => ({
  fee: () => node.ask('fee', {}),
  async openLedgerFee() {
    const drops = objectIn(await node.ask('fee', {}), 'drops', {})
    const fee = drops['open_ledger_fee']
    return typeof fee === 'string' && /^\d{1,18}$/.test(fee) ? BigInt(fee) : fallbackFee
  },
  info: () => node.ask('ledger_closed', {}),
  ledger: (index) =>
    node.find('ledger', { ledger_index: index, transactions: true, expand: true }, [
      'lgrNotFound',
      'lgrIdxMalformed',
      'invalidParams',
    ]),
  transaction: (hash) =>
    /^[0-9a-fA-F]{64}$/.test(hash)
      ? node.find('tx', { transaction: hash.toUpperCase(), binary: false }, ['txnNotFound'])
      : Promise.resolve(undefined),
  head: () => headOf(node),
})

function fundsIn(info: XrpJson, server: XrpJson): XrpFunds {
  const data = objectIn(info, 'account_data')
  const known = objectIn(objectIn(server, 'info'), 'validated_ledger')
  const owned = BigInt(wholeIn(data, 'OwnerCount'))
  const baseReserve = xrpIn(known, 'reserve_base_xrp')
  return {
    sequence: wholeIn(data, 'Sequence'),
    drops: dropsIn(info),
    reserve: baseReserve + owned * xrpIn(known, 'reserve_inc_xrp'),
    baseReserve,
    baseFee: xrpIn(known, 'base_fee_xrp'),
  }
}

/** Converts an amount of XRP that is written as a number to drops: rippled writes `0.2`, and Clio `2E-1`. */
function xrpIn(from: XrpJson, field: string): bigint {
  const drops = baseUnits(literal(from[field]) ?? '', 6)
  if (drops !== undefined && drops >= 0n) return drops
  throw new NodeFault('unreachable', `The node's answer lacks ${field}`)
}

const dropsIn = (info: XrpJson): bigint => BigInt(textIn(objectIn(info, 'account_data'), 'Balance'))
