/** A whole ledger with chains over nodes of BNB Beacon Chain in memory, whose time and rounds of work the test moves on. */
import type { Storage } from '@tallystick/engine'
import { BeaconLedger, type BeaconServer, startBeacon } from '@tallystick/testing/simulated'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type OpenLedger, openLedger } from '../open-ledger.fixture.js'
import { accountOf, COIN } from './chain.fixture.js'

export interface Account {
  readonly address: string
  readonly privateKey: string
}

export interface BeaconWorld extends OpenLedger {
  readonly server: BeaconServer
  /** Of a name: the same in every run. Funded with so many BNB unless none. */
  account(name: string, coins?: bigint): Account
  /** What the last block says that an account holds, in base units. */
  units(account: Account, symbol?: string): bigint
}

export async function openBeaconWorld(
  options: { readonly timeoutMs?: number; readonly storage?: Storage } = {},
): Promise<BeaconWorld> {
  const server = await startBeacon()
  // For what is to be tried on mainnet as well.
  const main = await startBeacon(new BeaconLedger('Binance-Chain-Tigris', 'bnb'))
  const nodesAt = ({ url }: BeaconServer) => [
    { kind: 'beacon' as const, url, timeoutMs: options.timeoutMs ?? 20_000 },
  ]
  const chains = createChains(
    readChainsConfig({
      chains: { BNB: { testnet: { nodes: nodesAt(server) }, mainnet: { nodes: nodesAt(main) } } },
    }),
  )
  const world = openLedger(chains, options.storage)
  return {
    ...world,
    server,
    account(name, coins = 1_000n) {
      const account = accountOf(name)
      if (coins > 0n) server.ledger.fund(account.address, coins * COIN)
      return account
    },
    units: ({ address }, symbol = 'BNB') => server.ledger.last.accounts.get(address)?.coins.get(symbol) ?? 0n,
    async close() {
      await world.close()
      await Promise.all([server, main].map((each) => each.close()))
    },
  }
}
