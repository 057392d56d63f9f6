/**
 * Nodes of a TRON network in memory (`ledger.fixture.ts`): java-tron's HTTP API on the loopback, and TronGrid's index by
 * address, in the shapes that developers.tron.network documents. On demand they fail as nodes do, or are behind.
 */

import { exactNumber, writeExact } from '@tallystick/core'
import { type Asked, type Loopback, listen } from '@tallystick/testing/simulated'
import { TronWeb } from 'tronweb'
import { type Block, PRICES, Refusal, SHASTA, TronLedger } from './ledger.fixture.js'

type Json = Record<string, unknown>

/**
 * - `die`: the connection ends before the request was looked at;
 * - `drop`: the request has its effect, and the connection ends without the answer;
 * - `hang`: nothing happens any more;
 * - `lie`: a broadcast answers as if it had taken the transaction;
 * - `busy`: java-tron's limit of calls;
 * - `slow`: java-tron breaks off a call of a contract;
 * - `repeat`: a proxy sends the request twice, and answers with what came second.
 */
export type Failure = 'die' | 'drop' | 'hang' | 'lie' | 'busy' | 'slow' | 'repeat'

export interface TronServer extends Loopback {
  readonly ledger: TronLedger
  failing: (path: string, body: Json) => Failure | undefined
  /** What happens between the effect of a request and its answer. */
  beforeAnswer: (path: string) => Promise<void>
  /** Blocks that this node does not have yet. */
  behind: number
  /** The first blocks of which it has receipts, and transactions by their ids: a lite node has those since its snapshot. */
  receiptsFrom: number
  transactionsFrom: number
  /** Whether it has TronGrid's index. */
  isGrid: boolean
  genesis: string
  readonly asked: string[]
}

export async function startTronServer(
  ledger = new TronLedger(Date.UTC(2030, 0, 15, 11)),
  genesis = SHASTA,
): Promise<TronServer> {
  const state: TronServer = {
    ...(await listen((asked) => serve(state, asked))),
    ledger,
    failing: () => undefined,
    beforeAnswer: () => Promise.resolve(),
    behind: 0,
    receiptsFrom: 0,
    transactionsFrom: 0,
    isGrid: true,
    genesis,
    asked: [],
  }
  return state
}

async function serve(state: TronServer, asked: Asked): Promise<void> {
  const { request, response, path, query } = asked
  const body = (asked.body === '' ? {} : JSON.parse(asked.body)) as Json
  state.asked.push(path)
  const failure = state.failing(path, body)
  if (failure === 'hang') return
  if (failure === 'die') return void request.socket.destroy()
  response.setHeader('content-type', 'application/json')
  if (failure === 'busy') {
    response.end('{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}')
    return
  }
  if (failure === 'slow') {
    const message = "class org.tron.core.vm.program.Program$OutOfTimeException : CPU timeout for 'JUMP'"
    response.end(JSON.stringify({ result: { code: 'OTHER_ERROR', message: hexText(message) } }))
    return
  }
  if (failure === 'repeat') answer(state, path, body, query)
  const told =
    failure === 'lie'
      ? { result: true, code: 'SUCCESS', txid: 'ab'.repeat(32) }
      : answer(state, path, body, query)
  await state.beforeAnswer(path)
  if (failure === 'drop') return void request.socket.destroy()
  if (told === undefined) {
    response.statusCode = 404
    response.end()
    return
  }
  response.end(writeExact(told))
}

function answer(
  state: TronServer,
  path: string,
  body: Json,
  query: URLSearchParams,
): Json | readonly Json[] | undefined {
  const [, root, method] = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(path) ?? []
  const head = state.ledger.blocks.at(-1 - state.behind) as Block
  if (root === undefined || method === undefined)
    return state.isGrid ? grid(state, head, path, query) : undefined
  const top = root === 'wallet' ? head : state.ledger.solidAt(head)
  if (method === 'gettransactioninfobyblocknum') {
    const block = state.ledger.blocks.find(({ number }) => number === body['num'] && number <= top.number)
    if (block === undefined || block.number < state.receiptsFrom) return {}
    return block.txs.map(({ info }) => info ?? {})
  }
  const view = new View(state, top, root === 'wallet' && state.behind === 0)
  return METHODS[method]?.(view, body)
}

