/**
 * What the service needs of each family: its network checks, how a configuration changes a record, and its code, which
 * the first call loads.
 */
import {
  type AnyRecord,
  type Chain,
  type ChainNetwork,
  type ChainRecord,
  type EvmParams,
  type EvmRecord,
  type Family,
  NodeFault,
} from '@tallystick/custody'
import { beaconNetworkChecks } from './beacon/network-check.js'
import type { NetworkConfig } from './config/config.js'
import { evmNetworkChecks } from './evm/network-check.js'
import { multiversxNetworkChecks } from './multiversx/network-check.js'
import { solanaNetworkChecks } from './solana/network-check.js'
import { stellarNetworkChecks } from './stellar/network-check.js'
import type { NetworkChecks } from './transport/network-check.js'
import type { JsonRpc, NodeAccess, Rest } from './transport/transport.js'
import { tronNetworkChecks } from './tron/network-check.js'
import { utxoNetworkChecks } from './utxo/network-check.js'
import { xrpNetworkChecks } from './xrp/network-check.js'

type RecordOf<Of extends Family> = Extract<AnyRecord, { readonly family: Of }>

/** A network of a chain in use. */
export interface Place {
  readonly network: ChainNetwork
  /** The name of the testnet, if it is not the chain's default. */
  readonly testnet: string | undefined
  /** Undefined without one. */
  readonly config: NetworkConfig | undefined
}

interface FamilyRow<Known extends AnyRecord> {
  /** Its network checks; none if the chain does not have the network. */
  identities(record: Known, place: Place): Partial<NetworkChecks>
  /** The record with the configuration's changes, besides those that every family has. */
  adapted(record: Known, place: Place): Known
  load(record: Known, network: ChainNetwork, access: NodeAccess): Promise<Chain>
}

const FAMILIES: { readonly [Of in Family]: FamilyRow<RecordOf<Of>> } = {
  utxo: {
    identities({ networks }, { network }) {
      const params = networks[network]
      return params === undefined ? {} : utxoNetworkChecks(params)
    },
    adapted(record, { network, config }) {
      const kind = config?.addressKind ?? null
      const changes = { ...feeOf(config), ...(kind === null ? {} : { address: kind }) }
      return { ...record, networks: changed(record.networks, network, changes) }
    },
    load: async (record, network, access) =>
      (await import('./utxo/family.js')).utxoFamily(record, network, access),
  },
  evm: {
    identities(record, place) {
      const params = evmParams(record, place)
      return params === undefined ? {} : evmNetworkChecks(record, place.config?.chainId ?? params.chainId)
    },
    adapted(record, place) {
      const params = evmParams(record, place)
      if (params === undefined) return record
      const { network, config } = place
      const changes = {
        ...feeOf(config),
        chainId: config?.chainId ?? params.chainId,
        tokens: { ...params.tokens, ...config?.tokens },
      }
      return { ...record, networks: changed({ ...record.networks, [network]: params }, network, changes) }
    },
    load: async (record, network, access) =>
      (await import('./evm/family.js')).evmFamily(record, network, { ...access, rpc: rpcOf(access, record) }),
  },
  solana: {
    identities({ networks }, { network }) {
      const params = networks[network]
      return params === undefined ? {} : solanaNetworkChecks(params)
    },
    adapted: withFee,
    load: async (record, network, access) =>
      (await import('./solana/family.js')).solanaFamily(record, network, rpcOf(access, record)),
  },
  xrp: {
    identities: (_record, { network }) => xrpNetworkChecks(network),
    adapted: withFee,
    load: async (record, network, access) =>
      (await import('./xrp/family.js')).xrpFamily(record, network, rpcOf(access, record)),
  },
  tron: {
    identities: (record, { network }) => tronNetworkChecks(record, network),
    adapted(record, { network, config }) {
      const { gasPumpFactory = null, gasPumpContract = null } = config ?? {}
      const changes = {
        ...feeOf(config),
        ...(gasPumpFactory === null ? {} : { gasPumpFactory }),
        ...(gasPumpContract === null ? {} : { gasPumpContract }),
      }
      return { ...record, networks: changed(record.networks, network, changes) }
    },
    load: async (record, network, access) =>
      (await import('./tron/family.js')).tronFamily(record, network, restOf(access, record)),
  },
  stellar: {
    identities({ networks }, { network }) {
      const params = networks[network]
      return params === undefined ? {} : stellarNetworkChecks(params)
    },
    adapted: withFee,
    load: async (record, network, access) =>
      (await import('./stellar/family.js')).stellarFamily(record, network, restOf(access, record)),
  },
  multiversx: {
    identities({ networks }, { network }) {
      const params = networks[network]
      return params === undefined ? {} : multiversxNetworkChecks(params)
    },
    adapted: withFee,
    load: async (record, network, access) =>
      (await import('./multiversx/family.js')).multiversxFamily(record, network, restOf(access, record)),
  },
  beacon: {
    identities({ networks }, { network }) {
      const params = networks[network]
      return params === undefined ? {} : beaconNetworkChecks(params)
    },
    adapted: withFee,
    load: async (record, network, access) =>
      (await import('./beacon/family.js')).beaconFamily(record, network, restOf(access, record)),
  },
}

