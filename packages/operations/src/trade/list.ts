/** Lists of orders: filtered, sorted, counted. */
import {
  type AccountId,
  BigNumber,
  type CustomerId,
  formatDecimal,
  type TenantId,
  TRADES,
  type Trade,
  type TradeState,
  type Where,
} from '@tallystick/core'
import { type Queries, Rejected } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import { everyAccount } from '../ledger/listing/accounts.js'
import { bounded } from '../ledger/listing/bounded.js'
import { First, MOST_SORTED } from '../ledger/listing/first.js'
import { yieldToLoop } from '../ledger/listing/records.js'
import { present } from '../present.js'
import { pageOf, withCursor } from '../wire/cursor.js'
import type { SORTS } from './models.js'

interface Condition {
  readonly op: 'gte' | 'lte' | 'gt' | 'lt' | 'eq' | 'neq'
  readonly value: string
}

/** What a list is asked for, as the wire has it. */
export interface ListArgs {
  readonly id?: string
  readonly customerId?: string
  readonly pageSize?: number
  readonly offset?: number
  readonly cursor?: string
  readonly pair?: string
  readonly count?: boolean
  readonly amount?: readonly Condition[]
  readonly fill?: readonly Condition[]
  readonly price?: readonly Condition[]
  readonly created?: readonly Condition[]
  readonly sort?: readonly (typeof SORTS)[number][]
}

/** The orders that a list has, before what the caller asks for. */
export interface Listed {
  readonly state: TradeState
  readonly types: readonly string[]
}

type Orders = AsyncGenerator<Trade, undefined>
type Span = ReturnType<typeof pageOf>

/** Orders that are in memory at once, of all lists that are merged. */
const KEPT = 1_000
/** Orders per read: larger answers take long to parse when several arrive together. */
const READ = 100
/** Orders that are looked at in one turn of the event loop. */
const TURN = 20
/** Lists that are merged. A customer with more accounts is looked for among all orders instead. */
const MOST_LISTS = 100

export function presentTrade(trade: Trade) {
  const { terms, id, type, price, amount, pair, isMaker, fill, scale1, feeAccount, fee, created } = trade
  return present({
    id: id as string,
    type,
    price: price as string,
    amount: formatDecimal(amount, scale1) as string,
    pair,
    isMaker,
    fill: formatDecimal(fill, scale1) as string,
    feeAccountId: feeAccount as string | null,
    fee: fee === null ? null : Number(fee),
    currency1AccountId: trade.account1 as string,
    currency2AccountId: trade.account2 as string,
    created,
    attr: terms && {
      sealDate: terms.sealDate as number,
      percentBlock: Number(terms.percentBlock),
      percentPenalty: Number(terms.percentPenalty),
    },
  })
}

export async function listTrades(
  operation: string,
  { engine, caller: { tenant } }: Pick<CallContext, 'engine' | 'caller'>,
  listed: Listed,
  args: ListArgs,
  target: 'query' | 'body' = 'body',
): Promise<ReturnType<typeof presentTrade>[] | number> {
  const { sort = [], count = false, pair } = args
  const page = pageOf(operation, args, target)
  const queries = bounded(engine.query)
  const places = await placesOf(queries, tenant, args)
  const atOnce = Math.min(READ, Math.ceil(KEPT / places.length))
  const wheres = places.map((place) => ({ tenant, state: listed.state, ...place, pair }))
  const all = merged(wheres.map((where) => every(queries, where, page.after, atOnce)))
  const orders = fitting(all, filterOf(listed, args))
  if (count) return counted(orders)
  const shown = await (sort.length === 0 ? skipped(orders, page) : sorted(orders, sort, page))
  return withCursor(
    operation,
    args,
    page,
    shown.map(({ id }) => id),
    shown.map(presentTrade),
  )
}

/** An order names an account once, in one of two places, and a customer in one or both. */
async function placesOf(
  queries: Queries,
  tenant: TenantId,
  { id, customerId }: ListArgs,
): Promise<readonly Where<Trade>[]> {
  if (id !== undefined) return [{ account1: id as AccountId }, { account2: id as AccountId }]
  if (customerId === undefined) return [{}]
  const customer = customerId as CustomerId
  const places: Where<Trade>[] = [{ customer1: customer }]
  // No index has the second customers of orders, but one has the second accounts.
  for await (const { account } of everyAccount(queries, tenant, { customer })) {
    places.push({ account2: account.id, customer1: { not: customer } })
    if (places.length > MOST_LISTS) return [{}]
  }
  return places
}

/** The orders of a place, the newest first. Only a page of them is in memory. */
async function* every(
  queries: Queries,
  where: Where<Trade>,
  behind: string | undefined,
  atOnce: number,
): Orders {
  let after = behind
  do {
    const page = await queries.list(TRADES, present({ where, order: 'desc', limit: atOnce, after }))
    yield* page
    after = page.length < atOnce ? undefined : page.at(-1)?.id
  } while (after !== undefined)
}

