/** A whole ledger with chains over TRON nodes in memory, whose time and rounds of work the test moves on. */
import type { PumpContract } from '@tallystick/custody'
import type { Storage } from '@tallystick/engine'
import { createVault, localKeys } from '@tallystick/vault'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type OpenLedger, openLedger } from '../open-ledger.fixture.js'
import { keyOf, SUN } from './chain.fixture.js'
import { signerOf } from './keys.js'
import { TronLedger } from './ledger.fixture.js'
import { startTronServer, type TronServer } from './server.fixture.js'

export interface TronAccount {
  readonly address: string
  readonly key: string
}

export interface TronWorld extends OpenLedger {
  readonly servers: readonly TronServer[]
  readonly server: TronServer
  readonly network: TronLedger
  /** Of a name: the same in every run. Funded with so many TRX unless none. */
  account(name: string, trx?: bigint): TronAccount
  /** A round of the worker in which no block is made. */
  look(milliseconds: number): Promise<void>
  /** Blocks until what waits now is solid. */
  settle(): void
}

/** When the tests' clock begins, and the newest block was made. */
const START = Date.UTC(2030, 0, 15, 12)

export async function openTronWorld(
  options: {
    readonly servers?: number
    readonly timeoutMs?: number
    readonly storage?: Storage
    /** It is on the network, too. */
    readonly gasPumpFactory?: string
    readonly gasPumpContract?: PumpContract
  } = {},
): Promise<TronWorld> {
  const network = new TronLedger(START - 60_000)
  const servers: TronServer[] = []
  while (servers.length < (options.servers ?? 1)) servers.push(await startTronServer(network))
  const [server] = servers
  if (server === undefined) throw new TypeError('no server')
  const nodes = servers.map(({ url }) => ({
    kind: 'tron' as const,
    url,
    timeoutMs: options.timeoutMs ?? 5_000,
  }))
  const { gasPumpFactory, gasPumpContract } = options
  const testnet = {
    nodes,
    ...(gasPumpFactory === undefined ? {} : { gasPumpFactory }),
    ...(gasPumpContract === undefined ? {} : { gasPumpContract }),
  }
  const chains = createChains(readChainsConfig({ chains: { TRON: { testnet } } }))
  const vault = createVault(localKeys([Buffer.alloc(32, 1)]))
  const world = openLedger(chains, options.storage, { vault })
  if (gasPumpFactory !== undefined) network.addFactory(gasPumpFactory, gasPumpContract)
  let now = START
  return {
    ...world,
    servers,
    server,
    network,
    account(name, trx = 1_000n) {
      const { address } = signerOf(keyOf(name))
      if (trx > 0n) network.fund(address, trx * SUN)
      return { address, key: keyOf(name) }
    },
    look: (milliseconds) => world.round(milliseconds),
    settle: () => network.grow(20),
    /** The chain goes on as long as the ledger's clock does. */
    async round(milliseconds = 700_000) {
      now += milliseconds
      network.grow(20, now - 60_000)
      await world.round(milliseconds)
    },
    async close() {
      await world.close()
      await Promise.all(servers.map((each) => each.close()))
    },
  }
}
