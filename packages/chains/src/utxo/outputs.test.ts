/** The coins of a wallet on litecoind: what it gets, spends, and gets back when the node gives up a block. */
import { DEPOSITS, OUTPUTS, type Output, type TenantId } from '@tallystick/core'
import { changeOf, chooseOutputs, claimsOf, type UtxoChain, utxosOf } from '@tallystick/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Calls, type OpenLedger, openLedger, txIdOf } from '../open-ledger.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { keyOf } from './paying.fixture.js'

const ON = { chain: 'LTC', network: 'testnet' }
const TENANT = 'default' as TenantId
const DEEP = 12
const COIN = 100_000_000n

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('the coins of a wallet', () => {
  let node: Litecoind
  let chain: UtxoChain
  let world: OpenLedger
  let calls: Calls
  let mnemonic: string
  let pool: string
  let twin: string
  let addresses: readonly string[]
  let mined = 200
  const rpc = (method: string, ...params: readonly unknown[]) => node.rpc.call(method, params)
  /** To another address each time, so that no block is the one that was undone. */
  const miner = () => keyOf(node.chain, ++mined).addressAs('p2pkh')
  const order = () => ({
    chain,
    caller: { tenant: TENANT, apiKey: '' as never, network: 'testnet' as const },
  })

  beforeAll(async () => {
    node = await startLitecoind()
    const spare = keyOf(node.chain, 1)
    await node.mine(120, spare.addressAs('p2pkh'))
    const nodes = [{ kind: 'core' as const, url: node.url }]
    const LTC = { testnet: { parameters: 'regtest' as const, nodes, follow: { from: 121 } } }
    const chains = createChains(readChainsConfig({ chains: { LTC } }))
    world = openLedger(chains)
    calls = await world.as('testnet')
    chain = node.chain
    mnemonic = chain.keys?.mnemonic(new Uint8Array(32).fill(7)) ?? ''
    const xpub = (await chain.keys?.xpub(mnemonic)) ?? ''
    pool = chain.keys?.address(xpub, 0) ?? ''
    twin = chain.codec.twins(pool)[0] ?? ''
    const { id } = await calls.createAccountXpub({ currency: 'LTC', xpub })
    await calls.generateDepositAddress({ id })
    addresses = [1, 2].map((index) => chain.keys?.address(xpub, index) ?? '')
    await txIdOf(
      calls.ltcTransactionAddress({
        fromAddress: [{ address: spare.addressAs('p2pkh'), privateKey: spare.privateKey }],
        to: [
          { address: addresses[0] ?? '', value: 1 },
          { address: addresses[1] ?? '', value: 2 },
          { address: pool, value: 4 },
        ],
        changeAddress: spare.addressAs('p2pkh'),
      }),
    )
    await node.mine(1, miner())
  })
  afterAll(async () => {
    await world?.close()
    await node?.stop()
  })

  const outputs = async (): Promise<readonly Output[]> => {
    await world.ledger.custody.follow()
    expect(world.ledger.custody.following()).toMatchObject([{ problem: null }])
    return world.storage.query.list(OUTPUTS, { where: ON, by: 'value' })
  }
  /** Those that are unspent are those that the node has, and no others. */
  const asTheNode = async (): Promise<void> => {
    const unspent = (await outputs()).filter(({ spentHeight }) => spentHeight === null)
    const scan = (await rpc(
      'scantxoutset',
      'start',
      [...addresses, pool, twin].map((one) => `addr(${one})`),
    )) as {
      readonly unspents: readonly { readonly txid: string; readonly vout: number; readonly amount: unknown }[]
    }
    const told = scan.unspents.map(
      ({ txid, vout, amount }) => `${txid}:${vout} ${Math.round(Number(amount) * 1e8)}`,
    )
    expect(unspent.map(({ txId, index, value }) => `${txId}:${index} ${value}`).sort()).toEqual(told.sort())
  }
  const spentDeposits = async () =>
    (await world.storage.query.list(DEPOSITS, { where: { tenant: TENANT, spent: true } })).length

  it('are what blocks pay to its deposit addresses and to its pool', async () => {
    const rows = await outputs()
    expect(rows.map(({ address, value, derivationKey }) => [address, value, derivationKey])).toEqual([
      [addresses[0], COIN, 1],
      [addresses[1], 2n * COIN, 2],
      [pool, 4n * COIN, 0],
    ])
    expect(new Set(rows.map(({ wallet }) => wallet))).toEqual(new Set([pool]))
    expect(await world.storage.query.list(DEPOSITS, { where: { tenant: TENANT } })).toHaveLength(2)
    await asTheNode()
  })

  it('are spent by a transaction with change to the other script of the pool, until its block is undone', async () => {
    const payout = {
      wallets: [pool],
      to: [{ address: miner(), value: 5n * COIN }],
      fee: 100_000n,
      changeAddress: twin,
    }
    await expect(chooseOutputs(world.ledger.engine, order(), payout)).rejects.toThrow('The wallet has 0 LTC')
    await node.mine(DEEP - 1, miner())
    await outputs()
    const chosen = await chooseOutputs(world.ledger.engine, order(), payout)
    expect(chosen).toMatchObject({ change: 2n * COIN - 100_000n, fee: 100_000n })
    expect(chosen.inputs.map(({ derivationKey }) => derivationKey)).toEqual([2, 1, 0])
    const intent = {
      ...payout,
      required: utxosOf(chain, chosen.inputs),
      available: [],
      marketRate: 1n,
      fastRate: 1n,
    }
    const unsigned = chain.codec.build(intent)
    expect(unsigned.claims).toEqual(claimsOf(chosen.inputs))
    const requests = chain.codec.signingRequests(unsigned)
    const signatures = await Promise.all(
      chosen.inputs.map(async ({ derivationKey }, index) => {
        const key = (await chain.keys?.privateKey(mnemonic, derivationKey ?? 0)) ?? ''
        const signer = chain.codec.signer(key)
        return { publicKey: signer.publicKey, signature: signer.sign(requests[index] as never) }
      }),
    )
    const { raw, txId } = chain.codec.combine(unsigned, signatures)
    const change = { index: 1, address: twin, wallet: pool, derivationKey: 0, value: chosen.change, scale: 8 }
    expect(changeOf(chain, pool, raw)).toEqual(change)

    await rpc('sendrawtransaction', raw)
    await node.mine(1, miner())
    await asTheNode()
    expect(await outputs()).toMatchObject([
      { address: addresses[0], spentBy: txId },
      { ...change, txId, spentBy: null },
      { address: addresses[1], spentBy: txId },
      { address: pool, spentBy: txId },
    ])
    expect(await spentDeposits()).toBe(2)

    await rpc('invalidateblock', await rpc('getbestblockhash'))
    for (let block = 0; block < 2; block++) await rpc('generateblock', miner(), [])
    await asTheNode()
    expect(await outputs()).toMatchObject(
      addresses.concat(pool).map((address) => ({ address, spentBy: null })),
    )
    expect(await spentDeposits()).toBe(0)

    await node.mine(1, miner())
    await asTheNode()
    expect(await spentDeposits()).toBe(2)
  })
})
