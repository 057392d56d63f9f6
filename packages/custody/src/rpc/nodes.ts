/**
 * The nodes that the RPC pass-through may reach, by their names in the documented API ("Node RPC
 * pass-through"; names of the public client), and what such names mean. Data only: which of them there are is
 * a matter of configuration.
 */
import type { Network } from '@tallystick/core'
import type { AnyRecord } from '../records.js'

/** Words of a call that tell one node of a chain from another. */
export interface RpcOptions {
  readonly nodeType?: string
  readonly chainType?: string
  readonly testnetType?: string
}

export interface RpcNode {
  /** As in the path of a call, and in the configuration: `ethereum-sepolia`. */
  readonly name: string
  readonly network: Network
  readonly chain: RpcChain
  /** Which of the options name it; the node of a network that has none is its default. */
  readonly options: RpcOptions
}

export interface RpcChain {
  /** As the ledger writes it. In the path of a call it means the chain on the network of the API key. */
  readonly code: string
  /** What it is asked in. `json-rpc`: also by a list of calls; `http`: by path and body as its nodes have it. */
  readonly speaks: 'json-rpc' | 'http'
  /** Which methods cost more: those of the EVM, or of EOS. */
  readonly methods: 'evm' | 'eos' | 'other'
  /** Methods beside POST (the lists of the public client). */
  readonly verbs: readonly ('GET' | 'PUT')[]
  /** The code of the chain whose software its nodes run, if it is not the chain's own. */
  readonly runs?: string
}

type Names = string | readonly (readonly [name: string, options: RpcOptions])[]

const nodes: RpcNode[] = []

function chain(
  code: string,
  kind: 'evm' | 'json-rpc' | 'eos' | 'http',
  names: { readonly mainnet?: Names; readonly testnet?: Names },
  verbs: RpcChain['verbs'] = [],
): void {
  const row: RpcChain = {
    code,
    speaks: kind === 'evm' || kind === 'json-rpc' ? 'json-rpc' : 'http',
    methods: kind === 'evm' || kind === 'eos' ? kind : 'other',
    verbs,
  }
  for (const network of ['mainnet', 'testnet'] as const) {
    const given = names[network] ?? []
    for (const [name, options] of typeof given === 'string' ? [[given, {}] as const] : given) {
      nodes.push({ name, network, chain: row, options })
    }
  }
}

/** `x-mainnet` and `x-testnet`. */
const both = (name: string) => ({ mainnet: `${name}-mainnet`, testnet: `${name}-testnet` })

const algorand = (network: Network): Names => [
  [`algorand-${network}-algod`, {}],
  [`algorand-${network}-indexer`, { nodeType: 'indexer' }],
]
const avalanche = (network: Network): Names => [
  [`avax-${network}`, {}],
  [`avax-p-${network}`, { chainType: 'avax-p' }],
  [`avax-x-${network}`, { chainType: 'avax-x' }],
]
const ELECTRS: RpcOptions = { nodeType: 'electrs' }
const ROSTRUM: RpcOptions = { nodeType: 'rostrum' }

