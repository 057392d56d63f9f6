/** Gas pumps on anvil under each chain's id: their whole life through the operations, by key and by KMS. */
import type { EvmCodec } from '@tallystick/custody'
import { memoryStorage } from '@tallystick/engine'
import { createVault, localKeys } from '@tallystick/vault'
import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import {
  type Calls,
  codeOf,
  faultOf,
  type OpenLedger,
  openLedger,
  pendingOf,
  type Sent,
  txIdOf,
} from '../open-ledger.fixture.js'
import { type Anvil, RICH_KEY, start } from './anvil.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { balanceOf, contracts, deployFactory, FACTORY, multiBalanceOf, ownerOf } from './gas-pumps.fixture.js'
import { ALICE, BOB, CAROL, hex, type Unlocked, unlocked } from './unlocked.fixture.js'

const WALLET = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 0 }
/** Of `BOB`, who is no owner here. */
const BOB_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const SOMEBODY = `0x${'5e'.repeat(20)}`
const NOWHERE = `0x${'7e'.repeat(20)}`
const COIN = 10n ** 18n

const CHAINS = [
  { chain: 'ETH', chainId: 11_155_111n, broadcast: 'ethBroadcast' },
  { chain: 'BSC', chainId: 97n, broadcast: 'bscBroadcast' },
  { chain: 'CELO', chainId: 11_142_220n, broadcast: 'celoBroadcast' },
  { chain: 'KLAY', chainId: 1_001n, broadcast: 'klaytnBroadcast' },
  { chain: 'ONE', chainId: 1_666_700_000n, broadcast: 'oneBroadcast' },
  { chain: 'MATIC', chainId: 80_002n, broadcast: 'polygonBroadcast' },
  { chain: 'XDC', chainId: 51n, broadcast: 'xdcBroadcast' },
] as const
type On = (typeof CHAINS)[number]

/** A ledger over one anvil, with a factory. */
class Stage {
  private constructor(
    readonly on: On,
    readonly node: Anvil,
    readonly world: OpenLedger,
    readonly calls: Calls,
    readonly chain: Unlocked,
    readonly codec: EvmCodec,
  ) {}

  static async open(on: On): Promise<Stage> {
    const node = await start(on.chainId)
    const nodes = [{ kind: 'evm' as const, url: node.url }]
    const chains = createChains(readChainsConfig({ chains: { [on.chain]: { testnet: { nodes } } } }))
    const vault = createVault(localKeys([Buffer.alloc(32, 1)]))
    const world = openLedger(chains, memoryStorage(), { vault })
    const chain = unlocked(node.rpc)
    await deployFactory(chain)
    const { codec } = await chains.chain(on.chain, 'testnet')
    return new Stage(on, node, world, await world.as('testnet'), chain, codec)
  }

  async close(): Promise<void> {
    await this.world.close()
    await this.node.kill()
  }

  call(name: string, kms: boolean, body: object): Promise<Sent> {
    const { chain } = this.on
    const isCelo = chain === 'CELO'
    const fee = isCelo && name === 'activateGasPump' ? { feeCurrency: 'CELO' } : {}
    const id = `${name}${isCelo ? 'Celo' : ''}${kms ? 'KMS' : ''}`
    return Reflect.get(this.calls, id)({ chain, ...fee, ...body })
  }

  readonly byKey = async (name: string, body: object, fromPrivateKey: string = RICH_KEY): Promise<string> =>
    this.mined(await txIdOf(this.call(name, false, { ...body, fromPrivateKey })))

  readonly byKms = async (name: string, body: object): Promise<string> => {
    const id = await pendingOf(this.call(name, true, { ...body, ...WALLET }))
    const { serializedTransaction } = await this.calls.getPendingTransactionToSign({ id })
    const rpc = async (method: string, ...params: readonly unknown[]) =>
      BigInt(String(await this.node.rpc.call(method, params)))
    const txData = await signAsDaemon(serializedTransaction, RICH_KEY, {
      gas: (call) => rpc('eth_estimateGas', { from: ALICE, ...call }),
      nonce: () => rpc('eth_getTransactionCount', ALICE, 'pending'),
      gasPrice: () => rpc('eth_gasPrice'),
    })
    const { txId } = await this.calls[this.on.broadcast]({ txData, signatureId: id })
    return this.mined(txId)
  }

  /** Anvil accepts a transaction before it makes the block. */
  async mined(txId: string): Promise<string> {
    for (;;) {
      const receipt = await this.node.rpc.call('eth_getTransactionReceipt', [txId])
      if (receipt !== null) {
        expect(receipt).toMatchObject({ status: '0x1' })
        return txId
      }
      await new Promise((wake) => setTimeout(wake, 5))
    }
  }

