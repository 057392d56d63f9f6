/**
 * The chains of a configuration. Creating them loads and connects nothing: the libraries of a family are loaded, and
 * connections made, by the first call that needs them.
 */
import { Recent } from '@tallystick/core'
import {
  type AddressRules,
  type AnyRecord,
  type BlocksAt,
  type Chain,
  type ChainAt,
  type ChainNetwork,
  type ChainRecord,
  type Chains,
  type EndpointHealth,
  type Followed,
  NodeFault,
  type PassThrough,
  type RpcNode,
  records,
  rpcNodesWith,
  sideCallsOf,
} from '@tallystick/custody'
import { namedNodeCheck } from './address-only/network-check.js'
import type { ChainsConfig, NetworkConfig } from './config/config.js'
import { NODES, type NodeKind, PASSED, WAYS } from './config/kinds.js'
import { adapted, identitiesOf, loaded, type Place } from './families.js'
import { Connections, OwnConnections } from './transport/exchange.js'
import { jsonRpc } from './transport/json-rpc.js'
import { type NetworkCheck, networkCheck } from './transport/network-check.js'
import { passThrough } from './transport/pass-through.js'
import { Endpoint, Pool } from './transport/pool.js'
import { rest } from './transport/rest.js'
import type { NodeAccess } from './transport/transport.js'

type Network = 'mainnet' | 'testnet'

/** A configured network of a chain, with its nodes. */
interface Opened {
  readonly config: NetworkConfig
  readonly rpc: Pool | null
  readonly rest: Pool | null
}

export interface ChainsOptions extends Partial<ChainsConfig> {
  /** Chains besides the built-in ones: see docs/add-a-chain.md. */
  readonly records?: readonly AnyRecord[]
}

/**
 * @param options From `readChainsConfig` or `parseChainsConfig`
 * @throws TypeError if a record has the currency or path of another chain
 */
export function createChains(options: ChainsOptions): Chains {
  const nodes = new Nodes(options)
  return new ConfiguredChains(nodes, { calls: nodes.own, passing: nodes.passing }, new Recent(MOST_TENANTS))
}

/** Whose chains are kept, each with what it has learned. Those of the others are made again. */
const MOST_TENANTS = 1_000

/** How somebody asks: chains, and the pass-through. */
interface Lines {
  readonly calls: Connections
  readonly passing: Connections
}

/** The configured nodes. What is learned of a node, all callers know. */
class Nodes {
  readonly added: readonly AnyRecord[]
  readonly networks: readonly string[]
  readonly followed: readonly Followed[]
  /** By currency. */
  readonly records: ReadonlyMap<string, AnyRecord>
  /** For the service's own work, such as following blocks. It waits for no caller. */
  readonly own = new OwnConnections()
  /** For the calls of tenants. */
  readonly calls = new Connections()
  /** For the pass-through, whose callers may read as slowly as they like. */
  readonly passing = new Connections()
  /** By chain and network: `ETH testnet`, `ETH ethereum-holesky`. */
  readonly opened = new Map<string, Opened>()
  readonly passes = new Map<string, Pool>()
  /** For networks without pass-through: the calls that a key-management system needs (`sideCallsOf`). */
  readonly sides = new Map<string, { readonly pool: Pool; readonly only: ReadonlySet<string> }>()

  constructor({ records: added = [], networks = [], rpc: named = [] }: ChainsOptions) {
    this.added = added
    this.records = knownWith(added)
    this.networks = networks.filter(({ nodes }) => nodes.length > 0).map(({ network }) => network)
    this.followed = networks.flatMap(({ chain, network, follow }) =>
      follow === null
        ? []
        : [
            {
              chain,
              network,
              terms: follow.terms,
              mempool: follow.mempool,
              ...(follow.from === null ? {} : { from: follow.from }),
            },
          ],
    )
    const nodes = rpcNodesWith(added)
    for (const network of networks) {
      const { chain, network: name } = network
      const record = this.records.get(chain)
      if (record === undefined) throw new TypeError(`${chain} has no record: give it to createChains`)
      const { rpc, rest } = identitiesOf(record, placeOf(record, network))
      this.opened.set(`${chain} ${name}`, {
        config: network,
        rpc: this.pool(chain, name, network, rpc, (kind) => WAYS[kind] === 'rpc'),
        rest: this.pool(chain, name, network, rest, (kind) => WAYS[kind] === 'rest'),
      })
      const node = passedTo(nodes, network)
      const only = sideCallsOf(record.family)
      if (node === undefined || !(network.passThrough || only.size > 0)) continue
      // Separate endpoints, because failures of callers' requests must not decide which node the service itself asks.
      const pass = this.pool('rpc', node, network, rpc ?? rest, (kind) => PASSED.has(kind))
      if (pass === null) continue
      if (network.passThrough) this.passes.set(node, pass)
      else this.sides.set(node, { pool: pass, only })
    }
    // Nodes named for the pass-through come first. Most of these chains have no record here, so the network of their
    // nodes is not checked; except of those which the service itself asks.
    for (const { name, targets } of named) {
      const endpoints = targets.map((target, index) => new Endpoint(target, `rpc.${name}.nodes[${index}]`))
      const check = namedNodeCheck(name)
      const identify = check && networkCheck(this.own, name, check)
      this.passes.set(name, new Pool({ chain: 'rpc', network: name, endpoints, identify }))
    }
  }

