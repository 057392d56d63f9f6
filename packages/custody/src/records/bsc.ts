/** BNB Smart Chain. Its wallets are derived as Ethereum's, as the API's public client does. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { EvmParams, EvmRecord } from '../ports/evm.js'
import { GAS_PUMP_FACTORY } from './gas-pumps.js'
import { TEST_PATH } from './test-path.js'

/** What the API's names mean to its public client (tatum-js, `CONTRACT_ADDRESSES` and `CONTRACT_DECIMALS`). */
const tokens: EvmParams['tokens'] = {
  BADA: { address: '0x3EE2200Efb3400fAbB9AacF31297cBdD1d435D47', decimals: 18 },
  BBCH: { address: '0x8fF795a6F4D97E7887C79beA79aba5cc76444aDf', decimals: 18 },
  BBTC: { address: '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c', decimals: 18 },
  BDOT: { address: '0x7083609fCE4d1d8Dc0C979AAb8c869Ea2C873402', decimals: 18 },
  BETH: { address: '0x2170Ed0880ac9A755fd29B2688956BD959F933F8', decimals: 18 },
  BLTC: { address: '0x4338665CBB7B2485A8855A139b75D5e34AB0DB94', decimals: 18 },
  BUSD_BSC: { address: '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56', decimals: 18 },
  BXRP: { address: '0x1D2F0da169ceB9fC7B3144628dB156f3F6c60dBE', decimals: 18 },
  CAKE: { address: '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82', decimals: 18 },
  GMC_BSC: { address: '0xa6272359bc37f61AF398071B65C8934ACA744d53', decimals: 18 },
  USDC_BSC: { address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18 },
  WBNB: { address: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', decimals: 18 },
}

const params = (chainId: bigint, tokens: EvmParams['tokens'] = {}): EvmParams => ({
  chainId,
  fee: 'legacy',
  // 0.05 BNB. A contract of 3,000,000 units fits up to 13 Gwei; 5 was the rule for years.
  maxFee: 50_000_000_000_000_000n,
  addressText: 'hex',
  gasPumpFactory: GAS_PUMP_FACTORY,
  tokens,
})

export const bsc: EvmRecord = {
  id: 'BSC',
  segment: 'bsc',
  family: 'evm',
  name: 'BNB Smart Chain',
  decimals: CHAIN_CURRENCIES.BSC,
  path: "m/44'/60'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // Twice the 15 that were asked for before blocks were final by votes (BEP-126).
  confirmations: 30,
  refusal: 'bsc.broadcast.failed',
  networks: {
    mainnet: params(56n, tokens),
    testnet: params(97n),
    regtest: params(31_337n),
  },
}
