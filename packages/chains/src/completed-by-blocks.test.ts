/**
 * Withdrawals that nobody completes: their wallet has paid, and the blocks show it. What looks like it and is not the
 * wallet's payment completes none.
 */
import type { Operations } from '@tallystick/operations'
import { startHorizon, startXrpServer } from '@tallystick/testing/simulated'
import { expect, it, onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import type { ChainsFile } from './config/config.js'
import { readChainsConfig } from './config/read.js'
import { openLedger } from './open-ledger.fixture.js'

interface Wallet {
  readonly address: string
  readonly secret: string
}

/** A chain with tags, and what somebody does on it who does not use the ledger. */
interface Stage {
  readonly currency: 'XRP' | 'XLM'
  readonly chains: ChainsFile['chains']
  wallet(calls: Operations): Promise<Wallet>
  fund(address: string): void
  pay(calls: Operations, from: Wallet, to: string, amount: string, tag: string): Promise<string>
  close(): Promise<unknown>
}

const txIdOf = (answer: object): string => ('txId' in answer ? String(answer.txId) : '')

const stages: readonly (() => Promise<Stage>)[] = [
  async () => {
    const server = await startXrpServer()
    return {
      currency: 'XRP',
      chains: { XRP: { testnet: { nodes: [{ kind: 'xrp', url: server.url }], follow: true } } },
      async wallet(calls) {
        const { address, secret } = await calls.xrpWallet()
        return { address: String(address), secret: String(secret) }
      },
      fund: (address) => server.ledger.fund(address, 1_000_000_000n),
      async pay(calls, { address: fromAccount, secret: fromSecret }, to, amount, tag) {
        // The tag of the source is free: anybody may write the one of a withdrawal.
        const tags = { destinationTag: Number(tag), sourceTag: 77 }
        const sent = await calls.transferXrpBlockchain({ fromAccount, fromSecret, to, amount, ...tags })
        server.ledger.close()
        return txIdOf(sent)
      },
      close: () => server.close(),
    }
  },
  async () => {
    const server = await startHorizon()
    return {
      currency: 'XLM',
      chains: { XLM: { testnet: { nodes: [{ kind: 'horizon', url: server.url }], follow: true } } },
      wallet: (calls) => calls.xlmWallet(),
      fund: (address) => server.ledger.fund(address, 10_000_000_000n),
      async pay(calls, { address: fromAccount, secret: fromSecret }, to, amount, message) {
        const sent = await calls.transferXlmBlockchain({ fromAccount, fromSecret, to, amount, message })
        server.ledger.close()
        return txIdOf(sent)
      },
      close: () => server.close(),
    }
  },
]

it.each(stages)('a payment of the wallet that its withdrawal asks for completes it', async (start) => {
  const stage = await start()
  const { currency, pay } = stage
  const open = () => openLedger(createChains(readChainsConfig({ chains: stage.chains ?? {} })))
  const [own, others] = [open(), open()]
  onTestFinished(async () => {
    await own.close()
    await others.close()
    await stage.close()
  })
  await own.ledger.custody.follow()
  const [calls, signer] = [await own.as('testnet'), await others.as('testnet')]
  const stranger = await own.as('testnet', 'stranger')
  const [wallet, mallory, bob, carol] = await Promise.all([0, 1, 2, 3].map(() => stage.wallet(signer)))
  if (wallet === undefined || mallory === undefined || bob === undefined || carol === undefined)
    throw new TypeError('no wallet')
  for (const { address } of [wallet, mallory, bob, carol]) stage.fund(address)
  const { id: account } = await calls.createAccountXpub({ currency, xpub: wallet.address })
  await own.ledger.recordDeposit({
    account: account as never,
    currency,
    amount: '100',
    txId: '1'.repeat(64),
    vout: 0,
    address: wallet.address,
    from: null,
    derivationKey: 1,
    blockHeight: 1,
    blockHash: null,
    status: 'Done',
  })
  const standing = async (id: string) => {
    await own.ledger.custody.follow()
    const all = await calls.getWithdrawals({ pageSize: 50 })
    const found = all.find((one) => one.id === id)
    return [found?.status, found?.txId]
  }
  // An equal payment of before is another's.
  await pay(signer, wallet, bob.address, '5', '9')
  const wish = { senderAccountId: account, address: bob.address, amount: '5', fee: '0.00001', attr: '9' }
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
