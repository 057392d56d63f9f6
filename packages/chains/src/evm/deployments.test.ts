/** Tokens that are deployed by the call that registers them, on anvil: on each chain, and through everything that fails. */
import { verify } from '@tallystick/engine'
import { chooseSeed, partOf, quickOrFull } from '@tallystick/testing'
import { getContractAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Calls, codeOf, faultOf, linked, openLedger, refusalOf } from '../open-ledger.fixture.js'
import { type Behaviour, dies, json } from '../transport/server.fixture.js'
import { anvil, MNEMONIC, RICH_KEY } from './anvil.fixture.js'
import { signAsDaemon } from './daemon.fixture.js'
import { type Account, type EvmWorld, openEvmWorld } from './ledger-world.fixture.js'

const WALLET = { signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }
const SEND = 'eth_sendRawTransaction'
/** Blocks until one is final. */
const FINAL = 64
const HOLDER = `0x${'9d'.repeat(20)}`
const hexOf = (value: number): string => `0x${value.toString(16)}`
const token = (symbol: string, over: object = {}) => ({
  symbol,
  supply: '1000.5',
  description: 'Gold of the world',
  basePair: 'EUR' as const,
  ...over,
})

type Rpc = <Result>(method: string, ...params: readonly unknown[]) => Promise<Result>

/** What the key-management system does: signs for `RICH_KEY`. */
const signedByDaemon = (rpc: Rpc, serialized: string): Promise<string> => {
  const { address: from } = privateKeyToAccount(RICH_KEY)
  return signAsDaemon(serialized, RICH_KEY, {
    gas: async (call) => BigInt(await rpc<string>('eth_estimateGas', { from, ...call })),
    nonce: async () => BigInt(await rpc<string>('eth_getTransactionCount', from, 'pending')),
    gasPrice: async () => BigInt(await rpc<string>('eth_gasPrice')),
  })
}

/** As a node whose rules do not take the bytes. */
const refusing: Behaviour = (asked, response) =>
  json(response, {
    jsonrpc: '2.0',
    id: JSON.parse(asked.body).id,
    error: { code: -32_000, message: 'invalid sender' },
  })

/** The balance of the account of a currency, and whether the currency has a token. */
const standing = async (calls: Calls, name: string): Promise<string> => {
  const { accountId, erc20Address } = await calls.getCurrency({ name })
  const { accountBalance } = await calls.getAccountBalance({ id: accountId })
  return `${accountBalance} of ${erc20Address === undefined ? 'nothing' : 'a token'}`
}

const CHAINS = [
  { id: 'ETH', chainId: 11_155_111n, prefix: 'deployErc20Offchain', broadcast: 'ethBroadcast' },
  { id: 'BSC', chainId: 97n, prefix: 'offBscDeployErc20Offchain', broadcast: 'bscBroadcast' },
  { id: 'CELO', chainId: 11_142_220n, prefix: 'deployCeloErc20Offchain', broadcast: 'celoBroadcast' },
  { id: 'KLAY', chainId: 1_001n, prefix: 'offKlaDeployErc20Offchain', broadcast: 'klaytnBroadcast' },
  { id: 'KCS', chainId: 322n, prefix: 'offKcsDeployErc20Offchain', broadcast: 'kcsBroadcast' },
  { id: 'ONE', chainId: 1_666_700_000n, prefix: 'offOneDeployErc20Offchain', broadcast: 'oneBroadcast' },
  { id: 'XDC', chainId: 51n, prefix: 'offXdcDeployErc20Offchain', broadcast: 'xdcBroadcast' },
] as const
/** Each starts a node: `npm test` takes one or two of them, others each time. */
const SHARE = { of: quickOrFull(6, 1), seed: chooseSeed() }

