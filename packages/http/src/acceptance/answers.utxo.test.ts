/** Operations of UTXO chains that need a node, and that no other test asks with success: the reference has their answers. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import type { UtxoChain } from '@tallystick/custody'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answering, answering, KMS, WORDS } from './answers.fixture.js'
import { startUtxoServer, type UtxoServer } from './nodes.fixture.js'

const CHAINS = ['BTC', 'LTC', 'DOGE', 'BCH'] as const
type Chain = (typeof CHAINS)[number]
const PARTS = { BTC: 'Btc', LTC: 'Ltc', DOGE: 'Doge', BCH: 'Bch' } as const
/** Deep enough on each of them. */
const DEEP = 50
const COINS = 500_000_000n

interface Site {
  readonly server: UtxoServer
  readonly xpub: string
  /** An account whose deposit address has coins. */
  readonly account: string
  readonly deposited: string
  /** An address with coins, and its key. */
  readonly own: { readonly address: string; readonly privateKey: string }
  /** Nobody's. */
  readonly to: string
  /** Where the wallet gets its change. */
  readonly pool: string
}

const sites = new Map<Chain, Site>()
const siteOf = (chain: Chain): Site => {
  const site = sites.get(chain)
  if (site === undefined) throw new TypeError(`no site of ${chain}`)
  return site
}
const chainOf = (chain: Chain): Promise<UtxoChain> => on.tallystick.chains.chain(chain, 'testnet')
const servers: UtxoServer[] = []
let on: Answering
beforeAll(async () => {
  const base = createChains(readChainsConfig({}))
  const started = new Map<Chain, UtxoServer>()
  for (const chain of CHAINS) started.set(chain, await startUtxoServer(await base.chain(chain, 'testnet')))
  servers.push(...started.values())
  const networks = [...started].map(([chain, { core, blockbook }]) => {
    const nodes = [
      { kind: 'core', url: core },
      { kind: 'blockbook', url: blockbook },
    ] as const
    return [chain, { testnet: { follow: true, passThrough: true, nodes: [...nodes] } }] as const
  })
  on = await answering(Object.fromEntries(networks))
  // Its first round finds where the chains are.
  await on.tallystick.custody.follow()
  for (const [chain, server] of started) sites.set(chain, await open(chain, server))
  for (let round = 0; round < 2; round++) await on.tallystick.custody.follow()
}, 120_000)
afterAll(async () => {
  await on?.tallystick.close()
  for (const server of servers) await server.close()
})

async function open(chain: Chain, server: UtxoServer): Promise<Site> {
  const { codec, keys } = await chainOf(chain)
  if (keys === undefined) throw new TypeError('no keys')
  const privateKey = codec.privateKeyText(new Uint8Array(32).fill(7))
  const { address } = codec.signer(privateKey)
  const xpub = await keys.xpub(WORDS.mnemonic)
  const account = await on.account(chain, xpub)
  const [first] = (await on.ask('getAllDepositAddresses', { id: account })) as unknown as {
    address: string
  }[]
  const deposited = first?.address ?? ''
  server.fund(address, COINS, 4)
  server.fund(deposited, COINS, 4)
  for (let block = 0; block < DEEP; block++) server.mine()
  const site = { server, xpub, account, deposited, own: { address, privateKey } }
  return { ...site, to: keys.address(xpub, 1_000_000), pool: keys.address(xpub, 0) }
}

const orderOf = (chain: Chain) => {
  const { account, to } = siteOf(chain)
  const amounts = chain === 'DOGE' ? { amount: '2', fee: '1' } : { amount: '0.5', fee: '0.0001' }
  return { senderAccountId: account, address: to, ...amounts }
}

test.each(CHAINS)('a withdrawal of %s by the keys of its addresses', async (chain) => {
  const { keys } = await chainOf(chain)
  const { deposited: address, pool } = siteOf(chain)
  const privateKey = await keys?.privateKey(WORDS.mnemonic, 1)
  const order = { ...orderOf(chain), keyPair: [{ address, privateKey }], attr: pool }
  const answer = await on.show(`transfer${PARTS[chain]}KeyPair`, order)
  expect(answer).toMatchObject({ completed: true })
})

test('what a withdrawal of BTC costs, by words and by a key-management system', async () => {
  const { xpub } = siteOf('BTC')
  const { fee: _fee, ...order } = orderOf('BTC')
  await on.show('offchainEstimateFee', { ...order, xpub })
  await on.show('transferBtcMnemonic', { ...orderOf('BTC'), mnemonic: WORDS.mnemonic, xpub })
  await on.show('transferBtcKMS', { ...orderOf('BTC'), ...KMS, xpub })
})

test('payments that wait for a signature', async () => {
  const order = (chain: Chain) => {
    const { own, to } = siteOf(chain)
    return { to: [{ address: to, value: 0.1 }], fee: '0.0001', changeAddress: own.address }
  }
  const { address } = siteOf('BTC').own
  await on.show('btcTransactionFromAddressKMS', { fromAddress: [{ address, ...KMS }], ...order('BTC') })
  const { server, own } = siteOf('LTC')
  const { txId: txHash } = server.fund(own.address, COINS)
  await on.show('ltcTransactionUTXOKMS', { fromUTXO: [{ txHash, index: 0, ...KMS }], ...order('LTC') })
})

test('what a payment of BTC costs', async () => {
  const { server, own, to } = siteOf('BTC')
  const order = { chain: 'BTC', type: 'TRANSFER', to: [{ address: to, value: 0.1 }] }
  await on.show('estimateFeeFromAddress', { ...order, fromAddress: [own.address] })
  const { txId: txHash } = server.fund(own.address, COINS)
  await on.show('estimateFeeFromUTXO', { ...order, fromUTXO: [{ txHash, index: 0 }] })
})

test('balances and transactions of addresses', async () => {
  const { own, to } = siteOf('BTC')
  await on.show('btcGetBalanceOfAddressBatch', { addresses: `${own.address},${to}` })
  await on.show('btcGetTxByAddressBatch', { addresses: [own.address, to] })
  const { address } = siteOf('DOGE').own
  await on.show('dogeGetBalanceOfAddress', { address })
  await on.show('dogeGetBalanceOfAddressBatch', { addresses: address })
  for (const chain of ['BTC', 'LTC', 'DOGE'] as const) {
    const page = { address: siteOf(chain).own.address, pageSize: 1 }
    await on.show(`${chain.toLowerCase()}GetTxByAddress`, page)
  }
})

test.each(['btc', 'bch', 'doge'])('a node of %s answers itself', async (name) => {
  const body = { jsonrpc: '2.0', id: 1, method: 'getblockhash', params: [1] }
  expect(await on.show(`${name}RpcDriver`, { body })).toMatchObject({ result: expect.any(String) })
})
