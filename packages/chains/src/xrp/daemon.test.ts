/** The key-management daemon over HTTP, as it was observed, on XRP. */
import { buildApp } from '@tallystick/http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DROPS } from './chain.fixture.js'
import { signedOf } from './codec.js'
import { signAsDaemon } from './daemon.fixture.js'
import { type Account, openXrpWorld, type XrpWorld } from './ledger-world.fixture.js'

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'

let world: XrpWorld
let app: ReturnType<typeof buildApp>
let key: string
let alice: Account
let bob: Account

beforeEach(async () => {
  world = await openXrpWorld()
  app = buildApp({ tallystick: world.ledger })
  key = (await world.as('testnet')).key
  alice = await world.account('alice')
  bob = await world.account('bob')
})
afterEach(async () => {
  await app.close()
  await world.close()
})

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const headers = { 'x-api-key': key }
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}

/** One round of the daemon: fetch, sign with the wallet's key, broadcast with the id of the pending one. */
async function round(wallet: string, { secret }: Account): Promise<readonly string[]> {
  const { body } = await call('POST', '/v3/kms/pending/XRP', { signatureIds: [wallet] })
  const sent: string[] = []
  for (const { id, hashes, serializedTransaction } of body) {
    expect(hashes).toEqual([wallet])
    const txData = signAsDaemon(serializedTransaction, secret)
    const answer = await call('POST', '/v3/xrp/broadcast', { txData, signatureId: id })
    expect(answer.status).toBe(200)
    sent.push(answer.body.txId)
  }
  return sent
}

it('signs and sends what waits, once', async () => {
  const body = { fromAccount: alice.address, signatureId: WALLET, to: bob.address, amount: '2' }
  const ids: string[] = []
  for (const destinationTag of [1, 2, 3]) {
    const { status, body: answer } = await call('POST', '/v3/xrp/transaction', { ...body, destinationTag })
    expect(status).toBe(200)
    ids.push(answer.signatureId)
  }
  expect(await round('0d3883e4-4e17-48b3-a0ee-09a3e484ac83', alice)).toEqual([])
  expect(await call('DELETE', `/v3/kms/${ids[2]}`)).toEqual({ status: 204, body: null })
  const sent = await round(WALLET, alice)
  expect(sent).toHaveLength(2)
  world.server.ledger.close()
  expect(await round(WALLET, alice)).toEqual([])
  expect(world.server.ledger.last.accounts.get(bob.address)?.balance).toBe(1_004n * DROPS)
  for (const [index, txId] of sent.entries()) {
    expect((await call('GET', `/v3/kms/${ids[index]}`)).body).toMatchObject({ txId, chain: 'XRP' })
    expect((await call('PUT', `/v3/kms/${ids[index]}/${txId}`)).status).toBe(204)
    expect((await call('DELETE', `/v3/kms/${ids[index]}`)).body).toMatchObject({
      statusCode: 403,
      errorCode: 'kms.unexpected.state',
    })
  }
  expect((await call('GET', `/v3/kms/${ids[2]}`)).body).toMatchObject({ errorCode: 'kms.missing' })
})

it('completes what waits with no transaction that does something else', async () => {
  const carol = await world.account('carol')
  const body = { fromAccount: alice.address, signatureId: WALLET, to: bob.address, amount: '2.5' }
  const { body: answer } = await call('POST', '/v3/xrp/transaction', { ...body, destinationTag: 7 })
  const {
    body: [row],
  } = await call('POST', '/v3/kms/pending/XRP', { signatureIds: [WALLET] })
  const asked = JSON.parse(row.serializedTransaction)
  const send = async (changes: object, signer = alice) => {
    const txData = signAsDaemon(JSON.stringify({ ...asked, ...changes }), signer.secret)
    return call('POST', '/v3/xrp/broadcast', { txData, signatureId: answer.signatureId })
  }
  const others: readonly (readonly [string, object, Account?])[] = [
    ['Destination', { Destination: carol.address }],
    ['Amount', { Amount: '1' }],
    ['Amount', { Amount: { currency: 'USD', issuer: carol.address, value: '2.5' } }],
    ['DestinationTag', { DestinationTag: 8 }],
    ['DestinationTag', { DestinationTag: undefined }],
    ['SourceTag', { SourceTag: 1 }],
    ['Flags', { Flags: 0x0002_0000 }],
    ['Fee', { Fee: '1000000' }],
    ['Sequence', { Sequence: asked.Sequence + 1 }],
    ['Account', { Account: carol.address }, carol],
    ['Memos', { Memos: [{ Memo: { MemoData: '00' } }] }],
    ['SendMax', { SendMax: '2500000' }],
    ['TransactionType', { TransactionType: 'AccountSet', Destination: undefined, Amount: undefined }],
  ]
  for (const [field, changes, signer] of others) {
    const { status, body: refusal } = await send(changes, signer)
    expect([status, refusal.errorCode]).toEqual([403, 'transaction.invalid.body'])
    expect(refusal.message).toContain(`${field} is another one`)
  }
  expect((await call('POST', '/v3/kms/pending/XRP', { signatureIds: [WALLET] })).body).toEqual([row])
  expect(await world.sends()).toEqual([])
  // A library may ask for canonical signatures, and may set an end.
  const { status } = await send({ Flags: 0x8000_0000, LastLedgerSequence: 100_000 })
  expect(status).toBe(200)
  world.server.ledger.close()
  expect(world.server.ledger.last.accounts.get(bob.address)?.balance).toBe(1_002_500_000n)
  expect(world.server.ledger.last.accounts.get(carol.address)?.balance).toBe(1_000n * DROPS)
})