describe.each(partOf('chains that deploy', CHAINS, SHARE))('on $id', ({ id, chainId, prefix, broadcast }) => {
  it('in each way to sign and to name the holder, the account gets the supply once the token is final', async () => {
    const node = await anvil({ chainId })
    const nodes = [{ kind: 'evm' as const, url: node.url }]
    const chains = createChains(readChainsConfig({ chains: { [id]: { testnet: { nodes } } } }))
    const world = openLedger(chains)
    onTestFinished(() => world.close())
    const calls = await world.as('testnet')
    const { codec, keys } = await chains.chain(id, 'testnet')
    const words = { mnemonic: MNEMONIC, index: 0 }
    const xpub = (await keys?.xpub(MNEMONIC)) ?? ''
    // Wallets of words are not at the same path on each chain.
    const own = codec.canonical(keys?.address(xpub, 0) ?? '')
    await node.rpc.call('anvil_setBalance', [own, '0x3635c9adc5dea00000'])
    const extra = id === 'CELO' ? { feeCurrency: 'CELO' } : {}
    const atXpub = (symbol: string, derivationIndex: number) => ({
      ...token(symbol, extra),
      xpub,
      derivationIndex,
    })
    const atAddress = (symbol: string) => ({ ...token(symbol, extra), address: HOLDER })
    const call = (name: string, body: object): Promise<{ accountId: string; signatureId?: string }> =>
      Reflect.get(calls, `${prefix}${name}`)(body)

    await call('PKXpub', { ...atXpub('KEY_XPUB', 0), privateKey: RICH_KEY })
    await call('PKAddress', { ...atAddress('KEY_ADDRESS'), privateKey: RICH_KEY })
    await call('MnemXpub', { ...atXpub('WORDS_XPUB', 1), ...words })
    await call('MnemonicAddress', { ...atAddress('WORDS_ADDRESS'), ...words })
    const pending = [
      await call('KMSXpub', { ...atXpub('KMS_XPUB', 2), ...WALLET }),
      await call('KMSAddress', { ...atAddress('KMS_ADDRESS'), ...WALLET }),
    ]
    for (const { signatureId = '' } of pending) {
      const { serializedTransaction } = await calls.getPendingTransactionToSign({ id: signatureId })
      const rpc: Rpc = (method, ...params) => node.rpc.call(method, params) as never
      const txData = await signedByDaemon(rpc, serializedTransaction)
      await calls[broadcast]({ txData, signatureId })
    }
    const names = ['KEY_XPUB', 'KEY_ADDRESS', 'WORDS_XPUB', 'WORDS_ADDRESS', 'KMS_XPUB', 'KMS_ADDRESS']
    await world.round()
    for (const name of names) expect(await standing(calls, name)).toBe('0 of nothing')
    await node.rpc.call('anvil_mine', ['0x100'])
    await world.round()
    await linked(world)
    for (const name of names) expect(await standing(calls, name), name).toBe('1000.5 of a token')
    expect(await verify(world.storage)).toMatchObject({ discrepancies: [] })
  })
})

