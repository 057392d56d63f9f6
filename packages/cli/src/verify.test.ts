import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Workplace } from '@tallystick/harness'
import { quickOrFull } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fill, pay } from './shop.fixture.js'
import { paintFor } from './terminal.js'
import { report } from './verify.js'

// The adapter's own SQLite, to change a file behind the ledger's back.
interface Sqlite {
  prepare(sql: string): { all(): unknown[]; run(...values: unknown[]): { readonly changes: number } }
  close(): void
}
const Database: new (file: string) => Sqlite = createRequire(
  new URL('../../storage-sqlite/package.json', import.meta.url),
)('better-sqlite3')

let place: Workplace
beforeAll(() => {
  place = new Workplace()
})
afterAll(() => place.clear())

async function filled(
  name: string,
): Promise<{ readonly file: string; readonly from: string; readonly to: string }> {
  const file = place.path(name)
  const serving = await place.serve(['--database', file])
  const accounts = await fill(serving.url, serving.key ?? '')
  serving.signal('SIGTERM')
  expect((await serving.ended).code).toBe(0)
  return { file, ...accounts }
}

describe('verify', () => {
  it('finds nothing wrong with sound books', async () => {
    const { file } = await filled('sound.db')
    const { code, stdout, stderr } = await place.run(['verify', '--database', file])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('The books are right: no discrepancies, 2 entries in ')
    expect(stdout).toMatch(/^ +3 {2}accounts .* 0$/m)
    expect(stdout).not.toContain('\u001b')

    const json = await place.run(['verify', '--json', '--database', file])
    expect(json.code).toBe(0)
    expect(JSON.parse(json.stdout)).toMatchObject({ sound: true, entries: 2, accounts: 3, discrepancies: [] })
  })

  it('names a balance that was changed behind its back', async () => {
    const { file, to } = await filled('tampered.db')
    const database = new Database(file)
    expect(database.prepare('update account set balance = ? where id = ?').run('1', to).changes).toBe(1)
    database.close()

    const { code, stdout } = await place.run(['verify', '--database', file])
    expect(code).toBe(1)
    expect(stdout).toContain('The books are wrong: 2 discrepancies')
    expect(stdout).toMatch(new RegExp(`^ {2}balance +${to} `, 'm'))
    expect(stdout).toMatch(/^ {2}currency-sum +default VC_SHOP /m)

    const json = await place.run(['verify', '--json', '--database', file])
    expect(json.code).toBe(1)
    const { sound, discrepancies } = JSON.parse(json.stdout) as {
      sound: boolean
      discrepancies: { check: string }[]
    }
    expect(sound).toBe(false)
    expect(discrepancies.map(({ check }) => check).sort()).toEqual(['balance', 'currency-sum'])
  })

  it('names an entry that was changed after its guards were removed', async () => {
    const { file } = await filled('rewritten.db')
    const database = new Database(file)
    const triggers = database.prepare("select name from sqlite_master where type = 'trigger'").all()
    for (const { name } of triggers as { name: string }[]) database.prepare(`drop trigger "${name}"`).run()
    expect(
      database.prepare('update entry set amount = ? where seq = (select max(seq) from entry)').run('1')
        .changes,
    ).toBe(1)
    database.close()

    const { code, stdout } = await place.run(['verify', '--database', file])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ {2}balance-after /m)
  })

  it('finds nothing wrong with sound books while a server writes to them', async () => {
    const file = place.path('busy.db')
    const serving = await place.serve(['--database', file])
    const key = serving.key ?? ''
    const { from, to } = await fill(serving.url, key)
    let writing = true
    let paid = 0
    const writers = Array.from({ length: 32 }, async () => {
      while (writing) {
        await pay(serving.url, key, from, to, '0.01')
        paid++
      }
    })
    const verified = []
    while (verified.length < quickOrFull(3, 8))
      verified.push(await place.run(['verify', '--json', '--database', file]))
    writing = false
    await Promise.all(writers)
    expect(paid).toBeGreaterThan(0)
    for (const { code, stdout } of verified)
      expect({ code, discrepancies: JSON.parse(stdout).discrepancies }).toEqual({
        code: 0,
        discrepancies: [],
      })
    serving.signal('SIGTERM')
    expect((await serving.ended).code).toBe(0)
  })

  it('ends as it would if somebody read what it prints', async () => {
    const [sound, wrong] = [await filled('unread.db'), await filled('unread-wrong.db')]
    const database = new Database(wrong.file)
    database.prepare('update account set balance = ? where id = ?').run('1', wrong.to)
    database.close()
    const anchors = place.path('anchors.json')
    const ends = [
      ['--database', sound.file, '--write-anchors', anchors],
      ['--database', wrong.file],
      ['--database', place.path('none.db')],
      ['--databse'],
    ].map((args) => place.beginUnread(['verify', ...args]).ended)
    expect((await Promise.all(ends)).map(({ code }) => code)).toEqual([0, 1, 1, 2])
    expect(JSON.parse(readFileSync(anchors, 'utf8'))).toHaveLength(1)
  })

  it('does not take a missing file for sound books', async () => {
    const { code, stdout, stderr } = await place.run(['verify', '--database', place.path('none.db')])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('There is no database at')
  })
})

it('counts in its table what is wrong in the order book', () => {
  const read = { entries: 1, accounts: 1, blockages: 0, customers: 0, currencies: 1, seals: 1, items: 4 }
  const wrong = { subject: 'BTC/EUR', stored: '1', computed: '0' }
  const discrepancies = (['order', 'fill', 'agreement', 'exchange'] as const).map((check) => ({
    check,
    ...wrong,
  }))
  const told = report('file', { ...read, anchors: [], discrepancies }, 1, paintFor(process.stdout))
  expect(told).toMatch(/\bitems\b.* 4\n/)
})
