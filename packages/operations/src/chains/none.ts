/** Replaces the chains if there are none: the ledger works, and every call of a chain says what is missing. */
import { type Chains, NodeFault } from '@tallystick/custody'

export const noChains: Chains = {
  chain: (id) => Promise.reject(new NodeFault('unconfigured', id)),
  health: () => [],
  passThrough: () => undefined,
  close: () => Promise.resolve(),
}
