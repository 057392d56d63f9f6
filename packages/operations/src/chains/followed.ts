/** Chains whose followers read blocks, which some operations need. */
import { cursorKey, type FollowedChain } from '@tallystick/core'
import { type Chain, NodeFault, NodeLate, placeOf } from '@tallystick/custody'
import type { CallContext } from '../context.js'

/** Who asks: chains are followed for all tenants. */
type Asking = Pick<CallContext, 'engine' | 'chains'> & {
  readonly caller: Pick<CallContext['caller'], 'tenant' | 'network'>
}

/**
 * @param without What there is not if the chain is not followed
 * @throws NodeFault `unsupported` if it is not; NodeLate if it will be, and no block of it was read yet
 */
export async function followed(
  { engine, chains, caller }: Asking,
  chain: Pick<Chain, 'record' | 'testnet'>,
  without: string,
): Promise<FollowedChain> {
  const { tenant: _, ...on } = placeOf({ chain, caller })
  if ((await engine.query.find(cursorKey(on))) !== undefined) return on
  if (chains.followed?.some((one) => one.chain === on.chain && one.network === on.network)) {
    throw new NodeLate(`no block of ${chain.record.name} ${on.network} was read yet: /readyz says why`)
  }
  throw new NodeFault(
    'unsupported',
    `${chain.record.name} ${on.network} is not followed, so there is no ${without}: configure follow`,
  )
}
