/** Nodes of private chains for the examples, which end with them. Yours are already running somewhere. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface Node {
  /** For a configuration: with user name and password, where it asks for them. */
  readonly url: string
  rpc<Result>(method: string, ...params: readonly unknown[]): Promise<Result>
  /** Ends it, and removes what it wrote. */
  stop(): Promise<void>
}

/** A node of Ethereum, from its npm package. It makes blocks when it is asked to (`evm_mine`). */
export async function startAnvil(): Promise<Node> {
  const port = await freePort()
  // What the package's command would start in a process of its own.
  const inner = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const program = inner.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
  return await start(program, ['--host', '127.0.0.1', '--port', String(port), '--silent', '--no-mining'], {
    url: new URL(`http://127.0.0.1:${port}`),
    ready: 'eth_chainId',
  })
}

/** The program of Litecoin Core, where it is on the PATH. */
export function findLitecoind(): string | undefined {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'litecoind'))
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** A node of Litecoin. It makes blocks when it is asked to (`generatetoaddress`). */
export async function startLitecoind(): Promise<Node> {
  const program = findLitecoind()
  if (program === undefined) throw new TypeError('litecoind is not on the PATH')
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-litecoind-'))
  const port = await freePort()
  const own = ['regtest', 'server', 'listen=0', 'disablewallet', 'txindex=1', 'printtoconsole=0']
  const rpc = ['bind=127.0.0.1', 'allowip=127.0.0.1', `port=${port}`, 'user=u', 'password=p']
  const args = [`-datadir=${folder}`, ...own.map((flag) => `-${flag}`), ...rpc.map((flag) => `-rpc${flag}`)]
  const url = new URL(`http://u:p@127.0.0.1:${port}`)
  const node = await start(program, args, { url, ready: 'getblockchaininfo' })
  return {
    ...node,
    async stop() {
      await node.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function start(
  program: string,
  args: readonly string[],
  { url, ready }: { readonly url: URL; readonly ready: string },
): Promise<Node> {
  const child = spawn(program, args, { stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGKILL'))
  const { username, password, origin } = url
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const headers = { 'content-type': 'application/json', ...(username === '' ? {} : { authorization }) }

  async function rpc<Result>(method: string, ...params: readonly unknown[]): Promise<Result> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(origin, { method: 'POST', headers, body })
    const { result, error } = (await response.json()) as {
      result: Result
      error?: { message: string } | null
    }
    if (error) throw new TypeError(`${method}: ${error.message}`)
    return result
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  for (let tries = 0; ; tries += 1) {
    try {
      await rpc(ready)
      return { url: url.href, rpc, stop }
    } catch (error) {
      if (child.exitCode !== null || tries === 200) {
        await stop()
        throw error
      }
    }
    await new Promise((wake) => setTimeout(wake, 50))
  }
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
