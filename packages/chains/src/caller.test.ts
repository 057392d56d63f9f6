/** Managed wallets sign in place of a key from the call, on every family of chains: `caller`. */
import { KEY_USES, SIGNATURES } from '@tallystick/core'
import { limitsPolicy, type Policy, type SigningIntent } from '@tallystick/custody'
import { memoryStorage } from '@tallystick/engine'
import { startBeacon, startHorizon, startXrpServer } from '@tallystick/testing/simulated'
import { createVault, localKeys } from '@tallystick/vault'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'
import { type EvmWorld, openEvmWorld } from './evm/ledger-world.fixture.js'
import { startGateway } from './multiversx/server.fixture.js'
import { type Calls, codeOf, faultOf, type OpenLedger, openLedger, txIdOf } from './open-ledger.fixture.js'
import { TronLedger } from './tron/ledger.fixture.js'
import { startTronServer } from './tron/server.fixture.js'
import { startUtxoServer } from './utxo/ledger.fixture.js'

const vault = createVault(localKeys([Buffer.alloc(32, 1)]))

/** Denies what it is told to, and keeps what it was asked. */
class Watchful implements Policy {
  readonly asked: SigningIntent[] = []
  reason: string | null = null
  lists: Policy | null = null

  check() {
    return { verdict: 'allow', rules: [] } as const
  }

  checkSigning(intent: SigningIntent, asked: Parameters<Policy['checkSigning']>[1]) {
    this.asked.push(intent)
    if (this.lists !== null) return this.lists.checkSigning(intent, asked)
    if (this.reason !== null) return { verdict: 'deny', reason: this.reason } as const
    return { verdict: 'allow', rules: ['watchful'] } as const
  }
}
const policy = new Watchful()
beforeEach(() => {
  policy.asked.length = 0
  policy.reason = null
  policy.lists = null
})

async function openWorld() {
  const [xrp, xlm, egld, bnb] = await Promise.all([
    startXrpServer(),
    startHorizon(),
    startGateway(),
    startBeacon(),
  ])
  const network = new TronLedger(Date.UTC(2030, 0, 15, 12) - 60_000)
  const tron = await startTronServer(network)
  const doge = await startUtxoServer(await createChains(readChainsConfig({})).chain('DOGE', 'testnet'))
  const at = (kind: string, url: string) => ({ testnet: { nodes: [{ kind, url, timeoutMs: 5_000 }] } })
  const chains = createChains(
    readChainsConfig({
      chains: {
        XRP: at('xrp', xrp.url),
        XLM: at('horizon', xlm.url),
        EGLD: at('multiversx', egld.url),
        BNB: at('beacon', bnb.url),
        TRON: at('tron', tron.url),
        DOGE: {
          testnet: {
            nodes: [
              { kind: 'core', url: doge.core, timeoutMs: 5_000 },
              { kind: 'blockbook', url: doge.blockbook, timeoutMs: 5_000 },
            ],
          },
        },
      } as never,
    }),
  )
  const world = openLedger(chains, memoryStorage(), { vault, policy })
  /** The transaction of Dogecoin that pays an address. */
  const funded = new Map<string, string>()
  const fund: Readonly<Record<string, (address: string) => void>> = {
    XRP: (address) => xrp.ledger.fund(address, 1_000_000_000n),
    XLM: (address) => xlm.ledger.fund(address, 10_000_000_000n),
    EGLD: (address) => egld.ledger.fund(address, 10n ** 20n),
    BNB: (address) => bnb.ledger.fund(address, 10_000_000_000n),
    TRON: (address) => network.fund(address, 1_000_000_000n),
    DOGE: (address) => void funded.set(address, doge.fund(address, 10_000_000_000n).txId),
  }
  return {
    ...world,
    fund,
    funded,
    async close() {
      await world.close()
      await Promise.all([xrp, xlm, egld, bnb, tron, doge].map((server) => server.close()))
    },
  }
}

