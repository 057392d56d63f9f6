/**
 * What must hold of the whole engine on any storage, whatever it is asked: no value appears or disappears, a
 * refusal changes nothing, and what happens at once equals what happens in some order. Checked against the
 * independent model, and against the raw content of the storage. Every case ends with `verify`.
 */
import { availableThen } from '@tallystick/core'
import { copyLedger, memoryStorage, type Storage, verify } from '@tallystick/engine'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  amounts,
  CONTENDED_SCOPE,
  commandOf,
  commandSequences,
  labelled,
  OPENING_SCOPE,
  opening,
  TENANTS,
} from './arbitraries.js'
import { skewedClocks } from './clocks.js'
import type { Command, Outcome, Snapshot } from './command.js'
import type { OpenStorage } from './contract/using.js'
import { Model } from './model/model.js'
import { check, chooseSeed, partOf, type Share } from './replay.js'
import { permutations, serially, World } from './world.js'

export interface LedgerPropertiesOptions {
  /** Cases of each property, 100 unless told; those that run many engines per case take a part of it. */
  readonly runs?: number
  /** A part of the properties, in place of all of them. */
  readonly share?: Share
}

/** The only commands that may bring value in or take it out. */
const CHANGES_VALUE: ReadonlySet<Command['type']> = new Set(['createCurrency', 'mint', 'revoke', 'deposit'])

/** Commands on things that are there already, to be run at once: none waits for another's label. */
const atOnce = (constraints: { readonly minLength: number; readonly maxLength: number }) =>
  fc.oneof(
    commandSequences(constraints, commandOf(OPENING_SCOPE)),
    commandSequences(constraints, commandOf(CONTENDED_SCOPE)),
  )

/** What came before the commands under test: short, so that there is still something to fight over. */
const setups = atOnce({ minLength: 0, maxLength: 6 })

/**
 * Registers the suite. Call it at the top of a test file, after `storageContract`.
 *
 * @param name Shown in the report, for example `sqlite`.
 * @param open Gives an empty storage each time.
 */
