/** What blocks of one chain tell of multi tokens, in the order of their places; now and then what was told already. */
import {
  type FollowedChain,
  type MultiObserved,
  type MultiTransferred,
  type MultiUndone,
  placeOfTransfer,
} from '@tallystick/core'
import { type MultiModel, NO_ADDRESS } from '../model/multi.js'
import type { SeededRandom } from '../seeded.js'
import { between, oneOf } from './chance.js'

const CHAIN = 'ETH'
const CONTRACTS = ['contract-1', 'contract-2'] as const
const ADDRESSES = [NO_ADDRESS, NO_ADDRESS, 'address-1', 'address-2', 'stranger'] as const
const TOKENS = ['1', '2'] as const
/** Small, so that balances become 0 often. */
const MOST = 4
/** Of one part of a block. */
const TRANSFERS = 3

export class MultiGenerator {
  private told: readonly MultiTransferred[] = []
  private places = 0

  constructor(
    private readonly random: SeededRandom,
    private readonly model: MultiModel,
  ) {}

  /** What a block tells, or a part of it; nothing of other chains. */
  part({ chain }: FollowedChain, height: number): { readonly multi?: MultiObserved } {
    const { random } = this
    if (chain !== CHAIN || random.below(3) === 0) return {}
    const created =
      random.below(6) === 0 ? [{ contract: oneOf(random, CONTRACTS), txId: `creation-${height}` }] : []
    if (random.below(8) === 0) return { multi: { created, transfers: this.told } }
    this.told = Array.from({ length: between(random, 0, TRANSFERS) }, () => this.transfer(height))
    return { multi: { created, transfers: this.told } }
  }

  /** All of a block; now and then also what is of others. */
  undone(on: FollowedChain, hash: string): { readonly multi?: MultiUndone } {
    if (on.chain !== CHAIN) return {}
    const { created, transfers } = this.model.of(on, { height: 0, hash })
    const stray = this.random.below(4) === 0 ? [...this.model.sides.values()].slice(-TRANSFERS) : []
    const others = stray.map(({ address, transfer }) => ({ ...transfer, address }))
    const all = new Map([...others, ...transfers].map((one) => [`${one.place} ${one.address}`, one]))
    return {
      multi: { created, transfers: [...all.values()].toSorted((a, b) => (a.place < b.place ? -1 : 1)) },
    }
  }

  private transfer(height: number): MultiTransferred {
    const { random } = this
    return {
      contract: oneOf(random, CONTRACTS),
      txId: `transfer-${this.places}`,
      place: placeOfTransfer({ height }, this.places++, 0),
      tokenId: oneOf(random, TOKENS),
      amount: BigInt(random.below(MOST)),
      from: oneOf(random, ADDRESSES),
      to: oneOf(random, ADDRESSES),
      operator: 'operator',
    }
  }
}
