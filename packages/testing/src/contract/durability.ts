/** Everything that was acknowledged is there after the handle is closed, for the next handle and for a second one. */
import { type AccountId, accountKey, idempotencyRecordKey, type Timestamp } from '@tallystick/core'
import { keyHash, type Storage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { dumpStorage } from '../dump.js'
import { increment } from './concurrency.js'
import {
  ALPHA,
  addressed,
  answered,
  BETA,
  charged,
  created,
  defined,
  HUGE,
  issued,
  opened,
  placed,
  possible,
  posted,
  recorded,
  Samples,
  START,
  UNICODE,
  write,
} from './samples.js'
import { type OpenStorage, using } from './using.js'

const SCOPE = { tenants: [ALPHA, BETA], currencies: ['VC_GOLD'] }

async function fill(storage: Storage, samples: Samples) {
  for (const tenant of [ALPHA, BETA]) {
    const customer = samples.customer({ tenant, activeAccounts: 1 })
    const account = samples.account({ tenant, customer: customer.id, currency: 'VC_GOLD', scale: 18 })
    const mint = samples.system('mint', { tenant, currency: 'VC_GOLD', scale: 18 })
    const apiKey = samples.apiKey({ tenant, name: UNICODE })
    await write(
      storage,
      created(customer),
      defined(samples.currency(account)),
      ...[account, mint].map(opened),
      placed(samples.blockage(account, { amount: HUGE })),
      placed(samples.freeze(account)),
      posted(samples.entry(mint, account, HUGE, { details: { customReference: UNICODE } })),
      recorded(samples.deposit(account)),
      issued(apiKey),
      charged(apiKey, '2030-01-01', 5),
      answered(samples.answer({ tenant, key: keyHash(tenant, 'kept'), body: JSON.stringify(UNICODE) })),
    )
  }
}

export function reopenContract(open: OpenStorage, reopen: () => Promise<Storage>): void {
  describe('reopening', () => {
    it('finds everything that was there when it was closed, and goes on from it', async () => {
      const samples = new Samples()
      const storage = await open()
      let before: Awaited<ReturnType<typeof dumpStorage>>
      let constant: string
      try {
        await fill(storage, samples)
        constant = await storage.constant('kept', () => UNICODE)
        before = await dumpStorage(storage, SCOPE)
      } finally {
        await storage.close()
      }
      const again = await reopen()
      try {
        expect(await dumpStorage(again, SCOPE)).toEqual(before)
        expect(await again.constant('kept', () => 'made anew')).toBe(constant)
        const answer = await again.transact(
          [{ type: 'answer', tenant: ALPHA, key: keyHash(ALPHA, 'kept') }],
          (view) => view.find(idempotencyRecordKey(ALPHA, keyHash(ALPHA, 'kept'))),
        )
        expect(answer?.body).toBe(JSON.stringify(UNICODE))
        const id = before.accounts.find(({ account }) => account.role === null)?.account.id as AccountId
        const account = samples.account({ id, balance: HUGE, currency: 'VC_GOLD', scale: 18 })
        const payee = samples.account({ currency: 'VC_GOLD', scale: 18 })
        await write(again, opened(payee), posted(samples.entry(account, payee, 1n)))
        expect(await again.query.lastRecord(ALPHA, account.id)).toBe(2)
        expect((await again.query.account(ALPHA, account.id))?.account.balance).toBe(HUGE - 1n)
      } finally {
        await again.close()
      }
    })

    it.each<readonly [than: string, write: (storage: Storage, samples: Samples) => Promise<Timestamp>]>([
      [
        'what was written before, though it is about something else',
        async (storage, samples) => {
          const before = samples.account()
          await write(storage, opened(before))
          const latest = await storage.transact([accountKey(ALPHA, before.id)], (view) => view.latest)
          expect(latest).toBeGreaterThanOrEqual(before.created)
          return before.created
        },
      ],
      [
        'others before the last one, which told no time',
        async (storage, samples) => {
          const before = samples.account()
          await write(storage, opened(before))
          await write(storage, charged(samples.apiKey(), '2030-01-01', 5))
          return before.created
        },
      ],
      [
        'any entry, also where the last one is older, as in a copy',
        async (storage, samples) => {
          const [world, first] = [samples.system('world'), samples.account()]
          const [clearing, last] = [samples.system('clearing'), samples.account()]
          const created = START + 3_600_000
          const entries = [samples.entry(world, first, 1n, { created }), samples.entry(clearing, last, 1n)]
          await write(storage, ...[world, first, clearing, last].map(opened))
          await write(storage, ...entries.map(posted))
          return created
        },
      ],
    ])('a unit of work after it is not older than %s', async (_than, written) => {
      const storage = await open()
      let newest: Timestamp
      try {
        newest = await written(storage, new Samples())
      } finally {
        await storage.close()
      }
      const again = await reopen()
      try {
        expect(await again.transact([], (view) => view.latest)).toBeGreaterThanOrEqual(newest)
      } finally {
        await again.close()
      }
    })
  })
}

export function secondHandleContract(open: OpenStorage, second: () => Promise<Storage>): void {
  describe('a second handle on the same data', () => {
    it(
      'sees what the first has acknowledged, and neither loses what both change',
      using(open, async (storage) => {
        const other = await second()
        try {
          const samples = new Samples()
          const world = samples.system('world')
          const account = samples.account()
          await write(storage, opened(world), opened(account))
          expect((await other.query.account(ALPHA, account.id))?.account).toEqual(account)
          const balances = await Promise.all(
            Array.from({ length: 100 }, (_, index) =>
              increment(index % 2 === 0 ? storage : other, samples, world, account),
            ),
          )
          expect(new Set(balances).size).toBe(100)
          for (const handle of [storage, other]) {
            expect((await handle.query.account(ALPHA, account.id))?.account.balance).toBe(100n)
            expect(await handle.query.lastRecord(ALPHA, account.id)).toBe(100)
          }
          const constant = await storage.constant('shared', () => 'first')
          expect(await other.constant('shared', () => 'second')).toBe(constant)
        } finally {
          await other.close()
        }
      }),
    )

    it(
      'knows each deposit address as soon as either has stored it',
      using(open, async (storage) => {
        const other = await second()
        try {
          const samples = new Samples()
          const handles = [storage, other] as const
          const stored: string[] = []
          const adding = async (handle: Storage, from: number): Promise<void> => {
            for (let index = from; index < from + 20; index++) {
              const address = `address-${index}`
              await write(handle, addressed(samples.address({ address })))
              stored.push(address)
              const known = [...stored]
              for (const asked of handles) {
                expect(await possible(asked, known)).toEqual(known)
              }
            }
          }
          await Promise.all([
            adding(storage, 0),
            adding(other, 100),
            adding(storage, 200),
            adding(other, 300),
          ])
          const third = await second()
          expect(await possible(third, stored)).toEqual(stored)
          expect(await possible(third, ['address-20', 'address-99'])).toEqual([])
          await third.close()
        } finally {
          await other.close()
        }
      }),
    )
  })
}
