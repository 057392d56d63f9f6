/**
 * The public client (see public-client.test.ts) on XRP, from an account to what a validated ledger holds. No node of
 * it can be had here: the ledger in memory checks every signature with the chain's own libraries, and has never been
 * compared with a live one.
 */

import { createChains, readChainsConfig } from '@tallystick/chains'
import { operations } from '@tallystick/operations'
import { startXrpServer, type XrpServer } from '@tallystick/testing/simulated'
import { ApiServices, TatumApi, type XrpWallet } from '@tatumio/api-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY, type Running, startService } from '../service.fixture.js'
import { askNode, kmsRound, notReached, refusalOf, txIdOf, WALLET } from './client.fixture.js'
import { xrpDaemon } from './nodes.fixture.js'

const { xrp } = ApiServices.blockchain

const TOKEN = '544F4B454E000000000000000000000000000000'

let server: XrpServer
let service: Running
let alice: XrpWallet
let bob: XrpWallet

beforeAll(async () => {
  // It would win over the URL below.
  delete process.env['TATUM_API_URL']
  server = await startXrpServer()
  const nodes = [{ kind: 'xrp', url: server.url } as const]
  const chains = createChains(
    readChainsConfig({ chains: { XRP: { testnet: { passThrough: true, nodes } } } }),
  )
  service = await startService({ engine: { chains } })
  TatumApi(KEY, service.url)
})
afterAll(async () => {
  await service?.close()
  await server?.close()
})

const by = ({ address: fromAccount, secret: fromSecret }: XrpWallet) => ({ fromAccount, fromSecret })
const drops = async ({ address }: XrpWallet) => (await xrp.xrpGetAccountBalance(address)).balance

test('accounts, which are there once they hold something', async () => {
  ;[alice, bob] = await Promise.all([xrp.xrpWallet(), xrp.xrpWallet()])
  expect(await refusalOf(xrp.xrpGetAccountInfo(alice.address))).toEqual([403, 'xrp.account.failed'])
  for (const { address } of [alice, bob]) server.ledger.fund(address, 1_000_000_000n)
  expect(await xrp.xrpGetAccountInfo(alice.address)).toMatchObject({
    account_data: { Account: alice.address, Balance: '1000000000' },
  })
  expect(await xrp.xrpGetAccountBalance(alice.address)).toEqual({ balance: '1000000000', assets: [] })
})

test('a payment signed by secret, read back from its ledger', async () => {
  const tags = { sourceTag: 1, destinationTag: 7 }
  const txId = await txIdOf(
    xrp.xrpTransferBlockchain({ ...by(alice), to: bob.address, amount: '2.5', fee: '0.00002', ...tags }),
  )
  server.ledger.close()
  expect(await xrp.xrpGetTransaction(txId)).toMatchObject({
    hash: txId,
    Account: alice.address,
    Destination: bob.address,
    DestinationTag: 7,
    Amount: '2500000',
    Fee: '20',
    validated: true,
    meta: { TransactionResult: 'tesSUCCESS' },
  })
  expect(await drops(bob)).toBe('1002500000')
  const { ledger_index = 0, ledger_hash } = await xrp.xrpGetLastClosedLedger()
  expect(await xrp.xrpGetLedger(ledger_index)).toMatchObject({
    ledger_hash,
    ledger_index,
    ledger: { transactions: [{ hash: txId }] },
  })
  const history = await xrp.xrpGetAccountTx(bob.address, ledger_index)
  expect(history).toMatchObject({ account: bob.address, transactions: [{ tx: { hash: txId } }] })
  expect(await xrp.xrpGetFee()).toMatchObject({ drops: { base_fee: '10' } })
  expect(await refusalOf(xrp.xrpGetTransaction('A'.repeat(64)))).toEqual([404, 'tx.not.found'])
})

test('settings, a trust line, and what is issued over it', async () => {
  const asset = { issuerAccount: alice.address, token: TOKEN }
  await txIdOf(xrp.xrpAccountSettings({ ...by(alice), rippling: true }))
  await txIdOf(xrp.xrpTrustLineBlockchain({ ...by(bob), ...asset, limit: '1000' }))
  server.ledger.close()
  await txIdOf(xrp.xrpTransferBlockchain({ ...by(alice), to: bob.address, amount: '12.5', ...asset }))
  server.ledger.close()
  const { assets } = await xrp.xrpGetAccountBalance(bob.address)
  expect(assets).toEqual([{ balance: '12.5', currency: TOKEN }])
})

test('payments that a key-management system signs, and the node itself', async () => {
  const before = BigInt((await drops(bob)) ?? '')
  const payment = { fromAccount: alice.address, signatureId: WALLET, to: bob.address }
  const asset = { issuerAccount: alice.address, token: TOKEN }
  const kms = { fromAccount: alice.address, signatureId: WALLET }
  const txIds = await kmsRound({
    chain: 'XRP',
    payments: [
      () => xrp.xrpTransferBlockchain({ ...payment, amount: '1' }),
      () => xrp.xrpTransferBlockchain({ ...payment, amount: '1', ...asset }),
      () => xrp.xrpAccountSettings({ ...kms, requireDestinationTag: true }),
    ],
    sign: ({ serializedTransaction }) => xrpDaemon.signAsDaemon(serializedTransaction, alice.secret),
    broadcast: (body) => xrp.xrpBroadcast({ ...body }),
    send: async (tx_blob) => {
      const answer = await askNode('ripple-testnet', 'submit', { tx_blob })
      expect(answer).toMatchObject({ engine_result: 'tesSUCCESS' })
      return answer.tx_json.hash
    },
  })
  server.ledger.close()
  for (const txId of txIds) {
    expect(await xrp.xrpGetTransaction(txId)).toMatchObject({ meta: { TransactionResult: 'tesSUCCESS' } })
  }
  expect(await drops(bob)).toBe(String(before + 1_000_000n))
  const { info } = await askNode('ripple-testnet', 'server_info', {})
  expect(info).toHaveProperty('validated_ledger')
})

test('the client has been through every route, with success', async () => {
  const documented = operations.filter(({ area }) => area === 'XRP' || area === 'Key Management System')
  // The daemon's own call, which the client has not.
  expect(await notReached(service, documented)).toEqual(['kmsReportErrors'])
})
