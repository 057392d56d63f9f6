/** One call of every operation of a chain, where it succeeds. A new operation does not compile without one. */

import type { Operations } from '@tallystick/api'
import { createChains, readChainsConfig } from '@tallystick/chains'
import type { Network } from '@tallystick/core'
import { chainCatalogue, operations } from './catalogue/index.js'
import { DEPLOYMENT_EXAMPLES } from './deployment-examples.fixture.js'
import { EVM_EXAMPLES } from './evm-examples.fixture.js'
import { GAS_PUMP_EXAMPLES } from './gas-pump-examples.fixture.js'
import { MULTI_TOKEN_EXAMPLES } from './multi-token-examples.fixture.js'
import { TRANSFER_EXAMPLES } from './transfer-examples.fixture.js'
import { UTXO_EXAMPLES } from './utxo-examples.fixture.js'

/** Every chain, and no node of any: what is computed works, and nobody can be asked. */
export function nodelessChains() {
  return createChains(readChainsConfig({}))
}

type ChainOperationId = keyof typeof chainCatalogue

/** Those of the catalogue that work on a chain. */
export const chainOperations = operations.filter(({ id }) => Object.hasOwn(chainCatalogue, id))

interface ChainExample<Args> {
  readonly args: Args
  readonly credits: number
  /** Of the API key; `mainnet` without it. */
  readonly network?: Network
  /** What it is refused with where no node is configured; without it, no node is needed. */
  readonly nodeless?:
    | 'chain.not.configured'
    | 'chain.unsupported'
    | 'senderAccount.not.exists'
    | 'fee.payer.denied'
    | 'managed.wallet.owner'
}

/** Of trezor/python-mnemonic, vectors.json: 24 words. */
export const MNEMONIC =
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless'

/** Of the seed of BIP-32's second test vector: the public key at m, on the main network. */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB'

const wallet = { args: {}, credits: 1 }
const fromMnemonic = { args: { mnemonic: MNEMONIC }, credits: 1 }
const address = { args: { xpub: XPUB, index: 0 }, credits: 1 }
const privateKey10 = { args: { mnemonic: MNEMONIC, index: 7 }, credits: 10 }
const privateKey = { args: { mnemonic: MNEMONIC, index: 2 ** 31 - 1 }, credits: 1 }

const asked = { credits: 5, nodeless: 'chain.not.configured' } as const
const sent = { credits: 10, network: 'testnet', nodeless: 'chain.not.configured' } as const

const passedGas = {
  ...asked,
  credits: 2,
  args: { from: `0x${'12'.repeat(20)}`, to: `0x${'34'.repeat(20)}`, amount: '1.5', data: '0xa9' },
}

