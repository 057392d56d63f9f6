/** Reads every list: adds up its items, and compares accounts and customers with the journal and with each other. */
import {
  type Account,
  type AccountId,
  AGREEMENTS,
  type Amount,
  BLOCKAGES,
  CUSTOMERS,
  type CustomerId,
  FILLS,
  formatDecimal,
  PAIRS,
  STATUS_HISTORY,
  type StatusEntry,
  systemAccountId,
  TRADES,
  WITHDRAWALS,
} from '@tallystick/core'
import type { Report } from './discrepancy.js'
import { ACCOUNT_LIST, type CountedAccount, type Item, LISTS, type List, listOf, listPages } from './lists.js'
import type { Audit } from './ports/storage.js'
import { StateSum } from './state.js'
import type { BookCheck } from './verify-book.js'
import type { Tallies } from './verify-tallies.js'

/** Rows read at once. More cost more: they survive collections, and are copied by each. */
const PAGE = 2_000

interface Hold {
  blocked: Amount
  freeze: string | null
}

const NO_HOLD: Hold = { blocked: 0n, freeze: null }

export class ListCheck {
  /** How many items all lists have. */
  items = 0
  /** How many there are of each list that is read for more than its sum. */
  readonly counts = {
    blockages: 0,
    standings: 0,
    withdrawals: 0,
    pairs: 0,
    trades: 0,
    fills: 0,
    agreements: 0,
    accounts: 0,
    customers: 0,
  }
  private readonly present = new StateSum()
  private readonly holds = new Map<AccountId, Hold>()
  /** The newest row of each subject. */
  private readonly statuses = new Map<StatusEntry['subject'], StatusEntry>()
  /** What withdrawals in progress have charged, by the ledger's own account that has it. */
  private readonly clearing = new Map<AccountId, Amount>()
  private readonly activeAccounts = new Map<CustomerId, number>()
  private readonly currencySums = new Map<string, Amount>()

  constructor(
    private readonly audit: Audit,
    private readonly tallies: Tallies,
    private readonly book: BookCheck,
    private readonly report: Report,
  ) {}

  get currencies(): number {
    return this.currencySums.size
  }

  /** @param sealed What the lists hold according to the seals */
  async run(sealed: StateSum): Promise<void> {
    await this.each(listOf(BLOCKAGES), (blockage) => {
      const { account, freeze, id, amount } = blockage
      this.book.blockage(blockage)
      const hold = this.holds.get(account) ?? { ...NO_HOLD }
      if (freeze) hold.freeze = id
      else hold.blocked += amount
      this.holds.set(account, hold)
    })
    // Rows of a subject come in the order of time, so the last one stays.
    await this.each(listOf(STATUS_HISTORY), (status) => this.statuses.set(status.subject, status))
    await this.each(listOf(WITHDRAWALS), ({ tenant, currency, status, charged }) => {
      if (status !== 'InProgress') return
      const id = systemAccountId(tenant, 'clearing', currency)
      this.clearing.set(id, (this.clearing.get(id) ?? 0n) + charged)
    })
    await this.each(ACCOUNT_LIST, (counted) => this.account(counted))
    this.tallies.end()
    for (const [id, charged] of this.clearing) this.report('clearing', id, 'no such account', charged)
    for (const [currency, sum] of this.currencySums)
      if (sum !== 0n) this.report('currency-sum', currency, sum, 0n)
    await this.each(listOf(CUSTOMERS), ({ id, activeAccounts, enabled }) => {
      const computed = this.activeAccounts.get(id) ?? 0
      if (computed !== activeAccounts) this.report('active-accounts', id, activeAccounts, computed)
      this.checkStatus(id, 0n, !enabled)
    })
    for (const [id, status] of this.statuses)
      this.report('standing', id, shownStatus(status), 'no such subject')
    await this.each(listOf(PAIRS), (pair) => this.book.pair(pair))
    await this.each(listOf(TRADES), (trade) => this.book.trade(trade))
    await this.each(listOf(FILLS), (fill) => this.book.fill(fill))
    await this.each(listOf(AGREEMENTS), (agreement) => this.book.agreement(agreement))
    this.book.end()
    for (const list of LISTS) if (!(list.name in this.counts)) await this.each(list)
    for (const name of this.present.minus(sealed).lists) {
      const noun = LISTS.find((list) => list.name === name)?.noun ?? name
      this.report('state', `every ${noun}`, this.present.of(name), sealed.of(name))
    }
  }

  /** Reads the list, adds up its items, and calls `check` with each. */
  private async each<Of extends Item>(list: List<Of>, check?: (item: Of) => void): Promise<void> {
    for await (const page of listPages(list, this.audit, PAGE)) {
      if (check !== undefined) for (const item of page) check(item)
      this.present.putPage(list, page)
      this.items += page.length
      if (list.name in this.counts) this.counts[list.name as keyof typeof this.counts] += page.length
      await new Promise(setImmediate)
    }
  }

  private account({ account, records }: CountedAccount): void {
    const { report } = this
    const { id, balance, blocked, frozenBy, role } = account
    const computed = this.tallies.take(id)
    const show = (amount: Amount): string => `${formatDecimal(amount, account.scale)} ${account.currency}`
    if (computed !== null && computed.sum !== balance)
      report('balance', id, show(balance), show(computed.sum))
    if (computed !== null && computed.records !== records)
      report('record-count', id, records, computed.records)
    if (role === null && balance < 0n) report('overdrawn', id, show(balance), '0 or more')
    if (role === 'clearing') {
      const charged = this.clearing.get(id) ?? 0n
      this.clearing.delete(id)
      if (charged !== balance) report('clearing', id, show(balance), show(charged))
    }
    const hold = this.holds.get(id) ?? NO_HOLD
    if (hold.blocked !== blocked) report('blocked', id, show(blocked), show(hold.blocked))
    if (hold.freeze !== frozenBy) report('frozen', id, frozenBy, hold.freeze)
    this.checkStatus(id, hold.blocked, hold.freeze !== null)
    this.addUp(account)
  }

  private addUp({ tenant, currency, balance, customer, active }: Account): void {
    // Uses the stored balances and not the postings: the type balances every entry, so only this can fail.
    const name = `${tenant} ${currency}`
    this.currencySums.set(name, (this.currencySums.get(name) ?? 0n) + balance)
    if (customer !== null && active)
      this.activeAccounts.set(customer, (this.activeAccounts.get(customer) ?? 0) + 1)
  }

  private checkStatus(subject: StatusEntry['subject'], blocked: Amount, stopped: boolean): void {
    const noted = this.statuses.get(subject) ?? { blocked: 0n, stopped: false }
    this.statuses.delete(subject)
    if (noted.blocked !== blocked || noted.stopped !== stopped)
      this.report('standing', subject, shownStatus(noted), shownStatus({ blocked, stopped }))
  }
}

function shownStatus({ blocked, stopped }: Pick<StatusEntry, 'blocked' | 'stopped'>): string {
  return `${blocked} blocked, ${stopped ? 'stopped' : 'not stopped'}`
}
