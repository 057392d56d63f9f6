/** Balances and status at past times, which later writes do not change. */
import type { Account, Change, PastBalance, StatusEntry, TenantId, Timestamp } from '@tallystick/core'
import { availableThen, STATUS_HISTORY } from '@tallystick/core'
import { type Storage, verify } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { everyItem } from '../dump.js'
import { ALPHA, BETA, created, noted, opened, placed, posted, Samples, START, write } from './samples.js'
import { type OpenStorage, using } from './using.js'

const statusesOf = (storage: Storage): Promise<readonly StatusEntry[]> =>
  storage.audit((audit) => everyItem(audit, STATUS_HISTORY, 3))

/** `balance blocked frozen disabled`, as far as they are something. */
const shown = (past: PastBalance | undefined): string =>
  past === undefined
    ? 'nothing'
    : [
        past.balance,
        past.blocked,
        ...(past.frozen ? ['frozen'] : []),
        ...(past.disabled ? ['disabled'] : []),
      ].join(' ')

export function pastContract(open: OpenStorage): void {
  describe('the past', () => {
    it(
      'of an account is its last record and standing by then, and those of its customer',
      using(open, async (storage) => {
        const samples = new Samples()
        const world = samples.system('world', { created: START })
        const customer = samples.customer({ activeAccounts: 1 })
        const account = samples.account({ created: START + 10, customer: customer.id })
        const other = samples.account({ created: START })
        const tenant = ALPHA
        const stands = (subject: StatusEntry['subject'], at: Timestamp, blocked: bigint, stopped: boolean) =>
          write(storage, noted({ tenant, subject, at, blocked, stopped }))
        const pays = (amount: bigint, at: Timestamp) =>
          write(storage, posted(samples.entry(world, account, amount, { created: at })))

        await write(storage, created(customer), ...[world, account, other].map(opened))
        await pays(5n, START + 20)
        await stands(account.id, START + 20, 2n, false)
        await pays(7n, START + 30)
        await pays(1n, START + 30)
        await stands(customer.id, START + 40, 0n, true)
        await stands(account.id, START + 50, 2n, true)
        await stands(account.id, START + 50, 3n, true)
        await stands(customer.id, START + 60, 0n, false)
        await pays(1n, START + 70)
        await stands(account.id, START + 80, 0n, false)
        const past: readonly (readonly [after: number, expected: string, available?: bigint])[] = [
          [0, 'nothing'],
          [9, 'nothing'],
          [10, '0 0', 0n],
          [19, '0 0', 0n],
          [20, '5 2', 3n],
          [29, '5 2', 3n],
          [30, '13 2', 11n],
          [39, '13 2', 11n],
          [40, '13 2 disabled', 0n],
          [50, '13 3 frozen disabled', 0n],
          [59, '13 3 frozen disabled', 0n],
          [60, '13 3 frozen', -3n],
          [70, '14 3 frozen', -3n],
          [79, '14 3 frozen', -3n],
          [80, '14 0', 14n],
          [1_000_000, '14 0', 14n],
        ]
        for (const [after, expected, available] of past) {
          const found = await storage.query.balanceAt(ALPHA, account.id, START + after)
          expect(shown(found), `after ${after}`).toBe(expected)
          expect(found && availableThen(found), `after ${after}`).toBe(available)
          expect(found?.scale).toBe(available === undefined ? undefined : account.scale)
        }
        expect(shown(await storage.query.balanceAt(ALPHA, other.id, START + 50))).toBe('0 0')
        expect(await storage.query.balanceAt(BETA, account.id, START + 50)).toBeUndefined()
        expect(await storage.query.balanceAt(ALPHA, world.id, START + 50)).toBeUndefined()
        expect(await storage.query.balanceAt('nobody' as TenantId, account.id, START)).toBeUndefined()
        expect((await verify(storage)).discrepancies).toEqual([])
      }),
    )

    it(
      'is not written into again: a state of the same millisecond replaces, an earlier one takes the newest’s time',
      using(open, async (storage) => {
        const samples = new Samples()
        const account = samples.account({ created: START })
        const theirs = samples.account({ tenant: BETA, created: START })
        const stands = (of: Account, after: number, blocked: bigint): Change =>
          noted({ tenant: of.tenant, subject: of.id, at: START + after, blocked, stopped: false })
        const times = async (): Promise<readonly (readonly [number, bigint])[]> =>
          (await statusesOf(storage))
            .filter(({ subject }) => subject === account.id)
            .map(({ at, blocked }) => [at - START, blocked])
        await write(storage, opened(account), opened(theirs))
        await write(storage, stands(theirs, 90, 9n))
        await write(storage, stands(account, 10, 1n), stands(theirs, 91, 9n), stands(account, 20, 2n))
        await write(storage, stands(account, 20, 3n))
        expect(await times()).toEqual([
          [10, 1n],
          [20, 3n],
        ])
        await write(storage, stands(account, 15, 4n))
        expect(await times()).toEqual([
          [10, 1n],
          [20, 4n],
        ])
        expect((await storage.query.balanceAt(ALPHA, account.id, START + 19))?.blocked).toBe(1n)
        expect((await storage.query.balanceAt(ALPHA, account.id, START + 20))?.blocked).toBe(4n)
      }),
    )

    it(
      'ends where accounts and customers stand now, or verify tells',
      using(open, async (storage) => {
        const samples = new Samples()
        const customer = samples.customer({ enabled: false, activeAccounts: 1 })
        const account = samples.account({ customer: customer.id })
        const tenant = ALPHA
        await write(storage, created(customer), opened(account))
        await write(storage, placed(samples.blockage(account, { amount: 3n })))
        expect((await verify(storage)).discrepancies).toEqual([])
        const at = START + 1_000
        await write(
          storage,
          noted({ tenant, subject: account.id, at, blocked: 2n, stopped: false }),
          noted({ tenant, subject: customer.id, at, blocked: 0n, stopped: false }),
        )
        const shownAs = (blocked: number, stopped: string) => `${blocked} blocked, ${stopped}`
        expect(
          (await verify(storage)).discrepancies.map(({ check, subject, stored, computed }) => [
            check,
            subject,
            stored,
            computed,
          ]),
        ).toEqual([
          ['standing', account.id, shownAs(2, 'not stopped'), shownAs(3, 'not stopped')],
          ['standing', customer.id, shownAs(0, 'not stopped'), shownAs(0, 'stopped')],
        ])
      }),
    )
  })
}
