/**
 * The public client (see public-client.test.ts) on the EVM chains, over anvil under the id of each: Ethereum, Polygon
 * and Celo from words to what is in a block; of the others what the documents have, gas and the web3 drivers.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChains, readChainsConfig } from '@tallystick/chains'
import { type Area, chainCatalogue, operations } from '@tallystick/operations'
import { ApiServices, type CustomFee, NodeRpcService, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, type Running, startService } from '../service.fixture.js'
import { askNode, kmsRound, notReached, refusalOf, type Sent, txIdOf, WALLET } from './client.fixture.js'
import { type Anvil, contracts, DEPLOYER, deploy, evmDaemon, minedBy, startAnvil } from './nodes.fixture.js'

const { eth, polygon, celo, bsc, kcs, klaytn, one, xdc } = ApiServices.blockchain
const { fee } = ApiServices

interface Transfer {
  readonly to: string
  readonly amount: string
  readonly isToken?: boolean
  readonly fee?: CustomFee
}
interface Method {
  readonly contractAddress: string
  readonly methodName: string
  readonly methodABI: unknown
  readonly params: string[]
}
interface Key {
  readonly fromPrivateKey: string
}
interface Kms {
  readonly signatureId: string
  readonly index?: number
}
interface Transaction {
  readonly transactionHash?: string
  readonly blockHash?: string
  readonly from?: string
  readonly to?: string
  readonly value?: string
  readonly status?: boolean
}
type Answer = Sent | { readonly data: unknown }

/** What the client has for a chain, with the names of all of them made alike. */
interface Client {
  readonly chain: 'ETH' | 'MATIC' | 'CELO'
  readonly area: Area
  readonly chainId: bigint
  /** Names of tokens; the first is paid. */
  readonly tokens: readonly [string, ...string[]]
  readonly node: 'ethereum-sepolia' | 'polygon-amoy' | 'celo-testnet'
  wallet(): PromiseLike<{ mnemonic?: string; xpub?: string }>
  address(xpub: string, index: number): PromiseLike<{ address?: string }>
  privateKey(request: { mnemonic: string; index: number }): PromiseLike<{ key?: string }>
  height(): PromiseLike<number>
  block(hash: string): PromiseLike<{ hash?: string; number?: number; transactions?: readonly Transaction[] }>
  balance(address: string): Promise<string | undefined>
  count(address: string): PromiseLike<number>
  transaction(hash: string): PromiseLike<Transaction>
  history(address: string): PromiseLike<readonly Transaction[]>
  send(body: Transfer & (Key | Kms)): PromiseLike<Sent>
  /** Asks it, without anybody who signs. */
  contract(body: Method | (Method & Key) | (Method & Kms)): PromiseLike<Answer>
  broadcast(body: { txData: string; signatureId?: string }): PromiseLike<{ txId: string }>
  gas(body: { from: string; to: string; amount: string }): PromiseLike<{ gasLimit: number | string }>
  web3(body: object): PromiseLike<{ readonly result: unknown }>
}

const ETH: Client = {
  chain: 'ETH',
  area: 'Ethereum',
  chainId: 11_155_111n,
  tokens: ['USDC'],
  node: 'ethereum-sepolia',
  wallet: () => eth.ethGenerateWallet(undefined, 'ethereum-sepolia'),
  address: (xpub, index) => eth.ethGenerateAddress(xpub, index, undefined, 'ethereum-sepolia'),
  privateKey: (request) => eth.ethGenerateAddressPrivateKey(request),
  height: () => eth.ethGetCurrentBlock('ethereum-sepolia', 'ethereum-sepolia'),
  block: (hash) => eth.ethGetBlock(hash),
  balance: async (address) => (await eth.ethGetBalance(address)).balance,
  count: (address) => eth.ethGetTransactionCount(address),
  transaction: (hash) => eth.ethGetTransaction(hash),
  history: (address) => eth.ethGetTransactionByAddress(address, 10, 0, 1, 1_000, 'ASC', 'ethereum-sepolia'),
  send: ({ isToken, ...body }) =>
    eth.ethBlockchainTransfer({ ...body, currency: isToken === true ? 'USDC' : 'ETH' }),
  contract: (body) => eth.ethBlockchainSmartContractInvocation(body),
  broadcast: (body) => eth.ethBroadcast(body),
  gas: (body) => fee.ethEstimateGas(body, 'ethereum-sepolia'),
  web3: (body) => eth.ethWeb3Driver(KEY, body, 'ethereum-sepolia'),
}

