/**
 * Deposit addresses: chooses the index, and derives its address with the chain's codec; the rules of the core record it.
 * Calls of one process wait for one another, so indexes follow one another without a gap; if another process was first,
 * the rule refuses, and the next index is derived.
 */
import { setImmediate } from 'node:timers/promises'
import {
  type Account,
  addressPoolKey,
  type DerivedAddress,
  depositAddressKey,
  type FirstAddress,
  type OnChain,
  Recent,
  type RejectionCode,
} from '@tallystick/core'
import { type Engine, Rejected } from '@tallystick/engine'
import { type AssetOf, type AssetTaker, assetOf } from './assets.js'
import { BadKey, type Chain } from './ports/chain.js'
import { isUtxo } from './ports/utxo.js'
import { placeOf } from './send/sends.js'
import type { Turns } from './send/turns.js'

/** On whose behalf. */
export type Taker = AssetTaker

/** What an address is for. */
export interface Holder extends Pick<Account, 'currency' | 'xpub'> {
  /** Of a currency that is not registered yet; looked up unless told. */
  readonly chain?: Chain
}

/** An account that wants an address. */
export interface Wanted {
  readonly holder: Holder
  /** Left out: the next one. */
  readonly index?: number | undefined
}

/** The pool of an account's xpub. */
interface Source {
  readonly on: OnChain
  readonly holder: Holder
  readonly pool: DerivedAddress['pool']
  at(index: number): Pick<DerivedAddress, 'address' | 'tag' | 'shown'>
}

/** BIP-32: the indexes above are those of hardened children, which no xpub has. */
const MAX_INDEX = 2 ** 31 - 1

/** Pools whose address is kept: deriving one takes about as long as a commit. */
const KNOWN_POOLS = 1_000

/** Addresses that are derived in one turn of the event loop: each takes about a millisecond. */
const AT_ONCE = 20

export class Addresses {
  /** Addresses of index 0 by chain, network and xpub. */
  private readonly pools = new Recent<string, string>(KNOWN_POOLS)

  constructor(
    private readonly engine: Pick<Engine, 'query' | 'currencies'>,
    private readonly turns: Turns,
  ) {}

  /**
   * Derives the addresses of the next indexes, or of those that are asked for, and records them; again, when another
   * process was first.
   * @param record Must run one of the rules that refuse with `address.busy`
   * @throws Rejected and whatever `record` throws
   */
  async generate<Result>(
    taker: Taker,
    wanted: readonly Wanted[],
    record: (derived: readonly DerivedAddress[]) => Promise<Result>,
  ): Promise<Result> {
    return this.generateLeft(taker, wanted, (derived) => {
      const index = derived.indexOf(undefined)
      if (index === -1) return record(derived.filter((one) => one !== undefined))
      return inBatch(wanted, index, async () => {
        throw refused('address.index.used', 'no index is left')
      })
    })
  }

  /** Undefined where the xpub has no index left. */
  private async generateLeft<Result>(
    taker: Taker,
    wanted: readonly Wanted[],
    record: (derived: readonly (DerivedAddress | undefined)[]) => Promise<Result>,
  ): Promise<Result> {
    const sources: Source[] = []
    for (const [index, { holder }] of wanted.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
      sources.push(await inBatch(wanted, index, () => this.sourceOf(taker, holder)))
    }
    return this.inTurn(sources, async () => record(await this.derive(taker, sources, wanted)))
  }

