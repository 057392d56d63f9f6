import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerProperties, quickOrFull, storageContract } from '@tallystick/testing'
import { afterAll } from 'vitest'
import { openSqlite } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newest = () => openSqlite({ file: join(folder, `${files}.db`) })
const fresh = () => {
  files++
  return newest()
}

storageContract('sqlite', fresh, { reopen: newest, second: newest, historyStep: quickOrFull(7, 1) })
ledgerProperties('sqlite', fresh, { runs: quickOrFull(2, 25) })
