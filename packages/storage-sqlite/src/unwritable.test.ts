import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unwritableContract } from '@tallystick/testing'
import { afterAll } from 'vitest'
import { openSqlite } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-unwritable-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

unwritableContract('SQLite', () => openSqlite({ file: join(folder, 'ledger.db') }))
