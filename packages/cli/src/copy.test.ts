/**
 * `tallystick copy` between a file and a real PostgreSQL, there and back, through kills. COPY_PAYMENTS says how
 * many payments the ledger has.
 */
import type { AccountId, TenantId } from '@tallystick/core'
import { fingerprint, type Storage } from '@tallystick/engine'
import { type Ended, Workplace } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { openPostgres } from '@tallystick/storage-postgres'
import { openSqlite } from '@tallystick/storage-sqlite'
import { dumpStorage, quickOrFull } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OwnServer, startPostgres } from './postgres.fixture.js'

const PAYMENTS = Number(process.env['COPY_PAYMENTS'] ?? quickOrFull(1_000, 4_000))
/** How much later than the kill before it the next one comes: so fewer come. */
const LATER = quickOrFull(3, 1.4)
/** So many entries are compared one by one, in memory; more of them by their digest. */
const MOST_IN_MEMORY = 100_000
const PATIENCE_MS = 120_000 + PAYMENTS

let place: Workplace
let server: OwnServer
let original: string
beforeAll(async () => {
  place = new Workplace()
  server = await startPostgres()
  original = place.path('original.db')
  await fill(original, PAYMENTS)
}, PATIENCE_MS)
afterAll(async () => {
  place.clear()
  await server.stop()
})

const TENANTS = ['default', 'acme'] as TenantId[]
const SCOPE = { tenants: TENANTS, currencies: ['VC_POINTS'] }

/** A ledger of two tenants with everything that the library can make. */
async function fill(file: string, payments: number): Promise<void> {
  const storage = await openSqlite({ file })
  const ledgers = TENANTS.map((tenant) => createTallystick({ storage, tenant }))
  for (const [number, ledger] of ledgers.entries()) {
    const tenant = TENANTS[number] ?? ('none' as TenantId)
    const supply = { name: 'VC_POINTS', supply: '1000000', basePair: 'EUR' as const }
    const first = await ledger.createCurrency({ ...supply, customer: { externalId: 'first' } })
    const ids = [first.id]
    for (let index = 1; index < 20; index++) {
      const customer = { externalId: `customer ${index % 7}` }
      ids.push((await ledger.createAccount({ currency: 'VC_POINTS', customer })).id)
    }
    const pay = (from: number, to: number, amount: string, key?: string): Promise<unknown> =>
      ledger.sendTransaction(
        {
          senderAccountId: ids[from] ?? '',
          recipientAccountId: ids[to] ?? '',
          amount,
          senderNote: `${from} “${to}”`,
        },
        key === undefined ? {} : { idempotencyKey: key },
      )
    for (let to = 1; to < ids.length; to++) await pay(0, to, '10000')
    for (let done = 0; done < payments / 2; done += 500) {
      await Promise.all(
        Array.from({ length: 500 }, (_, index) =>
          pay(
            index % 20,
            (index + 1 + (done % 19)) % 20,
            '0.01',
            index % 5 === 0 ? `key ${done} ${index}` : undefined,
          ),
        ),
      )
    }
    const [one = '', two = '', three = ''] = ids
    await ledger.blockAmount({ id: one, amount: '12.5', type: 'HOLD', description: 'a hold' })
    await ledger.freezeAccount({ id: two })
    await ledger.updateAccountByAccountId({ id: three, accountCode: 'CODE' })
    const bitcoin = await ledger.createAccountXpub({ currency: 'BTC', xpub: 'xpub-of-a-test' })
    await ledger.recordDeposit({
      account: bitcoin.id as AccountId,
      currency: 'BTC',
      amount: '0.5',
      txId: 'tx',
      vout: number,
      address: 'address',
      from: null,
      derivationKey: 0,
      blockHeight: 1,
      blockHash: null,
      status: 'Done',
    })
    const access = await ledger.access()
    const { apiKey } = await access.create({
      tenant,
      name: 'key',
      network: 'testnet',
      plan: 'paid',
    })
    if (number === 1) await access.revoke(apiKey.tenant, apiKey.id)
    await ledger.engine.settleMeter()
  }
  await ledgers[0]?.close()
}

async function told(open: () => Promise<Storage>) {
  const storage = await open()
  try {
    const print = await storage.audit((books) => fingerprint(books))
    if (print.entries.count > MOST_IN_MEMORY) return { print }
    const { entries, ...dump } = await dumpStorage(storage, SCOPE)
    expect(entries).toHaveLength(print.entries.count)
    return { dump, print }
  } finally {
    await storage.close()
  }
}
const ofFile = (file: string) => told(() => openSqlite({ file, migrate: false }))

