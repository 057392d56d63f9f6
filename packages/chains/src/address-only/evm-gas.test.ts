/** Gas on EVM chains that only the pass-through reaches: from anvil, and from nodes that answer something else. */
import { memoryStorage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { expect, it, onTestFinished } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { anvil } from '../evm/anvil.fixture.js'
import { codeOf, faultOf } from '../open-ledger.fixture.js'
import { json, LoopbackServer } from '../transport/server.fixture.js'

const CHAINS = [
  ['avax-testnet', 'avalancheEstimateGas'],
  ['base-sepolia', 'baseEstimateGas'],
  ['cro-testnet', 'cronosEstimateGas'],
  ['flare-coston2', 'flareEstimateGas'],
  ['optimism-testnet', 'optimismEstimateGas'],
  ['sonic-testnet', 'sonicEstimateGas'],
] as const

/** Of anvil's accounts. */
const RICH = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const CALL = { from: RICH, to: `0x${'35'.repeat(20)}`, amount: '1.000000000000000001' }

const open = (urls: Readonly<Record<string, string>>) => {
  const rpc = Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { nodes: [{ url }] }]))
  const ledger = createTallystick({
    storage: memoryStorage(),
    chains: createChains(readChainsConfig({ rpc })),
  })
  onTestFinished(() => ledger.close())
  return ledger
}

it('is what the node estimates, with the price that it suggests', async () => {
  const node = await anvil({ chainId: 31_337n })
  const ledger = open(Object.fromEntries(CHAINS.map(([name]) => [name, node.url])))
  const gasPrice = BigInt(String(await node.rpc.call('eth_gasPrice', []))).toString()
  for (const [, operation] of CHAINS) {
    const { gasLimit, ...rest } = await ledger[operation](CALL)
    expect([String(gasLimit), rest]).toEqual(['21000', { gasPrice }])
  }
  const data = await ledger.baseEstimateGas({ ...CALL, data: '00ff' })
  expect(Number(String(data.gasLimit))).toBeGreaterThan(21_000)
  expect(await codeOf(ledger.baseEstimateGas({ ...CALL, amount: '100000', data: '0x00' }))).toBe(
    'balance.insufficient',
  )
  // Code that reverts at once.
  await node.rpc.call('anvil_setCode', [CALL.to, '0x60006000fd'])
  expect(await codeOf(ledger.sonicEstimateGas(CALL))).toBe('execution.reverted')
  expect(await faultOf(ledger.cronosEstimateGas({ ...CALL, to: `0x${'z'.repeat(40)}` }))).toBe('to')
  expect(await faultOf(ledger.cronosEstimateGas({ ...CALL, data: '0x0' }))).toBe('data')
  expect(await faultOf(ledger.cronosEstimateGas({ ...CALL, amount: '0.0000000000000000001' }))).toBe('amount')
})

it('is refused where no node says it', async () => {
  expect(await codeOf(open({}).flareEstimateGas(CALL))).toBe('chain.not.configured')
  for (const answer of [{}, [], null, { result: null }, { result: 'canary' }, { error: { code: -1 } }]) {
    const server = await LoopbackServer.start((_asked, response) => json(response, answer))
    expect(await codeOf(open({ 'flare-coston2': server.url }).flareEstimateGas(CALL))).toBe(
      'chain.unavailable',
    )
  }
})
