/** TRON. The testnet is Shasta or Nile. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { TronParams, TronRecord } from '../ports/tron.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** @param genesis Id of the first block, which java-tron makes of its configuration; its last four bytes are the chain id */
const params = (...genesis: readonly string[]): TronParams => ({
  genesis,
  // 500 TRX, enough to deploy a TRC-20 token at three times the prices of 2025. For a TRC-10 token, the 1,024 TRX that the
  // network charges for issuing it come on top.
  maxFee: 500_000_000n,
  lifetime: 10 * MINUTE_MS,
  patience: 23 * HOUR_MS,
})

export const tron: TronRecord = {
  id: 'TRON',
  segment: 'tron',
  family: 'tron',
  name: 'TRON',
  decimals: CHAIN_CURRENCIES.TRON,
  path: "m/44'/195'/0'/0",
  status: 'live',
  // A block is solidified, and never undone, when 19 of the 27 producers have built on it (developers.tron.network,
  // "Block Confirmation"). Nodes tell which is the last; this is how deep it usually is.
  confirmations: 19,
  shownAt: 19,
  networks: {
    mainnet: {
      ...params('00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc'),
      // Tether (tether.to, "Supported Protocols").
      tokens: { USDT_TRON: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 } },
    },
    testnet: params(
      '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
      '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
    ),
    regtest: params(),
  },
}
