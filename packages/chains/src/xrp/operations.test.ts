/** The operations of XRP from end to end: a ledger, its chains over HTTP, and a server that checks everything. */
import { signatureKey } from '@tallystick/core'
import { dumpStorage, quickOrFull } from '@tallystick/testing'
import type { Failure } from '@tallystick/testing/simulated'
import { decode, encode } from 'ripple-binary-codec'
import { deriveKeypair } from 'ripple-keypairs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, refusalOf, type Sent, txIdOf } from '../open-ledger.fixture.js'
import { DROPS } from './chain.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { type Account, openXrpWorld, type XrpWorld } from './ledger-world.fixture.js'
import { impatiently, patiently } from './patience.fixture.js'

/** Sends at once. */
const MANY = quickOrFull(25, 100)

/** For predecessors that do not come. */

const TOKEN = '544F4B454E000000000000000000000000000000'
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

let world: XrpWorld
let calls: Calls
let alice: Account
let bob: Account

async function open(options: Parameters<typeof openXrpWorld>[0] = {}): Promise<void> {
  world = await openXrpWorld(options)
  calls = await world.as('testnet')
  alice = await world.account('alice')
  bob = await world.account('bob')
}
beforeEach(() => open())
afterEach(() => world.close())
afterEach(patiently)

const drops = (account: Account): bigint | undefined =>
  world.server.ledger.last.accounts.get(account.address)?.balance
const from = (account: Account) => ({ fromAccount: account.address, fromSecret: account.secret })
const asset = (issuer: Account) => ({ issuerAccount: issuer.address, token: TOKEN })
const close = (ledgers = 1): void => world.server.ledger.close(ledgers)

/** The id of a send that is answered at once. */
async function sent(call: Promise<Sent>): Promise<string> {
  const txId = await txIdOf(call)
  close()
  return txId
}

const pending = (id: string) => world.ledger.engine.query.find(signatureKey('default' as never, id as never))

describe('reads', () => {
  it('a fresh account is one that its secret opens', async () => {
    const wallet = await calls.xrpWallet()
    expect(wallet.secret).toMatch(/^s\w{28}$/)
    const one = await world.account('carol', 0n)
    expect(wallet.address).not.toBe(one.address)
    world.server.ledger.fund(wallet.address, 50n * DROPS)
    await sent(calls.transferXrpBlockchain({ ...from(wallet), to: bob.address, amount: '1' }))
    expect(drops(bob)).toBe(1_001n * DROPS)
  })

  it('account, balance, fee, ledgers, history and transaction', async () => {
    const txId = await sent(
      calls.transferXrpBlockchain({ ...from(alice), to: bob.address, amount: '2.5', destinationTag: 7 }),
    )
    expect(await calls.xrpGetAccountInfo({ account: bob.address })).toMatchObject({
      account_data: { Account: bob.address, Balance: '1002500000' },
    })
    expect(await calls.xrpGetAccountBalance({ account: bob.address })).toEqual({
      balance: '1002500000',
      assets: [],
    })
    expect(await calls.xrpGetFee()).toMatchObject({ drops: { base_fee: '10' } })
    const { index, hash } = world.server.ledger.last
    expect(await calls.xrpGetLastClosedLedger()).toEqual({ ledger_index: index, ledger_hash: hash })
    expect(await calls.xrpGetLedger({ i: index })).toMatchObject({
      ledger: { transactions: [{ hash: txId, Account: alice.address }] },
      ledger_index: index,
      validated: true,
    })
    expect(await calls.xrpGetTransaction({ hash: txId })).toMatchObject({
      Amount: '2500000',
      DestinationTag: 7,
      meta: { TransactionResult: 'tesSUCCESS' },
    })
    expect(await calls.xrpGetAccountTx({ account: alice.address })).toMatchObject({
      account: alice.address,
      transactions: [{ tx: { hash: txId }, validated: true }],
    })
    const beyond = { account: alice.address, min: index + 1 }
    expect(await codeOf(calls.xrpGetAccountTx(beyond))).toBe('transaction.invalid.body')
    // Seven reads that answered, and a send.
    expect(await calls.charged()).toBe(7 * 5 + 10)
  })

  it('the history goes on at the marker that was answered', async () => {
    await Promise.all(
      Array.from({ length: 201 }, () =>
        calls.transferXrpBlockchain({ ...from(alice), to: bob.address, amount: '0.000001' }),
      ),
    )
    close()
    const first = await calls.xrpGetAccountTx({ account: alice.address })
    expect(first['transactions']).toHaveLength(200)
    const marker = JSON.stringify(first['marker'])
    const second = await calls.xrpGetAccountTx({ account: alice.address, marker })
    expect(second['transactions']).toHaveLength(1)
  })

  it('what is not there, or is none, is refused', async () => {
    const nobody = await world.account('nobody', 0n)
    const { address } = nobody
    const table: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => calls.xrpGetAccountInfo({ account: address }), 'xrp.account.failed'],
      [() => calls.xrpGetAccountBalance({ account: address }), 'xrp.account.failed'],
      [() => calls.xrpGetAccountTx({ account: address }), 'xrp.account.failed'],
      [() => calls.xrpGetAccountInfo({ account: `${address}r` }), 'validation.failed'],
      ...['{', 'null', '[]', '1'].map(
        (marker) =>
          [() => calls.xrpGetAccountTx({ account: bob.address, marker }), 'validation.failed'] as const,
      ),
      [
        () => calls.xrpGetAccountTx({ account: bob.address, marker: '{"ledger":1,"seq":9}' }),
        'transaction.invalid.body',
      ],
      [() => calls.xrpGetLedger({ i: 4_000_000_000 }), 'xrp.ledger.failed'],
      [() => calls.xrpGetTransaction({ hash: 'A'.repeat(64) }), 'tx.not.found'],
      [() => calls.xrpGetTransaction({ hash: 'x'.repeat(64) }), 'tx.not.found'],
      [
        () => calls.transferXrpBlockchain({ ...from(nobody), to: bob.address, amount: '1' }),
        'xrp.account.failed',
      ],
    ]
    for (const [call, code] of table) expect(await codeOf(call())).toBe(code)
    expect(await calls.charged()).toBe(0)
  })
})

