/**
 * A gateway on the loopback over the network in memory (`ledger.fixture.ts`), and the index of api.multiversx.com, in the
 * shapes that docs.multiversx.com documents ("REST API") and that mx-chain-proxy-go answers. On demand it fails as
 * servers do, or is behind.
 */
import { type Asked, type Loopback, listen } from '@tallystick/testing/simulated'
import {
  type Executed,
  feeOf,
  GAS_PER_BYTE,
  type Hyperblock,
  MAX_GAS,
  MIN_GAS,
  MultiversxLedger,
  Refusal,
  shardOf,
  type Wire,
} from './ledger.fixture.js'

/**
 * - `die`: the connection ends before the request was looked at;
 * - `drop`: the request has its effect, and the connection ends without the answer;
 * - `hang`: nothing happens any more;
 * - `late`: the answer comes when nobody waits any more;
 * - `lie`: a transaction is answered as if it had been taken;
 * - `busy`: the gateway reaches none of its nodes;
 * - `repeat`: a proxy sends the request twice, and answers with what came second.
 */
export type Failure = 'die' | 'drop' | 'hang' | 'late' | 'lie' | 'busy' | 'repeat'

export interface GatewayServer extends Loopback {
  ledger: MultiversxLedger
  /** Hyperblocks that its nodes do not have yet; with them they do not show what waits. */
  lag: number
  /** Whether there is an index by sender. */
  indexed: boolean
  failing: (method: string, path: string) => Failure | undefined
  lateMs: number
  /** Requests, in order: `GET /network/config`. */
  readonly asked: string[]
}

/** Several servers over one ledger are a network. */
export async function startGateway(ledger = new MultiversxLedger()): Promise<GatewayServer> {
  const state: GatewayServer = {
    ...(await listen((asked) => serve(state, asked))),
    ledger,
    lag: 0,
    indexed: true,
    failing: () => undefined,
    lateMs: 500,
    asked: [],
  }
  return state
}

interface Told {
  readonly status: number
  readonly body: unknown
}

const good = (data: object): Told => ({ status: 200, body: { data, error: '', code: 'successful' } })
const internal = (error: string): Told => ({
  status: 500,
  body: { data: null, error, code: 'internal_issue' },
})
const bad = (error: string): Told => ({ status: 400, body: { data: null, error, code: 'bad_request' } })
const NO_ROUTE: Told = { status: 404, body: '404 page not found' }

async function serve(state: GatewayServer, call: Asked): Promise<void> {
  const { request, response, method, path, query, body } = call
  state.asked.push(`${method} ${path}`)
  const failure = state.failing(method, path)
  if (failure === 'hang') return
  if (failure === 'die') return void request.socket.destroy()
  if (failure === 'late') await new Promise((wake) => setTimeout(wake, state.lateMs))
  const answer = () => (method === 'POST' ? posted(state, path, body) : asked(state, path, query))
  if (failure === 'repeat') answer()
  const told =
    failure === 'busy'
      ? internal('sending request error')
      : failure === 'lie'
        ? good({ txHash: 'ab'.repeat(32) })
        : answer()
  if (failure === 'drop') return void request.socket.destroy()
  response.statusCode = told.status
  const isText = typeof told.body === 'string'
  response.setHeader('content-type', isText ? 'text/plain' : 'application/json; charset=utf-8')
  response.end(isText ? told.body : JSON.stringify(told.body))
}

function posted({ ledger }: GatewayServer, path: string, body: string): Told {
  let wire: Wire
  try {
    wire = JSON.parse(body) as Wire
  } catch {
    return bad('validation error: invalid character')
  }
  switch (path) {
    case '/transaction/send':
      try {
        return good({ txHash: ledger.submit(wire) })
      } catch (error) {
        if (error instanceof Refusal) return bad(`transaction generation failed: ${error.message}`)
        throw error
      }
    case '/transaction/cost': {
      const { units, why } = ledger.cost(wire)
      return good({ txGasUnits: Number(units), returnMessage: why, smartContractResults: null })
    }
    default:
      return NO_ROUTE
  }
}

function asked(state: GatewayServer, path: string, query: URLSearchParams): Told {
  const { ledger, lag } = state
  const known = ledger.hyperblocks.slice(0, ledger.hyperblocks.length - lag)
  const last = known.at(-1) as Hyperblock
  const [kind = '', ref = '', sub, more] = path.split('/').slice(1)
  switch (kind) {
    case 'network':
      return ref === 'config' ? good({ config: configOf(ledger) }) : good({ status: statusOf(ledger, last) })
    case 'address':
      return addressed(last, ref, sub, more)
    case 'transaction': {
      const found = ledger.find(ref, last.nonce)
      const waits = lag > 0 ? undefined : ledger.pool.get(ref)
      if (found === undefined && waits === undefined) return internal('transaction not found')
      if (sub === 'process-status') return good({ status: found?.outcome ?? 'pending', reason: '' })
      return good({
        transaction: found === undefined ? waiting(ref, waits as Wire) : executed(ledger, found),
      })
    }
    case 'block': {
      const block = known.find(({ nonce }) => sub === 'by-nonce' && nonce === Number(more))
      return block === undefined ? internal('block not found') : good({ block: headerOf(block) })
    }
    case 'hyperblock': {
      const block = known.find(({ nonce, hash }) =>
        ref === 'by-hash' ? hash === sub : nonce === Number(sub),
      )
      return block === undefined
        ? internal('block not found')
        : good({ hyperblock: hyperblockOf(block, query.get('withLogs') === 'true') })
    }
    case 'transactions':
      return state.indexed ? indexed(known, query) : NO_ROUTE
    default:
      return NO_ROUTE
  }
}

