/** XDC Network. Addresses are written with `xdc` in place of `0x`. The testnet is Apothem. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { EvmParams, EvmRecord } from '../ports/evm.js'
import { GAS_PUMP_FACTORY } from './gas-pumps.js'
import { TEST_PATH } from './test-path.js'

const params = (chainId: bigint, tokens: EvmParams['tokens'] = {}): EvmParams => ({
  chainId,
  fee: 'legacy',
  // 1 XDC. A contract of 3,000,000 units fits up to 270 Gwei; 12.5 is the rule.
  maxFee: 1_000_000_000_000_000_000n,
  addressText: 'xdc',
  gasPumpFactory: GAS_PUMP_FACTORY,
  tokens,
})

export const xdc: EvmRecord = {
  id: 'XDC',
  segment: 'xdc',
  family: 'evm',
  name: 'XDC Network',
  decimals: CHAIN_CURRENCIES.XDC,
  path: "m/44'/550'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // More than the three blocks after which one is final (XDPoS 2.0).
  confirmations: 20,
  refusal: 'xdc.broadcast.failed',
  networks: {
    mainnet: params(50n),
    testnet: params(51n),
    regtest: params(31_337n),
  },
}
