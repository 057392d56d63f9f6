/** Faults that belong to no call, in the real service: none ends it before what was accepted is answered. */
import { writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pathToFileURL } from 'node:url'
import { call, type Serving, Workplace } from '@tallystick/harness'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

type Behaviour = (response: ServerResponse) => void

/** A service whose node for both names answers as `behave` says. */
async function serveWithNode(name: string, behave: { as: Behaviour }): Promise<Serving> {
  const node = createServer((request, response) => {
    request.resume()
    request.once('end', () => behave.as(response))
  })
  await new Promise<void>((listening) => node.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    node.closeAllConnections()
    node.close()
  })
  const nodes = [{ url: `http://127.0.0.1:${(node.address() as AddressInfo).port}`, timeoutMs: 1_000 }]
  const config = place.path(`${name}.json`)
  writeFileSync(
    config,
    JSON.stringify({ rpc: { 'ethereum-sepolia': { nodes }, 'stellar-testnet': { nodes } } }),
  )
  return place.serve(['--database', place.path(`${name}.db`), '--config', config])
}

const ETH = '/v3/blockchain/node/ethereum-sepolia'
const XLM = '/v3/blockchain/node/stellar-testnet/accounts'

/** Asks the node, and leaves after so many milliseconds; null: it waits for the end. */
function ask(
  { url, key }: Serving,
  method: 'GET' | 'POST',
  path: string,
  leaveAfter: number | null,
): Promise<unknown> {
  return new Promise((resolve) => {
    const sending = httpRequest(`${url}${path}`, {
      method,
      agent: false,
      headers: {
        'x-api-key': key ?? '',
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
    })
    sending.once('close', resolve)
    sending.on('error', () => undefined)
    sending.on('response', (response) => response.on('error', () => undefined).resume())
    sending.end(
      method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}' : undefined,
    )
    if (leaveAfter !== null) setTimeout(() => sending.destroy(), leaveAfter)
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }

const behaviours: Readonly<Record<string, Behaviour>> = {
  '204 without a body': (response) => response.writeHead(204).end(),
  '204 with a type and a length': (response) =>
    response.writeHead(204, { ...JSON_TYPE, 'content-length': 2 }).end(),
  '205 without a body': (response) => response.writeHead(205, JSON_TYPE).end(),
  '304 without a body': (response) => response.writeHead(304).end(),
  '200 with an empty body': (response) => response.writeHead(200, JSON_TYPE).end(),
  '200 whose connection closes': (response) =>
    response.writeHead(200, { ...JSON_TYPE, connection: 'close' }).end('{}'),
  'a head, and a reset': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': 10 })
    response.flushHeaders()
    setTimeout(() => response.socket?.resetAndDestroy(), 5)
  },
  'a reset before any answer': (response) => void response.socket?.resetAndDestroy(),
  'a body shorter than its length': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': 10 }).write('{"a"')
    setTimeout(() => response.socket?.end(), 5)
  },
  'a chunk that is none': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
    response.flushHeaders()
    response.socket?.end('zz\r\n')
  },
  'an answer, and more than was asked for': (response) => {
    response.socket?.write('HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
  },
  '101, unasked': (response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')
  },
  'a long answer': (response) => response.writeHead(200, JSON_TYPE).end(`"${'x'.repeat(3_000_000)}"`),
  'an answer without an end': (response) => {
    response.writeHead(200, JSON_TYPE).write('"')
  },
  'no answer': () => undefined,
}

describe('a node that misbehaves', () => {
  it('ends no service, however its answer ends and whenever the caller leaves', async () => {
    const node = { as: behaviours['204 without a body'] as Behaviour }
    const serving = await serveWithNode('misbehaved', node)
    for (const [name, behaviour] of Object.entries(behaviours)) {
      node.as = behaviour
      const waits = /without an end|no answer/.test(name) ? [0, 5, 20] : [0, 1, 2, 5, 20, null, null]
      for (const leaveAfter of waits) {
        await Promise.all([ask(serving, 'POST', ETH, leaveAfter), ask(serving, 'GET', XLM, leaveAfter)])
      }
      const alive = await call(serving.url, serving.key ?? '', 'GET', '/v3/ledger/account?pageSize=10')
      expect([name, alive.status]).toEqual([name, 200])
    }
    serving.signal('SIGTERM')
    const { code, stderr } = await serving.ended
    expect(stderr).not.toContain('fault')
    expect(code).toBe(0)
  })

  it('is answered for with 204 where it answers 204, to every caller', async () => {
    const serving = await serveWithNode('empty', { as: (response) => response.writeHead(204).end() })
    const statuses: number[] = []
    for (let time = 0; time < 20; time++) {
      statuses.push((await call(serving.url, serving.key ?? '', 'GET', XLM)).status)
    }
    expect(new Set(statuses)).toEqual(new Set([204]))
    serving.signal('SIGTERM')
    expect((await serving.ended).code).toBe(0)
  })
})

/** Runs in the service before it starts: each SIGWINCH is a fault that no call is answered with. */
const FAULTY = `
let faults = 0
process.on('SIGWINCH', () => {
  faults += 1
  if (faults % 2 === 1) Promise.reject(new Error('canary fault ' + faults))
  else setImmediate(() => { throw new Error('canary fault ' + faults + ' of key ' + 'ab'.repeat(32)) })
})
`

describe('a fault outside of any call', () => {
  it('is logged, and what was accepted is answered before the service ends with 1', async () => {
    const preload = place.path('faulty.mjs')
    writeFileSync(preload, FAULTY)
    const args = ['--database', place.path('faulty.db')]
    const serving = await place.serve(args, { NODE_OPTIONS: `--import ${pathToFileURL(preload).href}` })
    const key = serving.key ?? ''
    const body = JSON.stringify({ currency: 'EUR' })
    const socket = connect(Number(new URL(serving.url).port), '127.0.0.1').setEncoding('utf8')
    let answer = ''
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.write(
      `POST /v3/ledger/account HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n{`,
    )
    await call(serving.url, key, 'GET', '/v3/ledger/account?pageSize=10')
    for (let fault = 1; fault <= 4; fault++) {
      serving.signal('SIGWINCH')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await expect.poll(serving.stderr).toContain('finishing 1 request')
    socket.write(body.slice(1))
    const { code, stderr } = await serving.ended
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(code).toBe(1)
    expect(stderr).toContain('canary fault 1')
    expect(stderr).toContain('Stopped. Everything that was accepted is written.')
    expect(stderr).not.toContain('abababab')

    const again = await place.serve(args)
    const { body: counted } = await call(again.url, key, 'GET', '/v3/ledger/account/count?pageSize=10')
    expect(counted).toEqual({ total: 1 })
    again.signal('SIGTERM')
    expect((await again.ended).code).toBe(0)
  })
})
