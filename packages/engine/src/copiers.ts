/**
 * Writes the pages of each list to the target of a copy. Items that exist must be equal and stay; missing ones are
 * written. Each page is one unit of work and returns the number of written items.
 */
import {
  ACCOUNTS,
  type Account,
  CHARGES,
  type Change,
  type Charge,
  type Key,
  keyOf,
  keysOf,
  lookupOf,
  type Owned,
  type Table,
} from '@tallystick/core'
import { Fault } from './faults.js'
import { canonical } from './fingerprint.js'
import { ACCOUNT_LIST, type CountedAccount, type Item, type List, ownOf, shown, sortKey } from './lists.js'
import type { SortKey } from './order.js'
import type { Constant, Storage } from './ports/storage.js'

/** Writes the items of a page that the target lacks. Returns their number. */
export function copyPage(target: Storage, list: List, page: readonly Item[]): Promise<number> {
  const { table } = list
  if (table === null) return copyConstants(target, list, page as readonly Constant[])
  if (table.adds !== null) return copyCharges(target, list, page as readonly Charge[])
  return copyItems(
    target,
    list,
    table,
    page.map((item) => ownOf(list, item)),
  )
}

async function copyConstants(target: Storage, list: List, page: readonly Constant[]): Promise<number> {
  let written = 0
  for (const { name, value } of page) {
    const kept = await target.constant(name, () => {
      written++
      return value
    })
    if (kept !== value) throw differs(list, [name])
  }
  return written
}

function copyItems(target: Storage, list: List, table: Table, items: readonly Owned[]): Promise<number> {
  const page = items.map((item) => startOf(table, item))
  const type = Object.entries(table.changes).find(([, verb]) => verb === 'insert' || verb === 'note')?.[0]
  return target.transact(
    page.flatMap((item) => needed(table, item)),
    (view) => {
      let written = 0
      for (const item of page) {
        const found = view.find(keyOf(table, item))
        if (found === undefined) {
          // The change that creates an item.
          view.apply({ type, [table.subject]: item } as Change)
          written++
        } else if (canonical(startOf(table, found)) !== canonical(item))
          throw differs(list, sortKey(table, item))
      }
      return written
    },
  )
}

/** The item's own key, and the keys of the items that it would bring with it, because creating it may change those. */
function needed(table: Table, item: Owned): readonly Key[] {
  const key = keyOf(table, item)
  return [key, ...keysOf(lookupOf(key.type).lookup.follow?.(item, key))]
}

/** Charges are sums, and no key loads them: it reads the target's and charges the difference. */
async function copyCharges(target: Storage, list: List, page: readonly Charge[]): Promise<number> {
  const missing: Charge[] = []
  let there: ReadonlyMap<string, number> = new Map()
  let previous: Charge | undefined
  for (const charge of page) {
    const { tenant, apiKey, day, credits } = charge
    if (previous?.tenant !== tenant || previous.apiKey !== apiKey) {
      const known = await target.query.list(CHARGES, { where: { tenant, apiKey, day: { from: day } } })
      there = new Map(known.map((one) => [one.day, one.credits]))
    }
    previous = charge
    const charged = there.get(day) ?? 0
    if (charged > credits) throw differs(list, list.key(charge))
    if (charged < credits) missing.push({ tenant, apiKey, day, credits: credits - charged })
  }
  if (missing.length === 0) return 0
  return target.transact([], (view) => {
    for (const charge of missing) view.apply({ type: 'credits.charged', charge })
    return missing.length
  })
}

/** The first state to write: an account starts empty, and its entries and blockages bring it to its present state. */
function startOf(table: Table | null, item: Owned): Owned {
  return table === ACCOUNTS ? asOpened(item as Account) : item
}

function asOpened(account: Account): Account {
  return { ...account, balance: 0n, blocked: 0n, frozenBy: null }
}

export function differs(list: List, key: SortKey): Fault {
  return new Fault(
    `The ${list.noun} ${shown(list, key)} is not the same in the target as in the source: it holds another ledger, or one of them has gone on since the copy began. Copy into an empty database`,
  )
}

/** Whether the target's item agrees, apart from what entries, blockages and charges will still change. */
export function isContained(list: List, item: Item, within: Item): boolean {
  const { table } = list
  const adds = table?.adds ?? null
  if (adds !== null) return Reflect.get(item, adds) <= Reflect.get(within, adds)
  if (list === ACCOUNT_LIST && (item as CountedAccount).records > (within as CountedAccount).records)
    return false
  return canonical(startOf(table, ownOf(list, item))) === canonical(startOf(table, ownOf(list, within)))
}
