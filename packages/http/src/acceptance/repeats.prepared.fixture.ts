/**
 * What the examples of some operations name, or have signed, and no chain has: it is made before they are called. What is
 * made once is the same in each call.
 */
import type { Chain, SolanaChain } from '@tallystick/custody'
import { chainExampleOf } from '../examples.fixture.js'
import { beaconDaemon, evmDaemon, tronNode } from './nodes.fixture.js'

type Args = Readonly<Record<string, unknown>>

export interface Stage {
  ask(id: string, args?: Args): Promise<Args>
  chain(id: string): Promise<Chain>
  /** Gives an account coins and tokens, and waits for the block. */
  fund(chain: string, address: string): Promise<void>
  settle(chain: string): Promise<void>
  /** An output of its own, of 2 BTC. @returns The id of its transaction, whose only output it is */
  output(address: string): string
  /** Of Ethereum, which accounts with coins have. */
  readonly token: string
  /** The words of the examples. */
  readonly mnemonic: string
  /** Another one for each call. */
  readonly place: number
}

type Prepare = (stage: Stage, args: Args) => Promise<Args>

/** A key that is published with EIP-155: that of the examples. */
const OWNER_KEY = '46'.repeat(32)
/** The second account of anvil, which has coins. */
const RICH_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const GWEI = 1_000_000_000n

const listIn = (value: unknown): readonly Args[] => (Array.isArray(value) ? value : [])

/** What is made once, by stage and name. */
const made = new WeakMap<Stage['ask'], Map<string, Promise<Args>>>()

function once(name: string, prepare: Prepare): Prepare {
  return (stage, args) => {
    const own = made.get(stage.ask) ?? new Map<string, Promise<Args>>()
    made.set(stage.ask, own)
    const found = own.get(name) ?? prepare(stage, args)
    own.set(name, found)
    return found
  }
}

const spent: Prepare = async (stage, { fromUTXO, to }) => {
  const [source = {}] = listIn(fromUTXO)
  const [{ address } = {}] = listIn(to)
  const { codec } = await stage.chain('BTC')
  const { privateKey } = source
  const own = typeof privateKey === 'string' ? codec.signer(privateKey).address : String(address)
  const txHash = stage.output(own)
  await stage.settle('BTC')
  return { fromUTXO: [{ ...source, txHash, index: 0 }], fee: '0.0001', changeAddress: address }
}

/** Of the pool, and of the first deposit address. */
const keysOfWallet: Prepare = async ({ chain, mnemonic }) => {
  const { keys } = await chain('BTC')
  if (keys === undefined) throw new TypeError('no keys')
  const xpub = await keys.xpub(mnemonic)
  const pair = async (index: number) => ({
    address: keys.address(xpub, index),
    privateKey: await keys.privateKey(mnemonic, index),
  })
  return { keyPair: [await pair(0), await pair(1)], attr: keys.address(xpub, 0) }
}

/** The sender issues it, to somebody who trusts. */
const trustedOn = (chain: 'XRP' | 'XLM', wallet: string, trust: string): Prepare =>
  once(`an asset of ${chain}`, async ({ ask, fund, settle }, { fromAccount, token }) => {
    const { address: to, secret } = await ask(wallet)
    await fund(chain, String(to))
    const issued = { issuerAccount: fromAccount, token }
    await ask(trust, { fromAccount: to, fromSecret: secret, ...issued, limit: '1000000' })
    await settle(chain)
    return { to, ...issued }
  })
const trustedOnXrp = trustedOn('XRP', 'xrpWallet', 'trustLineXrpBlockchain')
const trustedOnStellar = trustedOn('XLM', 'xlmWallet', 'trustLineXlmBlockchain')

/** An account issues one token. */
const issuer: Prepare = async ({ ask, fund }) => {
  const { mnemonic, xpub } = await ask('generateTronwallet')
  const { address: recipient } = await ask('tronGenerateAddress', { xpub, index: 0 })
  const { key: fromPrivateKey } = await ask('tronGenerateAddressPrivateKey', { mnemonic, index: 0 })
  await fund('TRON', String(recipient))
  return { fromPrivateKey, recipient }
}

