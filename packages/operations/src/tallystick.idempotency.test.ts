/** Idempotency keys: the first answer is stored with the effect, and is the answer to every repetition. */
import type { TenantId } from '@tallystick/core'
import { dumpStorage } from '@tallystick/testing'
import { describe, expect, it } from 'vitest'
import { fundedAccount, keyOf, openLedger, otherTenant, refusal, refusalCode } from './ledger.fixture.js'
import { partly } from './property.fixture.js'
import { callById, exampleOf, ledgerOperations, openWorld, type World } from './world.fixture.js'

const dump = ({ storage }: Pick<World, 'storage'>) =>
  dumpStorage(storage, {
    tenants: ['default' as TenantId, otherTenant.tenant],
    currencies: ['VC_GOLD', 'VC_NEW'],
  })
const commands = ledgerOperations.filter(({ kind }) => kind === 'command')
const reads = ledgerOperations.filter(({ kind }) => kind === 'read')
const KEY = { idempotencyKey: 'key' }

async function paying() {
  const opened = openLedger()
  const from = await fundedAccount(opened.ledger, '10')
  const to = await fundedAccount(opened.ledger, '10')
  return { ...opened, from, to, payment: { senderAccountId: from, recipientAccountId: to, amount: '1' } }
}

describe('the same call with the same key', () => {
  it.each(partly('repeated commands', commands))(
    'answers the same and does nothing twice: $id',
    async ({ id }) => {
      const world = await openWorld()
      const args = exampleOf(id).args(world)
      const before = await dump(world)
      const first = await callById(world.calls, id, args, KEY)
      const after = await dump(world)
      expect(after).not.toEqual(before)
      for (let again = 0; again < 3; again++) {
        expect(await callById(world.calls, id, args, KEY)).toEqual(first)
      }
      expect(await dump(world)).toEqual(after)
    },
  )

  it('answers the same also when what it speaks of has changed since', async () => {
    const { ledger } = openLedger()
    const args = { currency: 'EUR', customer: { externalId: 'one' } }
    const opened = await ledger.createAccount(args, KEY)
    await ledger.deactivateAccount({ id: opened.id })
    expect(await ledger.createAccount(args, KEY)).toEqual(opened)
    expect(opened.active).toBe(true)

    const { from, to, payment, ...rest } = await paying()
    const paid = await rest.ledger.sendTransaction(payment, KEY)
    await rest.ledger.freezeAccount({ id: from })
    await rest.ledger.freezeAccount({ id: to })
    // Without the key, this payment would now be refused.
    expect(await rest.ledger.sendTransaction(payment, KEY)).toEqual(paid)
    expect(await refusalCode(rest.ledger.sendTransaction(payment))).toBe('senderAccount.frozen')
  })

  it('answers the same on another day, and to another key of the tenant', async () => {
    const world = await openWorld()
    const args = { currency: 'EUR' }
    const opened = await world.calls.createAccount(args, KEY)
    world.pass(400 * 86_400_000)
    expect(await world.ledger.createAccount(args, KEY)).toEqual(opened)
  })

  it('answers the same to an API key that was frozen since, which may do nothing else', async () => {
    const { ledger, from, payment } = await paying()
    const { key, caller } = await keyOf(ledger)
    const paid = await ledger.as(caller).sendTransaction(payment, KEY)
    await ledger.as(caller).freezeApiKey({}, { idempotencyKey: 'freeze' })
    const frozen = await (await ledger.access()).identify(key)
    if (frozen === null) throw new Error('a frozen key is a known key')
    const calls = ledger.as(frozen)
    expect(frozen.frozen).toBe(true)
    await calls.freezeApiKey({}, { idempotencyKey: 'freeze' })
    expect(await calls.sendTransaction(payment, KEY)).toEqual(paid)
    for (const options of [{}, { idempotencyKey: 'fresh' }]) {
      expect(await refusalCode(calls.sendTransaction(payment, options))).toBe('subscription.not.active')
    }
    expect(await refusalCode(calls.sendTransaction({ ...payment, amount: '2' }, KEY))).toBe(
      'idempotency.key.reused',
    )
    expect((await ledger.getAccountBalance({ id: from })).accountBalance).toBe('9')
  })

  it('answers the same where what is checked beforehand would refuse it now', async () => {
    const { ledger, storage } = openLedger({ webhooks: { sends: false, allow: ['10.0.0.0/8'] } })
    const type = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
    const attr = { id: await fundedAccount(ledger, '1'), url: 'https://example.com/hook' }
    const { id } = await ledger.createSubscriptionIncoming({ type, attr })
    const moved = { id, url: 'http://10.0.0.1/hook' }
    await ledger.updateSubscription(moved, KEY)
    const later = openLedger({ storage }).ledger
    await later.updateSubscription(moved, KEY)
    expect(await refusalCode(later.updateSubscription(moved, { idempotencyKey: 'fresh' }))).toBe(
      'validation.failed',
    )
  })

  it('has one effect when two run at once, and when fifty do', async () => {
    for (const times of [2, 50]) {
      const { ledger, from, payment } = await paying()
      const answers = await Promise.all(
        Array.from({ length: times }, () => ledger.sendTransaction(payment, KEY)),
      )
      expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1)
      expect((await ledger.getAccountBalance({ id: from })).accountBalance).toBe('9')
      expect(await ledger.getTransactionsByAccountId({ id: from, count: true })).toBe(2)
    }
  })

  it('has two effects without a key, and with two', async () => {
    const { ledger, from, payment } = await paying()
    await Promise.all([ledger.sendTransaction(payment), ledger.sendTransaction(payment)])
    await ledger.sendTransaction(payment, { idempotencyKey: 'one' })
    await ledger.sendTransaction(payment, { idempotencyKey: 'two' })
    expect((await ledger.getAccountBalance({ id: from })).accountBalance).toBe('6')
  })

  it('is the same whatever the order of its fields, and with fields left undefined', async () => {
    const { ledger } = openLedger()
    const customer = { externalId: 'one', customerCountry: 'CZ' }
    const opened = await ledger.createAccount({ currency: 'EUR', accountCode: 'a', customer }, KEY)
    const turned = { customerCountry: 'CZ', externalId: 'one' }
    const again = { customer: turned, accountCode: 'a', currency: 'EUR', accountNumber: undefined }
    expect(await callById(ledger, 'createAccount', again, KEY)).toEqual(opened)
    expect(await ledger.getAccountsCount()).toEqual({ total: 1 })
  })

  it('may be repeated after a refusal, which stores nothing', async () => {
    const { ledger, from, to } = await paying()
    const payment = { senderAccountId: from, recipientAccountId: to, amount: '15' }
    expect(await refusalCode(ledger.sendTransaction(payment, KEY))).toBe('balance.insufficient')
    await ledger.sendTransaction({ senderAccountId: to, recipientAccountId: from, amount: '8' })
    const paid = await ledger.sendTransaction(payment, KEY)
    expect(await ledger.sendTransaction(payment, KEY)).toEqual(paid)
    expect((await ledger.getAccountBalance({ id: from })).accountBalance).toBe('3')
  })
})

