/**
 * Litecoin. Prefixes: Litecoin Core, `src/chainparams.cpp`; extended keys: SLIP-132. Outputs of its extension
 * blocks (MWEB) are not supported: their addresses are refused, and transactions that carry them are not read
 * from their bytes.
 */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { UtxoParams, UtxoRecord } from '../ports/utxo.js'
import { REGTEST } from './regtest.js'
import { TEST_PATH } from './test-path.js'

const COMMON = {
  sighash: 'legacy',
  address: 'p2pkh',
  // Ten times Bitcoin's: Litecoin Core's DUST_RELAY_TX_FEE.
  dust: 5_460n,
  fallbackFee: 10_000n,
  // 0.01 LTC. The largest transaction that is relayed fits at ten units a byte; a payment of two inputs up to 2,600.
  maxFee: 1_000_000n,
  // Nodes do so when they are started with -mempoolreplacement (Litecoin Core 0.21).
  replacement: { incrementalFee: 1_000n },
  pegOutMaturity: 6,
} as const satisfies Partial<UtxoParams>

const TEST = {
  ...COMMON,
  p2pkh: 0x6f,
  p2sh: 0x3a,
  wif: 0xef,
  xpub: 0x0436f6e1,
  xpubRead: { 70711009: null, 70617039: null, 71979618: 'p2sh-p2wpkh', 73342198: 'p2wpkh' },
} as const satisfies Omit<UtxoParams, 'landmark'>

export const litecoin: UtxoRecord = {
  id: 'LTC',
  segment: 'litecoin',
  family: 'utxo',
  name: 'Litecoin',
  decimals: CHAIN_CURRENCIES.LTC,
  path: "m/44'/2'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // Half an hour of blocks, as exchanges wait for.
  confirmations: 12,
  networks: {
    mainnet: {
      ...COMMON,
      p2pkh: 0x30,
      p2sh: 0x32,
      wif: 0xb0,
      hrp: 'ltc',
      // Ltub; and Mtub, and what wallets write that use Bitcoin's own: xpub, ypub, zpub.
      xpub: 0x019da462,
      xpubRead: {
        27108450: null,
        28471030: 'p2sh-p2wpkh',
        76067358: null,
        77429938: 'p2sh-p2wpkh',
        78792518: 'p2wpkh',
      },
      landmark: {
        height: 0,
        hashes: ['12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2'],
      },
    },
    testnet: {
      ...TEST,
      hrp: 'tltc',
      landmark: {
        height: 0,
        hashes: ['4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0'],
      },
    },
    regtest: { ...TEST, hrp: 'rltc', landmark: REGTEST },
  },
}
