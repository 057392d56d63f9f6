/** Celo. Fees may be paid in the tokens marked so. The testnet is Celo Sepolia, which took the place of Alfajores. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { EvmParams, EvmRecord } from '../ports/evm.js'
import { GAS_PUMP_FACTORY } from './gas-pumps.js'
import { TEST_PATH } from './test-path.js'

/** docs.celo.org, "Fee Currencies". They are called Mento Dollar (USDm) and Mento Euro (EURm) today. */
const tokens: EvmParams['tokens'] = {
  CUSD: { address: '0x765DE816845861e75A25fCA122bb6898B8B1282a', decimals: 18, feeCurrency: true },
  CEUR: { address: '0xD8763CBa276a3738E6DE85b4b3bF5FDed6D6cA73', decimals: 18, feeCurrency: true },
}
const testTokens: EvmParams['tokens'] = {
  CUSD: { address: '0xdE9e4C3ce781b4bA68120d6261cbad65ce0aB00b', decimals: 18, feeCurrency: true },
  CEUR: { address: '0xA99dC247d6b7B2E3ab48a1fEE101b83cD6aCd82a', decimals: 18, feeCurrency: true },
}

const params = (chainId: bigint, tokens: EvmParams['tokens'] = {}): EvmParams => ({
  chainId,
  fee: 'eip1559',
  // 2 CELO. A contract of 3,000,000 units fits up to 550 Gwei, twenty times the least that is asked.
  maxFee: 2_000_000_000_000_000_000n,
  envelope: 'cip64',
  // GoldToken, with the same address on each network (docs.celo.org, "Contract addresses").
  coinToken: '0x471ece3750da237f93b8e339c536989b8978a438',
  addressText: 'hex',
  gasPumpFactory: GAS_PUMP_FACTORY,
  tokens,
})

export const celo: EvmRecord = {
  id: 'CELO',
  segment: 'celo',
  family: 'evm',
  name: 'Celo',
  decimals: CHAIN_CURRENCIES.CELO,
  path: "m/44'/52752'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // Of blocks of a second. A full node tells the nonces of the last 128 blocks, which a proof of death needs.
  confirmations: 100,
  networks: {
    mainnet: params(42_220n, tokens),
    testnet: params(11_142_220n, testTokens),
    regtest: params(31_337n),
  },
}
