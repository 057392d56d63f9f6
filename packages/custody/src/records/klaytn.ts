/** Klaytn, now Kaia. A peb is its wei, a Gpeb its Gwei. The testnet is Kairos. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { EvmParams, EvmRecord } from '../ports/evm.js'
import { GAS_PUMP_FACTORY } from './gas-pumps.js'
import { TEST_PATH } from './test-path.js'

const params = (chainId: bigint, tokens: EvmParams['tokens'] = {}): EvmParams => ({
  chainId,
  fee: 'legacy',
  // 5 KLAY. A contract of 3,000,000 units fits at 750 Gpeb, the highest price that the chain has had.
  maxFee: 5_000_000_000_000_000_000n,
  addressText: 'hex',
  gasPumpFactory: GAS_PUMP_FACTORY,
  tokens,
})

export const klaytn: EvmRecord = {
  id: 'KLAY',
  segment: 'klaytn',
  family: 'evm',
  name: 'Klaytn',
  decimals: CHAIN_CURRENCIES.KLAY,
  path: "m/44'/8217'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // Blocks are final at once (Istanbul BFT); a node may be a few behind another.
  confirmations: 10,
  refusal: 'klaytn.broadcast.failed',
  networks: {
    mainnet: params(8_217n),
    testnet: params(1_001n),
    regtest: params(31_337n),
  },
}
