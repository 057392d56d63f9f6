/** An account with a long history: every record is reachable, and the balances still add up. */
import { verify } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { everyPage } from '../dump.js'
import { ALPHA, opened, posted, Samples, START, write } from './samples.js'
import { type OpenStorage, using } from './using.js'

/** As many as `verify` reads in one page, so the test crosses the edge of a page. */
const RECORDS = 5_000
const BATCH = 1_000
/** The number of reads under way at once. */
const AT_ONCE = 20

/** @param step One record in this many is read by its number. */
export function historyContract(open: OpenStorage, step = 1): void {
  describe('history', () => {
    it(
      `of ${RECORDS} records on one account every number is reachable, and the walk is the list`,
      using(open, async (storage) => {
        const samples = new Samples()
        const world = samples.system('world')
        const account = samples.account({ created: START })
        await write(storage, opened(world), opened(account))
        const entries = Array.from({ length: RECORDS }, (_, index) =>
          index % 5 === 4
            ? samples.entry(account, world, 1n, { created: START + index })
            : samples.entry(world, account, BigInt(index + 1), { created: START + index }),
        )
        for (let start = 0; start < RECORDS; start += BATCH) {
          await write(storage, ...entries.slice(start, start + BATCH).map(posted))
        }
        const { query } = storage
        expect(await query.lastRecord(ALPHA, account.id)).toBe(RECORDS)
        const reached: [number, string][] = []
        const asked = entries.map((_, index) => index + 1).filter((number) => number % step === 0)
        for (let start = 0; start < asked.length; start += AT_ONCE) {
          const read = asked
            .slice(start, start + AT_ONCE)
            .map((number) => query.records(ALPHA, account.id, number, 1))
          for (const record of (await Promise.all(read)).flat()) {
            reached.push([record.number, record.entry.reference])
          }
        }
        expect(reached).toEqual(asked.map((number) => [number, entries[number - 1]?.reference]))

        const walked: string[] = []
        for (let from = RECORDS; from > 0; from -= 50) {
          const page = await query.records(ALPHA, account.id, from, 50)
          walked.push(...page.map(({ entry }) => entry.reference))
        }
        const newest = entries.toReversed().map(({ reference }) => reference)
        expect(walked).toEqual(newest)
        expect(
          (await query.records(ALPHA, account.id, RECORDS, RECORDS)).map(({ entry }) => entry.reference),
        ).toEqual(newest)
        const journal = await everyPage(
          (before: Awaited<ReturnType<typeof query.journal>>[number]['position'] | undefined, limit) =>
            query.journal(ALPHA, before === undefined ? {} : { before }, limit),
          ({ position }) => position,
          500,
        )
        expect(journal.map(({ entry }) => entry.reference)).toEqual(newest)

        for (const index of [0, 1, 2_499, RECORDS - 1]) {
          expect(await query.lastRecord(ALPHA, account.id, START + index)).toBe(index + 1)
          const { debit, credit } = entries[index] ?? {}
          const leg = debit?.account === account.id ? debit : credit
          expect((await query.balanceAt(ALPHA, account.id, START + index))?.balance).toBe(leg?.balance)
        }
        const verification = await verify(storage)
        expect(verification).toMatchObject({ entries: RECORDS, accounts: 2, discrepancies: [] })
      }),
    )
  })
}