describe('the address of a managed wallet, in place of a key', () => {
  let world: OpenLedger & Awaited<ReturnType<typeof openWorld>>
  let calls: Calls
  beforeAll(async () => {
    world = await openWorld()
  })
  // An API key of the free plan has ten wallets.
  beforeEach(async () => {
    calls = await world.as('testnet')
  })
  afterAll(() => world.close())

  /** What each family sends, from a managed wallet to another one. */
  const SENDS: Readonly<
    Record<string, (caller: string, to: string) => Promise<{ txId: string } | { signatureId: string }>>
  > = {
    XRP: (caller, to) => calls.transferXrpBlockchain({ fromAccount: caller, caller, to, amount: '1' }),
    XLM: (caller, to) => calls.transferXlmBlockchain({ fromAccount: caller, caller, to, amount: '1' }),
    EGLD: (caller, to) => calls.transferEgldBlockchain({ from: caller, caller, to, amount: '1' }),
    BNB: (caller, to) => calls.transferBnbBlockchain({ caller, to, amount: '1', currency: 'BNB' }),
    TRON: (caller, to) => calls.transferTronBlockchain({ caller, to, amount: '1' }),
    DOGE: (caller, to) => payDoge(caller, to),
  }

  const payDoge = (caller: string, to: string) =>
    calls.dogeTransactionUTXO({
      fromUTXO: [{ txHash: world.funded.get(caller) ?? '', index: 0, value: '100', address: caller, caller }],
      to: [{ address: to, value: 1 }],
      fee: '1',
      changeAddress: caller,
    })

  it.each(Object.keys(SENDS))('sends on %s, after the policy was asked', async (chain) => {
    const send = SENDS[chain]
    const { address } = await calls.custodialCreateWallet({ chain })
    const { address: to } = await calls.custodialCreateWallet({ chain })
    for (const each of [address, to]) world.fund[chain]?.(each)
    policy.reason = 'not today'
    expect(await codeOf(send?.(address, to) ?? Promise.resolve())).toBe('managed.wallet.denied')
    expect((await world.sends()).filter((sent) => sent.chain === chain)).toEqual([])
    policy.reason = null
    expect(await txIdOf(send?.(address, to) ?? Promise.reject())).not.toBe('')
    expect(policy.asked.map(({ wallet }) => wallet)).toEqual([address, address])
    expect(policy.asked[1]?.addresses).toEqual([to])
    expect(JSON.stringify(policy.asked[1]?.request)).not.toMatch(/secret|privateKey/i)
  })

  const KMS = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }

  /** The same, left to a key-management system: who pays is in no list. */
  const LEFT: Readonly<Record<string, (from: string, to: string) => Promise<unknown>>> = {
    XRP: (from, to) => calls.transferXrpBlockchainKMS({ ...KMS, fromAccount: from, to, amount: '1' }),
    XLM: (from, to) => calls.transferXlmBlockchainKMS({ ...KMS, fromAccount: from, to, amount: '1' }),
    EGLD: (from, to) => calls.transferEgldBlockchainKMS({ ...KMS, from, to, amount: '1' }),
    BNB: (from, to) =>
      calls.transferBnbBlockchainKMS({ ...KMS, fromAddress: from, to, amount: '1', currency: 'BNB' }),
    TRON: (from, to) => calls.transferTronBlockchainKMS({ ...KMS, from, to, amount: '1' }),
    DOGE: (from, to) =>
      calls.dogeTransactionUTXOKMS({
        fromUTXO: [{ txHash: world.funded.get(from) ?? '', index: 0, value: '100', address: from, ...KMS }],
        to: [{ address: to, value: 1 }],
        fee: '1',
        changeAddress: from,
      }),
  }

  it.each(Object.keys(LEFT))(
    'is asked on %s before a key-management system gets a transaction',
    async (chain) => {
      const left = LEFT[chain] ?? expect.fail()
      const [from, to, eve] = await Promise.all(
        [1, 2, 3].map(async () => (await calls.custodialCreateWallet({ chain })).address),
      )
      if (from === undefined || to === undefined || eve === undefined) expect.fail()
      for (const each of [from, to, eve]) world.fund[chain]?.(each)
      policy.lists = limitsPolicy({ allow: { [chain]: [to] } })
      expect(await codeOf(left(from, eve))).toBe('kms.denied')
      policy.lists = limitsPolicy({ deny: { [chain]: [eve] } })
      expect(await codeOf(left(from, eve))).toBe('kms.denied')
      const where = { chain }
      expect(await world.storage.query.list(SIGNATURES, { where })).toEqual([])
      policy.lists = limitsPolicy({ allow: { [chain]: [to] } })
      await left(from, to)
      expect(await world.storage.query.list(SIGNATURES, { where })).toHaveLength(1)
      expect(policy.asked.at(-1)).toMatchObject({ wallet: null, addresses: [to] })
    },
  )

  it('of several that pay together, none needs to be in a list, also if it gets the change', async () => {
    const [one, other, to, eve] = await Promise.all(
      [1, 2, 3, 4].map(async () => (await calls.custodialCreateWallet({ chain: 'DOGE' })).address),
    )
    if (one === undefined || other === undefined || to === undefined || eve === undefined) expect.fail()
    const paying = [one, other]
    for (const each of paying) world.fund['DOGE']?.(each)
    const pay = (address: string, changeAddress: string) =>
      calls.dogeTransactionUTXO({
        fromUTXO: paying.map((caller) => ({
          ...{ txHash: world.funded.get(caller) ?? '', index: 0, value: '100', address: caller, caller },
        })),
        to: [{ address, value: 150 }],
        fee: '1',
        changeAddress,
      })
    policy.lists = limitsPolicy({ allow: { DOGE: [to] } })
    expect(await codeOf(pay(eve, other))).toBe('managed.wallet.denied')
    expect(await codeOf(pay(to, eve))).toBe('managed.wallet.denied')
    expect(await txIdOf(pay(to, other))).not.toBe('')
    expect(policy.asked.slice(-2).map(({ wallet, addresses }) => [wallet, addresses])).toEqual([
      [one, [to]],
      [other, [to]],
    ])
  })

  it('is of this tenant, network and chain, and stands alone', async () => {
    const { address: xlm } = await calls.custodialCreateWallet({ chain: 'XLM' })
    const { address } = await calls.custodialCreateWallet({ chain: 'XRP' })
    const body = { fromAccount: address, to: address, amount: '1' }
    expect(await faultOf(calls.transferXrpBlockchain({ ...body, caller: xlm }))).toBe('caller')
    const other = await world.as('mainnet')
    expect(await codeOf(other.transferXrpBlockchain({ ...body, caller: address }))).toBe(
      'managed.wallet.plan',
    )
    const both = { ...body, caller: address, fromSecret: 'sp5fghtJtpUorTwvof1NpDXAzNwf5' }
    expect(await faultOf(calls.transferXrpBlockchain(both))).toBe('fromSecret')
    expect(await faultOf(calls.transferXrpBlockchain(body as never))).toBe('fromSecret')
    expect(policy.asked).toEqual([])
  })
})

