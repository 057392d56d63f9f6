/**
 * Bitcoin. Prefixes and version bytes: Bitcoin Core, `src/kernel/chainparams.cpp`; SLIP-132 for the kinds that
 * an extended key may name; SLIP-173 for bech32. Its landmark is one of bcoin's checkpoints (lib/protocol/networks.js),
 * after Bitcoin Cash and Bitcoin Gold went their own ways.
 */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { UtxoParams, UtxoRecord } from '../ports/utxo.js'
import { REGTEST } from './regtest.js'
import { TEST_PATH } from './test-path.js'

const COMMON = {
  sighash: 'legacy',
  // What the public clients of this API make of an xpub at m/44'; the specification states no kind (decision 019).
  address: 'p2wpkh',
  dust: 546n,
  fallbackFee: 10_000n,
  // 0.005 BTC. A payment of two inputs fits up to 1,300 units a byte, as on the day of the 2024 halving; one of a
  // hundred up to 33.
  maxFee: 500_000n,
  replacement: { incrementalFee: 1_000n },
} as const satisfies Partial<UtxoParams>

const TEST = {
  ...COMMON,
  p2pkh: 0x6f,
  p2sh: 0xc4,
  wif: 0xef,
  xpub: 0x043587cf,
  xpubRead: { 70617039: null, 71979618: 'p2sh-p2wpkh', 73342198: 'p2wpkh' },
} as const satisfies Omit<UtxoParams, 'landmark'>

export const bitcoin: UtxoRecord = {
  id: 'BTC',
  segment: 'bitcoin',
  family: 'utxo',
  name: 'Bitcoin',
  decimals: CHAIN_CURRENCIES.BTC,
  path: "m/44'/0'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // An hour of blocks, as exchanges wait for.
  confirmations: 6,
  networks: {
    mainnet: {
      ...COMMON,
      p2pkh: 0x00,
      p2sh: 0x05,
      wif: 0x80,
      hrp: 'bc',
      xpub: 0x0488b21e,
      xpubRead: { 76067358: null, 77429938: 'p2sh-p2wpkh', 78792518: 'p2wpkh' },
      landmark: {
        height: 500_000,
        hashes: ['00000000000000000024fb37364cbf81fd49cc2d51c09c75c35433c3a1945d04'],
      },
    },
    testnet: {
      ...TEST,
      hrp: 'tb',
      landmark: {
        height: 0,
        hashes: [
          // testnet3, testnet4, signet
          '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
          '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
          '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
        ],
      },
    },
    regtest: { ...TEST, hrp: 'bcrt', landmark: REGTEST },
  },
}
