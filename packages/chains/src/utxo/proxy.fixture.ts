/** Stands between a service and its node, and does to what is sent what networks do. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Of a transaction that is sent:
 *
 * - `pass`: it arrives, and so does the answer
 * - `lose`: it arrives, and the connection breaks before the answer
 * - `drop`: the connection breaks before it arrives
 * - `hang`: it arrives, and nobody ever answers
 * - `lie`: it does not arrive, and is answered as if it had
 * - `late`: it arrives after everybody has given up
 * - `dead`: nobody answers anything, whatever is asked
 */
export type Weather = 'pass' | 'lose' | 'drop' | 'hang' | 'lie' | 'late' | 'dead'

export interface NodeProxy {
  readonly url: string
  weather: Weather
  /** Raw transactions that were sent through it, in order. */
  readonly sent: string[]
  close(): Promise<void>
}

const LATE_MS = 1_500

/** @param upstream With user and password */
export async function startProxy(upstream: string): Promise<NodeProxy> {
  const target = new URL(upstream)
  const authorization = `Basic ${Buffer.from(`${target.username}:${target.password}`).toString('base64')}`
  target.username = ''
  target.password = ''
  const sent: string[] = []
  const proxy = { weather: 'pass' as Weather }

  const forward = async (body: string): Promise<{ readonly status: number; readonly text: string }> => {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    return { status: answer.status, text: await answer.text() }
  }
  const pass = async (body: string, response: ServerResponse): Promise<void> => {
    const { status, text } = await forward(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }
  const serve = async (body: string, response: ServerResponse): Promise<void> => {
    const { weather } = proxy
    if (weather === 'dead') return void response.socket?.destroy()
    const { method, params, id } = JSON.parse(body)
    if (method !== 'sendrawtransaction') return pass(body, response)
    sent.push(params[0])
    switch (weather) {
      case 'pass':
        return pass(body, response)
      case 'lose':
        await forward(body)
        return void response.socket?.destroy()
      case 'drop':
        return void response.socket?.destroy()
      case 'hang':
        await forward(body)
        return
      case 'lie':
        response.writeHead(200, { 'content-type': 'application/json' })
        return void response.end(JSON.stringify({ id, error: null, result: 'ab'.repeat(32) }))
      case 'late':
        await new Promise((wake) => setTimeout(wake, LATE_MS))
        await forward(body)
    }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.on('end', () => {
      serve(Buffer.concat(chunks).toString(), response).catch(() => response.socket?.destroy())
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    sent,
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  })
}

/** How long a call waits that goes through it: shorter than what is late. */
export const PROXY_TIMEOUT_MS = 500
export const settled = (): Promise<void> => new Promise((wake) => setTimeout(wake, LATE_MS + 300))
