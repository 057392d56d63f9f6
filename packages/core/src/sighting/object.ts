/** How a subscription names what it watches on a chain. */
import type { FollowedChain } from '../follow/cursor.js'

const SEPARATOR = ' '

/** @param target An address in the codec's canonical spelling, the first topic of a log, or a standard of tokens */
export const sightedObject = ({ chain, network }: FollowedChain, target: string): string =>
  [chain, network, target].join(SEPARATOR)

/** The parts of an object; undefined if it is another one. */
export function sightedParts(object: string): (FollowedChain & { readonly target: string }) | undefined {
  const [chain, network, target, ...more] = object.split(SEPARATOR)
  if (chain === undefined || network === undefined || target === undefined) return undefined
  return more.length > 0 ? undefined : { chain, network, target }
}
