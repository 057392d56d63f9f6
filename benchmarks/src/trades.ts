/**
 * Matched trades beside payments of the same ledger. A matched trade is a fill, with a fee for each side: it has four
 * entries, a payment one; so the ratio is that of the entries. Ten pairs, each with a deep book. What was taken is placed
 * again between the rounds, which is not measured.
 */
import { FILLS } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { openPostgres } from '@tallystick/storage-postgres'
import { openSqlite } from '@tallystick/storage-sqlite'
import { type Proof, proveBooks } from './ledger.js'
import { drive, measure, median, perSecond, rounds, type Sample } from './measure.js'
import type { Effort } from './options.js'
import type { PostgresServer } from './postgres-server.js'
import { atLeast, figure, type Row, type Section } from './report.js'
import type { Progress } from './terminal.js'
import { type Dice, diceOf } from './traffic.js'
import type { Workspace } from './workspace.js'

const PAIRS = 10
/** Accounts of each pair that sell, and as many that buy. */
const TRADERS = 8
const IN_FLIGHT = 256
/** Calls of a series of a round. */
const CALLS = 8 * IN_FLIGHT
/** While the books are filled, which is not measured. */
const AT_ONCE = 1_024
const TARGET = 0.5
/** Of a trade: what each side gives, and a fee of each. A payment has one. */
const ENTRIES = 4
/** In percent. */
const FEE = 1
const PATIENCE_MS = 180_000
/** Rounds that are not counted: code is compiled, caches fill. */
const WARM_UP = 3

/** How large orders are: of those that wait, and of those that take them. */
const SIZES: Readonly<Record<string, (dice: Dice) => number>> = {
  'each order takes one that waits': () => 1,
  'orders of 1 to 9 units': (dice) => 1 + dice(9),
}

interface Trader {
  readonly currency1AccountId: string
  readonly currency2AccountId: string
}

interface Market {
  readonly pair: string
  /** The accounts that get the fees of those who sell and of those who buy. */
  readonly house: Trader
  readonly sellers: readonly Trader[]
  readonly buyers: readonly Trader[]
}

class Exchange {
  private paid = 0
  private orders = 0
  private fills = 0

  private constructor(
    private readonly storage: Storage,
    private readonly ledger: Tallystick,
    private readonly markets: readonly Market[],
    private readonly size: () => number,
  ) {}

  static async open(storage: Storage, size: () => number): Promise<Exchange> {
    const ledger = createTallystick({ storage })
    const markets: Market[] = []
    const exchange = new Exchange(storage, ledger, markets, size)
    const coined = async (name: string) => {
      exchange.paid++
      return (await ledger.createCurrency({ name, supply: '1000000000', basePair: 'EUR' })).id
    }
    const money = await coined('VC_MONEY')
    for (let number = 0; number < PAIRS; number++) {
      const currency = `VC_COIN${number}`
      const coins = await coined(currency)
      const trader = async (): Promise<Trader> => {
        const { id: currency1AccountId } = await ledger.createAccount({ currency })
        const { id: currency2AccountId } = await ledger.createAccount({ currency: 'VC_MONEY' })
        await exchange.pay(coins, currency1AccountId, '1000000')
        await exchange.pay(money, currency2AccountId, '1000000')
        return { currency1AccountId, currency2AccountId }
      }
      const house = await trader()
      const traders = await Promise.all(Array.from({ length: 2 * TRADERS }, trader))
      markets.push({
        pair: `${currency}/VC_MONEY`,
        house,
        sellers: traders.slice(0, TRADERS),
        buyers: traders.slice(TRADERS),
      })
    }
    return exchange
  }

  private pay(senderAccountId: string, recipientAccountId: string, amount: string): Promise<unknown> {
    this.paid++
    return this.ledger.sendTransaction({ senderAccountId, recipientAccountId, amount })
  }

  /** Orders that sell, at a thousand prices. */
  async stock(orders: number): Promise<void> {
    await drive(orders, AT_ONCE, (index) => {
      const { pair, sellers, house } = this.market(index)
      const price = (1 + (this.orders++ % 1_000) / 1_000).toFixed(3)
      const seller = sellers[index % TRADERS] as Trader
      const fee = { fee: FEE, feeAccountId: house.currency1AccountId }
      return this.ledger.createTrade({
        type: 'SELL',
        price,
        amount: `${this.size()}`,
        pair,
        ...seller,
        ...fee,
      })
    })
  }

