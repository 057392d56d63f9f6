/** A server on the loopback that answers JSON, which the nodes of the examples are. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface JsonServer {
  readonly url: string
  stop(): Promise<void>
}

/** @param answer By path and body, which is empty in a GET: status and content */
export async function serveJson(
  answer: (path: string, body: string) => readonly [status: number, json: unknown],
): Promise<JsonServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const [path = ''] = (request.url ?? '').split('?')
    const [status, json] = answer(path, Buffer.concat(chunks).toString())
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, and not on a path of the file system.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
