/** What one commit records of a block: a long block takes several, because each of them holds up every other call. */
import {
  type FollowedChain,
  MAX_WEBHOOKS,
  type MultiObserved,
  type ObserveMore,
  type Receipt,
  type Sighted,
} from '@tallystick/core'
import type { Coined } from './coins.js'
import type { Hearers } from './hearers.js'
import { slicesOf } from './sighted.js'

/** Characters of the webhooks of one commit that tell of sightings: logs of contracts can be long. */
const CHARACTERS = 4_194_304

export type Part = Omit<ObserveMore, keyof FollowedChain | 'revision'>

/** What a block shows. */
export interface Recorded extends Coined {
  readonly receipts: readonly Receipt[]
  readonly multi?: MultiObserved | undefined
  readonly sighted?: readonly Sighted[] | undefined
}

/** How much one commit records. */
export interface Most {
  /** Payments, outputs, credits or sightings. */
  readonly atOnce: number
  readonly hearers: Hearers
  /** How many hear of a payment. */
  heard(receipt: Receipt): number
}

const NO_MULTI: MultiObserved = { created: [], transfers: [] }

/** At least one. What the block spends comes last, because it marks deposits of the block. */
export function partsOf(recorded: Recorded, { atOnce, hearers, heard }: Most): readonly [Part, ...Part[]] {
  const { made, spent, sighted = [], multi: { created, transfers } = NO_MULTI } = recorded
  const paid = slicesOf(recorded.receipts, { count: atOnce, size: MAX_WEBHOOKS }, heard)
  const shown = sightedSlices(sighted, atOnce, hearers)
  const ofPart = <Item>(items: readonly Item[], index: number) =>
    items.slice(index * atOnce, (index + 1) * atOnce)
  const part = (index: number): Part => ({
    receipts: paid[index] ?? [],
    made: ofPart(made, index),
    spent: [],
    ...(created.length + transfers.length === 0
      ? {}
      : { multi: { created: index === 0 ? created : [], transfers: ofPart(transfers, index) } }),
    ...(sighted.length === 0 ? {} : { sighted: shown[index] ?? [] }),
    unfinished: true,
  })
  const count = Math.ceil(
    Math.max(1, paid.length, shown.length, made.length / atOnce, transfers.length / atOnce),
  )
  const parts = Array.from({ length: count - 1 }, (_, index) => part(index))
  const { unfinished: _, ...last } = part(count - 1)
  const [first, ...others] = [...parts, { ...last, spent }]
  return [first as Part, ...others]
}

export const sightedSlices = (sighted: readonly Sighted[], atOnce: number, hearers: Hearers) =>
  slicesOf(sighted, { count: atOnce, size: 1 }, (one) => hearers.shareOf(one, CHARACTERS))

/** How much of a commit a block takes: 1 is all of it. */
export function weightOf(
  receipts: readonly Receipt[],
  sighted: readonly Sighted[] = [],
  { atOnce, hearers, heard }: Most,
): number {
  const shown = sighted.reduce((sum, one) => sum + hearers.shareOf(one, CHARACTERS), 0)
  const webhooks = receipts.reduce((sum, receipt) => sum + heard(receipt), 0)
  return Math.max(webhooks / MAX_WEBHOOKS, sighted.length / atOnce, shown)
}
