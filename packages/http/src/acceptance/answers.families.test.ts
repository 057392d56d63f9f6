/** Operations of the other chains that need a node and succeed in no other test: the reference has their answers. */
import type { SolanaChain } from '@tallystick/custody'
import { afterAll, beforeAll, test } from 'vitest'
import {
  type Answering,
  type Args,
  answering,
  deployEach,
  KMS,
  PUMP_FLAGS,
  WORDS,
} from './answers.fixture.js'
import type { FamilyNode, FamilyRow } from './families/family.fixture.js'
import { FAMILIES } from './families/rows.fixture.js'

const USD = '0000000000000000000000005553440000000000'
/** Of RFC 8032, 7.1: anybody's. */
const PAYEE = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'
const TRON = { chain: 'TRON', feeLimit: 100 }

type Chain = FamilyRow['chain']
interface Account {
  readonly address: string
  readonly secret: string
}
const nodes = new Map<Chain, Pick<FamilyNode, 'testnet' | 'fund' | 'settle' | 'close'>>()
/** Two of each chain, with coins. */
const accounts = new Map<Chain, readonly [Account, Account]>()
let on: Answering
beforeAll(async () => {
  for (const { chain, start } of FAMILIES) nodes.set(chain, await start())
  const networks = [...nodes].map(([chain, { testnet }]) => [
    chain,
    { testnet: { ...testnet, passThrough: true } },
  ])
  on = await answering(Object.fromEntries(networks))
  for (const { chain, keys } of FAMILIES) {
    const make = chain === 'EGLD' ? () => accountOfMultiversx() : () => keys?.account(on.tallystick)
    const pair = [await make(), await make()] as const
    if (!areBoth(pair)) continue
    for (const { address } of pair) nodes.get(chain)?.fund(address)
    nodes.get(chain)?.settle()
    accounts.set(chain, pair)
  }
}, 120_000)
afterAll(async () => {
  await on?.tallystick.close()
  for (const node of nodes.values()) await node.close()
})

const areBoth = (pair: readonly (Account | undefined)[]): pair is readonly [Account, Account] =>
  pair.every((one) => one !== undefined)

async function accountOfMultiversx(): Promise<Account> {
  const { mnemonic } = await on.ask('egldGenerateWallet')
  const { address } = await on.ask('egldGenerateAddress', { mnemonic, index: 0 })
  const { key } = await on.ask('egldGenerateAddressPrivateKey', { mnemonic, index: 0 })
  return { address: String(address), secret: String(key) }
}

const pairOf = (chain: Chain): readonly [Account, Account] => {
  const pair = accounts.get(chain)
  if (pair === undefined) throw new TypeError(`no accounts of ${chain}`)
  return pair
}
const settle = (chain: Chain) => nodes.get(chain)?.settle()
const tronXpub = async () => String((await on.ask('tronGenerateWalletFromMnemonic', { ...words }))['xpub'])
const { index: _index, ...words } = WORDS

test('withdrawals', async () => {
  const order = async (chain: Chain, xpub?: string) => ({
    senderAccountId: await on.account(chain, xpub),
    address: pairOf(chain)[1].address,
    amount: '1.5',
  })
  const [egld] = pairOf('EGLD')
  await on.show('offEglTransferEth', { ...(await order('EGLD')), privateKey: egld.secret })
  const [tron] = pairOf('TRON')
  await on.show('transferTron', { ...(await order('TRON', await tronXpub())), fromPrivateKey: tron.secret })
  const [bnb] = pairOf('BNB')
  const ofBnb = await order('BNB', bnb.address)
  await on.show('transferBnb', { ...ofBnb, fromPrivateKey: bnb.secret })
  await on.show('transferBnbKMS', { ...ofBnb, ...KMS, fromAddress: bnb.address })
})

test('what waits for a signature on XRP and TRON', async () => {
  const [{ address: fromAccount }, { address: issuerAccount }] = pairOf('XRP')
  const line = { issuerAccount, token: USD, limit: '1000' }
  await on.show('trustLineXrpBlockchainKMS', { fromAccount, ...KMS, ...line })
  const [{ address: from }] = pairOf('TRON')
  const by = { from, ...KMS }
  await on.show('freezeTronKMS', { ...by, resource: 'BANDWIDTH', amount: '1' })
  const tea = { recipient: from, name: 'Tea', totalSupply: 1_000, decimals: 5 }
  const more = { abbreviation: 'TEA', description: 'A cup of it', url: 'https://tea.example' }
  await on.show('createTronTrc10BlockchainKMS', { ...by, ...tea, ...more })
  await on.show('createTronTrc20BlockchainKMS', { ...by, ...tea, symbol: 'TEA' })
})

