/**
 * Harmony, shard 0. Addresses are written in bech32; its nodes take 0x-hex. Reported to have made no block since the day
 * of `lastBlock`.
 */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { EvmParams, EvmRecord } from '../ports/evm.js'
import { GAS_PUMP_FACTORY } from './gas-pumps.js'
import { TEST_PATH } from './test-path.js'

const params = (chainId: bigint, tokens: EvmParams['tokens'] = {}): EvmParams => ({
  chainId,
  fee: 'legacy',
  // 10 ONE. A contract of 3,000,000 units fits up to 2,700 Gwei; 100 is the rule.
  maxFee: 10_000_000_000_000_000_000n,
  addressText: 'one',
  gasPumpFactory: GAS_PUMP_FACTORY,
  tokens,
})

export const harmony: EvmRecord = {
  id: 'ONE',
  segment: 'one',
  family: 'evm',
  name: 'Harmony',
  decimals: CHAIN_CURRENCIES.ONE,
  path: "m/44'/1023'/0'/0",
  testPath: TEST_PATH,
  status: 'halted',
  lastBlock: '2026-09-10',
  // eth_getBlockByNumber leaves out `shardID` and `toShardID`: a payment to another shard looks as one to the same address here.
  unfollowed: 'its nodes do not tell payments to another shard from others, so they would be credited',
  // Blocks are final at once (FBFT); a node may be a few behind another.
  confirmations: 10,
  refusal: 'bsc.broadcast.failed',
  networks: {
    mainnet: params(1_666_600_000n),
    testnet: params(1_666_700_000n),
    regtest: params(31_337n),
  },
}
