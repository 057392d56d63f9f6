/** An exchange whose processes are killed: what they have said, and what the database must then have. */
import {
  AGREEMENTS,
  type Agreement,
  type Entry,
  FILLS,
  type Fill,
  payerOf,
  TRADES,
  type Trade,
  type TradeId,
} from '@tallystick/core'
import type { PlacedEntry, Storage } from '@tallystick/engine'
import type { Child, Exchange, Ordered } from '@tallystick/harness'
import type { Tallystick } from '@tallystick/operations'

const PAIRS = ['LINK/EUR', 'EUR/USD'] as const
const TRADERS = 6
const FUNDS = '100000'

/** Traders with money. Two of them are accounts of one customer. */
export async function openExchange(ledger: Tallystick): Promise<Exchange> {
  const currencies = ['LINK', 'EUR', 'USD']
  const accountsOf = async (name: string, funds: string | null) => {
    const ids = currencies.map(async (currency) => {
      const { id } = await ledger.createAccount({ currency, customer: { externalId: name } })
      if (funds !== null)
        await ledger.recordDeposit({
          ...{ account: id as never, currency, amount: funds, txId: id, vout: 0, address: 'a' },
          ...{ from: null, derivationKey: 0, blockHeight: 1, blockHash: null, status: 'Done' },
        })
      return [currency, id] as const
    })
    return Object.fromEntries(await Promise.all(ids))
  }
  const names = Array.from({ length: TRADERS }, (_, place) => `trader-${Math.max(1, place)}`)
  return {
    traders: await Promise.all(names.map((name) => accountsOf(name, FUNDS))),
    fees: await accountsOf('fees', null),
    pairs: PAIRS,
  }
}

/** What processes have said. */
export class Said {
  readonly problems: string[] = []
  readonly asked = new Map<string, Ordered>()
  /** By key: the id of the order. */
  readonly placed = new Map<string, string>()
  readonly cancelled = new Set<string>()
  private readonly refused = new Set<string>()

  hear({ lines }: Child): void {
    for (const line of lines) {
      const [what, one = '', other = ''] = line.split(' ')
      if (what === 'asked') {
        const ordered = JSON.parse(line.slice('asked '.length)) as Ordered
        this.asked.set(ordered.key, ordered)
      }
      if (what === 'placed') this.place(one, other)
      if (what === 'refused') this.refused.add(one)
      if (what === 'cancelled' && one !== 'all') this.cancelled.add(one)
      if (what === 'warned') this.problems.push(line)
    }
  }

  place(key: string, id: string): void {
    const known = this.placed.get(key)
    if (known !== undefined && known !== id) this.problems.push(`doubled: ${key} placed ${known} and ${id}`)
    this.placed.set(key, id)
  }

  /** Nobody has heard what became of them. */
  get unanswered(): readonly Ordered[] {
    return [...this.asked.values()].filter(({ key }) => !this.placed.has(key) && !this.refused.has(key))
  }
}

/** What is wrong in the database, computed apart from `verify`: entry by entry. */
export async function wrongIn(storage: Storage, said: Said): Promise<readonly string[]> {
  const [trades, fills, agreements, entries] = await Promise.all([
    storage.query.list(TRADES),
    storage.query.list(FILLS),
    storage.query.list(AGREEMENTS),
    entriesOf(storage),
  ])
  const problems: string[] = []
  const known = new Map<TradeId, Trade>(trades.map((trade) => [trade.id, trade]))
  for (const id of said.placed.values()) if (!known.has(id as TradeId)) problems.push(`lost order ${id}`)
  const keyed = new Set(said.placed.values())
  if (keyed.size !== said.placed.size) problems.push('doubled: two keys have one order')
  for (const { id } of trades) if (!keyed.has(id)) problems.push(`doubled: nobody has asked for order ${id}`)
  for (const id of said.cancelled)
    if (known.get(id as TradeId)?.ended === null) problems.push(`lost cancellation of ${id}`)

  const traded = new Map<TradeId, bigint>()
  for (const { maker, taker, amount } of [...fills, ...agreements])
    for (const id of [maker, taker]) traded.set(id, (traded.get(id) ?? 0n) + amount)
  for (const { id, amount, fill } of trades) {
    if (fill > amount) problems.push(`doubled: order ${id} of ${amount} is filled with ${fill}`)
    if (fill !== (traded.get(id) ?? 0n)) problems.push(`lost fill of order ${id}`)
  }
  const posted = new Map<string, Entry[]>()
  for (const entry of entries) posted.set(entry.reference, [...(posted.get(entry.reference) ?? []), entry])
  const of = (id: TradeId): Trade => known.get(id) ?? fail(`no order ${id}`)
  for (const fill of fills) compare(fill.id, movesOf(fill, of), posted.get(fill.reference), problems)
  for (const one of agreements) compare(one.id, settlementOf(one, of), posted.get(one.reference), problems)
  const references = new Set<string>([...fills, ...agreements].map(({ reference }) => reference))
  for (const reference of posted.keys())
    if (!references.has(reference)) problems.push(`doubled: entries ${reference} belong to no fill`)
  return problems
}

async function entriesOf(storage: Storage): Promise<readonly Entry[]> {
  return storage.audit(async (audit) => {
    const entries: Entry[] = []
    for (let after: PlacedEntry['position'] | undefined; ; ) {
      const page = await audit.entries(after, 10_000)
      entries.push(...page.map(({ entry }) => entry).filter(({ operation }) => operation === 'EXCHANGE'))
      after = page.at(-1)?.position
      if (after === undefined) return entries
    }
  })
}

type Move = readonly [from: string, to: string | null, amount: bigint]

function movesOf(
  { maker, taker, side, amount, quote, makerFee, takerFee }: Fill,
  of: (id: TradeId) => Trade,
) {
  const [buyer, seller] = side === 'BUY' ? [of(taker), of(maker)] : [of(maker), of(taker)]
  return [
    [seller.account1, buyer.account1, amount],
    [buyer.account2, seller.account2, quote],
    [payerOf(of(maker)), of(maker).feeAccount, makerFee],
    [payerOf(of(taker)), of(taker).feeAccount, takerFee],
  ] satisfies Move[]
}

function settlementOf({ maker, taker, side, ...one }: Agreement, of: (id: TradeId) => Trade) {
  const [buyer, seller] = side === 'BUY' ? [of(taker), of(maker)] : [of(maker), of(taker)]
  return [
    [one.account1, buyer.account1, one.sold],
    [one.account1, buyer.account1, one.penalty1],
    [one.account2, seller.account2, one.paid],
    [one.account2, seller.account2, one.penalty2],
    [one.account1, seller.feeAccount, one.charged1],
    [one.account2, buyer.feeAccount, one.charged2],
  ] satisfies Move[]
}

function compare(
  id: string,
  moves: readonly Move[],
  entries: readonly Entry[] = [],
  problems: string[],
): void {
  const text = ([from, to, amount]: Move) => `${from} to ${to}: ${amount}`
  const expected = moves.filter(([, , amount]) => amount > 0n).map(text)
  const got = entries.map(({ debit, credit, amount }) => text([debit.account, credit.account, amount]))
  if (expected.toSorted().join() !== got.toSorted().join())
    problems.push(`half: ${id} has ${got.join(', ')} in place of ${expected.join(', ')}`)
}

function fail(what: string): never {
  throw new TypeError(what)
}
