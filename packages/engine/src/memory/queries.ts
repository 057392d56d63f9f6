import {
  type AccountId,
  type ApiKeyId,
  type BlockageId,
  type Claim,
  type CustomerId,
  isOfNetwork,
  type OnChain,
  type SendId,
  type SignatureId,
  type TenantId,
  type Timestamp,
  UNSETTLED,
} from '@tallystick/core'
import type {
  AccountWhere,
  DepositWhere,
  JournalPosition,
  Page,
  PendingSignatureWhere,
  Queries,
  RecordPlace,
} from '../ports/storage.js'
import type { MemoryState } from './store.js'

export const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

const IS_UNSETTLED: ReadonlySet<string> = new Set(UNSETTLED)

function paged<T>(list: readonly T[], { offset, limit }: Page): readonly T[] {
  return list.slice(offset, offset + limit)
}

function ordered<T>(list: T[], order: 'asc' | 'desc'): T[] {
  return order === 'asc' ? list : list.reverse()
}

export class MemoryQueries implements Queries {
  constructor(private readonly state: MemoryState) {}

  async account(tenant: TenantId, id: AccountId) {
    const account = this.state.base.account(tenant, id)
    return account === undefined ? undefined : this.state.owned(account)
  }

  async accounts(
    tenant: TenantId,
    where: AccountWhere,
    page: Page & { readonly order: 'asc' | 'desc'; readonly after?: AccountId },
  ) {
    const { after, order } = page
    const list = ordered(this.accountsWhere(tenant, where), order).filter(
      (account) => after === undefined || (order === 'asc' ? account.id > after : account.id < after),
    )
    return paged(list, page).map((account) => this.state.owned(account))
  }

  async accountCount(tenant: TenantId, where: AccountWhere) {
    return this.accountsWhere(tenant, where).length
  }

  async customer(tenant: TenantId, id: CustomerId) {
    return this.state.base.customer(tenant, id)
  }

  async customerByExternalId(tenant: TenantId, externalId: string) {
    return this.state.base.customerByExternalId(tenant, externalId)
  }

  async customers(tenant: TenantId, page: Page) {
    const list = [...this.state.base.customers.values()].filter((customer) => customer.tenant === tenant)
    return paged(list.sort(byId), page)
  }

  async blockage(tenant: TenantId, id: BlockageId) {
    const blockage = this.state.base.blockage(tenant, id)
    const account = blockage && this.state.base.account(tenant, blockage.account)
    return blockage === undefined || account === undefined ? undefined : { blockage, account }
  }

  async blockages(tenant: TenantId, account: AccountId, page: Page) {
    if (this.state.base.account(tenant, account) === undefined) return []
    return paged([...this.state.base.blockagesOf(account)].sort(byId), page)
  }

  async currency(tenant: TenantId, name: string) {
    const currency = this.state.base.currency(tenant, name)
    if (currency === undefined) return undefined
    return { currency, supply: -(this.state.base.systemAccount(tenant, 'mint', name)?.balance ?? 0n) }
  }

  async deposits(tenant: TenantId, where: DepositWhere, page: Page & { readonly order: 'asc' | 'desc' }) {
    return paged(ordered(this.depositsWhere(tenant, where), page.order), page)
  }

  async depositCount(tenant: TenantId, where: DepositWhere) {
    return this.depositsWhere(tenant, where).length
  }

  async balanceAt(tenant: TenantId, id: AccountId, at: Timestamp) {
    const account = this.state.base.account(tenant, id)
    if (account === undefined || account.created > at) return undefined
    const record = this.recordsOf(tenant, id).findLast(({ entry }) => entry.created <= at)
    const standing = this.state.standingAt(id, at)
    return {
      scale: account.scale,
      balance: record?.entry[record.side].balance ?? 0n,
      blocked: standing?.blocked ?? 0n,
      frozen: standing?.stopped ?? false,
      disabled: account.customer !== null && (this.state.standingAt(account.customer, at)?.stopped ?? false),
    }
  }

  async lastRecord(tenant: TenantId, account: AccountId, until?: Timestamp) {
    const records = this.recordsOf(tenant, account)
    if (until === undefined) return records.length
    return records.filter((record) => record.entry.created <= until).length
  }

  async records(tenant: TenantId, account: AccountId, from: number, limit: number) {
    return this.recordsOf(tenant, account)
      .slice(Math.max(0, from - limit), Math.max(0, from))
      .reverse()
  }

  lastRecords(tenant: TenantId, accounts: readonly AccountId[], until?: Timestamp) {
    return Promise.all(accounts.map((account) => this.lastRecord(tenant, account, until)))
  }

  async recordsAt(tenant: TenantId, places: readonly RecordPlace[]) {
    const lists = places.map(({ account, from, limit }) => this.records(tenant, account, from, limit))
    return (await Promise.all(lists)).flat()
  }

