/**
 * Dogecoin. Prefixes: Dogecoin Core, `src/chainparams.cpp`; limits: its `doc/fee-recommendation.md`. It has no
 * segwit. Its xpubs are written as the public clients of this API write them; `dgub` is read.
 */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { UtxoParams, UtxoRecord } from '../ports/utxo.js'
import { REGTEST } from './regtest.js'
import { TEST_PATH } from './test-path.js'

/** Of every block that is mined today (Dogecoin Core, `digishieldConsensus.nCoinbaseMaturity`). */
const COINBASE_MATURITY = 240

const COMMON = {
  sighash: 'legacy',
  address: 'p2pkh',
  // The soft limit, 0.01 DOGE: below it each output must pay as much in fees.
  dust: 1_000_000n,
  fallbackFee: 7_500_000n,
  // What the key-management daemon signs with (bitcore-lib-doge 10) refuses a fee below 1/15 DOGE per 1,000 bytes of a size
  // that it takes to be up to a twelfth larger than ours, and an output below 1 DOGE.
  leastRate: 7_500_000n,
  leastChange: 100_000_000n,
  // 100 DOGE. The largest transaction that is relayed fits at 1 DOGE per 1,000 bytes, once the least that was relayed.
  maxFee: 10_000_000_000n,
  // Dogecoin Core 1.14 asks for a hundredth of it, older ones for more.
  replacement: { incrementalFee: 100_000n },
} as const satisfies Partial<UtxoParams>

export const dogecoin: UtxoRecord = {
  id: 'DOGE',
  segment: 'dogecoin',
  family: 'utxo',
  name: 'Dogecoin',
  decimals: CHAIN_CURRENCIES.DOGE,
  path: "m/44'/3'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // Forty minutes of blocks, as exchanges wait for.
  confirmations: 40,
  networks: {
    mainnet: {
      ...COMMON,
      coinbaseMaturity: COINBASE_MATURITY,
      p2pkh: 0x1e,
      p2sh: 0x16,
      wif: 0x9e,
      xpub: 0x0488b21e,
      xpubRead: { 76067358: null, 49990397: null },
      landmark: {
        height: 0,
        hashes: ['1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691'],
      },
    },
    testnet: {
      ...COMMON,
      coinbaseMaturity: COINBASE_MATURITY,
      p2pkh: 0x71,
      p2sh: 0xc4,
      wif: 0xf1,
      xpub: 0x043587cf,
      xpubRead: { 70617039: null, 70429096: null },
      landmark: {
        height: 0,
        hashes: ['bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e'],
      },
    },
    regtest: {
      ...COMMON,
      p2pkh: 0x6f,
      p2sh: 0xc4,
      wif: 0xef,
      xpub: 0x043587cf,
      xpubRead: { 70617039: null },
      landmark: REGTEST,
    },
  },
}