/** The row of the record's own family. */
// The compiler does not see that the two belong together.
const rowOf = (record: AnyRecord): FamilyRow<AnyRecord> => FAMILIES[record.family] as FamilyRow<AnyRecord>

export const identitiesOf = (record: AnyRecord, place: Place): Partial<NetworkChecks> =>
  rowOf(record).identities(record, place)

let loading: Promise<unknown> = Promise.resolve()

/** One after another: a library cannot require a module that another import is loading, and fails until Node restarts. */
export function loaded(record: AnyRecord, network: ChainNetwork, access: NodeAccess): Promise<Chain> {
  const chain = loading.then(() => rowOf(record).load(record, network, access))
  loading = chain.catch(() => undefined)
  return chain
}

/** The record with the configuration's changes. */
export function adapted(record: AnyRecord, place: Place): AnyRecord {
  const own = rowOf(record).adapted(record, place)
  const path = place.config?.derivationPath ?? null
  return {
    ...own,
    ...(path === null ? {} : { path, testPath: path }),
    confirmations: place.config?.confirmations ?? record.confirmations,
  }
}

const feeOf = (config: NetworkConfig | undefined) =>
  typeof config?.maxFee === 'bigint' ? { maxFee: config.maxFee } : {}

/** For families in which a configuration changes only the fee ceiling. */
function withFee<Known extends AnyRecord>(record: Known, { network, config }: Place): Known {
  return { ...record, networks: changed<object>(record.networks, network, feeOf(config)) }
}

function changed<Params extends object>(
  networks: ChainRecord<Params>['networks'],
  network: ChainNetwork,
  changes: Partial<Params>,
): ChainRecord<Params>['networks'] {
  const params = networks[network]
  return params === undefined ? networks : { ...networks, [network]: { ...params, ...changes } }
}

function evmParams(record: EvmRecord, { network, testnet }: Place): EvmParams | undefined {
  return testnet !== undefined && network === 'testnet'
    ? record.testnets?.[testnet]
    : record.networks[network]
}

/** The check of the configuration makes sure that the replacement is never used. */
function rpcOf({ rpc }: NodeAccess, record: ChainRecord): JsonRpc {
  return (
    rpc ?? {
      call: () =>
        Promise.reject(new NodeFault('unsupported', `${record.name} needs a node that speaks JSON-RPC`)),
    }
  )
}

function restOf({ rest, rpc }: NodeAccess, record: ChainRecord): Rest {
  // Without any node there is one by JSON-RPC, which says so.
  const fault = new NodeFault('unsupported', `${record.name} needs a node that is asked by path`)
  const nobody = () => (rpc === undefined ? Promise.reject(fault) : rpc.call('', []))
  return rest ?? { get: nobody, post: nobody }
}
