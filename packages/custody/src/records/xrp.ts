/** XRP, the native coin of the XRP Ledger. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { XrpParams, XrpRecord } from '../ports/xrp.js'

/**
 * Fee: the reference cost of a transaction is 10 drops (xrpl.org, "Transaction Cost"); at most 2 XRP, as the public
 * client libraries have it (xrpl.js, `maxFeeXRP`). Lifetime: a ledger closes every three to five seconds, so a
 * transaction that 20 ledgers have not taken is dead after about a minute.
 */
const params: XrpParams = { fallbackFee: 10n, maxFee: 2_000_000n, lifetime: 20 }

export const xrp: XrpRecord = {
  id: 'XRP',
  segment: 'xrp',
  family: 'xrp',
  name: 'XRP Ledger',
  decimals: CHAIN_CURRENCIES.XRP,
  // The documented API has no HD wallet for XRP: an account has a seed of its own.
  path: null,
  status: 'live',
  // A validated ledger is never undone (xrpl.org, "Consensus Principles and Rules").
  confirmations: 1,
  refusal: 'xrp.broadcast.failed',
  tag: 'destinationTag',
  networks: { mainnet: params, testnet: params, regtest: params },
}
