/** One call of every operation of a chain, where it succeeds. A new operation does not compile without one. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { chainCatalogue, operations } from './catalogue/index.js'
import type { Operations } from './tallystick.js'

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
  /** What it is refused with where no node is configured; without it, no node is needed. */
  readonly nodeless?: 'chain.not.configured'
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
const privateKey = { args: { mnemonic: MNEMONIC, index: 2 ** 31 - 1 }, credits: 1 }

export const CHAIN_EXAMPLES: {
  readonly [Id in ChainOperationId]: ChainExample<NonNullable<Parameters<Operations[Id]>[0]>>
} = {
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
}

export function chainExampleOf(id: string): ChainExample<unknown> {
  return CHAIN_EXAMPLES[id as ChainOperationId]
}