export function ledgerProperties(
  name: string,
  open: OpenStorage,
  options: LedgerPropertiesOptions = {},
): void {
  const { runs = 100, share = { of: 1, seed: chooseSeed() } } = options
  // With it, a case is replayed and its property chosen.
  const { seed } = share
  const holds = <Values>(property: fc.IAsyncProperty<Values>, part = 1): (() => Promise<void>) => {
    return () => check(property, { seed, runs: Math.max(1, Math.ceil(runs * part)) })
  }

  describe(`ledger properties: ${name}`, () => {
    beforeAll(() => console.info(`ledger properties of ${name}: FC_SEED=${seed}`))
    const properties: (readonly [name: string, hold: () => Promise<void>])[] = []
    const property = (...one: (typeof properties)[number]) => void properties.push(one)

    property(
      'the postings of every currency sum to zero, and so do the balances',
      holds(
        fc.asyncProperty(commandSequences(), (commands) =>
          World.with(open, async (world) => {
            await world.runAll(commands)
            const { accounts, entries } = await world.dump()
            const known = new Map(accounts.map(({ account }) => [account.id, account]))
            const sums = new Map<string, bigint>()
            const add = (currency: string, amount: bigint): void => {
              sums.set(currency, (sums.get(currency) ?? 0n) + amount)
            }
            for (const { entry } of entries) {
              expect(entry.amount > 0n).toBe(true)
              for (const [leg, amount] of [
                [entry.debit, -entry.amount],
                [entry.credit, entry.amount],
              ] as const) {
                const account = known.get(leg.account)
                expect(account).toMatchObject({ tenant: entry.tenant, currency: entry.currency })
                add(`postings ${account?.tenant} ${account?.currency}`, amount)
              }
            }
            for (const { account } of accounts) {
              add(`balances ${account.tenant} ${account.currency}`, account.balance)
            }
            for (const [what, sum] of sums) expect(sum, what).toBe(0n)
          }),
        ),
      ),
    )

    property(
      'a balance is the sum of its postings, in the journal and in the records of the account',
      holds(
        fc.asyncProperty(commandSequences(), (commands) =>
          World.with(open, async (world) => {
            await world.runAll(commands)
            const { accounts, entries } = await world.dump()
            const sums = new Map<string, bigint>()
            for (const { entry } of entries) {
              for (const [{ account, balance }, amount] of [
                [entry.debit, -entry.amount],
                [entry.credit, entry.amount],
              ] as const) {
                sums.set(account, (sums.get(account) ?? 0n) + amount)
                // What the record says was left is what was left.
                expect(balance).toBe(sums.get(account))
              }
            }
            for (const { account } of accounts) expect(account.balance).toBe(sums.get(account.id) ?? 0n)
            for (const account of Object.values((await world.snapshot()).accounts)) {
              const records = account.movements.reduce((total, amount) => total + BigInt(amount), 0n)
              expect(account.balance).toBe(String(records))
            }
          }),
        ),
      ),
    )

    property(
      'after every command the engine shows what the model shows, and refuses what it refuses',
      holds(
        fc.asyncProperty(commandSequences({ maxLength: 40 }), (commands) =>
          World.with(open, async (world) => {
            const model = modelOf()
            expect(await world.snapshot()).toEqual(model.snapshot())
            for (const [index, command] of commands.entries()) {
              const where = `command ${index}: ${command.type}`
              const expected = model.run(command)
              expect(await world.run(command), where).toEqual(expected.outcome)
              expect(await world.snapshot(), where).toEqual(model.snapshot())
            }
          }),
        ),
      ),
    )

    property(
      'of every past moment the ledger, and a copy of it, say what was to be seen then',
      holds(
        fc.asyncProperty(commandSequences({ maxLength: 40 }), (commands) =>
          World.with(open, async (world) => {
            const model = modelOf()
            const moments: { readonly time: number; readonly seen: Snapshot['accounts'] }[] = []
            const remember = (): void => {
              moments.push({ time: world.moment(), seen: model.snapshot().accounts })
            }
            remember()
            for (const command of commands) {
              expect(await world.run(command)).toEqual(model.run(command).outcome)
              remember()
            }
            const copy = memoryStorage()
            await copyLedger(world.storage, copy)
            for (const { query } of [world.storage, copy]) {
              for (const { time, seen } of moments) {
                for (const [label, { tenant }] of Object.entries(moments.at(-1)?.seen ?? {})) {
                  const past = await query.balanceAt(tenant, world.driver.account(label), time)
                  const said = past && [past.balance, availableThen(past)].map(String)
                  const then = seen[label]
                  expect(said, `${label} at ${time}`).toEqual(then && [then.balance, then.available])
                }
              }
            }
          }),
        ),
        0.2,
      ),
    )

    property(
      'of every past moment the ledger says what was to be seen then, of two engines whose clocks disagree',
      holds(skewedClocks(open, modelOf), 0.4),
    )

    property(
      'a batch equals the same commands one by one, up to its first refusal; then it did nothing',
      holds(
        fc.asyncProperty(setups, batches, async (unnamed, asked) => {
          const [setup, [batch = asked]] = labelled(unnamed, [asked])
          const single = itemsOf(batch)
          const [whole, alone] = [
            await World.with(open, async (world) => {
              await world.runAll(setup)
              const before = await world.dump()
              const outcome = await world.run(batch)
              if (!outcome.accepted) expect(await world.dump()).toEqual(before)
              return { outcome, snapshot: await world.snapshot() }
            }),
            await World.with(open, async (world) => {
              await world.runAll(setup)
              for (const [index, command] of single.entries()) {
                const outcome = await world.run(command)
                if (!outcome.accepted) return { outcome: { ...outcome, index }, snapshot: null }
              }
              return { outcome: { accepted: true }, snapshot: await world.snapshot() }
            }),
          ]
          expect(whole.outcome).toEqual(alone.outcome)
          if (alone.snapshot !== null) expect(whole.snapshot).toEqual(alone.snapshot)
        }),
      ),
    )

    property(
      'the calls of one commit equal the same calls one after the other',
      holds(
        fc.asyncProperty(setups, atOnce({ minLength: 2, maxLength: 25 }), async (...unnamed) => {
          const [setup, commands] = labelled(...unnamed)
          const together = await World.with(open, async (world) => {
            await world.runAll(setup)
            // Offered within one turn of the event loop, so the engine commits them as one batch, in order.
            const outcomes = await Promise.all(commands.map((command) => world.run(command)))
            return { outcomes, snapshot: await world.snapshot() }
          })
          expect(together).toEqual(await serially(setup, commands))
        }),
      ),
    )

    property(
      'no command makes value: users’ balances are what was deposited and minted, and only that moves them',
      holds(
        fc.asyncProperty(commandSequences(), (commands) =>
          World.with(open, async (world) => {
            let before = await world.snapshot()
            for (const command of commands) {
              const outcome = await world.run(command)
              const after = await world.snapshot()
              const totals = userTotals(after)
              expect(totals).toEqual(broughtIn(after))
              if (!outcome.accepted || !CHANGES_VALUE.has(command.type)) {
                expect(withoutZeros(totals), command.type).toEqual(withoutZeros(userTotals(before)))
              }
              before = after
            }
          }),
        ),
      ),
    )

    property(
      'a refusal changes nothing and costs nothing; an accepted call costs once',
      holds(
        fc.asyncProperty(commandSequences(), (commands) =>
          World.with(open, async (world) => {
            const accepted = new Map(TENANTS.map((tenant) => [tenant, 0]))
            for (const command of [...opening.map(({ tenant }) => tenant)]) {
              accepted.set(command, (accepted.get(command) ?? 0) + 1)
            }
            let before = await world.dump()
            for (const command of commands) {
              const outcome = await world.run(command)
              const after = await world.dump()
              if (outcome.accepted) accepted.set(command.tenant, (accepted.get(command.tenant) ?? 0) + 1)
              else expect(after, `${command.type}: ${outcome.code}`).toEqual(before)
              before = after
            }
            for (const tenant of TENANTS) expect(await world.credits(tenant)).toBe(accepted.get(tenant))
          }),
        ),
      ),
    )

    property(
      'commands at once, over two engines and any interleaving, equal one of the serial orders',
      holds(
        fc.asyncProperty(
          fc.scheduler(),
          setups,
          atOnce({ minLength: 2, maxLength: 4 }),
          async (scheduler, ...unnamed) => {
            const [setup, commands] = labelled(...unnamed)
            const together = await World.with(open, async (world) => {
              await world.runAll(setup)
              const storage = interleaved(world.storage, scheduler)
              const drivers = [world.another(storage), world.another(storage)]
              const running = commands.map(async (command, index) => {
                await scheduler.schedule(Promise.resolve(), `call ${index}`)
                return (drivers[index % 2] ?? world.driver).run(command)
              })
              const outcomes = await scheduler.waitFor(Promise.all(running))
              return JSON.stringify({ outcomes, snapshot: await world.snapshot() })
            })
            const orders: string[] = []
            for (const order of permutations(commands.length)) {
              const { outcomes, snapshot } = await serially(
                setup,
                order.flatMap((index) => commands[index] ?? []),
              )
              const byCommand = commands.map((_, index) => outcomes[order.indexOf(index)])
              orders.push(JSON.stringify({ outcomes: byCommand, snapshot }))
              if (orders.at(-1) === together) return
            }
            expect(orders, 'no serial order has this outcome').toContain(together)
          },
        ),
      ),
    )

    property(
      'a call retried under its idempotency key has one effect and one answer; another under it is refused',
      holds(
        fc.asyncProperty(
          setups,
          commandOf(OPENING_SCOPE),
          atOnce({ minLength: 0, maxLength: 5 }),
          fc.integer({ min: 2, max: 8 }),
          amounts,
          async (earlier, asked, afterwards, tries, otherAmount) => {
            const [setup, [command = asked], later] = labelled(earlier, [asked], afterwards)
            await World.with(open, async (world) => {
              const model = modelOf(setup)
              await world.runAll(setup)
              const before = await world.dump()
              const drivers = [world.driver, world.another()]
              const call = { key: 'one call' }
              const send = (index: number) => (drivers[index % 2] ?? world.driver).answer(command, call)

              const answers = await Promise.all(Array.from({ length: tries }, (_, index) => send(index)))
              const [first] = answers
              expect(first?.outcome).toEqual(model.run(command).outcome)
              for (const answer of answers) expect(answer).toEqual(first)
              expect(await world.snapshot()).toEqual(model.snapshot())
              if (first?.outcome.accepted !== true) {
                expect(await world.dump()).toEqual(before)
                return
              }
              expect(await world.credits(command.tenant)).toBe(
                before.charges
                  .filter(({ tenant }) => tenant === command.tenant)
                  .reduce((total, { credits }) => total + credits, 1),
              )

              for (const next of later) expect(await world.run(next)).toEqual(model.run(next).outcome)
              const settled = await world.dump()
              for (const answer of await Promise.all([send(0), send(1)])) expect(answer).toEqual(first)
              // The same key with something else asked, down to one field of the same command.
              const others: readonly Command[] = [
                { tenant: command.tenant, type: 'freeze', account: 'a2' },
                'amount' in command ? { ...command, amount: otherAmount } : command,
              ]
              for (const other of others) {
                if (JSON.stringify(other) === JSON.stringify(command)) continue
                const refused: Outcome = { accepted: false, code: 'idempotency.key.reused', index: null }
                expect((await world.driver.answer(other, call)).outcome).toEqual(refused)
              }
              expect(await world.dump()).toEqual(settled)

              // A key is the tenant's own: to the other tenant it is fresh.
              const elsewhere = TENANTS.find((tenant) => tenant !== command.tenant) ?? command.tenant
              const theirs: Command = { tenant: elsewhere, type: 'unblock', blockage: 'b0' }
              expect((await world.driver.answer(theirs, call)).outcome).toEqual(model.run(theirs).outcome)
              expect(await world.snapshot()).toEqual(model.snapshot())
            })
          },
        ),
      ),
    )

    property(
      'verify finds no discrepancies after a long run, and counts everything that is there',
      holds(
        fc.asyncProperty(commandSequences({ minLength: 50, maxLength: 150 }), (commands) =>
          World.with(open, async (world) => {
            await world.runAll(commands)
            const { entries, accounts, blockages, customers } = await world.dump()
            expect(await verify(world.storage)).toMatchObject({
              entries: entries.length,
              accounts: accounts.length,
              blockages: blockages.length,
              customers: customers.length,
              currencies: new Set(accounts.map(({ account }) => `${account.tenant} ${account.currency}`))
                .size,
              discrepancies: [],
            })
          }),
        ),
        0.2,
      ),
    )
    for (const [title, hold] of partOf(`ledger properties of ${name}`, properties, share)) it(title, hold)
  })
}

