import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout, setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { Connections, exchange, type Incoming, textOf } from './exchange.js'

/** What reaches nobody. The runner's own listeners would only count it against the whole file. */
function unheard(): readonly unknown[] {
  const faults: unknown[] = []
  const others = process.listeners('uncaughtException')
  const listener = (fault: unknown): void => void faults.push(fault)
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', listener)
  onTestFinished(() => {
    process.off('uncaughtException', listener)
    for (const other of others) process.on('uncaughtException', other)
  })
  return faults
}

/** What becomes of an answer without a body. */
const ENDS: readonly ((incoming: Incoming) => unknown)[] = [
  () => undefined,
  (incoming) => incoming.discard(),
  (incoming) => textOf(incoming, 'node'),
  (incoming) => void textOf(incoming, 'node').catch(() => undefined),
  (incoming) =>
    void Readable.from(incoming.body)
      .on('error', () => undefined)
      .destroy(),
]
/** When its caller leaves. */
const PAUSES: readonly (() => unknown)[] = [
  () => undefined,
  () => new Promise<void>((resolve) => process.nextTick(resolve)),
  () => turn(),
  () => setTimeout(5),
]

it('a caller who leaves while an answer without a body ends is an error of nobody', async () => {
  const faults = unheard()
  const server = createServer((_request, response) => response.writeHead(204).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connections = new Connections()
  onTestFinished(() => {
    connections.close()
    server.close()
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const target = { url, headers: {}, timeoutMs: 5_000, maxBytes: 1_000 }
  for (let round = 0; round < 80; round++) {
    const caller = new AbortController()
    const { signal } = caller
    const incoming = await exchange(connections, target, {
      method: 'GET',
      path: '',
      body: null,
      repeatable: round % 2 === 0,
      deadlineMs: 5_000,
      signal,
    })
    await ENDS[round % ENDS.length]?.(incoming)
    await PAUSES[Math.trunc(round / ENDS.length) % PAUSES.length]?.()
    caller.abort()
    await turn()
  }
  await turn()
  expect(faults).toEqual([])
})
