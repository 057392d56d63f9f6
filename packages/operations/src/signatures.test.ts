/** Pending signatures, as a key-management system works through them. */

import {
  type AccountId,
  ADMITTED,
  type CreatePendingSignature,
  createPendingSignature,
  Fault,
  type Network,
  recordDeposit,
  recordSend,
  type SignatureId,
  type StoreWithdrawal,
  signatureKey,
  storeWithdrawal,
  type TenantId,
} from '@tallystick/core'
import { placeOf } from '@tallystick/custody'
import { chargesFrom, heldReservations, systemScheduler } from '@tallystick/engine'
import { FakeNode, fakeChain } from '@tallystick/testing'
import { describe, expect, it, vi } from 'vitest'
import { operations } from './catalogue/index.js'
import { receivePendingTransactionsToSign } from './catalogue/signatures.js'
import { nodelessChains } from './chains.fixture.js'
import { keyOf, openLedger, refusal, refusalCode } from './ledger.fixture.js'
import type { TallystickOptions } from './tallystick.js'

const TENANT = 'default' as TenantId
const EPOCH = '0000-01-01'

async function open(network: Network = 'testnet', options: Partial<TallystickOptions> = {}) {
  const opened = openLedger(options)
  const { ledger, storage } = opened
  const { caller } = await keyOf(ledger, 'default', { network })
  const calls = ledger.as(caller)
  let nonce = 0
  const ask = (over: Partial<CreatePendingSignature> = {}): Promise<string> =>
    ledger.engine.execute({
      caller,
      rule: createPendingSignature,
      command: {
        tenant: TENANT,
        chain: 'ETH',
        network,
        hashes: ['wallet'],
        serialized: '{"to":"0x"}',
        index: null,
        signatures: null,
        withdrawalId: null,
        claims: [{ owner: 'sender', index: BigInt(nonce++) }],
        replaces: false,
        ...over,
      },
      price: () => 0,
      present: ({ id }) => id as string,
      idempotency: null,
    })
  const by = { caller, price: () => 0, idempotency: null }
  /** A withdrawal of an account that just got the money for it. */
  const stored = async () => {
    const { id } = await calls.createAccount({ currency: 'USDT' })
    const account = id as AccountId
    const from = { tenant: TENANT, account, currency: 'USDT', address: 'own', amount: '2' }
    const credit = {
      ...from,
      txId: 'in',
      vout: 0,
      from: null,
      derivationKey: 0,
      blockHeight: 1,
      blockHash: null,
    }
    await ledger.engine.execute({
      ...by,
      rule: recordDeposit,
      command: { ...credit, status: 'Done' },
      present: ({ id }) => id,
    })
    const command: StoreWithdrawal = {
      ...from,
      chain: 'ETH',
      network,
      fee: '1',
      amount: '1',
      isFeeIncluded: false,
      payments: [{ address: 'other', amount: '1000000' }],
      address: 'other',
      multipleAmounts: null,
      attr: null,
      paymentId: null,
      senderNote: null,
      wallet: 'sender',
      inputs: [],
      change: 0n,
      admission: ADMITTED,
    }
    return ledger.engine.execute({ ...by, rule: storeWithdrawal, command, present: (it) => it })
  }
  const credits = async () => {
    await ledger.engine.settleMeter()
    const charges = await chargesFrom(storage.query, TENANT, caller.apiKey, EPOCH)
    return charges.reduce((sum, charge) => sum + charge.credits, 0)
  }
  return { ...opened, caller, calls, ask, stored, credits }
}

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

