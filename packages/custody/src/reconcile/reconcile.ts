/**
 * Compares the ledger with the chains. Per currency: what our addresses have, what customers are owed, and each line that
 * explains the difference. Per address: what the observed blocks have changed, and what the node says.
 */
import type { TenantId } from '@tallystick/core'
import type { Engine, Storage } from '@tallystick/engine'
import type { Chains } from '../ports/chains.js'
import { type AddressDifference, AddressReader } from './addresses.js'
import { BookReader, type Unassigned } from './books.js'
import { linesOf, type ReconciledLine } from './lines.js'
import { followedPlaces } from './places.js'
import type { Sums } from './sums.js'

export type { ReconciledLine }

export interface ReconciledCurrency {
  readonly tenant: TenantId
  readonly currency: string
  readonly chain: string
  readonly network: string
  readonly scale: number
  /** What our addresses have according to the nodes. */
  readonly onChain: bigint
  readonly customers: bigint
  /** The ledger's own accounts. */
  readonly clearing: bigint
  readonly fees: bigint
  readonly shortfall: bigint
  /** `onChain` without all of these. */
  readonly difference: bigint
  /** They add up to the difference. Lines of nothing are left out. */
  readonly lines: readonly ReconciledLine[]
  /** Whether each line is explained, no address differs, and each node that can be asked has answered. */
  readonly isExplained: boolean
}

export interface Reconciliation {
  readonly currencies: readonly ReconciledCurrency[]
  /** Addresses and assets that were compared with the node. */
  readonly compared: number
  /** The first ones that differ. */
  readonly addresses: readonly AddressDifference[]
  /** What is on our addresses and on nobody's account: the first ones. */
  readonly unassigned: readonly Unassigned[]
  /** What could not be compared, and why. */
  readonly notCompared: readonly string[]
  /** Whether every difference is explained, and every node that can be asked has answered. */
  readonly isExplained: boolean
}

export interface ReconcileOptions {
  readonly progress?: (what: 'rows' | 'addresses', count: number) => void
}

interface Parts {
  readonly storage: Storage
  readonly engine: Pick<Engine, 'query' | 'currencies'>
  readonly chains: Chains
}

export async function reconcile(
  { storage, engine, chains }: Parts,
  { progress = () => undefined }: ReconcileOptions = {},
): Promise<Reconciliation> {
  const followed = await followedPlaces(chains)
  const reader = new BookReader(engine, followed, (rows) => progress('rows', rows))
  await storage.audit((audit) => reader.books(audit))
  const { sums, unanswered } = await reader.settled()
  const found = await new AddressReader({ storage, engine }, followed, sums, (count) =>
    progress('addresses', count),
  ).compare()
  const currencies = sums
    .map((one) =>
      explained(one, found.off.get(one) ?? 0n, !found.doubtful.has(one) && !unanswered.has(one.place)),
    )
    .filter(({ onChain, difference, customers, lines, isExplained }) => {
      return onChain !== 0n || difference !== 0n || customers !== 0n || lines.length > 0 || !isExplained
    })
  return {
    currencies,
    compared: found.compared,
    addresses: found.differences,
    unassigned: reader.unassigned,
    notCompared: [
      ...[...unanswered].map(
        ([{ id, network }, { message }]) => `transactions on ${id} ${network}: ${message}`,
      ),
      ...found.notCompared,
    ],
    isExplained: found.isComplete && unanswered.size === 0 && currencies.every((one) => one.isExplained),
  }
}

/**
 * @param off What the nodes say beyond the observed changes
 * @param isKnown Whether they have told all
 */
function explained(sums: Sums, off: bigint, isKnown: boolean): ReconciledCurrency {
  const { tenant, currency, place, scale, customers, clearing, fees, shortfall } = sums
  const onChain = sums.held + off
  const owed = customers + clearing + fees + shortfall
  const lines = linesOf(sums, off).filter(({ amount }) => amount !== 0n)
  return {
    tenant,
    currency,
    chain: place.id,
    network: place.network,
    scale,
    onChain,
    customers,
    clearing,
    fees,
    shortfall,
    difference: onChain - owed,
    lines,
    isExplained: isKnown && lines.every(({ isExplained }) => isExplained),
  }
}