describe('another call with the same key', () => {
  it('is refused, and has no effect', async () => {
    const { ledger, from, payment, storage } = await paying()
    await ledger.sendTransaction(payment, KEY)
    const before = await dump({ storage })
    const others = [
      ledger.sendTransaction({ ...payment, amount: '2' }, KEY),
      ledger.sendTransaction({ ...payment, anonymous: true }, KEY),
      ledger.sendTransactionBatch({ senderAccountId: from, transaction: [] }, KEY),
      ledger.createAccount({ currency: 'EUR' }, KEY),
      ledger.freezeAccount({ id: from }, KEY),
    ]
    for (const call of others) {
      const { code, status } = await refusal(call)
      expect([code, status]).toEqual(['idempotency.key.reused', 422])
    }
    expect(await dump({ storage })).toEqual(before)
  })

  it('is refused when the order in a list is another', async () => {
    const { ledger } = openLedger()
    const accounts = [{ currency: 'EUR' }, { currency: 'USD' }]
    await ledger.createAccountBatch({ accounts }, KEY)
    expect(await refusalCode(ledger.createAccountBatch({ accounts: accounts.toReversed() }, KEY))).toBe(
      'idempotency.key.reused',
    )
  })

  it('is refused when it runs at the same time: one of them has its effect', async () => {
    const { ledger, from, payment } = await paying()
    const outcomes = await Promise.allSettled([
      ledger.sendTransaction(payment, KEY),
      ledger.sendTransaction({ ...payment, amount: '2' }, KEY),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect((await ledger.getAccountBalance({ id: from })).accountBalance).toBe('9')
  })

  it('is refused where it is about the API key that calls, and another one has sent it', async () => {
    const { ledger } = openLedger()
    const [one, other] = [await keyOf(ledger), await keyOf(ledger)]
    await ledger.as(one.caller).freezeApiKey({}, KEY)
    expect(await refusalCode(ledger.as(other.caller).freezeApiKey({}, KEY))).toBe('idempotency.key.reused')
    const digest = { idempotencyKey: 'digest' }
    const hmac = { hmacSecret: 'secret' }
    await ledger.as(one.caller).enableWebHookHmac(hmac, digest)
    await ledger.as(one.caller).enableWebHookHmac(hmac, digest)
    expect(await refusalCode(ledger.as(other.caller).enableWebHookHmac(hmac, digest))).toBe(
      'idempotency.key.reused',
    )
  })

  it('of another tenant is another key', async () => {
    const { ledger } = openLedger()
    const here = await ledger.createAccount({ currency: 'EUR' }, KEY)
    const there = await ledger.as(otherTenant).createAccount({ currency: 'USD' }, KEY)
    expect([here.currency, there.currency]).toEqual(['EUR', 'USD'])
  })
})

describe('a key', () => {
  it.each(partly('reads with a key', reads))('means nothing to a read: $id', async ({ id }) => {
    const world = await openWorld()
    const args = exampleOf(id).args(world)
    const before = await dump(world)
    await callById(world.ledger, id, args, KEY)
    expect(await dump(world)).toEqual({ ...before, charges: expect.anything() })
    // Nothing was stored under it.
    await expect(world.ledger.createAccount({ currency: 'EUR' }, KEY)).resolves.toBeDefined()
  })

  it('has 1 to 255 characters', async () => {
    const { ledger } = openLedger()
    for (const idempotencyKey of ['', 'k'.repeat(256)]) {
      const { code, rejection } = await refusal(ledger.createAccount({ currency: 'EUR' }, { idempotencyKey }))
      expect(code).toBe('validation.failed')
      expect(rejection.violations).toMatchObject([{ target: 'header', property: 'Idempotency-Key' }])
    }
    for (const idempotencyKey of ['k', 'k'.repeat(255), ' ', '__proto__']) {
      await ledger.createAccount({ currency: 'EUR' }, { idempotencyKey })
      await ledger.createAccount({ currency: 'EUR' }, { idempotencyKey })
    }
    expect(await ledger.getAccountsCount()).toEqual({ total: 4 })
  })

  it.each<readonly [options: unknown, message: string]>([
    [{ idempotencykey: 'x' }, 'idempotencykey is not an option of a call (did you mean idempotencyKey?)'],
    [{ ...KEY, idempotency_key: 'x' }, 'idempotency_key is not an option of a call (did you mean'],
    [{ key: 'x' }, 'key is not an option of a call (the only one is idempotencyKey)'],
    [Object.create({ key: 'x' }), 'key is not an option of a call'],
    [{ 'Idempotency-Key': 'x' }, 'its name is not repeated (did you mean idempotencyKey?'],
    [{ ['a'.repeat(64)]: 'x' }, 'its name is not repeated (the only one is idempotencyKey'],
    ['x', "the options of a call are an object, such as { idempotencyKey: 'order-17' }"],
    [['x'], 'the options of a call are an object'],
    [null, 'the options of a call are an object'],
    [17, 'the options of a call are an object'],
    [{ idempotencyKey: null }, 'idempotencyKey must be text'],
    [{ idempotencyKey: 17 }, 'idempotencyKey must be text'],
  ])('that no call would find in %j is refused, and nothing is paid', async (options, message) => {
    const { ledger, from, payment } = await paying()
    const calls = [ledger.sendTransaction(payment, options as never), ledger.getVersion({}, options as never)]
    for (const call of calls) {
      const refused = await refusal(call)
      expect(refused.code).toBe('validation.failed')
      expect(refused.message).toContain(message)
      expect(refused.message).not.toContain('aaaa')
    }
    expect((await ledger.getAccountBalance({ id: from })).accountBalance).toBe('10')
  })

  it('may be undefined, and so may what is no option', async () => {
    const { ledger } = openLedger()
    const options: object = { idempotencyKey: undefined, timeout: undefined }
    await expect(ledger.createAccount({ currency: 'EUR' }, options)).resolves.toBeDefined()
  })
})
