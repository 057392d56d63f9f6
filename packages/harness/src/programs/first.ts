/**
 * Child process: opens and closes a file at each time that its parent sends: `<file> <time>`. Writes `ready`, and then
 * `opened` or `failed <what>`.
 */
import { openSqlite } from '@tallystick/storage-sqlite'
import { hear, say } from './say.js'

say('ready')
for (let line = await hear(); line !== ''; line = await hear()) {
  const [file = '', time = ''] = line.split(' ')
  // A busy loop: a timer would be a millisecond late, and the race would be over.
  while (Date.now() < Number(time));
  try {
    await (await openSqlite({ file })).close()
    say('opened')
  } catch (error) {
    say('failed', error instanceof Error ? error.message : String(error))
  }
}
