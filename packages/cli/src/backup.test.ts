import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { call, type Serving, Workplace } from '@tallystick/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

// The adapter's own SQLite, to change a file behind the ledger's back.
const Database: new (file: string) => { prepare(sql: string): { run(): unknown }; close(): void } =
  createRequire(new URL('../../storage-sqlite/package.json', import.meta.url))('better-sqlite3')

let place: Workplace
let serving: Serving
let file: string
let account: string
beforeAll(async () => {
  place = new Workplace()
  file = place.path('ledger/live.db')
  serving = await place.serve(['--database', file])
  account = await mint('VC_FIRST')
})
afterAll(async () => {
  serving.signal('SIGTERM')
  await serving.ended
  place.clear()
})

/** A currency with a supply of 1000, all on one account. */
async function mint(name: string): Promise<string> {
  const body = { name, supply: '1000', basePair: 'EUR' }
  const made = await call(serving.url, serving.key ?? '', 'POST', '/v3/ledger/virtualCurrency', body)
  expect(made).toMatchObject({ status: 200 })
  return (made.body as { id: string }).id
}

const backup = (to: string, ...more: readonly string[]) =>
  place.run(['backup', '--database', file, '--to', to, ...more])
const balance = ({ url, key }: Serving, id: string) =>
  call(url, key ?? serving.key ?? '', 'GET', `/v3/ledger/account/${id}/balance`)

it('a backup of a ledger in use has all that was acknowledged before it, and serves in its place', async () => {
  const to = place.path('backups/first.db')
  let going = true
  const others: Promise<string>[] = []
  const load = (async () => {
    for (let i = 0; going; i++) others.push(Promise.resolve(await mint(`VC_${i}`)))
  })()
  const { code, stdout, stderr } = await backup(to)
  going = false
  await load
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/The backup is right: [\d,]+ entr(y|ies) verified, \d+ MB/)
  expect(readdirSync(dirname(to))).toEqual(['first.db'])
  expect(statSync(to).mode & 0o777).toBe(0o600)

  const restored = await place.serve(['--database', to])
  expect(await balance(restored, account)).toMatchObject({ status: 200, body: { accountBalance: '1000' } })
  restored.signal('SIGTERM')
  expect((await restored.ended).code).toBe(0)
  expect((await place.run(['verify', '--database', to])).code).toBe(0)
})

it('tells a script what it made', async () => {
  const to = place.path('backups/second.db')
  const { code, stdout } = await backup(to, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    from: file,
    to,
    bytes: statSync(to).size,
    entries: expect.any(Number),
  })
})

it('replaces no file, and does not take over an unfinished one', async () => {
  const to = place.path('backups/third.db')
  writeFileSync(to, 'mine')
  expect(await backup(to)).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
  expect(statSync(to).size).toBe(4)
  const other = place.path('backups/fourth.db')
  writeFileSync(`${other}.partial`, '')
  expect(await backup(other)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('did not come to its end'),
  })
  expect(existsSync(other)).toBe(false)
})

it.each([
  ['no target', ['backup'], 2, '--to is not given'],
  [
    'no ledger',
    ['backup', '--database', '/nowhere/x.db', '--to', '/nowhere/y.db'],
    1,
    'There is no database at',
  ],
  [
    'PostgreSQL',
    ['backup', '--database', 'postgres://u@127.0.0.1:1/x', '--to', '/nowhere/y.db'],
    1,
    'PostgreSQL makes its own backups',
  ],
])('%s: says what to do', async (_name, command, code, message) => {
  expect(await place.run(command)).toMatchObject({
    code,
    stdout: '',
    stderr: expect.stringContaining(message),
  })
})

it('a ledger that does not add up gives no backup, and the copy stays for an inquiry', async () => {
  // It was served, and stopped in order: its rows of accounts are up to date.
  const source = place.path('backups/first.db')
  const database = new Database(source)
  database.prepare(`update account set balance = '1' where id = '${account}'`).run()
  database.close()
  const to = place.path('backups/fifth.db')
  const { code, stdout, stderr } = await place.run(['backup', '--database', source, '--to', to])
  expect(code).toBe(1)
  expect(stdout).toContain('The books are wrong')
  expect(stderr).toContain('does not add up')
  expect([existsSync(to), existsSync(`${to}.partial`)]).toEqual([false, true])
})
