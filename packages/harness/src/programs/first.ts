/**
 * Child process: opens and closes a file at each time that its parent sends: `<file> <time>`. Writes `ready`, and then
 * `opened` or `failed <what>`.
 */
import { openSqlite } from '@tallystick/storage-sqlite'
import { hear, say } from './say.js'

say('ready')
for (let line = await hear(); line !== ''; line = await hear()) {
  const [file = '', time = ''] = line.split(' ')
  // Turning on the spot: a timer would be late by a millisecond, and the race over.
  while (Date.now() < Number(time));
  try {
    await (await openSqlite({ file })).close()
    say('opened')
  } catch (error) {
    say('failed', error instanceof Error ? error.message : String(error))
  }
}
