/** What is left of the log when a process or a storage ends, and what calls are told after that. */
import { existsSync } from 'node:fs'
import type { TenantId } from '@tallystick/core'
import { verify } from '@tallystick/engine'
import { type EndOptions, Nursery } from '@tallystick/harness'
import { afterAll, describe, expect, it } from 'vitest'
import { openSqlite } from './index.js'

const nursery = new Nursery()
afterAll(() => nursery.clear())
let files = 0
const newFile = (): string => nursery.path(`ledger-${files++}.db`)

interface End extends Omit<EndOptions, 'file'> {
  readonly stays: boolean
}

describe('the log stays after a flush that failed, and where another program makes the checkpoints', () => {
  it.each<End>(
    (['natural', 'exit', 'close'] as const).flatMap((ending) => [
      { ending, fails: true, checkpointEvery: 8_000, stays: true },
      { ending, fails: true, checkpointEvery: 1, stays: true },
      { ending, fails: true, checkpointEvery: 0, stays: true },
      { ending, fails: false, checkpointEvery: 0, stays: true },
      ...(ending === 'exit' ? [] : [{ ending, fails: false, checkpointEvery: 8_000, stays: false }]),
    ]),
  )('end: $ending, fails: $fails, checkpoints: $checkpointEvery', async ({ stays, ...end }) => {
    const file = newFile()
    const child = nursery.start('end', JSON.stringify({ file, ...end } satisfies EndOptions))
    child.hangUp()
    expect([await child.ended, child.lines]).toEqual(['exit 0', [end.fails ? 'unknown' : 'known']])
    expect(existsSync(`${file}-wal`)).toBe(stays)
    const next = await openSqlite({ file })
    expect(await next.constant('second', () => 'new')).toBe('value')
    await next.close()
  })
})

describe('a storage that is closed', () => {
  it.each([
    [8_000, false],
    [0, true],
  ])(
    'ends its audits; with a checkpoint every %i pages its log stays: %s',
    async (checkpointEvery, stays) => {
      const file = newFile()
      const storage = await openSqlite({ file, checkpointEvery })
      await storage.constant('first', () => 'value')
      const audit = storage.audit(async (reader) => {
        for (;;) {
          await reader.constants(undefined, 9)
          await new Promise(setImmediate)
        }
      })
      const ended = expect(audit).rejects.toThrow('The SQLite file is closed')
      await storage.close()
      expect(existsSync(`${file}-wal`)).toBe(stays)
      await ended
      expect(existsSync(`${file}-wal`)).toBe(stays)
    },
  )

  const calls: readonly (readonly [string, (storage: Awaited<ReturnType<typeof openSqlite>>) => unknown])[] =
    [
      [
        'a read',
        ({ query }) => query.accounts('tenant' as TenantId, {}, { limit: 1, offset: 0, order: 'asc' }),
      ],
      ['a write', (storage) => storage.transact([], () => undefined)],
      ['a constant', (storage) => storage.constant('name', () => 'value')],
      ['an audit', (storage) => verify(storage)],
      ['a ping', (storage) => storage.ping()],
    ]
  it.each(calls)('refuses %s', async (_name, call) => {
    const storage = await openSqlite({ file: newFile() })
    const before = call(storage)
    await before
    await storage.close()
    await expect(call(storage)).rejects.toThrow(/^The SQLite file is closed$/)
    await storage.close()
  })

  it('answers what was called before', async () => {
    const storage = await openSqlite({ file: newFile() })
    const called = calls.filter(([name]) => name !== 'an audit').map(([, call]) => call(storage))
    await storage.close()
    await Promise.all(called)
  })
})