  /** Addresses of `ALICE`, as the service computes them. */
  async pumps(from: number, to: number): Promise<readonly string[]> {
    const { chain } = this.on
    if (chain === 'XDC') {
      const at = this.codec.gasPumps.addressesOf(ALICE)
      return Array.from({ length: to - from + 1 }, (_, i) => this.codec.canonical(at(BigInt(from + i))))
    }
    return this.calls.precalculateGasPumpAddresses({ chain, owner: ALICE, from, to })
  }

  /** XDC has no operation for it. */
  activate(from: number, to: number): Promise<unknown> {
    if (this.on.chain !== 'XDC') return this.byKey('activateGasPump', { owner: ALICE, from, to }, BOB_KEY)
    const data = this.codec.gasPumps.activate(ALICE, BigInt(from), BigInt(to))
    return this.chain.send({ from: BOB, to: FACTORY, data })
  }
}

/** One of each token, all of a pump. */
async function endowed({ chain }: Stage, pump: string) {
  const gold = await chain.deploy(
    contracts.deployment('Erc20', ['Gold', 'AU', '6', '1000000', '1000000', pump, ALICE]),
  )
  const art = await chain.deploy(contracts.deployment('Nft', ['Art', 'ART', ALICE]))
  for (const id of ['7', '8', '9']) {
    const data = contracts.call('Nft', 'mintWithTokenURI(address,uint256,string)', [pump, id, ''])
    await chain.send({ to: art, data })
  }
  const multi = await chain.deployFixture('Multi')
  const give = new Interface(['function safeTransferFrom(address,address,uint256,uint256,bytes)'])
  const data = give.encodeFunctionData('safeTransferFrom', [ALICE, pump, 7, 1000, '0x'])
  expect(await chain.send({ to: multi, data })).toMatchObject({ status: '0x1' })
  return { gold, art, multi }
}