const MATIC: Client = {
  chain: 'MATIC',
  area: 'Polygon',
  chainId: 80_002n,
  tokens: ['USDC_MATIC'],
  node: 'polygon-amoy',
  wallet: () => polygon.polygonGenerateWallet(),
  address: (xpub, index) => polygon.polygonGenerateAddress(xpub, index),
  privateKey: (request) => polygon.polygonGenerateAddressPrivateKey(request),
  height: () => polygon.polygonGetCurrentBlock(),
  block: (hash) => polygon.polygonGetBlock(hash),
  balance: async (address) => (await polygon.polygonGetBalance(address)).balance,
  count: (address) => polygon.polygonGetTransactionCount(address),
  transaction: (hash) => polygon.polygonGetTransaction(hash),
  history: (address) => polygon.polygonGetTransactionByAddress(address, 10, 0, 1, 1_000, 'ASC'),
  send: ({ isToken, ...body }) =>
    polygon.polygonBlockchainTransfer({ ...body, currency: isToken === true ? 'USDC_MATIC' : 'MATIC' }),
  contract: (body) => polygon.polygonBlockchainSmartContractInvocation(body),
  broadcast: (body) => polygon.polygonBroadcast(body),
  gas: (body) => fee.polygonEstimateGas(body),
  web3: (body) => polygon.polygonWeb3Driver(KEY, body),
}

const CELO: Client = {
  chain: 'CELO',
  area: 'Celo',
  chainId: 11_142_220n,
  // Its balances are of all three.
  tokens: ['CUSD', 'CEUR'],
  node: 'celo-testnet',
  wallet: () => celo.celoGenerateWallet(),
  address: (xpub, index) => celo.celoGenerateAddress(xpub, index),
  privateKey: (request) => celo.celoGenerateAddressPrivateKey(request),
  height: () => celo.celoGetCurrentBlock(),
  block: (hash) => celo.celoGetBlock(hash),
  balance: async (address) => (await celo.celoGetBalance(address)).celo,
  count: (address) => celo.celoGetTransactionCount(address),
  transaction: (hash) => celo.celoGetTransaction(hash),
  history: (address) => celo.celoGetTransactionByAddress(address, 10, 0, 1, 1_000, 'ASC'),
  send: ({ isToken, ...body }) =>
    celo.celoBlockchainTransfer({
      ...body,
      currency: isToken === true ? 'CUSD' : 'CELO',
      // anvil knows no fees in tokens.
      feeCurrency: 'CELO',
    }),
  contract: (body) =>
    celo.celoBlockchainSmartContractInvocation(
      'fromPrivateKey' in body || 'signatureId' in body ? { ...body, feeCurrency: 'CELO' } : body,
    ),
  broadcast: (body) => celo.celoBroadcast(body),
  gas: (body) => fee.celoEstimateGas(body),
  web3: (body) => celo.celoWeb3Driver(KEY, body),
}

const CLIENTS = [ETH, MATIC, CELO]

/** One for each chain id; the chains without sections of their own share Ethereum's. */
const nodes = new Map<string, { readonly anvil: Anvil; readonly token: string; readonly sample: string }>()
let service: Running

const worldOf = (chain: string) => {
  const world = nodes.get(chain)
  if (world === undefined) throw new TypeError(`No node of ${chain}`)
  return world
}

/** Units of the token, which has 6 decimals. */
const SUPPLY = (10n ** 12n).toString(16).padStart(64, '0')

/** Of VeChain's testnet: answers with its first block, and as Thor's `POST /accounts/*` does for a plain payment. */
const thor = createServer((request, response) => {
  request.resume()
  const first = { number: 0, id: '0x000000000b2bce3c70bc649a02749e8687721b09ed2e15997f466536b20bb127' }
  const outcome = { data: '0x', events: [], transfers: [], gasUsed: 0, reverted: false, vmError: '' }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(request.url === '/blocks/0' ? first : [outcome]))
})