  /** The nodes of these kinds, each of which must pass the network check; null if there are none. */
  private pool(
    chain: string,
    network: string,
    config: NetworkConfig,
    identity: NetworkCheck | undefined,
    isMeant: (kind: NodeKind) => boolean,
  ): Pool | null {
    const endpoints = config.nodes.flatMap(({ kind, target }, index) =>
      isMeant(kind) ? [new Endpoint(target, `chains.${config.chain}.${config.network}.nodes[${index}]`)] : [],
    )
    if (endpoints.length === 0 || identity === undefined) return null
    const named = `${config.chain} on ${config.parameters ?? config.network}`
    return new Pool({ chain, network, endpoints, identify: networkCheck(this.own, named, identity) })
  }

  close(): void {
    for (const connections of [this.own, this.calls, this.passing]) connections.close()
  }
}

class ConfiguredChains implements Chains {
  readonly added: readonly AnyRecord[]
  readonly networks: readonly string[]
  readonly followed: readonly Followed[]
  private readonly chains = new Map<string, Promise<Chain>>()

  /** @param tenants The chains of tenants, which all of them share */
  constructor(
    private readonly nodes: Nodes,
    private readonly lines: Lines,
    private readonly tenants: Recent<string, Chains>,
  ) {
    this.added = nodes.added
    this.networks = nodes.networks
    this.followed = nodes.followed
  }

  askedBy(tenant: string): Chains {
    const known = this.tenants.get(tenant)
    if (known !== undefined) return known
    const { calls, passing } = this.nodes
    const lines = { calls: calls.of(tenant), passing: passing.of(tenant) }
    const chains = new ConfiguredChains(this.nodes, lines, this.tenants)
    this.tenants.set(tenant, chains)
    return chains
  }

  chain<Id extends string>(id: Id, network: Network, testnet?: string): Promise<ChainAt<Id>> {
    const record = this.nodes.records.get(id)
    if (record === undefined) {
      return Promise.reject(new NodeFault('unconfigured', `${id} has no record: give it to createChains`))
    }
    const named = network === 'testnet' ? namedTestnet(record, testnet) : undefined
    const key = `${id} ${named ?? network}`
    let chain = this.chains.get(key)
    if (chain === undefined) {
      chain = this.open(record, network, named)
      this.chains.set(key, chain)
      // A family that cannot be loaded now may be loaded by the next call.
      chain.catch(() => this.chains.delete(key))
    }
    // `load` makes the chain of the record's own family.
    return chain as Promise<ChainAt<Id>>
  }

  async addresses(currency: string, network: Network): Promise<AddressRules | undefined> {
    if (this.nodes.records.has(currency)) return undefined
    const { addressRules } = await import('./address-only/rules.js')
    return addressRules(currency, network)
  }

  health(): readonly EndpointHealth[] {
    const own = [...this.nodes.opened.values()].flatMap(({ config, rpc, rest }) => {
      const { lastBlock } = this.nodes.records.get(config.chain) ?? {}
      const isHalted = lastBlock !== undefined && config.parameters === null
      const endpoints = [...(rpc?.health() ?? []), ...(rest?.health() ?? [])]
      // A private chain goes on.
      return isHalted ? endpoints.map((one) => ({ ...one, lastBlock })) : endpoints
    })
    return [...own, ...[...this.nodes.passes.values()].flatMap((pool) => pool.health())]
  }

