/** Compares everything that is stored with everything in the model. Reads through audit and queries. */
import {
  availableThen,
  BLOCKAGES,
  CUSTOMERS,
  DEPOSITS,
  isSystemAccount,
  systemAccountId,
  type TenantId,
  TOKENS,
} from '@tallystick/core'
import {
  type Audit,
  apiKeysOf,
  chargesFrom,
  type PlacedEntry,
  type Storage,
  verify,
} from '@tallystick/engine'
import { TENANTS } from '../arbitraries.js'
import { depositLabel } from '../command.js'
import { everyItem, everyPage } from '../dump.js'
import { callerOf, type Labels } from '../labels.js'
import type { Model } from '../model/model.js'
import type { ModelAccount, ModelState } from '../model/state.js'
import { compareChain, holderText, sameLists, storedHolderText } from './chain-comparison.js'
import { compareCoins } from './coin-comparison.js'
import { same } from './difference.js'
import { compareMulti } from './multi-comparison.js'
import { accountsBack, readBack } from './read-back.js'
import { compareReceiving } from './receiving-comparison.js'
import { compareTrading } from './trading-comparison.js'

/** The ledger's own accounts, and the sign of what the model counts of them. */
const OWN = [
  ['world', -1n],
  ['shortfall', -1n],
  ['clearing', 1n],
] as const

const ALL = { offset: 0, limit: 1_000_000 } as const

/**
 * @param charged What the calls of each tenant have cost.
 * @throws Difference
 */
export async function compareAll(
  storage: Storage,
  model: Model,
  labels: Labels,
  charged: ReadonlyMap<TenantId, number>,
): Promise<void> {
  const { state } = model
  compareSums(state)
  await readBack(storage, accountsBack(model, labels, state.accounts.keys()))
  await storage.audit((audit) => compareListed(audit, storage, model, labels))
  await compareLists(storage, state, labels, charged)
}

/** All lists, as they are at one moment. */
async function compareListed(audit: Audit, storage: Storage, model: Model, labels: Labels): Promise<void> {
  const { state } = model
  const audited = {
    accounts: await everyPage(audit.accounts.bind(audit), ({ account }) => account.id, ALL.limit),
    customers: await everyItem(audit, CUSTOMERS, ALL.limit),
    blockages: await everyItem(audit, BLOCKAGES, ALL.limit),
    tokens: await everyItem(audit, TOKENS, ALL.limit),
  }

  const own = audited.accounts.filter(({ account }) => !isSystemAccount(account.id))
  same('Number of accounts', state.accounts.size, own.length)
  for (const { account, records } of own) {
    const known = state.accounts.get(labels.label(account.id))
    same(`Number of records of ${known?.label}`, known?.movements.amounts.length, records)
    same(`Currency of ${known?.label}`, [known?.currency, known?.scale], [account.currency, account.scale])
    const past = await storage.query.balanceAt(account.tenant, account.id, Number.MAX_SAFE_INTEGER)
    same(
      `Balance and available balance of ${known?.label} where its history ends`,
      known && [known.movements.total, state.available(known)],
      past && [past.balance, availableThen(past)],
    )
  }
  const system = new Map(audited.accounts.map(({ account }) => [account.id, account.balance]))
  for (const { tenant, name, issued } of state.currencies.values()) {
    same(`Mint of ${tenant}/${name}`, -issued.total, system.get(systemAccountId(tenant, 'mint', name)))
  }
  for (const tenant of TENANTS) {
    for (const [role, sign] of OWN) {
      for (const [chain, { total }] of state[role]) {
        const [owner, currency = ''] = chain.split('/')
        if (owner !== tenant) continue
        same(`${role} of ${chain}`, sign * total, system.get(systemAccountId(tenant, role, currency)))
      }
    }
  }

  const freezes = [...state.accounts.values()].filter(({ frozen }) => frozen).length
  const ofOrders = model.trading.book.holds()
  same('Number of blockages', state.holders.size + freezes + ofOrders, audited.blockages.length)
  same(
    'Customers',
    [...state.customers.values()]
      .map(({ label, externalId, country, enabled, active, accounts }) => {
        const count = accounts.filter((account) => account.active).length
        return [label, externalId, country, enabled, active, count].join(' ')
      })
      .sort(),
    audited.customers
      .map(({ id, externalId, customerCountry, enabled, active, activeAccounts }) =>
        [labels.label(id), externalId, customerCountry, enabled, active, activeAccounts].join(' '),
      )
      .sort(),
  )
  sameLists(
    'Tokens',
    [...model.tokens.tokens.values()].map(({ tenant, name, scale, supply, account, asset, deployment }) =>
      [tenant, name, scale, supply, account, asset, holderText(deployment)].join(' '),
    ),
    audited.tokens.map(({ tenant, name, scale, supply, account, asset, deployment }) => {
      const deployed = storedHolderText(deployment, labels)
      return [tenant, name, scale, supply, labels.label(account), asset, deployed].join(' ')
    }),
  )
  await compareChain(audit, storage, model.chain, labels)
  await compareReceiving(audit, model, labels)
  await compareCoins(audit, storage, model)
  await compareMulti(audit, model.multi)
  await compareTrading(audit, model.trading, labels)
}

