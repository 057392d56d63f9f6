/** The operations of Stellar from end to end: a ledger, its chains over HTTP, and a Horizon that checks everything. */
import { signatureKey } from '@tallystick/core'
import { dumpStorage } from '@tallystick/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Calls,
  codeOf,
  faultOf,
  pendingOf,
  refusalOf,
  type Sent,
  txIdOf,
} from '../open-ledger.fixture.js'
import { written } from './address.js'
import { STROOPS } from './chain.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { signerOf } from './keys.js'
import { type Account, openStellarWorld, type StellarWorld } from './ledger-world.fixture.js'

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const MAX = '922337203685.4775807'

let world: StellarWorld
let calls: Calls
let alice: Account
let bob: Account

async function open(options: Parameters<typeof openStellarWorld>[0] = {}): Promise<void> {
  world = await openStellarWorld(options)
  calls = await world.as('testnet')
  alice = world.account('alice')
  bob = world.account('bob')
}
beforeEach(() => open())
afterEach(() => world.close())

const close = (ledgers = 1): void => world.server.ledger.close(ledgers)
const from = (account: Account) => ({ fromAccount: account.address, fromSecret: account.secret })
const asset = (issuer: Account, token = 'USD') => ({ issuerAccount: issuer.address, token })
const pay = (over: object = {}) =>
  calls.transferXlmBlockchain({ ...from(alice), to: bob.address, amount: '1', ...over })
const customerOf = ({ secret }: Account, id: number): string =>
  written('M', Uint8Array.of(...signerOf(secret).publicKey, 0, 0, 0, 0, 0, 0, 0, id))

/** The id of a send that is answered at once, and then in a ledger. */
async function sent(call: Promise<Sent>): Promise<string> {
  const txId = await txIdOf(call)
  close()
  return txId
}

describe('reads', () => {
  it('a fresh account is one that its secret opens, made by its first payment', async () => {
    const wallet = await calls.xlmWallet()
    expect(wallet.secret).toMatch(/^S[A-Z2-7]{55}$/)
    expect(await codeOf(calls.xlmGetAccountInfo({ account: wallet.address }))).toBe('xlm.account.failed')
    expect(await codeOf(pay({ to: wallet.address, amount: '0.9999999' }))).toBe('amount.dust')
    const txId = await sent(pay({ to: wallet.address, amount: '50', initialize: true }))
    expect(world.server.ledger.find(txId)?.transaction.operations[0]?.type).toBe('createAccount')
    await sent(
      calls.transferXlmBlockchain({ ...from(wallet), to: bob.address, amount: '1', initialize: true }),
    )
    expect(world.stroops(bob)).toBe(1_001n * STROOPS)
    expect(world.stroops(wallet)).toBe(49n * STROOPS - 100n)
  })

  it('account, fee, ledgers, history and transaction, without a word of where they are from', async () => {
    const txId = await sent(pay({ amount: '2.5', message: 'customer 7' }))
    const customer = customerOf(bob, 9)
    const told = {
      info: await calls.xlmGetAccountInfo({ account: customer }),
      last: await calls.xlmGetLastClosedLedger(),
      ledger: await calls.xlmGetLedger({ sequence: String(world.server.ledger.last.sequence) }),
      transaction: await calls.xlmGetTransaction({ hash: txId.toUpperCase() }),
      history: await calls.xlmGetAccountTx({ account: bob.address }),
      inLedger: await calls.xlmGetLedgerTx({ sequence: String(world.server.ledger.last.sequence) }),
    }
    expect(told).toMatchObject({
      info: { account_id: bob.address, balances: [{ balance: '1002.5000000', asset_type: 'native' }] },
      last: { sequence: world.server.ledger.last.sequence, hash: world.server.ledger.last.hash },
      ledger: { hash: world.server.ledger.last.hash, successful_transaction_count: 1 },
      transaction: {
        hash: txId,
        memo: 'customer 7',
        memo_type: 'MEMO_TEXT',
        successful: true,
        fee_paid: 100,
        fee_charged: 100,
        max_fee: 100,
        source_account: alice.address,
        operation_count: 1,
      },
      history: [{ hash: txId }],
      inLedger: [{ hash: txId }],
    })
    expect(JSON.stringify(told)).not.toMatch(/_links|127\.0\.0\.1/)
    expect(await calls.xlmGetFee()).toBe(100)
    // Seven reads that answered, and a send.
    expect(await calls.charged()).toBe(7 * 5 + 10)
  })

  it('the history goes on at the token of its last transaction', async () => {
    const hashes: string[] = []
    for (const amount of ['1', '2', '3']) hashes.unshift(await sent(pay({ amount })))
    const all = await calls.xlmGetAccountTx({ account: alice.address })
    expect(all.map(({ hash }) => hash)).toEqual(hashes)
    const pagination = String(all[0]?.['paging_token'])
    const rest = await calls.xlmGetAccountTx({ account: alice.address, pagination })
    expect(rest.map(({ hash }) => hash)).toEqual(hashes.slice(1))
    expect(await calls.xlmGetAccountTx({ account: alice.address, pagination: '1' })).toEqual([])
  })

  it('what is not there, or is none, is refused', async () => {
    const nobody = world.account('nobody', 0n)
    const { address } = nobody
    const table: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => calls.xlmGetAccountInfo({ account: address }), 'xlm.account.failed'],
      [() => calls.xlmGetAccountTx({ account: address }), 'xlm.account.failed'],
      [() => calls.xlmGetAccountInfo({ account: `${address}A` }), 'validation.failed'],
      [() => calls.xlmGetAccountTx({ account: bob.address, pagination: 'next' }), 'validation.failed'],
      [() => calls.xlmGetLedger({ sequence: '4000000000' }), 'block.hash.not.exists'],
      [() => calls.xlmGetLedgerTx({ sequence: '4000000000' }), 'block.hash.not.exists'],
      [() => calls.xlmGetLedger({ sequence: '0' }), 'validation.failed'],
      [() => calls.xlmGetTransaction({ hash: 'a'.repeat(64) }), 'tx.not.found'],
      [() => calls.xlmGetTransaction({ hash: 'x'.repeat(64) }), 'tx.not.found'],
      [
        () => calls.transferXlmBlockchain({ ...from(nobody), to: bob.address, amount: '1' }),
        'xlm.account.failed',
      ],
    ]
    for (const [call, code] of table) expect(await codeOf(call())).toBe(code)
    expect(await calls.charged()).toBe(0)
  })
})