describe('sends', () => {
  it('amounts and tags arrive as they were written', async () => {
    const txId = await sent(
      calls.transferXrpBlockchain({
        ...from(alice),
        to: bob.address,
        amount: '+12.345678',
        fee: '0.000012',
        sourceTag: 4_294_967_295,
        destinationTag: 0,
      }),
    )
    expect(drops(bob)).toBe(1_012_345_678n)
    expect(drops(alice)).toBe(1_000n * DROPS - 12_345_678n - 12n)
    const transaction = await calls.xrpGetTransaction({ hash: txId })
    expect(transaction).toMatchObject({ SourceTag: 4_294_967_295, DestinationTag: 0, Fee: '12', Flags: 0 })
  })

  it('an asset is issued, trusted, paid and given back', async () => {
    const issuer = await world.account('issuer')
    await sent(calls.accountSettingsXrpBlockchain({ ...from(issuer), rippling: true }))
    await sent(calls.trustLineXrpBlockchain({ ...from(alice), ...asset(issuer), limit: '1000000.5' }))
    await sent(calls.trustLineXrpBlockchain({ ...from(bob), ...asset(issuer), limit: '50' }))
    const pay = (sender: Account, to: Account, amount: string) =>
      calls.transferXrpBlockchainAsset({ ...from(sender), to: to.address, amount, ...asset(issuer) })
    await sent(pay(issuer, alice, '100.0000000000001'))
    await sent(pay(alice, bob, '49.5'))
    expect(await calls.xrpGetAccountBalance({ account: alice.address })).toMatchObject({
      assets: [{ balance: '50.5000000000001', currency: TOKEN }],
    })
    const before = await world.held()
    const full = await refusalOf(pay(alice, bob, '0.5000000000000001'))
    expect([full.code, full.message]).toEqual([
      'transaction.invalid.body',
      expect.stringContaining('leaves no room'),
    ])
    expect(await codeOf(pay(alice, bob, '50.6'))).toBe('balance.insufficient')
    const stranger = await world.account('stranger')
    expect(await codeOf(pay(alice, stranger, '1'))).toBe('transaction.invalid.body')
    expect(await codeOf(pay(issuer, stranger, '1'))).toBe('transaction.invalid.body')
    expect(await codeOf(pay(stranger, bob, '0.1'))).toBe('balance.insufficient')
    expect(await world.held()).toEqual(before)
    const rates = world.server.ledger.accounts.get(issuer.address) ?? expect.fail('no issuer')
    rates.transferRate = 1_005_000_000
    const charged = await refusalOf(pay(alice, bob, '0.1'))
    expect([charged.code, charged.message]).toEqual([
      'transaction.invalid.body',
      expect.stringContaining('transfer fee'),
    ])
    expect(await world.held()).toEqual(before)
    await sent(pay(alice, issuer, '0.1'))
    await sent(pay(issuer, alice, '0.1'))
    rates.transferRate = 1_000_000_000
    await sent(pay(alice, bob, '0.1'))
    await sent(pay(bob, alice, '0.1'))
    expect(await codeOf(pay(alice, bob, '12345678901234567'))).toBe('transaction.invalid.body')
    await sent(pay(bob, issuer, '49.5'))
    await sent(calls.trustLineXrpBlockchain({ ...from(bob), ...asset(issuer), limit: '0' }))
    expect(await calls.xrpGetAccountBalance({ account: bob.address })).toMatchObject({ assets: [] })
  })

  it('settings change one at a time, or one on and one off', async () => {
    const change = (settings: { rippling?: boolean; requireDestinationTag?: boolean }) =>
      calls.accountSettingsXrpBlockchain({ ...from(bob), ...settings })
    const pay = (tag: { destinationTag?: number }) =>
      calls.transferXrpBlockchain({ ...from(alice), to: bob.address, amount: '1', ...tag })
    await sent(change({ requireDestinationTag: true, rippling: false }))
    const refused = await refusalOf(pay({}))
    expect([refused.code, refused.message]).toEqual([
      'transaction.invalid.body',
      expect.stringContaining('without a destination tag'),
    ])
    await sent(pay({ destinationTag: 1 }))
    await sent(change({ requireDestinationTag: false, rippling: true }))
    await sent(pay({}))
    for (const flag of [true, false]) {
      expect(await codeOf(change({ rippling: flag, requireDestinationTag: flag }))).toBe(
        'xrp.settings.multiple',
      )
    }
    expect(await codeOf(change({}))).toBe('validation.failed')
  })

  it('what cannot be sent is refused, or dead after its last ledger, and takes no sequence', async () => {
    const before = world.server.ledger.accounts.get(alice.address)?.sequence
    const send = (over: object) =>
      calls.transferXrpBlockchain({ ...from(alice), to: bob.address, amount: '1', ...over })
    const table: readonly (readonly [object, string])[] = [
      [{ amount: '1.0000001' }, 'validation.failed'],
      [{ fee: '0.0000001' }, 'validation.failed'],
      [{ amount: '0' }, 'transaction.invalid.body'],
      [{ fee: '0' }, 'transaction.invalid.body'],
      [{ fee: '0.000009' }, 'transaction.invalid.body'],
      [{ amount: '1000000000000' }, 'transaction.invalid.body'],
      [{ to: alice.address }, 'transaction.invalid.body'],
      [{ to: `${bob.address.slice(0, -1)}x` }, 'transaction.invalid.body'],
      [{ destinationTag: -1 }, 'transaction.invalid.body'],
      [{ destinationTag: 4_294_967_296 }, 'transaction.invalid.body'],
      [{ amount: '999.9' }, 'balance.insufficient'],
      [{ fromSecret: bob.secret }, 'validation.failed'],
      [{ fromSecret: `s${'a'.repeat(28)}` }, 'validation.failed'],
      [{ fromSecret: 'short' }, 'validation.failed'],
    ]
    for (const [over, code] of table) {
      const refusal = await refusalOf(send(over))
      expect([over, refusal.code]).toEqual([over, code])
      expect(JSON.stringify(refusal)).not.toContain(alice.secret)
      expect(JSON.stringify(refusal)).not.toContain(bob.secret)
    }
    expect(await calls.charged()).toBe(0)
    close(25)
    await world.round()
    await sent(send({}))
    expect(world.server.ledger.accounts.get(alice.address)?.sequence).toBe((before ?? 0) + 1)
  })

  it('a fee far above the usual is paid only by who names it', async () => {
    world.server.ledger.openLedgerFee = 2_000_001n
    const send = (fee?: string) =>
      calls.transferXrpBlockchain({ ...from(alice), to: bob.address, amount: '1', ...(fee && { fee }) })
    expect(await codeOf(send())).toBe('fee.exceptional')
    await sent(send('2.000001'))
    expect(drops(alice)).toBe(999n * DROPS - 2_000_001n)
  })

  it('by the regular key of the account', async () => {
    const deputy = await world.account('deputy', 0n)
    const account = world.server.ledger.accounts.get(alice.address)
    if (account !== undefined) account.regularKey = deputy.address
    const body = { fromAccount: alice.address, fromSecret: deputy.secret, to: bob.address, amount: '1' }
    await sent(calls.transferXrpBlockchain(body))
    expect(drops(bob)).toBe(1_001n * DROPS)
  })

  it('a key is taken on the testnet only, and is nowhere afterwards', async () => {
    const main = await world.as('mainnet')
    const body = { ...from(alice), to: bob.address, amount: '1' }
    expect(await codeOf(main.transferXrpBlockchain(body))).toBe('private.key.testnet.only')
    await sent(calls.transferXrpBlockchain(body))
    const dump = await dumpStorage(world.storage, { tenants: ['default' as never] })
    const text = JSON.stringify(dump, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).toContain(alice.address)
    expect(text).not.toContain(alice.secret)
    expect(text.toUpperCase()).not.toContain(deriveKeypair(alice.secret).privateKey.slice(2).toUpperCase())
  })

  it('many at once from one account have consecutive sequences, and all arrive', async () => {
    const first = world.server.ledger.accounts.get(alice.address)?.sequence ?? 0
    const answers = await Promise.all(
      Array.from({ length: MANY }, () =>
        calls.transferXrpBlockchain({ ...from(alice), to: bob.address, amount: '1' }),
      ),
    )
    expect(new Set(answers.map((answer) => ('txId' in answer ? answer.txId : ''))).size).toBe(MANY)
    close()
    const used = world.server.ledger.last.transactions.map(({ tx }) => Number(tx['Sequence']))
    expect(used).toEqual(Array.from({ length: MANY }, (_, n) => first + n))
    expect(drops(bob)).toBe(BigInt(1_000 + MANY) * DROPS)
    expect(await calls.charged()).toBe(10 * MANY)
  })

  it('repeated with its key it is the same transaction', async () => {
    const body = { ...from(alice), to: bob.address, amount: '1' }
    const call = () => calls.transferXrpBlockchain(body, { idempotencyKey: 'once' })
    const [one, two] = await Promise.all([call(), call()])
    expect(two).toEqual(one)
    close()
    expect(await call()).toEqual(one)
    expect(drops(bob)).toBe(1_001n * DROPS)
  })
})