/** Indexes that no other call takes. */
const range: Prepare = async ({ place }) => ({ from: 1_000 + 2 * place, to: 1_001 + 2 * place })

const pumpOf = (chain: 'ETH' | 'TRON'): Prepare =>
  once(`a gas pump of ${chain}`, async ({ ask, chain: chainOf, fund, settle }) => {
    const { codec } = await chainOf(chain)
    const { address: owner } = codec.signer(OWNER_KEY)
    await fund(chain, owner)
    const pumps = { chain, owner, from: 500, to: 500 }
    const fromPrivateKey = chain === 'ETH' ? `0x${OWNER_KEY}` : OWNER_KEY
    await (chain === 'ETH'
      ? ask('activateGasPump', { ...pumps, fromPrivateKey })
      : ask('activateGasPumpTron', { ...pumps, fromPrivateKey, feeLimit: 100 }))
    await settle(chain)
    const [custodialAddress] = Object.values(await ask('precalculateGasPumpAddresses', pumps))
    await fund(chain, String(custodialAddress))
    return { custodialAddress }
  })
const [ethPump, tronPump] = [pumpOf('ETH'), pumpOf('TRON')]

/** A contract of the sender, who has tokens of the IDs. */
const multiTokens = once('multi tokens', async ({ ask, chain, fund, settle }) => {
  const { address } = (await chain('ETH')).codec.signer(OWNER_KEY)
  await fund('ETH', address)
  const { txId: hash } = await ask('deployMultiToken', chainExampleOf('deployMultiToken').args)
  await settle('ETH')
  const { contractAddress } = await ask('multiTokenGetContractAddress', { chain: 'ETH', hash })
  const minted = { to: [address], tokenId: [['1', '2', '7']], amounts: [['1000', '1000', '1000000']] }
  const fromPrivateKey = `0x${OWNER_KEY}`
  await ask('mintMultiTokenBatch', { chain: 'ETH', contractAddress, ...minted, fromPrivateKey })
  await settle('ETH')
  return { contractAddress }
})

/** Which a key-management system signs for. */
const byWallet =
  (prepare: Prepare): Prepare =>
  async (stage, args) => ({
    ...(await prepare(stage, args)),
    from: (await stage.chain('TRON')).codec.signer(OWNER_KEY).address,
  })

const approved: Prepare = async (stage, args) => ({
  ...(await ethPump(stage, args)),
  tokenAddress: stage.token,
})

/** Both of the coin. */
const twice =
  (pump: Prepare): Prepare =>
  async (stage, args) => ({
    ...(await pump(stage, args)),
    ...{ contractType: [3, 3], tokenAddress: ['0', '0'], amount: ['0.25', '0.5'], tokenId: ['0', '0'] },
  })

/** What a key-management system was asked for, and what it would do; the service has forgotten it since. */
async function forgotten({ ask }: Stage, id: string, args: Args): Promise<string> {
  const { nonce: _, ...example } = chainExampleOf(id).args
  const { signatureId } = await ask(id, { ...example, ...args })
  const { serializedTransaction } = await ask('getPendingTransactionToSign', { id: signatureId })
  await ask('deletePendingTransactionToSign', { id: signatureId })
  return String(serializedTransaction)
}

const signedForEthereum: Prepare = async (stage) => {
  const serialized = await forgotten(stage, 'transferEthBlockchainKMS', {})
  const { address } = (await stage.chain('ETH')).codec.signer(RICH_KEY)
  const nonce = BigInt(String(await stage.ask('ethGetTransactionCount', { address })))
  const advice = { gas: async () => 21_000n, nonce: async () => nonce, gasPrice: async () => 5n * GWEI }
  return { txData: await evmDaemon.signAsDaemon(serialized, RICH_KEY, advice) }
}

const signedForTron: Prepare = async (stage) => {
  const { address: from } = (await stage.chain('TRON')).codec.signer(OWNER_KEY)
  await stage.fund('TRON', from)
  const serialized = await forgotten(stage, 'transferTronBlockchainKMS', { from })
  return { txData: (await tronNode()).signAsDaemon(serialized, OWNER_KEY) }
}

