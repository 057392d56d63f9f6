/** Value from outside and linked payments, with the exports of this package alone. */
import { describe, expect, it } from 'vitest'
import { type Account, createTallystick, memoryStorage, Rejected, type Transaction } from './index.js'

async function bank() {
  const tallystick = createTallystick({ storage: memoryStorage() })
  const open = (currency: string): Promise<Account> => tallystick.createAccount({ currency })
  const balance = async ({ id }: Account) => (await tallystick.getAccountBalance({ id })).accountBalance
  return { tallystick, open, balance }
}

describe('fund and withdraw', () => {
  it('move value in and out once for each key, and are in the records with reference and note', async () => {
    const { tallystick, open, balance } = await bank()
    const account = await open('EUR')
    const arrived = { id: account.id, amount: '100', reference: 'bank-17', note: 'From Alice' }
    for (let times = 0; times < 3; times++) {
      expect(await tallystick.fund(arrived, { idempotencyKey: 'bank-17' })).toEqual({ reference: 'bank-17' })
    }
    const { reference } = await tallystick.withdraw({ id: account.id, amount: '+40.5' })
    expect(await balance(account)).toBe('59.5')
    const records = (await tallystick.getTransactions({})) as readonly Transaction[]
    expect(records).toMatchObject([
      { operationType: 'WITHDRAWAL', transactionType: 'DEBIT_WITHDRAWAL', amount: '-40.5', reference },
      {
        operationType: 'DEPOSIT',
        transactionType: 'CREDIT_DEPOSIT',
        amount: '100',
        reference: 'bank-17',
        recipientNote: 'From Alice',
      },
    ])
    expect(records).toHaveLength(2)
    expect(await tallystick.getTransactionsByReference({ reference: 'bank-17' })).toEqual([records[1]])
    expect((await tallystick.verify()).discrepancies).toEqual([])
  })

  it('are refused by the errors of this package', async () => {
    const { tallystick, open } = await bank()
    const { id } = await open('EUR')
    const refused = tallystick.withdraw({ id, amount: '1' }).catch((error: unknown) => error)
    expect(await refused).toBeInstanceOf(Rejected)
    expect(await refused).toMatchObject({ code: 'balance.insufficient' })
  })
})

describe('sendLinkedTransactions', () => {
  it('pays both sides of an exchange and the fee, or nothing', async () => {
    const { tallystick, open, balance } = await bank()
    const [alice, bob, fees] = [await open('EUR'), await open('EUR'), await open('EUR')]
    const [dollars, bobs] = [await open('USD'), await open('USD')]
    await tallystick.fund({ id: alice.id, amount: '100' })
    await tallystick.fund({ id: bobs.id, amount: '110' })
    const leg = (from: Account, to: Account, amount: string) => ({
      senderAccountId: from.id,
      recipientAccountId: to.id,
      amount,
    })
    const exchange = [leg(alice, bob, '99'), leg(bobs, dollars, '110'), leg(alice, fees, '1')]
    const tooMuch = { transaction: [...exchange, leg(alice, fees, '0.01')] }
    await expect(tallystick.sendLinkedTransactions(tooMuch)).rejects.toMatchObject({
      rejection: { code: 'balance.insufficient', index: 3 },
    })
    expect(await balance(alice)).toBe('100')
    expect(await tallystick.sendLinkedTransactions({ transaction: exchange })).toHaveLength(3)
    const balances = await Promise.all([alice, bob, fees, dollars, bobs].map(balance))
    expect(balances).toEqual(['0', '99', '1', '110', '0'])
  })
})