beforeAll(async () => {
  // It would win over the URL below.
  delete process.env['TATUM_API_URL']
  await Promise.all(
    CLIENTS.map(async ({ chain, chainId }) => {
      const anvil = await startAnvil(chainId)
      const token = await deploy(anvil, `${contracts.Token.bytecode}${SUPPLY}`)
      const sample = await deploy(anvil, contracts.Sample.bytecode)
      nodes.set(chain, { anvil, token, sample })
    }),
  )
  const own = CLIENTS.map(({ chain, tokens }) => {
    const { anvil, token: address } = worldOf(chain)
    const testnet = {
      passThrough: true,
      nodes: [{ kind: 'evm', url: anvil.url } as const],
      tokens: Object.fromEntries(tokens.map((name) => [name, { address, decimals: 6 }])),
    }
    return [chain, { testnet }] as const
  })
  const shared = ['BSC', 'KCS', 'KLAY', 'ONE', 'XDC'].map((chain) => {
    const { url } = worldOf('ETH').anvil
    const testnet = {
      passThrough: true,
      nodes: [{ kind: 'evm', url } as const],
      chainId: String(ETH.chainId),
    }
    return [chain, { testnet }] as const
  })
  await new Promise<void>((resolve) => thor.listen(0, '127.0.0.1', resolve))
  // Listening on a port, and not on a path of the file system.
  const url = `http://127.0.0.1:${(thor.address() as AddressInfo).port}`
  const chains = createChains(
    readChainsConfig({
      chains: Object.fromEntries([...own, ...shared]),
      rpc: {
        'vechain-testnet': { nodes: [{ url }] },
        ...Object.fromEntries(
          PASSED_THROUGH.map(([node]) => [node, { nodes: [{ url: worldOf('ETH').anvil.url }] }]),
        ),
      },
    }),
  )
  service = await startService({ engine: { chains } })
  TatumApi(KEY, service.url)
})
afterAll(async () => {
  await service?.close()
  await Promise.all([...nodes.values()].map(({ anvil }) => anvil.kill()))
  thor.close()
})

/** Chains that the service knows by the nodes of the pass-through only. */
const PASSED_THROUGH = [
  ['avax-testnet', (call: Estimate) => fee.avalancheEstimateGas(call)],
  ['base-sepolia', (call: Estimate) => fee.baseEstimateGas(call)],
  ['cro-testnet', (call: Estimate) => fee.cronosEstimateGas(call)],
  ['flare-coston2', (call: Estimate) => fee.flareEstimateGas(call)],
  ['optimism-testnet', (call: Estimate) => fee.optimismEstimateGas(call)],
  ['sonic-testnet', (call: Estimate) => fee.sonicEstimateGas(call)],
] as const

interface Estimate {
  readonly from: string
  readonly to: string
  readonly amount: string
}

const methodOf = (contractAddress: string, name: string, ...params: string[]): Method => ({
  contractAddress,
  methodName: name,
  methodABI: contracts.Sample.abi.find((part) => part.name === name),
  params,
})