describe('a server that fails', () => {
  const body = () => ({ ...from(alice), to: bob.address, amount: '1' })
  beforeEach(async () => {
    await world.close()
    await open({ timeoutMs: 400 })
  })

  const failures: readonly Failure[] = ['die', 'drop', 'hang', 'late', 'lie', 'busy']
  it.each(failures)('while it is sent (%s): told so, and paid once', async (failure) => {
    world.server.failing = (method) => (method === 'submit' ? failure : undefined)
    const call = () => calls.transferXrpBlockchain(body(), { idempotencyKey: 'once' })
    expect(await codeOf(call())).toBe('broadcast.unknown')
    expect(await calls.charged()).toBe(0)
    world.server.failing = () => undefined
    await world.round()
    close()
    const { txId } = (await call()) as { txId: string }
    expect(await calls.xrpGetTransaction({ hash: txId })).toMatchObject({ validated: true })
    expect(drops(bob)).toBe(1_001n * DROPS)
    await world.round()
    expect((await world.sends()).map(({ status }) => status)).toEqual(['final'])
    expect(await calls.charged()).toBe(10 + 5)
  })

  it('before anything is sent: refused, and nothing is recorded', async () => {
    for (const failure of ['die', 'hang', 'busy'] as const) {
      world.server.failing = () => failure
      expect(await codeOf(calls.transferXrpBlockchain(body()))).toBe('chain.unavailable')
    }
    expect(await world.sends()).toEqual([])
  })

  it('that never hears of it: dead once its last ledger has passed, and its sequence is used again', async () => {
    world.server.failing = (method) => (method === 'submit' ? 'lie' : undefined)
    expect(await codeOf(calls.transferXrpBlockchain(body()))).toBe('broadcast.unknown')
    close(25)
    await world.round()
    expect((await world.sends()).map(({ status }) => status)).toEqual(['dead'])
    world.server.failing = () => undefined
    await sent(calls.transferXrpBlockchain(body()))
    expect(drops(bob)).toBe(1_001n * DROPS)
    expect((await world.sends()).map(({ claims }) => claims[0]?.index)).toEqual([
      (await world.sends())[0]?.claims[0]?.index,
      (await world.sends())[0]?.claims[0]?.index,
    ])
  })

  it('others are not stuck behind one that was dropped', async () => {
    impatiently()
    let submits = 0
    world.server.failing = (method) => {
      if (method !== 'submit') return undefined
      submits += 1
      return submits === 1 ? 'lie' : undefined
    }
    expect(await codeOf(calls.transferXrpBlockchain(body()))).toBe('broadcast.unknown')
    // A gap is before them: nobody can say yet whether they will be in a ledger.
    const later = await Promise.all([1, 2, 3].map(() => refusalOf(calls.transferXrpBlockchain(body()))))
    for (const { code, message } of later) {
      expect([code, message]).toEqual(['broadcast.unknown', expect.stringContaining('an earlier sequence')])
    }
    await world.round()
    close()
    await world.round()
    expect(drops(bob)).toBe(1_004n * DROPS)
    expect(new Set((await world.sends()).map(({ status }) => status))).toEqual(new Set(['final']))
  })

  it('another one is asked', async () => {
    await world.close()
    await open({ servers: 2, timeoutMs: 400 })
    world.server.failing = () => 'die'
    await sent(calls.transferXrpBlockchain(body()))
    expect(drops(bob)).toBe(1_001n * DROPS)
  })
})

