/** Polygon PoS. Its coin is POL today; the API keeps the name MATIC. The testnet is Amoy. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { EvmParams, EvmRecord } from '../ports/evm.js'
import { GAS_PUMP_FACTORY } from './gas-pumps.js'
import { TEST_PATH } from './test-path.js'

/**
 * What the API's names mean to its public client (tatum-js, `CONTRACT_ADDRESSES`); WMATIC is the wrapped coin of
 * the chain. The API also lists BETH, BBTC and other tokens of BNB Smart Chain here, which Polygon does not have.
 */
const tokens: EvmParams['tokens'] = {
  USDC_MATIC: { address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', decimals: 6 },
  USDC_MATIC_NATIVE: { address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
  USDT_MATIC: { address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
  WMATIC: { address: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', decimals: 18 },
}

const params = (chainId: bigint, tokens: EvmParams['tokens'] = {}): EvmParams => ({
  chainId,
  fee: 'eip1559',
  pricedForKms: true,
  // 5 POL. That of a token fits up to 60,000 Gwei; 5,000 was the most that was asked (inscriptions, November 2023).
  maxFee: 5_000_000_000_000_000_000n,
  // Its nodes take no transaction with less (Bor, "txpool.pricelimit").
  quietTip: 30_000_000_000n,
  // MRC20, with the same address on each network (docs.polygon.technology, "Native token").
  coinContract: '0x0000000000000000000000000000000000001010',
  addressText: 'hex',
  gasPumpFactory: GAS_PUMP_FACTORY,
  tokens,
})

export const polygon: EvmRecord = {
  id: 'MATIC',
  segment: 'polygon',
  family: 'evm',
  name: 'Polygon',
  decimals: CHAIN_CURRENCIES.MATIC,
  path: "m/44'/966'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // Two minutes of blocks; milestones make a block final sooner, where they are not late.
  confirmations: 64,
  refusal: 'polygon.broadcast.failed',
  networks: {
    mainnet: params(137n, tokens),
    testnet: params(80_002n),
    regtest: params(31_337n),
  },
}