// The first node of a network is its default.
chain('ALGO', 'http', { mainnet: algorand('mainnet'), testnet: algorand('testnet') }, ['GET', 'PUT'])
chain('ARB', 'evm', {
  mainnet: [
    ['arb-one-mainnet', {}],
    ['arb-nova-mainnet', { chainType: 'arb-nova' }],
  ],
  testnet: 'arb-testnet',
})
chain('AURORA', 'evm', both('aurora'))
chain('AVAX', 'evm', { mainnet: avalanche('mainnet'), testnet: avalanche('testnet') })
chain('BASE', 'evm', { mainnet: 'base-mainnet', testnet: 'base-sepolia' })
chain('BTC', 'json-rpc', {
  mainnet: [
    ['bitcoin-mainnet', {}],
    ['bitcoin-mainnet-electrs', ELECTRS],
  ],
  testnet: [
    ['bitcoin-testnet', {}],
    ['bitcoin-testnet-electrs', ELECTRS],
  ],
})
chain('BCH', 'json-rpc', {
  mainnet: [
    ['bch-mainnet', {}],
    ['bch-mainnet-rostrum', ROSTRUM],
  ],
  testnet: [
    ['bch-testnet', {}],
    ['bch-testnet-rostrum', ROSTRUM],
  ],
})
chain('BNB', 'json-rpc', both('bnb'), ['GET', 'PUT'])
chain('BSC', 'evm', both('bsc'))
chain('ADA', 'http', { mainnet: 'cardano-mainnet', testnet: 'cardano-preprod' })
chain('CSPR', 'json-rpc', { mainnet: 'casper-mainnet' })
chain('CELO', 'evm', both('celo'))
chain('CHZ', 'evm', both('chiliz'))
chain('ATOM', 'json-rpc', { mainnet: 'cosmos-mainnet' })
chain('CRO', 'evm', both('cro'))
chain('DOGE', 'json-rpc', both('doge'))
chain('DOT', 'json-rpc', both('dot'))
chain('EGLD', 'http', both('egld'), ['GET', 'PUT'])
chain('EOS', 'eos', both('eos'))
chain('EON', 'evm', both('eon'))
chain('ETC', 'evm', both('ethereum-classic'))
chain('ETH', 'evm', {
  mainnet: 'ethereum-mainnet',
  testnet: [
    ['ethereum-sepolia', { testnetType: 'ethereum-sepolia' }],
    ['ethereum-holesky', { testnetType: 'ethereum-holesky' }],
  ],
})
chain('FTM', 'evm', both('fantom'))
chain('FLR', 'evm', {
  mainnet: [
    ['flare-mainnet', {}],
    ['flare-songbird', { chainType: 'flare-songbird' }],
  ],
  testnet: [
    ['flare-coston2', {}],
    ['flare-coston', { testnetType: 'flare-coston' }],
  ],
})
chain('FLOW', 'http', both('flow'), ['GET'])
chain('GNO', 'evm', both('gno'))
chain('HAQQ', 'evm', both('haqq'))
chain('IOTA', 'http', both('iota'), ['GET'])
chain('KDA', 'http', both('kadena'), ['GET'])
chain('KLAY', 'evm', { mainnet: 'klaytn-cypress', testnet: 'klaytn-baobab' })
chain('KSM', 'json-rpc', both('ksm'))
chain('KCS', 'evm', both('kcs'))
chain('LSK', 'json-rpc', both('lisk'), ['GET'])
chain('LTC', 'json-rpc', both('litecoin-core'))
chain('MATIC', 'evm', { mainnet: 'polygon-mainnet', testnet: 'polygon-amoy' })
chain('NEAR', 'json-rpc', both('near'))
chain('NEO', 'json-rpc', both('neo'))
chain('ROSE', 'evm', both('oasis'))
chain('ONE', 'evm', { mainnet: 'one-mainnet-s0', testnet: 'one-testnet-s0' })
chain('OPTIMISM', 'evm', both('optimism'))
chain('PALM', 'evm', both('palm'))
chain('XRP', 'json-rpc', both('ripple'))
chain('RSK', 'evm', both('rsk'))
chain('SOL', 'json-rpc', { mainnet: 'solana-mainnet', testnet: 'solana-devnet' })
chain('SONIC', 'evm', both('sonic'))
chain('XLM', 'http', both('stellar'), ['GET', 'PUT'])
chain('XTZ', 'http', both('tezos'), ['GET'])
chain('TRON', 'http', both('tron'), ['GET'])
chain('VET', 'http', both('vechain'))
chain('XDC', 'evm', both('xdc'))
chain('ZEC', 'json-rpc', both('zcash'))
chain('ZIL', 'json-rpc', both('zilliqa'))

/** Every node that has a name. */
export const RPC_NODES: readonly RpcNode[] = nodes

/**
 * With the nodes of chains that an embedder adds: `gnosis-mainnet` and `gnosis-testnet`, or the names of its testnets.
 * A chain whose code is in the list already has the nodes there.
 * @throws TypeError when a name is taken
 */
export function rpcNodesWith(added: readonly AnyRecord[] = []): readonly RpcNode[] {
  const own = added.flatMap(nodesOf)
  for (const { name, chain } of own) {
    const taken = RPC_NODES.some((node) => node.name === name || node.chain.code === name)
    if (taken) throw new TypeError(`${chain.code} cannot be added: ${name} is the name of another node`)
  }
  return own.length === 0 ? RPC_NODES : [...RPC_NODES, ...own]
}

function nodesOf({ id, segment, family, networks, testnets }: AnyRecord): readonly RpcNode[] {
  if ((family !== 'evm' && family !== 'utxo') || RPC_NODES.some((node) => node.chain.code === id)) return []
  const row: RpcChain = {
    code: id,
    speaks: 'json-rpc',
    methods: family === 'evm' ? 'evm' : 'other',
    verbs: [],
    ...(family === 'utxo' ? { runs: 'BTC' } : {}),
  }
  const named = Object.keys(testnets ?? {})
  const tests = named.length > 0 || networks.testnet === undefined ? named : [`${segment}-testnet`]
  return [
    ...(networks.mainnet === undefined
      ? []
      : [{ name: `${segment}-mainnet`, network: 'mainnet', chain: row, options: {} } as const]),
    ...tests.map((name) => ({
      name,
      network: 'testnet' as const,
      chain: row,
      options: named.length > 1 ? { testnetType: name } : {},
    })),
  ]
}

/**
 * The node that a call means. An option that names no node of the chain is ignored, as a client that always
 * sends one expects (the public clients).
 * @param named A node's own name, or a chain's code
 * @param network Of the API key; decides only where `named` is a code
 * @param nodes Of `rpcNodesWith`
 */
export function findRpcNode(
  named: string,
  network: Network,
  options: RpcOptions,
  nodes: readonly RpcNode[] = RPC_NODES,
): RpcNode | undefined {
  const exact = nodes.find(({ name }) => name === named)
  if (exact !== undefined && Object.keys(exact.options).length > 0) return exact
  const row = exact?.chain ?? nodes.find(({ chain }) => chain.code === named)?.chain
  if (row === undefined) return undefined
  const on = exact?.network ?? network
  const asked = nodes.find(
    (node) => node.chain === row && node.network === on && isAsked(node.options, options),
  )
  return asked ?? nodes.find((node) => node.chain === row && node.network === on)
}

function isAsked(own: RpcOptions, asked: RpcOptions): boolean {
  return (['nodeType', 'chainType', 'testnetType'] as const).some(
    (option) => own[option] !== undefined && own[option] === asked[option]?.toLowerCase(),
  )
}
