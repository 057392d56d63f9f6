/** Prices of a pair over time, made of its fills. */
import { BigNumber, FILLS, type Fill, formatDecimal, type TenantId, tradeKey } from '@tallystick/core'
import type { CallContext } from '../context.js'
import { bounded } from '../ledger/listing/bounded.js'
import type { TIME_FRAMES } from './models.js'

type TimeFrame = (typeof TIME_FRAMES)[number]

interface ChartArgs {
  readonly pair: string
  readonly from: number
  readonly to: number
  readonly timeFrame: TimeFrame
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY
/** 1970 began on a Thursday; weeks begin on Mondays. */
const FIRST_MONDAY = 4 * DAY

const SPANS: Readonly<Partial<Record<TimeFrame, number>>> = {
  MIN_1: MINUTE,
  MIN_3: 3 * MINUTE,
  MIN_5: 5 * MINUTE,
  MIN_15: 15 * MINUTE,
  MIN_30: 30 * MINUTE,
  HOUR_1: HOUR,
  HOUR_4: 4 * HOUR,
  HOUR_12: 12 * HOUR,
  DAY,
}

/** When the span of this time begins, in UTC. */
export function beginningOf(frame: TimeFrame, time: number): number {
  const span = SPANS[frame]
  if (span !== undefined) return time - (time % span)
  if (frame === 'WEEK') return time - ((time - FIRST_MONDAY + WEEK) % WEEK)
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), frame === 'MONTH' ? date.getUTCMonth() : 0)
}

/** The most points of a chart. */
const MOST = 200
/** Fills read at once: a long chart takes turns with other calls. */
const PAGE = 1_000

interface Point {
  readonly timestamp: number
  open: string
  close: string
  high: string
  low: string
  volume: bigint
}

/** The first points from `from` on, or with `desc` the last ones until `to`. Spans without a fill have no point. */
export async function chart(
  { engine, caller }: Pick<CallContext, 'engine' | 'caller'>,
  asked: ChartArgs,
  direction: 'asc' | 'desc',
) {
  const queries = bounded(engine.query)
  const points: Point[] = []
  let scale = 0
  for await (const fill of fillsOf(queries, caller.tenant, asked, direction)) {
    const timestamp = beginningOf(asked.timeFrame, fill.created)
    let point = points.at(-1)
    if (point === undefined) scale = (await queries.find(tradeKey(caller.tenant, fill.maker)))?.scale1 ?? 0
    if (point?.timestamp !== timestamp) {
      if (points.length === MOST) break
      const { price } = fill
      point = { timestamp, open: price, close: price, high: price, low: price, volume: 0n }
      points.push(point)
    }
    add(point, fill, direction)
  }
  return points.map(({ volume, ...rest }) => ({ ...rest, volume: formatDecimal(volume, scale) as string }))
}

function add(point: Point, { price, amount }: Fill, direction: 'asc' | 'desc'): void {
  point[direction === 'asc' ? 'close' : 'open'] = price
  if (new BigNumber(price).gt(point.high)) point.high = price
  if (new BigNumber(price).lt(point.low)) point.low = price
  point.volume += amount
}

/** The fills of a pair within a time, in the order of time. */
async function* fillsOf(
  query: CallContext['engine']['query'],
  tenant: TenantId,
  { pair, from, to }: ChartArgs,
  order: 'asc' | 'desc',
): AsyncGenerator<Fill> {
  let at = order === 'asc' ? from : to
  let seen: ReadonlySet<string> = new Set()
  let limit = PAGE
  for (;;) {
    const created = order === 'asc' ? { from: at } : { to: at }
    const page = await query.list(FILLS, { where: { tenant, pair, created }, by: 'created', order, limit })
    for (const fill of page) {
      if (fill.created > to || fill.created < from) return
      if (!seen.has(fill.id)) yield fill
    }
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return
    // If one millisecond has more than a page, the next page is larger.
    limit = last.created === at ? 2 * limit : PAGE
    at = last.created
    seen = new Set(page.filter((fill) => fill.created === at).map(({ id }) => id))
  }
}
