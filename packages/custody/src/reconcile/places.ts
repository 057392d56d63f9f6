/** Where the currencies of the ledger are: on which followed chain, and as which asset. */
import { HOME_NETWORKS, isOfNetwork, type TenantId, TOKENS } from '@tallystick/core'
import type { Audit, Engine } from '@tallystick/engine'
import { assetsOf } from '../assets.js'
import type { Chain } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { recordedChain } from '../recorded-chain.js'
import { pagesOf } from './pages.js'

export interface FollowedPlace {
  readonly chain: Chain
  /** As `OnChain.chain` and `OnChain.network`. */
  readonly id: string
  readonly network: string
}

/** A currency of a tenant, and what it is on its chain. */
export interface Placed {
  readonly place: FollowedPlace
  readonly currency: string
  /** Empty for the native coin, as `Holding.asset`. */
  readonly asset: string
  readonly scale: number
}

/** The chains that are followed and can be opened. */
export async function followedPlaces(chains: Chains): Promise<readonly FollowedPlace[]> {
  const places: FollowedPlace[] = []
  for (const followed of chains.followed ?? []) {
    const { chain: id, network } = followed
    places.push({ chain: await recordedChain(chains, followed), id, network })
  }
  return places
}

export class Places {
  private readonly homes = new Map<TenantId, string>()
  private readonly byCurrency = new Map<string, Placed[]>()
  private readonly byAsset = new Map<string, Placed>()
  private readonly ofTenants = new Map<string, Placed>()

  private constructor() {}

  static async read(
    audit: Audit,
    { currencies }: Pick<Engine, 'currencies'>,
    followed: readonly FollowedPlace[],
  ): Promise<Places> {
    const places = new Places()
    for (const place of followed) {
      for (const { currency, asset, decimals } of assetsOf(place.chain, currencies)) {
        const placed = { place, currency, asset: asset ?? '', scale: decimals }
        places.byCurrency.set(currency, [...(places.byCurrency.get(currency) ?? []), placed])
        places.byAsset.set(JSON.stringify([place.id, place.network, placed.asset]), placed)
      }
    }
    for await (const home of pagesOf(audit, HOME_NETWORKS)) places.homes.set(home.tenant, home.network)
    for await (const { tenant, name, chain, network, asset, scale } of pagesOf(audit, TOKENS)) {
      const place = followed.find((one) => one.id === chain && one.network === network)
      if (place === undefined || asset === null) continue
      const placed = { place, currency: name, asset, scale }
      places.ofTenants.set(JSON.stringify([tenant, name]), placed)
      places.ofTenants.set(JSON.stringify([tenant, chain, network, asset]), placed)
    }
    return places
  }

  /** Undefined for a currency that is on no followed chain. */
  ofCurrency(tenant: TenantId, currency: string): Placed | undefined {
    const own = this.ofTenants.get(JSON.stringify([tenant, currency]))
    const all = this.byCurrency.get(currency) ?? []
    const home = this.homes.get(tenant)
    const there = all.find(({ place }) => (home === 'mainnet') === isOfNetwork(place.network, 'mainnet'))
    // Without a deposit address, nothing tells a tenant's network: what is owed is compared all the same.
    return own ?? there ?? (home === undefined ? all[0] : undefined)
  }

  /** The tenant's currency of an asset; undefined for a token that nobody knows. */
  ofAsset(tenant: TenantId, chain: string, network: string, asset: string): Placed | undefined {
    return (
      this.ofTenants.get(JSON.stringify([tenant, chain, network, asset])) ??
      this.byAsset.get(JSON.stringify([chain, network, asset]))
    )
  }
}
