/** Estimates, against what the transactions then cost on real nodes. */
import { memoryStorage } from '@tallystick/engine'
import { createTallystick, type Operations } from '@tallystick/operations'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'
import { type Anvil, start } from './evm/anvil.fixture.js'
import { type Account, type EvmWorld, openEvmWorld } from './evm/ledger-world.fixture.js'
import { codeOf, openLedger, txIdOf } from './open-ledger.fixture.js'
import { text } from './transport/server.fixture.js'
import { findLitecoind, startLitecoind } from './utxo/litecoind.fixture.js'
import { keyOf } from './utxo/paying.fixture.js'

type Estimate = (
  calls: Operations,
  call: { readonly from: string; readonly to: string; readonly amount: string },
) => Promise<{ readonly gasLimit: unknown; readonly gasPrice: string }>

/** Each chain with the id of its testnet. */
const CHAINS: readonly (readonly [id: string, chainId: bigint, estimate: Estimate])[] = [
  ['BSC', 97n, (calls, call) => calls.bscEstimateGas(call)],
  ['CELO', 11_142_220n, (calls, call) => calls.celoEstimateGas(call)],
  ['KCS', 322n, (calls, call) => calls.kcsEstimateGas(call)],
  ['KLAY', 1_001n, (calls, call) => calls.klaytnEstimateGas(call)],
  ['MATIC', 80_002n, (calls, call) => calls.polygonEstimateGas(call)],
  ['ONE', 1_666_700_000n, (calls, call) => calls.oneEstimateGas(call)],
  ['XDC', 51n, (calls, call) => calls.xdcEstimateGas(call)],
]

/** Of anvil's first two accounts. */
const RICH = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe.each(CHAINS)('%s', (id, chainId, estimate) => {
  let anvil: Anvil
  let calls: Operations
  let close: () => Promise<void>
  beforeAll(async () => {
    anvil = await start(chainId)
    const nodes = [{ kind: 'evm' as const, url: anvil.url }]
    const chains = createChains(readChainsConfig({ chains: { [id]: { testnet: { nodes } } } }))
    const ledger = createTallystick({ storage: memoryStorage(), chains })
    calls = ledger
    close = () => ledger.close()
  })
  afterAll(async () => {
    await close?.()
    await anvil?.kill()
  })

  it('the gas of a payment, and the node’s price in wei', async () => {
    const price = BigInt(String(await anvil.rpc.call('eth_gasPrice', [])))
    const answer = await estimate(calls, { from: RICH, to: TO, amount: '1.000000000000000001' })
    const gasLimit = id === 'ONE' ? '21000' : 21_000
    expect(answer).toEqual({ gasLimit, gasPrice: String(price) })
  })

  it('what cannot be is refused', async () => {
    const send = (changes: object) => estimate(calls, { from: RICH, to: TO, amount: '1', ...changes })
    expect(await codeOf(send({ amount: '1.0000000000000000000' }))).toBe('validation.failed')
    expect(await codeOf(send({ to: `0x${'z'.repeat(40)}` }))).toBe('validation.failed')
  })
})

