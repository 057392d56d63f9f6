/** A node that is behind, and lists what is spent: no output of ours is spent twice, whatever it says. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { codeOf, openLedger, txIdOf } from '../open-ledger.fixture.js'
import { findLitecoind, startLitecoind } from './litecoind.fixture.js'
import { keyOf } from './paying.fixture.js'

/** What tells of outputs. */
const OF_OUTPUTS = ['scantxoutset', 'gettxout']

// Litecoin Core is a package of the system, which not every machine has.
it.skipIf(findLitecoind() === undefined)('what is claimed is not selected again', async () => {
  const node = await startLitecoind()
  onTestFinished(() => node.stop())
  const target = new URL(node.url)
  target.username = ''
  target.password = ''
  /** What was answered to each question before; answered again once it lags. */
  const answers = new Map<string, unknown>()
  let lags = false
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString()
      const { method, params, id } = JSON.parse(body)
      const question = JSON.stringify([method, params])
      const headers = { ...node.headers, 'content-type': 'application/json' }
      const known = lags && OF_OUTPUTS.includes(method) ? answers.get(question) : undefined
      const text =
        known === undefined
          ? await (await fetch(target, { method: 'POST', headers, body })).text()
          : JSON.stringify({ id, error: null, result: known })
      if (!answers.has(question)) answers.set(question, JSON.parse(text).result)
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const nodes = [{ kind: 'core' as const, url }]
  const chains = createChains(
    readChainsConfig({ chains: { LTC: { testnet: { parameters: 'regtest', nodes } } } }),
  )
  onTestFinished(() => chains.close())
  const world = openLedger(chains)
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const { privateKey, addressAs } = keyOf(node.chain, 77)
  const address = addressAs('p2pkh')
  await node.mine(1, address)
  await node.mine(120, keyOf(node.chain, 78).addressAs('p2pkh'))
  const to = [{ address: keyOf(node.chain, 79).addressAs('p2pkh'), value: 1 }]
  const pay = () =>
    calls.ltcTransactionAddress({
      fromAddress: [{ address, privateKey }],
      to,
      fee: '0.001',
      changeAddress: to[0]?.address ?? '',
    })
  const txId = await txIdOf(pay())
  lags = true
  expect(await codeOf(pay())).toBe('balance.insufficient')
  await node.mine(10, keyOf(node.chain, 78).addressAs('p2pkh'))
  await world.round()
  expect(await codeOf(pay())).toBe('balance.insufficient')
  expect((await world.sends()).map((send) => send.txId)).toEqual([txId])
})
