/**
 * A day of a small exchange, on SQLite: customers, deposits, payments, holds, a freeze, a disabled customer, a
 * closed account, a restart, and the books checked at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Rejected, staticRates } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { repeatable } from './repeatable.js'

const folder = await mkdtemp(join(tmpdir(), 'tallystick-'))
const { clock, random, wait } = repeatable()

async function open() {
  const storage = await openSqlite({ file: join(folder, 'ledger.db') })
  const rates = staticRates({
    source: 'house',
    timestamp: clock.now(),
    base: 'EUR',
    rates: { BTC: '60000' },
  })
  return createTallystick({ storage, rates, clock, random })
}

let ledger = await open()
/** Names of accounts, for the output. */
const names = new Map<string, string>()

function say(text: string): void {
  console.log(`${new Date(clock.now()).toISOString().slice(11, 16)}  ${text}`)
}

async function balance(id: string): Promise<void> {
  const { accountBalance, availableBalance } = await ledger.getAccountBalance({ id })
  console.log(`         ${(names.get(id) ?? id).padEnd(10)} ${accountBalance}, available ${availableBalance}`)
}

/** Runs what must be refused, and tells why it was. */
async function refused(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    const { code, index } = error.rejection
    console.log(`         refused: ${code}${index === undefined ? '' : `, item ${index}`}`)
    return
  }
  throw new TypeError('This call should have been refused')
}

// ---- opening

const house = await ledger.createCurrency({
  name: 'VC_EURO',
  supply: '10000',
  basePair: 'EUR',
  customer: { externalId: 'house' },
})
say('The house issues 10000 VC_EURO, each worth one euro')

const xpub = (customer: string): string => `xpub-of-${customer}`
const [aliceEuro, bobEuro, aliceBtc, bobBtc] = await ledger.createAccountBatch({
  accounts: [
    { currency: 'VC_EURO', customer: { externalId: 'alice' } },
    { currency: 'VC_EURO', customer: { externalId: 'bob' } },
    { currency: 'BTC', customer: { externalId: 'alice' }, xpub: xpub('alice') },
    { currency: 'BTC', customer: { externalId: 'bob' }, xpub: xpub('bob') },
  ],
})
if (!aliceEuro || !bobEuro || !aliceBtc || !bobBtc) throw new TypeError('Four accounts were asked for')
for (const [name, account] of Object.entries({ house, aliceEuro, bobEuro, aliceBtc, bobBtc })) {
  names.set(account.id, name)
}
const { id: alice } = await ledger.getCustomerByExternalOrInternalId({ id: 'alice' })
const { id: bob } = await ledger.getCustomerByExternalOrInternalId({ id: 'bob' })
say('Alice and Bob open two accounts each, in one call that opens all or none')

// ---- value arrives

wait(30)
const output = {
  account: aliceBtc.id,
  currency: 'BTC',
  amount: '0.5',
  txId: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  vout: 0,
  address: 'address-of-alice',
  from: null,
  derivationKey: 0,
  blockHeight: 170,
  blockHash: null,
}
// Ids are branded in the core; over the wire they are text.
type Output = Parameters<typeof ledger.recordDeposit>[0]
const deposit = (status: Output['status']) => ledger.recordDeposit({ ...output, status } as Output)
await deposit('InProgress')
await deposit('Done')
await deposit('Done')
say('A scanner reports 0.5 BTC for Alice three times; it is credited once')
await balance(aliceBtc.id)

wait(30)
await ledger.sendTransactionBatch({
  senderAccountId: house.id,
  transaction: [
    { recipientAccountId: aliceEuro.id, amount: '1000' },
    { recipientAccountId: bobEuro.id, amount: '500' },
  ],
})
say('The house pays both in one batch')
await balance(aliceEuro.id)
await balance(bobEuro.id)

say('A batch whose second payment is too large is refused whole')
await refused(
  ledger.sendTransactionBatch({
    senderAccountId: house.id,
    transaction: [
      { recipientAccountId: aliceEuro.id, amount: '1' },
      { recipientAccountId: bobEuro.id, amount: '100000' },
    ],
  }),
)
await balance(house.id)

// ---- trading

