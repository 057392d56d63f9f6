/** Stellar through Horizon. */
import { NodeFault, type StellarJson, type StellarLedger, type StellarNode } from '@tallystick/custody'
import { listIn, objectIn, textIn, wholeIn } from '../answers.js'
import { readAccount } from './account.js'
import { broadcast } from './broadcast.js'
import { stroops } from './envelope.js'
import { type Horizon, PAGE, secondsIn } from './horizon.js'
import { statusOf, transaction } from './standing.js'

/** Of a ledger's transactions: more than a ledger has. */
const LEDGER_PAGES = 50
const HASH = /^[0-9a-f]{64}$/i

export function stellarNode(node: Horizon, passphrase: string): StellarNode {
  async function last(asked = node): Promise<StellarJson> {
    const [ledger] = (await asked.list('/ledgers?order=desc&limit=1')) ?? []
    if (ledger === undefined) throw new NodeFault('unreachable', 'The node has no ledger yet')
    return ledger
  }

  async function latest(asked = node): Promise<StellarLedger> {
    const ledger = await last(asked)
    return {
      sequence: wholeIn(ledger, 'sequence'),
      hash: textIn(ledger, 'hash'),
      closed: secondsIn(ledger, 'closed_at'),
      baseReserve: BigInt(wholeIn(ledger, 'base_reserve_in_stroops')),
    }
  }

  const accountInfo = async (account: string): Promise<StellarJson | undefined> =>
    node.find(`/accounts/${account}`)

  return {
    accountInfo,
    latest: () => latest(),
    async account(account) {
      const [found, { baseReserve }] = await Promise.all([accountInfo(account), latest()])
      return found && readAccount(found, baseReserve)
    },
    fee: () => usualFee(node),
    accountTransactions: (account, after) =>
      node.list(
        `/accounts/${account}/transactions?order=desc&limit=${PAGE}` +
          (after === undefined ? '' : `&cursor=${encodeURIComponent(after)}`),
      ),
    info: () => last(),
    ledger: (sequence) => node.find(`/ledgers/${sequence}`),
    ledgerTransactions: (sequence) => transactionsIn(node, sequence),
    transaction: async (hash) => (HASH.test(hash) ? transaction(node, hash.toLowerCase()) : undefined),
    async head() {
      const { sequence, hash } = await latest()
      return { height: sequence, hash }
    },
    async balance(account) {
      const found = await accountInfo(account)
      const native = found && listIn(found, 'balances').find((one) => one['asset_type'] === 'native')
      return native === undefined ? 0n : stroops(textIn(native, 'balance'))
    },
    broadcast: (signed) => broadcast(node, signed),
    status: (signed) => statusOf(node.pinned(), signed, passphrase),
    async raw(txId) {
      if (!HASH.test(txId)) return undefined
      const found = await transaction(node, txId.toLowerCase())
      return found && textIn(found, 'envelope_xdr')
    },
  }
}

/** Of the last ledgers: what all paid but one in twenty. */
async function usualFee(node: Horizon): Promise<bigint> {
  const stats = await node.get('/fee_stats')
  const least = BigInt(textIn(stats, 'last_ledger_base_fee'))
  const usual = BigInt(textIn(objectIn(stats, 'fee_charged'), 'p95'))
  return usual > least ? usual : least
}

async function transactionsIn(node: Horizon, ledger: number): Promise<readonly StellarJson[] | undefined> {
  const found: StellarJson[] = []
  let cursor = ''
  for (let page = 0; page < LEDGER_PAGES; page += 1) {
    const entries = await node.list(`/ledgers/${ledger}/transactions?order=asc&limit=${PAGE}${cursor}`)
    if (entries === undefined) return undefined
    found.push(...entries)
    const end = entries.at(-1)
    if (end === undefined || entries.length < PAGE) break
    cursor = `&cursor=${encodeURIComponent(textIn(end, 'paging_token'))}`
  }
  return found
}
