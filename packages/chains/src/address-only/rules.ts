/** Currencies of chains that are known only by their addresses: what an account of the ledger takes. */
import type { Network } from '@tallystick/core'
import { type AddressRules, BadKey } from '@tallystick/custody'
import { TPUB, XPUB } from '../keys/hd.js'
import { parseXpub } from '../keys/xpub.js'
import { isAlgorandAddress } from './algorand.js'
import { isFlowAddress } from './flow.js'

const RULES: Readonly<Record<string, (network: Network) => AddressRules>> = {
  ALGO: () => ({ takes: 'address', isAddress: isAlgorandAddress, opens: isAlgorandAddress }),
  // The chain assigns addresses; keys derive from an xpub.
  FLOW: (network) => ({
    takes: 'xpub',
    isAddress: (text) => isFlowAddress(text, network),
    opens: (text) => isXpub(text, network === 'mainnet' ? [XPUB] : [XPUB, TPUB]),
  }),
}

/** Undefined for every other currency. */
export const addressRules = (currency: string, network: Network): AddressRules | undefined =>
  Object.hasOwn(RULES, currency) ? RULES[currency]?.(network) : undefined

function isXpub(text: string, versions: readonly number[]): boolean {
  try {
    parseXpub(text, versions)
    return true
  } catch (error) {
    if (error instanceof BadKey) return false
    throw error
  }
}
