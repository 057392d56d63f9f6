/** XLM, the native coin of Stellar. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { StellarParams, StellarRecord } from '../ports/stellar.js'

/**
 * Fee: 100 stroops at least, and under load what the ledger's cheapest transaction offers, which all then pay
 * (developers.stellar.org, "Fees"). A ledger closes every five seconds and takes one transaction of an account: while
 * several wait, each is sent when the one before it is in a ledger. The service looks for that every 5 seconds, so that
 * each waits some 10 seconds, of which it is given six times as many.
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
  // api.md gives XLM no HD wallet: an account is made from a secret of its own.
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