it('completes what waits by the id of a transaction that a server has, and that does what was asked', async () => {
  const body = { fromAccount: alice.address, signatureId: WALLET, to: bob.address, amount: '2' }
  const ask = async (changes: object = {}) =>
    (await call('POST', '/v3/xrp/transaction', { ...body, ...changes })).body.signatureId
  const ids = [await ask(), await ask({ amount: '3' })]
  const { body: rows } = await call('POST', '/v3/kms/pending/XRP', { signatureIds: [WALLET] })
  const raw = signAsDaemon(rows[0].serializedTransaction, alice.secret)
  const { txId } = signedOf(raw)
  const put = (id: string, tx = txId) => call('PUT', `/v3/kms/${id}/${tx}`)
  expect(await put(ids[0])).toMatchObject({ status: 404, body: { errorCode: 'tx.not.found' } })
  expect(await put(ids[0], 'no-such-transaction')).toMatchObject({ body: { errorCode: 'tx.not.found' } })
  const held = await world.held()
  expect(world.server.ledger.submit(raw, true)).toMatchObject({ applied: true })
  expect(await put(ids[1])).toMatchObject({ status: 403, body: { errorCode: 'transaction.invalid.body' } })
  expect(await world.held()).toBe(held)
  expect(await put(ids[0])).toEqual({ status: 204, body: null })
  world.server.ledger.close()
  expect(await put(ids[0])).toEqual({ status: 204, body: null })
  expect((await call('GET', `/v3/kms/${ids[0]}`)).body).toMatchObject({ txId })
  expect((await call('GET', `/v3/kms/${ids[1]}`)).body).not.toHaveProperty('txId')
  expect(await world.sends()).toMatchObject([{ txId, signature: ids[0], due: 0 }])
})

it('a send with a key, told apart by its body, and no word of the key in what is refused', async () => {
  const send = { fromAccount: alice.address, fromSecret: alice.secret, to: bob.address, amount: '1.5' }
  const { status, body } = await call('POST', '/v3/xrp/transaction', send)
  expect(status).toBe(200)
  world.server.ledger.close()
  const { body: transaction } = await call('GET', `/v3/xrp/transaction/${body.txId}`)
  expect(transaction).toMatchObject({ Amount: '1500000', Destination: bob.address, validated: true })
  for (const bad of [
    { ...send, amount: 'x' },
    { ...send, to: 'nobody' },
    { ...send, fromAccount: bob.address, to: alice.address },
    { ...send, fromSecret: `${alice.secret}1` },
    { ...send, [alice.secret]: 1 },
  ]) {
    const refused = await app.inject({
      method: 'POST',
      url: '/v3/xrp/transaction',
      headers: { 'x-api-key': key },
      payload: bad,
    })
    expect(refused.statusCode).toBe(400)
    expect(refused.body).not.toContain(alice.secret)
  }
})

it('paths that begin alike are told apart: an account, its transactions, the fee', async () => {
  expect((await call('GET', `/v3/xrp/account/${alice.address}`)).body).toMatchObject({
    account_data: { Account: alice.address },
  })
  expect((await call('GET', `/v3/xrp/account/tx/${alice.address}`)).body).toMatchObject({ transactions: [] })
  expect((await call('GET', `/v3/xrp/account/${alice.address}/balance`)).body).toEqual({
    assets: [],
    balance: '1000000000',
  })
  expect((await call('GET', '/v3/xrp/account')).body).toMatchObject({ secret: expect.any(String) })
  expect((await call('GET', '/v3/xrp/fee')).body).toMatchObject({ drops: { base_fee: '10' } })
  expect((await call('GET', '/v3/xrp/info')).status).toBe(200)
  expect((await call('GET', '/v3/xrp/ledger/1000')).body).toMatchObject({ ledger_index: 1_000 })
  expect((await call('GET', '/v3/xrp/ledger/-1')).status).toBe(400)
})