/** Runs the copy again and again, killed ever later, until one comes to its end. */
async function throughKills(
  from: string,
  to: string,
): Promise<{ readonly last: Ended; readonly kills: number }> {
  for (let kills = 0; ; kills++) {
    const running = place.begin(['copy', '--from', from, '--to', to])
    const killing = setTimeout(() => running.signal('SIGKILL'), (150 + Math.random() * 150) * LATER ** kills)
    const last = await running.ended
    clearTimeout(killing)
    if (last.code !== null) return { last, kills }
    // Killed with its last words said: it had come to the end, and the next run finds nothing to do.
    if (last.stdout !== '') expect(last.stdout).toContain('The ledgers are equal')
  }
}

describe('copy', () => {
  it('there and back again gives the same ledger, killed on the way as often as may be', {
    timeout: PATIENCE_MS,
  }, async () => {
    const wanted = await ofFile(original)
    expect(wanted.print.entries.count).toBeGreaterThan(PAYMENTS)
    expect(wanted.print.answers.count).toBeGreaterThan(PAYMENTS / 8)

    const url = await server.fresh()
    const there = await throughKills(original, url)
    expect(there.last).toMatchObject({ code: 0, stderr: '' })
    expect(there.kills).toBeGreaterThan(0)
    expect(there.last.stdout).toContain('The ledgers are equal')
    expect(there.last.stdout).toContain(wanted.print.entries.digest.slice(0, 16))
    expect(there.last.stdout).not.toContain('search_path')
    const kept = await told(() => openPostgres({ url, migrate: false }))
    expect(kept).toEqual(wanted)

    const again = await place.run(['copy', '--json', '--from', original, '--to', url])
    expect(JSON.parse(again.stdout)).toMatchObject({ written: 0, fingerprint: wanted.print })

    const returned = place.path('returned.db')
    const back = await throughKills(url, returned)
    expect(back.last).toMatchObject({ code: 0, stderr: '' })
    expect(await ofFile(returned)).toEqual(wanted)
    const verified = await place.run(['verify', '--json', '--database', returned])
    expect(JSON.parse(verified.stdout)).toMatchObject({ sound: true, entries: wanted.print.entries.count })
    // Whatever was written to neither since, they are equal still; and the service runs on the copy.
    expect((await place.run(['copy', '--from', returned, '--to', original])).stdout).toContain(
      'nothing was missing',
    )
  })

  it('refuses a database that holds another ledger, and writes nothing', async () => {
    const other = place.path('other.db')
    await fill(other, 500)
    const before = await ofFile(other)
    const refused = await place.run(['copy', '--from', original, '--to', other])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/another ledger/)
    expect(await ofFile(other)).toEqual(before)
  })

  it('goes on serving what it copied: with the keys of the original', async () => {
    const url = await server.fresh()
    const source = place.path('served.db')
    const first = await place.serve(['--database', source])
    const key = first.key ?? ''
    first.signal('SIGTERM')
    await first.ended
    expect((await place.run(['copy', '--from', source], { TALLYSTICK_COPY_TO: url })).code).toBe(0)
    const serving = await place.serve(['--database', url])
    const answer = await fetch(`${serving.url}/v3/tatum/version`, { headers: { 'x-api-key': key } })
    expect(answer.status).toBe(200)
    serving.signal('SIGTERM')
    expect((await serving.ended).code).toBe(0)
  })

  it.each([
    [[], '--to is not given'],
    [['--to', 'data/tallystick.db'], '--from and --to are the same database'],
    [['--to', 'sqlite:data/tallystick.db?litestream=true'], '--from and --to are the same database'],
    [['--to', 'mysql:canary'], 'only SQLite and PostgreSQL are supported'],
  ])('%j is a usage error', async (args, part) => {
    const { code, stdout, stderr } = await place.run(['copy', ...args])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(part)
    expect(stderr).not.toContain('canary')
  })

  it('does not make a ledger to copy from', async () => {
    const { code, stderr } = await place.run([
      'copy',
      '--from',
      place.path('none.db'),
      '--to',
      place.path('t.db'),
    ])
    expect(code).toBe(1)
    expect(stderr).toContain('There is no database at')
  })
})