  passThrough(name: string): PassThrough | undefined {
    const { passing } = this.lines
    const pool = this.nodes.passes.get(name)
    if (pool !== undefined) return passThrough(passing, pool, name)
    const side = this.nodes.sides.get(name)
    return side && { ...passThrough(passing, side.pool, name), only: side.only }
  }

  async close(): Promise<void> {
    this.nodes.close()
  }

  private async open(record: AnyRecord, network: Network, named: string | undefined): Promise<Chain> {
    const opened = this.nodes.opened.get(`${record.id} ${named ?? network}`)
    const access = opened === undefined ? unconfigured(record, named ?? network) : this.accessOf(opened)
    const on: ChainNetwork = opened?.config.parameters ?? network
    const place = { network: on, testnet: named, config: opened?.config }
    const known = adapted(record, place)
    const chain = await loaded(known, on, access)
    const made = { ...chain, ...(named === undefined ? {} : { testnet: named }) }
    if (!opened?.config.follow) return made
    const blocksAt = await this.blocksAt(known, on, opened)
    return { ...made, isFollowed: true, ...(blocksAt.length > 1 ? { blocksAt } : {}) }
  }

  /** By node, of those whose kind serves blocks. */
  private async blocksAt(record: AnyRecord, on: ChainNetwork, opened: Opened): Promise<readonly BlocksAt[]> {
    const { needs } = NODES[record.family]
    const found: BlocksAt[] = []
    for (const way of ['rpc', 'rest'] as const) {
      if (needs !== null && WAYS[needs] !== way) continue
      for (const { place, pool } of opened[way]?.split() ?? []) {
        const { blocks } = await loaded(record, on, this.accessOf({ rpc: null, rest: null, [way]: pool }))
        if (blocks !== undefined) found.push({ node: place, blocks })
      }
    }
    return found
  }

  private accessOf({ rpc, rest: byPath }: Omit<Opened, 'config'>): NodeAccess {
    return {
      ...(rpc === null ? {} : { rpc: jsonRpc(this.lines.calls, rpc) }),
      ...(byPath === null ? {} : { rest: rest(this.lines.calls, byPath) }),
    }
  }
}

/** Records by currency. @throws TypeError if two of them have the same currency or path */
function knownWith(added: readonly AnyRecord[]): ReadonlyMap<string, AnyRecord> {
  const known = new Map<string, AnyRecord>(Object.entries(records))
  for (const record of added) {
    const { id, segment, name } = record
    if (!/^[a-z][a-z0-9]{0,30}$/.test(segment)) {
      throw new TypeError(`${name} cannot be added: ${segment} is no segment of a path, such as gnosis`)
    }
    const other = [...known.values()].find((one) => one.id === id || one.segment === segment)
    if (other !== undefined) {
      const taken = other.id === id ? `the currency ${id}` : `the path /v3/${segment}`
      throw new TypeError(`${name} cannot be added: ${taken} is of ${other.name}; choose another`)
    }
    known.set(id, record)
  }
  return known
}

/** The pass-through node that the nodes of this network serve: the testnet's own name, or the default. */
function passedTo(nodes: readonly RpcNode[], { chain, network }: NetworkConfig): string | undefined {
  const own = nodes.filter((node) => node.chain.code === chain)
  return (own.find(({ name }) => name === network) ?? own.find((node) => node.network === network))?.name
}

function placeOf(record: AnyRecord, config: NetworkConfig): Place {
  const network = config.parameters ?? (config.network === 'mainnet' ? 'mainnet' : 'testnet')
  return { network, testnet: namedTestnet(record, config.network), config }
}

/** The testnet's name, if it is one of this chain and not the default. */
function namedTestnet(record: ChainRecord, testnet: string | undefined): string | undefined {
  const [, ...others] = Object.keys(record.testnets ?? {})
  return others.find((name) => name === testnet)
}

const dayOf = ({ lastBlock }: ChainRecord): string => (lastBlock === undefined ? '' : ` on ${lastBlock}`)

function unconfigured(record: ChainRecord, network: string): NodeAccess {
  const place = `chains.${record.id}.${network}.nodes`
  const why =
    record.status === 'halted'
      ? `${record.name} made its last block${dayOf(record)}, and no node of it is configured on ${network}: ` +
        `only an archive answers; if you have one, name it under ${place}`
      : `${record.name} has no node on ${network}: name one under ${place}`
  const ask = () => Promise.reject(new NodeFault('unconfigured', why))
  return { rpc: { call: ask }, rest: { get: ask, post: ask } }
}
