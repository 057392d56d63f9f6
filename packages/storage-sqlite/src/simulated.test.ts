import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickOrFull, simulationContract } from '@tallystick/testing'
import { afterAll } from 'vitest'
import { openSqlite } from './index.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-simulated-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const open = () => openSqlite({ file: join(folder, `${++files}.db`) })
simulationContract('sqlite', open, quickOrFull(600, 50_000))