describe('a pending signature', () => {
  it('is told with all that its signer needs, and nothing that has no value', async () => {
    const { calls, ask, stored } = await open()
    const plain = await ask()
    const { id: withdrawalId } = await stored()
    const full = await ask({
      hashes: ['a', 'b'],
      index: 0,
      signatures: [
        { id: 'a', index: 3 },
        { id: 'b', index: null },
      ],
      withdrawalId,
    })
    expect(await calls.getPendingTransactionToSign({ id: plain })).toEqual({
      id: plain,
      chain: 'ETH',
      hashes: ['wallet'],
      serializedTransaction: '{"to":"0x"}',
    })
    expect(await calls.getPendingTransactionToSign({ id: full })).toEqual({
      id: full,
      chain: 'ETH',
      hashes: ['a', 'b'],
      serializedTransaction: '{"to":"0x"}',
      index: 0,
      signatures: [{ id: 'a', index: 3 }, { id: 'b' }],
      withdrawalId,
    })
  })

  it('of a withdrawal is not listed while its currency is held, as after a restore', async () => {
    /** What begins with the ledger, the comparison with it; null once it has begun. */
    let atStart: (() => void)[] | null = []
    const soon = (run: () => void) => (atStart === null ? systemScheduler.soon(run) : void atStart.push(run))
    const opening = open('testnet', {
      scheduler: { ...systemScheduler, soon },
      chains: nodelessChains(),
      reconcile: { everyMs: 3_600_000, hold: true },
    })
    const begun = atStart
    atStart = null
    const { calls, ask, stored, ledger } = await opening
    const ON = { tenant: TENANT, chain: 'ETH', network: 'sepolia' }
    const plain = await ask()
    const { id: withdrawalId } = await stored()
    const paying = await ask({ withdrawalId })
    const listed = async () => idsOf(await calls.getPendingTransactionsToSign({ chain: 'ETH' }))
    expect(await listed()).toEqual([plain])
    expect(ledger.custody.held(ON, 'USDT')).toMatch(/was not compared/)
    for (const run of begun) run()
    await vi.waitFor(() => expect(ledger.custody.held(ON, 'USDT')).toBeNull())
    expect(await listed()).toEqual([plain, paying])
  })

  it('of the main network is nothing to a key of the testnet', async () => {
    const { calls, ask } = await open('mainnet')
    const id = await ask()
    expect(idsOf(await calls.getPendingTransactionsToSign({ chain: 'ETH' }))).toEqual([id])
    const { calls: others, ask: askTestnet, ledger } = await open()
    const own = await askTestnet()
    const foreign = await ledger.engine.execute({
      caller: (await keyOf(ledger)).caller,
      rule: createPendingSignature,
      command: {
        tenant: TENANT,
        chain: 'ETH',
        network: 'mainnet',
        hashes: ['wallet'],
        serialized: '',
        index: null,
        signatures: null,
        withdrawalId: null,
        claims: [],
        replaces: false,
      },
      price: () => 0,
      present: (signature) => signature.id as string,
      idempotency: null,
    })
    expect(idsOf(await others.getPendingTransactionsToSign({ chain: 'ETH' }))).toEqual([own])
    expect(await refusalCode(others.getPendingTransactionToSign({ id: foreign }))).toBe('kms.missing')
    expect(await refusalCode(others.deletePendingTransactionToSign({ id: foreign }))).toBe('kms.missing')
    const txId = 'transaction'
    expect(await refusalCode(others.completePendingSignature({ id: foreign, txId }))).toBe('kms.missing')
  })

  it('is unknown under any other text', async () => {
    const { calls } = await open()
    const id = 'x'.repeat(24)
    const { code, status } = await refusal(calls.getPendingTransactionToSign({ id }))
    expect([code, status]).toEqual(['kms.missing', 403])
    expect(await refusalCode(calls.getPendingTransactionToSign({ id: 'short' }))).toBe('validation.failed')
  })
})

