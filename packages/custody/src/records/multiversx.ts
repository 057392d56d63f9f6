/** EGLD, the native coin of MultiversX. The testnet is the public testnet (T) or devnet (D). */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { MultiversxParams, MultiversxRecord } from '../ports/multiversx.js'

/**
 * Gas: docs.multiversx.com, "Gas and Fees", "Overview". A plain payment costs 0.00005 EGLD, and 600,000,000 units of gas,
 * the limit of a transaction, about 0.006.
 */
const params = (...chainIds: readonly string[]): MultiversxParams => ({
  chainIds,
  maxFee: 50_000_000_000_000_000n,
  gas: { move: 50_000n, byte: 1_500n, others: 100n },
})

export const multiversx: MultiversxRecord = {
  id: 'EGLD',
  segment: 'egld',
  family: 'multiversx',
  name: 'MultiversX',
  decimals: CHAIN_CURRENCIES.EGLD,
  // Every step of the path is hardened, so there is no xpub: m/44'/508'/0'/0'/i'.
  path: null,
  status: 'live',
  // Nodes report which hyperblock is final (docs.multiversx.com, "Querying the Blockchain").
  confirmations: 1,
  networks: {
    mainnet: params('1'),
    testnet: params('D', 'T'),
    // The local networks of mxpy and of the SDKs' tests, and the chain simulator.
    regtest: params('localnet', 'local-testnet', 'chain'),
  },
}
