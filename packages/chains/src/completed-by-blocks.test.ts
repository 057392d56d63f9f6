/**
 * Withdrawals that nobody completes: their wallet has paid, and the blocks show it. What looks like it and is not the
 * wallet's payment completes none.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { SENDS, WITHDRAWALS } from '@tallystick/core'
import { type Chain, NodeFault } from '@tallystick/custody'
import { memoryStorage, type Storage } from '@tallystick/engine'
import { openSqlite } from '@tallystick/storage-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chainsOf, type Stage, setting, stages, type Wallet } from './completed-by-blocks.fixture.js'
import { codeOf, openLedger } from './open-ledger.fixture.js'

it.each(stages)('a payment of the wallet that its withdrawal asks for completes it', async (start) => {
  const stage = await start()
  const { pay } = stage
  const { own, calls, signer, wallet, mallory, bob, carol, account, wish, standing } = await setting(stage)
  const stranger = await own.as('testnet', 'stranger')
  // An equal payment of before is another's.
  await pay(signer, wallet, bob.address, '5', '9')
  const id = String((await calls.storeWithdrawal(wish)).id)
  await pay(signer, mallory, bob.address, '5', '9')
  await pay(signer, wallet, carol.address, '5', '9')
  await pay(signer, wallet, bob.address, '5', '8')
  await pay(signer, wallet, bob.address, '4.999', '9')
  expect((await standing(id))[0]).toBe('InProgress')
  // Another tenant may send what the wallet has signed.
  const txId = await pay(stranger, wallet, bob.address, '5', '9')
  expect(await standing(id)).toEqual(['Done', txId])
  // Whoever tells of it then changes nothing, and neither does a second equal payment.
  await calls.completeWithdrawal({ id, txId })
  await pay(signer, wallet, bob.address, '5', '9')
  expect(await standing(id)).toEqual(['Done', txId])
  await own.round()
  expect(await standing(id)).toEqual(['Done', txId])
  // A caller who is first leaves nothing to complete.
  const next = String((await calls.storeWithdrawal(wish)).id)
  const second = await pay(signer, wallet, bob.address, '5', '9')
  await calls.completeWithdrawal({ id: next, txId: second })
  expect(await standing(next)).toEqual(['Done', second])
  expect((await calls.getAccountBalance({ id: account })).accountBalance).toBe('89.99998')
  expect((await own.ledger.verify()).discrepancies).toEqual([])
})

it.each(stages)('so it does although the tenant has as many calls waiting as it may', async (start) => {
  const stage = await start()
  const { own, calls, signer, wallet, bob, wish, standing } = await setting(stage, undefined, {
    maxQueued: 16,
  })
  const id = String((await calls.storeWithdrawal(wish)).id)
  const txId = await stage.pay(signer, wallet, bob.address, '5', '9')
  let isFlooded = true
  let refused = 0
  const caller = async (): Promise<void> => {
    while (isFlooded) await calls.createAccount({ currency: 'EUR' }).catch(() => immediate(refused++))
  }
  const callers = Array.from({ length: 30 }, caller)
  await own.ledger.custody.follow()
  const recorded = (await calls.getWithdrawals({ pageSize: 50 })).find((one) => one.id === id)?.txId
  isFlooded = false
  await Promise.all(callers)
  expect(refused).toBeGreaterThan(0)
  expect(recorded).toBe(txId)
  // That the node has it may have waited behind the calls, and is told by the worker.
  await own.round()
  expect(await standing(id)).toEqual(['Done', txId])
})

it.each(stages)(
  'so it does with the next block where the node that is asked is behind, in any process, also after a restart',
  async (start) => {
    const stage = await start()
    let isBehind = true
    let asked = 0
    const { first, later } = await twoProcesses(stage, (node) => ({
      raw: async (txId) => {
        asked++
        return isBehind ? undefined : node.raw(txId)
      },
    }))
    const { calls, signer, wallet, bob, wish, standing } = first
    const id = String((await calls.storeWithdrawal(wish)).id)
    const txId = await stage.pay(signer, wallet, bob.address, '5', '9')
    expect((await standing(id))[0]).toBe('InProgress')
    stage.fund(bob.address)
    await stage.pay(signer, bob, wallet.address, '1', '1')
    expect((await standing(id))[0]).toBe('InProgress')
    expect(asked).toBe(2)
    expect(first.own.warnings.filter((message) => message.includes(txId))).toHaveLength(1)
    // What it has paid cannot come back meanwhile.
    const code = await codeOf(calls.cancelInProgressWithdrawal({ id }))
    expect(code).toBe('withdrawal.not.cancelled.transaction.failed')
    await first.own.close()
    isBehind = false
    await stage.pay(signer, bob, wallet.address, '1', '1')
    await later.ledger.custody.follow()
    const [found] = await (await later.as('testnet')).getWithdrawals({ pageSize: 50 })
    expect(found).toMatchObject({ id, status: 'Done', txId })
  },
)

it.each(stages)(
  'no other transaction of it is sent meanwhile, by any process, and a pending signature keeps it',
  async (start) => {
    const stage = await start()
    let isBehind = true
    const { first, later } = await twoProcesses(stage, (node) => ({
      raw: async (txId) => (isBehind ? undefined : node.raw(txId)),
    }))
    const { calls, signer, wallet, bob, account, wish, standing } = first
    const { currency } = stage
    const id = String((await calls.storeWithdrawal(wish)).id)
    const txId = await stage.pay(signer, wallet, bob.address, '5', '9')
    expect((await standing(id))[0]).toBe('InProgress')
    const txData = await signedOnly(stage, wallet, bob.address)
    const second = await later.as('testnet')
    for (const by of [calls, second, calls]) {
      const code = await codeOf(by.broadcastBlockchainTransaction({ currency, txData, withdrawalId: id }))
      expect(code).toBe('withdrawal.unexpected.state')
    }
    isBehind = false
    stage.block()
    expect(await standing(id)).toEqual(['Done', txId])
    expect(await codeOf(second.broadcastBlockchainTransaction({ currency, txData, withdrawalId: id }))).toBe(
      'withdrawal.unexpected.state',
    )
    isBehind = true
    const signatureId = await stage.pend(calls, account, wallet.address, bob.address)
    const paid = await stage.pay(signer, wallet, bob.address, '5', '9')
    await first.own.ledger.custody.follow()
    for (const by of [calls, second]) {
      const code = await codeOf(by.deletePendingTransactionToSign({ id: signatureId }))
      expect(code).toBe('withdrawal.not.cancelled.transaction.failed')
    }
    isBehind = false
    stage.block()
    await later.ledger.custody.follow()
    expect(await calls.getPendingTransactionToSign({ id: signatureId })).toMatchObject({ txId: paid })
    expect((await calls.getAccountBalance({ id: account })).accountBalance).toBe('89.99998')
    expect((await first.own.ledger.verify()).discrepancies).toEqual([])
  },
)

it.each(stages)('what counts for another withdrawal is not waited for', async (start) => {
  const stage = await start()
  const chains = await answering(stage, () => ({ broadcast: async () => ({ kind: 'accepted' }) as const }))
  const { own, calls, signer, wallet, bob, wish, standing } = await setting(stage, undefined, { chains })
  const { currency } = stage
  const first = String((await calls.storeWithdrawal(wish)).id)
  const txData = await signedOnly(stage, wallet, bob.address)
  await calls.broadcastBlockchainTransaction({ currency, txData, withdrawalId: first })
  const id = String((await calls.storeWithdrawal(wish)).id)
  // The same payment with the same sequence: only one of the two can be in a block.
  await stage.pay(signer, wallet, bob.address, '5', '9')
  expect((await standing(id))[0]).toBe('InProgress')
  expect(await codeOf(calls.cancelInProgressWithdrawal({ id }))).toBe(
    'withdrawal.not.cancelled.transaction.failed',
  )
  await own.round()
  expect((await standing(first))[0]).toBe('Done')
  stage.block()
  expect((await standing(id))[0]).toBe('InProgress')
  await calls.cancelInProgressWithdrawal({ id })
  expect((await standing(first))[0]).toBe('Done')
})

/** When its own transaction is recorded: before its block is read, and while it is. */
const MOMENTS = ['first', 'once the withdrawal is read', 'once the node is asked'] as const

