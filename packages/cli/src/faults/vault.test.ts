/**
 * Managed wallets while processes are killed: they make, delete, rotate and charge, one or two at once, and each is killed
 * at a random moment. Each round has a new master key and a new day. At the end each acknowledged wallet has the key that
 * it had, no deleted one is there, each wallet is charged once for each day, and no private key is in the database.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createChains, readChainsConfig } from '@tallystick/chains'
import { KEY_USES, MANAGED_WALLETS } from '@tallystick/core'
import { chargesFrom, embeddedCaller, type Storage } from '@tallystick/engine'
import { built, type Child, type KeepOptions, Nursery } from '@tallystick/harness'
import { createTallystick } from '@tallystick/operations'
import { openPostgres } from '@tallystick/storage-postgres'
import { openSqlite } from '@tallystick/storage-sqlite'
import { chooseSeed, isFull, reportFaults, seededRandom } from '@tallystick/testing'
import { createVault, localKeys } from '@tallystick/vault'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../postgres.fixture.js'
import { inTurn } from './places.fixture.js'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? (isFull ? 100 : 2))
/** Longest time under load before the kill. */
const BURST_MS = 500
const DAY_MS = 86_400_000
const START = Date.UTC(2030, 0, 15, 6)
const DAILY_CREDITS = 10

interface Place extends Pick<KeepOptions, 'module' | 'open' | 'options'> {
  /** The same, in this process. */
  storage(): Promise<Storage>
  /** The bytes that a thief of the database has. */
  stolen(storage: Storage): Promise<readonly Buffer[]>
}

const moduleOf = (name: string): string => pathToFileURL(built(`${name}/dist/index.js`)).href

const PLACES: Readonly<Record<string, (nursery: Nursery) => Promise<Place>>> = {
  async SQLite(nursery) {
    const options = { file: nursery.path('vault.db') }
    return {
      module: moduleOf('storage-sqlite'),
      open: 'openSqlite',
      options,
      storage: () => openSqlite(options),
      stolen: async () => readdirSync(nursery.folder).map((name) => readFileSync(nursery.path(name))),
    }
  },
  async PostgreSQL() {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const options = { url: await server.fresh() }
    return {
      module: moduleOf('storage-postgres'),
      open: 'openPostgres',
      options,
      storage: () => openPostgres({ ...options, migrate: true }),
      async stolen({ query }) {
        const rows = [await query.list(MANAGED_WALLETS, {}), await query.list(KEY_USES, {})]
        return [Buffer.from(JSON.stringify(rows))]
      },
    }
  },
}

/** What processes have said. */
class Said {
  readonly keys = new Map<string, string>()
  readonly deleting = new Set<string>()
  readonly deleted = new Set<string>()
  rotated = 0

  hear({ lines }: Child): void {
    for (const [what, id = '', key = ''] of lines.map((line) => line.split(' '))) {
      if (what === 'made') this.keys.set(id, key)
      if (what === 'deleting') this.deleting.add(id)
      if (what === 'deleted') this.deleted.add(id)
      if (what === 'rotated') this.rotated++
    }
  }
}

const seed = chooseSeed()

