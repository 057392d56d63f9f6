/** The chain of a currency, for what the ledger asks of its codec. */

import { setImmediate } from 'node:timers/promises'
import type { Network } from '@tallystick/core'
import { type AddressRules, BadKey, type Chain, type Chains, isChainId, NodeFault } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { noChains } from './none.js'

const isKnown = ({ added = [] }: Chains, currency: string): boolean =>
  isChainId(currency) || added.some(({ id }) => id === currency)

/** Undefined where the currency is of no chain that is known here, or no chains were given. */
export function chainOf(
  chains: Chains,
  currency: string,
  network: Network,
): Promise<Chain | undefined> | undefined {
  if (chains === noChains || !isKnown(chains, currency)) return undefined
  return chains.chain(currency, network).catch((error: unknown) => {
    // The chain has no such network.
    if (error instanceof NodeFault && error.code === 'unsupported') return undefined
    throw error
  })
}

const AT_ONCE = 20

interface Wanted {
  readonly currency: string
  readonly xpub?: string
}

/**
 * Refuses accounts whose key, or whose address where a chain has no such keys, is none of their chain and network:
 * addresses are derived from it later, when value is to arrive. Undefined where there is nothing to look at.
 * @throws Rejected `account.xpub.incompatible`
 */
export function requireXpubs(
  chains: Chains,
  network: Network,
  accounts: readonly Wanted[],
): Promise<unknown> | undefined {
  const checks = accounts.flatMap(({ currency, xpub }, index) => {
    const rules = xpub === undefined ? undefined : rulesOf(chains, currency, network)
    return xpub === undefined || rules === undefined ? [] : [{ rules, currency, xpub, index }]
  })
  if (checks.length === 0) return undefined
  return (async () => {
    for (const [at, { rules, currency, xpub, index }] of checks.entries()) {
      // A child is derived in some tenths of a millisecond: many of them let others in between.
      if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
      const known = await rules
      if (known === undefined || known.opens(xpub)) continue
      const what = known.takes === 'address' ? 'an address' : 'an extended public key'
      throw new Rejected({
        code: 'account.xpub.incompatible',
        detail: `${currency} takes ${what} of ${network}`,
        ...(accounts.length === 1 ? {} : { index }),
      })
    }
  })()
}

type Opening = Pick<AddressRules, 'takes' | 'opens'>

/** What an account is opened with. Undefined where nothing is known of its currency's chain. */
function rulesOf(
  chains: Chains,
  currency: string,
  network: Network,
): Promise<Opening | undefined> | undefined {
  const known = chainOf(chains, currency, network)
  if (known === undefined) return chains.addresses?.(currency, network)
  return known.then((chain) => {
    if (chain === undefined) return undefined
    const { codec, keys } = chain
    return {
      takes: keys === undefined ? 'address' : 'xpub',
      opens: (text) => isKey(keys?.address, text) ?? codec.isAddress(text),
    }
  })
}

/** Undefined where the chain has no keys to derive from. */
function isKey(address: ((xpub: string, index: number) => string) | undefined, xpub: string) {
  if (address === undefined) return undefined
  try {
    address(xpub, 0)
    return true
  } catch (error) {
    if (error instanceof BadKey) return false
    throw error
  }
}
