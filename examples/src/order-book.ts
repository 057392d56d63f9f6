/**
 * A small exchange: customers trade bitcoins for euros, a receiver hears of their trades, a future is settled at its seal
 * date, and the books are checked at the end.
 */
import { memoryStorage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { serveJson } from './json-server.js'
import { repeatable } from './repeatable.js'

const { clock, random, wait } = repeatable()
const heard: string[] = []
const receiver = await serveJson((_path, body) => {
  const { type, amount, price, isMaker } = JSON.parse(body)
  heard.push(`${isMaker ? 'An order that waited' : 'An order that arrived'}: ${type} ${amount} at ${price}`)
  return [200, {}]
})

const ledger = createTallystick({
  storage: memoryStorage(),
  clock,
  random,
  // Only for this example: a receiver on this machine.
  webhooks: { allow: ['127.0.0.0/8'] },
})

const bank = await ledger.createCurrency({ name: 'VC_EURO', supply: '100000', basePair: 'EUR' })
const mine = await ledger.createCurrency({ name: 'VC_COIN', supply: '10', basePair: 'EUR' })

async function trader(externalId: string, coins: string, euros: string) {
  const open = async (currency: string, from: string, amount: string) => {
    const { id } = await ledger.createAccount({ currency, customer: { externalId } })
    if (amount !== '0')
      await ledger.sendTransaction({ senderAccountId: from, recipientAccountId: id, amount })
    return id
  }
  const currency1AccountId = await open('VC_COIN', mine.id, coins)
  const currency2AccountId = await open('VC_EURO', bank.id, euros)
  const { id } = await ledger.getCustomerByExternalOrInternalId({ id: externalId })
  for (const type of ['CUSTOMER_TRADE_MATCH', 'CUSTOMER_PARTIAL_TRADE_MATCH'] as const) {
    const attr = { id, url: receiver.url }
    if (type === 'CUSTOMER_TRADE_MATCH') await ledger.createSubscriptionTradeMatch({ type, attr })
    else await ledger.createSubscriptionPartialTradeMatch({ type, attr })
  }
  return { externalId, accounts: { currency1AccountId, currency2AccountId } }
}

type Trader = Awaited<ReturnType<typeof trader>>

const pair = 'VC_COIN/VC_EURO'

async function show({ externalId, accounts }: Trader): Promise<void> {
  for (const id of [accounts.currency1AccountId, accounts.currency2AccountId]) {
    const { currency, balance } = await ledger.getAccountByAccountId({ id })
    const { accountBalance, availableBalance } = balance
    console.log(`  ${externalId.padEnd(6)} ${accountBalance} ${currency}, available ${availableBalance}`)
  }
}

/** Waits until the receiver was told so often. */
async function told(times: number): Promise<void> {
  while (heard.length < times) await new Promise((resolve) => setTimeout(resolve, 10))
  for (const line of heard.splice(0).sort()) console.log(`  webhook: ${line}`)
}

const alice = await trader('alice', '3', '0')
const bob = await trader('bob', '0', '60000')

console.log('Alice sells 3 coins for 10,000 euros each. What she may pay is blocked.')
const sale = await ledger.createTrade({ type: 'SELL', price: '10000', amount: '3', pair, ...alice.accounts })
await show(alice)

console.log('\nBob buys 1 coin for at most 11,000. He pays 10,000: the price of the order that waited.')
wait(1)
await ledger.createTrade({ type: 'BUY', price: '11000', amount: '1', pair, ...bob.accounts })
await told(2)
await show(bob)

console.log('\nAlice cancels the rest.')
wait(1)
await ledger.deleteTrade({ id: sale.id })
await show(alice)

console.log(
  '\nBoth agree to exchange 1 coin in an hour. Each blocks 20 %; who cannot pay then loses half of that.',
)
const attr = { sealDate: clock.now() + 3_600_000, percentBlock: 20, percentPenalty: 50 }
const future = { price: '12000', amount: '1', pair, attr }
await ledger.createFutureTrade({ type: 'FUTURE_SELL', ...future, ...alice.accounts })
await ledger.createFutureTrade({ type: 'FUTURE_BUY', ...future, ...bob.accounts })
await told(2)
await show(bob)

console.log('\nBob spends most of his euros. At the seal date he has 6,000, half of what he promised.')
await ledger.sendTransaction({
  senderAccountId: bob.accounts.currency2AccountId,
  recipientAccountId: bank.id,
  amount: '44000',
})
wait(60)
const { settled } = await ledger.futures.settle()
console.log(`  settled: ${settled}`)
await show(alice)
await show(bob)

const { entries, discrepancies } = await ledger.verify()
console.log(`\n${entries} entries, ${discrepancies.length} discrepancies`)
await ledger.close()
await receiver.stop()
