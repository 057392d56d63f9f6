/** Connections of clients have a limit: what is beyond it is closed, and those before it are served. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { mostConnections } from './connections.js'
import { startService } from './service.fixture.js'

it('more than the limit are closed at once, until one ends', async () => {
  const service = await startService({ maxConnections: 3 })
  onTestFinished(() => service.close())
  const port = Number(new URL(service.url).port)
  const held: Socket[] = []
  onTestFinished(() => {
    for (const socket of held) socket.destroy()
  })
  /** Whether an answer came. */
  const asks = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      held.push(socket)
      socket.once('data', () => resolve(true))
      socket.once('close', () => resolve(false)).on('error', () => undefined)
      socket.write('GET /v3/nothing HTTP/1.1\r\nhost: x\r\n\r\n')
    })
  expect([await asks(), await asks(), await asks()]).toEqual([true, true, true])
  expect(await asks()).toBe(false)
  held[0]?.destroy()
  await expect.poll(asks).toBe(true)
})

it.each([
  ['1024                 524288               files', 768],
  ['unlimited            unlimited            files', undefined],
] as const)('of files that a process may open, %s, clients may take %s', (files, most) => {
  const folder = mkdtempSync(join(tmpdir(), 'limits-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'limits')
  writeFileSync(
    file,
    `Max processes             7                    7                    processes\nMax open files            ${files}\n`,
  )
  expect(mostConnections(file)).toBe(most)
})

it('a service that is told nothing has the limit of its process', async () => {
  expect(mostConnections('/nowhere')).toBeUndefined()
  const service = await startService()
  onTestFinished(() => service.close())
  expect(service.app.server.maxConnections).toBe(mostConnections())
})
