/**
 * Which currency a token of a followed chain is. The native coin and the tokens of the configuration are the same for
 * every tenant; other tokens are registered by tenants, each under a name of its own.
 */
import { type FollowedChain, type TenantId, TOKENS, type Token } from '@tallystick/core'
import type { Engine } from '@tallystick/engine'

/** The assets of a chain that are currencies of every tenant. */
export interface FollowedAssets {
  /** The tokens, in the codec's canonical spelling. */
  readonly tokens: ReadonlySet<string>
  /** The currency of a token, or of the native coin (null), with the decimals of the chain. */
  of(asset: string | null): KnownAsset | undefined
}

interface KnownAsset {
  readonly currency: string
  /** Decimals of the chain, and of the currency. */
  readonly scale: number
}

export class KnownAssets {
  /** By tenant and asset; undefined until they are read. */
  private registered: ReadonlyMap<string, Token> | undefined
  /** By tenant and name, also of tokens whose contract is not stored yet. */
  private names: ReadonlySet<string> = new Set()
  private asked: ReadonlySet<string>

  constructor(
    private readonly engine: Pick<Engine, 'query'>,
    private readonly on: FollowedChain,
    private readonly shared: FollowedAssets,
  ) {
    this.asked = shared.tokens
  }

  /** The tokens whose movements count, in the codec's canonical spelling. */
  get tokens(): ReadonlySet<string> {
    return this.asked
  }

  /**
   * Loads the tokens that were registered meanwhile; no token is ever removed.
   * @returns Whether movements of other tokens count now
   */
  async refresh(): Promise<boolean> {
    const { query } = this.engine
    const { chain, network } = this.on
    const linked = await query.count(TOKENS, { chain, network, since: { from: 0 } })
    if (linked === this.registered?.size) return false
    const tokens = await query.list(TOKENS, { where: { chain, network } })
    this.registered = new Map(
      tokens.flatMap((token) => (token.asset === null ? [] : [[nameOf(token.tenant, token.asset), token]])),
    )
    this.names = new Set(tokens.map(({ tenant, name }) => nameOf(tenant, name)))
    const before = this.asked
    this.asked = new Set([...this.shared.tokens, ...tokens.flatMap(({ asset }) => asset ?? [])])
    return this.asked.size !== before.size
  }

  /**
   * The tenant's currency of a token, or of the native coin (null), in a block of this height; undefined if it is none.
   * A tenant has one currency for one token: its own, even if the configuration lists the token under another name.
   */
  of(tenant: TenantId, asset: string | null, height: number): KnownAsset | undefined {
    const own = asset === null ? undefined : this.registered?.get(nameOf(tenant, asset))
    if (own !== undefined)
      return height > (own.since ?? 0) ? { currency: own.name, scale: own.scale } : undefined
    const known = this.shared.of(asset)
    // The accounts of that name hold the tenant's own token: the service has got a currency of the same name since.
    return known && this.names.has(nameOf(tenant, known.currency)) ? undefined : known
  }
}

const nameOf = (tenant: TenantId, asset: string): string => `${tenant} ${asset}`
