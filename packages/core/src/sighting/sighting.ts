/**
 * What a chain shows to those who have subscribed to it: the transactions of an address, and of each block its transfers of
 * tokens with ids, and its logs. See docs/decisions/056-sightings.md.
 */
import { CHAINS_TENANT, type FollowedChain } from '../follow/cursor.js'
import type { SubscriptionType } from '../subscription/types.js'
import type { Owned } from '../table.js'

/** Something that subscribers are told of a block, and again if the block is undone. */
export interface Sighting extends Owned, FollowedChain {
  readonly kind: SubscriptionType
  /** As subscriptions name it: see `sightedObject`. */
  readonly object: string
  /** What tells it from the others of its object. It does not depend on the block. */
  readonly place: string
  /** '' if it is about a block. */
  readonly txId: string
  /** UTXO: the outputs that arrive at the address, by index, in base units: what spends them is told too. */
  readonly outputs: Readonly<Record<string, string>>
  /** JSON, as it is sent. */
  readonly body: string
  /** Of its block; of what waits in the mempool the observed one meanwhile. */
  readonly height: number
  /** `NO_BLOCK` in the mempool. */
  readonly blockHash: string
}

export const NO_BLOCK: string = ''

/** A sighting as a block shows it. */
export type Sighted = Pick<Sighting, 'tenant' | 'kind' | 'object' | 'place' | 'txId' | 'outputs' | 'body'>

export type SightingName = Pick<Sighting, 'tenant' | 'kind' | 'object' | 'place'>

/** How many subscriptions to a chain were made. Followers read those that they do not know yet. */
export interface Lookout extends Owned, FollowedChain {
  readonly number: number
}

export const lookoutKey = ({ chain, network }: FollowedChain) =>
  ({ type: 'lookout', tenant: CHAINS_TENANT, chain, network }) as const

export const sightingKey = ({ tenant, kind, object, place }: SightingName) =>
  ({ type: 'sighting', tenant, kind, object, place }) as const