  /** Counts what was matched, and not the orders that matched it. */
  async trade(): Promise<Sample> {
    const sample = await this.sample((index) => {
      const { pair, buyers, house } = this.market(index)
      const buyer = buyers[Math.floor(index / PAIRS) % TRADERS] as Trader
      const fee = { fee: FEE, feeAccountId: house.currency2AccountId }
      const order = { type: 'BUY', price: '2', amount: `${this.size()}` } as const
      return this.ledger.createTrade({ ...order, pair, ...buyer, ...fee })
    })
    const before = this.fills
    this.fills = await this.storage.query.count(FILLS)
    return { ...sample, payments: this.fills - before }
  }

  payments(): Promise<Sample> {
    return this.sample((index) => {
      const { sellers, buyers } = this.market(index)
      const at = Math.floor(index / PAIRS) % TRADERS
      const [from, to] = [sellers[at] as Trader, buyers[at] as Trader]
      return this.pay(from.currency1AccountId, to.currency1AccountId, '0.01')
    })
  }

  /** @param again Opens the storage once more: closing the ledger closes it */
  async prove(name: string, again: () => Promise<Storage>): Promise<Proof> {
    await this.ledger.close()
    return proveBooks(name, await again(), this.paid + ENTRIES * this.fills)
  }

  private sample(call: (index: number) => Promise<unknown>): Promise<Sample> {
    return measure(CALLS, () => drive(CALLS, IN_FLIGHT, call))
  }

  private market(index: number): Market {
    return this.markets[index % PAIRS] as Market
  }
}

export async function measureTrades(
  workspace: Workspace,
  server: PostgresServer,
  effort: Effort,
  seed: number,
  progress: Progress,
): Promise<{ readonly sections: readonly Section[]; readonly proofs: readonly Proof[] }> {
  const rows: Row[] = []
  const proofs: Proof[] = []
  for (const [index, [sizes, size]] of Object.entries(SIZES).entries()) {
    const file = workspace.file(`trades-${index}`)
    const url = await server.place()
    for (const [storage, open] of [
      ['SQLite', () => openSqlite({ file })],
      ['PostgreSQL', () => openPostgres({ url })],
    ] as const) {
      const dice = diceOf(seed)
      const made = await measureOn(`${storage}, ${sizes}`, open, () => size(dice), effort, progress)
      rows.push(made.row)
      proofs.push(made.proof)
    }
  }
  const depth = effort.tradeDepth.toLocaleString('en-US')
  return {
    sections: [
      {
        title: `Matched trades: ${PAIRS} pairs, books ${depth} deep, ${IN_FLIGHT} calls at once`,
        columns: ['payments', 'trades', 'entries', 'CPU'],
        rows,
        notes: [
          'The ratios are those of the entries, by time and by CPU of this process: a trade has four, a payment one.',
        ],
      },
    ],
    proofs,
  }
}

async function measureOn(
  name: string,
  open: () => Promise<Storage>,
  size: () => number,
  { tradeRounds, tradeDepth }: Effort,
  progress: Progress,
): Promise<{ readonly row: Row; readonly proof: Proof }> {
  const what = `trades on ${name}`
  progress.tell(what, 'filling the books')
  const exchange = await Exchange.open(await open(), size)
  await exchange.stock(PAIRS * tradeDepth)
  const samples: { readonly payments: Sample; readonly trades: Sample }[] = []
  const play = async (round: number) => {
    const first = round % 2 === 0 ? await exchange.payments() : null
    const trades = await exchange.trade()
    const payments = first ?? (await exchange.payments())
    await exchange.stock(CALLS)
    return { payments, trades }
  }
  for (let round = 0; round < WARM_UP; round++) await play(round)
  await rounds(tradeRounds, PATIENCE_MS, async (round) => {
    progress.tell(what, `round ${round + 1} of ${tradeRounds}`)
    samples.push(await play(round))
  })
  const cpuOf = ({ cpuMs, payments }: Sample): number => cpuMs / payments
  const ratio = median(samples.map((one) => (ENTRIES * perSecond(one.trades)) / perSecond(one.payments)))
  const cpu = median(samples.map((one) => (ENTRIES * cpuOf(one.payments)) / cpuOf(one.trades)))
  progress.tell(what, 'verifying')
  return {
    row: {
      name,
      cells: [
        figure('perSecond', median(samples.map(({ payments }) => perSecond(payments)))),
        figure('perSecond', median(samples.map(({ trades }) => perSecond(trades)))),
        figure('ratio', ratio),
        figure('ratio', cpu),
      ],
      target: atLeast(TARGET, ratio),
    },
    proof: await exchange.prove(`trades on ${name}`, open),
  }
}
