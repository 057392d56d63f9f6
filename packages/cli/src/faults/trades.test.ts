/**
 * An exchange while its processes are killed: one or two place and cancel orders, and settle futures, on one database; each
 * is killed at a random moment. The next ones repeat what nobody has heard the end of. At the end each acknowledged order is
 * there, no key has placed two, and each fill has its entries.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { PAIRS } from '@tallystick/core'
import { Rejected, type Storage, verify } from '@tallystick/engine'
import { type Exchange, Nursery, type Ordered, placeOrder, type TradeOptions } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { chooseSeed, isFull, reportFaults, seededRandom } from '@tallystick/testing'
import { expect, it, onTestFinished } from 'vitest'
import { openExchange, Said, wrongIn } from './exchange.fixture.js'
import { inTurn, PLACES } from './places.fixture.js'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? (isFull ? 100 : 1))
/** Longest time under load before the kill. */
const BURST_MS = 500
/** Later than every seal date. */
const AHEAD_MS = 60_000
/** Orders that wait in each round for one that takes all of them: several units of work. */
const WALL = 400
/** Of the orders that were answered, how many are sent again under their keys. */
const REPEATED = 200

const seed = chooseSeed()

it.each(inTurn(PLACES, seed))(
  'on %s no fill is half made, no order is lost, and no key trades twice',
  { timeout: 120_000 + ROUNDS * 15_000 },
  async (name, openPlace) => {
    const random = seededRandom(seed)
    const again = `again: FC_SEED=${seed} FAULT_ROUNDS=${ROUNDS}`
    const nursery = new Nursery()
    onTestFinished(() => nursery.clear())
    const place = await openPlace(nursery)
    const storage = await place.storage()
    let ahead = 0
    const ledger = createTallystick({ storage, clock: { now: () => Date.now() + ahead } })
    onTestFinished(() => ledger.close())
    const exchange = await openExchange(ledger)

    const said = new Said()
    const counts = { kills: 0, unfinished: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const { wall, taker } = wallOf(exchange, round)
      for (const one of [...wall, taker]) said.asked.set(one.key, one)
      await Promise.all(wall.map(async (one) => said.place(one.key, (await placeOrder(ledger, one)).id)))
      const { module, open, options } = place
      const common = { module, open, options, ...exchange, callers: 4 + random.below(40) }
      const children = Array.from({ length: round === 0 ? 2 : 1 + random.below(2) }, (_, index) =>
        nursery.start(
          'trade',
          JSON.stringify({ ...common, name: `${round}.${index}` } satisfies TradeOptions),
        ),
      )
      await Promise.all(children.map((child) => child.line('ready')))
      // Each of them repeats the same.
      for (const child of children) child.tell(JSON.stringify(said.unanswered))
      await Promise.all(children.map((child) => child.line('asked')))
      if (random.below(4) > 0) await untilMatching(storage)
      for (const child of children) {
        await sleep(random.below(round % 2 === 0 ? 20 : BURST_MS) + random.below(1_000) / 1_000)
        expect(await child.kill()).toBe('SIGKILL')
        counts.kills++
        said.hear(child)
      }
      counts.unfinished += await matching(storage)
      expect((await verify(storage)).discrepancies, again).toEqual([])
    }

    const answered = [...said.placed.keys()].slice(-REPEATED).flatMap((key) => said.asked.get(key) ?? [])
    for (const ordered of [...said.unanswered, ...answered]) {
      const answer = await placeOrder(ledger, ordered).catch((error: unknown) => {
        if (!(error instanceof Rejected)) throw error
        return null
      })
      if (answer !== null) said.place(ordered.key, answer.id)
      else if (said.placed.has(ordered.key)) said.problems.push(`lost answer of ${ordered.key}`)
    }
    const problems = [...said.problems, ...(await wrongIn(storage, said))]
    // When all is over, nothing is blocked.
    ahead = AHEAD_MS
    const { failed } = await ledger.futures.settle()
    const accounts = exchange.traders.flatMap((trader) => Object.values(trader))
    for (const id of accounts) await ledger.deleteAccountTrades({ id })
    for (const id of accounts) {
      const { accountBalance, availableBalance } = await ledger.getAccountBalance({ id })
      if (accountBalance !== availableBalance)
        problems.push(`${id} has ${availableBalance} of ${accountBalance}`)
    }
    problems.push(...failed, ...(await wrongIn(storage, said)))
    const { discrepancies } = await ledger.verify()
    const lost = problems.filter((problem) => problem.startsWith('lost')).length
    const doubled = problems.filter((problem) => problem.startsWith('doubled')).length
    reportFaults(
      `orders on ${name}`,
      {
        faults: counts.kills,
        acknowledged: said.placed.size,
        lost,
        doubled,
        discrepancies: discrepancies.length,
      },
      `seed ${seed}, ${ROUNDS} rounds, ${counts.unfinished} in the middle of an order`,
    )
    expect(problems.slice(0, 10), again).toEqual([])
    expect(discrepancies).toEqual([])
    expect(said.placed.size).toBeGreaterThan(10 * ROUNDS)
  },
)

const matching = async ({ query }: Storage): Promise<number> =>
  (await query.list(PAIRS)).filter(({ matching }) => matching !== null).length

/** Waits a while for an order that one unit of work was not enough for. */
async function untilMatching(storage: Storage): Promise<void> {
  for (let look = 0; look < 200 && (await matching(storage)) === 0; look++) await sleep(2)
}

/** At a price that no other order has. */
function wallOf({ traders, pairs: [pair = ''] }: Exchange, round: number) {
  const orderOf = (type: 'BUY' | 'SELL', amount: string, trader = traders.at(type === 'BUY' ? -1 : -2)) => ({
    ...{ type, pair, price: '14', amount },
    currency1AccountId: trader?.['LINK'] ?? '',
    currency2AccountId: trader?.['EUR'] ?? '',
  })
  const wall = Array.from(
    { length: WALL },
    (_, at): Ordered => ({ key: `wall-${round}-${at}`, order: orderOf('SELL', '1') }),
  )
  return { wall, taker: { key: `taker-${round}`, order: orderOf('BUY', String(WALL)) } }
}
