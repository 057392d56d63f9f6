/** The public client (see public-client.test.ts) on chains: what it needs no node of ours for, wallets and RPC. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChains, readChainsConfig } from '@tallystick/chains'
import { type Area, operations } from '@tallystick/operations'
import { ApiError, ApiServices, NodeRpcService, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, type Running, startService } from '../service.fixture.js'

const { bitcoin, bcash, doge, ltc, eth, polygon, celo } = ApiServices.blockchain

let service: Running
/** Of a chain whose nodes are asked by path: tells what it was asked. */
let node: Server

beforeAll(async () => {
  // It would win over the URL below.
  delete process.env['TATUM_API_URL']
  node = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify([request.method, request.url, Buffer.concat(chunks).toString()]))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  // Listening on a port, and not on a path of the file system.
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}/node`
  const rpc = { 'stellar-testnet': { nodes: [{ url }] } }
  service = await startService({ engine: { chains: createChains(readChainsConfig({ rpc })) } })
  TatumApi(KEY, service.url)
})
afterAll(async () => {
  await service?.close()
  node?.close()
})

test('nodes that are asked by path', async () => {
  const body = { tx: 'AAAA' }
  expect(
    await NodeRpcService.nodeJsonRpcGetDriver(KEY, 'stellar-testnet', 'accounts/G1?limit=2&order=asc'),
  ).toEqual(['GET', '/node/accounts/G1?limit=2&order=asc', ''])
  expect(await NodeRpcService.nodeJsonPostRpcDriver(KEY, 'stellar-testnet', 'transactions', body)).toEqual([
    'POST',
    '/node/transactions',
    '{"tx":"AAAA"}',
  ])
  expect(await NodeRpcService.nodeJsonRpcPutDriver(KEY, 'stellar-testnet', 'a/b', body)).toEqual([
    'PUT',
    '/node/a/b',
    '{"tx":"AAAA"}',
  ])
})

interface Wallets {
  wallet(mnemonic?: string): PromiseLike<{ mnemonic?: string; xpub?: string }>
  address(xpub: string, index: number): PromiseLike<{ address?: string }>
  privateKey(request: { mnemonic: string; index: number }): PromiseLike<{ key?: string }>
}

const WALLETS: readonly (readonly [Area, Wallets, RegExp])[] = [
  [
    'Bitcoin',
    {
      wallet: (mnemonic) => bitcoin.btcGenerateWallet(mnemonic),
      address: (xpub, index) => bitcoin.btcGenerateAddress(xpub, index),
      privateKey: (request) => bitcoin.btcGenerateAddressPrivateKey(request),
    },
    /^(tb1|[mn2])/,
  ],
  [
    'Bitcoin Cash',
    {
      wallet: (mnemonic) => bcash.bchGenerateWallet(mnemonic),
      address: (xpub, index) => bcash.bchGenerateAddress(xpub, index),
      privateKey: (request) => bcash.bchGenerateAddressPrivateKey(request),
    },
    /^bchtest:q/,
  ],
  [
    'Dogecoin',
    {
      wallet: (mnemonic) => doge.dogeGenerateWallet(mnemonic),
      address: (xpub, index) => doge.dogeGenerateAddress(xpub, index),
      privateKey: (request) => doge.dogeGenerateAddressPrivateKey(request),
    },
    /^n/,
  ],
  [
    'Litecoin',
    {
      wallet: (mnemonic) => ltc.ltcGenerateWallet(mnemonic),
      address: (xpub, index) => ltc.ltcGenerateAddress(xpub, index),
      privateKey: (request) => ltc.ltcGenerateAddressPrivateKey(request),
    },
    /^(tltc1|[mn])/,
  ],
  [
    'Ethereum',
    {
      wallet: (mnemonic) => eth.ethGenerateWallet(mnemonic),
      address: (xpub, index) => eth.ethGenerateAddress(xpub, index),
      privateKey: (request) => eth.ethGenerateAddressPrivateKey(request),
    },
    /^0x/,
  ],
  [
    'Polygon',
    {
      wallet: (mnemonic) => polygon.polygonGenerateWallet(mnemonic),
      address: (xpub, index) => polygon.polygonGenerateAddress(xpub, index),
      privateKey: (request) => polygon.polygonGenerateAddressPrivateKey(request),
    },
    /^0x/,
  ],
  [
    'Celo',
    {
      wallet: (mnemonic) => celo.celoGenerateWallet(mnemonic),
      address: (xpub, index) => celo.celoGenerateAddress(xpub, index),
      privateKey: (request) => celo.celoGenerateAddressPrivateKey(request),
    },
    /^0x/,
  ],
]

describe.each(WALLETS)('wallets of %s', (area, { wallet, address, privateKey }, form) => {
  test('are made, come back from their words, and have addresses and keys', async () => {
    const made = await wallet()
    const { mnemonic = '', xpub = '' } = made
    expect(mnemonic.split(' ')).toHaveLength(24)
    expect(await wallet(mnemonic)).toEqual(made)
    for (const index of [0, 2 ** 31 - 1]) {
      expect((await address(xpub, index)).address).toMatch(form)
      expect((await privateKey({ mnemonic, index })).key).toMatch(/\w{50}/)
    }
  })

  test('are not made of words that are none', async () => {
    const refused = async () => await wallet('not a mnemonic')
    await expect(refused()).rejects.toBeInstanceOf(ApiError)
    await expect(refused()).rejects.toMatchObject({
      status: 403,
      body: { errorCode: 'key.generation.failed.wrong.mnemonic' },
    })
  })

  test('are routes of the service', async () => {
    const { text } = await service.call('GET', '/metrics')
    const routes = operations.filter(
      (own) => own.area === area && /Generate(Wallet|Address|AddressPrivateKey)$/.test(own.id),
    )
    expect(routes).toHaveLength(3)
    for (const { method, path } of routes) {
      expect(text).toContain(`requests_total{method="${method}",route="${path}",status="200"}`)
    }
  })
})
