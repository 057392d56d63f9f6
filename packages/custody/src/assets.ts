/** Which coins of a chain a currency of the ledger stands for, and the other way round. */
import {
  type Account,
  type Currencies,
  isOfNetwork,
  mayBeOwn,
  otherDecimals,
  tokenKey,
  VIRTUAL_PREFIX,
} from '@tallystick/core'
import type { Caller, Engine } from '@tallystick/engine'
import { type Chain, type ChainRecord, NodeFault, paramsOf } from './ports/chain.js'
import type { Chains } from './ports/chains.js'
import { records } from './records.js'

/** A currency of the ledger that is on a chain. */
export interface ChainAsset {
  /** Of the ledger. */
  readonly currency: string
  /** The token's contract in the codec's canonical spelling; null for the native coin. */
  readonly asset: string | null
  /** Base units are 10^-decimals, on the chain as in the ledger. */
  readonly decimals: number
}

export interface AssetOf extends ChainAsset {
  readonly chain: Chain
}

interface Tokens {
  readonly tokens?: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>
}

/** What a network of any family tells about tokens. */
const tokensOf = (params: unknown): NonNullable<Tokens['tokens']> => (params as Tokens).tokens ?? {}

/** On whose behalf a currency is looked up: each tenant has tokens of its own. */
export interface AssetTaker {
  readonly chains: Chains
  readonly caller: Pick<Caller, 'tenant' | 'network'>
}

/**
 * The asset that a currency stands for: a token that the tenant has registered, the native coin of the chain with this id,
 * or the token that a chain's record, or its configuration, lists under this name. Undefined if there is none on this
 * network, if the ledger has other decimals (a base unit here would be another amount there), or if the contract of a
 * registered token is not stored yet.
 */
export async function assetOf(
  { chains, caller }: AssetTaker,
  { query, currencies }: Pick<Engine, 'query' | 'currencies'>,
  currency: string,
): Promise<AssetOf | undefined> {
  // A record may list a token under a name that is no currency, and a chain may be added later: the accounts hold his own.
  const isOwn = mayBeOwn(currency) && !currency.startsWith(VIRTUAL_PREFIX)
  const token = isOwn ? await query.find(tokenKey(caller.tenant, currency)) : undefined
  if (token !== undefined) {
    if (token.asset === null || !isOfNetwork(token.network, caller.network)) return undefined
    const chain = await chainOn(chains, token.chain, caller)
    return chain && { currency, asset: token.asset, decimals: token.scale, chain }
  }
  for (const { id } of chainsOfCurrency(chains, currencies, currency)) {
    const chain = await chainOn(chains, id, caller)
    const found = chain && assetsOf(chain, currencies).find((asset) => asset.currency === currency)
    if (chain && found) return { ...found, chain }
  }
  return undefined
}

/** The asset that an account holds. @throws Fault if the account has other decimals: see `otherDecimals` */
export async function assetHeld(
  taker: AssetTaker,
  engine: Pick<Engine, 'query' | 'currencies'>,
  account: Account,
): Promise<AssetOf | undefined> {
  const asset = await assetOf(taker, engine, account.currency)
  if (asset !== undefined && asset.decimals !== account.scale) {
    throw otherDecimals(account, { scale: asset.decimals })
  }
  return asset
}

/** Undefined without a node, or if the chain has no such network. */
function chainOn(chains: Chains, id: string, { network }: AssetTaker['caller']): Promise<Chain | undefined> {
  return chains.chain(id, network).catch((error: unknown) => {
    if (error instanceof NodeFault && error.code !== 'unreachable') return undefined
    throw error
  })
}

/** The currencies of every tenant that a chain carries: its native coin, and listed tokens. */
export function assetsOf(chain: Chain, currencies: Currencies): readonly ChainAsset[] {
  const { record, codec } = chain
  const tokens = Object.entries(tokensOf(paramsOf(chain)))
  return [
    { currency: record.id, asset: null, decimals: record.decimals },
    ...tokens.map(([currency, { address, decimals }]) => ({
      currency,
      asset: codec.canonical(address),
      decimals,
    })),
  ].filter(({ currency, decimals }) => {
    const known = currency.startsWith(VIRTUAL_PREFIX) ? undefined : currencies(currency)
    return known?.scale === decimals
  })
}

/** Of a chain that is known here, or was added. */
export const recordOf = (chains: Pick<Chains, 'added'>, id: string): ChainRecord | undefined =>
  recordsOf(chains).find((record) => record.id === id)

const recordsOf = ({ added = [] }: Pick<Chains, 'added'>): readonly ChainRecord[] => [
  ...Object.values(records),
  ...added,
]

/** Those that may carry the currency. The configuration may list a token on any EVM chain; a record that lists it goes first. */
function chainsOfCurrency(chains: Chains, currencies: Currencies, currency: string): readonly ChainRecord[] {
  const own = recordOf(chains, currency)
  if (own !== undefined) return [own]
  if (currencies(currency)?.kind !== 'token') return []
  const lists = ({ networks }: ChainRecord): boolean =>
    Object.values(networks).some((params) => Object.hasOwn(tokensOf(params), currency))
  const all = recordsOf(chains)
  return [...all.filter(lists), ...all.filter((record) => record.family === 'evm' && !lists(record))]
}
