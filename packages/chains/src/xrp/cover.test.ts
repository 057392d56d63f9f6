/** Sends of one account that are not covered together, and sequences that nobody takes: what is answered is paid. */
import { Rejected } from '@tallystick/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, codeOf, pendingOf, refusalOf, txIdOf } from '../open-ledger.fixture.js'
import { funded, withdrawalsOf } from '../transfers.fixture.js'
import { accountOf, DROPS } from './chain.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { type Account, openXrpWorld, type XrpWorld } from './ledger-world.fixture.js'
import { impatiently, patiently } from './patience.fixture.js'

/** For predecessors that do not come. */

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
/** What an account that owns nothing must keep; and what a payment costs, in drops. */
const RESERVE = DROPS
const FEE = 10n

let world: XrpWorld
let calls: Calls
let alice: Account
let bob: Account

beforeEach(async () => {
  world = await openXrpWorld({ timeoutMs: 400 })
  calls = await world.as('testnet')
  alice = await world.account('alice', 0n)
  bob = await world.account('bob')
})
afterEach(() => world.close())

const fund = (drops: bigint): void => world.server.ledger.fund(alice.address, drops)
const close = (ledgers = 1): void => world.server.ledger.close(ledgers)
const from = () => ({ fromAccount: alice.address, fromSecret: alice.secret })
const pay = (amount = '1') => calls.transferXrpBlockchain({ ...from(), to: bob.address, amount })
const ask = (amount = '1') =>
  pendingOf(
    calls.transferXrpBlockchainKMS({
      fromAccount: alice.address,
      signatureId: WALLET,
      to: bob.address,
      amount,
    }),
  )
const paid = (): bigint =>
  (world.server.ledger.last.accounts.get(bob.address)?.balance ?? 0n) - 1_000n * DROPS
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'sent',
    (error: unknown) => (error instanceof Rejected ? error.code : String(error)),
  )
/** A minute. */
async function pass(): Promise<void> {
  for (let rounds = 0; rounds < 12; rounds += 1) {
    await world.round(5_000)
    close()
  }
}
const statuses = async () => (await world.sends()).map(({ status }) => status)

describe('cover', () => {
  it('eight at once with money for seven: seven are sent and paid, one is refused', async () => {
    fund(RESERVE + 8n * DROPS + 7n * FEE - 1n)
    const told = await Promise.all(Array.from({ length: 8 }, () => outcome(pay())))
    expect(told.toSorted()).toEqual(['balance.insufficient', ...Array(7).fill('sent')])
    close()
    expect(paid()).toBe(7n * DROPS)
    await world.round()
    expect(await statuses()).toEqual(Array(7).fill('final'))
  })

  it('all but the reserve can be paid, and not a drop more: the fee may come out of it', async () => {
    fund(RESERVE + 5n * DROPS)
    const { code, message } = await refusalOf(pay('5.000001'))
    expect([code, message]).toEqual([
      'balance.insufficient',
      expect.stringContaining('does not have enough for the amount, the fee and its reserve'),
    ])
    expect(await world.sends()).toEqual([])
    await txIdOf(pay('5'))
    close()
    expect(paid()).toBe(5n * DROPS)
    // What pays nobody needs its fee only.
    await txIdOf(calls.accountSettingsXrpBlockchain({ ...from(), requireDestinationTag: true }))
    expect(await codeOf(pay('0.000001'))).toBe('balance.insufficient')
  })

  it('what a key-management system is to sign counts, and is covered itself', async () => {
    fund(RESERVE + 3n * DROPS)
    const id = await ask('2')
    expect(await codeOf(pay('1'))).toBe('balance.insufficient')
    expect(await codeOf(ask('1'))).toBe('balance.insufficient')
    expect((await refusalOf(pay('1'))).message).toContain('beside its 1 transactions')
    await calls.deletePendingTransactionToSign({ id })
    await txIdOf(pay('1'))
    close()
    expect(paid()).toBe(DROPS)
  })

  it('a server whose ledger is behind covers nothing twice', async () => {
    fund(RESERVE + 2n * DROPS)
    // Paid in the open ledger, which is validated nowhere yet.
    await txIdOf(pay('1.5'))
    expect(await codeOf(pay('1'))).toBe('balance.insufficient')
    close()
    expect(await codeOf(pay('1'))).toBe('balance.insufficient')
    fund(DROPS)
    await txIdOf(pay('1'))
    close()
    expect(paid()).toBe(2_500_000n)
  })
})

