/** XLM, the native coin of Stellar. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { StellarParams, StellarRecord } from '../ports/stellar.js'

/**
 * Fee: 100 stroops at least, and under load what the ledger's cheapest transaction offers, which all then pay
 * (developers.stellar.org, "Fees"). A ledger closes every five seconds and includes one transaction of an account. If
 * several wait, the service submits each one when the one before it is in a ledger. It looks every 5 seconds, so each waits
 * about 10 seconds; its time bound allows six times as much.
 */
const params = (passphrase: string): StellarParams => ({
  passphrase,
  maxFee: 10_000_000n,
  lifetime: 300,
  turn: 60,
  signing: 86_400,
})

export const stellar: StellarRecord = {
  id: 'XLM',
  segment: 'xlm',
  family: 'stellar',
  name: 'Stellar',
  decimals: CHAIN_CURRENCIES.XLM,
  // The documented API has no HD wallet for XLM: an account has a secret of its own.
  path: null,
  status: 'live',
  // A closed ledger is never undone (developers.stellar.org, "Stellar Consensus Protocol").
  confirmations: 1,
  tag: 'message',
  // "Networks" there.
  networks: {
    mainnet: params('Public Global Stellar Network ; September 2015'),
    testnet: params('Test SDF Network ; September 2015'),
    regtest: params('Standalone Network ; February 2017'),
  },
}