wait(60)
const { id: hold } = await ledger.blockAmount({
  id: bobEuro.id,
  amount: '300',
  type: 'ORDER',
  ensureSufficientBalance: true,
})
say('Bob orders bitcoin: 300 are blocked for it, and only 200 may be spent on other things')
await balance(bobEuro.id)
await refused(
  ledger.sendTransaction({ senderAccountId: bobEuro.id, recipientAccountId: house.id, amount: '201' }),
)

wait(5)
await ledger.unblockAmountWithTransaction({ id: hold, recipientAccountId: aliceEuro.id, amount: '240' })
const sale = { senderAccountId: aliceBtc.id, recipientAccountId: bobBtc.id, amount: '0.004' }
const { reference } = await ledger.sendTransaction(sale, { idempotencyKey: 'order-1' })
say('The order is filled for 240: paid out of the blockage, whose rest is free again')
await balance(bobEuro.id)
const again = await ledger.sendTransaction(sale, { idempotencyKey: 'order-1' })
say(`The delivery, repeated with its key, is ${again.reference === reference ? 'the same one' : 'another'}`)
for (const record of await ledger.getTransactionsByReference({ reference })) {
  const { amount, currency, marketValue, transactionType } = record
  console.log(
    `         ${(names.get(record.accountId) ?? '').padEnd(10)} ${amount} ${currency}, worth ${marketValue.amount} ${marketValue.currency}  ${transactionType}`,
  )
}

// ---- trouble

wait(60)
await ledger.freezeAccount({ id: aliceBtc.id })
say("Alice's bitcoin account is frozen: nothing leaves it, but it still receives")
await refused(ledger.sendTransaction(sale))
await ledger.sendTransaction({ ...sale, senderAccountId: bobBtc.id, recipientAccountId: aliceBtc.id })
await balance(aliceBtc.id)
for (const { type, amount } of await ledger.getBlockAmount({ id: aliceBtc.id, pageSize: 50 })) {
  console.log(`         blockage   ${type} ${amount}`)
}
await ledger.unfreezeAccount({ id: aliceBtc.id })
say('It is unfrozen')
await balance(aliceBtc.id)

wait(60)
await ledger.disableCustomer({ id: bob })
say('Bob is disabled: his money stays, and none of it is available')
await balance(bobEuro.id)
await refused(
  ledger.sendTransaction({ senderAccountId: bobEuro.id, recipientAccountId: house.id, amount: '1' }),
)
await ledger.enableCustomer({ id: bob })
say('Bob is enabled')
await balance(bobEuro.id)

// ---- closing

wait(240)
say('Bob closes his accounts')
await refused(ledger.deactivateAccount({ id: bobEuro.id }))
await refused(ledger.deactivateCustomer({ id: bob }))
await ledger.sendTransaction({ senderAccountId: bobEuro.id, recipientAccountId: house.id, amount: '260' })
for (const { id } of await ledger.getAccountsByCustomerId({ id: bob, pageSize: 50 })) {
  await ledger.deactivateAccount({ id })
}
await ledger.deactivateCustomer({ id: bob })
console.log(
  `         active accounts left: ${(await ledger.getAccountsByCustomerId({ id: bob, pageSize: 50 })).length}`,
)

wait(60)
await ledger.close()
ledger = await open()
say('After a restart, the day of Alice, newest first')
const day = await ledger.getTransactionsByCustomerId({ id: alice })
// With `count`, the answer would be their number.
for (const record of typeof day === 'number' ? [] : day) {
  const { accountId, amount, currency, created, operationType, marketValue } = record
  console.log(
    `         ${new Date(created).toISOString().slice(11, 16)}  ${(names.get(accountId) ?? '').padEnd(9)}  ${`${amount} ${currency}`.padEnd(13)}  ${operationType.padEnd(7)}  ${marketValue.amount} ${marketValue.currency}`,
  )
}

const { discrepancies, anchors: _anchors, ...read } = await ledger.verify()
say('The books are recomputed from the journal')
console.log(
  `         ${Object.entries(read)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')}`,
)
console.log(`         discrepancies: ${discrepancies.length === 0 ? 'none' : JSON.stringify(discrepancies)}`)
const [today] = await ledger.getCredits()
say(`Credits used: ${today?.usage}`)

await ledger.close()
await rm(folder, { recursive: true })
