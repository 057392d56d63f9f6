/** A whole ledger with chains over gateways in memory, whose time and rounds of work the test moves on. */
import type { Storage } from '@tallystick/engine'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type OpenLedger, openLedger } from '../open-ledger.fixture.js'
import { accountOf, EGLD } from './chain.fixture.js'
import { MultiversxLedger } from './ledger.fixture.js'
import { type GatewayServer, startGateway } from './server.fixture.js'

export interface Account {
  readonly address: string
  readonly key: string
}

export interface MultiversxWorld extends OpenLedger {
  readonly servers: readonly GatewayServer[]
  readonly server: GatewayServer
  /** Of a name: the same in every run. Funded with so many EGLD unless none. */
  account(name: string, egld?: bigint): Account
  /** Base units that the last hyperblock says an address owns, of EGLD or of a token. */
  units(address: string, token?: string): bigint
}

export async function openMultiversxWorld(
  options: { readonly servers?: number; readonly timeoutMs?: number; readonly storage?: Storage } = {},
): Promise<MultiversxWorld> {
  const server = await startGateway()
  const servers = [server]
  while (servers.length < (options.servers ?? 1)) servers.push(await startGateway(server.ledger))
  // For what is to be tried on mainnet as well.
  const main = await startGateway(new MultiversxLedger('1'))
  const nodesAt = (these: readonly GatewayServer[]) =>
    these.map(({ url }) => ({ kind: 'multiversx' as const, url, timeoutMs: options.timeoutMs ?? 20_000 }))
  const chains = createChains(
    readChainsConfig({
      chains: { EGLD: { testnet: { nodes: nodesAt(servers) }, mainnet: { nodes: nodesAt([main]) } } },
    }),
  )
  const world = openLedger(chains, options.storage)
  return {
    ...world,
    servers,
    server,
    account(name, egld = 1_000n) {
      const account = accountOf(name)
      if (egld > 0n) server.ledger.fund(account.address, egld * EGLD)
      return account
    },
    units(address, token) {
      const account = server.ledger.last.accounts.get(address)
      return (token === undefined ? account?.balance : account?.tokens.get(token)) ?? 0n
    },
    async close() {
      await world.close()
      await Promise.all([main, ...servers].map((each) => each.close()))
    },
  }
}