describe.each(MOMENTS)('its own transaction, recorded %s, dies later', (moment) => {
  it.each(stages)('and nothing comes back while a block may have paid it', async (start) => {
    const stage = await start()
    let recorded = async (): Promise<unknown> => undefined
    let isBehind = true
    const inner = memoryStorage()
    const list: Storage['query']['list'] = async (table, ...rest) => {
      const found = await inner.query.list(table, ...rest)
      if (moment === MOMENTS[1] && (table as unknown) === WITHDRAWALS) await recorded()
      return found
    }
    const storage = Object.create(inner, {
      query: { value: Object.create(inner.query, { list: { value: list } }) },
    })
    const chains = await answering(stage, (node) => ({
      // It takes what is sent, and loses it.
      broadcast: async () => ({ kind: 'accepted' }) as const,
      raw: async (txId) => {
        if (moment === MOMENTS[2]) await recorded()
        return isBehind ? undefined : node.raw(txId)
      },
    }))
    const { own, calls, signer, wallet, bob, account, wish, standing } = await setting(stage, storage, {
      chains,
    })
    const id = String((await calls.storeWithdrawal(wish)).id)
    const paid = await stage.pay(signer, wallet, bob.address, '5', '9')
    const txData = await signedOnly(stage, wallet, bob.address)
    const { currency } = stage
    let code: string | undefined
    recorded = async () => {
      recorded = async () => undefined
      const sent = calls.broadcastBlockchainTransaction({ currency, txData, withdrawalId: id })
      code = await sent.then(
        () => undefined,
        () => codeOf(sent),
      )
    }
    if (moment === MOMENTS[0]) await recorded()
    const [status] = await standing(id)
    const isRecorded = moment !== MOMENTS[2]
    expect([status, code]).toEqual(
      isRecorded ? ['Done', undefined] : ['InProgress', 'withdrawal.unexpected.state'],
    )
    stage.block(80)
    await own.round()
    expect(await standing(id)).toEqual(['InProgress', undefined])
    expect(await codeOf(calls.cancelInProgressWithdrawal({ id }))).toBe(
      'withdrawal.not.cancelled.transaction.failed',
    )
    isBehind = false
    stage.block()
    expect(await standing(id)).toEqual(['Done', paid])
    expect((await calls.getAccountBalance({ id: account })).accountBalance).toBe('94.99999')
    expect((await own.ledger.verify()).discrepancies).toEqual([])
  })
})

