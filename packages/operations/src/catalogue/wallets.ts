/**
 * Wallets of the chains that have xpubs: made, and derived from, without a node. Nothing is kept: a mnemonic is
 * in the answer, and nowhere else.
 */
import type { ChainId } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { readKeyAs } from '../chains/faults.js'
import { optional } from '../models/fields.js'
import {
  AddressIndex,
  generatedAddress,
  MnemonicQuery,
  MnemonicRequest,
  PrivKey,
  PrivKeyRequest,
  TestnetType,
  Wallet,
  Xpub,
} from '../models/wallet.js'
import { type Area, type CallContext, type Operation, operation } from '../operation.js'
import { flat, unstated } from '../price.js'

interface WalletChain {
  readonly chain: ChainId
  readonly area: Area
  /** What the ids of its operations begin with. */
  readonly prefix: string
  readonly segment: string
  readonly name: string
  /** Of a wallet, an address and a private key. */
  readonly credits: readonly [number, number, number]
  /** Whether api.md states them. */
  readonly stated: boolean
  /** The model of its addresses. */
  readonly address: string
}

/** Bytes of a mnemonic of 24 words. */
const ENTROPY_BYTES = 32

export interface Testnet {
  readonly testnetType?: string
}

async function keysOf({ chains, caller }: CallContext, id: ChainId, { testnetType }: Testnet) {
  const { keys } = await chains.chain(id, caller.network, testnetType)
  if (keys === undefined) throw new Rejected({ code: 'chain.unsupported', detail: `${id} has no xpubs` })
  return keys
}

async function walletOf(context: CallContext, id: ChainId, args: Testnet & { readonly mnemonic?: string }) {
  const keys = await keysOf(context, id, args)
  let { mnemonic } = args
  if (mnemonic === undefined) {
    const entropy = new Uint8Array(ENTROPY_BYTES)
    context.random.fill(entropy)
    mnemonic = keys.mnemonic(entropy)
    entropy.fill(0)
  }
  const words = mnemonic
  return {
    mnemonic: words,
    xpub: await readKeyAs('key.generation.failed.wrong.mnemonic', () => keys.xpub(words)),
  }
}

async function addressOf(
  context: CallContext,
  id: ChainId,
  args: Testnet & { readonly xpub: string; readonly index: number },
) {
  const keys = await keysOf(context, id, args)
  return {
    address: await readKeyAs('address.generation.failed.wrong.xpub', () =>
      keys.address(args.xpub, args.index),
    ),
  }
}

async function privateKeyOf(
  context: CallContext,
  id: ChainId,
  args: Testnet & { readonly mnemonic: string; readonly index: number },
) {
  const keys = await keysOf(context, id, args)
  return {
    key: await readKeyAs('key.generation.failed.wrong.mnemonic', () =>
      keys.privateKey(args.mnemonic, args.index),
    ),
  }
}

const MNEMONIC_ERRORS = ['key.generation.failed.wrong.mnemonic', 'chain.not.configured'] as const

function walletOperations({ chain, area, prefix, segment, name, credits, stated, address }: WalletChain) {
  const price = stated ? flat : unstated
  const [walletCredits, addressCredits, keyCredits] = credits
  return {
    wallet: operation({
      id: `${prefix}GenerateWallet`,
      area,
      method: 'GET',
      path: `/v3/${segment}/wallet`,
      summary: `Make a wallet of 24 words on ${name}`,
      description: `For a mnemonic that exists ${prefix}GenerateWalletFromMnemonic is the better call: what stands in a URL is kept by proxies and histories.`,
      price: price(walletCredits),
      query: { mnemonic: optional(MnemonicQuery) },
      output: Wallet,
      errors: MNEMONIC_ERRORS,
    }).read((context, args) => walletOf(context, chain, args)),

    walletFromMnemonic: operation({
      id: `${prefix}GenerateWalletFromMnemonic`,
      area,
      method: 'POST',
      path: `/v3/${segment}/wallet`,
      summary: `The wallet of a mnemonic on ${name}`,
      description:
        "Tallystick's own: as the GET of this path, with the mnemonic in the body, where it reaches no log on the way.",
      price: unstated(walletCredits),
      body: MnemonicRequest,
      output: Wallet,
      errors: MNEMONIC_ERRORS,
    }).read((context, args) => walletOf(context, chain, args)),

    address: operation({
      id: `${prefix}GenerateAddress`,
      area,
      method: 'GET',
      path: `/v3/${segment}/address/{xpub}/{index}`,
      summary: `An address of a wallet on ${name}`,
      price: price(addressCredits),
      params: { xpub: Xpub, index: AddressIndex },
      output: generatedAddress(address),
      errors: ['address.generation.failed.wrong.xpub', 'chain.not.configured'],
    }).read((context, args) => addressOf(context, chain, args)),

    privateKey: operation({
      id: `${prefix}GenerateAddressPrivateKey`,
      area,
      method: 'POST',
      path: `/v3/${segment}/wallet/priv`,
      summary: `The private key of an address on ${name}`,
      price: price(keyCredits),
      body: PrivKeyRequest,
      output: PrivKey,
      errors: MNEMONIC_ERRORS,
    }).read((context, args) => privateKeyOf(context, chain, args)),
  }
}

