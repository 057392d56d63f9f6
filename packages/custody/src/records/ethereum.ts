/** Ethereum. The default testnet is Sepolia. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { EvmParams, EvmRecord } from '../ports/evm.js'
import { GAS_PUMP_FACTORY } from './gas-pumps.js'
import { TEST_PATH } from './test-path.js'

/** What the API's names mean to its public client (tatum-js, `CONTRACT_ADDRESSES` and `CONTRACT_DECIMALS`). */
const tokens: EvmParams['tokens'] = {
  BAT: { address: '0x0D8775F648430679A709E98d2b0Cb6250d2887EF', decimals: 18 },
  BUSD: { address: '0x4Fabb145d64652a948d72533023f6E7A623C7C53', decimals: 18 },
  COIIN: { address: '0xd080f46d7781a6C82B3Dd74A223B73242884E7e6', decimals: 18 },
  FREE: { address: '0x2F141Ce366a2462f02cEA3D12CF93E4DCa49e4Fd', decimals: 18 },
  GMC: { address: '0xa6272359bc37f61AF398071B65C8934ACA744d53', decimals: 18 },
  LATOKEN: { address: '0xE50365f5D679CB98a1dd62D6F6e58e59321BcdDf', decimals: 18 },
  LEO: { address: '0x2AF5D2aD76741191D15Dfe7bF6aC92d4Bd912Ca3', decimals: 18 },
  LINK: { address: '0x514910771AF9Ca656af840dff83E8264EcF986CA', decimals: 18 },
  MATIC_ETH: { address: '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0', decimals: 18 },
  MKR: { address: '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2', decimals: 18 },
  MMY: { address: '0x385DdF50C3de724F6B8eCb41745c29f9Dd3c6d75', decimals: 18 },
  PAX: { address: '0x8E870D67F660D95d5be530380D0eC0bd388289E1', decimals: 18 },
  PAXG: { address: '0x45804880De22913dAFE09f4980848ECE6EcbAf78', decimals: 18 },
  PLTC: { address: '0x429D83Bb0DCB8cdd5311e34680ADC8B12070a07f', decimals: 18 },
  REVV: { address: '0x557B933a7C2c45672B610F8954A3deB39a51A8Ca', decimals: 18 },
  SAND: { address: '0x3845badAde8e6dFF049820680d1F14bD3903a5d0', decimals: 18 },
  TUSD: { address: '0x0000000000085d4780B73119b644AE5ecd22b376', decimals: 18 },
  UNI: { address: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', decimals: 18 },
  USDC: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
  USDT: { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
  WBTC: { address: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', decimals: 8 },
  XCON: { address: '0x0F237D5eA7876E0e2906034D98FDB20D43666ad4', decimals: 18 },
}

const params = (chainId: bigint, tokens: EvmParams['tokens'] = {}): EvmParams => ({
  chainId,
  fee: 'eip1559',
  // 0.1 ETH. A plain payment fits up to 4,700 Gwei, that of a token up to 1,200: more than weeks of congestion asked.
  maxFee: 100_000_000_000_000_000n,
  addressText: 'hex',
  gasPumpFactory: GAS_PUMP_FACTORY,
  tokens,
})

export const ethereum: EvmRecord = {
  id: 'ETH',
  segment: 'ethereum',
  family: 'evm',
  name: 'Ethereum',
  decimals: CHAIN_CURRENCIES.ETH,
  path: "m/44'/60'/0'/0",
  testPath: TEST_PATH,
  status: 'live',
  // Two epochs of 32 slots, after which a block is finalized (Gasper).
  confirmations: 64,
  refusal: 'ethereum.broadcast.failed',
  networks: {
    mainnet: params(1n, tokens),
    testnet: params(11_155_111n),
    regtest: params(31_337n),
  },
  testnets: { 'ethereum-sepolia': params(11_155_111n), 'ethereum-holesky': params(17_000n) },
}