test('tokens of the ledger on TRON', async () => {
  const xpub = await tronXpub()
  const { address: own } = await on.ask('tronGenerateAddress', { xpub, index: WORDS.index })
  nodes.get('TRON')?.fund(String(own))
  const [first, second] = pairOf('TRON')
  const ways = {
    KMS: { ...KMS, index: 0, from: first.address },
    Mnem: WORDS,
    PK: { privateKey: first.secret },
  }
  const held = { symbol: 'GOLD_TRON', xpub, address: second.address }
  await deployEach(on, 'deployTrc', held, ways, { decimals: 6, type: 'TRC20' })
})

test('gas pumps of TRON', async () => {
  const [{ address: owner, secret }, { address: recipient }] = pairOf('TRON')
  const pumps = await on.ask('precalculateGasPumpAddresses', { chain: 'TRON', owner, from: 0, to: 1 })
  const [custodialAddress = ''] = pumps as unknown as readonly string[]
  const byKey: Args = { ...TRON, fromPrivateKey: secret }
  await on.show('activateGasPumpTron', { ...byKey, owner, from: 0, to: 1 })
  settle('TRON')
  await on.show('activateGasPumpTronKMS', { ...TRON, owner, from: 2, to: 3, ...KMS, index: 0 })
  nodes.get('TRON')?.fund(custodialAddress)
  for (const [end, by] of [
    ['', byKey],
    ['KMS', { ...TRON, ...KMS, index: 0, from: owner }],
  ] as const) {
    await on.show(`generateCustodialWalletTron${end}`, { ...by, ...PUMP_FLAGS })
    await on.show(`generateCustodialWalletBatchTron${end}`, { ...by, owner, batchCount: 2 })
    const one = { custodialAddress, recipient, contractType: 3, amount: '1.5' }
    await on.show(`transferCustodialWalletTron${end}`, { ...by, ...one })
    await on.show(`transferCustodialWalletBatchTron${end}`, {
      ...{ ...by, custodialAddress, recipient: [recipient, owner], contractType: [3, 3] },
      ...{ tokenAddress: ['0', '0'], amount: ['0.25', '0.5'], tokenId: ['0', '0'] },
    })
  }
})

test('a managed wallet signs what somebody else has made on Solana', async () => {
  const { address, walletId } = await on.ask('custodialCreateWallet', { chain: 'SOL' })
  nodes.get('SOL')?.fund(String(address))
  settle('SOL')
  const { codec, node }: SolanaChain = await on.tallystick.chains.chain('SOL', 'testnet')
  const transfer = { from: String(address), to: PAYEE, amount: 1_000_000_000n }
  const unsigned = codec.build({ transfer, lifetime: await node.lifetime(), fee: 0n, salt: null })
  const txData = Buffer.from(codec.withSignatures(unsigned, []), 'base64').toString('hex')
  const walletIds = [{ key: walletId, type: 'MANAGED' }]
  await on.show('custodialTransferManagedAddress', { chain: 'SOL', txData, walletIds })
})

test('what MultiversX costs, and nodes that answer themselves', async () => {
  const [{ address: sender }, { address: receiver }] = pairOf('EGLD')
  await on.show('egldEstimateGas', { sender, receiver, value: '1.5' })
  await on.show('egldNodeProxyGet', { rpcPath: 'network/config' })
  const cost = { nonce: 0, value: '1', sender, receiver, chainID: 'T', version: 1 }
  await on.show('egldNodeProxyPost', { rpcPath: 'transaction/cost', body: cost })
  const [{ address }] = pairOf('XLM')
  await on.show('nodeJsonRpcGetDriver', { chain: 'XLM', rpcPath: `accounts/${address}` })
  await on.show('nodeJsonRpcPutDriver', { chain: 'EGLD', rpcPath: 'network/config', body: {} })
})
