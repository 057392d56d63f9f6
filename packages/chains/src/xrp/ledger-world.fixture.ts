/** A whole ledger with chains over XRP servers in memory, whose time and rounds of work the test moves on. */
import type { Storage } from '@tallystick/engine'
import { startXrpServer, type XrpServer } from '@tallystick/testing/simulated'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type OpenLedger, openLedger } from '../open-ledger.fixture.js'
import { accountOf, DROPS } from './chain.fixture.js'

export interface Account {
  readonly address: string
  readonly secret: string
}

export interface XrpWorld extends OpenLedger {
  readonly servers: readonly XrpServer[]
  readonly server: XrpServer
  /** Of a name: the same in every run. Funded with so much XRP unless none. */
  account(name: string, xrp?: bigint): Promise<Account>
}

export async function openXrpWorld(
  options: {
    readonly servers?: number
    readonly timeoutMs?: number
    readonly storage?: Storage
    /** One that runs already, and goes on when the ledger is closed. */
    readonly server?: XrpServer
  } = {},
): Promise<XrpWorld> {
  const server = options.server ?? (await startXrpServer())
  const servers = [server]
  while (servers.length < (options.servers ?? 1)) servers.push(await startXrpServer(server.ledger))
  // For what is to be tried on mainnet as well, the same ledger.
  const main = await startXrpServer(server.ledger, 0)
  const nodesAt = (these: readonly XrpServer[]) =>
    these.map(({ url }) => ({ kind: 'xrp' as const, url, timeoutMs: options.timeoutMs ?? 20_000 }))
  const chains = createChains(
    readChainsConfig({
      chains: { XRP: { testnet: { nodes: nodesAt(servers) }, mainnet: { nodes: nodesAt([main]) } } },
    }),
  )
  const world = openLedger(chains, options.storage)
  return {
    ...world,
    servers,
    server,
    async account(name, xrp = 1_000n) {
      const account = accountOf(name)
      if (xrp > 0n) server.ledger.fund(account.address, xrp * DROPS)
      return account
    },
    async close() {
      await world.close()
      const own = servers.filter((each) => each !== options.server)
      await Promise.all([main, ...own].map((each) => each.close()))
    },
  }
}
