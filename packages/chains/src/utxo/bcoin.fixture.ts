/**
 * bcoin, a full node from npm, in this process: where no litecoind is installed it is the real node that there is,
 * and it has a habit worth testing against: it answers an id to `sendrawtransaction` whatever it thinks of the
 * transaction. Of 2018: no `scantxoutset`, no taproot, booleans where newer nodes have a verbosity.
 */
import { createRequire } from 'node:module'
import { records, type UtxoChain, type UtxoRecord } from '@tallystick/custody'
import { Connections } from '../transport/exchange.js'
import { fields, list } from './answers.js'
import { utxoFamily } from './family.js'
import { freePort, rpcTo } from './litecoind.fixture.js'

/** Its regtest has prefixes of its own (bcoin, lib/protocol/networks.js). */
function onBcoin(record: UtxoRecord): UtxoRecord {
  const { regtest } = record.networks
  if (regtest === undefined) throw new TypeError('no regtest')
  const params = { ...regtest, p2pkh: 0x3c, p2sh: 0x26, wif: 0x5a, hrp: 'rb' }
  return { ...record, networks: { regtest: params } }
}

/** What of it is used here; the package has no types. */
interface FullNode {
  ensure(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}
type FullNodeClass = new (options: Readonly<Record<string, unknown>>) => FullNode

export interface Bcoin {
  /** For a configuration: with user name and password. */
  readonly url: string
  readonly chain: UtxoChain
  mine(blocks: number, address: string): Promise<void>
  /** The id of the transaction that paid for a block. */
  reward(height: number): Promise<string>
  stop(): Promise<void>
}

/** @param network One of its own names: `main`, `testnet` and `simnet` have their first block alone. */
export async function startBcoin(network = 'regtest'): Promise<Bcoin> {
  // Its native code does not build on this Node; its own JavaScript does the same.
  process.env['NODE_BACKEND'] = 'js'
  const Node: FullNodeClass = createRequire(import.meta.url)('bcoin/lib/node/fullnode')
  const [port, httpPort] = [await freePort(), await freePort()]
  const apiKey = 'of-a-private-chain'
  const node = new Node({
    network,
    memory: true,
    listen: false,
    port,
    httpHost: '127.0.0.1',
    httpPort,
    apiKey,
    indexTX: true,
    workers: false,
  })
  await node.ensure()
  await node.open()
  const connections = new Connections()
  const authorization = `Basic ${Buffer.from(`x:${apiKey}`).toString('base64')}`
  const rpc = rpcTo(connections, `http://127.0.0.1:${httpPort}`, { authorization })
  return {
    url: `http://x:${apiKey}@127.0.0.1:${httpPort}`,
    chain: utxoFamily(onBcoin(records.BTC), 'regtest', { rpc }),
    mine: async (blocks, address) => {
      await rpc.call('generatetoaddress', [blocks, address])
    },
    // Its blocks have too few fields for the node half to read.
    reward: async (height) => {
      const hash = await rpc.call('getblockhash', [height])
      const block = await rpc.call('getblock', [hash, true])
      const [first] = list(fields(block, 'a block')['tx'], 'transactions')
      return String(first)
    },
    stop: async () => {
      connections.close()
      await node.close()
    },
  }
}
