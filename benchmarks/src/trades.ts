/**
 * Matched trades beside payments of the same ledger. A trade carries four postings, a payment two; so the ratio is that of
 * the postings. Ten pairs, each with a deep book; every order takes one that waits. What was taken is placed again between
 * the rounds, which is not measured.
 */
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
import type { Workspace } from './workspace.js'

const PAIRS = 10
/** Accounts of each pair that sell, and as many that buy. */
const TRADERS = 8
const IN_FLIGHT = 256
/** Calls of a series of a round. */
const CALLS = 8 * IN_FLIGHT
const TARGET = 0.5
/** Postings of a trade for one of a payment. */
const POSTINGS = 2
const PATIENCE_MS = 180_000

interface Trader {
  readonly currency1AccountId: string
  readonly currency2AccountId: string
}

interface Market {
  readonly pair: string
  readonly sellers: readonly Trader[]
  readonly buyers: readonly Trader[]
}

class Exchange {
  private entries = 0
  private orders = 0

  private constructor(
    private readonly ledger: Tallystick,
    private readonly markets: readonly Market[],
  ) {}

  static async open(storage: Storage): Promise<Exchange> {
    const ledger = createTallystick({ storage })
    const markets: Market[] = []
    const exchange = new Exchange(ledger, markets)
    const coined = async (name: string) => {
      exchange.entries++
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
      const traders = await Promise.all(Array.from({ length: 2 * TRADERS }, trader))
      markets.push({
        pair: `${currency}/VC_MONEY`,
        sellers: traders.slice(0, TRADERS),
        buyers: traders.slice(TRADERS),
      })
    }
    return exchange
  }

  private pay(senderAccountId: string, recipientAccountId: string, amount: string): Promise<unknown> {
    this.entries++
    return this.ledger.sendTransaction({ senderAccountId, recipientAccountId, amount })
  }

  /** Orders that sell, at a thousand prices. */
  async stock(orders: number): Promise<void> {
    await drive(orders, IN_FLIGHT, (index) => {
      const { pair, sellers } = this.market(index)
      const price = (1 + (this.orders++ % 1_000) / 1_000).toFixed(3)
      const seller = sellers[index % TRADERS] as Trader
      return this.ledger.createTrade({ type: 'SELL', price, amount: '1', pair, ...seller })
    })
  }

  trade(): Promise<Sample> {
    this.entries += 2 * CALLS
    return this.sample((index) => {
      const { pair, buyers } = this.market(index)
      const buyer = buyers[Math.floor(index / PAIRS) % TRADERS] as Trader
      return this.ledger.createTrade({ type: 'BUY', price: '2', amount: '1', pair, ...buyer })
    })
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
    return proveBooks(name, await again(), this.entries)
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
  progress: Progress,
): Promise<{ readonly sections: readonly Section[]; readonly proofs: readonly Proof[] }> {
  const file = workspace.file('trades')
  const url = await server.place()
  const rows: Row[] = []
  const proofs: Proof[] = []
  for (const [name, open] of [
    ['SQLite', () => openSqlite({ file })],
    ['PostgreSQL', () => openPostgres({ url })],
  ] as const) {
    const { row, proof } = await measureOn(name, open, effort, progress)
    rows.push(row)
    proofs.push(proof)
  }
  const depth = effort.tradeDepth.toLocaleString('en-US')
  return {
    sections: [
      {
        title: `Matched trades: ${PAIRS} pairs, books ${depth} deep, ${IN_FLIGHT} calls at once`,
        columns: ['payments', 'trades', 'postings'],
        rows,
        notes: ['The ratio is that of the postings: a trade has four, a payment two.'],
      },
    ],
    proofs,
  }
}

async function measureOn(
  name: string,
  open: () => Promise<Storage>,
  { tradeRounds, tradeDepth }: Effort,
  progress: Progress,
): Promise<{ readonly row: Row; readonly proof: Proof }> {
  const what = `trades on ${name}`
  progress.tell(what, 'filling the books')
  const exchange = await Exchange.open(await open())
  await exchange.stock(PAIRS * tradeDepth)
  const payments: Sample[] = []
  const trades: Sample[] = []
  await exchange.payments()
  await rounds(tradeRounds, PATIENCE_MS, async (round) => {
    progress.tell(what, `round ${round + 1} of ${tradeRounds}`)
    if (round % 2 === 0) payments.push(await exchange.payments())
    trades.push(await exchange.trade())
    if (round % 2 === 1) payments.push(await exchange.payments())
    await exchange.stock(CALLS)
  })
  const ratio = median(
    trades.map((sample, round) => (POSTINGS * perSecond(sample)) / perSecond(payments[round] ?? sample)),
  )
  progress.tell(what, 'verifying')
  return {
    row: {
      name,
      cells: [
        figure('perSecond', median(payments.map(perSecond))),
        figure('perSecond', median(trades.map(perSecond))),
        figure('ratio', ratio),
      ],
      target: atLeast(TARGET, ratio),
    },
    proof: await exchange.prove(`trades on ${name}`, open),
  }
}