describe('Ethereum', () => {
  let world: EvmWorld
  let keyed: Awaited<ReturnType<EvmWorld['as']>>
  let alice: Account
  beforeAll(async () => {
    world = await openEvmWorld()
    keyed = await world.as('testnet')
    alice = await world.account(1_000n, 10n ** 12n)
  })
  afterAll(() => world?.close())
  const call = (changes: object = {}) => ({ from: alice.address, to: TO, amount: '1', ...changes })
  const price = expect.stringMatching(/^\d+$/)

  it('a payment: the gas, and the prices of being sooner or later', async () => {
    const { gasLimit, gasPrice, estimations } = await keyed.ethEstimateGas(call())
    expect([gasLimit, gasPrice]).toEqual(['21000', estimations.fast])
    const [base, safe, standard, fast] = [
      estimations.baseFee,
      estimations.safe,
      estimations.standard,
      estimations.fast,
    ].map(BigInt)
    expect([base, safe, standard, fast]).toEqual(
      [base, safe, standard, fast].toSorted((a, b) => Number((a ?? 0n) - (b ?? 0n))),
    )
    expect(base).toBeGreaterThan(0n)
  })

  it('a token takes the gas that its transfer then takes', async () => {
    const token = call({ contractAddress: world.token.address, amount: '12.000001' })
    const { gasLimit } = await keyed.ethEstimateGas(token)
    const txId = await txIdOf(
      keyed.transferEthBlockchain({
        to: TO,
        amount: '12.000001',
        currency: 'USDC',
        fromPrivateKey: alice.fromPrivateKey,
        fee: { gasLimit, gasPrice: '50' },
      }),
    )
    await world.mined()
    expect(await keyed.ethGetTransaction({ hash: txId })).toMatchObject({
      status: true,
      gas: Number(gasLimit),
    })
    const again = { chain: 'ETH', type: 'TRANSFER_ERC20', sender: alice.address, recipient: TO } as const
    const fee = await keyed.estimateFee({ ...again, contractAddress: world.token.address, amount: '1' })
    expect(fee).toEqual({ gasLimit: expect.any(Number), gasPrice: expect.any(Number) })
  })

  it('data of a call, however its hex is written', async () => {
    const stored = `6057361d${'0'.repeat(63)}7`
    for (const data of [`0x${stored}`, `0h${stored}`, stored, `0x${stored.toUpperCase()}`]) {
      const { gasLimit } = await keyed.ethEstimateGas(call({ to: world.sample, amount: '0', data }))
      expect(Number(gasLimit)).toBeGreaterThan(40_000)
    }
    expect(await codeOf(keyed.ethEstimateGas(call({ data: '0x1' })))).toBe('validation.failed')
    const both = call({ data: '0x', contractAddress: world.token.address })
    expect(await codeOf(keyed.ethEstimateGas(both))).toBe('validation.failed')
  })

  it('many at once, in their order; what is wrong with one is told in its place', async () => {
    const charged = await keyed.charged()
    const contractAddress = world.token.address
    const estimations = [
      call(),
      call({ contractAddress }),
      call({ contractAddress: TO }),
      call({ contractAddress, amount: '1000000000' }),
      call({ to: `0x${'z'.repeat(40)}` }),
      call({ amount: '0.0000000000000000001' }),
    ]
    const { error, result } = await keyed.ethEstimateGasBatch({ estimations })
    expect(error).toBe(true)
    expect(result.map((one) => [one.error, one.contractAddress, one.data?.gasLimit ?? one.msg])).toEqual([
      [false, undefined, '21000'],
      [false, contractAddress, expect.stringMatching(/^[3-9]\d{4}$/)],
      [true, TO, expect.stringContaining('no such token')],
      [true, contractAddress, expect.stringContaining('reverts the call')],
      [true, undefined, expect.stringContaining('not an address of Ethereum')],
      [true, undefined, expect.stringContaining('18 decimals')],
    ])
    expect(result[0]?.data).toEqual({
      gasLimit: '21000',
      gasPrice: price,
      estimations: { safe: price, standard: price, fast: price, baseFee: price },
    })
    expect((await keyed.charged()) - charged).toBe(10 + 10 * estimations.length)
    expect(await keyed.ethEstimateGasBatch({ estimations: [] })).toEqual({ error: false, result: [] })
  })

  it('a node that does not answer is no estimate of anything', async () => {
    world.interfere = ({ method }) =>
      method === 'eth_estimateGas' ? (_asked, response) => void response.socket?.destroy() : undefined
    const charged = await keyed.charged()
    expect(await codeOf(keyed.ethEstimateGasBatch({ estimations: [call()] }))).toBe('chain.unavailable')
    world.interfere = () => undefined
    expect(await keyed.charged()).toBe(charged)
  })

  it('the price of gas, for the key-management daemon too', async () => {
    const height = await keyed.ethGetCurrentBlock()
    const { fast, medium, slow, baseFee, time, block } = await keyed.getBlockchainFee({ chain: 'ETH' })
    expect(block).toBe(height)
    expect(time).toBe('2030-01-15T12:00:00.000Z')
    const prices = [slow, medium, fast].map((one) => BigInt(String(one)))
    expect(prices).toEqual(prices.toSorted((a, b) => Number(a - b)))
    expect(Number(baseFee)).toBeLessThanOrEqual(Number(slow))
  })

  it('prices far beyond 2^53 wei keep every digit', async () => {
    await world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(10n ** 18n + 7n).toString(16)}`)
    await world.rpc('evm_mine')
    type History = { readonly baseFeePerGas: readonly string[] }
    const { baseFeePerGas } = await world.rpc<History>('eth_feeHistory', '0x1', 'latest', [])
    const next = String(BigInt(baseFeePerGas.at(-1) ?? 0))
    expect(next).toMatch(/^8\d{17}$/)
    expect(String((await keyed.getBlockchainFee({ chain: 'ETH' })).baseFee)).toBe(next)
    const poor = await world.account(1n)
    const { estimations } = await keyed.ethEstimateGas(call({ from: poor.address, amount: '0' }))
    expect(estimations.baseFee).toBe(next)
    expect(BigInt(estimations.fast)).toBeGreaterThan(BigInt(next))
  })

  it('gas pumps have no estimate by a node that does not run them', async () => {
    world.interfere = ({ method, params }) => {
      const [call] = params
      const deploys = typeof call === 'object' && call !== null && !('to' in call)
      if (method !== 'eth_call' || !deploys) return undefined
      return (asked, response) => {
        const { id } = JSON.parse(asked.body)
        text(response, JSON.stringify({ jsonrpc: '2.0', id, result: '0x' }))
      }
    }
    const type = 'DEPLOY_CUSTODIAL_WALLET_BATCH'
    const estimate = keyed.estimateFeeDeployCustodialWallet({ chain: 'ETH', type, batchCount: 3 })
    expect(await codeOf(estimate)).toBe('chain.unsupported')
    world.interfere = () => undefined
  })
})

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('Litecoin', () => {
  it('the fee of the very transaction that is then sent', async () => {
    const node = await startLitecoind()
    onTestFinished(() => node.stop())
    const nodes = [{ kind: 'core' as const, url: node.url }]
    const chains = createChains(
      readChainsConfig({ chains: { LTC: { testnet: { parameters: 'regtest', nodes } } } }),
    )
    const world = openLedger(chains)
    onTestFinished(() => world.close())
    const calls = await world.as('testnet')
    const miner = keyOf(node.chain, 1)
    const address = miner.addressAs('p2pkh')
    await node.mine(120, address)

    const to = [
      { address: keyOf(node.chain, 2).addressAs('p2wpkh'), value: '1.5' },
      { address: keyOf(node.chain, 3).addressAs('p2pkh'), value: 0.25 },
    ]
    const estimate = await calls.estimateFeeFromAddress({
      chain: 'LTC',
      type: 'TRANSFER',
      fromAddress: [address],
      to,
    })
    if (!('medium' in estimate)) throw new TypeError('not in coins')
    const { fast, medium, slow } = estimate
    expect([slow, medium, fast].map(Number)).toEqual(
      [slow, medium, fast].map(Number).toSorted((a, b) => a - b),
    )
    const txId = await txIdOf(
      calls.ltcTransactionAddress({
        fromAddress: [{ address, privateKey: miner.privateKey }],
        to,
        changeAddress: address,
      }),
    )
    const sent = await node.chain.node.transaction(txId)
    const sum = (values: readonly (bigint | undefined)[]) =>
      values.reduce<bigint>((all, one) => all + (one ?? 0n), 0n)
    const paid =
      sum(sent?.inputs.map(({ spent }) => spent?.value) ?? []) -
      sum(sent?.outputs.map(({ value }) => value) ?? [])
    expect(BigInt(Math.round(Number(medium) * 1e8))).toBe(paid)

    // Of a virtual byte, in base units.
    const rates = await calls.getBlockchainFee({ chain: 'LTC' })
    expect(rates.block).toBe(120)
    // Signatures may come out a byte shorter than they are reckoned.
    const rate = Number(paid) / (sent?.virtualSize ?? 0)
    expect(rate).toBeGreaterThanOrEqual(Number(rates.medium))
    expect(rate).toBeLessThan(Number(rates.medium) * 1.02)

    await node.mine(1, address)
    const outputs = await calls.estimateFeeFromUTXO({
      chain: 'LTC',
      type: 'TRANSFER',
      fromUTXO: [{ txHash: txId.toUpperCase(), index: 0 }],
      to: [{ address, value: '1' }],
    })
    expect(outputs).toEqual({
      fast: expect.stringMatching(/^0\.0/),
      medium: expect.stringMatching(/^0\.0/),
      slow: expect.stringMatching(/^0\.0/),
    })
    const from = (fromUTXO: { txHash: string; index: number }[], value: string) =>
      calls.estimateFeeFromUTXO({ chain: 'LTC', type: 'TRANSFER', fromUTXO, to: [{ address, value }] })
    expect(await codeOf(from([{ txHash: txId, index: 9 }], '1'))).toBe('tx.hash.index.spent')
    expect(await codeOf(from([{ txHash: 'x'.repeat(64), index: 0 }], '1'))).toBe('validation.failed')
    expect(await codeOf(from([{ txHash: txId, index: 0 }], '2'))).toBe('balance.insufficient')
    expect(await codeOf(from([{ txHash: txId, index: 0 }], '0.00000001'))).toBe('amount.dust')
    expect(await codeOf(from([], '1'))).toBe('balance.insufficient')
  })
})
