/** How deep a deposit must be, and how large, by the configuration. A depth is only ever raised above the network's. */
import type { Amount } from '@tallystick/core'
import { type DepositTerms, type Followed, TERMS_DECIMALS } from '../ports/chains.js'

/** Blocks that are kept, at least. */
const WINDOW = 100
/** How many blocks a follower keeps, which is how many can be undone at most. */
export const windowOf = (confirmations: number): number => Math.max(WINDOW, 2 * confirmations)

interface Sized {
  readonly currency: string
  readonly amount: Amount
  /** Decimals of the amount. */
  readonly scale: number
}

export class Depths {
  /** The depth that any deposit of the chain may need. */
  readonly deepest: number
  private readonly terms: ReadonlyMap<string, DepositTerms>

  /**
   * @param least The confirmations of the network
   * @param shownAt `ChainRecord.shownAt`
   */
  constructor(
    readonly least: number,
    terms: Followed['terms'] = {},
    private readonly shownAt = 1,
  ) {
    this.terms = new Map(Object.entries(terms))
    this.deepest = Math.max(least, ...[...this.terms.values()].flatMap(allOf))
  }

  /** How deep a deposit must be among the blocks that the follower is shown, counting its own. */
  of(deposit: Sized): number {
    return Math.max(1, this.wanted(deposit) - this.shownAt + 1)
  }

  /** The confirmations of a deposit, counting its own block. */
  private wanted(deposit: Sized): number {
    const terms = this.terms.get(deposit.currency)
    if (terms === undefined) return this.least
    const raised = terms.above.filter(({ amount }) => compared(deposit, amount) > 0)
    return Math.max(this.least, terms.confirmations ?? 0, ...raised.map(({ confirmations }) => confirmations))
  }

  /** Whether it is below the minimum, and so is not credited. */
  isDust(deposit: Sized): boolean {
    const minimum = this.terms.get(deposit.currency)?.minimum ?? null
    return minimum !== null && compared(deposit, minimum) < 0
  }
}

const allOf = ({ confirmations, above }: DepositTerms): readonly number[] => [
  confirmations ?? 0,
  ...above.map((step) => step.confirmations),
]

/** @param limit With `TERMS_DECIMALS` @returns Below zero if the deposit is less, above zero if it is more */
function compared({ amount, scale }: Sized, limit: bigint): number {
  const digits = TERMS_DECIMALS - scale
  const [own, other] =
    digits >= 0 ? [amount * 10n ** BigInt(digits), limit] : [amount, limit * 10n ** BigInt(-digits)]
  return own === other ? 0 : own < other ? -1 : 1
}