  async journal(
    tenant: TenantId,
    from: { readonly before?: JournalPosition; readonly until?: Timestamp },
    limit: number,
  ) {
    const end = from.before === undefined ? this.state.entries.length : Number(from.before) - 1
    const { until } = from
    return this.state.entries
      .slice(0, end)
      .reverse()
      .filter(({ entry }) => entry.tenant === tenant && (until === undefined || entry.created <= until))
      .slice(0, limit)
  }

  async recordCount(tenant: TenantId) {
    let count = 0
    for (const account of this.state.base.accounts.values()) {
      if (account.tenant === tenant && account.role === null)
        count += this.state.records.get(account.id)?.length ?? 0
    }
    return count
  }

  async entriesByReference(tenant: TenantId, reference: string, page: Page) {
    const found = this.state.entries
      .map(({ entry }) => entry)
      .filter(
        (entry) =>
          entry.tenant === tenant &&
          (entry.reference === reference || entry.details?.customReference === reference),
      )
    return paged(found, page)
  }

  async send(on: OnChain, txId: string) {
    return this.state.base.send(on, txId)
  }

  async unsettledSends(after: SendId | undefined, limit: number) {
    return [...this.state.base.sends.values()]
      .filter(({ status }) => IS_UNSETTLED.has(status))
      .filter(({ id }) => after === undefined || id > after)
      .sort(byId)
      .slice(0, limit)
  }

  async claimed(on: OnChain, owner: string, from: number, limit: number) {
    return [...this.state.base.claims.values()]
      .filter(
        ({ tenant, chain, network }) => tenant === on.tenant && chain === on.chain && network === on.network,
      )
      .filter((claim) => claim.owner === owner && claim.index >= from)
      .map(({ index }) => index)
      .sort((a, b) => a - b)
      .slice(0, limit)
  }

  async heldClaims(on: OnChain, claims: readonly Claim[]) {
    return claims.map((claim) => this.state.base.claim(on, claim)).filter((held) => held !== undefined)
  }

  async signature(tenant: TenantId, id: SignatureId) {
    return this.state.base.signature(tenant, id)
  }

  async pendingSignatures(
    tenant: TenantId,
    where: PendingSignatureWhere,
    page: { readonly after?: SignatureId; readonly limit: number },
  ) {
    const wanted = where.hashes === null ? null : new Set(where.hashes)
    const { after } = page
    return [...this.state.base.signatures.values()]
      .filter(
        (one) =>
          one.tenant === tenant &&
          one.chain === where.chain &&
          isOfNetwork(one.network, where.network) &&
          one.status === 'pending' &&
          one.txId === null &&
          one.notBefore <= where.now &&
          (after === undefined || one.id > after) &&
          (wanted === null || one.hashes.some((hash) => wanted.has(hash))),
      )
      .sort(byId)
      .slice(0, page.limit)
  }

  async answer(tenant: TenantId, key: string) {
    return this.state.base.answer(tenant, key)
  }

  async apiKeyByHash(hash: string) {
    return [...this.state.base.apiKeys.values()].find((key) => key.hash === hash)
  }

  async apiKeys(tenant?: TenantId) {
    return [...this.state.base.apiKeys.values()].filter(
      (key) => tenant === undefined || key.tenant === tenant,
    )
  }

  async tiedApiKeys() {
    const keys = await this.apiKeys()
    return keys.filter(({ addresses, revoked }) => addresses.length > 0 && !revoked)
  }

  async charges(tenant: TenantId, apiKey: ApiKeyId, day: string) {
    return [...this.state.charges.values()]
      .filter((charge) => charge.tenant === tenant && charge.apiKey === apiKey && charge.day >= day)
      .sort((a, b) => (a.day < b.day ? -1 : 1))
  }

  private accountsWhere(tenant: TenantId, where: AccountWhere) {
    return [...this.state.base.accounts.values()]
      .filter(
        (account) =>
          account.tenant === tenant &&
          account.role === null &&
          (where.customer === undefined || account.customer === where.customer) &&
          (where.active === undefined || account.active === where.active) &&
          (where.frozen === undefined || (account.frozenBy !== null) === where.frozen) &&
          (where.currency === undefined || account.currency === where.currency) &&
          (where.accountNumber === undefined || account.accountNumber === where.accountNumber) &&
          (where.accountCode === undefined || account.accountCode === where.accountCode),
      )
      .sort(byId)
  }

  private depositsWhere(tenant: TenantId, where: DepositWhere) {
    return [...this.state.base.deposits.values()]
      .filter(
        (deposit) =>
          deposit.tenant === tenant &&
          (where.status === undefined || deposit.status === where.status) &&
          (where.currency === undefined || deposit.currency === where.currency) &&
          (where.txId === undefined || deposit.txId === where.txId) &&
          (where.address === undefined || deposit.address === where.address) &&
          (where.account === undefined || deposit.account === where.account),
      )
      .sort(byId)
  }

  private recordsOf(tenant: TenantId, account: AccountId) {
    return this.state.base.account(tenant, account) === undefined
      ? []
      : (this.state.records.get(account) ?? [])
  }
}
