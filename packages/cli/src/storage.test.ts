import { createRequire } from 'node:module'
import { Workplace } from '@tallystick/harness'
import { afterAll, expect, it, vi } from 'vitest'
import { run } from './program.js'

// The adapter's own SQLite, to see what it is told.
const Database: { readonly prototype: { prepare(text: string): unknown } } = createRequire(
  new URL('../../storage-sqlite/package.json', import.meta.url),
)('better-sqlite3')

const place = new Workplace()
afterAll(() => {
  vi.restoreAllMocks()
  place.clear()
})

it.each([
  ['', true],
  ['?litestream=true', false],
])('commands on a file%s make checkpoints: %s', async (parameter, isTo) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  const database = `sqlite:${place.path(`ledger${parameter.length}.db`)}${parameter}`
  for (const command of [['migrate'], ['keys', 'create']]) {
    prepare.mockClear()
    expect(await run(['node', 'tallystick', ...command, '--database', database], {})).toBe(0)
    // Whoever is to move the log looks how long it is.
    const looks = prepare.mock.calls.flat().includes('pragma wal_checkpoint(noop)')
    expect([command, looks]).toEqual([command, isTo])
  }
})
