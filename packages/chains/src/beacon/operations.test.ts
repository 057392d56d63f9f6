/** The operations of BNB Beacon Chain from end to end: a ledger, its chains over HTTP, and a node that checks everything. */
import { signatureKey } from '@tallystick/core'
import { dumpStorage } from '@tallystick/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import {
  type Calls,
  codeOf,
  faultOf,
  openLedger,
  pendingOf,
  refusalOf,
  type Sent,
  txIdOf,
} from '../open-ledger.fixture.js'
import { beaconWorld, COIN } from './chain.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { type Account, type BeaconWorld, openBeaconWorld } from './ledger-world.fixture.js'

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const FEE = 7_500n

let world: BeaconWorld
let calls: Calls
let alice: Account
let bob: Account

beforeEach(async () => {
  world = await openBeaconWorld()
  calls = await world.as('testnet')
  alice = world.account('alice')
  bob = world.account('bob')
})
afterEach(() => world.close())

const close = (blocks = 1): void => world.server.ledger.close(blocks)
const pay = (over: object = {}) =>
  calls.transferBnbBlockchain({
    fromPrivateKey: alice.privateKey,
    to: bob.address,
    currency: 'BNB',
    amount: '1',
    ...over,
  })

/** The id of a send that is answered at once, and then in a block. */
async function sent(call: Promise<Sent>): Promise<string> {
  const txId = await txIdOf(call)
  close()
  return txId
}

