/** A service whose pass-through leads to one node, which remembers what it was asked. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChains, readChainsConfig } from '@tallystick/chains'
import type { Chains } from '@tallystick/custody'
import { onTestFinished } from 'vitest'
import type { HttpLogger } from './observability/log.js'
import { type Running, startService } from './service.fixture.js'

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Behaviour = (response: ServerResponse, asked: Asked) => void

/** A node that remembers what it was asked. */
interface Upstream {
  readonly url: string
  readonly asked: Asked[]
  behaviour: Behaviour
}

const good: Behaviour = (response, { body }) => {
  const { id = null } = body === '' ? {} : JSON.parse(body)
  response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'canary=1', server: 'canary' })
  response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":18446744073709551615}`)
}

async function upstream(behaviour: Behaviour = good): Promise<Upstream> {
  const node: { -readonly [Field in keyof Upstream]: Upstream[Field] } = { url: '', asked: [], behaviour }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const asked = { method, url, headers, body: Buffer.concat(chunks).toString() }
      node.asked.push(asked)
      node.behaviour(response, asked)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    const closed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await closed
  })
  // A server that listens on TCP has a port.
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return node
}

const NODES = [
  'ethereum-sepolia',
  'ethereum-mainnet',
  'stellar-testnet',
  'tezos-testnet',
  'eos-testnet',
  'doge-testnet',
  'bnb-testnet',
  'tron-testnet',
]

/** Chains whose nodes are all this one. */
function chainsAt(url: string, limits: object = {}): Chains {
  const nodes = [{ url: `${url}/base`, headers: { 'x-node-key': 'canary-node-key' }, ...limits }]
  return createChains(readChainsConfig({ rpc: Object.fromEntries(NODES.map((name) => [name, { nodes }])) }))
}

interface World {
  readonly node: Upstream
  readonly service: Running
  readonly lines: string[]
}

export async function world(
  behaviour?: Behaviour,
  limits?: object,
  trustProxy?: readonly string[],
): Promise<World> {
  const node = await upstream(behaviour)
  const lines: string[] = []
  const line = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
  const logger: HttpLogger = { level: 'debug', debug: line, warn: line, error: line }
  const service = await startService({
    engine: { chains: chainsAt(node.url, limits) },
    logger,
    ...(trustProxy === undefined ? {} : { trustProxy }),
  })
  onTestFinished(() => service.close())
  return { node, service, lines }
}

export const call = (method: string, params: readonly unknown[] = []) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})
export const ETH = '/v3/blockchain/node/ethereum-sepolia'
export const XLM = '/v3/blockchain/node/stellar-testnet'