describe('a sequence that nobody takes', () => {
  const LIFETIME = 25
  beforeEach(impatiently)
  afterEach(patiently)

  it('ends with its last ledger, and with it what came behind: the account goes on where it was', async () => {
    fund(100n * DROPS)
    const before = world.server.ledger.accounts.get(alice.address)?.sequence ?? 0
    // It says that it took the first, whenever it is sent, and did not.
    let first: unknown
    world.server.failing = (method, params) => {
      if (method !== 'submit') return undefined
      first ??= params['tx_blob']
      return params['tx_blob'] === first ? 'lie' : undefined
    }
    expect(await outcome(pay('1'))).toBe('broadcast.unknown')
    for (const amount of ['2', '3']) {
      const { code, message } = await refusalOf(pay(amount))
      expect([code, message]).toEqual(['broadcast.unknown', expect.stringContaining('an earlier sequence')])
    }
    await world.round()
    expect((await statuses()).includes('final')).toBe(false)
    close(LIFETIME)
    await world.round()
    await world.round()
    expect(await statuses()).toEqual(['dead', 'dead', 'dead'])
    expect([paid(), await world.held()]).toEqual([0n, 0])
    world.server.failing = () => undefined
    await txIdOf(pay('4'))
    close()
    await world.round()
    expect(paid()).toBe(4n * DROPS)
    expect((await world.sends()).at(-1)?.claims[0]?.index).toBe(BigInt(before))
  })

  it('ends when a later round brings it: all of them are paid, each once', async () => {
    fund(100n * DROPS)
    let submits = 0
    world.server.failing = (method) => {
      if (method !== 'submit') return undefined
      submits += 1
      return submits === 1 ? 'die' : undefined
    }
    const told = [
      await outcome(pay('1')),
      ...(await Promise.all(['2', '3'].map((each) => outcome(pay(each))))),
    ]
    expect(new Set(told)).toEqual(new Set(['broadcast.unknown']))
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await world.round()
      close()
    }
    await world.round()
    expect(paid()).toBe(6n * DROPS)
    expect(await statuses()).toEqual(['final', 'final', 'final'])
  })

  it('of a pending signature that is deleted goes to the next one; those behind it died meanwhile', async () => {
    fund(100n * DROPS)
    const id = await ask('1')
    expect(await outcome(pay('2'))).toBe('broadcast.unknown')
    close(LIFETIME)
    await world.round()
    expect(await statuses()).toEqual(['dead'])
    await calls.deletePendingTransactionToSign({ id })
    await txIdOf(pay('3'))
    close()
    expect(paid()).toBe(3n * DROPS)
  })

  it('of a payment that its recipient does not take any more is used up by it: those behind are paid', async () => {
    fund(100n * DROPS)
    const held = await funded(world, calls, 'XRP', '50', alice.address)
    const body = { senderAccountId: held.id, account: alice.address, address: bob.address, amount: '10' }
    const id = await pendingOf(calls.transferXrpKMS({ ...body, signatureId: WALLET }))
    const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
    await txIdOf(
      calls.accountSettingsXrpBlockchain({
        ...{ fromAccount: bob.address, fromSecret: bob.secret },
        requireDestinationTag: true,
      }),
    )
    close()
    const txData = signAsDaemon(serializedTransaction, alice.secret)
    expect(
      await calls.broadcastBlockchainTransaction({ currency: 'XRP', txData, signatureId: id }),
    ).toMatchObject({
      completed: false,
    })
    // Nobody waits for it, and its recipient may take it again.
    await pass()
    expect(await withdrawalsOf(world)).toMatchObject([{ status: 'InProgress' }])
    const carol = await world.account('carol')
    const other = { ...body, address: carol.address, amount: '1', secret: alice.secret }
    expect(await calls.transferXrp(other)).toMatchObject({ completed: false })
    await pass()
    expect(await withdrawalsOf(world)).toMatchObject([
      { status: 'Cancelled', reverted: 'amount' },
      { status: 'Done' },
    ])
    expect(world.server.ledger.last.accounts.get(carol.address)?.balance).toBe(1_001n * DROPS)
    // The fees of both.
    expect(await held.balance()).toBe('48.99998')
  })

  it('is not asked for by a payment that cannot arrive', async () => {
    fund(100n * DROPS)
    const { address: nobody } = accountOf('nobody')
    const told = (to: string, amount: string) =>
      outcome(calls.transferXrpBlockchain({ ...from(), to, amount }))
    expect(await told(nobody, '0.999999')).toBe('xrp.account.failed')
    expect(await told(nobody, '1')).toBe('sent')
    await txIdOf(
      calls.accountSettingsXrpBlockchain({
        ...{ fromAccount: bob.address, fromSecret: bob.secret },
        requireDestinationTag: true,
      }),
    )
    expect(await told(bob.address, '1')).toBe('transaction.invalid.body')
    expect(await statuses()).toHaveLength(2)
  })

  it('of a pending signature is free for those behind once it is signed', async () => {
    fund(100n * DROPS)
    const id = await ask('1')
    expect(await outcome(pay('2'))).toBe('broadcast.unknown')
    const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
    await calls.xrpBroadcast({ txData: signAsDaemon(serializedTransaction, alice.secret), signatureId: id })
    for (let rounds = 0; rounds < 3; rounds += 1) {
      await world.round()
      close()
    }
    expect(paid()).toBe(3n * DROPS)
  })
})