it.each(stages)('nothing comes back while the follower has long not looked at its blocks', async (start) => {
  const stage = await start()
  const chains = await answering(stage, () => ({ broadcast: async () => ({ kind: 'accepted' }) as const }))
  const { own, calls, signer, wallet, bob, account, wish, standing } = await setting(stage, undefined, {
    chains,
  })
  const { currency } = stage
  const id = String((await calls.storeWithdrawal(wish)).id)
  const paid = await stage.pay(signer, wallet, bob.address, '5', '9')
  const txData = await signedOnly(stage, wallet, bob.address)
  await calls.broadcastBlockchainTransaction({ currency, txData, withdrawalId: id })
  const statusOf = async () =>
    (await calls.getWithdrawals({ pageSize: 50 })).find((one) => one.id === id)?.status
  expect(await statusOf()).toBe('Done')
  stage.block(80)
  await own.round()
  expect(await statusOf()).toBe('InProgress')
  expect(await standing(id)).toEqual(['Done', paid])
  expect((await calls.getAccountBalance({ id: account })).accountBalance).toBe('94.99999')
  expect((await own.ledger.verify()).discrepancies).toEqual([])
})

it.each(stages)('and nobody cancels it then, nor a pending signature of it, without force', async (start) => {
  const stage = await start()
  let isSilent = false
  const silent = async () => Promise.reject(new NodeFault('unreachable', 'silent'))
  const chains = await answering(stage, (node) => ({ head: () => (isSilent ? silent() : node.head()) }))
  const { own, calls, signer, wallet, bob, account, wish, standing } = await setting(stage, undefined, {
    chains,
  })
  const { custody } = own.ledger
  const refused = 'withdrawal.not.cancelled.transaction.failed'
  const signatureId = await stage.pend(calls, account, wallet.address, bob.address)
  const [{ id = '' } = {}] = await calls.getWithdrawals({ pageSize: 50 })
  const paid = await stage.pay(signer, wallet, bob.address, '5', '9')
  stage.block(80)
  expect(await codeOf(calls.cancelInProgressWithdrawal({ id }))).toBe(refused)
  expect(await codeOf(calls.deletePendingTransactionToSign({ id: signatureId }))).toBe(refused)
  await custody.follow()
  await own.round()
  expect(await standing(id)).toEqual(['Done', paid])
  // Once the blocks are read, they show that nobody has paid it.
  const next = String((await calls.storeWithdrawal(wish)).id)
  stage.block(80)
  expect(await codeOf(calls.cancelInProgressWithdrawal({ id: next }))).toBe(refused)
  await custody.follow()
  isSilent = true
  expect(await codeOf(calls.cancelInProgressWithdrawal({ id: next }))).toBe('chain.unavailable')
  isSilent = false
  await calls.cancelInProgressWithdrawal({ id: next })
  expect((await calls.getAccountBalance({ id: account })).accountBalance).toBe('94.99999')
  expect((await own.ledger.verify()).discrepancies).toEqual([])
})

