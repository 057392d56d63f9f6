/** Operations of EVM chains that need a node, and that no other test asks with success: the reference has their answers. */
import type { EvmChain } from '@tallystick/custody'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answering, answering, deployEach, KMS, PUMP_FLAGS, WORDS } from './answers.fixture.js'
import { ALICE, ALICE_KEY, BEN } from './contracts.fixture.js'
import {
  type Anvil,
  contracts,
  DEPLOYER,
  deploy,
  deployFactory,
  evmDaemon,
  minedBy,
  startAnvil,
} from './nodes.fixture.js'

/** One node is that of all of them, because their transactions are alike. */
const CHAIN_ID = 31_337
const CHAINS = ['ETH', 'BSC', 'CELO', 'KLAY', 'KCS', 'MATIC', 'ONE', 'XDC'] as const
type Chain = (typeof CHAINS)[number]
const COIN = `0x${(10n ** 18n).toString(16)}`
const CELO = { chain: 'CELO', feeCurrency: 'CELO' }
/** anvil knows no fees in tokens. */
const feeOf = (chain: Chain) => (chain === 'CELO' ? { feeCurrency: 'CELO' } : {})
const word = (value: bigint | string) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')

let node: Anvil
let on: Answering
beforeAll(async () => {
  node = await startAnvil(BigInt(CHAIN_ID))
  await deployFactory(node)
  const testnet = { chainId: CHAIN_ID, passThrough: true, nodes: [{ kind: 'evm', url: node.url }] } as const
  on = await answering(Object.fromEntries(CHAINS.map((chain) => [chain, { testnet }])))
  for (const chain of CHAINS) await fund(await ownAddress(chain))
}, 60_000)
afterAll(async () => {
  await on?.tallystick.close()
  await node?.kill()
})

const chainOf = (chain: Chain): Promise<EvmChain> => on.tallystick.chains.chain(chain, 'testnet')
const fund = (address: string) => node.rpc.call('anvil_setBalance', [address, COIN])
const xpubOf = async (chain: Chain) => (await (await chainOf(chain)).keys?.xpub(WORDS.mnemonic)) ?? ''

async function ownAddress(chain: Chain): Promise<string> {
  const { keys, codec } = await chainOf(chain)
  const key = (await keys?.privateKey(WORDS.mnemonic, WORDS.index)) ?? ''
  return codec.canonical(codec.signer(key).address)
}

test.each([
  ['transferEth', 'ETH'],
  ['transferBsc', 'BSC'],
  ['transferCelo', 'CELO'],
  ['transferKCS', 'KCS'],
  ['offKlaTransferEth', 'KLAY'],
  ['offOneTransferEth', 'ONE'],
  ['offPolTransferEth', 'MATIC'],
  ['offXdcTransferEth', 'XDC'],
] as const)('%s pays by key, by words and by a key-management system', async (id, chain) => {
  const senderAccountId = await on.account(chain, await xpubOf(chain))
  const order = { senderAccountId, address: BEN, amount: '0.1', ...feeOf(chain) }
  await on.show(id, { ...order, [chain === 'KCS' ? 'fromPrivateKey' : 'privateKey']: ALICE_KEY })
  await on.show(`${id}Mnemonic`, { ...order, ...WORDS })
  await on.show(`${id}KMS`, { ...order, ...KMS })
})

test('transferErc20 pays a token', async () => {
  const contract = await deploy(node, `${contracts.Token.bytecode}${word(10n ** 9n)}`)
  const data = `0xa9059cbb${word(ALICE)}${word(5_000_000n)}`
  await minedBy(node, { from: DEPLOYER, to: contract, data })
  // Deep enough to be believed.
  await node.rpc.call('anvil_mine', ['0x60'])
  const token = { chain: 'ETH', symbol: 'TEA', supply: '0', decimals: 6, description: 'Tea', basePair: 'EUR' }
  await on.ask('erc20Address', { ...token, address: ALICE })
  await on.ask('storeTokenAddress', { name: 'TEA', address: contract })
  const senderAccountId = await on.account('TEA')
  await on.show('transferErc20', { senderAccountId, address: BEN, amount: '1', privateKey: ALICE_KEY })
})

test.each([
  ['deployErc20', 'ETH'],
  ['offBscDeployErc20', 'BSC'],
  ['offKlaDeployErc20', 'KLAY'],
  ['offKcsDeployErc20', 'KCS'],
  ['offOneDeployErc20', 'ONE'],
  ['offXdcDeployErc20', 'XDC'],
  ['deployCeloErc20', 'CELO'],
] as const)('%s in each way', async (prefix, chain) => {
  const ways = { KMS: { ...KMS, index: 0 }, Mnem: WORDS, PK: { privateKey: ALICE_KEY } }
  const held = { symbol: `GOLD_${chain}`, xpub: await xpubOf(chain), address: BEN }
  await deployEach(on, prefix, held, ways, feeOf(chain))
})

