/**
 * Wallets of the chains that have xpubs: made, and derived from, without a node. Nothing is kept: a mnemonic is
 * in the answer, and nowhere else.
 */
import { type ChainRecord, records } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import type { OnTestnet } from '../chains/evm.js'
import { readKeyAs } from '../chains/faults.js'
import type { CallContext } from '../context.js'
import { onTestnets } from '../families/evm/catalogue.js'
import { named } from '../families/named.js'
import { optional } from '../models/fields.js'
import {
  AddressIndex,
  generatedAddress,
  MnemonicQuery,
  MnemonicRequest,
  PrivKey,
  PrivKeyRequest,
  Wallet,
  Xpub,
} from '../models/wallet.js'
import { type Area, operation } from '../operation.js'
import { flat, unstated } from '../price.js'

/** A wallet made, one of a mnemonic, an address and a private key. */
interface WalletIds extends Readonly<Record<string, string>> {
  readonly wallet: string
  readonly walletFromMnemonic: string
  readonly address: string
  readonly privateKey: string
}

interface WalletTable<Ids extends WalletIds> {
  readonly record: ChainRecord
  readonly area: Area
  readonly ids: Ids
  /** Of a wallet, an address and a private key. */
  readonly credits: readonly [number, number, number]
  /** Whether api.md states them. */
  readonly stated: boolean
  /** The model of its addresses. */
  readonly address: string
}

/** Bytes of a mnemonic of 24 words. */
const ENTROPY_BYTES = 32

async function keysOf({ chains, caller }: CallContext, { id }: ChainRecord, { testnetType }: OnTestnet) {
  const { keys } = await chains.chain(id, caller.network, testnetType)
  if (keys === undefined) throw new Rejected({ code: 'chain.unsupported', detail: `${id} has no xpubs` })
  return keys
}

async function walletOf(
  context: CallContext,
  record: ChainRecord,
  args: OnTestnet & { readonly mnemonic?: string },
) {
  const keys = await keysOf(context, record, args)
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
  record: ChainRecord,
  args: OnTestnet & { readonly xpub: string; readonly index: number },
) {
  const keys = await keysOf(context, record, args)
  return {
    address: await readKeyAs('address.generation.failed.wrong.xpub', () =>
      keys.address(args.xpub, args.index),
    ),
  }
}

async function privateKeyOf(
  context: CallContext,
  record: ChainRecord,
  args: OnTestnet & { readonly mnemonic: string; readonly index: number },
) {
  const keys = await keysOf(context, record, args)
  return {
    key: await readKeyAs('key.generation.failed.wrong.mnemonic', () =>
      keys.privateKey(args.mnemonic, args.index),
    ),
  }
}

const MNEMONIC_ERRORS = ['key.generation.failed.wrong.mnemonic', 'chain.not.configured'] as const