/** What a node has, up to a block. */
class View {
  constructor(
    readonly server: TronServer,
    readonly head: Block,
    /** Accounts as of what waits, too: java-tron runs it at once. */
    readonly isPending: boolean,
  ) {}

  get ledger(): TronLedger {
    return this.server.ledger
  }

  get state() {
    return this.isPending ? this.ledger.state : this.head.state
  }

  /** @param from The first block that is looked at */
  find(txId: unknown, from: number) {
    const found = this.ledger.find(String(txId), this.head.number)
    return found !== undefined && found.block.number >= from ? found.tx : undefined
  }
}

const hexText = (text: string): string => Buffer.from(text).toString('hex')

const METHODS: Readonly<Record<string, (view: View, body: Json) => Json>> = {
  getblockbynum: ({ server }) => ({ blockID: server.genesis }),
  getblock: ({ ledger, head }, { id_or_num: ref, detail }) => {
    const block =
      ref === undefined ? head : ledger.blocks.find(({ id, number }) => id === ref || String(number) === ref)
    if (block === undefined || block.number > head.number) return {}
    return blockJson(block, detail === true)
  },
  getchainparameters: () => ({
    chainParameter: Object.entries(PRICES).map(([key, value]) => ({ key, value })),
  }),
  getaccount: ({ state }, { address }) => {
    const account = state.accounts.get(String(address))
    if (account === undefined) return {}
    return {
      address,
      ...(account.balance === 0n ? {} : { balance: exactNumber(String(account.balance)) }),
      create_time: 1_577_836_800_000,
      ...(account.issued === null ? {} : { asset_issued_ID: account.issued }),
      assetV2: [...account.assets].map(([key, value]) => ({ key, value: exactNumber(String(value)) })),
    }
  },
  getaccountresource: ({ state }, { address }) => {
    const account = state.accounts.get(String(address))
    if (account === undefined) return {}
    const { frozen, freeUsed } = account
    return {
      ...(freeUsed === 0 ? {} : { freeNetUsed: freeUsed }),
      freeNetLimit: 600,
      ...(frozen.BANDWIDTH === 0n ? {} : { NetLimit: 100_000 }),
      ...(frozen.ENERGY === 0n ? {} : { EnergyLimit: 1_000_000 }),
      TotalNetLimit: 43_200_000_000,
    }
  },
  triggerconstantcontract: ({ ledger }, { owner_address: owner, contract_address: contract, data }) => {
    const own = ledger.state
    ledger.state = structuredClone(own)
    const energy = ledger.energyOf(contract === undefined ? null : String(contract), String(data))
    const { result, failed } =
      contract === undefined ? { result: '' } : ledger.call(String(owner), String(contract), String(data))
    ledger.state = own
    if (failed?.startsWith('No contract') === true) {
      return {
        result: { code: 'CONTRACT_VALIDATE_ERROR', message: hexText(`Contract validate error : ${failed}`) },
      }
    }
    return {
      result: { result: true, ...(failed === undefined ? {} : { message: hexText(failed) }) },
      energy_used: energy,
      constant_result: [result ?? ''],
      transaction: { ret: [failed === undefined ? {} : { ret: 'FAILED' }] },
    }
  },
  gettransactionbyid: (view, { value }) => view.find(value, view.server.transactionsFrom)?.json ?? {},
  gettransactioninfobyid: (view, { value }) => view.find(value, view.server.receiptsFrom)?.info ?? {},
  gettransactionfrompending: ({ ledger }, { value }) =>
    ledger.pending.find(({ txId }) => txId === value)?.json ?? {},
  getassetissuebyid: ({ state }, { value }) => assetJson(state.assets.get(String(value))),
  getassetissuebyaccount: ({ state }, { address }) => {
    const own = [...state.assets.values()].filter((one) => one['owner_address'] === address)
    return own.length === 0 ? {} : { assetIssue: own.map(assetJson) }
  },
  broadcasthex: ({ ledger }, { transaction }) => {
    try {
      const { txId } = ledger.submit(String(transaction))
      return { result: true, code: 'SUCCESS', txid: txId, message: '', transaction: '{}' }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'Error') return { Error: error.message }
      return { code: error.code, txid: '', message: hexText(error.message) }
    }
  },
}

