/** A whole ledger with chains over Horizons in memory, whose time and rounds of work the test moves on. */
import type { Storage } from '@tallystick/engine'
import { type HorizonServer, StellarLedger, startHorizon } from '@tallystick/testing/simulated'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type OpenLedger, openLedger } from '../open-ledger.fixture.js'
import { accountOf, STROOPS } from './chain.fixture.js'

export interface Account {
  readonly address: string
  readonly secret: string
}

export interface StellarWorld extends OpenLedger {
  readonly servers: readonly HorizonServer[]
  readonly server: HorizonServer
  /** Of a name: the same in every run. Funded with so much XLM unless none. */
  account(name: string, xlm?: bigint): Account
  /** What the last ledger says that an account holds, in stroops. */
  stroops(account: Account): bigint
}

export async function openStellarWorld(
  options: { readonly servers?: number; readonly timeoutMs?: number; readonly storage?: Storage } = {},
): Promise<StellarWorld> {
  const server = await startHorizon()
  const servers = [server]
  while (servers.length < (options.servers ?? 1)) servers.push(await startHorizon(server.ledger))
  // For what is to be tried on mainnet as well.
  const main = await startHorizon(new StellarLedger('Public Global Stellar Network ; September 2015'))
  const nodesAt = (these: readonly HorizonServer[]) =>
    these.map(({ url }) => ({ kind: 'horizon' as const, url, timeoutMs: options.timeoutMs ?? 20_000 }))
  const chains = createChains(
    readChainsConfig({
      chains: { XLM: { testnet: { nodes: nodesAt(servers) }, mainnet: { nodes: nodesAt([main]) } } },
    }),
  )
  const world = openLedger(chains, options.storage)
  return {
    ...world,
    servers,
    server,
    account(name, xlm = 1_000n) {
      const account = accountOf(name)
      if (xlm > 0n) server.ledger.fund(account.address, xlm * STROOPS)
      return account
    },
    stroops: ({ address }) => server.ledger.last.accounts.get(address)?.balance ?? 0n,
    async close() {
      await world.close()
      await Promise.all([main, ...servers].map((each) => each.close()))
    },
  }
}
