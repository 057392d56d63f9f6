/** Orders that meet: few pairs, prices and amounts; and now and then one that takes all that waits. */
import type { TenantId } from '@tallystick/core'
import type { Placed } from '../model/book-order.js'
import type { ModelAccount } from '../model/state.js'
import type { TradingModel } from '../model/trading.js'
import type { SeededRandom } from '../seeded.js'
import type { NewOrder, TradingCommand } from '../trading-command.js'
import { type Cast, NOBODY } from './cast.js'
import { between, oneOf } from './chance.js'

const STRANGE = ['EUR/EUR', 'EUR', 'EUR/NOPE'] as const
const PRICES = ['1', '1', '1', '2', '2', '0.5', '0.333333', '7.'] as const
const STRANGE_PRICES = ['0', '-1', '', '1e2', '0.00000000000000000000000000000000001'] as const
const AMOUNTS = ['1', '1', '1', '2', '3', '0.5', '2.01'] as const
const LARGE = ['12', '40', '100'] as const
const FEES = ['0', '1', '1', '33.333', '33.333', '100', '100.1'] as const
const TERMS = [
  { block: '0', penalty: '0' },
  { block: '22', penalty: '45' },
  { block: '22', penalty: '45' },
  { block: '100', penalty: '100' },
  { block: '101', penalty: '0' },
] as const
/** Seal dates are so far apart, in milliseconds. */
const SEALED_EVERY = 2_000
/** More of them are no better. */
const MOST_WAITING = 60

export class TradingGenerator {
  private named = 0

  /** @param now As a machine's clock would have it that is right */
  constructor(
    private readonly random: SeededRandom,
    private readonly cast: Cast,
    private readonly model: TradingModel,
    private readonly now: () => number,
  ) {}

  make(type: TradingCommand['type']): TradingCommand {
    const { random, cast, model } = this
    switch (type) {
      case 'placeTrade':
        return model.book.waitingOn().length > MOST_WAITING ? this.make('cancelTrades') : this.place()
      case 'finishTrade': {
        const [matching] = model.matching.keys()
        const [tenant = '', pair = 'EUR/JPY'] = (matching ?? this.order()?.order.pair ?? '').split(' ')
        return { tenant: cast.stray((tenant || undefined) as TenantId | undefined), type, pair }
      }
      case 'cancelTrade': {
        const trade = this.order()?.order.name ?? NOBODY
        return { tenant: this.ownerOf(trade), type, trade }
      }
      case 'cancelTrades': {
        const account = this.order()?.order.account1 ?? cast.account()
        return { tenant: cast.ownerOf(account), type, account }
      }
      case 'expireTrade': {
        const trade = this.order(({ order }) => order.terms !== null)?.order.name ?? NOBODY
        return { tenant: this.ownerOf(trade), type, trade }
      }
      case 'settleAgreement': {
        const open = model.book.openAgreements()
        const some = open.length === 0 || random.below(8) === 0 ? [...model.book.agreements.keys()] : open
        const agreement = some.length === 0 ? NOBODY : oneOf(random, some)
        return { tenant: this.ownerOf(agreement.split('+')[0] ?? ''), type, agreement }
      }
    }
  }

  /** Mostly one that waits. */
  private order(isMeant: (one: Placed) => boolean = () => true): Placed | undefined {
    const { random, model } = this
    const all = random.below(6) === 0 ? [...model.book.orders.values()].slice(-30) : model.book.waitingOn()
    const some = all.filter(isMeant)
    return some.length === 0 ? undefined : oneOf(random, some)
  }

  private ownerOf(label: string): TenantId {
    return this.cast.ownerOf(this.model.book.orders.get(label)?.order.account1 ?? NOBODY)
  }

  private place(): TradingCommand {
    const met = this.random.below(2) === 0 ? this.order() : undefined
    return met === undefined || met.state !== 'open' ? this.anew() : this.against(met)
  }

  private anew(): TradingCommand {
    const { random, cast } = this
    const payer = cast.sender()
    const { tenant, currency = '' } = cast.known(payer) ?? {}
    const others = cast.currenciesOf(tenant).filter((one) => one !== currency)
    const other = others.length === 0 ? currency : oneOf(random, others.slice(0, 2))
    // Few pairs: the currencies in one order.
    const pair = random.below(40) === 0 ? oneOf(random, STRANGE) : [currency, other].sort().join('/')
    const payee = cast.accountOfTenant(tenant, other)
    const side = pair.startsWith(`${currency}/`) ? 'SELL' : 'BUY'
    return this.ordered(side, pair, payer, payee, this.values(), this.terms())
  }

  /** One that can be matched with this one. */
  private against({ order }: Placed): TradingCommand {
    const { random, cast } = this
    const side = order.side === 'BUY' ? 'SELL' : 'BUY'
    const { tenant } = cast.known(order.account1) ?? {}
    const [pays, gets] = side === 'SELL' ? [order.account1, order.account2] : [order.account2, order.account1]
    // Of somebody else, as a rule: nobody trades with himself.
    const isHis = (label: string): boolean =>
      order.owners.includes(label) || order.owners.includes(cast.known(label)?.customer?.label ?? '')
    const accountLike = (label: string): string => {
      const choose = () => cast.accountOfTenant(tenant, cast.known(label)?.currency ?? '')
      let chosen = choose()
      for (let tries = 0; tries < 5 && isHis(chosen); tries++) chosen = choose()
      return chosen
    }
    const payer = cast.rich(() => accountLike(pays))
    const values = { ...this.values(), price: order.price }
    const pair = order.pair.slice(order.pair.indexOf(' ') + 1)
    return this.ordered(
      side,
      pair,
      payer,
      accountLike(gets),
      values,
      random.below(20) === 0 ? this.terms() : order.terms,
    )
  }

  private ordered(
    side: NewOrder['side'],
    pair: string,
    payer: string,
    payee: string,
    values: Pick<NewOrder, 'price' | 'amount'>,
    terms: NewOrder['terms'],
  ): TradingCommand {
    const { cast } = this
    const [account1, account2] = side === 'BUY' ? [payee, payer] : [payer, payee]
    const fee = this.fee(cast.known(payer))
    const order = { as: `o${this.named++}`, side, pair, account1, account2, ...values, ...fee, terms }
    return { tenant: cast.ownerOf(payer), type: 'placeTrade', order }
  }

  private values(): Pick<NewOrder, 'price' | 'amount'> {
    const { random } = this
    const price = random.below(30) === 0 ? oneOf(random, STRANGE_PRICES) : oneOf(random, PRICES)
    const draw = random.below(20)
    if (draw === 0) return { price, amount: this.cast.amount(NOBODY) }
    return { price, amount: draw < 4 ? oneOf(random, LARGE) : oneOf(random, AMOUNTS) }
  }

  private fee(payer: ModelAccount | undefined): Pick<NewOrder, 'fee' | 'feeAccount'> {
    const { random, cast } = this
    const draw = random.below(40)
    if (draw === 0) return { fee: '1', feeAccount: null }
    if (draw === 1) return { fee: '1', feeAccount: cast.account() }
    if (draw > 10) return { fee: null, feeAccount: null }
    return {
      fee: oneOf(random, FEES),
      feeAccount: cast.accountOfTenant(payer?.tenant, payer?.currency ?? ''),
    }
  }

  private terms(): NewOrder['terms'] {
    const { random } = this
    if (random.below(4) > 0) return null
    const turn = Math.trunc(this.now() / SEALED_EVERY) + between(random, 0, 2)
    return { sealDate: turn * SEALED_EVERY, ...oneOf(random, TERMS) }
  }
}
