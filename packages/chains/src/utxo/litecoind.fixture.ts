/**
 * A real node of the family for tests: Litecoin Core on regtest, whose RPC is that of Bitcoin Core 0.21. It is used
 * where it is installed (`litecoind` on the PATH). Its wallet is off: keys and transactions are ours alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { bech32 } from '@scure/base'
import { records, type UtxoChain } from '@tallystick/custody'
import { Connections } from '../transport/exchange.js'
import { jsonRpc } from '../transport/json-rpc.js'
import { Endpoint, Pool } from '../transport/pool.js'
import type { JsonRpc } from '../transport/transport.js'
import { utxoFamily } from './family.js'

const USER = 'tests'
const PASSWORD = 'of-a-private-chain'
/**
 * Extension blocks (MWEB) would begin at height 432, and the node then builds no block unless somebody pays into one:
 * `bad-txns-vin-empty` (github.com/litecoin-project/litecoin/issues/807). So they begin some centuries from now.
 */
const NO_MWEB = '-vbparams=mweb:9000000000:9100000000'

/** Blocks that one call makes: more of them may take longer than the limit of a call. */
const AT_ONCE = 50

export interface Litecoind {
  /** For a configuration: with user name and password. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly rpc: JsonRpc
  readonly chain: UtxoChain
  /** Makes blocks that pay an address; the reward can be spent 100 blocks later. */
  mine(blocks: number, address: string): Promise<void>
  /** The same. @returns Their hashes */
  rewards(blocks: number, address: string): Promise<readonly string[]>
  /** Ends it, and removes what it wrote. */
  stop(): Promise<void>
}

/** The program, where it is installed. */
export function findLitecoind(): string | undefined {
  const found = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'litecoind'))
  return found.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

interface LitecoindOptions {
  /** An index of all transactions, as a service's node would have. Default true. */
  readonly index?: boolean
  /** Of a public network it has the first block alone: it connects to nobody. Default `regtest`. */
  readonly network?: 'mainnet' | 'testnet' | 'regtest'
  /** Takes a transaction in the place of another (BIP-125), which Litecoin Core does when it is told to. Default true. */
  readonly replaces?: boolean
  /** Further ones of the program. */
  readonly arguments?: readonly string[]
}

export async function startLitecoind({
  index = true,
  network = 'regtest',
  replaces = true,
  arguments: further = [],
}: LitecoindOptions = {}): Promise<Litecoind> {
  const program = findLitecoind()
  if (program === undefined) throw new TypeError('litecoind is not on the PATH')
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-litecoind-'))
  const port = await freePort()
  const child = spawn(
    program,
    [
      ...(network === 'mainnet' ? [] : [`-${network}`]),
      ...(network === 'regtest' ? [NO_MWEB] : []),
      '-connect=0',
      '-server',
      `-datadir=${folder}`,
      '-listen=0',
      '-listenonion=0',
      '-discover=0',
      '-dnsseed=0',
      '-disablewallet',
      `-txindex=${index ? 1 : 0}`,
      `-mempoolreplacement=${replaces ? 1 : 0}`,
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      `-rpcport=${port}`,
      `-rpcuser=${USER}`,
      `-rpcpassword=${PASSWORD}`,
      '-printtoconsole=0',
      ...further,
    ],
    { stdio: 'ignore' },
  )
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`
  const connections = new Connections()
  const stop = async (): Promise<void> => {
    connections.close()
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const headers = { authorization }
  const rpc = rpcTo(connections, `http://127.0.0.1:${port}`, headers)
  const rewards = async (blocks: number, address: string): Promise<readonly string[]> => {
    const made: string[] = []
    while (made.length < blocks) {
      const some = Math.min(AT_ONCE, blocks - made.length)
      made.push(...((await rpc.call('generatetoaddress', [some, inItsSpelling(address)])) as string[]))
    }
    return made
  }
  try {
    await ready(rpc, () => child.exitCode !== null)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `http://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    headers,
    rpc,
    chain: utxoFamily(records.LTC, network, { rpc }),
    rewards,
    mine: async (blocks, address) => void (await rewards(blocks, address)),
    stop,
  }
}

/** It stands for Bitcoin too, whose private chain writes the same scripts under another prefix. */
function inItsSpelling(address: string): string {
  if (!address.startsWith('bcrt1')) return address
  return bech32.encode('rltc', bech32.decode(address as `bcrt1${string}`).words)
}

/** A way to one node that gives up at once, so that a test sees each of its failures. */
export function rpcTo(
  connections: Connections,
  url: string,
  headers: Readonly<Record<string, string>>,
): JsonRpc {
  const target = { url: new URL(url), headers, timeoutMs: 120_000, maxBytes: 64 * 1024 * 1024 }
  return jsonRpc(
    connections,
    new Pool({ chain: 'TEST', network: 'regtest', endpoints: [new Endpoint(target)] }),
  )
}

async function ready(rpc: JsonRpc, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await rpc.call('getblockchaininfo', [])
      return
    } catch (error) {
      if (hasEnded() || attempt > 2_400) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('No port was given')
  return address.port
}
