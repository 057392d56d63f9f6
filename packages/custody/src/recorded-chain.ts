/** The chain of a record, such as a send or a token, which names its network: `mainnet`, or one of several testnets. */
import { type FollowedChain, isOfNetwork, type Network } from '@tallystick/core'
import type { Chain } from './ports/chain.js'
import type { Chains } from './ports/chains.js'

/** The network of the callers who see a record of `network`. */
export const callersOf = (network: string): Network =>
  isOfNetwork(network, 'mainnet') ? 'mainnet' : 'testnet'

/** @throws NodeFault `unconfigured` */
export function recordedChain(chains: Chains, { chain, network }: FollowedChain): Promise<Chain> {
  const callers = callersOf(network)
  return chains.chain(chain, callers, network === callers ? undefined : network)
}
