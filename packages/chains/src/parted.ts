/** Which movements of a block count: those of the coin and of the tokens that are asked for. Sightings tell of the others too. */
import type { Block, Movement } from '@tallystick/custody'

export function parted(
  moved: readonly Movement[],
  assets: ReadonlySet<string>,
): Pick<Block, 'movements' | 'others'> {
  const [movements, others]: [Movement[], Movement[]] = [[], []]
  for (const one of moved) (one.asset === null || assets.has(one.asset) ? movements : others).push(one)
  return { movements, others }
}
