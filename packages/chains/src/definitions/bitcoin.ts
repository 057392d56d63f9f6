/**
 * Bitcoin. Prefixes and version bytes: Bitcoin Core, `src/kernel/chainparams.cpp`; SLIP-132 for the kinds that
 * an extended key may name; SLIP-173 for bech32.
 */
import type { UtxoParams, UtxoRecord } from '@tallystick/engine'

const COMMON = {
  sighash: 'legacy',
  // What the public clients of this API make of an xpub at m/44'; the specification states no kind.
  address: 'p2pkh',
  dust: 546n,
  fallbackFee: 10_000n,
  smallFee: 10_000n,
} as const satisfies Partial<UtxoParams>

const TEST = {
  ...COMMON,
  p2pkh: 0x6f,
  p2sh: 0xc4,
  wif: 0xef,
  xpub: 0x043587cf,
  xpubRead: { 70617039: 'p2pkh', 71979618: 'p2sh-p2wpkh', 73342198: 'p2wpkh' },
} as const satisfies UtxoParams

export const bitcoin: UtxoRecord = {
  id: 'BTC',
  segment: 'bitcoin',
  family: 'utxo',
  name: 'Bitcoin',
  decimals: 8,
  path: "m/44'/0'/0'/0",
  status: 'live',
  networks: {
    mainnet: {
      ...COMMON,
      p2pkh: 0x00,
      p2sh: 0x05,
      wif: 0x80,
      hrp: 'bc',
      xpub: 0x0488b21e,
      xpubRead: { 76067358: 'p2pkh', 77429938: 'p2sh-p2wpkh', 78792518: 'p2wpkh' },
    },
    testnet: { ...TEST, hrp: 'tb' },
    regtest: { ...TEST, hrp: 'bcrt' },
  },
}