it.each(inTurn(PLACES, seed))(
  'on %s no key is lost or readable, and each day is charged once',
  { timeout: 300_000 + ROUNDS * 60_000 },
  async (name, openPlace) => {
    const random = seededRandom(seed)
    const nursery = new Nursery()
    onTestFinished(() => nursery.clear())
    const place = await openPlace(nursery)
    await (await place.storage()).close()

    const said = new Said()
    const masterKeys: string[] = []
    let kills = 0
    for (let round = 0; round < ROUNDS; round++) {
      masterKeys.unshift(randomBytes(32).toString('hex'))
      const { module, open, options } = place
      const given: KeepOptions = {
        ...{ module, open, options, masterKeys },
        ...{ chains: moduleOf('chains'), vault: moduleOf('vault'), start: START + round * DAY_MS },
      }
      const children = Array.from({ length: 1 + random.below(2) }, () =>
        nursery.start('keep', JSON.stringify(given)),
      )
      await Promise.all(children.map((child) => child.line('ready')))
      for (const child of children) child.tell('go')
      for (const child of children) {
        await child.line('made')
        await sleep(random.below(BURST_MS))
        expect(await child.kill()).toBe('SIGKILL')
        kills++
        said.hear(child)
      }
    }

    const storage = await place.storage()
    const now = START + ROUNDS * DAY_MS
    const open = (keys: readonly string[]) =>
      createVault(localKeys(keys.map((key) => Buffer.from(key, 'hex'))), { exports: true })
    const ledger = createTallystick({
      storage,
      vault: open(masterKeys),
      chains: createChains(readChainsConfig({})),
      clock: { now: () => now },
    })
    onTestFinished(() => ledger.close())
    const { wallets } = ledger.custody
    await Promise.all([wallets.charge(), wallets.charge()])
    await wallets.rewrap()
    const [newest = ''] = open(masterKeys).masterKeys
    const kept = await storage.query.list(MANAGED_WALLETS, {})
    expect(kept.map(({ masterKey }) => masterKey)).toEqual(kept.map(() => newest))

    const caller = embeddedCaller()
    const chain = await ledger.chains.chain('ETH', caller.network)
    const ids = new Set<string>(kept.map(({ id }) => id))
    const problems: string[] = [...said.deleted].filter((id) => ids.has(id)).map((id) => `not deleted ${id}`)
    for (const [id, key] of said.keys) {
      if (said.deleting.has(id)) continue
      if (!ids.has(id)) problems.push(`lost ${id}`)
      else if ((await wallets.export(caller, chain, id)) !== key) problems.push(`another key ${id}`)
    }
    // A kill may come before its acknowledgement: the key opens all the same.
    for (const { id, address } of kept) {
      const own = chain.codec.signer(await wallets.export(caller, chain, id))
      if (chain.codec.canonical(own.address) !== address) problems.push(`does not open ${id}`)
    }

    const uses = await storage.query.list(KEY_USES, {})
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
    const expected = new Map<string, number>()
    for (const { wallet, at } of uses.filter(({ purpose }) => purpose === 'created')) {
      // What is deleted here was made on the same day.
      const last = ids.has(wallet) ? dayOf(now) : dayOf(at)
      for (let time = at; dayOf(time) <= last; time += DAY_MS) {
        expected.set(dayOf(time), (expected.get(dayOf(time)) ?? 0) + DAILY_CREDITS)
      }
    }
    const charged = await chargesFrom(storage.query, caller.tenant, caller.apiKey, '0000-01-01')
    expect(charged.map(({ day, credits }) => [day, credits]).sort()).toEqual([...expected].sort())

    const stolen = await place.stolen(storage)
    for (const key of said.keys.values()) {
      const hex = key.replace(/^0x/, '')
      const bytes = Buffer.from(hex, 'hex')
      for (const needle of [Buffer.from(hex), bytes, Buffer.from(bytes.toString('base64'))]) {
        if (stolen.some((part) => part.includes(needle))) problems.push('a readable key')
      }
    }

    const { discrepancies } = await ledger.verify()
    const lost = problems.filter((problem) => problem.startsWith('lost')).length
    reportFaults(
      `vault on ${name}`,
      { faults: kills, acknowledged: said.keys.size, lost, doubled: 0, discrepancies: discrepancies.length },
      `seed ${seed}, ${ROUNDS} rounds, ${said.deleted.size} deleted, ${said.rotated} rotations`,
    )
    expect(problems, `again: FC_SEED=${seed} FAULT_ROUNDS=${ROUNDS}`).toEqual([])
    expect(discrepancies).toEqual([])
    expect(said.keys.size).toBeGreaterThanOrEqual(kills)
    expect(said.deleted.size).toBeGreaterThan(0)
    expect(said.rotated).toBeGreaterThan(0)
  },
)