describe('reads', () => {
  it('a fresh account is one that its key opens, made by its first payment', async () => {
    const wallet = await calls.bnbGenerateWallet()
    expect(wallet).toMatchObject({
      address: expect.stringMatching(/^tbnb1[a-z0-9]{38}$/),
      privateKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { address } = wallet
    expect(await codeOf(calls.bnbGetAccount({ address }))).toBe('bnb.account.failed')
    expect(await codeOf(pay({ fromPrivateKey: wallet.privateKey }))).toBe('bnb.account.failed')
    await sent(pay({ to: address, amount: '50' }))
    await sent(pay({ fromPrivateKey: wallet.privateKey, amount: '49.999925' }))
    expect([world.units(wallet), world.units(bob)]).toEqual([0n, 1_000n * COIN + 4_999_992_500n])
    const main = await (await world.as('mainnet')).bnbGenerateWallet()
    expect(main.address).toMatch(/^bnb1/)
  })

  it('account, blocks, history and transaction', async () => {
    const asset = 'BTCB-1DE'
    world.server.ledger.fund(bob.address, 5n, asset)
    const hash = await sent(pay({ amount: '2.5', message: '101192150' }))
    const { height, time } = world.server.ledger.last
    const listed = {
      txHash: hash,
      blockHeight: height,
      txType: 'TRANSFER',
      timeStamp: new Date(time).toISOString(),
      fromAddr: alice.address,
      toAddr: bob.address,
      value: '2.5',
      txAsset: 'BNB',
      txFee: '0.000075',
      code: 0,
      memo: '101192150',
      source: 0,
      sequence: 0,
    }
    expect(await calls.bnbGetCurrentBlock()).toBe(height)
    expect(await calls.bnbGetBlock({ height })).toEqual({
      timestamp: time,
      blockHeight: height,
      tx: [listed],
    })
    const window = { startTime: time - 1_000, endTime: time }
    for (const query of [{}, { addressType: 'TO' as const }, { asset: 'BNB' }, { limit: 1 }]) {
      const told = await calls.bnbGetTxByAccount({ address: bob.address, ...window, ...query })
      expect(told).toEqual({ total: 1, tx: [listed] })
    }
    for (const query of [
      { addressType: 'FROM' as const },
      { asset },
      { startTime: time - 2, endTime: time - 1 },
    ]) {
      const told = await calls.bnbGetTxByAccount({ address: bob.address, ...window, ...query })
      expect(told).toEqual({ total: 0, tx: [] })
    }
    expect(await calls.bnbGetTransaction({ hash: hash.toLowerCase() })).toMatchObject({
      code: 0,
      hash,
      height: String(height),
      ok: true,
      tx: { value: { memo: '101192150', msg: [{ value: { inputs: [{ address: alice.address }] } }] } },
    })
    expect(await calls.bnbGetAccount({ address: bob.address.toUpperCase() })).toMatchObject({
      address: bob.address,
      sequence: 0,
      flags: 0,
      balances: [
        { symbol: 'BNB', free: '1002.50000000' },
        { symbol: asset, free: '0.00000005' },
      ],
    })
    // Eleven reads that answered, and a send.
    expect(await calls.charged()).toBe(11 * 5 + 10)
  })

  it('what is not there, or is none, is refused', async () => {
    const { address } = world.account('nobody', 0n)
    const week = 7 * 86_400_000
    const history = (query: object) => () =>
      calls.bnbGetTxByAccount({ address: bob.address, startTime: 0, endTime: 1, ...query })
    const table: readonly (readonly [() => Promise<unknown>, string])[] = [
      [() => calls.bnbGetAccount({ address }), 'bnb.account.failed'],
      [() => calls.bnbGetAccount({ address: `${address}q` }), 'validation.failed'],
      [() => calls.bnbGetAccount({ address: address.replace('tbnb', 'bnb') }), 'validation.failed'],
      [() => calls.bnbGetBlock({ height: world.server.ledger.last.height + 1 }), 'block.hash.not.exists'],
      // Blocks that an archive does not keep are no missing blocks.
      [() => calls.bnbGetBlock({ height: 5 }), 'chain.unsupported'],
      [() => calls.bnbGetBlock({ height: 0 }), 'validation.failed'],
      [() => calls.bnbGetTransaction({ hash: 'a'.repeat(64) }), 'tx.not.found'],
      [() => calls.bnbGetTransaction({ hash: 'x'.repeat(64) }), 'tx.not.found'],
      [history({ endTime: week }), 'validation.failed'],
      [history({ startTime: 2 }), 'validation.failed'],
      [history({ limit: 51 }), 'validation.failed'],
      [history({ address: 'bnb1' }), 'validation.failed'],
    ]
    for (const [call, code] of table)
      expect([String(call), await codeOf(call())]).toEqual([String(call), code])
    expect(await calls.charged()).toBe(0)
  })

  it('without a node wallets work, and the rest says since when the chain is halted and what to do', async () => {
    const chains = createChains({})
    const bare = openLedger(chains)
    const own = await bare.as('testnet')
    expect((await own.bnbGenerateWallet()).address).toMatch(/^tbnb1/)
    const { code, message } = await refusalOf(own.bnbGetCurrentBlock())
    expect(code).toBe('chain.not.configured')
    expect(message).toMatch(/last block on 2024-12-03.*archive.*chains\.BNB\.testnet\.nodes/)
    await bare.close()
  })
})

describe('sends', () => {
  it('memos arrive byte by byte, also those that Go escapes; an account that needs one gets a number', async () => {
    const of = async (over: object) => world.server.ledger.find(await sent(pay(over)))?.tx.memo
    expect(await of({})).toBe('')
    for (const message of ['007', '<b>&"\\', 'ü🙂\u2028\t', 'x'.repeat(50)]) {
      expect(await of({ message })).toBe(message)
    }
    expect(await codeOf(pay({ message: '🙂'.repeat(40) }))).toBe('transaction.invalid.body')
    expect(await faultOf(pay({ message: 'x'.repeat(51) }))).toBe('message')
    world.server.ledger.account(bob.address).flags = 1n
    world.server.ledger.settle()
    for (const over of [{}, { message: 'to bob' }]) expect(await codeOf(pay(over))).toBe('bnb.memo.required')
    expect(await of({ message: '12' })).toBe('12')
  })

  it('BNB at the edge of 64 bits arrives exactly', async () => {
    const rich = world.account('rich', 0n)
    world.server.ledger.fund(rich.address, 2n ** 63n - 1n)
    const fresh = world.account('new', 0n)
    const from = { fromPrivateKey: rich.privateKey, to: fresh.address }
    await sent(pay({ ...from, amount: '92233720368.54768307' }))
    expect([world.units(fresh), world.units(rich)]).toEqual([2n ** 63n - 1n - FEE, 0n])
    expect(await codeOf(pay({ amount: '92233720368.54775808' }))).toBe('transaction.invalid.body')
    expect(await codeOf(pay({ amount: '92233720368.54775807' }))).toBe('balance.insufficient')
  })

  it('what cannot be sent is refused, and takes no sequence', async () => {
    const table: readonly (readonly [object, string])[] = [
      [{ amount: '1.000000001' }, 'validation.failed'],
      [{ amount: '0' }, 'transaction.invalid.body'],
      [{ to: `${bob.address.slice(0, -1)}q` }, 'transaction.invalid.body'],
      [{ to: bob.address.replace('tbnb', 'bnb') }, 'transaction.invalid.body'],
      [{ amount: '999.99992501' }, 'balance.insufficient'],
      [{ currency: 'BSC' }, 'validation.failed'],
      [{ fromPrivateKey: '0'.repeat(64) }, 'validation.failed'],
      [{ fromPrivateKey: 'short' }, 'validation.failed'],
    ]
    for (const [over, code] of table) {
      const refusal = await refusalOf(pay(over))
      expect([over, refusal.code]).toEqual([over, code])
      expect(JSON.stringify(refusal)).not.toContain(alice.privateKey)
    }
    expect([await calls.charged(), await world.held()]).toEqual([0, 0])
    await sent(pay())
    expect(world.server.ledger.account(alice.address).sequence).toBe(1n)
  })

  it('a fee far above the usual is not paid', async () => {
    world.server.ledger.fees.single = 1_000_001n
    expect(await codeOf(pay())).toBe('fee.exceptional')
    world.server.ledger.fees.single = 1_000_000n
    await sent(pay())
    expect(world.units(alice)).toBe(999n * COIN - 1_000_000n)
  })

  it('an asset that somebody signed is broadcast, once', async () => {
    const other = await beaconWorld()
    const signer = other.signer('alice')
    world.server.ledger.fund(alice.address, 2n ** 63n - 1n, 'BTCB-1DE')
    const { number } = world.server.ledger.account(alice.address)
    const over = { asset: 'BTCB-1DE', amount: String(2n ** 63n - 1n), accountNumber: String(number) }
    const { raw, txId } = other.sign(signer, over)
    await other.close()
    expect(await calls.bnbBroadcast({ txData: raw.toUpperCase() })).toEqual({ txId })
    close()
    expect(await calls.bnbBroadcast({ txData: raw })).toEqual({ txId })
    expect([world.units(alice, 'BTCB-1DE'), world.units(bob, 'BTCB-1DE')]).toEqual([0n, 2n ** 63n - 1n])
    // One with another sequence, signed for another chain, or by another key.
    for (const bad of ['00', raw.slice(2), `${raw}00`, raw.replace('eb5ae987', 'eb5ae988')]) {
      expect(await codeOf(calls.bnbBroadcast({ txData: bad }))).toBe('transaction.invalid.body')
    }
    expect(await codeOf((await world.as('mainnet')).bnbBroadcast({ txData: raw }))).toBe(
      'transaction.invalid.body',
    )
  })

  it('a key is taken on the testnet only, and is nowhere afterwards', async () => {
    const main = await world.as('mainnet')
    const body = { fromPrivateKey: alice.privateKey, to: bob.address, currency: 'BNB', amount: '1' } as const
    expect(await codeOf(main.transferBnbBlockchain(body))).toBe('private.key.testnet.only')
    await sent(calls.transferBnbBlockchain(body))
    const dump = await dumpStorage(world.storage, { tenants: ['default' as never] })
    const text = JSON.stringify(dump, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).toContain(alice.address)
    expect(text).not.toContain(alice.privateKey)
  })
})

describe('a key-management system', () => {
  const stored = (id: string) => world.ledger.engine.query.find(signatureKey('default' as never, id as never))
  const asked = (over: object = {}) =>
    pendingOf(
      calls.transferBnbBlockchainKMS({
        signatureId: WALLET,
        fromAddress: alice.address,
        to: bob.address,
        currency: 'BNB',
        amount: '1',
        ...over,
      }),
    )
  /** As the daemon does: with the sequence that the service tells of the chain. */
  async function signed(id: string, by = alice): Promise<string> {
    const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
    const account = await calls.bnbGetAccount({ address: alice.address })
    return signAsDaemon(serializedTransaction, by.privateKey, account)
  }
  const broadcast = async (id: string) => calls.bnbBroadcast({ txData: await signed(id), signatureId: id })

  it('payments are completed by the pending id, with a memo or without', async () => {
    for (const over of [{ message: '7' }, { amount: '0.00000001' }]) {
      const id = await asked(over)
      const [waits] = await calls.getPendingTransactionsToSign({ chain: 'BNB' })
      expect(waits).toMatchObject({ id, chain: 'BNB', hashes: [WALLET] })
      expect(JSON.parse(String(waits?.serializedTransaction))).toMatchObject({
        msg: {
          aminoPrefix: '2A2C87FA',
          inputs: [{ address: { type: 'Buffer' }, coins: [{ denom: 'BNB' }] }],
        },
        signMsg: { inputs: [{ address: alice.address }], outputs: [{ address: bob.address }] },
      })
      const { txId } = await broadcast(id)
      close()
      expect(await stored(id)).toMatchObject({ status: 'complete', txId })
    }
    expect(world.units(bob)).toBe(1_001n * COIN + 1n)
  })

  it('of several that wait each is paid once, whichever sequence the signer takes', async () => {
    const [one, two, three] = [
      await asked({ amount: '1' }),
      await asked({ amount: '2' }),
      await asked({ amount: '4' }),
    ]
    // The sequence that the ledger has next is the first one's until that is broadcast, or deleted.
    expect(await codeOf(broadcast(two))).toBe('claim.taken')
    await calls.deletePendingTransactionToSign({ id: one })
    await broadcast(two)
    // Signed before a block has the second one: with its sequence.
    expect(await codeOf(broadcast(three))).toBe('claim.taken')
    close()
    await broadcast(three)
    close()
    await world.round()
    expect(world.units(bob)).toBe(1_006n * COIN)
    expect((await world.sends()).map(({ status }) => status)).toEqual(['final', 'final'])
  })

  it('one is not completed by the same payment, which a block had before it was asked for', async () => {
    const first = await asked()
    const txData = await signed(first)
    await calls.deletePendingTransactionToSign({ id: first })
    // The ledger never hears of it.
    world.server.ledger.submit(txData)
    close()
    const [{ tx } = { tx: { hash: '' } }] = world.server.ledger.last.transactions
    const id = await asked()
    expect(await codeOf(calls.completePendingSignature({ id, txId: tx.hash }))).toBe('kms.unexpected.state')
    expect(await codeOf(calls.bnbBroadcast({ txData, signatureId: id }))).toBe('kms.unexpected.state')
    expect(await stored(id)).toMatchObject({ status: 'pending' })
  })

  it('what is broadcast must be what was asked for, signed', async () => {
    const id = await asked()
    const txData = await signed(id)
    const other = await signed(await asked({ amount: '900' }))
    for (const text of ['00', txData.slice(4), `${txData}00`, (await stored(id))?.serialized ?? '', other]) {
      expect(await codeOf(calls.bnbBroadcast({ txData: text, signatureId: id }))).toBe(
        'transaction.invalid.body',
      )
    }
    expect(await codeOf(calls.bnbBroadcast({ txData: await signed(id, bob), signatureId: id }))).toBe(
      'transaction.invalid.body',
    )
    expect(await codeOf(calls.bnbBroadcast({ txData, signatureId: WALLET }))).toBe('kms.missing')
    await calls.bnbBroadcast({ txData, signatureId: id })
    close()
    expect(world.units(bob)).toBe(1_001n * COIN)
  })

  it('what waits is counted: eight with money for seven are seven', async () => {
    world.server.ledger.account(alice.address).coins.set('BNB', 7n * (COIN + FEE) + COIN)
    world.server.ledger.settle()
    for (let left = 7; left > 0; left -= 1) await asked()
    expect(await codeOf(asked())).toBe('balance.insufficient')
    expect(await codeOf(pay())).toBe('balance.insufficient')
  })
})