const configOf = ({ chainId, minGasPrice }: MultiversxLedger): object => ({
  erd_chain_id: chainId,
  erd_denomination: 18,
  erd_gas_per_data_byte: Number(GAS_PER_BYTE),
  erd_gas_price_modifier: '0.01',
  erd_max_gas_per_transaction: Number(MAX_GAS),
  erd_min_gas_limit: Number(MIN_GAS),
  erd_min_gas_price: Number(minGasPrice),
  erd_min_transaction_version: 1,
  erd_num_shards_without_meta: 3,
  erd_round_duration: 6_000,
})

const statusOf = ({ unfinal }: MultiversxLedger, last: Hyperblock): object => ({
  erd_current_round: last.nonce + 17,
  erd_epoch_number: 1_500,
  erd_highest_final_nonce: last.nonce - unfinal,
  erd_nonce: last.nonce,
})

function addressed(
  last: Hyperblock,
  address: string,
  sub: string | undefined,
  token: string | undefined,
): Told {
  if (!/^erd1[a-z0-9]{58}$/.test(address)) return internal('cannot get account: invalid address')
  const { nonce, balance, tokens } = last.accounts.get(address) ?? {
    nonce: 0,
    balance: 0n,
    tokens: new Map(),
  }
  const blockInfo = { nonce: last.nonce + 9, hash: last.hash, rootHash: last.parent }
  switch (sub) {
    case undefined:
      return good({
        account: { address, nonce, balance: balance.toString(), username: '', code: '', codeHash: null },
        blockInfo,
      })
    case 'esdt':
      return good({
        tokenData: { tokenIdentifier: token, balance: String(tokens.get(token ?? '') ?? 0n), properties: '' },
        blockInfo,
      })
    default:
      return NO_ROUTE
  }
}

/** mx-chain-go, `computeTransactionType`: arguments that are not whole bytes in hex make no call. */
const processingOf = ({ data = '' }: Wire): string =>
  /^(?:ESDTTransfer|ESDTNFTTransfer|MultiESDTNFTTransfer)(?:@(?:[0-9a-f]{2})*)*$/.test(
    Buffer.from(data, 'base64').toString(),
  )
    ? 'BuiltInFunctionCall'
    : 'MoveBalance'

const waiting = (hash: string, wire: Wire): object => ({
  type: 'normal',
  processingTypeOnSource: processingOf(wire),
  hash,
  ...wire,
  sourceShard: 1,
  destinationShard: 1,
  status: 'pending',
})

function executed(ledger: MultiversxLedger, { hash, wire, status, hyperblock }: Executed): object {
  const block = ledger.hyperblocks.find(({ nonce }) => nonce === hyperblock)
  const coordinates =
    status === 'invalid'
      ? { notarizedAtSourceInMetaNonce: hyperblock }
      : {
          notarizedAtSourceInMetaNonce: hyperblock,
          notarizedAtDestinationInMetaNonce: hyperblock,
          hyperblockNonce: hyperblock,
          hyperblockHash: block?.hash,
        }
  return {
    ...waiting(hash, wire),
    round: hyperblock + 17,
    epoch: 1_500,
    blockNonce: hyperblock + 9,
    blockHash: block?.parent,
    miniblockHash: block?.hash,
    timestamp: 1_900_000_000,
    ...coordinates,
    status,
  }
}

const headerOf = ({ nonce, hash, parent }: Hyperblock): object => ({
  nonce,
  round: nonce + 17,
  hash,
  prevBlockHash: parent,
  epoch: 1_500,
  timestamp: 1_900_000_000,
  status: 'on-chain',
})

const hyperblockOf = (block: Hyperblock, withLogs: boolean): object => ({
  ...headerOf(block),
  numTxs: block.transactions.length,
  shardBlocks: [0, 1, 2].map((shard) => ({ hash: block.hash, nonce: block.nonce + 9, shard })),
  transactions: block.transactions.map(({ hash, wire, status, events }) => ({
    type: status === 'invalid' ? 'invalid' : 'normal',
    processingTypeOnSource: processingOf(wire),
    hash,
    ...wire,
    sourceShard: shardOf(wire.sender),
    destinationShard: shardOf(wire.receiver),
    initiallyPaidFee: feeOf(wire).toString(),
    ...(withLogs && events.length > 0 ? { logs: { address: wire.sender, events } } : {}),
    status,
  })),
})

function indexed(known: readonly Hyperblock[], query: URLSearchParams): Told {
  const all = known.flatMap(({ transactions }) => transactions).toReversed()
  const own = all.filter(({ wire }) => wire.sender === query.get('sender'))
  const body = own.slice(0, Number(query.get('size') ?? 25)).map(({ hash, wire, status, outcome }) => ({
    txHash: hash,
    ...wire,
    status: status === 'success' ? outcome : status,
  }))
  return { status: 200, body }
}