describe('sends', () => {
  it('memos arrive by their type, and an account that needs one gets none without', async () => {
    const of = async (over: object) => {
      const txId = await sent(pay(over))
      const { type, value } = world.server.ledger.find(txId)?.transaction.memo ?? {}
      return `${type} ${Buffer.isBuffer(value) ? value.toString(type === 'hash' ? 'hex' : 'utf8') : value}`
    }
    expect(await of({})).toBe('none null')
    expect(await of({ message: '' })).toBe('none null')
    expect(await of({ message: '007' })).toBe('text 007')
    expect(await of({ message: '7', messageType: 'id' })).toBe('id 7')
    expect(await of({ message: '18446744073709551615', messageType: 'id' })).toBe('id 18446744073709551615')
    expect(await of({ message: 'AB'.repeat(32) })).toBe(`hash ${'ab'.repeat(32)}`)
    for (const over of [
      { message: 'x'.repeat(29) },
      { message: 'seven', messageType: 'id' },
      { message: '18446744073709551616', messageType: 'id' },
      { message: 'ab', messageType: 'hash' },
      { message: 'x'.repeat(64) },
    ]) {
      expect(await codeOf(pay(over)), JSON.stringify(over)).toBe('transaction.invalid.body')
    }
    expect(await faultOf(pay({ message: 'ü' }))).toBe('message')
    // Whoever asks for an ID or a hash would not know whose payment without it is.
    for (const messageType of ['id', 'hash']) {
      expect(await faultOf(pay({ messageType }))).toBe('message')
      expect(await faultOf(pay({ message: '', messageType }))).toBe('message')
    }
    expect(await of({ message: '', messageType: 'text' })).toBe('none null')
    world.server.ledger.account(bob.address).data.set('config.memo_required', '1')
    world.server.ledger.settle()
    expect(await codeOf(pay())).toBe('xlm.memo.required')
    expect(await of({ message: '1' })).toBe('text 1')
  })

  it('a customer of an account is paid by the address, which says who it is', async () => {
    world.server.ledger.account(bob.address).data.set('config.memo_required', '1')
    world.server.ledger.settle()
    const to = customerOf(bob, 9)
    const txId = await sent(pay({ to }))
    expect(world.server.ledger.find(txId)?.transaction.operations[0]).toMatchObject({ destination: to })
    expect(world.stroops(bob)).toBe(1_001n * STROOPS)
    expect(await codeOf(pay({ to, message: '9' }))).toBe('transaction.invalid.body')
    // An account is not made by a payment to one of its customers.
    const nobody = customerOf(world.account('nobody', 0n), 1)
    expect(await codeOf(pay({ to: nobody, amount: '5' }))).toBe('xlm.account.failed')
  })

  it('an asset is made, trusted, paid to the last stroop of 64 bits, and given back', async () => {
    const issuer = world.account('issuer')
    const payAsset = (sender: Account, to: Account, amount: string) =>
      calls.transferXlmBlockchainAsset({ ...from(sender), to: to.address, amount, ...asset(issuer) })
    expect(await codeOf(payAsset(issuer, alice, '1'))).toBe('xlm.trustline.missing')
    await sent(calls.trustLineXlmBlockchain({ ...from(alice), ...asset(issuer) }))
    await sent(calls.trustLineXlmBlockchain({ ...from(bob), ...asset(issuer), limit: '50' }))
    await sent(payAsset(issuer, alice, MAX))
    expect(await calls.xlmGetAccountInfo({ account: alice.address })).toMatchObject({
      balances: [{ balance: MAX, limit: MAX, asset_code: 'USD', asset_issuer: issuer.address }, {}],
    })
    const full = await refusalOf(payAsset(issuer, alice, '0.0000001'))
    expect([full.code, full.message]).toEqual(['xlm.trustline.missing', expect.stringContaining('no room')])
    await sent(payAsset(alice, bob, '49.9999999'))
    expect(await codeOf(payAsset(alice, bob, '0.0000002'))).toBe('xlm.trustline.missing')
    expect(await codeOf(payAsset(bob, issuer, '50'))).toBe('balance.insufficient')
    await sent(payAsset(bob, issuer, '49.9999999'))
    await sent(calls.trustLineXlmBlockchain({ ...from(bob), ...asset(issuer), limit: '0' }))
    expect(world.server.ledger.last.accounts.get(bob.address)?.lines.size).toBe(0)
    // One of the same code, of another issuer, is another asset.
    expect(
      await codeOf(
        calls.transferXlmBlockchainAsset({ ...from(alice), to: issuer.address, amount: '1', ...asset(bob) }),
      ),
    ).toBe('xlm.trustline.missing')
    expect(
      await codeOf(calls.trustLineXlmBlockchain({ ...from(bob), ...asset(world.account('x', 0n)) })),
    ).toBe('xlm.account.failed')
  })

  it('XLM at the edge of 64 bits arrives exactly', async () => {
    const rich = world.account('rich', 0n)
    world.server.ledger.fund(rich.address, 2n ** 63n - 1n)
    const amount = '922337203684.4775706'
    await sent(calls.transferXlmBlockchain({ ...from(rich), to: world.account('new', 0n).address, amount }))
    expect(world.stroops(world.account('new', 0n))).toBe(9_223_372_036_844_775_706n)
    expect(world.stroops(rich)).toBe(STROOPS + 1n)
    expect(await codeOf(pay({ amount: '922337203685.4775808' }))).toBe('transaction.invalid.body')
  })

  it('what cannot be sent is refused, and takes no sequence', async () => {
    const before = world.server.ledger.account(alice.address).sequence
    const table: readonly (readonly [object, string])[] = [
      [{ amount: '1.00000001' }, 'validation.failed'],
      [{ amount: '0' }, 'transaction.invalid.body'],
      [{ to: `${bob.address.slice(0, -1)}A` }, 'transaction.invalid.body'],
      [{ amount: '999' }, 'balance.insufficient'],
      [{ fromSecret: bob.secret }, 'validation.failed'],
      [{ fromSecret: `S${'A'.repeat(55)}` }, 'validation.failed'],
      [{ fromSecret: 'short' }, 'validation.failed'],
    ]
    for (const [over, code] of table) {
      const refusal = await refusalOf(pay(over))
      expect([over, refusal.code]).toEqual([over, code])
      for (const { secret } of [alice, bob]) expect(JSON.stringify(refusal)).not.toContain(secret)
    }
    expect([await calls.charged(), await world.held()]).toEqual([0, 0])
    await sent(pay())
    expect(world.server.ledger.account(alice.address).sequence).toBe(before + 1n)
  })

  it('a fee far above the usual is not paid', async () => {
    world.server.ledger.fee = 10_000_001n
    expect(await codeOf(pay())).toBe('fee.exceptional')
    world.server.ledger.fee = 10_000_000n
    await sent(pay())
    expect(world.stroops(alice)).toBe(998n * STROOPS)
  })

  it('by another key that the account has given enough weight, and by none with less', async () => {
    const deputy = world.account('deputy', 0n)
    const own = world.server.ledger.account(alice.address)
    own.signers.set(deputy.address, 1)
    own.threshold = 2
    world.server.ledger.settle()
    expect(await faultOf(pay({ fromSecret: deputy.secret }))).toBe('fromSecret')
    own.signers.set(deputy.address, 2)
    world.server.ledger.settle()
    await sent(pay({ fromSecret: deputy.secret }))
    expect(world.stroops(bob)).toBe(1_001n * STROOPS)
    expect(await faultOf(pay())).toBe('fromSecret')
  })

  it('a key is taken on the testnet only, and is nowhere afterwards', async () => {
    const main = await world.as('mainnet')
    const body = { ...from(alice), to: bob.address, amount: '1' }
    expect(await codeOf(main.transferXlmBlockchain(body))).toBe('private.key.testnet.only')
    await sent(calls.transferXlmBlockchain(body))
    const dump = await dumpStorage(world.storage, { tenants: ['default' as never] })
    const text = JSON.stringify(dump, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).toContain(alice.address)
    expect(text).not.toContain(alice.secret)
  })
})

