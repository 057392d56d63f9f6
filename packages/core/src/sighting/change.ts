/** What blocks change of sightings. Each change is told, as `event/facts.ts` says. */
import type { BlockName, FollowedChain } from '../follow/cursor.js'
import { heardBy } from '../key.js'
import type { Key } from '../tables.js'
import type { View } from '../view.js'
import { type Sighted, type SightingName, sightingKey } from './sighting.js'

/** With those who are to be told. */
export const keysOfSightings = (sightings: readonly SightingName[] = []): readonly Key[] =>
  sightings.flatMap((one) => [sightingKey(one), ...heardBy(one.tenant, one.object)])

export const keysOfForgotten = (sightings: readonly SightingName[] = []): readonly Key[] =>
  sightings.map(sightingKey)

/** The block shows it. One that is recorded is not told twice. */
export function record(
  view: View,
  { chain, network }: FollowedChain,
  { height, hash: blockHash }: BlockName,
  { tenant, kind, object, place, txId, outputs, body }: Sighted,
): void {
  if (view.find(sightingKey({ tenant, kind, object, place })) !== undefined) return
  const sighting = { tenant, chain, network, kind, object, place, txId, outputs, body, height, blockHash }
  view.apply({ type: 'sighting.recorded', sighting })
}

/** The block is undone. */
export function undo(view: View, { hash }: BlockName, name: SightingName): void {
  const sighting = view.find(sightingKey(name))
  if (sighting?.blockHash === hash) view.apply({ type: 'sighting.undone', sighting })
}

/** @param oldest The oldest block that can be undone */
export function forget(view: View, oldest: number, name: SightingName): void {
  const sighting = view.find(sightingKey(name))
  if (sighting !== undefined && sighting.height < oldest) view.apply({ type: 'sighting.forgotten', sighting })
}
