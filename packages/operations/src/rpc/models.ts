import { RPC_NODES } from '@tallystick/custody'
import Type from 'typebox'
import { closed, optional, text } from '../wire/fields.js'

/** Names of nodes, and codes of chains, which mean the node on the API key's network. */
function names(verb: 'GET' | 'PUT' | 'POST'): string[] {
  const nodes = RPC_NODES.filter(({ chain }) => verb === 'POST' || chain.verbs.includes(verb))
  return [...nodes.map(({ name }) => name), ...new Set(nodes.map(({ chain }) => chain.code))]
}

const rpcChain = (verb: 'GET' | 'PUT' | 'POST') =>
  Type.Enum(names(verb), {
    description: `Name of a node that accepts ${verb}, or code of a chain`,
  })

const RPC_CHAINS = { GET: rpcChain('GET'), PUT: rpcChain('PUT'), POST: rpcChain('POST') }

/** Nodes of chains that an embedder adds take no other requests. */
export const RpcPostChain = RPC_CHAINS.POST

export const RpcApiKey = Type.String({
  maxLength: 256,
  secret: true,
  description: 'API key, if it is not in the header',
})

export const RpcPath = Type.String({
  maxLength: 2_048,
  description: 'Path on the node, with its query; for chains whose nodes take paths',
})

/** In the order of the path. */
export const rpcParams = (verb: 'GET' | 'PUT' | 'POST') => ({
  chain: RPC_CHAINS[verb],
  xApiKey: optional(RpcApiKey),
  rpcPath: optional(RpcPath),
})

export const NodeType = optional(
  Type.String({ maxLength: 50, description: 'Type of the node, for example `indexer` for Algorand' }),
)

export const ChainType = optional(
  Type.String({
    maxLength: 50,
    description: 'Network of Avalanche: `avax-c`, `avax-p` or `avax-x`',
    default: 'avax-c',
  }),
)

/** Nodes accept fewer calls in a list, and no method has that many parameters. */
const MAX_CALLS = 1_000
const MAX_RPC_PARAMETERS = 1_000

const anyObject = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' })

/** The body of the call in the chain's format; for JSON-RPC also a list of calls. */
export const RpcContent = Type.Union(
  [
    anyObject,
    Type.Unsafe<readonly Readonly<Record<string, unknown>>[]>({
      type: 'array',
      items: { type: 'object' },
      maxItems: MAX_CALLS,
    }),
  ],
  {
    description:
      'Request in the format of the chain. JSON-RPC: `{ jsonrpc, id, method, params }`, or a list of them',
  },
)

export const RpcObject = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description: 'Request in the format of the chain',
})

export const RpcAnswer = Type.Unsafe<unknown>({
  type: 'object',
  description: 'Answer of the node, unchanged',
})

const Web3Call = Type.Object(
  {
    jsonrpc: Type.Enum(['2.0']),
    id: Type.Union([Type.Number(), Type.String({ maxLength: 100 })]),
    method: text(1, 100, 'For example `eth_call`'),
    params: optional(Type.Array(Type.Unknown(), { maxItems: MAX_RPC_PARAMETERS })),
  },
  { ...closed, $id: 'Web3JsonRpc' },
)

export const Web3Content = Type.Union([Web3Call, Type.Array(Web3Call, { maxItems: MAX_CALLS })], {
  description: '`{ jsonrpc, id, method, params }`, or a list of them',
})
