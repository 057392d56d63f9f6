/**
 * A real node of the EVM family for tests: anvil, from its npm package, on a port of its own, with any chain id. It
 * makes a block as soon as a transaction comes, unless it is told otherwise.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { Connections } from '../transport/exchange.js'
import { jsonRpc } from '../transport/json-rpc.js'
import { Endpoint, Pool } from '../transport/pool.js'
import type { JsonRpc } from '../transport/transport.js'

/** The mnemonic that anvil's own accounts come from; each has 10,000 coins. */
export const MNEMONIC = 'test test test test test test test test test test test junk'
/** The private key of its first account (path m/44'/60'/0'/0/0). */
export const RICH_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export interface Anvil {
  readonly url: string
  readonly rpc: JsonRpc
  /** Ends it, as a crash would. */
  kill(): Promise<void>
}

interface AnvilOptions {
  readonly chainId: bigint
  /** False: blocks are made by `evm_mine` only. */
  readonly mines?: boolean
}

/** Started, and ended with the test. */
export async function anvil({ chainId, mines = true }: AnvilOptions): Promise<Anvil> {
  const started = await start(chainId, mines)
  onTestFinished(started.kill)
  return started
}

/** For suites that share one node; the caller ends it. */
export async function start(
  chainId: bigint,
  mines = true,
  /** Rules of the chain: `london` for the oldest that is known to run our contracts. */
  hardfork?: string,
): Promise<Anvil> {
  const port = await freePort()
  const child = spawn(
    binary(),
    ['--host', '127.0.0.1', '--port', String(port), '--silent', '--chain-id', String(chainId)].concat(
      mines ? [] : ['--no-mining'],
      hardfork === undefined ? [] : ['--hardfork', hardfork],
    ),
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  await ready(url, child)
  const transport = transportTo(url)
  return {
    url,
    rpc: transport.rpc,
    kill: async () => {
      transport.close()
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The package's command would be a process of its own around this one. */
function binary(): string {
  const require = createRequire(import.meta.url)
  const inner = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  return inner.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('No port was given')
  return address.port
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  for (let tries = 0; tries < 4_800 && child.exitCode === null; tries += 1) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((wake) => setTimeout(wake, 25))
  }
  child.kill('SIGKILL')
  throw new TypeError('anvil did not start')
}

/** The package's own transport, with one endpoint. */
function transportTo(url: string): { readonly rpc: JsonRpc; close(): void } {
  const connections = new Connections()
  const target = { url: new URL(url), headers: {}, timeoutMs: 120_000, maxBytes: 2 ** 25 }
  const pool = new Pool({ chain: 'EVM', network: 'regtest', endpoints: [new Endpoint(target)] })
  return { rpc: jsonRpc(connections, pool), close: () => connections.close() }
}