/** Every cached sum against the sum of what it is cached for. */
function compareSums(state: ModelState): void {
  const sum = (amounts: Iterable<bigint>): bigint => {
    let total = 0n
    for (const amount of amounts) total += amount
    return total
  }
  for (const { label, movements, blockages, held, ordered } of state.accounts.values()) {
    same(`Cached balance of ${label}`, sum(movements.amounts), movements.total)
    same(`Cached hold of ${label}`, sum(blockages.values()) + ordered, held)
  }
  for (const { name, issued } of state.currencies.values()) {
    same(`Cached supply of ${name}`, sum(issued.amounts), issued.total)
  }
}

async function compareLists(
  storage: Storage,
  state: ModelState,
  labels: Labels,
  charged: ReadonlyMap<TenantId, number>,
): Promise<void> {
  const { query } = storage
  for (const { tenant, name, issued, baseRate } of state.currencies.values()) {
    const stored = await query.currency(tenant, name)
    const got = [stored?.supply, stored?.currency.baseRate]
    same(`Supply and rate of ${tenant}/${name}`, [issued.total, baseRate], got)
  }
  for (const tenant of TENANTS) {
    const deposits = await query.list(DEPOSITS, { where: { tenant }, ...ALL, order: 'asc' })
    const known = [...state.deposits].filter(([label]) => label.startsWith(`${tenant}/`))
    sameLists(
      `Deposits of ${tenant}`,
      known.map(([label, { account, amount, status, chain, hash, matures, owed, spent }]) =>
        [label, account, amount, status, chain ?? 'reported', hash, matures ?? 'never', owed, spent].join(
          ' ',
        ),
      ),
      deposits.map((deposit) => {
        const { account, amount, status, chain, network, matures, shortfall } = deposit
        const found = chain === undefined ? 'reported' : `${chain} ${network}`
        const stands = [labels.label(account), amount, status, found, deposit.blockHash, matures ?? 'never']
        return [depositLabel(deposit), ...stands, shortfall ?? 0n, deposit.spent].join(' ')
      }),
    )
    const charges = await chargesFrom(query, tenant, callerOf(tenant).apiKey, '0000-01-01')
    const credits = charges.reduce((total, charge) => total + charge.credits, 0)
    same(`Credits of ${tenant}`, charged.get(tenant) ?? 0, credits)
  }
  same(
    'API keys',
    [...state.apiKeys]
      .map(([id, { tenant, frozen, revoked }]) => [id, tenant, frozen, revoked].join(' '))
      .sort(),
    (await apiKeysOf(query))
      .map(({ id, tenant, frozen, revoked }) => [id, tenant, frozen, revoked].join(' '))
      .sort(),
  )
}

/**
 * The journal against the model's movements, one by one, and the state against the journal.
 *
 * @throws Difference
 */
export async function compareJournal(storage: Storage, state: ModelState, labels: Labels): Promise<void> {
  const movements = new Map<string, bigint[]>()
  const add = (account: string, amount: bigint): void => {
    const known = movements.get(account)
    if (known === undefined) movements.set(account, [amount])
    else known.push(amount)
  }
  const entries = await storage.audit((audit) =>
    everyPage(audit.entries.bind(audit), ({ position }: PlacedEntry) => position, ALL.limit),
  )
  for (const { entry } of entries) {
    add(entry.debit.account, -entry.amount)
    add(entry.credit.account, entry.amount)
  }
  const check = ({ label, movements: known }: ModelAccount): void =>
    same(`Movements of ${label}`, known.amounts.join(' '), (movements.get(labels.id(label)) ?? []).join(' '))
  for (const account of state.accounts.values()) check(account)

  const { discrepancies } = await verify(storage)
  same('What verify finds', [], discrepancies)
}
