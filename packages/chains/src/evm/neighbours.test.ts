/** Broadcasts on the chains that have no other operations of their own, on anvil under each chain's id. */
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { codeOf, openLedger } from '../open-ledger.fixture.js'
import { anvil, RICH_KEY } from './anvil.fixture.js'

const CHAINS = [
  ['BSC', 97n, 'bscBroadcast'],
  ['KLAY', 1_001n, 'klaytnBroadcast'],
  ['KCS', 322n, 'kcsBroadcast'],
  ['ONE', 1_666_700_000n, 'oneBroadcast'],
  ['XDC', 51n, 'xdcBroadcast'],
] as const

it.each(CHAINS)(
  '%s: a signed transaction is broadcast once, and one of another chain is refused',
  async (id, chainId, broadcast) => {
    const node = await anvil({ chainId })
    const nodes = [{ kind: 'evm' as const, url: node.url }]
    const world = openLedger(createChains(readChainsConfig({ chains: { [id]: { testnet: { nodes } } } })))
    onTestFinished(() => world.close())
    const calls = await world.as('testnet')
    const to = `0x${'35'.repeat(20)}` as const
    const sign = (chain: bigint) =>
      privateKeyToAccount(RICH_KEY).signTransaction({
        type: 'legacy',
        chainId: Number(chain),
        nonce: 0,
        gasPrice: 30_000_000_000n,
        gas: 21_000n,
        to,
        value: 7n,
      })
    const txData = await sign(chainId)
    const { txId } = await calls[broadcast]({ txData })
    expect(await calls[broadcast]({ txData })).toEqual({ txId })
    // anvil makes the block after it has acknowledged what is in it.
    const receipt = await vi.waitUntil(() => node.rpc.call('eth_getTransactionReceipt', [txId]))
    expect(receipt).toMatchObject({ status: '0x1' })
    expect(await node.rpc.call('eth_getBalance', [to, 'latest'])).toBe('0x7')
    expect(await calls.charged()).toBeGreaterThanOrEqual(2)
    expect(await codeOf(calls[broadcast]({ txData: await sign(1n) }))).toBe('transaction.invalid.body')
  },
)

it('the contract that a transaction has made is told; of any other, and of one that failed, none is', async () => {
  const node = await anvil({ chainId: 97n })
  const nodes = [{ kind: 'evm' as const, url: node.url }]
  const world = openLedger(createChains(readChainsConfig({ chains: { BSC: { testnet: { nodes } } } })))
  onTestFinished(() => world.close())
  const calls = await world.as('testnet')
  const { address: rich } = privateKeyToAccount(RICH_KEY)
  async function send(transaction: object): Promise<string> {
    const hash = await node.rpc.call('eth_sendTransaction', [{ from: rich, gas: '0x30d40', ...transaction }])
    // anvil makes the block after it has acknowledged what is in it.
    await vi.waitUntil(async () => (await node.rpc.call('eth_getTransactionReceipt', [hash])) !== null)
    return String(hash)
  }
  // EVM code: the first answers a contract of one byte, the second reverts.
  const made = await send({ data: '0x60016000f3' })
  const failed = await send({ data: '0x60006000fd' })
  const paid = await send({ to: rich, value: '0x1' })
  const of = (hash: string) => calls.sCGetContractAddress({ chain: 'BSC', hash })
  const { contractAddress = '' } = await of(made)
  expect(contractAddress).toMatch(/^0x[0-9a-f]{40}$/)
  expect(await node.rpc.call('eth_getCode', [contractAddress, 'latest'])).toBe('0x00')
  expect(await of(failed)).toEqual({})
  expect(await of(paid)).toEqual({})
  expect(await codeOf(of(`0x${'ab'.repeat(32)}`))).toBe('tx.not.found')
  expect(await codeOf(calls.sCGetContractAddress({ chain: 'CELO', hash: made }))).toBe('chain.not.configured')
})
