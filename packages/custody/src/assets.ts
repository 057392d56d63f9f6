/** Which coins of a chain a currency of the ledger stands for, and the other way round. */
import { type Currencies, type Network, VIRTUAL_PREFIX } from '@tallystick/core'
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

/**
 * The asset that a currency stands for: the native coin of the chain with this id, or the token that a chain's record,
 * or its configuration, lists under this name. Undefined if there is none on this network, or if the ledger has other
 * decimals: a base unit here would be another amount there.
 */
export async function assetOf(
  chains: Chains,
  currencies: Currencies,
  currency: string,
  network: Network,
): Promise<AssetOf | undefined> {
  const id = chainOfCurrency(chains, currency)
  if (id === undefined) return undefined
  const chain = await chains.chain(id, network).catch((error: unknown) => {
    if (error instanceof NodeFault && error.code !== 'unreachable') return undefined
    throw error
  })
  const found = chain && assetsOf(chain, currencies).find((asset) => asset.currency === currency)
  return chain && found && { ...found, chain }
}

/** The currencies of the ledger that a chain carries: its native coin, and tokens. */
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

/** The id of the chain that lists the currency on any of its networks. */
function chainOfCurrency(chains: Chains, currency: string): string | undefined {
  const lists = ({ networks }: ChainRecord): boolean =>
    Object.values(networks).some((params) => Object.hasOwn(tokensOf(params), currency))
  return (recordOf(chains, currency) ?? recordsOf(chains).find(lists))?.id
}