/** anvil makes a block a moment after it has taken a transaction; until then there is no status. */
async function inBlock(client: (typeof CLIENTS)[number], txId: string) {
  for (let tries = 0; ; tries++) {
    const found = await client.transaction(txId)
    if (found.status !== undefined || tries === 100) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe.each(CLIENTS)('$chain', (client) => {
  const { chain, area, node } = client
  let alice: { readonly address: string; readonly fromPrivateKey: string }
  let bob: string

  test('a wallet, its addresses and their keys', async () => {
    const { mnemonic = '', xpub = '' } = await client.wallet()
    const [own = '', other = ''] = await Promise.all(
      [0, 1].map(async (index) => (await client.address(xpub, index)).address),
    )
    const { key: fromPrivateKey = '' } = await client.privateKey({ mnemonic, index: 0 })
    alice = { address: own, fromPrivateKey }
    bob = other
    await worldOf(chain).anvil.rpc.call('anvil_setBalance', [own, `0x${(10n ** 20n).toString(16)}`])
    expect(await client.balance(own)).toBe('100')
  })

  test('a payment signed by key, read back from its block', async () => {
    const { fromPrivateKey } = alice
    const custom = { gasLimit: '30000', gasPrice: '20' }
    const txId = await txIdOf(client.send({ fromPrivateKey, to: bob, amount: '1.5', fee: custom }))
    const found = await inBlock(client, txId)
    expect(found).toMatchObject({
      transactionHash: txId,
      status: true,
      from: alice.address.toLowerCase(),
      to: bob.toLowerCase(),
      value: '1500000000000000000',
    })
    expect(await client.balance(bob)).toBe('1.5')
    expect(await client.count(alice.address)).toBe(1)
    const height = await client.height()
    const block = await client.block(String(height))
    expect(block).toMatchObject({ number: height, hash: found.blockHash })
    expect(await client.block(block.hash ?? '')).toEqual(block)
    expect(block.transactions?.map(({ transactionHash }) => transactionHash)).toEqual([txId])
    const history = await client.history(bob)
    expect(history.map(({ transactionHash }) => transactionHash)).toEqual([txId])
    expect(await refusalOf(client.transaction(`0x${'0'.repeat(64)}`))).toEqual([404, 'tx.not.found'])
    expect(await refusalOf(client.block('1000000'))).toEqual([404, 'block.hash.not.exists'])
  })

  test('a token, and a contract that is written to and read', async () => {
    const { anvil, token, sample } = worldOf(chain)
    const { address, fromPrivateKey } = alice
    const data = `0xa9059cbb${address.slice(2).toLowerCase().padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`
    await minedBy(anvil, { to: token, data })
    const paid = await txIdOf(client.send({ fromPrivateKey, to: bob, amount: '4.25', isToken: true }))
    expect(await inBlock(client, paid)).toMatchObject({ to: token.toLowerCase(), status: true })
    const written = await txIdOf(client.contract({ fromPrivateKey, ...methodOf(sample, 'store', '12345') }))
    expect(await inBlock(client, written)).toMatchObject({ to: sample.toLowerCase(), status: true })
    expect(await client.contract(methodOf(sample, 'stored'))).toEqual({ data: '12345' })
  })

  test('payments and calls that a key-management system signs', async () => {
    const { sample, anvil } = worldOf(chain)
    const { address } = alice
    const kms = { signatureId: WALLET, index: 0 }
    const txIds = await kmsRound({
      chain,
      payments: [
        () => client.send({ ...kms, to: bob, amount: '1' }),
        async () => {
          const answer = await client.contract({ ...kms, ...methodOf(sample, 'store', '7') })
          if ('data' in answer) throw new TypeError('not asked for')
          return answer
        },
        () => client.send({ ...kms, to: bob, amount: '2', fee: { gasLimit: '30000', gasPrice: '20' } }),
      ],
      sign: ({ serializedTransaction }) =>
        evmDaemon.signAsDaemon(serializedTransaction, alice.fromPrivateKey, {
          gas: async () => 100_000n,
          nonce: async () => BigInt(await client.count(address)),
          gasPrice: async () => BigInt(String(await anvil.rpc.call('eth_gasPrice', []))),
        }),
      broadcast: (body) => client.broadcast({ ...body }),
      send: async (raw) => {
        const body = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] }
        return String((await client.web3(body)).result)
      },
    })
    expect(await Promise.all(txIds.map((txId) => inBlock(client, txId)))).toMatchObject(
      txIds.map((transactionHash) => ({ transactionHash, status: true })),
    )
    expect(await client.contract(methodOf(sample, 'stored'))).toEqual({ data: '7' })
    expect(await client.balance(bob)).toBe('4.5')
  })

  test('gas, fees, and the node itself', async () => {
    const { token } = worldOf(chain)
    const { address: from } = alice
    const { gasLimit } = await client.gas({ from, to: bob, amount: '0.1' })
    expect(Number(gasLimit)).toBe(21_000)
    const estimate = await fee.estimateFeeBlockchain({
      chain,
      type: 'TRANSFER_ERC20',
      sender: from,
      recipient: bob,
      contractAddress: token,
      amount: '0.5',
    })
    expect(estimate).toEqual({ gasLimit: expect.any(Number), gasPrice: expect.any(Number) })
    const height = await client.height()
    expect(Number(await askNode(node, 'eth_blockNumber'))).toBe(height)
    const calls = ['eth_blockNumber', 'eth_chainId'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
    const answers = await client.web3(calls)
    expect(answers).toMatchObject([{ id: 0 }, { id: 1, result: `0x${client.chainId.toString(16)}` }])
  })

  test('the client has been through every route, with success', async () => {
    const documented = operations.filter(
      (own) => own.area === area && own.description?.includes("Tallystick's own") !== true,
    )
    // A history with internal transactions needs a node that keeps one.
    const elsewhere =
      chain === 'ETH'
        ? ['ethGetInternalTransactionByAddress', 'ethGetInternalTransactionByAddress_apiClient']
        : []
    expect(await notReached(service, documented)).toEqual(elsewhere)
  })
})

describe('every chain that the documents have fees or a driver of', () => {
  const [from, to] = [DEPLOYER, `0x${'35'.repeat(20)}`]
  const call = { from, to, amount: '0.000000000000000001' }

  test('fees of Ethereum, and many estimates at once', async () => {
    const token = worldOf('ETH').token
    expect(await fee.getBlockchainFee('ETH')).toEqual({
      fast: expect.any(Number),
      medium: expect.any(Number),
      slow: expect.any(Number),
      baseFee: expect.any(Number),
      time: expect.any(String),
      block: await eth.ethGetCurrentBlock(),
    })
    const batch = await fee.ethEstimateGasBatch({
      estimations: [call, { ...call, amount: '1', contractAddress: token }],
    })
    expect(batch).toMatchObject({ error: false, result: [{ error: false }, { contractAddress: token }] })
  })

  test.each([
    ['BSC', () => fee.bscEstimateGas(call), (body: object) => bsc.bscWeb3Driver(KEY, body)],
    ['KCS', () => fee.kcsEstimateGas(call), (body: object) => kcs.kcsWeb3Driver(KEY, body)],
    ['KLAY', () => fee.klaytnEstimateGas(call), (body: object) => klaytn.klaytnWeb3Driver(KEY, body)],
    ['ONE', () => fee.oneEstimateGas(call), (body: object) => one.oneWeb3Driver(KEY, body)],
    ['XDC', () => fee.xdcEstimateGas(call), (body: object) => xdc.xdcWeb3Driver(KEY, body)],
  ] as const)('gas and the driver of %s', async (chain, gas, web3) => {
    // As the client types it.
    const limit = chain === 'ONE' ? '21000' : 21_000
    expect(await gas()).toEqual({ gasLimit: limit, gasPrice: expect.stringMatching(/^\d+$/) })
    const { result } = await web3({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    expect(BigInt(result)).toBe(ETH.chainId)
  })

  test.each(PASSED_THROUGH)('gas by the node %s', async (_, gas) => {
    const limits = [21_000, '21000']
    const { gasLimit, gasPrice } = await gas(call)
    expect(limits).toContain(gasLimit)
    expect(gasPrice).toMatch(/^\d+$/)
  })

  test('gas of VeChain, and its node, which is ready and counted', async () => {
    expect(await fee.vetEstimateGas({ from, to, value: '1' })).toBe(21_000)
    const clauses = [{ to, value: '0x1', data: '0x' }]
    const answer = NodeRpcService.nodeJsonPostRpcDriver(KEY, 'vechain-testnet', 'accounts/*', { clauses })
    expect(await answer).toMatchObject([{ reverted: false }])
    const { body } = await service.call('GET', '/readyz')
    expect(body).toMatchObject({ status: 'ready', chains: { 'rpc vechain-testnet': 'ok' } })
    // Each of them asked the node; before the first, it was asked which network it is on.
    const { text } = await service.call('GET', '/metrics')
    expect(text).toMatch(
      /tallystick_node_calls_total\{chain="rpc",network="vechain-testnet",host="[^"]+"\} 3\n/,
    )
  })

  test('the client has been through every route of them, with success', async () => {
    const areas = new Set(['Blockchain fees', 'BlockchainFees', 'Node RPC (web3 alias)'])
    const documented = operations.filter(
      ({ id, area }) => areas.has(area) && Object.hasOwn(chainCatalogue, id),
    )
    expect(documented.length).toBeGreaterThan(15)
    // Gas of MultiversX is in public-client.families.test.ts; its proxy takes a path, where the client sends an asterisk.
    const elsewhere = ['egldEstimateGas', 'egldNodeProxyGet', 'egldNodeProxyPost']
    expect(await notReached(service, documented)).toEqual(elsewhere)
  })
})
