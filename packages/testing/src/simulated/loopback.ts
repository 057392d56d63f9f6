/** Listens on a free port of the loopback, for the chains in memory that answer over HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback {
  readonly url: string
  /** Ends all connections. */
  close(): Promise<void>
}

/** A request that has arrived whole. */
export interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

export async function listen(serve: (asked: Asked) => Promise<void>): Promise<Loopback> {
  const server = createServer((request, response) => {
    void whole(request, response).then(serve)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function whole(request: IncomingMessage, response: ServerResponse): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback')
  const body = Buffer.concat(chunks).toString()
  return { request, response, method: request.method ?? 'GET', path: pathname, query: searchParams, body }
}