test('multi tokens of Celo', async () => {
  const by = { ...CELO, fromPrivateKey: ALICE_KEY }
  const { txId } = await on.show('deployMultiTokenCelo', { ...by, uri: 'https://tea.example/{id}.json' })
  const deployed = { chain: 'CELO', hash: txId }
  // A node may show the block a moment after it has answered.
  await expect.poll(() => on.ask('sCGetContractAddress', deployed)).toHaveProperty('contractAddress')
  const { contractAddress } = await on.show('sCGetContractAddress', deployed)
  const own = { ...by, contractAddress }
  const both = { to: [ALICE, BEN], tokenId: [['1', '2'], ['2']], amounts: [['5', '7'], ['1']] }
  const some = { tokenId: ['1', '2'], amounts: ['1', '2'] }
  await on.show('mintMultiTokenCelo', { ...own, to: ALICE, tokenId: '7', amount: '100' })
  await on.show('mintMultiTokenBatchCelo', { ...own, ...both })
  await on.show('transferMultiTokenCelo', { ...own, to: BEN, tokenId: '7', amount: '3' })
  await on.show('transferMultiTokenBatchCelo', { ...own, to: BEN, ...some })
  await on.show('burnMultiTokenCelo', { ...own, account: ALICE, tokenId: '7', amount: '1' })
  await on.show('burnMultiTokenBatchCelo', { ...own, account: ALICE, ...some })
})

test('gas pumps of Celo, and what they and tokens cost elsewhere', async () => {
  const by = { ...CELO, fromPrivateKey: ALICE_KEY }
  await on.show('generateCustodialWalletCelo', { ...by, ...PUMP_FLAGS })
  const { txId } = await on.show('generateCustodialWalletBatchCelo', { ...by, owner: ALICE, batchCount: 2 })
  const deployed = { chain: 'CELO', hash: txId }
  await expect.poll(() => on.ask('scGetCustodialAddresses', deployed)).toHaveLength(2)
  const pumps = await on.ask('scGetCustodialAddresses', deployed)
  const [custodialAddress = ''] = pumps as unknown as readonly string[]
  await fund(custodialAddress)
  const one = { custodialAddress, recipient: BEN, contractType: 3, amount: '0.1' }
  await on.show('transferCustodialWalletCelo', { ...by, ...one })
  await on.show('transferCustodialWalletBatchCelo', {
    ...{ ...by, custodialAddress, recipient: [BEN, ALICE], contractType: [3, 3] },
    ...{ tokenAddress: ['0', '0'], amount: ['0.1', '0.2'], tokenId: ['0', '0'] },
  })
  await on.show('estimateFeeTransferFromCustodial', {
    ...{ chain: 'BSC', type: 'TRANSFER_CUSTODIAL', sender: ALICE, recipient: BEN, custodialAddress },
    ...{ tokenType: 3, amount: '0.1' },
  })
  const many = { chain: 'MATIC', type: 'DEPLOY_CUSTODIAL_WALLET_BATCH', batchCount: 270 }
  await on.show('estimateFeeDeployCustodialWallet', many)
  const { codec } = await chainOf('CELO')
  const art = await deploy(node, codec.contracts.deployment('Nft', ['Art', 'ART', ALICE]))
  await on.show('estimateFeeBatchMintNft', {
    ...{ chain: 'CELO', type: 'MINT_NFT_BATCH', sender: ALICE, recipients: [ALICE, BEN] },
    ...{ contractAddress: art, tokenIds: ['1', '2'], urls: ['ipfs://one', 'ipfs://two'] },
  })
  // What the pumps have paid.
  for (const id of ['ethGetInternalTransactionByAddress', 'ethGetInternalTransactionByAddress_apiClient'])
    await on.show(id, { address: ALICE, pageSize: 1 })
})

test('a managed wallet calls a contract on Polygon', async () => {
  const { address: caller } = await on.ask('custodialCreateWallet', { chain: 'MATIC' })
  await fund(String(caller))
  const contractAddress = await deploy(node, contracts.Sample.bytecode)
  const methodABI = contracts.Sample.abi.find(({ name }) => name === 'store')
  const store = { contractAddress, methodName: 'store', methodABI, params: ['1'] }
  await on.show('callPolygonSmartContractMethodCaller', { ...store, caller })
})

test.each([
  ['bscBroadcast', 'BSC'],
  ['klaytnBroadcast', 'KLAY'],
  ['kcsBroadcast', 'KCS'],
  ['oneBroadcast', 'ONE'],
  ['xdcBroadcast', 'XDC'],
] as const)('%s sends what a key-management system has signed', async (id, chain) => {
  const by = { chain, ...KMS, index: 0 }
  const { signatureId } = await (chain === 'KCS'
    ? on.ask('deployMultiTokenKMS', { ...by, uri: 'https://tea.example/{id}.json' })
    : on.ask('generateCustodialWalletBatchKMS', { ...by, owner: ALICE, batchCount: 1 }))
  const pending = await on.ask('getPendingTransactionToSign', { id: signatureId })
  const quantity = async (method: string, ...params: readonly unknown[]) =>
    BigInt(String(await node.rpc.call(method, params)))
  const txData = await evmDaemon.signAsDaemon(String(pending['serializedTransaction']), ALICE_KEY, {
    gas: (call) => quantity('eth_estimateGas', { from: ALICE, ...call }),
    nonce: () => quantity('eth_getTransactionCount', ALICE, 'pending'),
    gasPrice: () => quantity('eth_gasPrice'),
  })
  await on.show(id, { txData, signatureId })
})

describe('a node itself', () => {
  const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] })

  test.each(['bsc', 'celo', 'ethereum', 'kcs', 'klaytn', 'one', 'polygon', 'xdc'])(
    'of %s answers',
    async (name) => {
      const answer = await on.show(`web3Driver_${name}`, { xApiKey: '', body: call('eth_chainId') })
      expect(answer).toMatchObject({ result: '0x7a69' })
    },
  )

  test('is asked by the name of its chain', async () => {
    await on.show('nodeJsonPostRpcDriver', { chain: 'ETH', body: call('eth_blockNumber') })
  })
})