function onTestnets<Args, Result>(own: Operation<Args, Result>): Operation<Args & Testnet, Result> {
  return { ...own, query: { ...own.query, testnetType: TestnetType } }
}

const bitcoin = walletOperations({
  chain: 'BTC',
  area: 'Bitcoin',
  prefix: 'btc',
  segment: 'bitcoin',
  name: 'Bitcoin',
  credits: [1, 1, 1],
  stated: true,
  address: 'GeneratedAddressBtc',
})
export const btcGenerateWallet = bitcoin.wallet
export const btcGenerateWalletFromMnemonic = bitcoin.walletFromMnemonic
export const btcGenerateAddress = bitcoin.address
export const btcGenerateAddressPrivateKey = bitcoin.privateKey

const bitcoinCash = walletOperations({
  chain: 'BCH',
  area: 'Bitcoin Cash',
  prefix: 'bch',
  segment: 'bcash',
  name: 'Bitcoin Cash',
  credits: [5, 5, 5],
  stated: true,
  address: 'BchGenerateAddress200Response',
})
export const bchGenerateWallet = bitcoinCash.wallet
export const bchGenerateWalletFromMnemonic = bitcoinCash.walletFromMnemonic
export const bchGenerateAddress = bitcoinCash.address
export const bchGenerateAddressPrivateKey = bitcoinCash.privateKey

const dogecoin = walletOperations({
  chain: 'DOGE',
  area: 'Dogecoin',
  prefix: 'doge',
  segment: 'dogecoin',
  name: 'Dogecoin',
  credits: [1, 1, 2],
  stated: true,
  address: 'DogeGenerateAddress200Response',
})
export const dogeGenerateWallet = dogecoin.wallet
export const dogeGenerateWalletFromMnemonic = dogecoin.walletFromMnemonic
export const dogeGenerateAddress = dogecoin.address
export const dogeGenerateAddressPrivateKey = dogecoin.privateKey

const litecoin = walletOperations({
  chain: 'LTC',
  area: 'Litecoin',
  prefix: 'ltc',
  segment: 'litecoin',
  name: 'Litecoin',
  credits: [5, 5, 5],
  stated: false,
  address: 'LtcGenerateAddress200Response',
})
export const ltcGenerateWallet = litecoin.wallet
export const ltcGenerateWalletFromMnemonic = litecoin.walletFromMnemonic
export const ltcGenerateAddress = litecoin.address
export const ltcGenerateAddressPrivateKey = litecoin.privateKey

const ethereum = walletOperations({
  chain: 'ETH',
  area: 'Ethereum',
  prefix: 'eth',
  segment: 'ethereum',
  name: 'Ethereum',
  credits: [1, 1, 1],
  stated: true,
  address: 'GeneratedAddressEth',
})
export const ethGenerateWallet = onTestnets(ethereum.wallet)
export const ethGenerateWalletFromMnemonic = onTestnets(ethereum.walletFromMnemonic)
export const ethGenerateAddress = onTestnets(ethereum.address)
export const ethGenerateAddressPrivateKey = onTestnets(ethereum.privateKey)

const polygon = walletOperations({
  chain: 'MATIC',
  area: 'Polygon',
  prefix: 'polygon',
  segment: 'polygon',
  name: 'Polygon',
  credits: [1, 1, 1],
  stated: true,
  address: 'GeneratedAddressMatic',
})
export const polygonGenerateWallet = polygon.wallet
export const polygonGenerateWalletFromMnemonic = polygon.walletFromMnemonic
export const polygonGenerateAddress = polygon.address
export const polygonGenerateAddressPrivateKey = polygon.privateKey

const celo = walletOperations({
  chain: 'CELO',
  area: 'Celo',
  prefix: 'celo',
  segment: 'celo',
  name: 'Celo',
  credits: [1, 1, 1],
  stated: true,
  address: 'CeloGenerateAddress200Response',
})
export const celoGenerateWallet = celo.wallet
export const celoGenerateWalletFromMnemonic = celo.walletFromMnemonic
export const celoGenerateAddress = celo.address
export const celoGenerateAddressPrivateKey = celo.privateKey