describe('the list of pending signatures', () => {
  it('is of a chain, and of the wallets that are named', async () => {
    const { calls, ask } = await open()
    const a = await ask({ hashes: ['a', 'b'] })
    const c = await ask({ hashes: ['c'], network: 'ethereum-holesky' })
    const bitcoin = await ask({ chain: 'BTC', hashes: ['a'] })
    const list = async (args: { readonly chain: string; readonly signatures?: string }) =>
      idsOf(await calls.getPendingTransactionsToSign(args))
    const receive = async (signatureIds?: readonly string[]) =>
      idsOf(
        await calls.receivePendingTransactionsToSign({
          chain: 'ETH',
          ...(signatureIds === undefined ? {} : { signatureIds: [...signatureIds] }),
        }),
      )
    expect(await list({ chain: 'ETH' })).toEqual([a, c])
    expect(await list({ chain: 'BTC' })).toEqual([bitcoin])
    expect(await list({ chain: 'SOL' })).toEqual([])
    expect(await list({ chain: 'ETH', signatures: 'b,c' })).toEqual([a, c])
    expect(await list({ chain: 'ETH', signatures: 'c' })).toEqual([c])
    expect(await list({ chain: 'ETH', signatures: '' })).toEqual([])
    expect(await receive()).toEqual([a, c])
    expect(await receive(['b'])).toEqual([a])
    expect(await receive(['z', 'c', 'b'])).toEqual([a, c])
    // A key-management system asks on every chain, also where it has no wallet.
    expect(await receive([])).toEqual([])
  })

  it('is whole, however long it is', async () => {
    const { calls, ask } = await open()
    const ids: string[] = []
    for (let count = 0; count < 1_001; count++) ids.push(await ask())
    expect(idsOf(await calls.receivePendingTransactionsToSign({ chain: 'ETH' }))).toEqual(ids)
  })

  it.each([
    [0, 1],
    [1, 1],
    [500, 1],
    [501, 2],
    [1_000, 2],
    [25_000, 50],
  ])('asked for by %i wallets costs %i', async (count, cost) => {
    const { calls, credits } = await open()
    const signatureIds = Array.from({ length: count }, (_, index) => String(index))
    await calls.receivePendingTransactionsToSign({ chain: 'ETH', signatureIds })
    expect(await credits()).toBe(cost)
  })

  it('is not asked for by more, and may be asked for without a body', async () => {
    const { ledger, caller, calls, ask } = await open()
    const signatureIds = Array.from({ length: 25_001 }, String)
    const call = calls.receivePendingTransactionsToSign({ chain: 'ETH', signatureIds })
    expect(await refusalCode(call)).toBe('validation.failed')
    const id = await ask()
    const operation = operations.find((one) => one.id === receivePendingTransactionsToSign.id)
    const request = (body: unknown) =>
      ledger.request(
        operation ?? expect.fail('no such operation'),
        { params: { chain: 'ETH' }, query: {}, body },
        caller,
        {},
      )
    expect(await request(undefined)).toMatchObject([{ id }])
    expect(await request({})).toMatchObject([{ id }])
    for (const body of [null, [], 'text', { other: 1 }]) {
      expect(await refusalCode(request(body))).toBe('validation.failed')
    }
  })
})

