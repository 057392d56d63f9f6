/** What strangers and chain operations do to the addresses of a wallet, and what the comparison says of it: on litecoind. */
import { NodeFault, type Utxo, type UtxoNode } from '@tallystick/custody'
import { embeddedCaller } from '@tallystick/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Calls, type OpenLedger, openLedger, txIdOf } from '../open-ledger.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { keyOf } from './paying.fixture.js'

interface Scan {
  readonly unspents: readonly { txid: string; vout: number; amount: unknown; height: number }[]
}

const DEEP = 12
const COIN = 100_000_000
const FEES = 'fees charged, less what the network took'

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('the ledger against the chain', () => {
  let node: Litecoind
  let world: OpenLedger
  let calls: Calls
  let words: { readonly mnemonic: string; readonly xpub: string }
  let account: string
  /** The first deposit address of the account, and its key. */
  let own: { readonly address: string; readonly privateKey: string }
  let wallets = 0
  let rewards: string[]
  const rpc = <Result = string>(method: string, ...params: readonly unknown[]) =>
    node.rpc.call(method, params) as Promise<Result>
  const stranger = () => keyOf(node.chain, 1)
  const bob = () => keyOf(node.chain, 70).addressAs('p2pkh')
  const mine = (blocks: number) => node.mine(blocks, keyOf(node.chain, 60).addressAs('p2pkh'))
  const chainsOf = (follow: boolean) => {
    const nodes = [{ kind: 'core' as const, url: node.url }]
    const LTC = { testnet: { parameters: 'regtest' as const, nodes, follow } }
    return createChains(readChainsConfig({ chains: { LTC } }))
  }
  const settle = async () => {
    for (let round = 0; round < 2; round++) {
      await mine(DEEP)
      await world.round()
      await world.ledger.custody.follow()
    }
  }
  const pay = (from: { readonly address: string; readonly privateKey: string }, to: string, value: number) =>
    txIdOf(
      calls.ltcTransactionAddress({
        fromAddress: [from],
        to: [{ address: to, value }],
        changeAddress: from.address,
        fee: '0.001',
      }),
    )
  async function payOutside(to: string, units: number): Promise<void> {
    const { tx } = await rpc<{ tx: readonly { txid: string }[] }>('getblock', rewards.shift() ?? '', 2)
    const raw = await rpc('createrawtransaction', [{ txid: tx[0]?.txid, vout: 0 }], {
      [to]: (units / COIN).toFixed(8),
      [stranger().addressAs('p2pkh')]: ((50 * COIN - units - 100_000) / COIN).toFixed(8),
    })
    const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', raw, [stranger().privateKey])
    await rpc('sendrawtransaction', hex)
  }
  /** Another process, whose node answers otherwise. */
  async function besides(more: Partial<UtxoNode>): Promise<OpenLedger> {
    const chains = chainsOf(true)
    const open = chains.chain.bind(chains)
    chains.chain = async (...of: Parameters<typeof open>) => {
      const chain = await open(...of)
      return { ...chain, node: { ...chain.node, ...more } } as never
    }
    const beside = openLedger(chains, world.storage)
    onTestFinished(() => beside.close())
    await beside.ledger.custody.follow()
    return beside
  }
  /** Whether all is explained, and the lines. */
  async function told() {
    const { isExplained, addresses, currencies } = await world.ledger.reconcile()
    expect(addresses).toEqual([])
    const [found] = currencies
    return [isExplained, Object.fromEntries(found?.lines.map(({ what, amount }) => [what, amount]) ?? [])]
  }

  beforeAll(async () => {
    node = await startLitecoind()
    rewards = [...(await rpc<string[]>('generatetoaddress', 20, stranger().addressAs('p2pkh')))]
    await mine(100)
  })
  afterAll(() => node.stop())

  /** A ledger of its own, with one deposit of 10. */
  beforeEach(async () => {
    world = openLedger(chainsOf(true))
    calls = await world.as('testnet')
    await world.ledger.custody.follow()
    const mnemonic = node.chain.keys?.mnemonic(new Uint8Array(32).fill(++wallets)) ?? ''
    words = { mnemonic, xpub: (await node.chain.keys?.xpub(mnemonic)) ?? '' }
    account = (await calls.createAccountXpub({ currency: 'LTC', xpub: words.xpub })).id
    const [first] = await calls.getAllDepositAddresses({ id: account })
    const privateKey = (await node.chain.keys?.privateKey(mnemonic, 1)) ?? ''
    own = { address: first?.address ?? '', privateKey }
    await payOutside(own.address, 10 * COIN)
    await settle()
    expect(await told()).toEqual([true, {}])
    return () => world.close()
  })

  it('leaves out what somebody pays to the other script of a deposit address, and has that of the pool', async () => {
    const { codec, keys } = node.chain
    const pool = keys?.address(words.xpub, 0) ?? ''
    const [ofAddress = '', ofPool = ''] = [own.address, pool].flatMap((address) => codec.twins(address))
    await payOutside(ofAddress, 100_000)
    await settle()
    expect(await told()).toEqual([true, {}])
    await payOutside(ofPool, 200_000)
    await settle()
    expect(await told()).toEqual([true, { 'received, and no deposit of anybody': 200_000n }])
  })

  it('compares an address once that a customer has and an operator has watched', async () => {
    await world.ledger.custody.watch(embeddedCaller(), 'LTC', own.address)
    expect(await world.ledger.reconcile()).toMatchObject({ isExplained: true, compared: 2 })
  })

  it('leaves out what Blockbook lists under a deposit address, and only a bare public key can spend', async () => {
    const publicKey = Buffer.from(node.chain.codec.signer(own.privateKey).publicKey).toString('hex')
    await rpc('generatetodescriptor', 1, `pk(${publicKey})`)
    await settle()
    const chain = node.chain
    // A stand-in in front of the real node, which keeps what it lists by script.
    const listed = async (address: string): Promise<readonly Utxo[]> => {
      if (address !== chain.codec.canonical(own.address)) return []
      const { unspents } = await rpc<Scan>('scantxoutset', 'start', [`pk(${publicKey})`])
      const script = chain.codec.scriptOf(address)
      return unspents.map(({ txid, vout, amount, height }) => {
        const value = BigInt(Math.round(Number(amount) * COIN))
        return { txId: txid, index: vout, value, script, address, height, coinbase: false }
      })
    }
    const balance = async (address: string) =>
      (await listed(address)).reduce((sum, { value }) => sum + value, await chain.node.balance(address))
    expect(await balance(own.address)).toBeGreaterThan(10n * BigInt(COIN))
    const beside = await besides({
      balance,
      utxos: async (address) => [...(await chain.node.utxos(address)), ...(await listed(address))],
    })
    expect(await beside.ledger.reconcile()).toMatchObject({ isExplained: true, addresses: [], compared: 2 })
  })

  it('does not explain a currency while a node does not tell the balances', async () => {
    const gone = async () => Promise.reject(new NodeFault('unreachable', 'no answer'))
    const { ledger } = await besides({ balance: gone })
    const lacks = { isExplained: false, lines: [] }
    expect(await ledger.reconcile()).toMatchObject({ isExplained: false, currencies: [lacks], compared: 0 })
  })

  it('does not explain a deposit that a transaction of ours has paid with coins of another one', async () => {
    const other = await calls.generateDepositAddress({ id: account })
    await pay(own, other.address, 9)
    await settle()
    expect((await calls.getAccountBalance({ id: account })).accountBalance).toBe('19')
    const moved = { 'deposits that transactions of ours have paid from our addresses': -900_000_000n }
    expect(await told()).toEqual([false, { ...moved, [FEES]: -100_000n }])
  })

  it('explains a withdrawal that is final before the follower has read its block', async () => {
    const order = { senderAccountId: account, address: bob(), amount: '1', fee: '0.001' }
    await calls.transferLtcMnemonic({ ...order, ...words })
    await mine(DEEP)
    // Another process, which follows nothing, finds out.
    const beside = openLedger(chainsOf(false), world.storage)
    onTestFinished(() => beside.close())
    await beside.round()
    const final = { status: 'final', withdrawal: expect.any(String) }
    expect(await world.sends()).toContainEqual(expect.objectContaining(final))
    // The follower comes to the block once the database is being read.
    const progress = () => void world.ledger.custody.follow()
    const { currencies } = await world.ledger.reconcile({ progress })
    const waits = { what: 'withdrawals that are done and in no block yet', amount: 100_100_000n }
    expect(currencies).toMatchObject([{ lines: [waits], isExplained: true }])
    await world.ledger.custody.follow()
    expect(await told()).toEqual([true, {}])
  })

  it('does not explain what a chain operation pays to somebody else, from the block on that has it', async () => {
    await pay(own, bob(), 2)
    await mine(1)
    await world.ledger.custody.follow()
    const elsewhere = { 'sent by transactions of ours without a withdrawal': -200_000_000n }
    expect(await told()).toEqual([false, { ...elsewhere, [FEES]: -100_000n }])
  })
})
