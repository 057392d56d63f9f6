/** Answers that are longer than callers may have: of the service's own work, whole or in parts. */
import { writeExact } from '@tallystick/core'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Connections, LONG_BYTES, OwnConnections, type Target } from './exchange.js'
import { jsonRpc } from './json-rpc.js'
import { type LongList, readLongList } from './long-list.js'
import { Endpoint, Pool } from './pool.js'
import { type Behaviour, drips, floods, LoopbackServer, text } from './server.fixture.js'
import type { JsonRpc } from './transport.js'

const PARTS: LongList<unknown> = { list: 'items', without: 'unread', keep: (item) => item }

function over(target: Target, connections: Connections = new OwnConnections()): JsonRpc {
  onTestFinished(() => connections.close())
  const pool = new Pool({ chain: 'SOL', network: 'testnet', endpoints: [new Endpoint(target)] })
  return jsonRpc(connections, pool)
}

const listed = (rpc: JsonRpc, parts = PARTS) => rpc.listed?.('list', [], parts)

/** In pieces of this many bytes. */
function split(body: string, size = body.length, parts = PARTS) {
  const bytes = Buffer.from(body)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const incoming = { status: 200, contentType: '', header: () => undefined, discard: () => undefined }
  return readLongList({ ...incoming, body: pieces() }, 'node', parts)
}

describe('a list is read item by item', () => {
  it('whatever it holds, and wherever it was cut', async () => {
    const list = fc.array(fc.jsonValue({ maxDepth: 3 }))
    await fc.assert(
      fc.asyncProperty(list, fc.jsonValue(), fc.integer({ min: 1, max: 40 }), async (items, other, size) => {
        const body = JSON.stringify({ id: 1, result: { before: other, items, after: { items: other } } })
        const read = await split(body, size)
        expect(writeExact(read.items)).toBe(writeExact(items))
        expect(JSON.parse(read.text)).toEqual(
          JSON.parse(
            JSON.stringify({ id: 1, result: { before: other, items: [], after: { items: other } } }),
          ),
        )
      }),
    )
  })

  it.each([
    ['of whole numbers beyond 2^53', '9007199254740993'],
    ['of more digits than a double has', '0.1234567890123456789'],
    ['of an exponent', '1.5e400'],
    ['below zero', '-9007199254740993'],
  ])('no digit is lost %s', async (_what, number) => {
    const { items } = await split(`{"result":{"items":[{"amount":${number},"unread":${number},"more":1}]}}`)
    expect(writeExact(items)).toBe(`[{"amount":${number},"more":1}]`)
  })

  it('what is unread is left out only where it is a member', async () => {
    const tricky = { a: '"unread":1.5,', 'b\\"unread': '],[{', c: '\\', d: '"items":[' }
    const { items } = await split(JSON.stringify({ result: { items: [tricky, { unread: 'text' }] } }), 3)
    expect(items).toEqual([tricky, { unread: 'text' }])
  })

  it.each([
    ['{"result":{"items":[ ]}}', []],
    ['{"result":{ "items" : [ 1 , [2,{"items":[3]}] ] } }', [1, [2, { items: [3] }]]],
    ['{"result":{"items":null}}', undefined],
    ['{"error":{"code":1}}', undefined],
    // Not a member of the result.
    ['{"result":{"more":{"items":[1]}}}', undefined],
    ['{"items":[1],"result":{}}', undefined],
  ])('%s', async (body, expected) => {
    for (const size of [1, 100]) expect((await split(body, size)).items).toEqual(expected)
  })

  it.each(['[,1]', '[1,]', '[1,,2]', '[1 2]', '[{"a":}]', '[1],"items":[2]'])(
    'a broken list %s is no JSON',
    async (list) => {
      await expect(split(`{"result":{"items":${list}}}`)).rejects.toThrow(SyntaxError)
      const rpc = over(
        (
          await LoopbackServer.start((_asked, response) => text(response, `{"result":{"items":${list}}}`))
        ).target(),
      )
      await expect(listed(rpc)).rejects.toThrow('answered 200 and no JSON-RPC')
    },
  )

  it('one item is not as long as memory', async () => {
    const long = `{"result":{"items":["${'x'.repeat(LONG_BYTES)}"]}}`
    await expect(split(long, 65_536)).rejects.toThrow('answered a part of more than')
  })
})

