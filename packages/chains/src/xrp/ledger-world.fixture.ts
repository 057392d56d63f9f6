/** A whole ledger with chains over XRP servers in memory, whose time and rounds of work the test moves on. */
import { memoryStorage, type Scheduler, type Storage } from '@tallystick/engine'
import { createTallystick, type Operations, type Tallystick } from '@tallystick/operations'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { startXrpServer, type XrpServer } from '../simulated/server.js'
import { DROPS, seedOf } from './chain.fixture.js'

export interface Account {
  readonly address: string
  readonly secret: string
}

export interface OpenLedger {
  readonly ledger: Tallystick
  readonly storage: Storage
  readonly servers: readonly XrpServer[]
  readonly server: XrpServer
  /** On behalf of an API key of the network. */
  as(
    network: 'mainnet' | 'testnet',
  ): Promise<Operations & { readonly key: string; charged(): Promise<number> }>
  /** Of a name: the same in every run. Funded with so much XRP unless none. */
  account(name: string, xrp?: bigint): Promise<Account>
  /** The worker's next round, when it is due, and what it brings about. */
  round(): Promise<void>
  close(): Promise<void>
}

export async function openXrpLedger(
  options: {
    readonly servers?: number
    readonly timeoutMs?: number
    readonly storage?: Storage
    /** One that runs already. */
    readonly server?: XrpServer
  } = {},
): Promise<OpenLedger> {
  const server = options.server ?? (await startXrpServer())
  const servers = [server]
  while (servers.length < (options.servers ?? 1)) servers.push(await startXrpServer(server.ledger))
  const nodes = servers.map(({ url }) => ({
    kind: 'xrp' as const,
    url,
    timeoutMs: options.timeoutMs ?? 20_000,
  }))
  const chains = createChains(
    readChainsConfig({ chains: { XRP: { testnet: { nodes }, mainnet: { nodes } } } }),
  )
  const storage = options.storage ?? memoryStorage()
  let now = Date.UTC(2030, 0, 15, 12)
  let waiting: (() => void)[] = []
  const scheduler: Scheduler = {
    soon: (run) => void setImmediate(run),
    later(run) {
      waiting.push(run)
      return () => {
        waiting = waiting.filter((each) => each !== run)
      }
    },
  }
  const ledger = createTallystick({
    storage,
    chains,
    scheduler,
    clock: { now: () => now },
    warn: () => undefined,
  })
  return {
    ledger,
    storage,
    servers,
    server,
    async as(network) {
      const access = await ledger.access()
      const { key } = await access.create({
        tenant: 'default' as never,
        name: network,
        network,
        plan: 'free',
      })
      const caller = await access.identify(key)
      if (caller === null) throw new TypeError('a fresh key is not known')
      const charged = async (): Promise<number> => {
        await ledger.engine.settleMeter()
        const days = await storage.query.charges(caller.tenant, caller.apiKey, '0000-01-01')
        return days.reduce((sum, { credits }) => sum + credits, 0)
      }
      return { ...ledger.as(caller), key, charged }
    },
    async account(name, xrp = 1_000n) {
      const { codec } = await chains.chain('XRP', 'testnet')
      const account = codec.wallet(seedOf(name))
      if (xrp > 0n) server.ledger.fund(account.address, xrp * DROPS)
      return account
    },
    async round() {
      now += 700_000
      const due = waiting
      waiting = []
      for (const run of due) run()
      // The worker begins again when it has looked at everything.
      while (waiting.length === 0) await new Promise((wake) => setTimeout(wake, 5))
    },
    async close() {
      await ledger.close()
      await Promise.all(servers.map((each) => each.close()))
    },
  }
}