/** Of xrpl.js, packages/ripple-keypairs/test/fixtures/api.json: its seed is published. */
const XRP_ACCOUNT = 'rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1'
const XRP_KEY = { fromAccount: XRP_ACCOUNT, fromSecret: 'sp5fghtJtpUorTwvof1NpDXAzNwf5' }
const XRP_KMS = { fromAccount: XRP_ACCOUNT, signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }
const XRP_TRANSFER = { to: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', amount: '1.5' }
const XRP_ASSET = {
  issuerAccount: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
  token: '524C555344000000000000000000000000000000',
}
/** Of trust-wallet/wallet-core, rust/tw_tests/tests/chains/ripple/ripple_sign.rs. */
const XRP_SIGNED =
  '12000022000000002401EC5FD8201B01EC5FED61400000000000000A68400000000000000A732103D13E1152965A51A4A9FD9A8B4EA3DD82A4EBA6B25FCAD5F460A2342BB650333F74463044022037D32835C9394F39B2CFD4EAF5B0A80E0DB397ACE06630FA2B099FF73E425DBC02205288F780330B7A88A1980FA83C647B5908502AD7DE9A44500C08F0750B0D9E8481144C55F5A78067206507580BE7BB2686C8460ADFF983148132E4E20AECF29090AC428A9C43F230A829220D'

/** Of trust-wallet/wallet-core, tests/chains/Binance/TWAnySignerTests.cpp: its key is published. */
const BNB_KEY = '95949f757db1f57ca94a5dff23314accbe7abee89597bf6a3c7382c84d7eb832'
const BNB_ACCOUNT = 'tbnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lx8xu7hm'
const BNB_TRANSFER = {
  to: 'tbnb1hlly02l6ahjsgxw9wlcswnlwdhg4xhx3f309d9',
  currency: 'BNB',
  amount: '1.5',
} as const
const BNB_SIGNED =
  'b801f0625dee0a462a2c87fa0a1f0a1440c2979694bbc961023d1d27be6fc4d21a9febe612070a03424e421001121f0a14bffe47abfaede50419c577f1074fee6dd1535cd112070a03424e421001126a0a26eb5ae98721026a35920088d98c3888ca68c53dfc93f4564602606cbb87f0fe5ee533db38e50212409073e581e1ea4fdf11242fe30a732f96d20799c638354bcf7a242161ac015b9321fbbed93e85b0ef9b5de58fba74dff54ecb1e379ef26e1023be8996003f4899'

/** Of the bytes 11, 32 times. */
const XLM_ACCOUNT = 'GBTL47RTFR5EKMZSXWOQU735WBK7LRPPDIDK3JTNTCZZ7NUBBRDTVSK2'
const XLM_KEY = {
  fromAccount: XLM_ACCOUNT,
  fromSecret: 'SAFQWCYLBMFQWCYLBMFQWCYLBMFQWCYLBMFQWCYLBMFQWCYLBMFQX44I',
}
const XLM_KMS = { fromAccount: XLM_ACCOUNT, signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }
const XLM_TRANSFER = { to: 'GAFVCOWZWSJEAFOKBEBO2B4QITJ2YXN6YIYG6BUURQINVDVW4OPS3OL6', amount: '1.5' }
const XLM_ASSET = { issuerAccount: XLM_TRANSFER.to, token: 'USD' }
/** Of trezor/trezor-firmware, common/tests/fixtures/stellar/sign_tx.json: "timebounds-0-0". */
const XLM_SIGNED =
  'AAAAAgAAAAAvIrnGLwi3dPPr5t1ufbk8PsLL3gJ5Vho9nFIluMMikgAAAGQAAAAAAAAD6AAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAQAAAABdVWQkZrGFuEMVLp4hkVHbxYkgJ+xAEBpRe+1coDDC4AAAAAAAAAAAHc8WmAAAAAAAAAABuMMikgAAAEAaNQTAvvAY4s9ZreSgB0M2r1vWZ7x6WRd4726bl9P92/vONcJJq+gzLNZewKKSOSR1iRyHo/IGBBSMvR3pGGsP'
/** Of trust-wallet/wallet-core, rust/tw_tests/tests/chains/solana/solana_sign.rs. */
const SOLANA_SIGNED =
  'AQPWaOi7dMdmQpXi8HyQQKwiqIftrg1igGQxGtZeT50ksn4wAnyH4DtDrkkuE0fqgx80LTp4LwNN9a440SrmoA8BAAEDZsL1CMnFVcrMn7JtiOiN1U4hC7WovOVof2DX51xM0H/GizyJTHgrBanCf8bGbrFNTn0x3pCGq30hKbywSTr6AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAKgAAAAAAAAA='
const SOLANA_HEX = Buffer.from(SOLANA_SIGNED, 'base64').toString('hex')
/** Of trezor/trezor-firmware, common/tests/fixtures/tron/sign_tx.json, and the key of its mnemonic. */
const TRON_SIGNED =
  '0a86010a02e94222086394747da9fee42140c08afee680335a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412330a1541f2cd810c48c401d392ead3c6e1e1cb9f57750a5812154141f82674a30ae1328745d08afe2d1a0a2419528318c095d20870e0b5fae680331241a7f8602b02413e9dded0170daa5b4ada9a2679198af276be456f4faea1bc326f5070789bec5e6471de3f726f4fe0c9daced8df183e4a62804db26d5650c59a521c'
const TRON_ACCOUNT = 'TY72iA3SBtrds3QLYsS7LwYfkzXwAXCRWT'
const TRON_KEY = { fromPrivateKey: '2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54' }
const TRON_KMS = { from: TRON_ACCOUNT, signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83' }
const TRON_TRANSFER = { to: 'TQSw9qVAigRwfgPdf7aW4wxbG9tFitexg2', amount: '1.5' }
const TRON_TOKEN = { tokenAddress: 'TUKx4Z56RMrYWzAu1qoiDSHQTNiSgYHYyF', feeLimit: 30 }
const TRON_DEPLOY = {
  recipient: 'TQSw9qVAigRwfgPdf7aW4wxbG9tFitexg2',
  name: 'Tea',
  symbol: 'TEA',
  totalSupply: 1_000,
  decimals: 5,
}
const TRON_ISSUE = {
  recipient: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  name: 'Tea',
  abbreviation: 'TEA',
  description: 'A cup of it',
  url: 'https://tea.example',
  totalSupply: 1_000,
  decimals: 5,
}

/** Of multiversx/mx-sdk-js-core, src/testdata/testwallets/alice.pem. */
const EGLD_ACCOUNT = 'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th'
const EGLD_KEY = {
  fromPrivateKey: '413f42575f7f26fad3317a778771212fdb80245850981e48b58a4f25e344e8f9',
}
const EGLD_TRANSFER = {
  from: EGLD_ACCOUNT,
  to: 'erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx',
  amount: '1.5',
}

const EGLD_SIGNED =
  '{"nonce":7,"value":"1","receiver":"erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx","sender":"erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th","gasPrice":1000000000,"gasLimit":50000,"chainID":"T","version":1,"signature":"37b1a7a97ca9a0b6ded6d96a4f84e25b023a093019005a63f7cf982c9dea097092a183c5367a04c9ab98dbb8e837d6d5306f523a069996c3994ee0c1f3876b06"}'

const WEB3 = { jsonrpc: '2.0', id: 1, method: 'eth_call' } as const
const web3 = {
  args: { xApiKey: '', body: WEB3 },
  credits: 5,
  nodeless: 'chain.not.configured',
} as const
const passed = { credits: 2, nodeless: 'chain.not.configured' } as const

const CHAIN_EXAMPLES: {
  readonly [Id in ChainOperationId]: ChainExample<NonNullable<Parameters<Operations[Id]>[0]>>
} = {
  xrpAssetOffchain: { ...asked, args: { ...XRP_ASSET, basePair: 'USD' } },
  xlmAssetOffchain: { ...asked, args: { ...XLM_ASSET, basePair: 'USD' } },
  btcGenerateWallet: wallet,
  btcGenerateWalletFromMnemonic: fromMnemonic,
  btcGenerateAddress: address,
  btcGenerateAddressPrivateKey: privateKey,
  bchGenerateWallet: { ...wallet, credits: 5 },
  bchGenerateWalletFromMnemonic: { ...fromMnemonic, credits: 5 },
  bchGenerateAddress: { ...address, credits: 5 },
  bchGenerateAddressPrivateKey: { ...privateKey, credits: 5 },
  dogeGenerateWallet: wallet,
  dogeGenerateWalletFromMnemonic: fromMnemonic,
  dogeGenerateAddress: address,
  dogeGenerateAddressPrivateKey: { ...privateKey, credits: 2 },
  ltcGenerateWallet: { ...wallet, credits: 5 },
  ltcGenerateWalletFromMnemonic: { ...fromMnemonic, credits: 5 },
  ltcGenerateAddress: { ...address, credits: 5 },
  ltcGenerateAddressPrivateKey: { ...privateKey, credits: 5 },
  ethGenerateWallet: wallet,
  ethGenerateWalletFromMnemonic: { ...fromMnemonic, args: { mnemonic: MNEMONIC, testnetType: 'unheard-of' } },
  ethGenerateAddress: address,
  ethGenerateAddressPrivateKey: privateKey,
  polygonGenerateWallet: wallet,
  polygonGenerateWalletFromMnemonic: fromMnemonic,
  polygonGenerateAddress: address,
  polygonGenerateAddressPrivateKey: privateKey,
  celoGenerateWallet: wallet,
  celoGenerateWalletFromMnemonic: fromMnemonic,
  celoGenerateAddress: address,
  celoGenerateAddressPrivateKey: privateKey,
  ...EVM_EXAMPLES,
  ...UTXO_EXAMPLES,
  ...TRANSFER_EXAMPLES,
  ...DEPLOYMENT_EXAMPLES,
  ...MULTI_TOKEN_EXAMPLES,
  ...GAS_PUMP_EXAMPLES,
  avalancheEstimateGas: passedGas,
  baseEstimateGas: passedGas,
  cronosEstimateGas: passedGas,
  flareEstimateGas: passedGas,
  optimismEstimateGas: passedGas,
  sonicEstimateGas: passedGas,
  vetEstimateGas: {
    ...asked,
    args: { from: `0x${'12'.repeat(20)}`, to: `0x${'34'.repeat(20)}`, value: '1.5', data: '0xa9' },
  },
  xrpWallet: { args: {}, credits: 5 },
  xrpGetAccountInfo: { ...asked, args: { account: XRP_ACCOUNT } },
  xrpGetAccountBalance: { ...asked, args: { account: XRP_ACCOUNT } },
  xrpGetAccountTx: { ...asked, args: { account: XRP_ACCOUNT } },
  xrpGetFee: { ...asked, args: {} },
  xrpGetLastClosedLedger: { ...asked, args: {} },
  xrpGetLedger: { ...asked, args: { i: 1_000 } },
  xrpGetTransaction: { ...asked, args: { hash: 'A'.repeat(64) } },
  transferXrpBlockchain: { ...sent, args: { ...XRP_KEY, ...XRP_TRANSFER } },
  transferXrpBlockchainKMS: { ...sent, args: { ...XRP_KMS, ...XRP_TRANSFER } },
  transferXrpBlockchainAsset: { ...sent, args: { ...XRP_KEY, ...XRP_TRANSFER, ...XRP_ASSET } },
  transferXrpBlockchainAssetKMS: { ...sent, args: { ...XRP_KMS, ...XRP_TRANSFER, ...XRP_ASSET } },
  trustLineXrpBlockchain: { ...sent, args: { ...XRP_KEY, ...XRP_ASSET, limit: '1000' } },
  trustLineXrpBlockchainKMS: { ...sent, args: { ...XRP_KMS, ...XRP_ASSET, limit: '1000' } },
  accountSettingsXrpBlockchain: { ...sent, args: { ...XRP_KEY, rippling: true } },
  accountSettingsXrpBlockchainKMS: { ...sent, args: { ...XRP_KMS, requireDestinationTag: true } },
  xlmWallet: { args: {}, credits: 5 },
  xlmGetAccountInfo: { ...asked, args: { account: XLM_ACCOUNT } },
  xlmGetAccountTx: { ...asked, args: { account: XLM_ACCOUNT, pagination: '214748364804096' } },
  xlmGetFee: { ...asked, args: {} },
  xlmGetLastClosedLedger: { ...asked, args: {} },
  xlmGetLedger: { ...asked, args: { sequence: '1000' } },
  xlmGetLedgerTx: { ...asked, args: { sequence: '1000' } },
  xlmGetTransaction: { ...asked, args: { hash: 'a'.repeat(64) } },
  transferXlmBlockchain: { ...sent, args: { ...XLM_KEY, ...XLM_TRANSFER } },
  transferXlmBlockchainKMS: { ...sent, args: { ...XLM_KMS, ...XLM_TRANSFER } },
  transferXlmBlockchainAsset: { ...sent, args: { ...XLM_KEY, ...XLM_TRANSFER, ...XLM_ASSET } },
  transferXlmBlockchainKMSAsset: { ...sent, args: { ...XLM_KMS, ...XLM_TRANSFER, ...XLM_ASSET } },
  trustLineXlmBlockchain: { ...sent, args: { ...XLM_KEY, ...XLM_ASSET, limit: '1000' } },
  trustLineXlmBlockchainKMS: { ...sent, args: { ...XLM_KMS, ...XLM_ASSET } },
  xlmBroadcast: { ...asked, args: { txData: XLM_SIGNED }, network: 'testnet' },
  generateTronwallet: wallet,
  tronGenerateWalletFromMnemonic: fromMnemonic,
  tronGenerateAddress: { ...address, credits: 5 },
  tronGenerateAddressPrivateKey: privateKey10,
  tronGetAccount: { ...asked, args: { address: TRON_ACCOUNT } },
  tronGetBlock: { ...asked, args: { hash: '1000' } },
  tronGetCurrentBlock: { ...asked, args: {} },
  tronGetTransaction: { ...asked, args: { hash: 'a'.repeat(64) } },
  tronAccountTx: { ...asked, args: { address: TRON_ACCOUNT } },
  tronAccountTx20: { ...asked, args: { address: TRON_ACCOUNT } },
  tronTrc10Detail: { ...asked, args: { idOrOwnerAddress: '1000001' } },
  transferTronBlockchain: { ...sent, args: { ...TRON_KEY, ...TRON_TRANSFER } },
  transferTronBlockchainKMS: { ...sent, args: { ...TRON_KMS, ...TRON_TRANSFER } },
  transferTronTrc10Blockchain: { ...sent, args: { ...TRON_KEY, ...TRON_TRANSFER, tokenId: '1000001' } },
  transferTronTrc10BlockchainKMS: { ...sent, args: { ...TRON_KMS, ...TRON_TRANSFER, tokenId: '1000001' } },
  transferTronTrc20Blockchain: { ...sent, args: { ...TRON_KEY, ...TRON_TRANSFER, ...TRON_TOKEN } },
  transferTronTrc20BlockchainKMS: { ...sent, args: { ...TRON_KMS, ...TRON_TRANSFER, ...TRON_TOKEN } },
  createTronTrc10Blockchain: { ...sent, args: { ...TRON_KEY, ...TRON_ISSUE } },
  createTronTrc10BlockchainKMS: { ...sent, args: { ...TRON_KMS, ...TRON_ISSUE, recipient: TRON_ACCOUNT } },
  createTronTrc20Blockchain: { ...sent, args: { ...TRON_KEY, ...TRON_DEPLOY } },
  createTronTrc20BlockchainKMS: { ...sent, args: { ...TRON_KMS, ...TRON_DEPLOY } },
  freezeTron: { ...sent, args: { ...TRON_KEY, resource: 'ENERGY', amount: '1' } },
  freezeTronKMS: { ...sent, args: { ...TRON_KMS, resource: 'BANDWIDTH', amount: '1' } },
  egldGenerateWallet: { args: {}, credits: 1 },
  egldGenerateWalletFromMnemonic: { ...fromMnemonic, credits: 1 },
  egldGenerateAddress: { args: { mnemonic: MNEMONIC, index: 1 }, credits: 1 },
  egldGenerateAddressFromMnemonic: { args: { mnemonic: MNEMONIC, index: 1 }, credits: 1 },
  egldGenerateAddressPrivateKey: { ...privateKey, credits: 1 },
  eGldGetCurrentBlock: { ...asked, credits: 1, args: {} },
  egldGetBlock: { ...asked, credits: 1, args: { hash: '1000' } },
  egldGetBalance: { ...asked, credits: 1, args: { address: EGLD_ACCOUNT } },
  egldGetTransaction: { ...asked, credits: 1, args: { hash: 'a'.repeat(64) } },
  egldGetTransactionAddress: { ...asked, credits: 1, args: { address: EGLD_ACCOUNT } },
  egldGetTransactionCount: { ...asked, credits: 1, args: { address: EGLD_ACCOUNT } },
  transferEgldBlockchain: { ...sent, credits: 2, args: { ...EGLD_TRANSFER, ...EGLD_KEY } },
  transferEgldBlockchainKMS: {
    ...sent,
    credits: 2,
    args: { ...EGLD_TRANSFER, signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83', index: 3 },
  },
  egldBroadcast: { ...asked, credits: 2, args: { txData: EGLD_SIGNED }, network: 'testnet' },
  egldEstimateGas: {
    ...asked,
    credits: 2,
    args: { sender: EGLD_ACCOUNT, receiver: EGLD_TRANSFER.to, value: '1.5', data: 'a note' },
  },
  egldNodeProxyGet: { ...passed, args: { rpcPath: 'network/config' } },
  egldNodeProxyPost: { ...passed, args: { rpcPath: 'transaction/cost', body: { nonce: 1 } } },
  tronBroadcast: { ...asked, args: { txData: TRON_SIGNED } },
  bnbGenerateWallet: { args: {}, credits: 5 },
  bnbGetAccount: { ...asked, network: 'testnet', args: { address: BNB_ACCOUNT } },
  bnbGetTxByAccount: {
    ...asked,
    network: 'testnet',
    args: { address: BNB_ACCOUNT, startTime: 0, endTime: 1 },
  },
  bnbGetCurrentBlock: { ...asked, args: {} },
  bnbGetBlock: { ...asked, args: { height: 1_000 } },
  bnbGetTransaction: { ...asked, args: { hash: 'A'.repeat(64) } },
  transferBnbBlockchain: { ...sent, args: { ...BNB_TRANSFER, fromPrivateKey: BNB_KEY } },
  transferBnbBlockchainKMS: {
    ...sent,
    args: {
      ...BNB_TRANSFER,
      fromAddress: BNB_ACCOUNT,
      signatureId: '26d3883e-4e17-48b3-a0ee-09a3e484ac83',
    },
  },
  bnbBroadcast: { ...asked, args: { txData: BNB_SIGNED }, network: 'mainnet' },
  nodeJsonPostRpcDriver: {
    ...passed,
    args: { chain: 'ETH', body: [WEB3, { ...WEB3, method: 'trace_block' }] },
    credits: 55,
  },
  nodeJsonRpcGetDriver: { ...passed, args: { chain: 'XLM', rpcPath: 'accounts/x?limit=2' } },
  nodeJsonRpcPutDriver: { ...passed, args: { chain: 'EGLD', rpcPath: 'a', body: { b: 1 } } },
  btcRpcDriver: { ...passed, args: { body: { ...WEB3, method: 'getblockcount' } } },
  bchRpcDriver: { ...passed, args: { body: { ...WEB3, method: 'getblockcount' } } },
  dogeRpcDriver: { ...passed, args: { body: { ...WEB3, method: 'getblockcount' } } },
  web3Driver_bsc: web3,
  web3Driver_celo: web3,
  web3Driver_ethereum: web3,
  web3Driver_kcs: web3,
  web3Driver_klaytn: web3,
  web3Driver_one: web3,
  web3Driver_polygon: web3,
  web3Driver_xdc: web3,
  custodialTransferManagedAddress: {
    args: { chain: 'SOL', txData: SOLANA_HEX, walletIds: [] },
    credits: 2,
    nodeless: 'chain.not.configured',
  },
  solanaBroadcast: { args: { txData: SOLANA_SIGNED }, credits: 2, nodeless: 'chain.not.configured' },
  xrpBroadcast: { ...asked, args: { txData: XRP_SIGNED } },
}

export function chainExampleOf(id: string): ChainExample<unknown> {
  return CHAIN_EXAMPLES[id as ChainOperationId]
}
