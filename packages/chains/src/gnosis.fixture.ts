/** Gnosis Chain. Its coin is xDAI; the testnet is Chiado. */
import type { EvmParams, EvmRecord } from '@tallystick/custody'

const params = (chainId: bigint): EvmParams => ({
  chainId,
  fee: 'eip1559',
  // 1 xDAI. A contract of 3,000,000 units fits up to 270 Gwei.
  maxFee: 1_000_000_000_000_000_000n,
  addressText: 'hex',
  tokens: {},
})

export const gnosis: EvmRecord = {
  id: 'XDAI',
  segment: 'gnosis',
  family: 'evm',
  name: 'Gnosis Chain',
  decimals: 18,
  path: "m/44'/700'/0'/0",
  status: 'live',
  // Two epochs of 16 slots.
  confirmations: 32,
  networks: { mainnet: params(100n), testnet: params(10_200n), regtest: params(31_337n) },
}
