/**
 * Bitcoin Cash. Prefixes: Bitcoin Cash Node, `src/chainparams.cpp`; addresses: the CashAddr specification. The
 * public clients of this API derive from the same path on its test network.
 */
import type { UtxoParams, UtxoRecord } from '@tallystick/engine'

const COMMON = {
  sighash: 'bip143-forkid',
  address: 'p2pkh',
  dust: 546n,
  fallbackFee: 1_000n,
  smallFee: 10_000n,
} as const satisfies Partial<UtxoParams>

const TEST = {
  ...COMMON,
  p2pkh: 0x6f,
  p2sh: 0xc4,
  wif: 0xef,
  xpub: 0x043587cf,
  xpubRead: { 70617039: 'p2pkh' },
} as const satisfies UtxoParams

export const bitcoinCash: UtxoRecord = {
  id: 'BCH',
  segment: 'bcash',
  family: 'utxo',
  name: 'Bitcoin Cash',
  decimals: 8,
  path: "m/44'/145'/0'/0",
  status: 'live',
  networks: {
    mainnet: {
      ...COMMON,
      p2pkh: 0x00,
      p2sh: 0x05,
      wif: 0x80,
      cashPrefix: 'bitcoincash',
      xpub: 0x0488b21e,
      xpubRead: { 76067358: 'p2pkh' },
    },
    testnet: { ...TEST, cashPrefix: 'bchtest' },
    regtest: { ...TEST, cashPrefix: 'bchreg' },
  },
}