  /**
   * The addresses with which accounts begin: the one of the index that the caller names, else the next one of their xpub,
   * or on a chain without xpub the address that the caller names. Undefined for an account of no chain, and of an xpub
   * that has no index left.
   * @param record Must run a rule that refuses with `address.busy`
   * @throws Rejected `account.xpub.incompatible`; `account.xpub.missing`, `offchain.not.supported` where an index is named and
   * there is none
   */
  async first<Result>(
    taker: Taker,
    accounts: readonly Wanted[],
    record: (first: readonly (FirstAddress | undefined)[]) => Promise<Result>,
  ): Promise<Result> {
    const assets = new Map<string, AssetOf | undefined>()
    const named: (FirstAddress | undefined)[] = []
    const from: number[] = []
    const wanted: Wanted[] = []
    for (const [place, account] of accounts.entries()) {
      const { currency, xpub } = account.holder
      if (xpub !== null && !assets.has(currency)) assets.set(currency, await this.asset(taker, currency))
      const asset = xpub === null ? undefined : assets.get(currency)
      const item = accounts.length === 1 ? {} : { index: place }
      if (asset !== undefined && isGenerated(asset)) {
        from.push(place)
        wanted.push(account)
      } else if (account.index !== undefined) {
        const code = xpub === null ? 'account.xpub.missing' : 'offchain.not.supported'
        throw new Rejected({ code, detail: `${currency} has no addresses with an index`, ...item })
      } else if (asset !== undefined && xpub !== null) {
        if (!asset.chain.codec.isAddress(xpub)) {
          throw new Rejected({
            code: 'account.xpub.incompatible',
            detail: `${currency} takes an address`,
            ...item,
          })
        }
        named[place] = located(taker, asset, xpub, '')
      }
    }
    const whole = (derived: readonly (DerivedAddress | undefined)[]) =>
      accounts.map((_, place) => derived[from.indexOf(place)] ?? named[place])
    if (wanted.length === 0) return record(whole([]))
    return this.generateLeft(taker, wanted, (derived) => record(whole(derived)))
  }

  /**
   * Reads an address that the caller names.
   * @param tag Empty without one
   * @throws Rejected `offchain.not.supported`; undefined if it is no address of the chain
   */
  async place(
    taker: Taker,
    currency: string,
    address: string,
    tag: string,
  ): Promise<FirstAddress | undefined> {
    const asset = await this.known(taker, currency)
    const { record, codec } = asset.chain
    if (!codec.isAddress(address)) return undefined
    if (record.tag === undefined ? tag !== '' : codec.canonical(address) !== address) return undefined
    return located(taker, asset, address, tag)
  }

  private asset(taker: Taker, currency: string): Promise<AssetOf | undefined> {
    return assetOf(taker, this.engine, currency)
  }

  private async known(taker: Taker, currency: string): Promise<AssetOf> {
    const asset = await this.asset(taker, currency)
    if (asset === undefined) throw refused('offchain.not.supported', `${currency} on ${taker.caller.network}`)
    return asset
  }

  private async sourceOf(taker: Taker, holder: Holder): Promise<Source> {
    const { currency, xpub } = holder
    const chain = holder.chain ?? (await this.known(taker, currency)).chain
    const asset = { chain, currency }
    const { record, codec, keys } = chain
    if (!isGenerated(asset))
      throw refused('offchain.not.supported', `${currency} has no xpub: assign an address`)
    if (xpub === null) throw refused('account.xpub.missing', currency)
    const on = placeOf({ chain, caller: taker.caller })
    if (record.tag !== undefined || keys === undefined) {
      if (!codec.isAddress(xpub)) throw refused('account.xpub.incompatible', `${currency} takes an address`)
      const address = codec.canonical(xpub)
      const at = (index: number) => ({ address, tag: String(index), shown: address })
      return { on, holder, pool: { address, xpub }, at }
    }
    const at = (index: number) => {
      const shown = keys.address(xpub, index)
      return { address: codec.canonical(shown), tag: '', shown }
    }
    const name = JSON.stringify([on.chain, on.network, xpub])
    let address = this.pools.get(name)
    if (address === undefined) {
      address = poolAddress(at, asset)
      this.pools.set(name, address)
    }
    return { on, holder, pool: { address, xpub, twins: twinsOf(chain, address) }, at }
  }

