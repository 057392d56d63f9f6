/** Rows of the order book, with every field set somewhere. They hold and move nothing, so their books are right. */
import {
  type AccountId,
  AGREEMENTS,
  type Agreement,
  type AgreementId,
  type BlockageId,
  type Change,
  type CustomerId,
  type Decimal,
  FILLS,
  type Fill,
  type FillId,
  PAIRS,
  type Pair,
  type Reference,
  type TenantId,
  TRADES,
  type Trade,
  type TradeId,
} from '@tallystick/core'
import type { Audit } from '@tallystick/engine'
import { everyItem } from '../dump.js'
import { ALPHA, HUGE, UNICODE } from './samples.js'

export const noTrades = () => ({
  pairs: [] as Pair[],
  trades: [] as Trade[],
  fills: [] as Fill[],
  agreements: [] as Agreement[],
})

const idOf = <Id extends string>(tenant: TenantId, number: number): Id =>
  `${tenant === ALPHA ? 'a' : 'b'}${String(number).padStart(23, '0')}` as Id

const LAST = 2 ** 53 - 1
const TERMS = { sealDate: LAST, percentBlock: '0' as Decimal, percentPenalty: '22.5' as Decimal }

/** An order that has ended. Ids rise with the number. */
export function sampleTrade(tenant: TenantId, number: number, over: Partial<Trade> = {}): Trade {
  return {
    id: idOf<TradeId>(tenant, number),
    tenant,
    pair: 'A/B',
    type: 'SELL',
    price: '1.5' as Decimal,
    amount: HUGE,
    account1: idOf<AccountId>(tenant, 2),
    account2: idOf<AccountId>(tenant, 3),
    customer1: null,
    customer2: idOf<CustomerId>(tenant, 4),
    scale1: 8,
    scale2: 2,
    fee: null,
    feeAccount: null,
    terms: null,
    created: 1,
    state: 'ended',
    ended: 'dust',
    fill: 0n,
    isMaker: false,
    book: null,
    rank: '',
    blockage: null,
    blocked: 0n,
    updated: 2,
    ...over,
  }
}

/** The changes that write the rows, which `listed` then has too. */
export function fillTrades(tenant: TenantId, listed: ReturnType<typeof noTrades>): readonly Change[] {
  const id = <Id extends string>(number: number) => idOf<Id>(tenant, number)
  const pairs: Pair[] = [
    { tenant, pair: 'A/B', matching: null, facing: null, sequence: 0 },
    { tenant, pair: UNICODE, matching: id<TradeId>(4), facing: UNICODE, sequence: LAST },
  ]
  const trade = sampleTrade(tenant, 1)
  const future: Trade = {
    ...trade,
    id: id<TradeId>(2),
    pair: UNICODE,
    type: 'FUTURE_BUY',
    customer1: id<CustomerId>(5),
    fee: '0.1' as Decimal,
    feeAccount: id<AccountId>(6),
    terms: TERMS,
    state: 'open',
    ended: null,
    isMaker: true,
    book: UNICODE,
    rank: UNICODE,
    blockage: id<BlockageId>(7),
    amount: HUGE * 10n,
    fill: HUGE + 1n,
    unsettled: 1,
    due: LAST,
  }
  const other: Trade = { ...future, id: id<TradeId>(3), state: 'matched', ended: 'cancelled', book: null }
  const matching: Trade = {
    ...trade,
    id: id<TradeId>(4),
    pair: UNICODE,
    amount: 0n,
    state: 'open',
    ended: null,
  }
  const met = {
    tenant,
    maker: future.id,
    taker: other.id,
    side: 'SELL',
    price: '1' as Decimal,
    reference: (UNICODE + tenant) as Reference,
    created: 3,
  } as const
  const fill: Fill = {
    ...met,
    ...{ id: id<FillId>(1), pair: 'A/B', makerEnded: true, takerEnded: false },
    ...{ amount: 0n, quote: 0n, makerFee: 0n, takerFee: 0n },
  }
  const agreement: Agreement = {
    ...met,
    ...{
      id: id<AgreementId>(1),
      pair: UNICODE,
      amount: HUGE,
      quote: HUGE,
      fee1: 1n,
      fee2: HUGE,
      makerEnded: false,
      takerEnded: true,
    },
    ...{ account1: trade.account1, account2: trade.account2, terms: TERMS, state: 'open', due: LAST },
    ...{ blockage1: id<BlockageId>(8), blockage2: null },
    ...{ sold: 0n, paid: 0n, penalty1: 0n, penalty2: 0n, charged1: 0n, charged2: 0n },
  }
  const settled: Agreement = {
    ...agreement,
    ...{ id: id<AgreementId>(2), amount: 1n, state: 'settled', due: null },
    ...{ blockage1: null, blockage2: id<BlockageId>(9) },
  }
  const trades = [trade, future, other, matching]
  const fills = [fill, { ...fill, id: id<FillId>(2), side: 'BUY' as const, price: UNICODE as Decimal }]
  const agreements = [agreement, settled]
  listed.pairs.push(...pairs.toReversed())
  listed.trades.push(...trades)
  listed.fills.push(...fills)
  listed.agreements.push(...agreements)
  return [
    ...pairs.map((pair): Change => ({ type: 'pair.opened', pair })),
    ...trades.toReversed().map((one): Change => ({ type: 'trade.placed', trade: one })),
    ...fills.toReversed().map((one): Change => ({ type: 'fill.made', fill: one })),
    ...agreements.toReversed().map((one): Change => ({ type: 'agreement.made', agreement: one })),
  ]
}

export const tradeLists = async (audit: Audit, limit: number) => ({
  pairs: await everyItem(audit, PAIRS, limit),
  trades: await everyItem(audit, TRADES, limit),
  fills: await everyItem(audit, FILLS, limit),
  agreements: await everyItem(audit, AGREEMENTS, limit),
})
