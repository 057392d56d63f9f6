/** KuCoin Community Chain. Its wallets are derived as Ethereum's, as the API's public client does. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { EvmParams, EvmRecord } from '../ports/evm.js'
import { TEST_PATH } from './test-path.js'

const params = (chainId: bigint, tokens: EvmParams['tokens'] = {}): EvmParams => ({
  chainId,
  fee: 'legacy',
  // 0.1 KCS. A contract of 3,000,000 units fits up to 27 Gwei.
  maxFee: 100_000_000_000_000_000n,
  addressText: 'hex',
  tokens,
})

export const kcs: EvmRecord = {
  id: 'KCS',
  segment: 'kcs',
  family: 'evm',
  name: 'KuCoin Community Chain',
  decimals: CHAIN_CURRENCIES.KCS,
  path: "m/44'/60'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // Its blocks are made as BNB Smart Chain's were before votes.
  confirmations: 30,
  refusal: 'kcs.broadcast.failed',
  networks: {
    mainnet: params(321n),
    testnet: params(322n),
    regtest: params(31_337n),
  },
}