describe('a key-management system', () => {
  const kms = ({ address: fromAccount }: Account) => ({ fromAccount, signatureId: WALLET })
  const stored = (id: string) => world.ledger.engine.query.find(signatureKey('default' as never, id as never))
  const asked = (over: object = {}) =>
    pendingOf(calls.transferXlmBlockchainKMS({ ...kms(alice), to: bob.address, amount: '1', ...over }))
  async function signed(id: string, by = alice): Promise<string> {
    const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
    return signAsDaemon(serializedTransaction, by.secret)
  }

  it('payments, assets and trust lines are completed by the pending id', async () => {
    const steps: readonly (readonly [Account, () => Promise<Sent>])[] = [
      [
        alice,
        () => calls.transferXlmBlockchainKMS({ ...kms(alice), to: bob.address, amount: '2', message: 'x' }),
      ],
      [bob, () => calls.trustLineXlmBlockchainKMS({ ...kms(bob), ...asset(alice), limit: '10' })],
      [
        alice,
        () =>
          calls.transferXlmBlockchainKMSAsset({
            ...kms(alice),
            ...asset(alice),
            to: bob.address,
            amount: '9.5',
          }),
      ],
    ]
    for (const [signer, step] of steps) {
      const id = await pendingOf(step())
      const [waits] = await calls.getPendingTransactionsToSign({ chain: 'XLM' })
      expect(waits).toMatchObject({ id, chain: 'XLM', hashes: [WALLET] })
      const { txId } = await calls.xlmBroadcast({ txData: await signed(id, signer), signatureId: id })
      close()
      expect(await stored(id)).toMatchObject({ status: 'complete', txId })
    }
    expect(
      world.server.ledger.last.accounts.get(bob.address)?.lines.get(`USD:${alice.address}`)?.balance,
    ).toBe(95_000_000n)
    expect(world.stroops(bob)).toBe(1_002n * STROOPS - 100n)
  })

  it('two that wait have a sequence each; one that is deleted gives its own back', async () => {
    const [one, two] = [await asked(), await asked()]
    const [first, second] = await Promise.all(
      [one, two].map(async (id) => (await stored(id))?.claims[0]?.index),
    )
    expect(second).toBe((first ?? 0n) + 1n)
    // Signed before its predecessor.
    const early = { txData: await signed(two), signatureId: two }
    const { code, message } = await refusalOf(calls.xlmBroadcast(early))
    expect([code, message]).toEqual(['broadcast.unknown', expect.stringContaining('txBadSeq')])
    await calls.deletePendingTransactionToSign({ id: one })
    const again = await asked()
    expect((await stored(again))?.claims[0]?.index).toBe(first)
    await calls.xlmBroadcast({ txData: await signed(again), signatureId: again })
    close()
    await world.round()
    close()
    expect(world.stroops(bob)).toBe(1_002n * STROOPS)
  })

  it('what is broadcast must be what was asked for, signed', async () => {
    const id = await asked()
    const txData = await signed(id)
    const other = await signed(await asked({ amount: '900' }))
    const bad = [
      '00',
      txData.slice(4),
      `${txData}AAAA`,
      (await stored(id))?.serialized ?? '',
      other,
      signAsDaemon(txData, bob.secret),
    ]
    for (const text of bad.slice(0, -1)) {
      expect(await codeOf(calls.xlmBroadcast({ txData: text, signatureId: id }))).toBe(
        'transaction.invalid.body',
      )
    }
    expect(await codeOf(calls.xlmBroadcast({ txData, signatureId: WALLET }))).toBe('kms.missing')
    // Its sequence is the pending one's until that is broadcast by its id, or deleted.
    expect(await codeOf(calls.xlmBroadcast({ txData }))).toBe('claim.taken')
    await calls.xlmBroadcast({ txData, signatureId: id })
    close()
    expect(world.stroops(bob)).toBe(1_001n * STROOPS)
  })

  it('one that expired before it was broadcast is dead, and may be asked for anew', async () => {
    const id = await asked()
    const txData = await signed(id)
    // A day and more.
    world.server.ledger.pass(90_000)
    expect(await codeOf(calls.xlmBroadcast({ txData, signatureId: id }))).toBe('blockchain.broadcast.error')
    expect(await world.held()).toBeLessThanOrEqual(1)
    if ((await stored(id))?.status === 'pending') await calls.deletePendingTransactionToSign({ id })
    const again = await asked()
    await calls.xlmBroadcast({ txData: await signed(again), signatureId: again })
    close()
    expect(world.stroops(bob)).toBe(1_001n * STROOPS)
  })
})