describe.each(CHAINS)('on $chain', (on) => {
  let stage: Stage
  let pump: string
  let tokens: Awaited<ReturnType<typeof endowed>>
  beforeAll(async () => {
    stage = await Stage.open(on)
    const [first = ''] = await stage.pumps(0, 0)
    pump = stage.codec.canonical(first)
    await stage.chain.send({ to: pump, value: 10n * COIN })
    await stage.activate(0, 2)
    tokens = await endowed(stage, pump)
  })
  afterAll(() => stage?.close())

  it.each(['byKey', 'byKms'] as const)(
    'the owner transfers each kind of token, and approves: %s',
    async (way) => {
      const { chain } = stage
      const { gold, art, multi } = tokens
      const nft = way === 'byKey' ? '7' : '8'
      const to = way === 'byKey' ? SOMEBODY : `0x${'6e'.repeat(20)}`
      const from = { custodialAddress: pump, recipient: to }
      const tell = (body: object) => stage[way]('transferCustodialWallet', { ...from, ...body })
      await tell({ contractType: 3, amount: '1.5' })
      await tell({ contractType: 0, tokenAddress: gold, amount: '0.25', tokenId: '0' })
      await tell({ contractType: 1, tokenAddress: art, tokenId: nft })
      await tell({ contractType: 2, tokenAddress: multi, amount: '30', tokenId: '7' })
      await stage[way]('transferCustodialWalletBatch', {
        custodialAddress: pump,
        recipient: [to, to, to],
        contractType: [3, 0, 2],
        tokenAddress: ['0', gold, multi],
        amount: ['0.5', '0.000001', '5'],
        tokenId: ['0', '0', '7'],
      })
      expect(await chain.balance(to)).toBe(2n * COIN)
      expect(await chain.ask(gold, balanceOf(to))).toBe(250_001n)
      expect(await chain.ask(art, ownerOf(BigInt(nft)))).toBe(BigInt(to))
      expect(await chain.ask(multi, multiBalanceOf(to, 7n))).toBe(35n)

      const approve = (body: object) =>
        stage[way]('approveTransferCustodialWallet', { custodialAddress: pump, spender: CAROL, ...body })
      await approve({ contractType: 0, tokenAddress: gold, amount: '0.1' })
      await approve({ contractType: 1, tokenAddress: art, tokenId: '9' })
      await approve({ contractType: 2, tokenAddress: multi })
      const asked = new Interface([
        'function allowance(address,address)',
        'function getApproved(uint256)',
        'function isApprovedForAll(address,address)',
      ])
      const ask = (token: string, name: string, args: readonly unknown[]) =>
        chain.ask(token, asked.encodeFunctionData(name, args))
      expect(await ask(gold, 'allowance', [pump, CAROL])).toBe(100_000n)
      expect(await ask(art, 'getApproved', [9])).toBe(BigInt(CAROL))
      expect(await ask(multi, 'isApprovedForAll', [pump, CAROL])).toBe(1n)
    },
  )

  it('a managed wallet owns, activates and transfers; another one may not', async () => {
    const { chain, calls, codec } = stage
    // One after the other: the node gives the next nonce of the payer.
    const funded = async (): Promise<string> => {
      const { address } = await calls.custodialCreateWallet({ chain: on.chain })
      await chain.send({ to: codec.canonical(address), value: COIN })
      return address
    }
    const owner = await funded()
    const other = await funded()
    const mine = codec.gasPumps.addressesOf(owner)(3n)
    await chain.send({ to: codec.canonical(mine), value: 5n })
    const range = { owner, from: 3, to: 3 }
    if (on.chain === 'XDC') {
      await chain.send({ to: FACTORY, data: codec.gasPumps.activate(owner, 3n, 3n) })
    } else {
      await stage.mined(await txIdOf(stage.call('activateGasPump', false, { ...range, caller: owner })))
    }
    const to = `0x${'4d'.repeat(20)}`
    const body = {
      custodialAddress: codec.canonical(mine),
      recipient: to,
      contractType: 3,
      amount: '0.000000000000000005',
    }
    const transfer = (caller: string) => stage.call('transferCustodialWallet', false, { ...body, caller })
    expect(await faultOf(transfer(other))).toBe('custodialAddress')
    await stage.mined(await txIdOf(transfer(owner)))
    expect(await chain.balance(to)).toBe(5n)
  })

  it('what others ask for, or what cannot be, sends nothing', async () => {
    const { gold, art } = tokens
    const sent = (await stage.world.sends()).length
    const tell = (body: object, key = RICH_KEY) =>
      stage.call('transferCustodialWallet', false, {
        custodialAddress: pump,
        recipient: SOMEBODY,
        contractType: 3,
        amount: '1',
        fromPrivateKey: key,
        ...body,
      })
    expect(await faultOf(tell({}, BOB_KEY))).toBe('custodialAddress')
    for (const custodialAddress of [NOWHERE, gold]) {
      expect(await faultOf(tell({ custodialAddress }))).toBe('custodialAddress')
      const left = { custodialAddress, recipient: SOMEBODY, contractType: 3, amount: '1', ...WALLET }
      expect(await faultOf(stage.call('transferCustodialWallet', true, left))).toBe('custodialAddress')
    }
    const named = { fee: { gasLimit: '100000', gasPrice: '20' } }
    expect(await faultOf(tell({ ...named, custodialAddress: NOWHERE }))).toBe('custodialAddress')
    expect(await faultOf(tell({ amount: undefined }))).toBe('amount')
    expect(await faultOf(tell({ amount: '0.0000000000000000001' }))).toBe('amount')
    expect(await faultOf(tell({ contractType: 0 }))).toBe('tokenAddress')
    expect(await faultOf(tell({ contractType: 0, tokenAddress: gold, amount: '0.0000001' }))).toBe('amount')
    expect(await faultOf(tell({ contractType: 1, tokenAddress: art }))).toBe('tokenId')
    expect(await faultOf(tell({ contractType: 1, tokenAddress: art, tokenId: 'nine' }))).toBe('tokenId')
    expect(await codeOf(tell({ amount: '1000' }))).toBe('execution.reverted')
    expect(await codeOf(tell({ contractType: 1, tokenAddress: art, tokenId: '99' }))).toBe(
      'execution.reverted',
    )
    const batch = (body: object) =>
      stage.call('transferCustodialWalletBatch', false, {
        custodialAddress: pump,
        recipient: [SOMEBODY, SOMEBODY],
        contractType: [3, 0],
        tokenAddress: ['0', gold],
        amount: ['1', '0.1'],
        tokenId: ['0', '0'],
        fromPrivateKey: RICH_KEY,
        ...body,
      })
    expect(await faultOf(batch({ amount: ['1'] }))).toBe('amount')
    expect(await faultOf(batch({ amount: ['1', 'x'] }))).toBe('amount.1')
    expect(await faultOf(batch({ tokenAddress: ['0', '0'] }))).toBe('tokenAddress.1')
    expect(await faultOf(batch({ recipient: [SOMEBODY, 'me'] }))).toBe('recipient.1')
    const empty = { recipient: [], contractType: [], tokenAddress: [], amount: [], tokenId: [] }
    expect(await faultOf(batch(empty))).toBe('recipient')
    expect(await codeOf(batch({ amount: ['1000', '0.1'] }))).toBe('execution.reverted')
    expect(await stage.world.sends()).toHaveLength(sent)
  })
})

