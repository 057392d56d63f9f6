/**
 * The operations of the chains whose node cannot be had here, over a server that checks every signature with another
 * library (ledger.fixture.ts); those of Bitcoin on bcoin, a real node; and what asks an index of addresses.
 */

import { ExactNumber, writeExact } from '@tallystick/core'
import type { Chains, Utxo } from '@tallystick/custody'
import { afterEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import {
  type Calls,
  codeOf,
  faultOf,
  type OpenLedger,
  openLedger,
  pendingOf,
  refusalOf,
  txIdOf,
} from '../open-ledger.fixture.js'
import { type Bcoin, startBcoin } from './bcoin.fixture.js'
import { startUtxoServer, type UtxoServer } from './ledger.fixture.js'
import { type Key, keyOf, sign } from './paying.fixture.js'
import { offlineChain } from './subject.fixture.js'

const WALLETS = ['26d3883e-4e17-48b3-a0ee-09a3e484ac83', '7c21ed16-5b7f-4b2f-8f1c-1f0f5a1e6d1a'] as const

/** Ninety million DOGE and a base unit: as base units, the first whole number that a double cannot hold. */
const BEYOND = 2n ** 53n + 1n
const BEYOND_TEXT = '90071992.54740993'

let world: OpenLedger
let calls: Calls
let chains: Chains
let server: UtxoServer

async function open(id: 'DOGE' | 'BCH' | 'BTC', kinds: readonly ('core' | 'blockbook')[]): Promise<void> {
  server = await startUtxoServer(offlineChain(id, 'testnet'))
  const nodes = kinds.map((kind) => ({ kind, url: server[kind] }))
  chains = createChains(readChainsConfig({ chains: { [id]: { testnet: { nodes } } } }))
  world = openLedger(chains)
  calls = await world.as('testnet')
}
afterEach(async () => {
  await world?.close()
  await chains?.close()
  await server?.close()
})

const keysOf = (id: 'DOGE' | 'BCH' | 'BTC'): readonly [Key, Key, Key] => {
  const chain = offlineChain(id, 'testnet')
  return [keyOf(chain, 1), keyOf(chain, 2), keyOf(chain, 3)]
}

describe('Dogecoin', () => {
  const chain = offlineChain('DOGE', 'testnet')
  const [one, two, three] = keysOf('DOGE')
  const [mine, theirs, change] = [one, two, three].map((key) => key.addressAs('p2pkh')) as [
    string,
    string,
    string,
  ]

  it('amounts that no double holds are exact, from the body to the chain and back', async () => {
    await open('DOGE', ['core'])
    const { txId: txHash } = server.fund(mine, BEYOND)
    const utxo = await calls.dogeGetUTXO({ hash: txHash, index: 0 })
    expect(utxo.value).toEqual(new ExactNumber(BEYOND_TEXT))
    expect(writeExact(utxo)).toContain(`"value":${BEYOND_TEXT}`)
    expect(utxo).toMatchObject({
      height: 101,
      version: 1,
      coinbase: false,
      bestblock: expect.stringMatching(/^[0-9a-f]{64}$/),
      scriptPubKey: { type: 'pubkeyhash', addresses: [mine], asm: expect.stringContaining('OP_HASH160') },
    })
    const source = { txHash, index: 0, privateKey: one.privateKey, address: mine }
    const to = [
      { address: theirs, value: '45035996.27370497' },
      { address: theirs, value: 0.5 },
    ]
    // A base unit less, which a double would not tell from it, is another amount.
    expect(
      await faultOf(
        calls.dogeTransactionUTXO({ fromUTXO: [{ ...source, value: '90071992.54740992' }], to, fee: '1' }),
      ),
    ).toBe('fromUTXO.0.value')
    const txId = await txIdOf(
      calls.dogeTransactionUTXO({
        fromUTXO: [{ ...source, value: BEYOND_TEXT }],
        to,
        fee: '1.00000001',
        changeAddress: change,
      }),
    )
    expect(await calls.dogeGetMempool()).toEqual([txId])
    const found = await calls.dogeGetRawTransaction({ hash: txId })
    expect(found.vout?.map(({ value }) => String(value))).toEqual([
      '45035996.27370497',
      '0.5',
      '45035994.77370495',
    ])
    expect(found.vin?.[0]?.scriptSig?.asm).toMatch(/^[0-9a-f]+\[ALL\] 0[23][0-9a-f]{64}$/)
    server.mine()
    const info = await calls.dogeGetBlockChainInfo()
    const block = await calls.dogeGetBlock({ hash: info.bestblockhash ?? '' })
    // The first one is the coinbase.
    expect(block.txs?.slice(1)).toEqual([found])
    expect(writeExact(block)).toContain('"value":45035994.77370495')
    expect(await calls.dogeGetBlockHash({ i: block.height ?? 0 })).toEqual({ hash: block.hash })
  })

  it('a number that may have been rounded on its way is refused', async () => {
    await open('DOGE', ['core'])
    const { txId: txHash } = server.fund(mine, BEYOND)
    const fromUTXO = [{ txHash, index: 0, privateKey: one.privateKey, address: mine, value: BEYOND_TEXT }]
    const value = Number('45035996.27370497')
    const property = await faultOf(calls.dogeTransactionUTXO({ fromUTXO, to: [{ address: theirs, value }] }))
    expect(property).toBe('to.0.value')
  })

  it('a pending signature says them digit by digit, and is complete once it is signed', async () => {
    await open('DOGE', ['core'])
    const outputs = [server.fund(mine, BEYOND), server.fund(theirs, 500_000_000n)]
    const owners = [mine, theirs]
    const id = await pendingOf(
      calls.dogeTransactionUTXOKMS({
        fromUTXO: outputs.map(({ txId: txHash }, index) => ({
          txHash,
          index: 0,
          signatureId: WALLETS[index] ?? '',
          address: owners[index] ?? '',
          value: index === 0 ? BEYOND_TEXT : '5',
        })),
        to: [{ address: change, value: '90071990.54740993' }],
        fee: '1',
        changeAddress: mine,
      }),
    )
    const [pending] = await calls.receivePendingTransactionsToSign({
      chain: 'DOGE',
      signatureIds: [WALLETS[1]],
    })
    expect(pending).toMatchObject({ id, hashes: [...WALLETS] })
    expect(pending).not.toHaveProperty('signatures')
    const serialized = pending?.serializedTransaction ?? ''
    expect(serialized).toContain(`"satoshis":${BEYOND}`)
    // As it is rebuilt by who signs: with the same outpoints and outputs, in order.
    const node = await chains.chain('DOGE', 'testnet')
    const utxos = await Promise.all(outputs.map(({ txId }) => node.node.utxo({ txId, index: 0 })))
    const build = (value: bigint) =>
      sign(
        chain,
        chain.codec.build({
          required: utxos.flatMap((utxo) => utxo ?? []),
          available: [],
          to: [{ address: change, value }],
          fee: 100_000_000n,
          changeAddress: mine,
          marketRate: 1_000_000n,
          fastRate: 10_000n,
        }),
        [one, two],
      )
    const asked = 9_007_199_054_740_993n
    const other = build(asked - 1n)
    expect(await codeOf(calls.dogeBroadcast({ txData: other.raw, signatureId: id }))).toBe(
      'transaction.invalid.body',
    )
    const signed = build(asked)
    expect(await calls.dogeBroadcast({ txData: signed.raw, signatureId: id })).toEqual({ txId: signed.txId })
    expect(await calls.getPendingTransactionToSign({ id })).toMatchObject({ txId: signed.txId })
    const paid = await calls.dogeGetUTXO({ hash: signed.txId, index: 0 })
    expect(String(paid.value)).toBe('90071990.54740993')
  })

  it('what belongs to another address is not spent for it', async () => {
    await open('DOGE', ['core'])
    const { txId: txHash } = server.fund(mine, 500_000_000n)
    const source = { txHash, index: 0, privateKey: one.privateKey, value: '5' }
    const to = [{ address: theirs, value: 1 }]
    const pay = (address: string) =>
      calls.dogeTransactionUTXO({ fromUTXO: [{ ...source, address }], to, changeAddress: mine })
    expect(await faultOf(pay(theirs))).toBe('fromUTXO.0.address')
    expect(await faultOf(pay('nobody'))).toBe('fromUTXO.0.address')
    await txIdOf(pay(mine))
  })
})

describe('Bitcoin Cash', () => {
  const chain = offlineChain('BCH', 'testnet')
  const [one, two, three] = keysOf('BCH')
  const [mine, theirs] = [one, two].map((key) => key.addressAs('p2pkh')) as [string, string]

  it('is paid, read and told of, 50 transactions at a time', async () => {
    await open('BCH', ['core', 'blockbook'])
    const funds = Array.from({ length: 51 }, () => server.fund(mine, 100_000_000n))
    const source = { index: 0, privateKey: one.privateKey }
    const txId = await txIdOf(
      calls.bchTransaction({
        fromUTXO: [
          { ...source, txHash: funds[0]?.txId ?? '' },
          { ...source, txHash: funds[1]?.txId ?? '', amount: 1, address: mine },
        ],
        to: [
          { address: theirs, value: '1.1' },
          { address: three.addressAs('p2pkh').replace('bchtest:', ''), value: 0.4 },
        ],
        fee: '0.00001',
        changeAddress: mine,
      }),
    )
    const found = await calls.bchGetRawTransaction({ hash: txId })
    expect(found.vout?.map(({ value, n, scriptPubKey }) => [n, value, scriptPubKey?.addresses?.[0]])).toEqual(
      [
        [0, 1.1, theirs],
        [1, 0.4, three.addressAs('p2pkh')],
        [2, 0.49999, mine],
      ],
    )
    expect(found.vin?.[0]?.scriptSig?.asm).toContain('[ALL|FORKID] ')
    server.mine()
    const info = await calls.bchGetBlockChainInfo()
    const block = await calls.bchGetBlock({ hash: String(info.blocks) })
    expect(block).toMatchObject({
      hash: info.bestblockhash,
      height: info.blocks,
      confirmations: 1,
      // The first one is the coinbase.
      tx: [{ vin: [{ coinbase: expect.any(String) }] }, found],
    })
    expect(block).not.toHaveProperty('nextblockhash')
    const before = await calls.bchGetBlock({ hash: block.previousblockhash ?? '' })
    expect(before).toMatchObject({ nextblockhash: block.hash, confirmations: 2 })
    expect(await calls.bchGetBlockHash({ i: block.height ?? 0 })).toEqual({ hash: block.hash })
    const first = await calls.bchGetTxByAddress({ address: mine })
    expect(first).toHaveLength(50)
    expect(first[0]).toEqual(found)
    const rest = await calls.bchGetTxByAddress({ address: mine.replace('bchtest:', ''), skip: 50 })
    expect(rest.map(({ txid }) => txid)).toEqual([funds[1]?.txId, funds[0]?.txId])
    expect(await calls.bchGetTxByAddress({ address: mine, skip: 1_000_000 })).toEqual([])
    expect(await faultOf(calls.bchGetTxByAddress({ address: 'nobody' }))).toBe('address')
    const alone = await calls.charged()
    expect(alone).toBe(10 + 5 * 8)
  })

  it.each(['core', 'blockbook'] as const)('an output that carries tokens is not spent (%s)', async (kind) => {
    await open('BCH', [kind])
    const [laden, plain] = [server.fund(mine, 100_000_000n), server.fund(mine, 50_000_000n)]
    server.lade(laden.txId)
    const to = [{ address: theirs, value: 0.4 }]
    const rest = { to, fee: '0.00001', changeAddress: mine }
    const named = (txHash: string) => [{ txHash, index: 0, privateKey: one.privateKey }]
    const kms = [{ txHash: laden.txId, index: 0, signatureId: WALLETS[0] }]
    for (const call of [
      () => calls.bchTransaction({ fromUTXO: named(laden.txId), ...rest }),
      () => calls.bchTransaction({ fromUTXO: [...named(plain.txId), ...named(laden.txId)], ...rest }),
      () => calls.bchTransactionKMS({ fromUTXO: kms, ...rest }),
    ]) {
      const { code, message } = await refusalOf(call())
      expect(code).toBe('transaction.invalid.body')
      expect(message).toContain(`${laden.txId}:0 carries tokens, which a payment would destroy`)
    }
    expect(await world.sends()).toEqual([])

    // Nor is it selected, although it is the larger one.
    const { node, codec } = await chains.chain('BCH', 'testnet')
    const intent = (available: readonly Utxo[]) => ({
      required: [],
      available,
      to: [{ address: theirs, value: 40_000_000n }],
      fee: 1_000n,
      changeAddress: mine,
      marketRate: 1_000n,
      fastRate: 10_000n,
    })
    const listed = kind === 'core' ? [] : await node.utxos(mine)
    const found = await Promise.all(
      [laden, plain].map(async ({ txId }) => (await node.utxo({ txId, index: 0 })) as Utxo),
    )
    expect(codec.build(intent(found)).claims).toEqual([{ owner: plain.txId, index: 0n }])
    // A list that does not tell of tokens is found out before anything is signed.
    if (listed.length > 0) {
      expect(await node.spent(codec.build(intent(listed)))).toEqual([{ txId: laden.txId, index: 0 }])
    }
  })

  it('a signature without FORKID is refused, and the transaction stays to be signed', async () => {
    await open('BCH', ['core'])
    const { txId: txHash } = server.fund(mine, 100_000_000n)
    const id = await pendingOf(
      calls.bchTransactionKMS({
        fromUTXO: [{ txHash, index: 0, signatureId: WALLETS[0] }],
        to: [{ address: theirs, value: 0.5 }],
        fee: '0.00001',
        changeAddress: mine,
      }),
    )
    const { serializedTransaction } = await calls.getPendingTransactionToSign({ id })
    expect(serializedTransaction).toMatch(/^[0-9a-f]+:\[100000000\]$/)
    const utxo = await (await chains.chain('BCH', 'testnet')).node.utxo({ txId: txHash, index: 0 })
    const intent = {
      required: utxo === undefined ? [] : [utxo],
      available: [],
      to: [{ address: theirs, value: 50_000_000n }],
      fee: 1_000n,
      changeAddress: mine,
      marketRate: 1_000n,
      fastRate: 10_000n,
    }
    const signed = sign(chain, chain.codec.build(intent), [one])
    const tampered = signed.raw.replace('4121', '0121')
    expect(tampered).not.toBe(signed.raw)
    expect(await codeOf(calls.bchBroadcast({ txData: tampered, signatureId: id }))).toBe(
      'bch.broadcast.failed',
    )
    expect(await calls.bchBroadcast({ txData: signed.raw, signatureId: id })).toEqual({ txId: signed.txId })
    expect(await calls.getPendingTransactionToSign({ id })).toMatchObject({ txId: signed.txId })
  })
})

describe('Bitcoin with an index of addresses', () => {
  const [one, two] = keysOf('BTC')
  const [mine, theirs] = [one, two].map((key) => key.addressAs('p2pkh')) as [string, string]
  const from = { fromAddress: [{ address: mine, privateKey: one.privateKey }] }

  it('balances count what waits, histories have pages, bounds and directions', async () => {
    await open('BTC', ['core', 'blockbook'])
    const funds = [1, 2, 3].map((part) => server.fund(mine, BigInt(part) * 100_000_000n))
    const pay = (value: number) =>
      txIdOf(
        calls.btcTransactionFromAddress({
          ...from,
          to: [{ address: theirs, value }],
          fee: '0.0001',
          changeAddress: mine,
        }),
      )
    const first = await pay(2.5)
    server.mine()
    // What is not in a block yet is taken when the rest is not enough.
    const second = await pay(3.4)
    expect(await calls.btcGetBalanceOfAddress({ address: mine })).toEqual({
      incoming: '6.5997',
      outgoing: '6.4999',
      incomingPending: '0.0998',
      outgoingPending: '3.4999',
    })
    const ids = async (over: object) =>
      (await calls.btcGetTxByAddress({ address: mine, pageSize: 50, ...over })).map(({ hash }) => hash)
    const all = [second, first, ...funds.map(({ txId }) => txId).toReversed()]
    expect(await ids({})).toEqual(all)
    expect(await ids({ pageSize: 2 })).toEqual(all.slice(0, 2))
    expect(await ids({ pageSize: 2, offset: 1 })).toEqual(all.slice(1, 3))
    expect(await ids({ offset: Number.MAX_SAFE_INTEGER })).toEqual([])
    expect(await ids({ txType: 'outgoing' })).toEqual([second, first])
    expect(await ids({ txType: 'outgoing', pageSize: 1, offset: 1 })).toEqual([first])
    expect(await ids({ txType: 'incoming', offset: 1 })).toEqual(all.slice(3))
    expect(await ids({ blockFrom: 102, blockTo: 103 })).toEqual(all.slice(2, 4))
    const [newest] = await calls.btcGetTxByAddress({ address: mine, pageSize: 1 })
    expect(newest).toMatchObject({ hash: second, fee: 10_000 })
    expect(newest).not.toHaveProperty('blockNumber')
    server.mine()
    const { bestblockhash: hash = '' } = await calls.btcGetBlockChainInfo()
    expect(await calls.btcGetBlock({ hash })).toMatchObject({
      hash,
      height: 105,
      depth: 1,
      bits: 0x1e0ffff0,
      txs: [{ index: 0 }, { hash: second, block: hash, blockNumber: 105, index: 1 }],
    })
    expect(newest?.outputs?.map(({ value, address }) => [value, address])).toEqual([
      [340_000_000, theirs],
      [9_980_000, mine],
    ])
  })
})

it('a balance is told for up to 50,000 unspent outputs', async () => {
  const [one] = keysOf('BTC')
  const address = one.addressAs('p2pkh')
  await open('BTC', ['blockbook'])
  server.fund(address, 10_000n, 50_000)
  expect(await calls.btcGetBalanceOfAddress({ address })).toMatchObject({ incoming: '5', outgoing: '0' })
  server.fund(address, 10_000n)
  const { code, status } = await refusalOf(calls.btcGetBalanceOfAddress({ address }))
  expect([code, status]).toEqual(['address.outputs.exceeded', 403])
  expect(await calls.charged()).toBe(1)
})

it.each([
  ['BTC', 'btcGetBalanceOfAddressBatch'],
  ['DOGE', 'dogeGetBalanceOfAddressBatch'],
] as const)(
  '%s: the balances of several addresses are told in their order, from an index of addresses',
  async (id, batch) => {
    const [one, two] = keysOf(id)
    const [rich, poor] = [one.addressAs('p2pkh'), two.addressAs('p2pkh')]
    await open(id, ['blockbook'])
    server.fund(rich, 150_000_000n)
    const found = await calls[batch]({ addresses: `${poor},${rich},${poor}` })
    expect(found.map(({ incoming, outgoing }) => [incoming, outgoing])).toEqual([
      ['0', '0'],
      ['1.5', '0'],
      ['0', '0'],
    ])
    for (const addresses of ['', ',', `${rich},`, `${rich},nobody`, Array(51).fill(rich).join()])
      expect(await faultOf(calls[batch]({ addresses }))).toBe('addresses')
    if (id === 'DOGE')
      expect(await calls.dogeGetBalanceOfAddress({ address: rich })).toMatchObject({ incoming: '1.5' })
  },
)

it.each(['BTC', 'DOGE'] as const)('%s: what came to addresses is told, the newest first', async (id) => {
  const [one, two] = keysOf(id)
  const [rich, poor] = [one.addressAs('p2pkh'), two.addressAs('p2pkh')]
  await open(id, ['blockbook'])
  const funds = Array.from(
    { length: 25 },
    (_, part) => server.fund(rich, BigInt(part + 1) * 10_000_000n).txId,
  )
  const newest = funds.toReversed()
  if (id === 'DOGE') {
    const ids = async (over: object) =>
      (await calls.dogeGetTxByAddress({ address: rich, pageSize: 50, ...over })).map(({ hash }) => hash)
    expect(await ids({})).toEqual(newest)
    expect(await ids({ pageSize: 2, offset: 1 })).toEqual(newest.slice(1, 3))
    expect(await ids({ blockFrom: 102, blockTo: 103, txType: 'incoming' })).toEqual(newest.slice(-3, -1))
    expect(await ids({ txType: 'outgoing' })).toEqual([])
    const [last] = await calls.dogeGetTxByAddress({ address: rich, pageSize: 1 })
    expect(last).toMatchObject({ blockNumber: 125, outputs: [{ value: '2.5', address: rich }] })
    expect(last).not.toHaveProperty('ts')
    expect(await faultOf(calls.dogeGetTxByAddress({ address: 'nobody', pageSize: 1 }))).toBe('address')
    return
  }
  const batch = (addresses: string[], txType?: 'incoming' | 'outgoing') =>
    calls.btcGetTxByAddressBatch({ addresses, ...(txType === undefined ? {} : { txType }) })
  const found = await batch([poor, rich])
  expect(found.map(({ address }) => address)).toEqual([poor, rich])
  expect(found.map(({ transactions }) => transactions.map(({ hash }) => hash))).toEqual([
    [],
    newest.slice(0, 20),
  ])
  expect(found[1]?.transactions[0]?.outputs).toMatchObject([{ value: 250_000_000, address: rich }])
  expect((await batch([rich], 'outgoing'))[0]?.transactions).toEqual([])
  expect(await calls.charged()).toBe(3)
  expect(await faultOf(batch([rich, 'nobody']))).toBe('addresses.1')
  for (const addresses of [[], Array<string>(51).fill(rich)])
    expect(await faultOf(batch(addresses))).toBe('addresses')
})

describe('Bitcoin on bcoin', () => {
  let node: Bcoin | undefined
  afterEach(() => node?.stop())

  it('is read and paid from outputs; what bcoin cannot tell names who can', async () => {
    server = await startUtxoServer(offlineChain('BTC', 'testnet'))
    node = await startBcoin()
    const { chain } = node
    // Its addresses have prefixes of their own, so it is no chain of the configuration.
    chains = {
      chain: (async () => chain) as unknown as Chains['chain'],
      health: () => [],
      passThrough: () => undefined,
      close: async () => undefined,
    }
    world = openLedger(chains)
    calls = await world.as('testnet')
    const [miner, one, two, three] = [1, 2, 3, 4].map((number) => keyOf(chain, number)) as [
      Key,
      Key,
      Key,
      Key,
    ]
    await node.mine(105, miner.addressAs('p2pkh'))
    const rewards = [await node.reward(1), await node.reward(2)]
    expect(await calls.btcGetUTXO({ hash: rewards[0] ?? '', index: 0 })).toMatchObject({
      value: 5_000_000_000,
      height: 1,
      coinbase: true,
      address: miner.addressAs('p2pkh'),
    })
    const txId = await txIdOf(
      calls.btcTransactionFromUTXO({
        fromUTXO: rewards.map((txHash) => ({ txHash, index: 0, privateKey: miner.privateKey })),
        to: [one, two, three].map((key, index) => ({ address: key.addressAs('p2pkh'), value: 20 + index })),
        fee: '0.0001',
        changeAddress: miner.addressAs('p2wpkh'),
      }),
    )
    expect(await calls.btcGetMempool()).toEqual([txId])
    await node.mine(1, miner.addressAs('p2pkh'))
    const info = await calls.btcGetBlockChainInfo()
    expect(await calls.btcGetBlockHash({ i: info.blocks ?? 0 })).toEqual({ hash: info.bestblockhash })
    const found = await calls.btcGetRawTransaction({ hash: txId })
    expect(found).toMatchObject({ fee: 10_000, blockNumber: 106, block: info.bestblockhash })
    expect(found.outputs?.map(({ value }) => value)).toEqual([
      2_000_000_000, 2_100_000_000, 2_200_000_000, 3_699_990_000,
    ])
    const fromAddress = [{ address: one.addressAs('p2pkh'), privateKey: one.privateKey }]
    const to = [{ address: two.addressAs('p2pkh'), value: 1 }]
    for (const call of [
      () => calls.btcTransactionFromAddress({ fromAddress, to }),
      () => calls.btcGetBalanceOfAddress({ address: one.addressAs('p2pkh') }),
      () => calls.btcGetTxByAddress({ address: one.addressAs('p2pkh'), pageSize: 1 }),
    ]) {
      const { code, message } = await refusalOf(call())
      expect(code).toBe('chain.unsupported')
      expect(message).toContain('Blockbook')
    }
    expect(await world.sends()).toMatchObject([{ txId, status: 'sent' }])
  })
})
