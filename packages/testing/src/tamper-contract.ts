/**
 * Tamper evidence as a suite: whatever somebody with the database in hands changes behind the ledger's back,
 * `verify` finds it, and names the entry where one was changed.
 */
import { type AccountId, type Amount, recordDeposit } from '@tallystick/core'
import {
  type Anchor,
  Engine,
  embeddedCaller,
  type Storage,
  type Verification,
  verify,
} from '@tallystick/engine'
import { expect, it } from 'vitest'
import { ALPHA, opened, posted, Samples, write } from './contract/samples.js'
import { partOf, type Share } from './replay.js'

const DEPOSIT = {
  currency: 'BTC',
  amount: '1',
  txId: 'a'.repeat(64),
  vout: 0,
  address: 'address',
  from: null,
  derivationKey: 0,
  blockHeight: 1,
  blockHash: null,
  status: 'Done',
} as const

/** What the suite asks the adapter's author to do to the database, past the adapter and past its safeguards. */
export interface Tampering {
  /** Sets the amount, and nothing else, of the entry of this reference. */
  changeAmount(reference: string, amount: Amount): Promise<void> | void
  /** Sets the details, and nothing else, of the entry of this reference: JSON, or null. */
  changeDetails(reference: string, details: string | null): Promise<void> | void
  /** Removes the entry of this reference, and nothing else. */
  deleteEntry(reference: string): Promise<void> | void
  /** Lets two entries change their places in the journal, each with all it says. */
  swapEntries(first: string, second: string): Promise<void> | void
  /** Sets the stored balance of an account, and nothing else. */
  editBalance(account: AccountId, balance: Amount): Promise<void> | void
  /** Removes the newest seal and every entry it covers. */
  cutNewestBatch(): Promise<void> | void
  /** Sets the status of every deposit, and nothing else, back to `InProgress`. */
  reopenDeposits(): Promise<void> | void
}

/**
 * @param share One part of so many of the suite, for one that takes long. The whole suite unless told.
 * @param make An empty storage, and the means to tamper with it. The storage is closed before any tampering,
 *   and opened again by `reopen`.
 */
