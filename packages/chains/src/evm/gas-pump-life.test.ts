/** Gas pumps on anvil under the chains' ids: their whole life through the operations, by key and by KMS. */
import { isFull } from '@tallystick/testing'
import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, faultOf, txIdOf } from '../open-ledger.fixture.js'
import { RICH_KEY } from './anvil.fixture.js'
import { balanceOf, contracts, deployFactory, FACTORY, multiBalanceOf, ownerOf } from './gas-pumps.fixture.js'
import { BOB_KEY, chainsOf, type On, type OverloadOf, Stage, WALLET } from './stage.fixture.js'
import { ALICE, BOB, CAROL, hex } from './unlocked.fixture.js'

const SOMEBODY = `0x${'5e'.repeat(20)}`
const NOWHERE = `0x${'7e'.repeat(20)}`
const COIN = 10n ** 18n

/** Those where the service activates. `npm test` takes those with a spelling or bodies of their own; all run over HTTP too. */
const ACTIVATING = isFull ? chainsOf('ETH', 'BSC', 'CELO', 'KLAY', 'ONE', 'MATIC') : chainsOf('CELO', 'ONE')
const CHAINS = [...ACTIVATING, ...chainsOf('XDC')]
type OfPumps = (typeof CHAINS)[number]['chain']

const overloadOf: OverloadOf = (chain, name, isKms) => {
  const isCelo = chain === 'CELO'
  const id = `${name}${isCelo ? 'Celo' : ''}${isKms ? 'KMS' : ''}`
  return { id, more: isCelo && name === 'activateGasPump' ? { feeCurrency: 'CELO' } : {} }
}