function walletOperations<const Ids extends WalletIds>(table: WalletTable<Ids>) {
  const { record, area, credits, address } = table
  const ids: WalletIds = table.ids
  const price = table.stated ? flat : unstated
  const [walletCredits, addressCredits, keyCredits] = credits
  return named(table.ids, {
    wallet: operation({
      id: ids.wallet,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/wallet`,
      summary: `Make a wallet of 24 words on ${area}`,
      description: `For a mnemonic that exists ${ids.walletFromMnemonic} is the better call: what stands in a URL is kept by proxies and histories.`,
      price: price(walletCredits),
      query: { mnemonic: optional(MnemonicQuery) },
      output: Wallet,
      errors: MNEMONIC_ERRORS,
    }).read((context, args) => walletOf(context, record, args)),

    walletFromMnemonic: operation({
      id: ids.walletFromMnemonic,
      area,
      method: 'POST',
      path: `/v3/${record.segment}/wallet`,
      summary: `The wallet of a mnemonic on ${area}`,
      description:
        "Tallystick's own: as the GET of this path, with the mnemonic in the body, where it reaches no log on the way.",
      price: unstated(walletCredits),
      body: MnemonicRequest,
      output: Wallet,
      errors: MNEMONIC_ERRORS,
    }).read((context, args) => walletOf(context, record, args)),

    address: operation({
      id: ids.address,
      area,
      method: 'GET',
      path: `/v3/${record.segment}/address/{xpub}/{index}`,
      summary: `An address of a wallet on ${area}`,
      price: price(addressCredits),
      params: { xpub: Xpub, index: AddressIndex },
      output: generatedAddress(address),
      errors: ['address.generation.failed.wrong.xpub', 'chain.not.configured'],
    }).read((context, args) => addressOf(context, record, args)),

    privateKey: operation({
      id: ids.privateKey,
      area,
      method: 'POST',
      path: `/v3/${record.segment}/wallet/priv`,
      summary: `The private key of an address on ${area}`,
      price: price(keyCredits),
      body: PrivKeyRequest,
      output: PrivKey,
      errors: MNEMONIC_ERRORS,
    }).read((context, args) => privateKeyOf(context, record, args)),
  })
}

const bitcoin = walletOperations({
  record: records.BTC,
  area: 'Bitcoin',
  ids: {
    wallet: 'btcGenerateWallet',
    walletFromMnemonic: 'btcGenerateWalletFromMnemonic',
    address: 'btcGenerateAddress',
    privateKey: 'btcGenerateAddressPrivateKey',
  },
  credits: [1, 1, 1],
  stated: true,
  address: 'GeneratedAddressBtc',
})

const bitcoinCash = walletOperations({
  record: records.BCH,
  area: 'Bitcoin Cash',
  ids: {
    wallet: 'bchGenerateWallet',
    walletFromMnemonic: 'bchGenerateWalletFromMnemonic',
    address: 'bchGenerateAddress',
    privateKey: 'bchGenerateAddressPrivateKey',
  },
  credits: [5, 5, 5],
  stated: true,
  address: 'BchGenerateAddress200Response',
})

const dogecoin = walletOperations({
  record: records.DOGE,
  area: 'Dogecoin',
  ids: {
    wallet: 'dogeGenerateWallet',
    walletFromMnemonic: 'dogeGenerateWalletFromMnemonic',
    address: 'dogeGenerateAddress',
    privateKey: 'dogeGenerateAddressPrivateKey',
  },
  credits: [1, 1, 2],
  stated: true,
  address: 'DogeGenerateAddress200Response',
})

const litecoin = walletOperations({
  record: records.LTC,
  area: 'Litecoin',
  ids: {
    wallet: 'ltcGenerateWallet',
    walletFromMnemonic: 'ltcGenerateWalletFromMnemonic',
    address: 'ltcGenerateAddress',
    privateKey: 'ltcGenerateAddressPrivateKey',
  },
  credits: [5, 5, 5],
  stated: false,
  address: 'LtcGenerateAddress200Response',
})

const ethereum = onTestnets(
  walletOperations({
    record: records.ETH,
    area: 'Ethereum',
    ids: {
      wallet: 'ethGenerateWallet',
      walletFromMnemonic: 'ethGenerateWalletFromMnemonic',
      address: 'ethGenerateAddress',
      privateKey: 'ethGenerateAddressPrivateKey',
    },
    credits: [1, 1, 1],
    stated: true,
    address: 'GeneratedAddressEth',
  }),
)

const polygon = walletOperations({
  record: records.MATIC,
  area: 'Polygon',
  ids: {
    wallet: 'polygonGenerateWallet',
    walletFromMnemonic: 'polygonGenerateWalletFromMnemonic',
    address: 'polygonGenerateAddress',
    privateKey: 'polygonGenerateAddressPrivateKey',
  },
  credits: [1, 1, 1],
  stated: true,
  address: 'GeneratedAddressMatic',
})

const celo = walletOperations({
  record: records.CELO,
  area: 'Celo',
  ids: {
    wallet: 'celoGenerateWallet',
    walletFromMnemonic: 'celoGenerateWalletFromMnemonic',
    address: 'celoGenerateAddress',
    privateKey: 'celoGenerateAddressPrivateKey',
  },
  credits: [1, 1, 1],
  stated: true,
  address: 'CeloGenerateAddress200Response',
})

export const wallets = {
  ...bitcoin,
  ...bitcoinCash,
  ...dogecoin,
  ...litecoin,
  ...ethereum,
  ...polygon,
  ...celo,
}
