/** Wallets of the chains with xpubs. */
import { records } from '@tallystick/custody'
import { onTestnets } from '../families/evm/catalogue.js'
import { walletOperations } from '../families/wallets.js'

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

const tron = walletOperations({
  record: records.TRON,
  area: 'Tron',
  ids: {
    wallet: 'generateTronwallet',
    walletFromMnemonic: 'tronGenerateWalletFromMnemonic',
    address: 'tronGenerateAddress',
    privateKey: 'tronGenerateAddressPrivateKey',
  },
  credits: [1, 5, 10],
  stated: [true, false, false],
  address: 'TronGenerateAddress200Response',
})

export const wallets = {
  ...bitcoin,
  ...bitcoinCash,
  ...dogecoin,
  ...litecoin,
  ...ethereum,
  ...polygon,
  ...celo,
  ...tron,
}
