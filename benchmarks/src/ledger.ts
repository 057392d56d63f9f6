/** The ledgers that are measured: how one is set up, opened, and proved at the end. */
import type { Storage } from '@tallystick/engine'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import type { Workspace } from './workspace.js'

/** What a ledger begins with. */
export interface Funded {
  /** Entries that it has: the deposit of each account. */
  readonly entries: number
  /** The crowd, for spread traffic. */
  readonly spread: readonly string[]
  readonly hot: string
  /** Groups of accounts that are kept for reads, a group for each size. */
  readonly groups: readonly (readonly string[])[]
}

/** A database file with funded accounts, to be copied: every ledger of a run begins alike. */
export interface Template extends Funded {
  readonly file: string
}

/** A ledger of one size: closed, its file to be copied or opened. */
export interface Grown {
  readonly stored: number
  readonly file: string
  /** References of payments from all over the ledger. */
  readonly references: readonly string[]
  /** Accounts of as many records each, whatever the size, the newest of them recent. */
  readonly group: readonly string[]
}

const SPREAD = 1_000
const GROUPS = 3
export const GROUP_SIZE = 8

/** Euros, because money in its own accounting currency has a market value without any source of rates. */
export const CURRENCY = 'EUR'

/** The longest batch that the operation takes. */
const ACCOUNTS_AT_ONCE = 1_000

export async function makeTemplate(workspace: Workspace): Promise<Template> {
  const file = workspace.file('template')
  const tallystick = createTallystick({ storage: await openSqlite({ file }) })
  const funded = await fund(tallystick)
  await tallystick.close()
  return { ...funded, file }
}

/** Opens the accounts of an empty ledger, and puts money on them. */
export async function fund(tallystick: Tallystick): Promise<Funded> {
  const total = SPREAD + 1 + GROUPS * GROUP_SIZE
  const ids: string[] = []
  while (ids.length < total) {
    const length = Math.min(ACCOUNTS_AT_ONCE, total - ids.length)
    const accounts = await tallystick.createAccountBatch({
      accounts: Array.from({ length }, () => ({ currency: CURRENCY })),
    })
    ids.push(...accounts.map(({ id }) => id))
  }
  await Promise.all(
    ids.map((account, index) =>
      tallystick.recordDeposit({
        account: account as Parameters<Tallystick['recordDeposit']>[0]['account'],
        currency: CURRENCY,
        // Enough for whatever the dice say.
        amount: '1000000000',
        txId: `funding-${index}`,
        vout: 0,
        address: 'bank',
        from: null,
        derivationKey: 0,
        blockHeight: 1,
        blockHash: null,
        status: 'Done',
      }),
    ),
  )
  return {
    entries: total,
    spread: ids.slice(0, SPREAD),
    hot: ids[SPREAD] ?? '',
    groups: Array.from({ length: GROUPS }, (_, group) => {
      const first = SPREAD + 1 + group * GROUP_SIZE
      return ids.slice(first, first + GROUP_SIZE)
    }),
  }
}

/** A ledger under measurement. Counts its commits, to prove that batches are as large as is said. */
export class Ledger {
  commits = 0

  private constructor(readonly tallystick: Tallystick) {}

  static async open(file: string): Promise<Ledger> {
    return Ledger.over(await openSqlite({ file }))
  }

  static over(storage: Storage): Ledger {
    const ledger = new Ledger(createTallystick({ storage }))
    ledger.count(storage)
    return ledger
  }

  close(): Promise<void> {
    return this.tallystick.close()
  }

  private count(storage: Storage): void {
    const transact = storage.transact.bind(storage)
    storage.transact = (keys, decide) => {
      this.commits++
      return transact(keys, decide)
    }
  }
}

/** The books do not agree with themselves or with what was answered: no figure of this run is worth anything. */
export class NotConserved extends Error {}

export interface Proof {
  readonly entries: number
  readonly ms: number
}

export async function prove(name: string, file: string, expected: number): Promise<Proof> {
  return proveBooks(name, await openSqlite({ file, migrate: false }), expected)
}

/**
 * Recomputes every balance from the postings, and counts them. Closes the storage.
 * @param expected Entries that must be there: those of the template and every payment that was acknowledged.
 * @throws NotConserved
 */
export async function proveBooks(name: string, storage: Storage, expected: number): Promise<Proof> {
  const tallystick = createTallystick({ storage })
  try {
    const start = performance.now()
    const { entries, discrepancies } = await tallystick.verify()
    const ms = performance.now() - start
    const [first] = discrepancies
    if (first !== undefined) {
      throw new NotConserved(
        `${name}: ${discrepancies.length} disagreements, the first: ${first.check} of ${first.subject} is ${first.stored}, computed ${first.computed}`,
      )
    }
    if (entries !== expected) {
      throw new NotConserved(
        `${name}: ${expected} entries were acknowledged, and ${entries} are in the ledger`,
      )
    }
    return { entries, ms }
  } finally {
    await tallystick.close()
  }
}