it.each(stages)('what it paid comes back where the follower keeps up', async (start) => {
  const stage = await start()
  const chains = await answering(stage, () => ({ broadcast: async () => ({ kind: 'accepted' }) as const }))
  const { own, calls, wallet, bob, account, wish, standing } = await setting(stage, undefined, { chains })
  const { currency } = stage
  const id = String((await calls.storeWithdrawal(wish)).id)
  const txData = await signedOnly(stage, wallet, bob.address)
  await calls.broadcastBlockchainTransaction({ currency, txData, withdrawalId: id })
  stage.block(80)
  expect((await standing(id))[0]).toBe('Done')
  await own.round()
  expect((await standing(id))[0]).toBe('Cancelled')
  expect((await calls.getAccountBalance({ id: account })).accountBalance).toBe('100')
})

/** A ledger that two processes have open, over nodes that answer otherwise. */
async function twoProcesses(stage: Stage, otherwise: (node: Chain['node']) => Partial<Chain['node']>) {
  const chains = chainsOf(stage)
  const over = { chains: await answering(stage, otherwise) }
  const dir = mkdtempSync(join(tmpdir(), 'completed-'))
  const storage = () => openSqlite({ file: join(dir, 'ledger.db') })
  const later = openLedger(chains, await storage(), over)
  const first = await setting(stage, await storage(), over)
  onTestFinished(async () => {
    await later.close()
    rmSync(dir, { recursive: true })
  })
  return { first, later }
}

/** Its chains, with a node that answers everybody otherwise. */
async function answering(stage: Stage, otherwise: (node: Chain['node']) => Partial<Chain['node']>) {
  const chains = chainsOf(stage)
  const own = await chains.chain(stage.currency, 'testnet')
  const node = Object.assign(Object.create(own.node), otherwise(own.node))
  const chain = Object.create(own, { node: { value: node } })
  return Object.create(chains, { chain: { value: async () => chain }, askedBy: { value: undefined } })
}

/** A payment as `wish` asks for it, that no node has. */
async function signedOnly(stage: Stage, wallet: Wallet, to: string): Promise<string> {
  const broadcast = async () => ({ kind: 'accepted' }) as const
  const over = { chains: await answering(stage, () => ({ broadcast })) }
  const { ledger, as, close } = openLedger(chainsOf(stage), undefined, over)
  try {
    await stage.pay(await as('testnet'), wallet, to, '5', '9')
    const [send] = await ledger.engine.query.list(SENDS, { where: { chain: stage.currency } })
    return send?.raw ?? expect.fail('nothing was signed')
  } finally {
    await close()
  }
}
