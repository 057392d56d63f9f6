/**
 * Compares what the observed blocks have changed at each of our addresses with what the node says at the same block: by its
 * hash where nodes keep old states, else while the last observed block is the newest one.
 */
import {
  ADDRESS_POOLS,
  cursorKey,
  DEPOSIT_ADDRESSES,
  HOLDINGS,
  type OnChain,
  onChain,
  type TenantId,
} from '@tallystick/core'
import type { Audit, Engine, Storage } from '@tallystick/engine'
import { BadTransaction, NodeFault } from '../ports/chain.js'
import { balanceOf, isAt, outputsOf } from './balances.js'
import { pagesOf } from './pages.js'
import type { FollowedPlace } from './places.js'
import type { Sums } from './sums.js'

/** An address whose balance is not what the observed blocks say. */
export interface AddressDifference {
  readonly tenant: TenantId
  readonly chain: string
  readonly network: string
  readonly address: string
  readonly currency: string
  readonly scale: number
  /** Units of the currency. */
  readonly observed: bigint
  readonly onChain: bigint
}

export interface Compared {
  readonly compared: number
  readonly differences: readonly AddressDifference[]
  readonly notCompared: readonly string[]
  /** The currencies of which an address differs, or was not compared although its node can be asked. */
  readonly doubtful: ReadonlySet<Sums>
  /** Whether each node that can be asked has answered. */
  readonly isComplete: boolean
  /** The sum of the differences of each currency. */
  readonly off: ReadonlyMap<Sums, bigint>
}

/** The first ones show where to look; listing millions would only cost memory. */
const MAX_DIFFERENCES = 1_000
const MAX_NOT_COMPARED = 100
/** How often an address is read while the chain moves on. */
const TRIES = 10
const WAIT_MS = 300

interface Owned extends OnChain {
  readonly address: string
}

type OwnedTable = typeof DEPOSIT_ADDRESSES | typeof ADDRESS_POOLS

export class AddressReader {
  private compared = 0
  private isComplete = true
  private readonly doubtful = new Set<Sums>()
  /** The address that was seen last. */
  private last = ''
  private readonly differences: AddressDifference[] = []
  private readonly notCompared = new Set<string>()
  private readonly off = new Map<Sums, bigint>()

  constructor(
    private readonly parts: { readonly storage: Storage; readonly engine: Pick<Engine, 'query'> },
    private readonly followed: readonly FollowedPlace[],
    private readonly sums: readonly Sums[],
    private readonly progress: (addresses: number) => void,
  ) {}

  async compare(): Promise<Compared> {
    await this.parts.storage.audit((audit) => this.all(audit))
    const { compared, differences, off, doubtful, isComplete } = this
    return { compared, differences, notCompared: [...this.notCompared], doubtful, isComplete, off }
  }

  private async all(audit: Audit): Promise<void> {
    for await (const owned of pagesOf(audit, DEPOSIT_ADDRESSES)) await this.once(owned, [])
    for await (const owned of pagesOf(audit, ADDRESS_POOLS)) await this.once(owned, [DEPOSIT_ADDRESSES])
    for await (const owned of pagesOf(audit, HOLDINGS)) {
      if (owned.watched) await this.once(owned, [DEPOSIT_ADDRESSES, ADDRESS_POOLS])
    }
  }

  /** @param earlier The tables whose addresses were compared before */
  private async once(owned: Owned, earlier: readonly OwnedTable[]): Promise<void> {
    // Customers of one address are told apart by their tags, and follow one another in the list; so do assets.
    const name = JSON.stringify([onChain(owned), owned.address])
    if (name === this.last) return
    this.last = name
    const where = { ...onChain(owned), address: owned.address }
    for (const table of earlier) {
      if ((await this.parts.engine.query.list<Owned>(table, { where, limit: 1 })).length > 0) return
    }
    await this.address(owned)
  }

  private async address(owned: Owned): Promise<void> {
    const place = this.followed.find(({ id, network }) => id === owned.chain && network === owned.network)
    if (place === undefined) return
    const all = this.sums.filter((sums) => sums.tenant === owned.tenant && sums.place === place)
    for (const sums of all) {
      if (place.chain.blocks?.issues?.(owned.address, sums.asset) === true) continue
      const isKnown = sums.asset === '' || (await this.heldOf(place, owned, sums)) !== 0n
      if (isKnown) await this.one(place, owned, sums)
    }
    this.progress(this.compared)
  }

  private async one(place: FollowedPlace, owned: Owned, sums: Sums): Promise<void> {
    const { id: chain, network } = place
    try {
      const found = await this.agreed(place, owned, sums)
      this.compared++
      if (found.onChain === found.observed) return
      this.doubtful.add(sums)
      this.off.set(sums, (this.off.get(sums) ?? 0n) + found.onChain - found.observed)
      if (this.differences.length === MAX_DIFFERENCES) return
      const { tenant, currency, scale } = sums
      this.differences.push({ tenant, chain, network, address: owned.address, currency, scale, ...found })
    } catch (fault) {
      if (!(fault instanceof NodeFault || fault instanceof BadTransaction)) throw fault
      if (!(fault instanceof NodeFault && fault.code === 'unsupported')) {
        this.isComplete = false
        this.doubtful.add(sums)
      }
      if (this.notCompared.size < MAX_NOT_COMPARED) {
        this.notCompared.add(`${sums.currency} on ${chain} ${network}: ${fault.message}`)
      }
    }
  }

  /** Both figures at one block. @throws NodeFault if the chain moves on all the time */
  private async agreed(place: FollowedPlace, owned: Owned, sums: Sums) {
    const { query } = this.parts.engine
    const on = { chain: place.id, network: place.network }
    for (let tries = 1; ; tries++) {
      const cursor = await query.find(cursorKey(on))
      if (cursor === undefined) throw new NodeFault('unconfigured', 'no block of it was observed yet')
      const observed = await this.heldOf(place, owned, sums)
      const wanted = { asset: sums.asset, cursor, expected: observed }
      const onChain = await balanceOf(query, place.chain, owned, wanted)
      if (observed === onChain) return { observed, onChain }
      const isSame = (await query.find(cursorKey(on)))?.revision === cursor.revision
      if (isSame && (await isAt(place.chain, cursor))) return { observed, onChain }
      if (tries === TRIES) {
        throw new NodeFault('unreachable', 'new blocks came all the time, or nobody follows the chain')
      }
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  }

  /** What the observed blocks say. */
  private async heldOf(place: FollowedPlace, owned: Owned, { asset }: Sums): Promise<bigint> {
    const { query } = this.parts.engine
    const held = await query.find({ type: 'holding', ...onChain(owned), address: owned.address, asset })
    const opened = held === undefined ? 0n : held.observed + held.opening
    return opened + (await outputsOf(query, place.chain, owned))
  }
}
