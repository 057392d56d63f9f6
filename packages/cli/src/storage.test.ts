import { createRequire } from 'node:module'
import { Workplace } from '@tallystick/harness'
import { afterAll, expect, it, vi } from 'vitest'
import { run } from './program.js'

// The adapter's own SQLite, to see what it is told.
const Database: { readonly prototype: { pragma(text: string): unknown } } = createRequire(
  new URL('../../storage-sqlite/package.json', import.meta.url),
)('better-sqlite3')

const place = new Workplace()
afterAll(() => {
  vi.restoreAllMocks()
  place.clear()
})

it.each([
  ['', 'wal_autocheckpoint = 8000'],
  ['?litestream=true', 'wal_autocheckpoint = 0'],
])('commands on a file%s make checkpoints: %s', async (parameter, told) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const pragma = vi.spyOn(Database.prototype, 'pragma')
  const database = `sqlite:${place.path(`ledger${parameter.length}.db`)}${parameter}`
  for (const command of [['migrate'], ['keys', 'create'], ['keys', 'list']]) {
    pragma.mockClear()
    expect(await run(['node', 'tallystick', ...command, '--database', database], {})).toBe(0)
    // Of the connection that writes. A migration also opens one that only reads.
    const [first] = pragma.mock.calls.flat().filter((text) => text.startsWith('wal_'))
    expect([command, first]).toEqual([command, told])
  }
})
