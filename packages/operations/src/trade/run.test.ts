/** An order that takes more than one unit of work, while the service has no room for the further ones. */
import { systemScheduler } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { deposit, fundedAccount, openLedger } from '../ledger.fixture.js'
import type { Tallystick } from '../tallystick.js'

/** More than a new order loads at first. */
const WAITING = 10

async function bookOf(ledger: Tallystick) {
  const account = async (externalId: string) => {
    const { id } = await ledger.createAccount({ currency: 'EUR', customer: { externalId } })
    await deposit(ledger, id, '100', { currency: 'EUR' })
    return { currency1AccountId: await fundedAccount(ledger, '20', externalId), currency2AccountId: id }
  }
  const [seller, buyer] = [await account('seller'), await account('buyer')]
  const order = { price: '1', pair: 'BTC/EUR' } as const
  for (let made = 0; made < WAITING; made++) {
    await ledger.createTrade({ ...order, type: 'SELL', amount: '1', ...seller })
  }
  return { buyer, taking: { ...order, type: 'BUY', amount: String(WAITING), ...buyer } as const }
}

it('is placed, whoever finishes it: a refusal would have the caller place it again', async () => {
  let whenBegun: () => void = () => undefined
  const soon = (run: () => void) =>
    void setImmediate(() => {
      run()
      queueMicrotask(() => whenBegun())
    })
  const { ledger } = openLedger({ scheduler: { ...systemScheduler, soon }, maxQueued: 4, maxBatch: 1 })
  const { buyer, taking } = await bookOf(ledger)
  // While the first unit of work commits, other calls take all the room.
  const others: Promise<unknown>[] = []
  whenBegun = () => {
    for (let call = 0; call < 8; call++) others.push(ledger.createAccount({ currency: 'EUR' }).catch(String))
  }
  const placed = ledger.createTrade(taking).finally(() => {
    whenBegun = () => undefined
  })
  const { id } = await placed
  expect((await Promise.all(others)).filter((one) => typeof one === 'string')).not.toEqual([])
  expect(await ledger.getTradeById({ id })).toMatchObject({ fill: '6' })
  // The next call of the pair goes on with it.
  await ledger.createTrade({ ...taking, amount: '1' })
  expect(await ledger.getTradeById({ id })).toMatchObject({ fill: String(WAITING) })
  expect(await ledger.getAccountBalance({ id: buyer.currency2AccountId })).toMatchObject({
    accountBalance: '90',
  })
  expect(await ledger.verify()).toMatchObject({ discrepancies: [] })
})
