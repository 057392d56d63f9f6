/** Solana. */
import { CHAIN_CURRENCIES } from '@tallystick/core'
import type { SolanaParams, SolanaRecord } from '../ports/solana.js'

/**
 * Fee: 5,000 lamports for each signature (solana.com, "Transaction Fees"); at most 0.01 SOL. Price of a compute unit: at
 * most a lamport, which is 0.00008 SOL for a payment of coins, and 0.00017 SOL for one of tokens. Lifetime: 150 blocks of 400
 * milliseconds, of which the last final block is some 32 behind; half of the rest is left for the way to a node.
 */
const params = (genesis: string | null): SolanaParams => ({
  genesis,
  maxFee: 10_000_000n,
  maxPrice: 1_000_000n,
  lifetime: 20_000,
})

export const solana: SolanaRecord = {
  id: 'SOL',
  segment: 'solana',
  family: 'solana',
  name: 'Solana',
  decimals: CHAIN_CURRENCIES.SOL,
  // Every step of the path is hardened, so there is no xpub: m/44'/501'/i'/0'.
  path: null,
  status: 'live',
  // Nodes report which blocks are final ("finalized").
  confirmations: 1,
  networks: {
    mainnet: params('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'),
    // The testnet that applications are tried on: devnet.
    testnet: params('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'),
    regtest: params(null),
  },
}
