/** Orders, and what they make when they meet, in the model of the order book. */

export interface BookTerms {
  readonly sealDate: number
  readonly block: string
  readonly penalty: string
}

/** An order as it was sent. Prices and percentages are decimal texts. */
export interface BookOrder {
  readonly name: string
  readonly pair: string
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  readonly amount: bigint
  readonly scale1: number
  readonly scale2: number
  readonly account1: string
  readonly account2: string
  /** Nobody trades with himself. */
  readonly owners: readonly string[]
  readonly fee: string | null
  readonly feeAccount: string | null
  /** Of a future. */
  readonly terms: BookTerms | null
}

export interface Met {
  readonly maker: string
  readonly taker: string
  readonly amount: bigint
  readonly quote: bigint
}

export interface BookFill extends Met {
  readonly makerFee: bigint
  readonly takerFee: bigint
}

export interface BookAgreement extends Met {
  readonly price: string
  readonly seller: BookOrder
  readonly buyer: BookOrder
  readonly fee1: bigint
  readonly fee2: bigint
  state: 'open' | 'settled' | 'void'
  /** What was sold, paid, and paid in penalties and fees, by both sides. */
  moved: readonly bigint[]
}

export type BookEnd = 'filled' | 'dust' | 'cancelled' | 'expired'

export interface Placed {
  readonly order: BookOrder
  rest: bigint
  state: 'open' | 'matched' | 'ended'
  ended: BookEnd | null
  /** Agreements that wait. */
  unsettled: number
  isMaker: boolean
  held: bigint
}
