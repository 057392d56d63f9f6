/**
 * Everything in a storage that its reads can show, to compare two moments, such as before and after a refusal or a
 * restart.
 */

import type {
  Account,
  AddressPool,
  ApiKey,
  ApiKeyId,
  Blockage,
  Charge,
  Cursor,
  Customer,
  Deposit,
  DepositAddress,
  HeldReservation,
  HomeNetwork,
  Output,
  Owned,
  PendingSignature,
  Send,
  StatusEntry,
  Table,
  TenantId,
  Token,
  Withdrawal,
} from '@tallystick/core'
import {
  ADDRESS_POOLS,
  BLOCKAGES,
  CURSORS,
  CUSTOMERS,
  DEPOSIT_ADDRESSES,
  DEPOSITS,
  HOME_NETWORKS,
  OUTPUTS,
  RESERVATIONS,
  SENDS,
  SIGNATURES,
  STATUS_HISTORY,
  TOKENS,
  WITHDRAWALS,
} from '@tallystick/core'
import type { Audit, AuditedEntry, PlacedEntry, Queries, Storage } from '@tallystick/engine'
import { apiKeysOf, chargesFrom } from '@tallystick/engine'

export interface Dump {
  readonly entries: readonly PlacedEntry[]
  readonly accounts: readonly { readonly account: Account; readonly records: number }[]
  readonly blockages: readonly Blockage[]
  readonly standings: readonly StatusEntry[]
  readonly sends: readonly Send[]
  readonly claims: readonly HeldReservation[]
  readonly signatures: readonly PendingSignature[]
  readonly depositAddresses: readonly DepositAddress[]
  readonly addressPools: readonly AddressPool[]
  readonly homeNetworks: readonly HomeNetwork[]
  readonly cursors: readonly Cursor[]
  readonly outputs: readonly Output[]
  readonly withdrawals: readonly Withdrawal[]
  readonly tokens: readonly Token[]
  readonly customers: readonly Customer[]
  readonly apiKeys: readonly ApiKey[]
  readonly deposits: readonly Deposit[]
  readonly currencies: readonly Awaited<ReturnType<Queries['currency']>>[]
  readonly charges: readonly Charge[]
}

/** What cannot be listed, and so has to be named. */
export interface DumpScope {
  readonly tenants: readonly TenantId[]
  /** Names of virtual currencies, looked up in every tenant. */
  readonly currencies?: readonly string[]
  /** Keys whose charges are wanted beside those of the issued ones, looked up in every tenant. */
  readonly apiKeys?: readonly ApiKeyId[]
}

const PAGE = 1_000

export async function dumpStorage(storage: Storage, scope: DumpScope): Promise<Dump> {
  const { query } = storage
  const apiKeys = await apiKeysOf(query)
  const keys = new Set([...apiKeys.map(({ id }) => id), ...(scope.apiKeys ?? [])])
  const deposits: Deposit[] = []
  const currencies: Dump['currencies'][number][] = []
  const charges: Charge[] = []
  for (const tenant of scope.tenants) {
    deposits.push(
      ...(await query.list(DEPOSITS, { where: { tenant }, offset: 0, limit: 100_000, order: 'asc' })),
    )
    for (const name of scope.currencies ?? []) currencies.push(await query.currency(tenant, name))
    for (const id of keys) charges.push(...(await chargesFrom(query, tenant, id, '0000-01-01')))
  }
  const books = await storage.audit(async (audit) => ({
    entries: await everyEntry(audit),
    accounts: await everyPage(audit.accounts.bind(audit), (item) => item.account.id),
    blockages: await everyItem(audit, BLOCKAGES),
    standings: await everyItem(audit, STATUS_HISTORY),
    sends: await everyItem(audit, SENDS),
    claims: await everyItem(audit, RESERVATIONS),
    signatures: await everyItem(audit, SIGNATURES),
    depositAddresses: await everyItem(audit, DEPOSIT_ADDRESSES),
    addressPools: await everyItem(audit, ADDRESS_POOLS),
    homeNetworks: await everyItem(audit, HOME_NETWORKS),
    cursors: await everyItem(audit, CURSORS),
    outputs: await everyItem(audit, OUTPUTS),
    withdrawals: await everyItem(audit, WITHDRAWALS),
    tokens: await everyItem(audit, TOKENS),
    customers: await everyItem(audit, CUSTOMERS),
  }))
  return {
    ...books,
    apiKeys,
    deposits,
    currencies,
    charges,
  }
}

/** Reads a paged list to its end. */
export async function everyPage<Item, Cursor>(
  read: (after: Cursor | undefined, limit: number) => Promise<readonly Item[]>,
  cursorOf: (item: Item) => Cursor,
  limit: number = PAGE,
): Promise<Item[]> {
  const all: Item[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await read(last === undefined ? undefined : cursorOf(last), limit)
    all.push(...page)
    if (page.length < limit) return all
  }
}

/** Reads the journal to its end. Storages may make entries when they are asked for: here they are made. */
export async function everyEntry(audit: Audit, limit: number = PAGE) {
  const entries = await everyPage(audit.entries.bind(audit), ({ position }: AuditedEntry) => position, limit)
  return entries.map(({ entry, position, debitNumber, creditNumber, batch, digest }) => {
    return { entry, position, debitNumber, creditNumber, batch, digest }
  })
}

/** Reads a table's list to its end. */
export function everyItem<Item extends Owned>(
  audit: Audit,
  table: Table<Item>,
  limit: number = PAGE,
): Promise<Item[]> {
  return everyPage<Item, Item>(
    (after, most) => audit.list(table, after, most),
    (item) => item,
    limit,
  )
}
