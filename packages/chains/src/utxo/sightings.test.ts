/** What litecoind shows to subscribers: what waits in its mempool, once and marked, and what its blocks have. */
import { type SubscriptionType, WEBHOOKS } from '@tallystick/core'
import { verify } from '@tallystick/engine'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Calls, type OpenLedger, openLedger, txIdOf } from '../open-ledger.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { type Key, keyOf } from './paying.fixture.js'

const chain = 'LTC' as const
const url = 'https://example.com/hook'
const PENDING = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('on litecoind', () => {
  let node: Litecoind
  let world: OpenLedger
  let calls: Calls
  let miner: Key
  let change: string
  let keys = 0

  beforeAll(async () => {
    node = await startLitecoind()
    miner = keyOf(node.chain, 1)
    change = miner.addressAs('p2pkh')
    await node.mine(130, change)
  })
  afterAll(() => node?.stop())
  beforeEach(async () => {
    const nodes = [{ kind: 'core' as const, url: node.url }]
    const LTC = { testnet: { parameters: 'regtest' as const, nodes, follow: true } }
    world = openLedger(createChains(readChainsConfig({ chains: { LTC } })))
    calls = await world.as('testnet')
    await look()
  })
  afterEach(async () => {
    expect(await verify(world.storage)).toMatchObject({ discrepancies: [] })
    await world.close()
  })

  const fresh = (): Key => keyOf(node.chain, 1_000 + ++keys)
  async function look(): Promise<void> {
    await world.ledger.custody.follow()
    expect(world.ledger.custody.following()).toMatchObject([{ problem: null }])
  }
  async function grow(blocks = 1): Promise<number> {
    await node.mine(blocks, change)
    await look()
    return Number(await node.rpc.call('getblockcount', []))
  }
  const pay = (from: readonly [Key, string], to: readonly (readonly [string, number])[], fee = '0.001') =>
    txIdOf(
      calls.ltcTransactionAddress({
        fromAddress: [{ address: from[1], privateKey: from[0].privateKey }],
        to: to.map(([address, value]) => ({ address, value })),
        ...{ fee, changeAddress: change },
      }),
    )
  const watch = (address: string, mempool?: boolean) =>
    world.ledger.createSubscriptionNotification({
      ...{ type: 'ADDRESS_TRANSACTION', attr: { address, chain, url } },
      ...(mempool === undefined ? {} : { mempool }),
    })
  async function told(type: SubscriptionType = 'ADDRESS_TRANSACTION') {
    const webhooks = await world.storage.query.list(WEBHOOKS, { where: { type } })
    return webhooks
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ body }): Record<string, unknown> => JSON.parse(body))
  }
  const briefly = async () =>
    (await told()).map(({ address, txId, amount, mempool, blockNumber }) => [
      ...[address, txId, amount, mempool ?? blockNumber],
    ])

  it('tells of the mempool whoever has asked for it, and what replaces a payment too', async () => {
    const [anna, ben] = [fresh().addressAs('p2wpkh'), fresh().addressAs('p2pkh')]
    await watch(anna, true)
    const { id } = await watch(ben)
    const one = await pay(
      [miner, change],
      [
        [anna, 1],
        [ben, 2],
      ],
    )
    await look()
    await look()
    expect(await briefly()).toEqual([[anna, one, '1', true]])
    await world.ledger.updateSubscription({ id, url, mempool: true })
    const [output] = (
      (await node.rpc.call('getrawtransaction', [one, true])) as {
        vin: readonly { txid: string; vout: number }[]
      }
    ).vin
    const { txid = '', vout = 0 } = output ?? {}
    const two = await txIdOf(
      calls.ltcTransactionUTXO({
        fromUTXO: [{ txHash: txid, index: vout, privateKey: miner.privateKey }],
        to: [{ address: ben, value: 3 }],
        ...{ fee: '0.01', changeAddress: change },
      }),
    )
    await look()
    const entered = [
      [anna, one, '1', true],
      [ben, two, '3', true],
    ]
    expect((await briefly()).toSorted()).toEqual(entered.toSorted())
    const height = await grow()
    expect((await briefly()).toSorted()).toEqual([...entered, [ben, two, '3', height]].toSorted())
  })

  it('tells of coins that leave, also of those that were there before anybody watched', async () => {
    const kinds = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const
    const owners = kinds.map((kind) => {
      const key = fresh()
      return { key, address: key.addressAs(kind) }
    })
    await pay(
      [miner, change],
      owners.flatMap(({ address }) => [[address, 1] as const, [address, 0.5] as const]),
    )
    await grow()
    for (const { address } of owners) await watch(address, true)
    const spent: string[] = []
    for (const { key, address } of owners) {
      const body = { to: [{ address: fresh().addressAs('p2pkh'), value: 1.2 }], fee: '0.01' }
      const fromAddress = [{ address, privateKey: key.privateKey }]
      spent.push(await txIdOf(calls.ltcTransactionAddress({ fromAddress, ...body, changeAddress: change })))
    }
    await look()
    const left = owners.map(({ address }, index) => [address, spent[index], '-1.5'])
    expect((await briefly()).toSorted()).toEqual(left.map((one) => [...one, true]).toSorted())
    const height = await grow()
    expect((await briefly()).slice(owners.length).toSorted()).toEqual(
      left.map((one) => [...one, height]).toSorted(),
    )
  })

  it('tells an account of a payment that waits, once for all processes, and credits nothing', async () => {
    const { ledger } = world
    const { xpub } = await ledger.ltcGenerateWallet()
    const { id } = await ledger.createAccountXpub({ currency: 'LTC', xpub })
    const { address } = await ledger.generateDepositAddress({ id })
    await ledger.createSubscriptionPending({ type: PENDING, attr: { id, url } })
    const txId = await pay(
      [miner, change],
      [
        [address, 1],
        [address, 2],
      ],
    )
    await look()
    const nodes = [{ kind: 'core' as const, url: node.url }]
    const LTC = { testnet: { parameters: 'regtest' as const, nodes, follow: true } }
    const beside = openLedger(createChains(readChainsConfig({ chains: { LTC } })), world.storage)
    await beside.ledger.custody.follow()
    const entered = { currency: 'LTC', accountId: id, txId, blockHash: null, blockHeight: null, to: address }
    const both = await told(PENDING)
    expect(both.toSorted((a, b) => Number(a['amount']) - Number(b['amount']))).toMatchObject([
      { ...entered, amount: '1', mempool: true },
      { ...entered, amount: '2', mempool: true },
    ])
    expect(new Set(both.map(({ index }) => index)).size).toBe(2)
    expect((await ledger.getAccountByAccountId({ id })).balance.accountBalance).toBe('0')
    const blockHeight = await grow()
    const inBlock = (await told(PENDING)).slice(2)
    expect(inBlock).toMatchObject([
      { txId, blockHeight },
      { txId, blockHeight },
    ])
    expect(JSON.stringify(inBlock)).not.toContain('mempool')
    await beside.close()
  })

  it('tells no account of change that waits: it is no deposit', async () => {
    const { ledger } = world
    const { xpub, mnemonic } = await ledger.ltcGenerateWallet()
    const { id } = await ledger.createAccountXpub({ currency: 'LTC', xpub })
    const { address, derivationKey: index } = await ledger.generateDepositAddress({ id })
    const { key } = await calls.ltcGenerateAddressPrivateKey({ mnemonic: mnemonic ?? '', index: index ?? 0 })
    await pay([miner, change], [[address, 3]])
    await grow(2)
    await ledger.createSubscriptionPending({ type: PENDING, attr: { id, url } })
    const fromAddress = [{ address, privateKey: key }]
    const to = [{ address: fresh().addressAs('p2pkh'), value: 1 }]
    await txIdOf(calls.ltcTransactionAddress({ fromAddress, to, fee: '0.001', changeAddress: address }))
    await look()
    await grow(2)
    expect(await told(PENDING)).toEqual([])
    expect(await ledger.getDeposits({ accountId: id })).toMatchObject([{ amount: '3', spent: true }])
  })
})