describe('key management', () => {
  const body = () => ({ fromAccount: alice.address, signatureId: WALLET, to: bob.address, amount: '1' })
  async function stored(call: Promise<{ txId: string } | { signatureId: string }>) {
    const answer = await call
    if (!('signatureId' in answer)) throw new TypeError('no signatureId')
    const row = await pending(answer.signatureId)
    if (row === undefined) throw new TypeError('not stored')
    return row
  }

  it('stored, signed elsewhere, broadcast: complete with the id of the transaction', async () => {
    const main = await world.as('mainnet')
    for (const own of [calls, main]) {
      const row = await stored(own.transferXrpBlockchainKMS({ ...body(), destinationTag: 5 }))
      expect(row).toMatchObject({
        chain: 'XRP',
        hashes: [WALLET],
        status: 'pending',
        txId: null,
        index: null,
      })
      expect(JSON.parse(row.serialized)).toEqual({
        TransactionType: 'Payment',
        Account: alice.address,
        Destination: bob.address,
        DestinationTag: 5,
        Amount: '1000000',
        Fee: '10',
        Flags: 0,
        Sequence: Number(row.claims[0]?.index),
      })
      // It may rest for days.
      close(1_000)
      const txData = signAsDaemon(row.serialized, alice.secret)
      const { txId } = await own.xrpBroadcast({ txData, signatureId: row.id })
      close()
      expect(await pending(row.id)).toMatchObject({ status: 'complete', txId })
      expect(await own.xrpGetTransaction({ hash: txId })).toMatchObject({ validated: true })
      // A second time changes nothing.
      expect(await own.xrpBroadcast({ txData, signatureId: row.id })).toEqual({ txId })
      expect(await own.charged()).toBe(10 + 5 + 5)
    }
    expect(drops(bob)).toBe(1_002n * DROPS)
  })

  it('each of the other operations', async () => {
    const issuer = await world.account('issuer')
    const kms = (account: Account) => ({ fromAccount: account.address, signatureId: WALLET })
    const steps: readonly (readonly [Account, () => Promise<{ txId: string } | { signatureId: string }>])[] =
      [
        [issuer, () => calls.accountSettingsXrpBlockchainKMS({ ...kms(issuer), rippling: true })],
        [bob, () => calls.trustLineXrpBlockchainKMS({ ...kms(bob), ...asset(issuer), limit: '10' })],
        [
          issuer,
          () =>
            calls.transferXrpBlockchainAssetKMS({
              ...kms(issuer),
              ...asset(issuer),
              to: bob.address,
              amount: '9.5',
            }),
        ],
      ]
    for (const [signer, step] of steps) {
      const row = await stored(step())
      await calls.xrpBroadcast({ txData: signAsDaemon(row.serialized, signer.secret), signatureId: row.id })
      close()
    }
    expect(await calls.xrpGetAccountBalance({ account: bob.address })).toMatchObject({
      assets: [{ balance: '9.5', currency: TOKEN }],
    })
  })

  it('two that wait have a sequence each; one that is deleted gives its own back', async () => {
    impatiently()
    const one = await stored(calls.transferXrpBlockchainKMS(body()))
    const two = await stored(calls.transferXrpBlockchainKMS(body()))
    const [first, second] = [one.claims[0]?.index ?? 0n, two.claims[0]?.index]
    expect(second).toBe(first + 1n)
    // Signed before its predecessor: kept by the node until that comes, and not told as sent.
    const early = { txData: signAsDaemon(two.serialized, alice.secret), signatureId: two.id }
    expect(await codeOf(calls.xrpBroadcast(early))).toBe('broadcast.unknown')
    expect(await pending(two.id)).toMatchObject({ status: 'pending' })
    close()
    expect(drops(bob)).toBe(1_000n * DROPS)
    await calls.deletePendingTransactionToSign({ id: one.id })
    const again = await stored(calls.transferXrpBlockchainKMS(body()))
    expect(again.claims[0]?.index).toBe(first)
    await calls.xrpBroadcast({ txData: signAsDaemon(again.serialized, alice.secret), signatureId: again.id })
    close()
    expect(drops(bob)).toBe(1_002n * DROPS)
  })

  it('what is broadcast must be a transaction of the chain, signed, and of a pending one that is there', async () => {
    const row = await stored(calls.transferXrpBlockchainKMS(body()))
    const txData = signAsDaemon(row.serialized, alice.secret)
    const forged = encode({ ...decode(txData), Amount: '900000000' })
    for (const bad of ['00', 'hex', txData.slice(2), `${txData}00`, forged]) {
      expect(await codeOf(calls.xrpBroadcast({ txData: bad, signatureId: row.id }))).toBe(
        'transaction.invalid.body',
      )
    }
    expect(await codeOf(calls.xrpBroadcast({ txData, signatureId: WALLET }))).toBe('kms.missing')
    expect(await pending(row.id)).toMatchObject({ status: 'pending', txId: null })
    // Its sequence is the pending one's until that is broadcast by its id, or deleted.
    expect(await codeOf(calls.xrpBroadcast({ txData }))).toBe('claim.taken')
    await calls.deletePendingTransactionToSign({ id: row.id })
    const { txId } = await calls.xrpBroadcast({ txData })
    close()
    expect(await calls.xrpGetTransaction({ hash: txId })).toMatchObject({ validated: true })
  })

  it('not taken by a server as things stand, it is sent again until a ledger has it', async () => {
    const row = await stored(calls.transferXrpBlockchainKMS({ ...body(), amount: '998' }))
    // Until it is signed, the money has gone elsewhere.
    const account = world.server.ledger.accounts.get(alice.address)
    if (account !== undefined) account.balance = 100n * DROPS
    close()
    const txData = signAsDaemon(row.serialized, alice.secret)
    const refusal = await refusalOf(calls.xrpBroadcast({ txData, signatureId: row.id }))
    expect(refusal.code).toBe('broadcast.unknown')
    expect(refusal.message).toContain('tecUNFUNDED_PAYMENT')
    await world.account('alice')
    await world.round()
    close()
    expect(drops(bob)).toBe(1_998n * DROPS)
    expect(await pending(row.id)).toMatchObject({ status: 'complete' })
  })
})