describe.each(CHAINS.filter(({ chain }) => chain !== 'XDC'))('activation on $chain', (on) => {
  if (on.chain === 'XDC') return
  const { chain } = on
  let stage: Stage
  beforeAll(async () => {
    stage = await Stage.open(on)
  })
  afterAll(() => stage?.close())

  const isActive = async (index: number) => {
    const answer = await stage.calls.gasPumpAddressesActivatedOrNot({ chain, owner: ALICE, index })
    return answer.activated
  }
  const results = (txId: string) => stage.calls.activatedNotActivatedGasPumpAddresses({ chain, txId })

  it('270 of 1,000 at once, by whoever pays; then the others of an overlapping range', async () => {
    const addresses = await stage.pumps(0, 999)
    expect(new Set(addresses).size).toBe(1_000)
    expect(addresses.slice(500, 600)).toEqual(await stage.pumps(500, 599))
    await stage.chain.send({ to: stage.codec.canonical(addresses[5] ?? ''), value: 3n })
    expect([await isActive(0), await isActive(269)]).toEqual([false, false])
    const txId = await stage.byKey('activateGasPump', { owner: ALICE, from: 0, to: 269 }, BOB_KEY)
    expect([await isActive(0), await isActive(269), await isActive(270)]).toEqual([true, true, false])
    const places = addresses.map((address, index) => ({ index, address }))
    expect(await results(txId)).toEqual({ valid: places.slice(0, 270), invalid: [] })
    const again = await stage.byKms('activateGasPump', { owner: ALICE, from: 269, to: 270 })
    expect(await results(again)).toEqual({
      valid: places.slice(270, 271),
      invalid: [{ address: addresses[269], reason: 'Wallet already exists' }],
    })
  })

  it('while no block has it, the results are to be asked for again', async () => {
    await stage.node.rpc.call('evm_setAutomine', [false])
    const body = { owner: ALICE, from: 300, to: 301, fromPrivateKey: BOB_KEY }
    const txId = await txIdOf(stage.call('activateGasPump', false, body))
    expect(await codeOf(results(txId))).toBe('gas.pump.processing')
    expect(await codeOf(results(`0x${'ab'.repeat(32)}`))).toBe('tx.not.found')
    await stage.node.rpc.call('evm_mine', [])
    await stage.node.rpc.call('evm_setAutomine', [true])
    expect((await results(txId)).valid).toHaveLength(2)
  })

  it('one that fails has activated none', async () => {
    const data = stage.codec.gasPumps.activate(ALICE, 900n, 905n)
    const gas = hex(60_000)
    const txId = await stage.node.rpc.call('eth_sendTransaction', [{ from: BOB, to: FACTORY, data, gas }])
    while ((await stage.node.rpc.call('eth_getTransactionReceipt', [txId])) === null);
    expect(await codeOf(results(String(txId)))).toBe('execution.reverted')
  })

  it('without a factory, or with another contract in its place, nothing is sent', async () => {
    const code = await stage.chain.code(FACTORY)
    const body = { owner: ALICE, from: 700, to: 701 }
    for (const other of ['0x', await stage.chain.code(await stage.chain.deployFixture('Silent'))]) {
      await stage.node.rpc.call('anvil_setCode', [FACTORY, other])
      const sent = (await stage.world.sends()).length
      expect(await codeOf(stage.call('activateGasPump', false, { ...body, fromPrivateKey: BOB_KEY }))).toBe(
        'chain.unsupported',
      )
      expect(await codeOf(stage.call('activateGasPump', true, { ...body, ...WALLET }))).toBe(
        'chain.unsupported',
      )
      expect(await stage.world.sends()).toHaveLength(sent)
    }
    await stage.node.rpc.call('anvil_setCode', [FACTORY, code])
    await stage.byKey('activateGasPump', body)
  })

  it('ranges that are empty or too large, and owners that are no addresses, send nothing', async () => {
    const sent = (await stage.world.sends()).length
    const activate = (body: object) =>
      stage.call('activateGasPump', false, { owner: ALICE, from: 0, to: 0, fromPrivateKey: BOB_KEY, ...body })
    expect(await faultOf(activate({ to: 270 }))).toBe('to')
    expect(await faultOf(activate({ from: 2, to: 1 }))).toBe('to')
    expect(await faultOf(activate({ owner: 'nobody' }))).toBe('owner')
    expect(await stage.world.sends()).toHaveLength(sent)
    const { calls } = stage
    const most = chain === 'ONE' ? 4_000 : 5_000
    const range = { chain, owner: ALICE, from: 7 }
    expect(await calls.precalculateGasPumpAddresses({ ...range, to: most + 6 })).toHaveLength(most)
    expect(await faultOf(calls.precalculateGasPumpAddresses({ ...range, to: most + 7 }))).toBe('to')
  })
})