export function tamperContract(
  name: string,
  make: () => Promise<{
    readonly storage: Storage
    readonly reopen: () => Promise<Storage>
    readonly tampering: Tampering
  }>,
  share: Share = { of: 1, seed: 0 },
): void {
  const tests = new Map<string, () => Promise<void>>()

  /** Ten batches of four payments; what `act` does to them; and what verify then says. */
  const afterwards = async (
    act: (tampering: Tampering, references: readonly string[], account: AccountId) => Promise<void> | void,
    which: 'whole' | 'whole, with anchors' | 'since the fifth batch' = 'whole',
  ): Promise<Verification> => {
    const { storage, reopen, tampering } = await make()
    const samples = new Samples()
    const world = samples.system('world')
    const account = samples.account()
    await write(storage, opened(world), opened(account))
    const references: string[] = []
    let half: readonly Anchor[] = []
    for (let batch = 0; batch < 10; batch++) {
      if (batch === 5) half = (await verify(storage)).anchors
      const entries = [3n, 1n, 4n, 1n].map((amount) => samples.entry(world, account, amount + BigInt(batch)))
      await write(storage, ...entries.map(posted))
      references.push(...entries.map(({ reference }) => reference))
    }
    const before = await verify(storage)
    expect(before).toMatchObject({ discrepancies: [], entries: 40, seals: 11 })
    await storage.close()
    await act(tampering, references, account.id)
    const again = await reopen()
    try {
      if (which === 'since the fifth batch') {
        const since = await verify(again, { since: half })
        if (since.discrepancies.length === 0) expect(since.anchors).toEqual((await verify(again)).anchors)
        return since
      }
      return await verify(again, which === 'whole' ? {} : { anchors: before.anchors })
    } finally {
      await again.close()
    }
  }
  const checksOf = ({ discrepancies }: Verification) => new Set(discrepancies.map(({ check }) => check))

  tests.set('untouched, a ledger is sound, and its anchors hold', async () => {
    expect((await afterwards(() => undefined, 'whole, with anchors')).discrepancies).toEqual([])
  })

  tests.set('a changed amount is found, and its entry is the first that is named', async () => {
    let changed = ''
    const verification = await afterwards(async (tampering, references) => {
      changed = references[17] ?? ''
      await tampering.changeAmount(changed, 1_000n)
    })
    expect(verification.discrepancies.find(({ check }) => check === 'entry')).toMatchObject({
      subject: changed,
    })
    expect(verification.discrepancies.filter(({ check }) => check === 'entry')).toHaveLength(1)
    expect(checksOf(verification)).toContain('balance-after')
    expect(checksOf(verification)).toContain('seal')
  })

  tests.set('a changed note is found, though it moves no money', async () => {
    let changed = ''
    const verification = await afterwards(async (tampering, references) => {
      changed = references[5] ?? ''
      await tampering.changeDetails(changed, '{"senderNote":"another"}')
    })
    expect(verification.discrepancies.filter(({ check }) => check === 'entry')).toMatchObject([
      { subject: changed },
    ])
    expect(checksOf(verification)).toContain('seal')
  })

  tests.set('a deleted entry is found', async () => {
    const verification = await afterwards((tampering, references) =>
      tampering.deleteEntry(references[22] ?? ''),
    )
    expect(verification.entries).toBe(39)
    expect(checksOf(verification)).toContain('seal')
    expect(checksOf(verification)).toContain('record-number')
  })

  tests.set('two entries that changed places are found', async () => {
    const verification = await afterwards((tampering, references) =>
      tampering.swapEntries(references[8] ?? '', references[30] ?? ''),
    )
    expect(checksOf(verification)).toContain('seal')
  })

  tests.set('since an anchor, only what came later is read, and the lists', async () => {
    const since = 'since the fifth batch'
    const sound = { discrepancies: [], entries: 20, seals: 5, accounts: 2 }
    expect(await afterwards(() => undefined, since)).toMatchObject(sound)
    const note = '{"senderNote":"another"}'
    const past = afterwards(
      (tampering, references) => tampering.changeDetails(references[5] ?? '', note),
      since,
    )
    expect(await past).toMatchObject(sound)
  })

  const later: readonly (readonly [string, Parameters<typeof afterwards>[0], string])[] = [
    [
      'a changed amount',
      ({ changeAmount }, references) => changeAmount(references[25] ?? '', 1_000n),
      'entry',
    ],
    ['a changed note', ({ changeDetails }, references) => changeDetails(references[39] ?? '', '{}'), 'entry'],
    ['a deleted entry', ({ deleteEntry }, references) => deleteEntry(references[20] ?? ''), 'seal'],
    [
      'swapped entries',
      ({ swapEntries }, references) => swapEntries(references[21] ?? '', references[38] ?? ''),
      'seal',
    ],
    ['an edited balance', ({ editBalance }, _, account) => editBalance(account, 1n), 'balance'],
  ]
  for (const [what, act, check] of later) {
    tests.set(`since an anchor, ${what} is found`, async () => {
      expect(checksOf(await afterwards(act, 'since the fifth batch'))).toContain(check)
    })
  }

  tests.set('an edited balance is found', async () => {
    const verification = await afterwards((tampering, _references, account) =>
      tampering.editBalance(account, 1n),
    )
    expect(checksOf(verification)).toContain('balance')
    expect(checksOf(verification)).toContain('currency-sum')
  })

  tests.set('a deposit that was set back is found, also once it has been credited again', async () => {
    const { storage, reopen, tampering } = await make()
    const report = async (at: Storage) => {
      const engine = new Engine({ storage: at })
      const { account } = deposited
      await engine.execute({
        caller: embeddedCaller(ALPHA),
        rule: recordDeposit,
        command: { ...DEPOSIT, tenant: ALPHA, account: account.id },
        price: () => 0,
        present: () => null,
        idempotency: null,
      })
      return (await at.query.account(ALPHA, account.id))?.account.balance
    }
    const deposited = { account: new Samples().account({ currency: 'BTC', scale: 8, xpub: 'xpub' }) }
    await write(storage, opened(deposited.account))
    expect(await report(storage)).toBe(100_000_000n)
    expect(await report(storage)).toBe(100_000_000n)
    expect((await verify(storage)).discrepancies).toEqual([])
    await storage.close()
    await tampering.reopenDeposits()
    const again = await reopen()
    try {
      const found = { check: 'state', subject: 'every deposit' }
      expect((await verify(again)).discrepancies).toMatchObject([found])
      // What stands there is believed until then; that does not hide it.
      expect(await report(again)).toBe(200_000_000n)
      expect((await verify(again)).discrepancies).toMatchObject([found])
    } finally {
      await again.close()
    }
  })

  tests.set('a past that was cut off whole is found by an anchor that was kept elsewhere', async () => {
    const verification = await afterwards((tampering) => tampering.cutNewestBatch(), 'whole, with anchors')
    expect(checksOf(verification)).toContain('anchor')
  })

  for (const [title, test] of partOf(`tampering with ${name}`, [...tests], share))
    it(`${name}: ${title}`, test)
}

/** Whose accounts the suite uses, for statements that ask for the tenant. */
export const TAMPER_TENANT = ALPHA
