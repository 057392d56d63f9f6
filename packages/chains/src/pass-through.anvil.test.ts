/** The RPC pass-through of the whole service, to a real node. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { memoryStorage } from '@tallystick/engine'
import { buildApp } from '@tallystick/http'
import { createTallystick } from '@tallystick/operations'
import { createWalletClient, defineChain, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it, onTestFinished } from 'vitest'
import { anvil, RICH_KEY } from './evm/anvil.fixture.js'

const CHAIN_ID = 11_155_111

async function start(passThrough = true) {
  const { url } = await anvil({ chainId: BigInt(CHAIN_ID) })
  const chains = createChains(
    readChainsConfig({ chains: { ETH: { testnet: { nodes: [{ kind: 'evm', url }], passThrough } } } }),
  )
  const tallystick = createTallystick({ storage: memoryStorage(), chains })
  const access = await tallystick.access()
  const { key } = await access.create({
    tenant: 'default' as never,
    name: 'x',
    network: 'testnet',
    plan: 'paid',
  })
  const app = buildApp({ tallystick })
  onTestFinished(() => app.close())
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), key, tallystick }
}

it('a public EVM client works through it, by the driver and by the web3 alias', async () => {
  const { address, key } = await start()
  for (const path of [
    `/v3/ethereum/web3/${key}`,
    `/v3/blockchain/node/ethereum-sepolia/${key}`,
    `/v3/blockchain/node/ETH/${key}`,
  ]) {
    const url = `${address}${path}`
    const client = createWalletClient({
      account: privateKeyToAccount(RICH_KEY),
      chain: defineChain({
        id: CHAIN_ID,
        name: 'test',
        nativeCurrency: { name: 'x', symbol: 'X', decimals: 18 },
        rpcUrls: { default: { http: [url] } },
      }),
      // Several calls of one moment are one list.
      transport: http(url, { batch: true, retryCount: 0 }),
    })
    const to = '0x00000000000000000000000000000000000000aa'
    const hash = await client.sendTransaction({ to, value: parseEther('1') })
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  }
})

it('a list is answered as a list, and digits beyond 2^53 come through', async () => {
  const { tallystick } = await start()
  const answer = await tallystick.nodeJsonPostRpcDriver({
    chain: 'ethereum-sepolia',
    body: [
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
      {
        jsonrpc: '2.0',
        id: 'two',
        method: 'eth_getBalance',
        params: [privateKeyToAccount(RICH_KEY).address, 'latest'],
      },
      { jsonrpc: '2.0', id: 3, method: 'no_such', params: [] },
    ],
  })
  expect(answer).toMatchObject([
    { id: 1, result: '0xaa36a7' },
    { id: 'two', result: '0x21e19e0c9bab2400000' },
    { id: 3, error: { code: -32601 } },
  ])
})

it('what a key-management system asks a node for is answered without a pass-through, and nothing else is', async () => {
  const { address, key } = await start(false)
  const { address: from } = privateKeyToAccount(RICH_KEY)
  const ask = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as { readonly message?: string } }
  }
  const rpc = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })
  const gas = { from, to: from, value: '0x1', data: '0x' }
  for (const path of [`/v3/ethereum/web3/${key}`, `/v3/blockchain/node/ETH/${key}`]) {
    const told: [object, unknown][] = [
      [rpc('eth_chainId'), '0xaa36a7'],
      [rpc('net_version'), String(CHAIN_ID)],
      [rpc('eth_estimateGas', gas), '0x5208'],
      [rpc('eth_gasPrice'), expect.stringMatching(/^0x[1-9a-f]/)],
      [rpc('eth_getTransactionCount', from, 'pending'), '0x0'],
    ]
    for (const [body, result] of told) {
      expect(await ask(path, body)).toMatchObject({ status: 200, body: { result } })
    }
    const all = await ask(
      path,
      told.map(([body]) => body),
    )
    expect(all.body).toMatchObject(told.map(([, result]) => ({ result })))
    for (const body of [
      rpc('eth_getBalance', from, 'latest'),
      rpc('eth_call', gas, 'latest'),
      rpc('eth_sendRawTransaction', '0x00'),
      [rpc('eth_chainId'), rpc('eth_blockNumber')],
    ]) {
      const refused = await ask(path, body)
      expect(refused).toMatchObject({ status: 403, body: { errorCode: 'chain.not.configured' } })
      expect(refused.body.message).toMatch(/eth_\w+ is not passed on: allow passThrough/)
    }
  }
})