/** With `visible`, text is text. */
function assetJson(asset: Json | undefined): Json {
  if (asset === undefined) return {}
  const text = (name: string): Json =>
    asset[name] === undefined ? {} : { [name]: Buffer.from(String(asset[name]), 'hex').toString() }
  return { ...asset, ...text('name'), ...text('abbr'), ...text('description'), ...text('url') }
}

const blockJson = ({ id, number, parent, time, txs }: Block, isWhole: boolean): Json => ({
  blockID: id,
  block_header: {
    raw_data: {
      ...(number === 0 ? {} : { number }),
      txTrieRoot: '0'.repeat(64),
      witness_address: `41${'11'.repeat(20)}`,
      parentHash: parent,
      version: 31,
      ...(number === 0 ? {} : { timestamp: time }),
    },
    witness_signature: '00'.repeat(65),
  },
  ...(isWhole && txs.length > 0 ? { transactions: txs.map(({ json }) => json) } : {}),
})

/** developers.tron.network, "TronGrid": "Get transaction info by account address", and of TRC-20. */
function grid({ ledger }: TronServer, head: Block, path: string, query: URLSearchParams): Json | undefined {
  const [, address = '', list, kind] =
    /^\/v1\/accounts\/(T\w{33})(\/transactions(\/trc20)?)?$/.exec(path) ?? []
  if (address === '') return undefined
  if (list === undefined) {
    const held = [...head.state.tokens].flatMap(([contract, { balances }]) => {
      const balance = balances.get(address)
      return balance === undefined ? [] : [{ [contract]: String(balance) }]
    })
    return { data: [{ address, trc20: held }], success: true }
  }
  const hex = TronWeb.address.toHex(address).toLowerCase()
  const all = ledger.blocks
    .filter(({ number }) => number <= head.number)
    .flatMap((block) => block.txs.map((tx) => ({ tx, block })))
    .reverse()
    .flatMap(({ tx, block }): Json[] => {
      if (!JSON.stringify(tx.value).includes(hex.slice(2))) return []
      if (kind === undefined) {
        return [{ ...tx.json, blockNumber: block.number, block_timestamp: block.time, net_usage: tx.bytes }]
      }
      const [, to, amount] =
        /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(String(tx.value['data'])) ?? []
      const contract = TronWeb.address.fromHex(String(tx.value['contract_address']))
      const token = head.state.tokens.get(contract)
      if (to === undefined || token === undefined) return []
      const { symbol, decimals, name } = token
      return [
        {
          transaction_id: tx.txId,
          token_info: { symbol, address: contract, decimals, name },
          block_timestamp: block.time,
          from: TronWeb.address.fromHex(String(tx.value['owner_address'])),
          to: TronWeb.address.fromHex(`41${to}`),
          type: 'Transfer',
          value: BigInt(`0x${amount}`).toString(),
        },
      ]
    })
  // What contracts have paid stands among the transactions.
  if (kind === undefined) all.push({ internal_tx_id: 'ab'.repeat(32), tx_id: 'cd'.repeat(32), data: {} })
  const start = Number(query.get('fingerprint') ?? 0)
  const limit = Number(query.get('limit') ?? 20)
  const data = all.slice(start, start + limit)
  const more = all.length > start + limit ? { fingerprint: String(start + limit) } : {}
  return { data, success: true, meta: { at: head.time, page_size: data.length, ...more } }
}
