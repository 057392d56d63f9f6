/** What commands do with a SQLite file that their user may only read, or not even that. */
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { Workplace } from '@tallystick/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The superuser may do everything; any other user loses his rights by `chmod`. */
const somebody = process.getuid?.() === 0 ? 65_534 : undefined
const READS = ['verify', 'keys list', 'webhooks list']
const WRITES = ['serve', 'keys create', 'migrate']

let place: Workplace
beforeAll(async () => {
  place = new Workplace()
  await chmod(place.folder, 0o777)
})
afterAll(() => place.clear())

const modeOf = async (file: string) => (await stat(file)).mode & 0o777
const files = async (name: string) => (await readdir(place.folder)).filter((one) => one.startsWith(name))

async function each(commands: readonly string[], file: string) {
  const ends = []
  for (const command of commands) {
    ends.push(await place.run([...command.split(' '), '--database', file], {}, somebody))
  }
  return ends
}

async function mayOnlyBeRead(name: string): Promise<string> {
  const file = place.path(name)
  for (const one of await files(name)) await chmod(place.path(one), 0o444)
  return file
}

describe.each(['serve', 'migrate'])('%s', (command) => {
  it('makes a file for its owner alone, and leaves the mode of one that exists', async () => {
    const made = place.path(`${command}.db`)
    const existing = place.path(`${command}-existing.db`)
    await writeFile(existing, '')
    await chmod(existing, 0o644)
    for (const file of [made, existing]) {
      const args = ['--database', file]
      if (command === 'migrate') expect((await place.run(['migrate', ...args])).code).toBe(0)
      else {
        const serving = await place.serve(args)
        expect(await modeOf(`${file}-wal`)).toBe(await modeOf(file))
        serving.signal('SIGTERM')
        await serving.ended
      }
    }
    expect([await modeOf(made), await modeOf(existing)]).toEqual([0o600, 0o644])
  })
})

describe('of a ledger that may only be read', () => {
  it('commands that change nothing run beside a server, and after one that was killed; others say why not', async () => {
    const serving = await place.serve(['--database', place.path('served.db')])
    const file = await mayOnlyBeRead('served.db')
    for (const { code, stderr } of await each(READS, file)) expect([code, stderr]).toEqual([0, ''])
    for (const { code, stderr } of await each(WRITES, file)) {
      expect([code, stderr]).toEqual([1, expect.stringContaining('This user may not write the SQLite file')])
    }
    serving.signal('SIGKILL')
    await serving.ended
    for (const { code, stderr } of await each(READS, file)) expect([code, stderr]).toEqual([0, ''])
  })

  it('they say so when no process has it open, and leave no log that its owner could not write', async () => {
    await place.run(['migrate', '--database', place.path('closed.db')])
    const file = await mayOnlyBeRead('closed.db')
    for (const { code, stderr } of await each([...READS, 'backup --to copy.db'], file)) {
      expect([code, stderr]).toEqual([1, expect.stringContaining('may only read the SQLite file')])
    }
    expect(await files('closed.db')).toEqual(['closed.db'])
  })

  it('a backup is verified, because it has no log', async () => {
    await place.run(['migrate', '--database', place.path('source.db')])
    await place.run(['backup', '--database', place.path('source.db'), '--to', place.path('backup.db')])
    const file = await mayOnlyBeRead('backup.db')
    for (const { code, stderr } of await each(READS, file)) expect([code, stderr]).toEqual([0, ''])
    expect(await files('backup.db')).toEqual(['backup.db'])
  })
})

it.each<readonly [string, (file: string) => Promise<void>, string]>([
  ['not be read', (file) => chmod(file, 0), 'This user may not read or write'],
  ['be read, but is none of SQLite', (file) => writeFile(file, 'hello'), 'It is another kind of file'],
])('a file that may %s is reported as that, and not as a fault of the disk', async (_name, change, told) => {
  const file = place.path('changed.db')
  await writeFile(file, '')
  await chmod(file, 0o666)
  await change(file)
  for (const { code, stderr } of await each(READS, file)) {
    expect([code, stderr]).toEqual([1, expect.stringContaining(told)])
  }
})
