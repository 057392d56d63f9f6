/**
 * Child process: writes to one file twice, the second time on a disk that may not confirm it, and ends: naturally, by
 * `process.exit`, or after a close. Writes `known` or `unknown`: what the second write was answered.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { say } from './say.js'

export interface EndOptions {
  readonly file: string
  readonly checkpointEvery: number
  readonly fails: boolean
  readonly ending: 'natural' | 'exit' | 'close'
}

const { fails, ending, ...options } = JSON.parse(process.argv[2] ?? '') as EndOptions
const real = fs.fdatasync
let failing = false
Object.assign(fs, {
  fdatasync: (descriptor: number, done: (error: Error | null) => void) =>
    failing ? done(new Error('EIO: i/o error')) : real(descriptor, done),
})
syncBuiltinESMExports()
// It takes the function from Node when it is loaded.
const { openSqlite } = await import('@tallystick/storage-sqlite')
const storage = await openSqlite(options)
await storage.constant('first', () => 'value')
failing = fails
say(
  await storage
    .constant('second', () => 'value')
    .then(
      () => 'known',
      () => 'unknown',
    ),
)
if (ending === 'close') await storage.close().catch(() => undefined)
if (ending === 'exit') process.exit()
