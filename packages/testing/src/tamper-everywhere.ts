/**
 * Tamper evidence, column by column: in every table of a ledger that holds something of every kind, each column of
 * a row is changed, a row is removed, and one is added. `verify` finds each of it, or the database does not open,
 * or it is named with the reason why it does not matter. New tables and columns are tried by themselves.
 */
import { isUuid } from '@tallystick/core'
import { type Storage, verify } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { fillEverything } from './contract/lists.js'
import { Samples } from './contract/samples.js'
import { chooseSeed, partOf, quickOrFull } from './replay.js'

export type Cell = string | number | bigint | boolean | Buffer | null

/** A table as whoever has the database in hands sees it. */
export interface RawTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly isText: boolean }[]
  /** Some rows, each to be tried; one is enough where all rows are alike. */
  readonly rows: readonly (readonly Cell[])[]
}

/** Something that is done to the database. It answers whether the database took it. */
type Attempt = () => Promise<boolean> | boolean

export interface RawDatabase {
  tables(): Promise<readonly RawTable[]> | readonly RawTable[]
  /** Each answers whether the database took it. */
  change(table: RawTable, row: readonly Cell[], column: number, to: Cell): Promise<boolean> | boolean
  remove(table: RawTable, row: readonly Cell[]): Promise<boolean> | boolean
  add(table: RawTable, row: readonly Cell[]): Promise<boolean> | boolean
  /** Undoes it. */
  restore(): Promise<void> | void
}

/**
 * @param uncovered What is not found: `table.column`, `table: row removed` or `table: row added`, each with the
 *   reason. Whatever is named and found nevertheless fails the test too.
 */
export function tamperEverywhere(
  name: string,
  make: () => Promise<{
    readonly storage: Storage
    readonly reopen: () => Promise<Storage>
    /** Once the storage is closed. */
    readonly raw: () => Promise<RawDatabase> | RawDatabase
    /** Whether a storage that is open sees what is done to the database: to open one for each takes most of the time. */
    readonly watched?: boolean
  }>,
  uncovered: Readonly<Record<string, string>>,
): void {
  it(`${name}: any column changed, any row removed or added is found, but for what is named`, async () => {
    const { storage, reopen, raw, watched = false } = await make()
    await fillEverything(storage, new Samples())
    await storage.close()
    const isFoundBy = async (opened: Storage): Promise<boolean> => {
      try {
        return (await verify(opened)).discrepancies.length > 0
      } catch {
        return true
      }
    }
    const isFoundAnew = async (): Promise<boolean> => {
      const opened = await reopen().catch(() => null)
      try {
        return opened === null || (await isFoundBy(opened))
      } finally {
        await opened?.close()
      }
    }
    const watcher = watched ? await reopen() : null
    // What one that is open cannot find may be found by who opens it.
    const isFound = async (): Promise<boolean> =>
      (watcher !== null && (await isFoundBy(watcher))) || (await isFoundAnew())
    expect(await isFound()).toBe(false)
    const database = await raw()
    const missed = new Set<string>()
    let tried = 0
    const attempt = async (what: string, act: Attempt): Promise<void> => {
      if (await act()) {
        tried++
        if (!(await isFound())) missed.add(what)
      }
      await database.restore()
    }
    const attempts = attemptsOn(database, await database.tables())
    const share = { of: quickOrFull(16, 1), seed: chooseSeed() }
    const chosen = new Set(partOf(`tampering with ${name}`, [...attempts.keys()], share))
    for (const what of chosen) for (const act of attempts.get(what) ?? []) await attempt(what, act)
    await watcher?.close()
    expect(tried).toBeGreaterThan(100 / share.of)
    const named = Object.keys(uncovered)
    expect([...attempts.keys()]).toEqual(expect.arrayContaining(named))
    expect([...missed].sort()).toEqual(named.filter((what) => chosen.has(what)).sort())
  }, 600_000)
}

/** All that is tried, by what it is called: of several rows of a table, each is tried. */
function attemptsOn(database: RawDatabase, tables: readonly RawTable[]): ReadonlyMap<string, Attempt[]> {
  const attempts = new Map<string, Attempt[]>()
  const add = (what: string, act: Attempt): void => {
    attempts.set(what, [...(attempts.get(what) ?? []), act])
  }
  for (const table of tables) {
    for (const row of table.rows) {
      const named = table.name === 'meta' ? `${table.name} ${String(row[0])}` : table.name
      for (const [column, { name, isText }] of table.columns.entries()) {
        const to = another(row[column] ?? null, isText)
        add(`${named}.${name}`, () => database.change(table, row, column, to))
      }
      add(`${named}: row removed`, () => database.remove(table, row))
      add(`${named}: row added`, () => addLike(database, table, row))
    }
  }
  return attempts
}

/** A row like this one, as far from it as the keys of the table demand. */
async function addLike(database: RawDatabase, table: RawTable, row: readonly Cell[]): Promise<boolean> {
  // The tenant stands first: a row of nobody's is seen by nobody.
  const places = table.columns.map((_, index) => index).reverse()
  const alone = places.map((place) => [place])
  const pairs = places.flatMap((one) => places.filter((two) => two < one).map((two) => [one, two]))
  for (const changed of [...alone, ...pairs]) {
    const like = row.map((cell, place) =>
      changed.includes(place) ? faraway(cell, table.columns[place]?.isText === true) : cell,
    )
    if (await database.add(table, like)) return true
  }
  return false
}

/** Of numbers, one that no other row has. */
const faraway = (value: Cell, isText: boolean): Cell =>
  typeof value === 'number' ? value + 1_000 : another(value, isText)

/** Another value that the column may hold. */
function another(value: Cell, isText: boolean): Cell {
  if (value === null) return isText ? 'x' : 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number' && (value === 0 || value === 1)) return 1 - value
  if (typeof value === 'number') return value + 1
  if (typeof value === 'bigint') return value + 1n
  if (Buffer.isBuffer(value)) return Buffer.from([(value[0] ?? 0) ^ 1, ...value.subarray(1)])
  if (isUuid(value)) return value.slice(0, -1) + (value.endsWith('0') ? '1' : '0')
  if (/^-?\d+$/.test(value)) return String(BigInt(value) + 1n)
  return value.startsWith('[') && value !== '[]' ? '[]' : `${value}x`
}
