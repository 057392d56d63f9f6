import type { BlockName } from '../follow/cursor.js'
import type { Amount } from '../money.js'
import type { OnChain } from '../send/reservation.js'

/** The key of a holding. */
export interface HoldingPlace extends OnChain {
  /** In the codec's canonical spelling. */
  readonly address: string
  /** The token in the codec's canonical spelling; empty for the native coin. */
  readonly asset: string
}

/** Sums of observed changes, in base units. */
export interface Changed {
  /** All changes. What the address has is this and `opening`. */
  readonly observed: Amount
  /** What came in and belongs to no customer: it was not sent by a transaction of ours, and is no deposit. */
  readonly unassigned: Amount
  /** What left in transactions that are not ours; not above zero. Somebody else has the key. */
  readonly taken: Amount
}

/**
 * What an address of an account-based chain has, according to the blocks that were observed. On UTXO chains, `Output` says
 * it. A row begins with the first change, or when the address is watched as a wallet.
 */
export interface Holding extends HoldingPlace, Changed {
  /** What the address had before it was observed. */
  readonly opening: Amount
  /** Neither a deposit address nor a pool: the operator has it watched, for example as a source of withdrawals. */
  readonly watched: boolean
  /** The height of the newest change in a block that can be undone; null without one. */
  readonly changed: number | null
  /** The changes of blocks that can be undone, and of the last ones with strays or payments; the newest last. */
  readonly recent: readonly RecentChange[]
}

/**
 * A transaction that was not known as ours when its block was observed, and what it has taken, as text. Its sender may tell of
 * it later: then it is ours.
 */
export type Stray = readonly [txId: string, taken: string]

/** A payment that belongs to no customer, and its amount, as text. */
export type Unassigned = readonly [txId: string, amount: string]

/** The change of one block. Amounts as text. */
type RecentChange = readonly [
  height: number,
  hash: string,
  observed: string,
  unassigned: string,
  taken: string,
  strays?: readonly Stray[],
  payments?: readonly Unassigned[],
]

/** What a block changes of one address. */
export interface HoldingChange extends Omit<HoldingPlace, 'chain' | 'network'>, Changed {
  /** Add up to `taken`. Absent: none. */
  readonly strays?: readonly Stray[]
  /** Add up to `unassigned`. Absent: none. */
  readonly payments?: readonly Unassigned[]
}

export type HoldingName = Omit<HoldingPlace, 'chain' | 'network'>

const NOTHING: Changed = { observed: 0n, unassigned: 0n, taken: 0n }

/**
 * Blocks that are kept for their strays and payments beyond the window, and payments of one block. An address that strangers
 * use must not grow without end. The sums have all of them.
 */
const MAX_STRAYS = 64

/** A holding without a change. */
export const emptyHolding = (place: HoldingPlace): Holding => ({
  ...place,
  ...NOTHING,
  opening: 0n,
  watched: false,
  changed: null,
  recent: [],
})

/** @param window The number of blocks that can be undone */
export function withBlock(
  known: Holding,
  block: BlockName,
  change: Omit<HoldingChange, keyof HoldingName>,
  window: number,
): Holding {
  const { observed, unassigned, taken, strays = [], payments = [] } = change
  const sums = [block.height, block.hash, String(observed), String(unassigned), String(taken)] as const
  const listed = payments.slice(0, MAX_STRAYS)
  const withStrays: RecentChange = strays.length === 0 ? sums : [...sums, strays]
  const added: RecentChange = listed.length === 0 ? withStrays : [...sums, strays, listed]
  const isOld = ([height]: RecentChange) => height <= block.height - window
  const strayed = known.recent.filter((one) => isOld(one) && one.length > sums.length).slice(-MAX_STRAYS)
  return {
    ...known,
    observed: known.observed + observed,
    unassigned: known.unassigned + unassigned,
    taken: known.taken + taken,
    changed: block.height,
    recent: [...strayed, ...known.recent.filter((one) => !isOld(one)), added],
  }
}

/** @returns Undefined if the block has not changed it */
export function withoutBlock(known: Holding, { hash }: BlockName): Holding | undefined {
  const undone = known.recent.at(-1)
  if (undone === undefined || undone[1] !== hash) return undefined
  const recent = known.recent.slice(0, -1)
  return {
    ...known,
    observed: known.observed - BigInt(undone[2]),
    unassigned: known.unassigned - BigInt(undone[3]),
    taken: known.taken - BigInt(undone[4]),
    changed: recent.at(-1)?.[0] ?? null,
    recent,
  }
}
