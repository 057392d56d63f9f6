/**
 * An order book as docs/order-book.md describes it, as plain and slow as it can be: lists of orders, searched from the
 * beginning each time. It shares no code with the rules. Amounts are whole numbers of the smallest unit, prices are
 * fractions.
 */

/** An order as it was sent. Prices and percentages are decimal texts. */
export interface BookOrder {
  readonly name: string
  readonly pair: string
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  readonly amount: bigint
  readonly account1: string
  readonly account2: string
  readonly owner: string
  readonly fee: string | null
  readonly feeAccount: string | null
}

export interface BookFill {
  readonly maker: string
  readonly taker: string
  readonly amount: bigint
  readonly quote: bigint
  readonly makerFee: bigint
  readonly takerFee: bigint
}

interface Waiting {
  readonly order: BookOrder
  rest: bigint
}

interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

function fraction(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.')
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) }
}

const smaller = (one: bigint, other: bigint): bigint => (one > other ? other : one)

export class BookModel {
  readonly balances = new Map<string, bigint>()
  readonly fills: BookFill[] = []
  /** Open orders in the order in which they came. */
  private open: Waiting[] = []

  /** @param scales Decimals of each currency */
  constructor(private readonly scales: Readonly<Record<string, number>>) {}

  fund(account: string, amount: bigint): void {
    this.balances.set(account, (this.balances.get(account) ?? 0n) + amount)
  }

  /** What open orders may still cost, by account. */
  blocked(account: string): bigint {
    return this.open
      .filter(({ order }) => (order.side === 'BUY' ? order.account2 : order.account1) === account)
      .reduce((sum, { order, rest }) => sum + this.cost(order, rest), 0n)
  }

  openOrders(): readonly { readonly name: string; readonly rest: bigint }[] {
    return this.open.map(({ order, rest }) => ({ name: order.name, rest }))
  }

  /** False: the order is refused. */
  place(order: BookOrder): boolean {
    const payer = order.side === 'BUY' ? order.account2 : order.account1
    if (this.quote(order, order.price, order.amount) === 0n) return false
    if ((this.balances.get(payer) ?? 0n) - this.blocked(payer) < this.cost(order, order.amount)) return false
    const taker: Waiting = { order, rest: order.amount }
    while (taker.rest > 0n) {
      const maker = this.best(taker.order)
      if (maker === undefined) break
      if (maker.order.owner === order.owner) {
        this.drop(maker)
        continue
      }
      const amount = smaller(maker.rest, taker.rest)
      const quote = this.quote(order, maker.order.price, amount)
      // Worth nothing at this price: what is left of the order is dropped.
      if (quote === 0n) return true
      this.trade(maker, taker, amount, quote)
      if (this.isOver(maker)) this.drop(maker)
      if (this.isOver(taker)) return true
    }
    this.open.push(taker)
    return true
  }

  cancel(name: string): boolean {
    const found = this.open.find(({ order }) => order.name === name)
    if (found === undefined) return false
    this.drop(found)
    return true
  }

  private isOver({ order, rest }: Waiting): boolean {
    return rest === 0n || this.quote(order, order.price, rest) === 0n
  }

  private drop(one: Waiting): void {
    this.open = this.open.filter((other) => other !== one)
  }

  /** The order that the new one meets first: the best price, and of equal prices the one that came first. */
  private best(order: BookOrder): Waiting | undefined {
    const limit = fraction(order.price)
    let best: Waiting | undefined
    for (const one of this.open) {
      if (one.order.pair !== order.pair || one.order.side === order.side) continue
      const price = fraction(one.order.price)
      const difference = price.over * limit.under - limit.over * price.under
      if (order.side === 'BUY' ? difference > 0n : difference < 0n) continue
      if (best === undefined) {
        best = one
        continue
      }
      const known = fraction(best.order.price)
      const better = price.over * known.under - known.over * price.under
      if (order.side === 'BUY' ? better < 0n : better > 0n) best = one
    }
    return best
  }

  private trade(maker: Waiting, taker: Waiting, amount: bigint, quote: bigint): void {
    const [buyer, seller] = maker.order.side === 'BUY' ? [maker, taker] : [taker, maker]
    this.move(seller.order.account1, buyer.order.account1, amount)
    this.move(buyer.order.account2, seller.order.account2, quote)
    const fees = [maker, taker].map(({ order }) => {
      const paid = order.side === 'BUY' ? quote : amount
      const fee = this.percent(order.fee, paid)
      if (order.feeAccount !== null)
        this.move(order.side === 'BUY' ? order.account2 : order.account1, order.feeAccount, fee)
      return fee
    })
    maker.rest -= amount
    taker.rest -= amount
    this.fills.push({
      maker: maker.order.name,
      taker: taker.order.name,
      amount,
      quote,
      makerFee: fees[0] ?? 0n,
      takerFee: fees[1] ?? 0n,
    })
  }

  private move(from: string, to: string, amount: bigint): void {
    this.fund(from, -amount)
    this.fund(to, amount)
  }

  private cost(order: BookOrder, amount: bigint): bigint {
    const paid = order.side === 'BUY' ? this.quote(order, order.price, amount) : amount
    return paid + this.percent(order.fee, paid)
  }

  /** Rounded down. */
  private percent(fee: string | null, paid: bigint): bigint {
    if (fee === null) return 0n
    const { over, under } = fraction(fee)
    return (paid * over) / (under * 100n)
  }

  /** Rounded down. */
  private quote({ pair }: BookOrder, price: string, amount: bigint): bigint {
    const [first = '', second = ''] = pair.split('/')
    const { over, under } = fraction(price)
    const up = 10n ** BigInt(this.scales[second] ?? 0)
    const down = 10n ** BigInt(this.scales[first] ?? 0)
    return (amount * over * up) / (under * down)
  }
}