describe('what comes in between', () => {
  let world: EvmWorld
  let calls: Calls
  let alice: Account
  beforeEach(async () => {
    world = await openEvmWorld({ mines: false, settings: { follow: { from: 1 } } })
    calls = await world.as('testnet')
    alice = await world.account()
  })
  afterEach(async () => {
    expect(await verify(world.storage)).toMatchObject({ discrepancies: [] })
    await world.close()
  })

  const body = (symbol: string, over: object = {}) => ({
    ...token(symbol),
    address: alice.address,
    privateKey: alice.fromPrivateKey,
    ...over,
  })
  const deploy = (symbol: string, over: object = {}, by = calls) =>
    by.deployErc20OffchainPKAddress(body(symbol, over))
  const mine = (blocks = 1) => world.rpc('anvil_mine', hexOf(blocks))
  const settle = async (blocks = FINAL) => {
    await mine(blocks)
    await world.round()
    await linked(world)
    await world.ledger.custody.follow()
  }
  const statuses = async () => (await world.sends()).map(({ status }) => status)

  it('the supply is in progress while its block may be undone, then others are paid, and may withdraw', async () => {
    const { accountId, txId = '' } = await deploy('GOLD')
    expect(txId).toMatch(/^0x[0-9a-f]{64}$/)
    await settle()
    expect(await standing(calls, 'GOLD')).toBe('0 of a token')
    expect(await calls.getDeposits({ accountId, pageSize: 10 })).toMatchObject([
      { status: 'InProgress', amount: '1000.5' },
    ])
    await settle(2 * FINAL)
    expect(await standing(calls, 'GOLD')).toBe('1000.5 of a token')

    const ben = await world.account(0n)
    const { id } = await calls.createAccount({ currency: 'GOLD' })
    await calls.assignAddress({ id, address: ben.address })
    const { erc20Address = '' } = await calls.getCurrency({ name: 'GOLD' })
    const order = { senderAccountId: accountId, amount: '400', privateKey: alice.fromPrivateKey }
    await calls.transferErc20({ ...order, address: ben.address })
    await settle()
    const balances = () => Promise.all([accountId, id].map((one) => calls.getAccountBalance({ id: one })))
    expect(await balances()).toMatchObject([{ accountBalance: '600.5' }, { accountBalance: '400' }])
    const data = `0x70a08231${ben.address.slice(2).toLowerCase().padStart(64, '0')}`
    expect(BigInt(await world.rpc<string>('eth_call', { to: erc20Address, data }, 'latest'))).toBe(
      400n * 10n ** 18n,
    )
    const { currencies } = await world.ledger.reconcile()
    expect(currencies.find(({ currency }) => currency === 'GOLD')).toMatchObject({
      onChain: 1_000_500_000_000_000_000_000n,
      difference: 0n,
      shortfall: 0n,
    })
  })

  it('the holder pays with it at once: what its own block shows is the supply', async () => {
    const { txId = '' } = await deploy('GOLD')
    await mine()
    const { contractAddress } = await world.rpc<{ contractAddress: string }>(
      'eth_getTransactionReceipt',
      txId,
    )
    const { codec } = await world.ledger.chains.chain('ETH', 'testnet')
    const data = codec.encodeErc20Transfer(HOLDER, 10n ** 18n)
    await world.rpc('anvil_impersonateAccount', alice.address)
    await world.rpc('eth_sendTransaction', { from: alice.address, to: contractAddress, data })
    await settle()
    await settle(2 * FINAL)
    expect(await standing(calls, 'GOLD')).toBe('1000.5 of a token')
  })

  it('the same name again is refused, also by another engine at the same time, and nothing is sent twice', async () => {
    const other = await world.beside('testnet')
    const both = await Promise.allSettled([deploy('GOLD'), deploy('GOLD', {}, other as Calls)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await codeOf(deploy('GOLD'))).toBe('erc20.duplicate.name')
    await settle()
    expect(await codeOf(deploy('GOLD'))).toBe('erc20.duplicate.name')
    expect(await statuses()).toEqual(['final'])
  })

  it('two engines deploy from one key at the same time: each has a nonce of its own', async () => {
    const other = (await world.beside('testnet')) as Calls
    const names = ['FIRST', 'SECOND', 'THIRD', 'FOURTH']
    const { keys } = await world.ledger.chains.chain('ETH', 'testnet')
    await Promise.all(
      names.map(async (name, index) => {
        const words = keys?.mnemonic(new Uint8Array(32).fill(index)) ?? ''
        const held = { xpub: (await keys?.xpub(words)) ?? '', derivationIndex: 1 }
        const engine = index % 2 === 0 ? calls : other
        return engine.deployErc20OffchainPKXpub({
          ...token(name),
          ...held,
          privateKey: alice.fromPrivateKey,
        })
      }),
    )
    await settle()
    await settle(2 * FINAL)
    for (const name of names) expect(await standing(calls, name)).toBe('1000.5 of a token')
  })

  it('no answer: it is registered, and delivered later', async () => {
    world.interfere = ({ method }) => (method === SEND ? dies : undefined)
    const { accountId } = await deploy('GOLD')
    expect(accountId).not.toBe('')
    expect(await codeOf(deploy('GOLD'))).toBe('erc20.duplicate.name')
    world.interfere = () => undefined
    await settle()
    await settle()
    await settle(2 * FINAL)
    expect(await standing(calls, 'GOLD')).toBe('1000.5 of a token')
    expect(await statuses()).toEqual(['final'])
  })

  it('its block is undone before it is final: it is deployed once, and linked once', async () => {
    await deploy('GOLD')
    await settle(1)
    await world.rpc('anvil_reorg', 1, [])
    await world.round()
    await settle()
    await settle()
    await settle(2 * FINAL)
    expect(await standing(calls, 'GOLD')).toBe('1000.5 of a token')
  })

  it('the network refuses it: the currency has nothing, and the same call takes it again', async () => {
    world.interfere = ({ method }) => (method === SEND ? refusing : undefined)
    const refused = await refusalOf(deploy('GOLD'))
    expect(refused.code).toBe('ethereum.broadcast.failed')
    const { accountId: first } = await calls.getCurrency({ name: 'GOLD' })
    expect(await standing(calls, 'GOLD')).toBe('0 of nothing')
    world.interfere = () => undefined
    expect(await codeOf(deploy('GOLD', { supply: '1001' }))).toBe('erc20.duplicate.name')
    expect(await codeOf(deploy('GOLD', { address: HOLDER }))).toBe('erc20.duplicate.name')
    const again = await deploy('GOLD', { description: 'Once more', baseRate: 3 })
    expect(again.accountId).toBe(first)
    expect(await calls.getCurrency({ name: 'GOLD' })).toMatchObject({ description: 'Once more', baseRate: 3 })
    await settle()
    await settle(2 * FINAL)
    expect(await standing(calls, 'GOLD')).toBe('1000.5 of a token')
  })

  it('the chain executes it without effect: nothing is credited, and the same call takes it again', async () => {
    const { txId = '', accountId } = await deploy('GOLD')
    const [{ raw } = { raw: '' }] = await world.sends()
    // Something is at its address already.
    await world.rpc('anvil_setCode', getContractAddress({ from: alice.address as never, nonce: 0n }), '0x00')
    expect(raw).not.toBe('')
    await settle()
    const { status } = await world.rpc<{ status: string }>('eth_getTransactionReceipt', txId)
    expect([status, await statuses()]).toEqual(['0x0', ['final']])
    expect(await standing(calls, 'GOLD')).toBe('0 of nothing')
    expect((await deploy('GOLD')).accountId).toBe(accountId)
    await settle()
    await settle(2 * FINAL)
    expect(await standing(calls, 'GOLD')).toBe('1000.5 of a token')
  })

  it('another transaction takes its nonce: it is dead, and the same call takes it again', async () => {
    world.interfere = ({ method }) => (method === SEND ? dies : undefined)
    const { accountId } = await deploy('GOLD')
    world.interfere = () => undefined
    await world.rpc('anvil_impersonateAccount', alice.address)
    await world.rpc('eth_sendTransaction', { from: alice.address, to: HOLDER, nonce: '0x0', value: '0x1' })
    await settle()
    expect(await statuses()).toEqual(['dead'])
    expect((await deploy('GOLD')).accountId).toBe(accountId)
    await settle()
    await settle(2 * FINAL)
    expect(await standing(calls, 'GOLD')).toBe('1000.5 of a token')
  })

  it('its pending signature is deleted: the same call, or one with a key, takes it again', async () => {
    const { privateKey: _, ...rest } = body('GOLD')
    const left = () => calls.deployErc20OffchainKMSAddress({ ...rest, ...WALLET })
    const { accountId, signatureId = '' } = await left()
    expect(await codeOf(left())).toBe('erc20.duplicate.name')
    await calls.deletePendingTransactionToSign({ id: signatureId })
    const second = await left()
    expect(second.accountId).toBe(accountId)
    await calls.deletePendingTransactionToSign({ id: second.signatureId ?? '' })
    expect((await deploy('GOLD')).accountId).toBe(accountId)
    await settle()
    await settle(2 * FINAL)
    expect(await standing(calls, 'GOLD')).toBe('1000.5 of a token')
  })

  it('what is wrong is told at its field, and changes nothing', async () => {
    expect(await faultOf(deploy('GOLD', { supply: '0' }))).toBe('supply')
    expect(await faultOf(deploy('GOLD', { supply: '0.0000000000000000001' }))).toBe('supply')
    expect(await faultOf(deploy('GOLD', { privateKey: `0x${'0'.repeat(64)}` }))).toBe('privateKey')
    expect(await codeOf(deploy('GOLD', { address: '0x'.padEnd(42, 'z') }))).toBe(
      'withdrawal.recipient.format',
    )
    expect(await codeOf(deploy('VC_GOLD'))).toBe('erc20.symbol.prefix')
    expect(await codeOf(deploy('BTC'))).toBe('erc20.duplicate.name')
    const xpub = { ...token('GOLD'), xpub: 'xpub', derivationIndex: 1, privateKey: alice.fromPrivateKey }
    expect(await codeOf(calls.deployErc20OffchainPKXpub(xpub))).toBe('account.xpub.incompatible')
    const poor = await world.account(0n)
    expect(await codeOf(deploy('GOLD', { privateKey: poor.fromPrivateKey }))).toBe('balance.insufficient')
    const mainnet = await world.as('mainnet')
    expect(await codeOf(deploy('GOLD', {}, mainnet))).toBe('private.key.testnet.only')
    expect(await codeOf(calls.getCurrency({ name: 'GOLD' }))).toBe('vc.not.found')
    expect(await world.sends()).toEqual([])
  })
})
