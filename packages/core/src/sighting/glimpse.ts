/**
 * What the mempool shows of an address or to an account: told once, marked, and never credited. Whoever pays can replace
 * his transaction by another one, and nodes forget such transactions without a word, so nothing follows from it.
 */
import { accept, type Rule } from '../decision.js'
import { depositOutput } from '../deposit/deposit.js'
import type { FollowedChain } from '../follow/cursor.js'
import type { DepositName } from '../follow/decide.js'
import { depositKey, heardBy } from '../key.js'
import { kindOf } from '../subscription/types.js'
import type { Key } from '../tables.js'
import { NO_BLOCK, type Sighted, type SightingName, sightingKey } from './sighting.js'

export interface Glimpsed extends Sighted {
  /** The deposit that it becomes once a block has it; absent where an address is told. */
  readonly deposit?: DepositName
}

export interface Glimpse extends FollowedChain {
  /** The observed height meanwhile, from which on it is counted how long it is remembered. */
  readonly height: number
  readonly glimpsed: readonly Glimpsed[]
}

/** Where a transaction of the mempool is recorded: not at the place that a block gives it. */
const mempoolPlace = (place: string): string => `${place}:mempool`

/** Output: how many were told for the first time. What a block has shown already is not told. */
export const glimpse: Rule<Glimpse, number> = {
  name: 'glimpse',
  needs: ({ glimpsed }) => glimpsed.flatMap(keysOf),
  decide(view, { chain, network, height, glimpsed }, env) {
    const fork = view.fork()
    for (const { deposit, place: at, body, ...sighted } of glimpsed) {
      const { tenant, kind, object } = sighted
      const place = mempoolPlace(at)
      if (fork.find(sightingKey({ tenant, kind, object, place })) !== undefined) continue
      if (fork.find(sightingKey({ tenant, kind, object, place: at })) !== undefined) continue
      if (deposit !== undefined && fork.find(depositKey(tenant, depositOutput(deposit))) !== undefined)
        continue
      // A deposit has a reference of its own, and nothing else would tell two payments of a transaction apart.
      const numbered =
        kindOf(kind).about === 'account' ? { ...JSON.parse(body), reference: env.newReference() } : null
      const sighting = {
        ...{ ...sighted, chain, network, place, height, blockHash: NO_BLOCK },
        body: numbered === null ? body : JSON.stringify(numbered),
      }
      fork.apply({ type: 'sighting.recorded', sighting })
    }
    return accept(fork.changes.length, fork.changes)
  },
}

const keysOf = ({ tenant, kind, object, place, deposit }: Glimpsed): readonly Key[] => [
  sightingKey({ tenant, kind, object, place }),
  sightingKey({ tenant, kind, object, place: mempoolPlace(place) }),
  ...heardBy(tenant, object),
  ...(deposit === undefined ? [] : [depositKey(tenant, depositOutput(deposit))]),
]

export interface ForgetGlimpses {
  readonly glimpses: readonly SightingName[]
}

/** Of transactions that no longer wait. @returns How many there were */
export const forgetGlimpses: Rule<ForgetGlimpses, number> = {
  name: 'forgetGlimpses',
  needs: ({ glimpses }) => glimpses.map(sightingKey),
  decide(view, { glimpses }) {
    const found = glimpses.flatMap((name) => view.find(sightingKey(name)) ?? [])
    const old = found.filter(({ blockHash }) => blockHash === NO_BLOCK)
    return accept(
      old.length,
      old.map((sighting) => ({ type: 'sighting.forgotten' as const, sighting })),
    )
  },
}
