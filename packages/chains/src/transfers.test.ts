/**
 * Withdrawals on chains that are in no way of a coin (packages/http, acceptance): BNB Beacon Chain, which is not followed, and
 * Celo with its fee in a token, which anvil does not know.
 */
import { planBeacon } from '@tallystick/custody'
import { parseTransaction } from 'viem/celo'
import { expect, it, onTestFinished } from 'vitest'
import { signed } from './beacon/chain.fixture.js'
import { signAsDaemon } from './beacon/daemon.fixture.js'
import { openBeaconWorld } from './beacon/ledger-world.fixture.js'
import { openEvmWorld } from './evm/ledger-world.fixture.js'
import { codeOf } from './open-ledger.fixture.js'
import { discrepanciesOf, funded, withdrawalsOf } from './transfers.fixture.js'
import type { Behaviour } from './transport/server.fixture.js'

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

it('BNB Beacon Chain: by key, stored, and by a key-management system, each with its memo', async () => {
  const world = await openBeaconWorld()
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const [alice, bob, poor] = [world.account('alice'), world.account('bob'), world.account('poor', 0n)]
  const before = world.units(bob)
  const held = await funded(world, calls, 'BNB', '9', alice.address)
  const order = { senderAccountId: held.id, address: bob.address, amount: '1.5', attr: '7' }

  const byKey = await calls.transferBnb({ ...order, fromPrivateKey: alice.privateKey })
  expect(byKey).toMatchObject({ completed: true })
  world.server.ledger.close()

  const stored = await calls.storeWithdrawal({ ...order, fee: '0.000075' })
  const chain = await world.ledger.chains.chain('BNB', 'testnet')
  const caller = { tenant: 'default', apiKey: 'test', network: 'testnet' } as never
  const signer = chain.codec.signer(alice.privateKey)
  const outside = async (memo: string) => {
    const transfer = {
      from: alice.address,
      to: bob.address,
      asset: 'BNB',
      amount: 150_000_000n,
      memo,
    } as const
    const plan = await planBeacon(world.ledger.custody, { chain, caller }, transfer, signer)
    const { unsigned } = await plan.build()
    return { currency: 'BNB', txData: signed(chain, unsigned, signer).raw, withdrawalId: String(stored.id) }
  }
  expect(await codeOf(calls.broadcastBlockchainTransaction(await outside('8')))).toBe(
    'transaction.invalid.body',
  )
  expect(await calls.broadcastBlockchainTransaction(await outside('7'))).toMatchObject({ completed: true })
  world.server.ledger.close()

  await calls.transferBnbKMS({ ...order, fromAddress: alice.address, signatureId: WALLET })
  const [pending] = await calls.getPendingTransactionsToSign({ chain: 'BNB' })
  const account = await calls.bnbGetAccount({ address: alice.address })
  const txData = signAsDaemon(String(pending?.serializedTransaction), alice.privateKey, account)
  const signatureId = String(pending?.id)
  expect(await calls.broadcastBlockchainTransaction({ currency: 'BNB', txData, signatureId })).toMatchObject({
    completed: true,
  })
  world.server.ledger.close()

  expect(world.units(bob)).toBe(before + 450_000_000n)
  expect(await held.balance()).toBe('4.499775')
  expect((await withdrawalsOf(world)).map(({ status }) => status)).toEqual(['Done', 'Done', 'Done'])
  const short = calls.transferBnb({ ...order, fromPrivateKey: poor.privateKey })
  expect(await codeOf(short)).toBe('bnb.account.failed')
  expect(await held.balance()).toBe('4.499775')
  expect(await discrepanciesOf(world)).toEqual([])
})

it('Celo: the fee in a token is nothing that the account pays', async () => {
  const world = await openEvmWorld({ id: 'CELO', token: { maxFee: '200' } })
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const { xpub } = await calls.celoGenerateWallet()
  const alice = await world.account(10n, 10n ** 12n)
  const bob = await world.account(0n)
  const raws: string[] = []
  world.interfere = ({ method, params: [first] }) => {
    const answer =
      (result: unknown): Behaviour =>
      (asked, response) =>
        void response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(asked.body).id, result }))
    if (method === 'eth_gasPrice' && first === world.token.address) return answer('0x3e8')
    if (method === 'eth_maxPriorityFeePerGas' && first === world.token.address) return answer('0x64')
    if (method === 'eth_estimateGas') return answer('0x13880')
    if (method === 'eth_sendRawTransaction') {
      raws.push(String(first))
      return answer('0x')
    }
    return method === 'eth_getTransactionByHash' ? answer({ hash: first }) : undefined
  }
  const held = await funded(world, calls, 'CELO', '5', xpub)
  const sent = await calls.transferCelo({
    senderAccountId: held.id,
    address: bob.address,
    amount: '2',
    feeCurrency: 'CUSD',
    privateKey: alice.fromPrivateKey,
  })
  expect(sent).toMatchObject({ completed: true })
  expect(raws.map((raw) => parseTransaction(`0x7b${raw.slice(4)}`))).toMatchObject([
    { feeCurrency: world.token.address, value: 2n * 10n ** 18n },
  ])
  const poor = await world.account(10n)
  const short = { senderAccountId: held.id, address: bob.address, amount: '1', feeCurrency: 'CUSD' } as const
  expect(await codeOf(calls.transferCelo({ ...short, privateKey: poor.fromPrivateKey }))).toBe(
    'transaction.amount.eth',
  )
  expect(await held.balance()).toBe('3')
  expect(await withdrawalsOf(world)).toMatchObject([
    // In coins of the token.
    { status: 'Done', currency: 'CELO', charged: 2n * 10n ** 18n, fee: '105.6' },
  ])
  expect(await discrepanciesOf(world)).toEqual([])
})
