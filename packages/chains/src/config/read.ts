/** Checks a whole configuration and reports all its problems together. */
import { parseDecimal, parseWritten } from '@tallystick/core'
import { type AnyRecord, type Family, PUMP_CONTRACTS, records, rpcNodesWith } from '@tallystick/custody'
import {
  ADDRESS_KINDS,
  type ChainsConfig,
  ChainsConfigError,
  type ChainsFile,
  type NetworkConfig,
  type NodeConfig,
  type RpcConfig,
} from './config.js'
import { Fields, quote } from './fields.js'
import { readFollow } from './follow.js'
import { MAX_CONFIRMATIONS, NODES, PASSED } from './kinds.js'
import { type Environment, readTarget, TARGET_FIELDS } from './target.js'

/** More endpoints than anybody has for one chain. */
const MAX_NODES = 16

/**
 * Parses the configuration from JSON text.
 * @param env For `${NAME}` in addresses and headers
 * @param added Records of chains besides the built-in ones
 * @throws ChainsConfigError
 */
export function parseChainsConfig(
  text: string,
  env: Environment,
  added: readonly AnyRecord[] = [],
): ChainsConfig {
  let value: ChainsFile
  try {
    value = parseWritten(text) as ChainsFile
  } catch (error) {
    // Its message does not quote the text, which contains keys.
    if (error instanceof SyntaxError) throw new ChainsConfigError([`the whole is not JSON: ${error.message}`])
    throw error
  }
  return readChainsConfig(value, env, added)
}

/** @throws ChainsConfigError */
export function readChainsConfig(
  file: ChainsFile,
  env: Environment = {},
  added: readonly AnyRecord[] = [],
): ChainsConfig {
  const problems: string[] = []
  const fields = Fields.of('', file, problems)
  fields?.allowOnly(['chains', 'rpc'])
  const networks = readChains([...Object.values(records), ...added], fields?.fieldsOf('chains'), env)
  const rpc = readRpc(added, fields?.fieldsOf('rpc'), env)
  if (problems.length > 0) throw new ChainsConfigError(problems)
  return { records: added, networks, rpc }
}

function readChains(
  known: readonly AnyRecord[],
  chains: Fields | undefined,
  env: Environment,
): readonly NetworkConfig[] {
  if (chains === undefined) return []
  chains.allowOnly(known.map(({ id }) => id))
  return known.flatMap((record) => {
    const networks = chains.fieldsOf(record.id)
    if (networks === undefined) return []
    // The first testnet of a record is its default.
    const [first, ...others] = Object.keys(record.testnets ?? {})
    const names = ['mainnet', 'testnet', ...others]
    networks.allowOnly(first === undefined ? names : [...names, first])
    if (first !== undefined && networks.has(first)) {
      networks.problem(first, 'is the default testnet; write testnet')
    }
    return names.flatMap((network) => {
      const fields = networks.fieldsOf(network)
      return fields === undefined ? [] : [readNetwork(record, network, fields, env)]
    })
  })
}

function readNetwork(record: AnyRecord, network: string, fields: Fields, env: Environment): NetworkConfig {
  const isEvm = record.family === 'evm'
  const isTron = record.family === 'tron'
  const { needs, final = false } = NODES[record.family]
  const hasKinds = Object.values(record.networks).some((params) => hasSegwit(params))
  const isPrivate = network !== 'mainnet' && record.networks.regtest !== undefined
  fields.allowOnly([
    'nodes',
    'passThrough',
    'follow',
    'maxFee',
    ...(final ? [] : ['confirmations']),
    ...(isPrivate ? ['parameters'] : []),
    ...(record.path === null ? [] : ['derivationPath']),
    ...(hasKinds ? (['addressKind'] as const) : []),
    ...(isEvm ? (['chainId', 'tokens'] as const) : []),
    ...(isTron ? (['gasPumpFactory', 'gasPumpContract'] as const) : []),
  ])
  const nodes = fields.list('nodes', MAX_NODES).flatMap((node) => readNode(record.family, node, env) ?? [])
  if (needs !== null && nodes.length > 0 && !nodes.some(({ kind }) => kind === needs)) {
    fields.problem('nodes', `has none of kind ${needs}, which every call needs`)
  }
  if (fields.flag('passThrough') && nodes.length > 0 && !nodes.some(({ kind }) => PASSED.has(kind))) {
    fields.problem('passThrough', 'needs a node that speaks JSON-RPC; Blockbook does not')
  }
  const parameters = isPrivate && fields.has('parameters') ? fields.oneOf('parameters', ['regtest']) : null
  const confirmations = fields.count('confirmations', record.confirmations, MAX_CONFIRMATIONS) ?? null
  return {
    chain: record.id,
    network,
    nodes: nodes.filter((node, index) => !isRepeated(fields, nodes, node, index)),
    parameters: parameters ?? null,
    derivationPath: readPath(fields),
    maxFee: readFee(fields, record.decimals) ?? null,
    confirmations,
    addressKind:
      (hasKinds && fields.has('addressKind') && fields.oneOf('addressKind', ADDRESS_KINDS)) || null,
    chainId: isEvm ? readChainId(fields) : null,
    tokens: isEvm ? readTokens(fields.fieldsOf('tokens')) : {},
    gasPumpFactory: isTron ? readFactory(fields) : null,
    gasPumpContract:
      (isTron && fields.has('gasPumpContract') && fields.oneOf('gasPumpContract', PUMP_CONTRACTS)) || null,
    passThrough: fields.value('passThrough') === true,
    follow: readFollow(fields, confirmations ?? record.confirmations, record.unfollowed),
  }
}