describe('on EVM chains', () => {
  let world: EvmWorld
  let calls: Calls
  beforeAll(async () => {
    world = await openEvmWorld({ id: 'MATIC', timeoutMs: 2_000, ledger: { vault, policy } })
    calls = await world.as('testnet')
  })
  afterAll(() => world.close())

  it('coins and multi tokens are sent, each recorded with what the policy said', async () => {
    const { address: caller } = await calls.custodialCreateWallet({ chain: 'MATIC' })
    await world.rpc('anvil_setBalance', caller, '0xde0b6b3a7640000')
    const to = (await world.account(0n)).address
    await txIdOf(calls.transferPolygonBlockchain({ caller, to, amount: '0.1', currency: 'MATIC' }))
    await txIdOf(calls.deployMultiToken({ chain: 'MATIC', uri: 'https://a.example', caller }))
    await world.mined()
    expect(BigInt(await world.rpc<string>('eth_getBalance', to, 'latest'))).toBe(10n ** 17n)
    expect(BigInt(await world.rpc<string>('eth_getTransactionCount', caller, 'latest'))).toBe(2n)
    // The payment of nothing that would take the nonce of the deployment tells no contract the same.
    expect(policy.asked.map(({ data }) => data?.slice(0, 4))).toEqual(['0x', '0x60', '0x'])
    const uses = await world.ledger.engine.query.list(KEY_USES, { limit: 10 })
    const verdicts = uses.filter(({ purpose }) => purpose === 'signed').map(({ verdict }) => verdict)
    // Beside each transaction, the one that would take its nonce is signed.
    expect(verdicts).toEqual(Array(4).fill('{"verdict":"allow","rules":["watchful"]}'))
  })
  it('tokens go to nobody by encoded data who is not on the list with their contract', async () => {
    const { address: caller } = await calls.custodialCreateWallet({ chain: 'MATIC' })
    await world.rpc('anvil_setBalance', caller, '0xde0b6b3a7640000')
    // Nothing is there: it takes every call.
    const token = `0x${'c0de'.repeat(10)}`
    const eve = `0xa9059cbb${'e4e'.padEnd(32, '0')}`
    const word = (digits: string) => digits.replace('0x', '').toLowerCase().padStart(64, '0')
    const send = (data: string) =>
      calls.transferPolygonBlockchain({ caller, to: token, amount: '0', currency: 'MATIC', data })
    const toEve = ['a9059cbb', '095ea7b3', '39509351', 'a22cb465']
      .map((selector) => `0x${selector}${word(eve)}${word('1')}`)
      .concat(
        ['23b872dd', '42842e0e', 'b88d4fde', 'f242432a', '2eb2c2d6'].map(
          (selector) => `0x${selector}${word(caller)}${word(eve)}${word('1')}`,
        ),
      )
    policy.lists = limitsPolicy({ allow: { MATIC: [token] } })
    for (const data of toEve)
      expect([data, await codeOf(send(data))]).toEqual([data, 'managed.wallet.denied'])
    // An address is itself, also if it begins as such a call does.
    const { lists } = policy
    const coins = { caller, to: eve, amount: '0.1', currency: 'MATIC' } as const
    policy.lists = limitsPolicy({ allow: { MATIC: [token, `0x${'0'.repeat(40)}`] } })
    expect(await codeOf(calls.transferPolygonBlockchain(coins))).toBe('managed.wallet.denied')
    policy.lists = lists
    expect(policy.asked.at(-2)?.addresses.map((one) => one.toLowerCase())).toEqual([token.toLowerCase(), eve])

    policy.lists = limitsPolicy({ allow: { MATIC: [token, eve] } })
    await txIdOf(send(`0x095ea7b3${word(eve)}${word('1')}`))
    // `name()`: what it does is for whoever has allowed the contract.
    policy.lists = lists
    await txIdOf(send('0x06fdde03'))
  })

  it('tokens go to nobody by a method whose name is encoded as that of another one', async () => {
    const { address: caller } = await calls.custodialCreateWallet({ chain: 'MATIC' })
    await world.rpc('anvil_setBalance', caller, '0xde0b6b3a7640000')
    const token = `0x${'c0de'.repeat(10)}`
    const eve = `0x${'e4e'.padEnd(40, '0')}`
    const by = (code: string, name: string, of: string, params: readonly string[]) => {
      const body = {
        contractAddress: token,
        methodName: name,
        methodABI: {
          name,
          type: 'function',
          stateMutability: 'nonpayable',
          inputs: [of, 'uint256'].map((type) => ({ name: '', type })),
          outputs: [],
        },
        params: [...params],
      }
      return code === 'kms.denied'
        ? calls.callPolygonSmartContractMethodKMS({ ...body, signatureId: crypto.randomUUID() })
        : calls.callPolygonSmartContractMethodCaller({ ...body, caller })
    }
    for (const code of ['managed.wallet.denied', 'kms.denied']) {
      policy.lists = limitsPolicy({ allow: { MATIC: [token] } })
      expect(await codeOf(by(code, 'transfer', 'address', [eve, '5']))).toBe(code)
      // Its selector is that of `transfer(address,uint256)`.
      const hidden = by(code, 'workMyDirefulOwner', 'uint256', [BigInt(eve).toString(), '5'])
      expect(await codeOf(hidden)).toBe(code)
      policy.lists = limitsPolicy({ allow: { MATIC: [token, eve] } })
      await by(code, 'workMyDirefulOwner', 'uint256', [BigInt(eve).toString(), '5'])
      // A list of denied ones reads it too.
      policy.lists = limitsPolicy({ deny: { MATIC: [`0x${'0'.repeat(40)}`] } })
      expect(await codeOf(by(code, 'workMyDirefulOwner', 'uint256', ['0', '5']))).toBe(code)
    }
  })
})
