/** Finds the chain of a currency, for checks of the ledger by its codec. */

import { setImmediate } from 'node:timers/promises'
import type { Network } from '@tallystick/core'
import { type AddressRules, BadKey, type Chain, type Chains, isChainId, NodeFault } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { noChains } from './none.js'

const isKnown = ({ added = [] }: Chains, currency: string): boolean =>
  isChainId(currency) || added.some(({ id }) => id === currency)

/** Undefined if the currency has no known chain, or there are no chains. */
export function chainOf(
  chains: Chains,
  currency: string,
  network: Network,
  testnet?: string,
): Promise<Chain | undefined> | undefined {
  if (chains === noChains || !isKnown(chains, currency)) return undefined
  return chains.chain(currency, network, testnet).catch((error: unknown) => {
    // The chain does not have the network.
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
 * Refuses accounts whose key or address is not valid on their chain and network, because addresses are later derived
 * from it. Returns undefined if there is nothing to check.
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
      // Deriving a child takes some tenths of a millisecond, so other work runs between batches of them.
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

/** The check of an account's xpub or address; undefined if its currency's chain is unknown. */
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

/** Undefined if the chain has no keys to derive from. */
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