const ITEM = JSON.stringify({ name: 'x'.repeat(1_048_576) })
/** This many MiB, in items of one. */
const sends =
  (mib: number, pauseMs = 0): Behaviour =>
  ({ body }, response) => {
    response.writeHead(200)
    response.write(`{"id":${JSON.parse(body).id},"result":{"items":[${ITEM}`)
    let sent = 1
    const more = (): void => {
      while (sent < mib) {
        sent += 1
        if (!response.write(`,${ITEM}`)) return void response.once('drain', () => setTimeout(more, pauseMs))
      }
      response.end(']}}')
    }
    setTimeout(more, pauseMs)
  }

const DEFAULT = { maxBytes: LONG_BYTES, isDefault: true, timeoutMs: 5_000 } as const
const whole = (rpc: JsonRpc) =>
  rpc.call('list', [], (result) => (result as { items: unknown[] }).items.length)

/** In MiB; a caller may have 32. */
const LONG = 34

describe(`an answer of ${LONG} MiB`, () => {
  it('is read by the service itself, whole and in parts', async () => {
    const server = await LoopbackServer.start(sends(LONG))
    const rpc = over(server.target(DEFAULT))
    expect(await whole(rpc)).toBe(LONG)
    const kept = await listed(rpc, { ...PARTS, keep: (item) => (item as { name: string }).name.length })
    expect(kept).toEqual({ result: { items: [] }, items: Array(LONG).fill(1_048_576) })
  })

  it.each([
    ['by a caller', DEFAULT, new Connections()],
    ['where the configuration limits answers', { maxBytes: LONG_BYTES }, new OwnConnections()],
  ])('is refused %s, and the setting is named', async (_who, limit, connections) => {
    const server = await LoopbackServer.start(sends(LONG))
    const rpc = over(server.target({ timeoutMs: 5_000, ...limit }), connections)
    const refusal = /answered more than 33554432 bytes: raise its maxAnswerBytes/
    await expect(rpc.call('list', [])).rejects.toThrow(refusal)
    await expect(listed(rpc)).rejects.toThrow(refusal)
  })

  it('may take longer than a short one, and one that drips may not', async () => {
    const server = await LoopbackServer.start(sends(LONG, 30))
    const limit = { ...DEFAULT, timeoutMs: 400 }
    expect((await listed(over(server.target(limit))))?.items).toHaveLength(LONG)
    await expect(whole(over(server.target(limit), new Connections()))).rejects.toThrow('did not finish')
    server.behaviour = drips
    await expect(listed(over(server.target(limit)))).rejects.toThrow(
      'did not finish its answer within 400 ms',
    )
  })

  it('is read alone, and a fault of one does not hold up the next', async () => {
    const connections = new OwnConnections()
    const first = await connections.alone()
    const server = await LoopbackServer.start(sends(LONG))
    const rpc = over(server.target({ ...DEFAULT, timeoutMs: 500 }), connections)
    let isRead = false
    const long = whole(rpc).then(() => (isRead = true))
    const short = await LoopbackServer.start(sends(2))
    expect(await whole(over(short.target(DEFAULT), connections))).toBe(2)
    // Its own time does not run while it waits.
    await new Promise((wake) => setTimeout(wake, 1_000))
    expect(isRead).toBe(false)
    first()
    await long
    server.behaviour = (asked, response) => {
      sends(1_000)(asked, response)
      setTimeout(() => response.destroy(), 300)
    }
    await expect(whole(rpc)).rejects.toThrow('failed (ECONNRESET)')
    server.behaviour = sends(LONG)
    expect(await whole(rpc)).toBe(LONG)
  })

  it('that never ends is cut off', async () => {
    const server = await LoopbackServer.start(floods)
    const rpc = over(server.target({ ...DEFAULT, timeoutMs: 20_000 }))
    await expect(rpc.call('list', [])).rejects.toThrow(
      /answered more than \d+ bytes: raise its maxAnswerBytes/,
    )
    await expect(listed(rpc)).rejects.toThrow('answered a part of more than')
  })
})
