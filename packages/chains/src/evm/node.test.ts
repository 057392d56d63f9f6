/** Every chain of the family on a real node: anvil, under the chain's own id. */
import { BadTransaction, type EvmChain, type KeySigner, NodeFault, type Signed } from '@tallystick/custody'
import { chainContract, chooseSeed, partOf, quickOrFull } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, RICH_KEY, start } from './anvil.fixture.js'
import { evm, payment, RECORDS, signed } from './chain.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }
import { withReceipt } from './node.js'
import { build, chainIdOf, confirmed, hooks, somebody, subject } from './subject.fixture.js'

for (const record of RECORDS) {
  chainContract(`${record.id} on anvil`, () => subject(record), { node: () => hooks(record) })
}

const SHARE = { of: quickOrFull(6, 1), seed: chooseSeed() }
const SOME = partOf('EVM chains on a node', RECORDS, SHARE).map((record) => [record.id, record] as const)

describe.each(SOME)('%s', (_id, record) => {
  let anvil: Anvil
  let chain: EvmChain
  let rich: KeySigner
  beforeAll(async () => {
    anvil = await start(chainIdOf(record))
    chain = evm(record, 'mainnet', anvil.rpc)
    rich = chain.codec.signer(RICH_KEY)
  })
  afterAll(() => anvil?.kill())

  /** In a block when it returns. */
  async function send(wanted: Parameters<typeof build>[2]): Promise<Signed> {
    const transaction = signed(chain, chain.codec.build(await build(chain, rich.address, wanted)), rich)
    expect(await chain.node.broadcast(transaction)).toEqual({ kind: 'accepted' })
    await confirmed(chain, transaction)
    return transaction
  }

  async function deploy(name: keyof typeof contracts, words = ''): Promise<string> {
    const { txId } = await send({ to: null, data: `${contracts[name].bytecode}${words}` })
    const { contractAddress } = (await chain.node.transaction(txId)) ?? {}
    return String(contractAddress)
  }

  it('sends the coin: wei arrive exactly, and the fee is the sender’s', async () => {
    const { codec, node } = chain
    const to = somebody(chain)
    const value = 1_234_567_890_123_456_789n
    const before = await node.balance(rich.address)
    const { raw, txId } = await send({ to, value })
    expect(await node.balance(to)).toBe(value)
    const { gasUsed, effectiveGasPrice, status, from } = (await node.transaction(txId)) ?? {}
    expect([status, from]).toEqual(['0x1', codec.canonical(rich.address)])
    const fee = BigInt(String(gasUsed)) * BigInt(String(effectiveGasPrice))
    expect(await node.balance(rich.address)).toBe(before - value - fee)
    expect(await node.broadcast({ raw, txId })).toEqual({ kind: 'known' })
    expect(await node.nonce(rich.address)).toBe(await node.pendingNonce(rich.address))
  })

  it('sends a token, and reads its balance and decimals', async () => {
    const { codec, node } = chain
    const token = await deploy('Token', (10n ** 30n).toString(16).padStart(64, '0'))
    const to = somebody(chain)
    const { txId } = await send({ to: token, data: codec.encodeErc20Transfer(to, 123_456_789n) })
    expect(await node.tokenBalance(token, to)).toBe(123_456_789n)
    expect(await node.tokenBalance(token, rich.address)).toBe(10n ** 30n - 123_456_789n)
    expect(await node.tokenDecimals(token)).toBe(6)
    const { logs } = (await node.transaction(txId)) ?? {}
    expect(logs).toHaveLength(1)
    await expect(node.tokenBalance(to, to)).rejects.toThrow(
      new BadTransaction('malformed', 'There is no such token'),
    )
  })

  it('calls a contract: writes, reads, and what is given comes back', async () => {
    const { codec, node } = chain
    const sample = await deploy('Sample')
    const method = (name: string) => contracts.Sample.abi.find((entry) => entry.name === name) ?? {}
    const read = async (name: string, args: readonly unknown[]) => {
      const data = codec.encodeCall(method(name), name, args)
      const answer = await node.call({ from: rich.address, to: sample, value: 0n, data })
      return codec.decodeResult(method(name), name, answer)
    }
    const highest = (2n ** 256n - 1n).toString()
    await send({ to: sample, data: codec.encodeCall(method('store'), 'store', [highest]) })
    expect(await read('stored', [])).toBe(highest)
    const who = somebody(chain)
    const given = [[['1', 'a'], { amount: '2', note: 'ü' }], '0x01020304', '0xff', true, who, '-9']
    const [, ...others] = given
    expect(await read('echo', given)).toEqual([
      [
        { amount: '1', note: 'a' },
        { amount: '2', note: 'ü' },
      ],
      ...others,
    ])
    await expect(read('require_', ['out of tea'])).rejects.toThrow(
      new BadTransaction('execution.reverted', 'The contract refused: out of tea'),
    )
    await expect(read('refuse', ['5'])).rejects.toThrow(
      new BadTransaction('execution.reverted', 'The contract refused: error 0xc246547f of its own'),
    )
    await expect(read('divide', ['0'])).rejects.toThrow(
      new BadTransaction('execution.reverted', 'The contract refused: a division by zero'),
    )
  })

  it('a transaction that failed in its block is confirmed, and not well', async () => {
    const { codec, node } = chain
    const sample = await deploy('Sample')
    const abi = contracts.Sample.abi.find(({ name }) => name === 'divide') ?? {}
    const data = codec.encodeCall(abi, 'divide', ['0'])
    await expect(node.estimateGas({ from: rich.address, to: sample, value: 0n, data })).rejects.toMatchObject(
      {
        code: 'execution.reverted',
      },
    )
    const gas = { kind: 'legacy', gasPrice: (await node.feeRates()).fast } as const
    const nonce = await node.pendingNonce(rich.address)
    const wanted = payment(rich.address, sample, { data, gas, nonce, value: 0n, gasLimit: 100_000n })
    const transaction = signed(chain, codec.build(wanted), rich)
    expect(await node.broadcast(transaction)).toEqual({ kind: 'accepted' })
    expect(await confirmed(chain, transaction)).toMatchObject({ ok: false })
  })

  it('estimates: a plain payment 21,000; what the sender has not is refused', async () => {
    const { node } = chain
    const [poor, to] = [somebody(chain), somebody(chain)]
    expect(await node.estimateGas({ from: rich.address, to, value: 1n, data: '0x' })).toBe(21_000n)
    // anvil looks at the balance only when there is code to run.
    const sample = await deploy('Sample')
    const abi = contracts.Sample.abi.find(({ name }) => name === 'forward') ?? {}
    const forward = { to: sample, value: 1n, data: chain.codec.encodeCall(abi, 'forward', [to]) }
    expect(await node.estimateGas({ from: rich.address, ...forward })).toBeGreaterThan(21_000n)
    await expect(node.estimateGas({ from: poor, ...forward })).rejects.toMatchObject({
      code: 'insufficient.funds',
    })
    expect(await node.gasPrice()).toBeGreaterThan(0n)
    const { fast, medium, slow } = await node.feeRates()
    expect(fast >= medium && medium >= slow && slow > 0n).toBe(true)
  })

  it('reads blocks by height, by hash, as text; what is not there is not', async () => {
    const { node } = chain
    const { txId } = await send({ to: somebody(chain), value: 1n })
    const { height, hash } = await node.head()
    const block = await node.block(height)
    expect(block).toMatchObject({ hash, transactions: [{ hash: txId }] })
    expect(await node.block(hash)).toEqual(block)
    expect(await node.block(String(height))).toEqual(block)
    for (const ref of [height + 100, -1, 0.5, `0x${'12'.repeat(32)}`, '0x12', 'latest', '']) {
      expect(await node.block(ref)).toBeUndefined()
    }
    for (const none of [`0x${'12'.repeat(32)}`, '0x12', '']) {
      expect(await node.transaction(none)).toBeUndefined()
    }
    expect(await node.chainId()).toBe(chainIdOf(record))
  })
})

it('a transaction that came into its block between the two answers is in it', () => {
  const pending = { hash: '0x1', blockHash: null, blockNumber: null, transactionIndex: null }
  const mined = { blockHash: '0x2', blockNumber: '0x3', transactionIndex: '0x0', status: '0x1', type: '0x2' }
  const { type: _, ...told } = mined
  expect(withReceipt(pending, mined)).toEqual({ hash: '0x1', ...told })
  expect(withReceipt(pending, undefined)).toEqual(pending)
})

it('a node that dies is unreachable, and a send to it unknown', async () => {
  const record = RECORDS[0]
  if (record === undefined) throw new TypeError('no chain')
  const anvil = await start(chainIdOf(record))
  const chain = evm(record, 'mainnet', anvil.rpc)
  const rich = chain.codec.signer(RICH_KEY)
  const unsigned = chain.codec.build(await build(chain, rich.address, { to: somebody(chain), value: 1n }))
  await anvil.kill()
  expect(await chain.node.broadcast(signed(chain, unsigned, rich))).toMatchObject({ kind: 'unknown' })
  await expect(chain.node.head()).rejects.toThrow(NodeFault)
})