/** Without segwit there is only one kind of address. */
const hasSegwit = (params: unknown): boolean =>
  typeof params === 'object' && params !== null && 'hrp' in params && params.hrp !== undefined

function readNode(family: Family, fields: Fields, env: Environment): NodeConfig | undefined {
  fields.allowOnly(['kind', ...TARGET_FIELDS])
  const kind = fields.oneOf('kind', NODES[family].kinds)
  const target = readTarget(fields, env)
  return kind === undefined || target === undefined ? undefined : { kind, target }
}

/** A node that is listed twice would be asked twice without any benefit. */
function isRepeated(fields: Fields, nodes: readonly NodeConfig[], node: NodeConfig, index: number): boolean {
  const first = nodes.findIndex(
    (other) => other.kind === node.kind && other.target.url.href === node.target.url.href,
  )
  if (first === index) return false
  fields.problem('nodes', 'lists a node twice (not shown); remove one')
  return true
}

function readPath(fields: Fields): string | null {
  if (!fields.has('derivationPath')) return null
  const given = fields.value('derivationPath')
  if (typeof given === 'string' && /^m(\/\d{1,9}'?){1,10}$/.test(given)) return given
  fields.problem('derivationPath', `is ${quote(given)}; accepted is a path such as m/44'/1'/0'/0`)
  return null
}

/** Base units; undefined if it is absent, or a problem has been reported. */
function readFee(fields: Fields, decimals: number): bigint | undefined {
  if (!fields.has('maxFee')) return undefined
  const given = fields.value('maxFee')
  const read = typeof given === 'string' ? parseDecimal(given, decimals) : undefined
  if (read?.ok === true && read.amount > 0n) return read.amount
  fields.problem(
    'maxFee',
    `is ${quote(given)}; accepted is an amount above 0 as text, "0.1", of ${decimals} decimals at most`,
  )
  return undefined
}

function readChainId(fields: Fields): bigint | null {
  if (!fields.has('chainId')) return null
  const given = fields.value('chainId')
  const text = typeof given === 'number' && Number.isSafeInteger(given) ? String(given) : given
  if (typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text)) return BigInt(text)
  fields.problem('chainId', `is ${quote(given)}; accepted is a whole number of 1 to 19 digits`)
  return null
}

function readFactory(fields: Fields): string | null {
  if (!fields.has('gasPumpFactory')) return null
  const given = fields.value('gasPumpFactory')
  // Its checksum is seen when the chain is loaded: hashing needs a library, and many configurations have no TRON.
  if (typeof given === 'string' && /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(given)) return given
  fields.problem('gasPumpFactory', `is ${quote(given)}; accepted is an address of TRON, T…`)
  return null
}

function readTokens(tokens: Fields | undefined): NetworkConfig['tokens'] {
  const read: Record<string, NetworkConfig['tokens'][string]> = {}
  for (const name of tokens?.names() ?? []) {
    if (!/^[A-Z0-9_]{1,32}$/.test(name)) {
      tokens?.problem(name, 'is not the name of a token; accepted is 1 to 32 capitals, digits and _')
      continue
    }
    const token = tokens?.fieldsOf(name)
    token?.allowOnly(['address', 'decimals', 'feeCurrency', 'maxFee'])
    const address = token?.value('address')
    if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) {
      token?.problem('address', `is ${quote(address)}; accepted is 0x and 40 hex digits`)
      continue
    }
    if (token?.has('decimals') === false) {
      token.problem('decimals', 'is missing; accepted is a whole number from 0 to 255')
    }
    const decimals = token?.count('decimals', 0, 255) ?? 0
    const feeCurrency = token?.flag('feeCurrency') ?? false
    const maxFee = token === undefined ? undefined : readFee(token, decimals)
    read[name] = {
      address,
      decimals,
      ...(feeCurrency ? { feeCurrency } : {}),
      ...(maxFee === undefined ? {} : { maxFee }),
    }
  }
  return read
}

function readRpc(
  added: readonly AnyRecord[],
  rpc: Fields | undefined,
  env: Environment,
): readonly RpcConfig[] {
  if (rpc === undefined) return []
  const known = new Set(rpcNodesWith(added).map(({ name }) => name))
  return rpc.names().flatMap((name) => {
    if (!known.has(name)) {
      rpc.problem(name, 'is not the name of a node; docs/chains.md lists them')
      return []
    }
    const fields = rpc.fieldsOf(name)
    fields?.allowOnly(['nodes'])
    const targets = (fields?.list('nodes', MAX_NODES) ?? []).flatMap((node) => {
      node.allowOnly(TARGET_FIELDS)
      return readTarget(node, env) ?? []
    })
    return [{ name, targets }]
  })
}