describe('the end of a pending signature', () => {
  it('is no transaction that nobody can look up', async () => {
    const { calls, ask, credits } = await open()
    const id = await ask()
    const complete = calls.completePendingSignature({ id, txId: `0x${'ab'.repeat(32)}` })
    expect(await refusalCode(complete)).toBe('chain.not.configured')
    expect(idsOf(await calls.getPendingTransactionsToSign({ chain: 'ETH' }))).toEqual([id])
    expect(await calls.getPendingTransactionToSign({ id })).not.toHaveProperty('txId')
    expect(await credits()).toBe(2)
  })

  it('is deletion, which frees what it was to use up', async () => {
    const { calls, ask, storage } = await open()
    const claims = [{ owner: 'sender', index: 100n }]
    const id = await ask({ claims })
    expect(await refusalCode(ask({ claims }))).toBe('claim.taken')
    expect(await calls.deletePendingTransactionToSign({ id, revert: false })).toBeNull()
    expect(await refusalCode(calls.deletePendingTransactionToSign({ id }))).toBe('kms.missing')
    expect(await refusalCode(calls.getPendingTransactionToSign({ id }))).toBe('kms.missing')
    expect(await calls.getPendingTransactionsToSign({ chain: 'ETH' })).toEqual([])
    const on = { tenant: TENANT, chain: 'ETH', network: 'testnet' }
    expect(await heldReservations(storage.query, on, claims)).toEqual([])
    await expect(ask({ claims })).resolves.toBeDefined()
  })

  it('is a transaction that a node has: meanwhile nobody signs it again', async () => {
    const { ledger, calls, ask, caller, pass } = await open()
    const node = new FakeNode()
    const signed = node.sign('sender', 100)
    const id = await ask({ claims: signed.claims })
    const send = await ledger.engine.execute({
      caller,
      rule: recordSend,
      command: {
        ...placeOf({ chain: fakeChain(node), caller }),
        ...signed,
        fresh: false,
        signature: id as SignatureId,
        replaces: false,
        apiKey: caller.apiKey,
        credits: 2,
      },
      price: () => 0,
      present: (output) => output,
      idempotency: null,
    })
    expect(await calls.getPendingTransactionsToSign({ chain: 'ETH' })).toEqual([])
    // Recorded, and given to no node yet.
    expect(await calls.getPendingTransactionToSign({ id })).not.toHaveProperty('txId')
    expect(await refusalCode(calls.deletePendingTransactionToSign({ id }))).toBe('kms.unexpected.state')
    node.answers.push('refuse')
    expect(await refusalCode(ledger.custody.sends.deliver(fakeChain(node), send))).toBe(
      'ethereum.broadcast.failed',
    )
    // It is nowhere, so it is to be signed again: not at once.
    expect(await calls.getPendingTransactionsToSign({ chain: 'ETH' })).toEqual([])
    expect(await calls.getPendingTransactionToSign({ id })).not.toHaveProperty('txId')
    pass(14_999)
    expect(await calls.getPendingTransactionsToSign({ chain: 'ETH' })).toEqual([])
    pass(1)
    expect(idsOf(await calls.getPendingTransactionsToSign({ chain: 'ETH' }))).toEqual([id])
    await calls.deletePendingTransactionToSign({ id })
  })

  it('is not an error: what could not be signed goes on waiting', async () => {
    const { calls, ask, storage } = await open()
    const [one, two] = [await ask(), await ask()]
    const errors = [
      { signatureId: one, error: 'wallet is locked' },
      { signatureId: 'of another service', error: 'unknown' },
      { signatureId: two, error: 'no such wallet' },
    ]
    expect(await calls.kmsReportErrors({ errors })).toBeNull()
    expect(idsOf(await calls.getPendingTransactionsToSign({ chain: 'ETH' }))).toEqual([one, two])
    expect((await storage.query.find(signatureKey(TENANT, one as SignatureId)))?.error).toBe(
      'wallet is locked',
    )
    expect((await storage.query.find(signatureKey(TENANT, two as SignatureId)))?.error).toBe('no such wallet')
    expect(await calls.kmsReportErrors({ errors: [] })).toBeNull()
  })

  it('takes as many units of work as it needs, goes on after a fault, and is answered once', async () => {
    const { calls, ask, storage } = await open()
    const known = [await ask(), await ask(), await ask()]
    const errors = Array.from({ length: 600 }, (_, place) => ({
      signatureId: known[place / 299] ?? `of another service ${place}`,
      error: `locked ${place}`,
    }))
    const stored = () =>
      Promise.all(
        known.map(async (id) => (await storage.query.find(signatureKey(TENANT, id as SignatureId)))?.error),
      )
    const transact = storage.transact.bind(storage)
    const units: number[] = []
    vi.spyOn(storage, 'transact').mockImplementation((keys, decide, patienceMs) => {
      units.push(keys.filter(({ type }) => type === 'signature').length)
      const isLost = units.length === 2
      const deciding: typeof decide = (view) => {
        const decided = decide(view)
        if (isLost) throw new Fault('no connection', {}, { transient: true })
        return decided
      }
      return transact(keys, deciding, patienceMs)
    })
    const report = () => calls.kmsReportErrors({ errors }, { idempotencyKey: 'batch' })
    expect(await report()).toBeNull()
    expect(units).toEqual([250, 250, 250, 100])
    expect(await stored()).toEqual(['locked 0', 'locked 299', 'locked 598'])
    await calls.kmsReportErrors({ errors: [{ signatureId: known[0] ?? '', error: 'later' }] })
    // The answer is stored: it changes nothing.
    expect(await report()).toBeNull()
    expect(await stored()).toEqual(['later', 'locked 299', 'locked 598'])
  })
})