/** Several lists of orders as one, the newest first. */
async function* merged(lists: readonly Orders[]): Orders {
  const heads = await Promise.all(lists.map(async (list) => ({ list, next: await list.next() })))
  for (;;) {
    heads.sort(({ next: one }, { next: other }) => ((one.value?.id ?? '') < (other.value?.id ?? '') ? 1 : -1))
    const [newest] = heads
    if (newest === undefined || newest.next.done === true) return
    yield newest.next.value
    newest.next = await newest.list.next()
  }
}

/** Those of the orders that the filter lets through. Other calls go on meanwhile. */
async function* fitting(orders: Orders, fits: (trade: Trade) => boolean): Orders {
  let seen = 0
  for await (const trade of orders) {
    if (++seen % TURN === 0) await yieldToLoop()
    if (fits(trade)) yield trade
  }
}

async function counted(orders: Orders): Promise<number> {
  let total = 0
  for await (const _ of orders) total++
  return total
}

async function skipped(orders: Orders, { offset, limit }: Span): Promise<readonly Trade[]> {
  const shown: Trade[] = []
  let skip = offset
  for await (const trade of orders) {
    if (skip-- > 0) continue
    if (shown.push(trade) >= limit) break
  }
  return shown
}

/** @throws Rejected `validation.failed` for a page beyond the largest list that can be sorted */
async function sorted(
  orders: Orders,
  sort: readonly string[],
  { offset, limit }: Span,
): Promise<readonly Trade[]> {
  if (offset + limit > MOST_SORTED) {
    const depth = `only the first ${MOST_SORTED} can be listed in an order of one's own: leave sort out beyond`
    const violations = [{ target: 'body' as const, property: 'sort', constraints: { depth } }]
    throw new Rejected({ code: 'validation.failed', violations })
  }
  const first = new First<Ranked>(offset + limit, compared)
  const fields = fieldsOf(sort)
  for await (const trade of orders) first.add({ trade, values: fields.map((read) => read(trade)) })
  return first.items.slice(offset).map(({ trade }) => trade)
}

const FIELDS = {
  price: ({ price }: Trade) => new BigNumber(price),
  amount: ({ amount, scale1 }: Trade) => new BigNumber(formatDecimal(amount, scale1)),
  fill: ({ fill, scale1 }: Trade) => new BigNumber(formatDecimal(fill, scale1)),
  created: ({ created }: Trade) => new BigNumber(created),
  fee: ({ fee }: Trade) => new BigNumber(fee ?? 0),
} as const

const OPERATORS: Readonly<Record<Condition['op'], (order: number) => boolean>> = {
  gte: (order) => order >= 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  lt: (order) => order < 0,
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
}

/** Reads the conditions of a call once; and of each order, each field that has some. */
function filterOf({ types }: Listed, { customerId, ...args }: ListArgs): (trade: Trade) => boolean {
  const asked = (['price', 'amount', 'fill', 'created'] as const).flatMap((name) => {
    const conditions = (args[name] ?? []).map(({ op, value }) => ({
      holds: OPERATORS[op],
      bound: new BigNumber(value.replace('+', '')),
    }))
    return conditions.length === 0 ? [] : [{ read: FIELDS[name], conditions }]
  })
  return (trade) =>
    types.includes(trade.type) &&
    (customerId === undefined || trade.customer1 === customerId || trade.customer2 === customerId) &&
    asked.every(({ read, conditions }) => {
      const value = read(trade)
      return conditions.every(({ holds, bound }) => holds(value.comparedTo(bound) ?? 0))
    })
}

/** An order with what decides its place, the first one first. */
interface Ranked {
  readonly trade: Trade
  readonly values: readonly BigNumber[]
}

/** What decides the place of an order, the lowest first. A field that was named before decides nothing more. */
function fieldsOf(sort: readonly string[]): readonly ((trade: Trade) => BigNumber)[] {
  const directions = new Map<string, string>()
  for (const one of sort) {
    const [name = '', direction = ''] = one.toLowerCase().split('_')
    if (!directions.has(name)) directions.set(name, direction)
  }
  return [...directions].map(([name, direction]) => {
    // The names of SORTS are those of FIELDS.
    const read = FIELDS[name as keyof typeof FIELDS]
    return direction === 'asc' ? read : (trade) => read(trade).negated()
  })
}

function compared(one: Ranked, other: Ranked): number {
  for (const [at, value] of one.values.entries()) {
    const order = value.comparedTo(other.values[at] ?? value) ?? 0
    if (order !== 0) return order
  }
  return one.trade.id < other.trade.id ? 1 : -1
}
