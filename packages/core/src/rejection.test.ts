import { describe, expect, it } from 'vitest'
import { describeRejection, REJECTIONS, type RejectionCode, type RejectionRow } from './rejection.js'

const rows = Object.entries(REJECTIONS) as [RejectionCode, RejectionRow][]
const order = rows.map(([code]) => code)

describe('REJECTIONS', () => {
  it.each(rows)('%s says what is wrong and what to do', (code, { cause, remedy }) => {
    // A documented code is dotted words, the first of which may be camel-cased: senderAccount.not.exists.
    expect(code).toMatch(/^[a-z][A-Za-z\d]*(\.[a-z][A-Za-z\d]*)*$/)
    for (const sentence of [cause, remedy]) {
      expect(sentence).toMatch(/^[A-Z]/)
      expect(sentence).not.toMatch(/[.!\s]$/)
      expect(sentence).not.toMatch(/\s{2}|undefined|null/)
    }
  })

  it.each(rows)('%s has a status that fits it', (code, { status, transient }) => {
    expect([400, 401, 403, 404, 409, 422, 429, 431, 503]).toContain(status)
    // Almost every business failure is 403; only these are anything else.
    const others: Partial<Record<RejectionCode, number>> = {
      'validation.failed': 400,
      'request.too.large': 400,
      'request.head.too.large': 431,
      'subscription.invalid': 401,
      'subscription.not.active': 401,
      'tx.not.found': 404,
      'block.hash.not.exists': 404,
      'operation.not.found': 404,
      'address.busy': 409,
      'withdrawal.busy': 409,
      'claim.taken': 409,
      'idempotency.key.reused': 422,
      'broadcast.unknown': 409,
      'rpc.unknown': 409,
      'gas.pump.processing': 409,
      'chain.unavailable': 503,
      overloaded: 429,
      unavailable: 503,
    }
    expect(status).toBe(others[code] ?? 403)
    if (status === 429 || status === 503) expect(transient).toBe(true)
  })

  // What the tables of each rule show one by one, here against the order of the rows.
  it.each([
    [
      'pay',
      'validation.failed senderAccount.not.exists recipientAccount.not.exists senderAccount.customer.disabled ' +
        'senderAccount.frozen transaction.currency.incompatible amount.format balance.insufficient rate.not.found',
    ],
    [
      'storeWithdrawal',
      'senderAccount.not.exists senderAccount.customer.disabled senderAccount.frozen withdrawal.account.virtual ' +
        'transaction.currency.incompatible amount.format fee.format balance.insufficient rate.not.found ' +
        'withdrawal.pending claim.taken',
    ],
    [
      'recordSend',
      'withdrawal.missing withdrawal.unexpected.state transaction.invalid.body kms.missing ' +
        'kms.unexpected.state claim.taken',
    ],
    ['cancelWithdrawal', 'account.not.exists withdrawal.missing withdrawal.not.cancelled.transaction.failed'],
    [
      'payFromBlockage',
      'blockage.not.exists recipientAccount.not.exists senderAccount.customer.disabled senderAccount.frozen ' +
        'transaction.currency.incompatible amount.format blockage.amount.exceeded balance.insufficient rate.not.found',
    ],
    ['placeBlockage', 'account.not.exists account.inactive amount.format balance.insufficient'],
    [
      'openAccount',
      'customer.not.active account.xpub.present account.xpub.missing ledger.currency.invalid account.blockchain.testnet address.busy address.used',
    ],
    [
      'generateAddresses',
      'account.not.exists account.blockchain.testnet xpub.used address.busy address.index.used address.used',
    ],
    ['assignAddress', 'account.not.exists account.xpub.present account.blockchain.testnet address.used'],
    ['removeAddress', 'account.not.exists address.not.found'],
    ['activateAccount', 'account.not.exists account.customer.inactive account.active'],
    ['deactivateAccount', 'account.not.exists account.inactive account.balance.non.zero'],
    ['disableCustomer', 'customer.internal.not.exists customer.inactive customer.disabled'],
    ['enableCustomer', 'customer.internal.not.exists customer.inactive customer.enabled'],
    [
      'deactivateCustomer',
      'customer.internal.not.exists customer.inactive customer.deactivate.account.active',
    ],
    [
      'createCurrency',
      'customer.not.active virtual.name.prefix virtual.duplicate virtual.creation.error rate.not.found',
    ],
    [
      'mintCurrency',
      'account.not.exists amount.format virtual.account.notValid virtual.account.balance rate.not.found',
    ],
    [
      'withdrawFunds',
      'account.not.exists senderAccount.customer.disabled senderAccount.frozen amount.format balance.insufficient rate.not.found',
    ],
    [
      'recordDeposit',
      'deposit.unexpected.state account.not.exists transaction.currency.incompatible amount.format rate.not.found',
    ],
  ])('stand in the precedence of %s', (_, codes) => {
    const places = codes.split(' ').map((code) => order.indexOf(code as RejectionCode))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })
})

describe('describeRejection', () => {
  it.each(rows)('%s reads as two sentences', (code, { cause, remedy }) => {
    expect(describeRejection({ code })).toBe(`${cause}. ${remedy}.`)
  })

  it('names the offender, and its place in a batch', () => {
    expect(describeRejection({ code: 'balance.insufficient', detail: 'abc', index: 0 })).toBe(
      'Item 0: The available balance of the sender does not cover the amount (abc). ' +
        'Fund the account, or delete blockages.',
    )
  })
})
