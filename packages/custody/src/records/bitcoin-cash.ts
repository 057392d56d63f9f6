/**
 * Bitcoin Cash. Prefixes: Bitcoin Cash Node, `src/chainparams.cpp`; addresses: the CashAddr specification. The
 * public clients of this API derive from the same path on its test network.
 */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { UtxoParams, UtxoRecord } from '../ports/utxo.js'
import { REGTEST } from './regtest.js'

const COMMON = {
  sighash: 'bip143-forkid',
  address: 'p2pkh',
  dust: 546n,
  fallbackFee: 1_000n,
  // 0.005 BCH. The largest transaction that is relayed fits at five units a byte; one is the rule.
  maxFee: 500_000n,
} as const satisfies Partial<UtxoParams>

const TEST = {
  ...COMMON,
  p2pkh: 0x6f,
  p2sh: 0xc4,
  wif: 0xef,
  xpub: 0x043587cf,
  xpubRead: { 70617039: null },
} as const satisfies Omit<UtxoParams, 'landmark'>

export const bitcoinCash: UtxoRecord = {
  id: 'BCH',
  segment: 'bcash',
  family: 'utxo',
  name: 'Bitcoin Cash',
  decimals: CHAIN_CURRENCIES.BCH,
  path: "m/44'/145'/0'/0",
  status: 'live',
  // More than the ten from which Bitcoin Cash Node undoes no block (`-maxreorgdepth`).
  confirmations: 15,
  refusal: 'bch.broadcast.failed',
  networks: {
    mainnet: {
      ...COMMON,
      p2pkh: 0x00,
      p2sh: 0x05,
      wif: 0x80,
      cashPrefix: 'bitcoincash',
      xpub: 0x0488b21e,
      xpubRead: { 76067358: null },
      // Where eCash parted from it, the last that did (Bitcoin Cash Node, chainparams.cpp, "Axion activation").
      landmark: {
        height: 661_648,
        hashes: ['0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce'],
      },
    },
    testnet: {
      ...TEST,
      cashPrefix: 'bchtest',
      landmark: {
        height: 0,
        hashes: [
          // testnet3, whose beginning is Bitcoin's as well; testnet4 and chipnet
          '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
          '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b',
        ],
      },
    },
    regtest: { ...TEST, cashPrefix: 'bchreg', landmark: REGTEST },
  },
}