/** With a factory. */
class PumpStage extends Stage<OfPumps> {
  static async open(on: On<OfPumps>): Promise<PumpStage> {
    const stage = new PumpStage(...(await Stage.parts(on, overloadOf)))
    await deployFactory(stage.chain)
    return stage
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
async function endowed({ chain }: PumpStage, pump: string) {
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
  let stage: PumpStage
  let pump: string
  let tokens: Awaited<ReturnType<typeof endowed>>
  beforeAll(async () => {
    stage = await PumpStage.open(on)
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

  it('amounts have 256 bits: all of a multi token, and an approval without end', async () => {
    const { chain } = stage
    const most = 2n ** 256n - 1n
    const multi = await chain.deploy(contracts.deployment('MultiToken', ['https://a.example/{id}', false]))
    const mint = contracts.call('MultiToken', 'mint(address,uint256,uint256,bytes)', [
      pump,
      `${most}`,
      `${most}`,
      '0x',
    ])
    await chain.send({ to: multi, data: mint })
    const whole = { contractType: 2, tokenAddress: multi, tokenId: `${most}`, amount: `${most}` }
    await stage.byKey('transferCustodialWallet', { custodialAddress: pump, recipient: SOMEBODY, ...whole })
    expect(await chain.ask(multi, multiBalanceOf(SOMEBODY, most))).toBe(most)
    const { gold } = tokens
    const amount = `${most}`.replace(/(?=.{6}$)/, '.')
    const approval = { custodialAddress: pump, spender: BOB, contractType: 0, tokenAddress: gold }
    await stage.byKey('approveTransferCustodialWallet', { ...approval, amount })
    const allowance = new Interface(['function allowance(address,address)'])
    expect(await chain.ask(gold, allowance.encodeFunctionData('allowance', [pump, BOB]))).toBe(most)
    const sent = (await stage.world.sends()).length
    for (const one of [`${most + 1n}`, `${'0'.repeat(79)}1`]) {
      const body = { ...approval, amount: one, fromPrivateKey: RICH_KEY }
      expect(await faultOf(stage.call('approveTransferCustodialWallet', false, body)), one).toBe('amount')
    }
    expect(await stage.world.sends()).toHaveLength(sent)
  })

  it('a managed wallet owns, activates and transfers; another one may not', async () => {
    const { chain, codec } = stage
    // One after the other: the node gives the next nonce of the payer.
    const owner = await stage.managed()
    const other = await stage.managed()
    const mine = codec.gasPumps.addressesOf(owner)(3n)
    await chain.send({ to: codec.canonical(mine), value: 5n })
    const range = { owner, from: 3, to: 3 }
    if (on.chain === 'XDC') {
      await chain.send({ to: FACTORY, data: codec.gasPumps.activate(owner, 3n, 3n) })
    } else {
      await stage.byCaller(owner)('activateGasPump', range)
    }
    const to = `0x${'4d'.repeat(20)}`
    const body = {
      custodialAddress: codec.canonical(mine),
      recipient: to,
      contractType: 3,
      amount: '0.000000000000000005',
    }
    expect(await faultOf(stage.byCaller(other)('transferCustodialWallet', body))).toBe('custodialAddress')
    await stage.byCaller(owner)('transferCustodialWallet', body)
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
    // Contracts that are part of the chain answer everything, or fail in words of their own.
    for (const number of [1, 2, 3, 4, 5, 9, 10, 256]) {
      const custodialAddress = `0x${number.toString(16).padStart(40, '0')}`
      expect(await faultOf(tell({ custodialAddress })), custodialAddress).toBe('custodialAddress')
      const left = { custodialAddress, recipient: SOMEBODY, contractType: 3, amount: '1', ...WALLET }
      expect(await faultOf(stage.call('transferCustodialWallet', true, left))).toBe('custodialAddress')
    }
    // An invalid instruction, too few words on the stack, and a loop without an end.
    for (const code of ['0xfe', '0x01', '0x5b600056']) {
      const custodialAddress = `0x${'7d'.repeat(20)}`
      await stage.node.rpc.call('anvil_setCode', [custodialAddress, code])
      expect(await faultOf(tell({ custodialAddress })), code).toBe('custodialAddress')
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

describe.each(ACTIVATING)('activation on $chain', (on) => {
  const { chain } = on
  let stage: PumpStage
  beforeAll(async () => {
    stage = await PumpStage.open(on)
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

  it('the older way makes others with each call, which the transaction tells', async () => {
    const made = async (hash: string) => {
      const told = await stage.calls.scGetCustodialAddresses({ chain, hash })
      return told.map((address) => stage.codec.canonical(address))
    }
    const many = { owner: ALICE, batchCount: 3 }
    const addresses = [
      ...(await made(await stage.byKey('generateCustodialWalletBatch', many, BOB_KEY))),
      ...(await made(await stage.byKms('generateCustodialWalletBatch', many))),
    ]
    // On Klaytn only the batch is documented.
    if (chain !== 'KLAY') {
      const none = {
        enableFungibleTokens: false,
        enableNonFungibleTokens: false,
        enableSemiFungibleTokens: false,
        enableBatchTransactions: false,
      }
      const flags = { ...none, enableSemiFungibleTokens: true }
      addresses.push(...(await made(await stage.byKey('generateCustodialWallet', flags))))
      addresses.push(...(await made(await stage.byKms('generateCustodialWallet', flags))))
      const refused = stage.call('generateCustodialWallet', false, { ...none, fromPrivateKey: RICH_KEY })
      expect(await faultOf(refused)).toBe('enableFungibleTokens')
    }
    expect(new Set(addresses).size).toBe(chain === 'KLAY' ? 6 : 8)
    for (const custodialAddress of [addresses[0] ?? '', addresses.at(-1) ?? '']) {
      await stage.chain.send({ to: custodialAddress, value: 3n })
      const body = {
        custodialAddress,
        recipient: BOB,
        contractType: 3,
        amount: '0.000000000000000003',
      }
      const others = stage.call('transferCustodialWallet', false, { ...body, fromPrivateKey: BOB_KEY })
      expect(await faultOf(others)).toBe('custodialAddress')
      await stage.byKey('transferCustodialWallet', body)
      expect(await stage.chain.balance(custodialAddress)).toBe(0n)
    }
    for (const batchCount of [0, 271]) {
      const wrong = { ...many, batchCount, fromPrivateKey: BOB_KEY }
      expect(await faultOf(stage.call('generateCustodialWalletBatch', false, wrong))).toBe('batchCount')
    }
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
