/** Lists of orders: filtered, sorted, counted. */
import {
  type AccountId,
  BigNumber,
  type CustomerId,
  formatDecimal,
  TRADES,
  type Trade,
  type TradeState,
  type Where,
} from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import { everyAccount } from '../ledger/listing/accounts.js'
import { First, MOST_SORTED } from '../ledger/listing/first.js'
import { present } from '../present.js'
import { placeOf, withCursor } from '../wire/cursor.js'
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
type Span = ReturnType<typeof placeOf>

/** Orders read at once: a long list takes turns with other calls. */
const PAGE = 1_000
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
  context: Pick<CallContext, 'engine' | 'caller'>,
  listed: Listed,
  args: ListArgs,
): Promise<ReturnType<typeof presentTrade>[] | number> {
  const { sort = [], count = false } = args
  const page = placeOf(operation, args)
  const places = await placesOf(context, args)
  const atOnce = Math.ceil(PAGE / places.length)
  const orders = merged(places.map((where) => every(context, listed, args, where, page.after, atOnce)))
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
  { engine, caller: { tenant } }: Pick<CallContext, 'engine' | 'caller'>,
  { id, customerId }: ListArgs,
): Promise<readonly Where<Trade>[]> {
  if (id !== undefined) return [{ account1: id as AccountId }, { account2: id as AccountId }]
  if (customerId === undefined) return [{}]
  const customer = customerId as CustomerId
  const places: Where<Trade>[] = [{ customer1: customer }]
  // No index has the second customers of orders, but one has the second accounts.
  for await (const { account } of everyAccount(engine.query, tenant, { customer })) {
    places.push({ account2: account.id, customer1: { not: customer } })
    if (places.length > MOST_LISTS) return [{}]
  }
  return places
}

/** The orders that fit, the newest first. Only a page of them is in memory. */
async function* every(
  { engine, caller }: Pick<CallContext, 'engine' | 'caller'>,
  { state, types }: Listed,
  args: ListArgs,
  place: Where<Trade>,
  behind: string | undefined,
  atOnce: number,
): Orders {
  const where: Where<Trade> = { tenant: caller.tenant, state, ...place, pair: args.pair }
  const asked = Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined))
  let after = behind
  do {
    const from = after === undefined ? {} : { after }
    const page = await engine.query.list(TRADES, { where: asked, order: 'desc', limit: atOnce, ...from })
    for (const trade of page) if (types.includes(trade.type) && fits(args, trade)) yield trade
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
  const first = new First<Trade>(offset + limit, (one, other) => compared(sort, one, other))
  for await (const trade of orders) first.add(trade)
  return first.items.slice(offset)
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

function fits(args: ListArgs, trade: Trade): boolean {
  const { customerId } = args
  if (customerId !== undefined && trade.customer1 !== customerId && trade.customer2 !== customerId)
    return false
  return (['price', 'amount', 'fill', 'created'] as const).every((name) =>
    (args[name] ?? []).every(({ op, value }) =>
      OPERATORS[op](FIELDS[name](trade).comparedTo(value.replace('+', '')) ?? 0),
    ),
  )
}

function compared(sort: readonly string[], a: Trade, b: Trade): number {
  for (const one of sort) {
    const [name, direction] = one.toLowerCase().split('_')
    // The names of SORTS are those of FIELDS.
    const of = FIELDS[name as keyof typeof FIELDS]
    const order = of(a).comparedTo(of(b)) ?? 0
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return a.id < b.id ? 1 : -1
}