const batches = commandOf(OPENING_SCOPE).filter(({ type }) => type === 'payBatch' || type === 'openBatch')

/** The commands that a batch consists of. */
function itemsOf(batch: Command): readonly Command[] {
  const { tenant } = batch
  switch (batch.type) {
    case 'payBatch':
      return batch.payments.map((payment) => ({ tenant, type: 'pay', sender: batch.sender, ...payment }))
    case 'openBatch':
      return batch.accounts.map((account) => ({ tenant, type: 'open', ...account }))
    default:
      return []
  }
}

/** The model after `opening` and `commands`. */
function modelOf(commands: readonly Command[] = []): Model {
  const model = new Model()
  for (const command of [...opening, ...commands]) model.run(command)
  return model
}

/** By tenant and currency: what all users have. */
function userTotals(snapshot: Snapshot): Map<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const { tenant, currency, balance } of Object.values(snapshot.accounts)) {
    const key = `${tenant}/${currency}`
    totals.set(key, (totals.get(key) ?? 0n) + BigInt(balance))
  }
  return totals
}

/** By tenant and currency: what was deposited and minted, and not revoked. */
function broughtIn(snapshot: Snapshot): Map<string, bigint> {
  const totals = new Map([...userTotals(snapshot).keys()].map((currency) => [currency, 0n]))
  for (const [currency, supply] of Object.entries(snapshot.supplies)) {
    totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(supply))
  }
  for (const deposit of Object.values(snapshot.deposits)) {
    const account = snapshot.accounts[deposit.account]
    if (deposit.status !== 'Done' || account === undefined) continue
    const key = `${account.tenant}/${account.currency}`
    totals.set(key, (totals.get(key) ?? 0n) + BigInt(deposit.amount))
  }
  return totals
}

const withoutZeros = (totals: Map<string, bigint>): Map<string, bigint> =>
  new Map([...totals].filter(([, amount]) => amount !== 0n))

/** The scheduler decides when a unit of work begins, and when its caller hears that it is done. */
function interleaved(storage: Storage, scheduler: fc.Scheduler): Pick<Storage, 'transact'> {
  return {
    async transact(keys, decide) {
      await scheduler.schedule(Promise.resolve(), 'unit of work begins')
      const result = await storage.transact(keys, decide)
      await scheduler.schedule(Promise.resolve(), 'unit of work is acknowledged')
      return result
    },
  }
}
