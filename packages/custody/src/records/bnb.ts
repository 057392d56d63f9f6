/** BNB Beacon Chain, which made its last block on 3 December 2024, after its assets had moved to BNB Smart Chain (BEP-333). */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { BeaconParams, BeaconRecord } from '../ports/beacon.js'

/** Fee: a transfer cost 0.000075 BNB, and earlier 0.000375 (docs.bnbchain.org, "Fees"). */
const params = (chainId: string, prefix: string): BeaconParams => ({ chainId, prefix, maxFee: 1_000_000n })

export const bnb: BeaconRecord = {
  id: 'BNB',
  segment: 'bnb',
  family: 'beacon',
  name: 'BNB Beacon Chain',
  decimals: CHAIN_CURRENCIES.BNB,
  // The documented API has no HD wallet for BNB: an account has a private key of its own.
  path: null,
  status: 'halted',
  lastBlock: '2024-12-03',
  tag: 'memo',
  // A block that two thirds of the validators signed is never undone (Tendermint).
  confirmations: 1,
  // bnb-chain/node, asset/mainnet/genesis.json, asset/testnet/genesis.json; the last one for a private chain.
  networks: {
    mainnet: params('Binance-Chain-Tigris', 'bnb'),
    testnet: params('Binance-Chain-Ganges', 'tbnb'),
    regtest: params('chain-bnb', 'bnb'),
  },
}