  /** Takes the turns of all pools, always in the same order, so no two calls wait for each other. */
  private inTurn<Result>(sources: readonly Source[], work: () => Promise<Result>): Promise<Result> {
    const owners = new Map(sources.map((source) => [nameOf(source), source]))
    const [last, ...others] = [...owners.keys()].sort().reverse()
    const turnOf = (name: string | undefined) => {
      const { on, pool } = owners.get(name ?? '') as Source
      return { ...on, owner: `pool ${pool.address}` }
    }
    let all = () => this.turns.take(turnOf(last), work)
    for (const name of others) {
      const inner = all
      all = () => this.turns.take(turnOf(name), inner, 1)
    }
    return all()
  }

  private async derive(
    { caller }: Taker,
    sources: readonly Source[],
    wanted: readonly Wanted[],
  ): Promise<readonly (DerivedAddress | undefined)[]> {
    const last = new Map<string, number>()
    const pools = await this.engine.query.findAll(
      sources.map(({ on, pool }) => addressPoolKey(on, pool.address)),
    )
    for (const pool of pools) last.set(nameOf({ on: pool, pool }), pool.lastIndex)
    const derived: (DerivedAddress | undefined)[] = []
    for (const [place, source] of sources.entries()) {
      if (place % AT_ONCE === AT_ONCE - 1) await setImmediate()
      const seen = last.get(nameOf(source)) ?? 0
      const asked = wanted[place]?.index
      const next =
        asked === undefined ? await this.next(source, seen + 1) : { index: asked, ...source.at(asked) }
      if (next === undefined) {
        derived.push(undefined)
        continue
      }
      const { index, ...found } = next
      last.set(nameOf(source), Math.max(seen, index))
      const { chain, network } = source.on
      derived.push({
        chain,
        network,
        home: caller.network,
        pool: source.pool,
        index,
        seen,
        ...(asked === undefined ? {} : { named: true }),
        ...found,
      })
    }
    return derived
  }

  /** The first index from here on whose address was not assigned before; undefined if none is left. */
  private async next({ on, holder: { currency }, at }: Source, from: number) {
    for (let index = from; index <= MAX_INDEX; index++) {
      const found = at(index)
      const { address, tag } = found
      const known = await this.engine.query.find(depositAddressKey({ ...on, address, tag, currency }))
      if (known === undefined) return { index, ...found }
    }
    return undefined
  }
}

/** Whether its accounts generate addresses: from an xpub, or as tags of one address. */
const isGenerated = ({ chain: { record, keys } }: Pick<AssetOf, 'chain'>): boolean =>
  record.tag !== undefined || keys !== undefined

/** An address that the caller names. @param shown Must be one of the chain */
export function located(
  { caller }: Pick<Taker, 'caller'>,
  { chain }: Pick<AssetOf, 'chain'>,
  shown: string,
  tag: string,
): FirstAddress {
  const { chain: id, network } = placeOf({ chain, caller })
  const address = chain.codec.canonical(shown)
  const twins = twinsOf(chain, address)
  return { chain: id, network, home: caller.network, address, tag, shown, twins }
}

/** See `UtxoCodec.twins`. */
const twinsOf = (chain: Chain, address: string): readonly string[] =>
  isUtxo(chain) ? chain.codec.twins(address) : []

function poolAddress(at: Source['at'], { currency }: Pick<AssetOf, 'currency'>): string {
  try {
    return at(0).address
  } catch (error) {
    if (error instanceof BadKey) throw refused('account.xpub.incompatible', `${currency} takes an xpub`)
    throw error
  }
}

const nameOf = ({
  on,
  pool,
}: {
  readonly on: Omit<OnChain, 'tenant'>
  readonly pool: { readonly address: string }
}) => JSON.stringify([on.chain, on.network, pool.address])

const refused = (code: RejectionCode, detail: string): Rejected => new Rejected({ code, detail })

/** A refusal of a batch names the item that caused it. */
async function inBatch<Result>(
  all: readonly unknown[],
  index: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Rejected && all.length > 1) throw new Rejected({ ...error.rejection, index })
    throw error
  }
}
