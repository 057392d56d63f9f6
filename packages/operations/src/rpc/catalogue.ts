/**
 * The RPC pass-through: sends a caller's request to a configured node. The answer is the node's. Nothing of a refused
 * request is sent.
 */
import { writeExact } from '@tallystick/core'
import { type ChainRecord, records, sideCallsOf } from '@tallystick/custody'
import { NODE_CODES } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import { TestnetType } from '../models/wallet.js'
import { type Area, operation, type Streaming } from '../operation.js'
import { perMethod, unstated } from '../price.js'
import { optional } from '../wire/fields.js'
import { ask, creditsOfCall, type RpcCall } from './call.js'
import { collect } from './collect.js'
import { METHOD_RATES } from './methods.js'
import {
  ChainType,
  NodeType,
  RpcAnswer,
  RpcApiKey,
  RpcContent,
  RpcObject,
  RpcPath,
  rpcParams,
  Web3Content,
} from './models.js'

const PATH = '/v3/blockchain/node/{chain}/{xApiKey}/{rpcPath}'

const KEY_NOTE =
  'chain is the name of a node, or the code of a chain, which means its node on the network of the API key. The API key is in the header or in the path. It can be left out if its IP allowlist contains the address of the caller; rpcPath then follows the chain.'

/** What is not only looked at may be done all the same. */
const PASSED_CODES = [...NODE_CODES, 'rpc.unknown'] as const

const price = perMethod(METHOD_RATES, (args: Omit<RpcCall, 'verb'>) =>
  creditsOfCall({ verb: 'POST', ...args }),
)

const send =
  (verb: RpcCall['verb']) =>
  ({ chains, caller }: CallContext, args: Omit<RpcCall, 'verb'>, { text, signal }: Streaming) =>
    ask(chains, caller, { verb, ...args, text }, signal, writeExact)

export const nodeJsonPostRpcDriver = operation({
  id: 'nodeJsonPostRpcDriver',
  area: 'Node RPC',
  method: 'POST',
  path: PATH,
  summary: 'Passes a request to a node',
  description: `${KEY_NOTE} Chains with JSON-RPC also take a list of up to 100 calls. Methods that change the node itself are refused.`,
  price,
  params: rpcParams('POST'),
  query: { nodeType: NodeType, testnetType: TestnetType, chainType: ChainType },
  document: RpcContent,
  output: RpcAnswer,
  errors: PASSED_CODES,
}).passThrough(send('POST'), collect)

export const nodeJsonRpcGetDriver = operation({
  id: 'nodeJsonRpcGetDriver',
  area: 'Node RPC',
  method: 'GET',
  path: PATH,
  summary: 'Passes a GET request to a node that takes paths',
  description: KEY_NOTE,
  price,
  params: rpcParams('GET'),
  query: { nodeType: NodeType },
  output: RpcAnswer,
  errors: NODE_CODES,
}).passThrough(send('GET'), collect)

export const nodeJsonRpcPutDriver = operation({
  id: 'nodeJsonRpcPutDriver',
  area: 'Node RPC',
  method: 'PUT',
  path: PATH,
  summary: 'Passes a PUT request to a node that takes paths',
  description: KEY_NOTE,
  price,
  params: rpcParams('PUT'),
  query: { nodeType: NodeType },
  document: RpcObject,
  output: RpcAnswer,
  errors: PASSED_CODES,
}).passThrough(send('PUT'), collect)

/** For clients that get a URL and send JSON-RPC to it. */
const web3Driver = (id: string, { id: chain, segment }: ChainRecord) =>
  operation({
    id,
    area: 'Node RPC (web3 alias)',
    method: 'POST',
    path: `/v3/${segment}/web3/{xApiKey}`,
    summary: `Passes a JSON-RPC call to a ${chain} node`,
    description: 'Serves web3 clients: the API key is part of the URL. Also takes a list of calls.',
    price: perMethod(METHOD_RATES, ({ body }: { readonly body: unknown }) =>
      creditsOfCall({ verb: 'POST', chain, body }),
    ),
    params: { xApiKey: RpcApiKey },
    query: { testnetType: TestnetType },
    document: Web3Content,
    output: RpcAnswer,
    errors: PASSED_CODES,
  }).passThrough(
    (context, { body, testnetType }, how) => send('POST')(context, { chain, body, testnetType }, how),
    collect,
  )

/** For clients of MultiversX, and its key-management daemon: the path on the gateway follows the key. */
const egldNodeProxy = {
  area: 'Node RPC (web3 alias)',
  path: '/v3/egld/node/{xApiKey}/{rpcPath}',
  price: unstated(2),
  params: { xApiKey: optional(RpcApiKey), rpcPath: optional(RpcPath) },
  output: RpcAnswer,
  errors: PASSED_CODES,
} as const
const EGLD_NOTE = `The API key is part of the URL. Without pass-through, only what a key-management system asks for is answered: ${[...sideCallsOf('multiversx')].join(', ')}.`

export const egldNodeProxyGet = operation({
  ...egldNodeProxy,
  id: 'egldNodeProxyGet',
  method: 'GET',
  errors: NODE_CODES,
  summary: 'Passes a GET request to a MultiversX gateway',
  description: EGLD_NOTE,
}).passThrough(
  (context, { rpcPath }, how) => send('GET')(context, { chain: records.EGLD.id, rpcPath }, how),
  collect,
)

export const egldNodeProxyPost = operation({
  ...egldNodeProxy,
  id: 'egldNodeProxyPost',
  method: 'POST',
  summary: 'Passes a POST request to a MultiversX gateway',
  description: `${EGLD_NOTE} This operation is Tallystick's own, beside the documented ones.`,
  document: RpcObject,
}).passThrough(
  (context, { rpcPath, body }, how) => send('POST')(context, { chain: records.EGLD.id, rpcPath, body }, how),
  collect,
)

/** The call with which client 1.x asks a node of a UTXO chain. */
const nodeDriver = (id: string, area: Area, { id: chain, segment }: ChainRecord) =>
  operation({
    id,
    area,
    method: 'POST',
    path: `/v3/${segment}/node`,
    summary: `Passes a JSON-RPC call to a ${area} node`,
    description: 'To pass several calls at once, use nodeJsonPostRpcDriver.',
    price: unstated(2),
    document: RpcObject,
    output: RpcAnswer,
    errors: PASSED_CODES,
  }).passThrough((context, { body }, how) => send('POST')(context, { chain, body }, how), collect)

export const btcRpcDriver = nodeDriver('btcRpcDriver', 'Bitcoin', records.BTC)
export const bchRpcDriver = nodeDriver('bchRpcDriver', 'Bitcoin Cash', records.BCH)
export const dogeRpcDriver = nodeDriver('dogeRpcDriver', 'Dogecoin', records.DOGE)

export const web3Driver_bsc = web3Driver('web3Driver_bsc', records.BSC)
export const web3Driver_celo = web3Driver('web3Driver_celo', records.CELO)
export const web3Driver_ethereum = web3Driver('web3Driver_ethereum', records.ETH)
export const web3Driver_kcs = web3Driver('web3Driver_kcs', records.KCS)
export const web3Driver_klaytn = web3Driver('web3Driver_klaytn', records.KLAY)
export const web3Driver_one = web3Driver('web3Driver_one', records.ONE)
export const web3Driver_polygon = web3Driver('web3Driver_polygon', records.MATIC)
export const web3Driver_xdc = web3Driver('web3Driver_xdc', records.XDC)