const signedForBeacon: Prepare = async (stage) => {
  const { address, privateKey } = await stage.ask('bnbGenerateWallet')
  await stage.fund('BNB', String(address))
  const serialized = await forgotten(stage, 'transferBnbBlockchainKMS', { fromAddress: address })
  const account = await stage.ask('bnbGetAccount', { address })
  return { txData: beaconDaemon.signAsDaemon(serialized, String(privateKey), account) }
}

/** @param secret Of its sender; a managed wallet signs later, without one */
async function transferOfSolana({ chain }: Stage, from: string, secret?: string): Promise<Buffer> {
  const { codec, node } = (await chain('SOL')) as SolanaChain
  const transfer = { from, to: from, amount: 1_000n }
  const unsigned = codec.build({ transfer, lifetime: await node.lifetime(), fee: 0n, salt: null })
  const [request] = codec.signingRequests(unsigned)
  const signer = secret === undefined ? undefined : codec.signer(secret)
  if (request === undefined || signer === undefined)
    return Buffer.from(codec.withSignatures(unsigned, []), 'base64')
  const { publicKey } = signer
  const signature = await signer.sign(request)
  return Buffer.from(codec.withSignatures(unsigned, [{ publicKey, signature }]), 'base64')
}

const signedForSolana: Prepare = async (stage) => {
  const { codec } = await stage.chain('SOL')
  const secret = codec.privateKeyText(new Uint8Array(32).fill(9))
  const { address } = codec.signer(secret)
  await stage.fund('SOL', address)
  return { txData: (await transferOfSolana(stage, address, secret)).toString('base64') }
}

const leftToManaged: Prepare = async (stage) => {
  const { address, walletId: key } = await stage.ask('custodialCreateWallet', { chain: 'SOL' })
  await stage.fund('SOL', String(address))
  const txData = (await transferOfSolana(stage, String(address))).toString('hex')
  return { txData, walletIds: [{ key, type: 'MANAGED' }] }
}

export const PREPARED: Readonly<Record<string, Prepare>> = {
  xlmAssetOffchain: async ({ place }) => ({ token: `T${place}` }),
  transferBtcKeyPair: keysOfWallet,
  btcTransactionFromUTXO: spent,
  btcTransactionFromUTXOKMS: spent,
  transferXrpBlockchainAsset: trustedOnXrp,
  transferXrpBlockchainAssetKMS: trustedOnXrp,
  transferXlmBlockchainAsset: trustedOnStellar,
  transferXlmBlockchainKMSAsset: trustedOnStellar,
  createTronTrc10Blockchain: issuer,
  custodialTransferManagedAddress: once('of a managed wallet', leftToManaged),
  ethBroadcast: once('of Ethereum', signedForEthereum),
  solanaBroadcast: once('of Solana', signedForSolana),
  tronBroadcast: once('of TRON', signedForTron),
  bnbBroadcast: once('of BNB', signedForBeacon),
  activateGasPumpTatum: range,
  activateGasPumpTron: range,
  activateGasPumpTronKMS: range,
  approveTransferCustodialWallet: approved,
  approveTransferCustodialWalletKMS: approved,
  transferCustodialWallet: ethPump,
  transferCustodialWalletKMS: ethPump,
  transferCustodialWalletTron: tronPump,
  transferCustodialWalletTronKMS: byWallet(tronPump),
  transferCustodialWalletBatch: twice(ethPump),
  transferCustodialWalletBatchKMS: twice(ethPump),
  transferCustodialWalletBatchTron: twice(tronPump),
  transferCustodialWalletBatchTronKMS: byWallet(twice(tronPump)),
  mintMultiToken: multiTokens,
  mintMultiTokenBatch: multiTokens,
  transferMultiToken: multiTokens,
  transferMultiTokenBatch: multiTokens,
  burnMultiToken: multiTokens,
  burnMultiTokenBatch: multiTokens,
  addMultiTokenMinter: multiTokens,
}
