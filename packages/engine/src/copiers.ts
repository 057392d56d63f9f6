/**
 * How a page of each list reaches the target of a copy: what is there already must be the same and is left,
 * what is missing is written. Each page is one unit of work, and answers with how much it wrote.
 */
import {
  type Account,
  accountKey,
  type Blockage,
  type Change,
  type Charge,
  claimKey,
  customerKey,
  depositOutput,
  type Key,
  sendKey,
  signatureKey,
  type View,
} from '@tallystick/core'
import { type Items, LISTS, type ListName } from './books.js'
import { Fault } from './faults.js'
import { canonical } from './fingerprint.js'
import type { SortKey } from './order.js'
import type { Storage } from './ports/storage.js'

export type Copier<Item> = (target: Storage, page: readonly Item[]) => Promise<number>

export const COPIERS: { readonly [Name in ListName]: Copier<Items[Name]> } = {
  constants: async (target, page) => {
    let written = 0
    for (const { name, value } of page) {
      const kept = await target.constant(name, () => {
        written++
        return value
      })
      if (kept !== value) throw differs('constant', name)
    }
    return written
  },
  customers: facts('customers', {
    keys: ({ tenant, id }) => [customerKey(tenant, id)],
    find: (view, { tenant, id }) => view.customer(tenant, id),
    change: (customer) => ({ type: 'customer.created', customer }),
  }),
  currencies: facts('currencies', {
    keys: ({ tenant, name }) => [{ type: 'currency', tenant, name }],
    find: (view, { tenant, name }) => view.currency(tenant, name),
    change: (currency) => ({ type: 'currency.created', currency }),
  }),
  accounts: facts('accounts', {
    keys: ({ account }) => [accountKey(account.tenant, account.id)],
    find: (view, { account }) => view.accounts.get(account.id),
    change: ({ account }) => ({ type: 'account.opened', account: asOpened(account) }),
    same: (found, { account }) => canonical(asOpened(found)) === canonical(asOpened(account)),
  }),
  blockages: facts('blockages', {
    keys: ({ tenant, id, account }) => [{ type: 'blockage', tenant, id }, accountKey(tenant, account)],
    find: (view, { tenant, id }): Blockage | undefined => view.blockage(tenant, id),
    change: (blockage) => ({ type: 'blockage.placed', blockage }),
  }),
  standings: facts('standings', {
    keys: ({ tenant, subject, at }) => [{ type: 'standing', tenant, subject, at }],
    find: (view, { tenant, subject, at }) => view.standing(tenant, subject, at),
    change: (standing) => ({ type: 'standing.noted', standing }),
  }),
  deposits: facts('deposits', {
    keys: (deposit) => [{ type: 'deposit', tenant: deposit.tenant, output: depositOutput(deposit) }],
    find: (view, deposit) => view.deposit(deposit.tenant, depositOutput(deposit)),
    change: (deposit) => ({ type: 'deposit.recorded', deposit }),
  }),
  sends: facts('sends', {
    keys: (send) => [sendKey(send, send.txId)],
    find: (view, send) => view.send(send, send.txId),
    change: (send) => ({ type: 'send.recorded', send }),
  }),
  signatures: facts('signatures', {
    keys: ({ tenant, id }) => [signatureKey(tenant, id)],
    find: (view, { tenant, id }) => view.signature(tenant, id),
    change: (signature) => ({ type: 'signature.created', signature }),
  }),
  claims: facts('claims', {
    keys: (claim) => [claimKey(claim, claim)],
    find: (view, claim) => view.claim(claim, claim),
    change: (claim) => ({ type: 'claim.placed', claim }),
  }),
  answers: facts('answers', {
    keys: ({ tenant, key }) => [{ type: 'answer', tenant, key }],
    find: (view, { tenant, key }) => view.answer(tenant, key),
    change: (answer) => ({ type: 'answer.stored', answer }),
  }),
  charges: copyCharges,
  apiKeys: facts('apiKeys', {
    keys: ({ tenant, id }) => [{ type: 'apiKey', tenant, id }],
    find: (view, { tenant, id }) => view.apiKey(tenant, id),
    change: (apiKey) => ({ type: 'apiKey.created', apiKey }),
  }),
}

interface Fact<Item, Found> {
  keys(item: Item): readonly Key[]
  /** What the target has in its place. */
  find(view: View, item: Item): Found | undefined
  change(item: Item): Change
  /** Field by field, unless told. */
  same?(found: Found, item: Item): boolean
}

function facts<Name extends ListName, Found>(
  name: Name,
  {
    keys,
    find,
    change,
    same = (found, item) => canonical(found) === canonical(item),
  }: Fact<Items[Name], Found>,
): Copier<Items[Name]> {
  const { key, noun } = LISTS[name]
  return (target, page) =>
    target.transact(page.flatMap(keys), (view) => {
      let written = 0
      for (const item of page) {
        const found = find(view, item)
        if (found === undefined) {
          view.apply(change(item))
          written++
        } else if (!same(found, item)) throw differs(noun, shown(name, key(item)))
      }
      return written
    })
}

/** Charges add up, and no key loads them: the target's are asked for, and what they lack is charged. */
async function copyCharges(target: Storage, page: readonly Charge[]): Promise<number> {
  const missing: Charge[] = []
  let there: ReadonlyMap<string, number> = new Map()
  let previous: Charge | undefined
  for (const charge of page) {
    const { tenant, apiKey, day, credits } = charge
    if (previous?.tenant !== tenant || previous.apiKey !== apiKey) {
      const known = await target.query.charges(tenant, apiKey, day)
      there = new Map(known.map((one) => [one.day, one.credits]))
    }
    previous = charge
    const charged = there.get(day) ?? 0
    if (charged > credits) throw differs('charge', `${tenant} ${apiKey} ${day}`)
    if (charged < credits) missing.push({ tenant, apiKey, day, credits: credits - charged })
  }
  if (missing.length === 0) return 0
  return target.transact([], (view) => {
    for (const charge of missing) view.apply({ type: 'credits.charged', charge })
    return missing.length
  })
}

/** As it was before its first entry and its first blockage, which bring it to where it is. */
export function asOpened(account: Account): Account {
  return { ...account, balance: 0n, blocked: 0n, frozenBy: null }
}

/** A caller's idempotency key is nobody else's business. */
export function shown(name: ListName, key: SortKey): string {
  return name === 'answers' ? `of tenant ${key[0]}` : key.join(' ')
}

export function differs(noun: string, which: string): Fault {
  return new Fault(
    `The ${noun} ${which} is not the same in the target as in the source: it holds another ledger, or one of them has gone on since the copy began. Copy into an empty database`,
  )
}
