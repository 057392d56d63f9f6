/** One payment in process, and both records of it. In memory: `openSqlite` instead keeps it in a file. */
import { memoryStorage, Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { repeatable } from './repeatable.js'

const { clock, random } = repeatable()
const tallystick = createTallystick({ storage: memoryStorage(), clock, random })

// A currency of your own; its first supply lies on an account that is opened with it, for a customer likewise.
const alice = await tallystick.createCurrency({
  name: 'VC_POINTS',
  supply: '100',
  basePair: 'EUR',
  customer: { externalId: 'alice' },
})
const bob = await tallystick.createAccount({ currency: 'VC_POINTS', customer: { externalId: 'bob' } })

const payment = {
  senderAccountId: alice.id,
  recipientAccountId: bob.id,
  amount: '12.5',
  recipientNote: 'thank you for lunch',
}
const { reference } = await tallystick.sendTransaction(payment, { idempotencyKey: 'lunch-1' })
// Sent again with the same key, it is not paid again.
const again = await tallystick.sendTransaction(payment, { idempotencyKey: 'lunch-1' })
console.log('The repeated call has the same reference:', again.reference === reference)

console.log('\nIts two records:')
console.log(await tallystick.getTransactionsByReference({ reference }))

console.log('\nBalances:')
console.log('alice', await tallystick.getAccountBalance({ id: alice.id }))
console.log('bob  ', await tallystick.getAccountBalance({ id: bob.id }))

// A refusal is an error with a code. It has changed nothing.
try {
  await tallystick.sendTransaction({ ...payment, amount: '1000' })
} catch (error) {
  if (!(error instanceof Rejected)) throw error
  console.log(`\nRefused: ${error.code} (${error.status})\n${error.message}`)
}

await tallystick.close()
