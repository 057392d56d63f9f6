/**
 * Copies a whole ledger from one storage to another, only through the storage port: it reads one snapshot of the source
 * and writes the changes that lead to it. Each unit of work reads the target first and adds only what is missing. So an
 * interrupted copy continues when it runs again, and a complete one changes nothing.
 *
 * When it returns, both ledgers have the same fingerprint, and the target passes `verify`. Seals are not copied: the
 * target seals what it writes.
 */
import { ACCOUNTS, type Amount, accountKey, type Key, type Leg, type View } from '@tallystick/core'
import { copyPage, differs, isContained } from './copiers.js'
import { Fault } from './faults.js'
import { type Fingerprint, FingerprintSum, fingerprint, type Part } from './fingerprint.js'
import {
  ACCOUNT_LIST,
  type CountedAccount,
  entryPages,
  type Item,
  LISTS,
  type List,
  listPages,
  shown,
} from './lists.js'
import { compareKeys } from './order.js'
import type { Audit, AuditedEntry, Storage } from './ports/storage.js'
import { type Verification, verify, verifyAudit } from './verify.js'

export type CopyPhase = 'source' | 'checking' | Part | 'verifying'

export interface CopyProgress {
  readonly phase: CopyPhase
  /** Items of this phase that are done. */
  readonly done: number
  /** The number of items of this phase, if known. */
  readonly total?: number
}

export interface CopyOptions {
  /** Called after each page. */
  readonly progress?: (progress: CopyProgress) => void
  /** Items per unit of work. Default: 1,000. */
  readonly batch?: number
}

export interface Copied {
  /** The fingerprint of both ledgers. */
  readonly fingerprint: Fingerprint
  /** The number of items that this run added to the target. */
  readonly written: number
  /** The verification of the target. */
  readonly verification: Verification
}

const PARTS: readonly Part[] = [...LISTS.map(({ name }) => name), 'entries']
const BATCH = 1_000
const PAGE = 5_000

/**
 * @throws Fault before anything is written, if the source does not pass `verify`, because the target would seal it as it
 * is; or if the target holds another ledger, or has changed by itself, unless only the contents of entries differ
 */
export async function copyLedger(
  source: Storage,
  target: Storage,
  options: CopyOptions = {},
): Promise<Copied> {
  const progress = options.progress ?? (() => undefined)
  const copied = await source.audit(async (audit) => {
    const checked = (done: number): void => progress({ phase: 'source', done })
    mustBeRight('source', await verifyAudit(audit, { progress: checked }))
    await target.audit((there) => refuseStrangers(audit, there, progress))
    const copy = new Copy(audit, target, options.batch ?? BATCH, progress)
    for (const list of LISTS) await copy.list(list)
    return { fingerprint: copy.sum.value, written: copy.written }
  })
  const report = (done: number): void => progress({ phase: 'verifying', done, total: entries * 2 })
  const entries = copied.fingerprint.entries.count
  const verification = await verify(target, { progress: report })
  mustBeRight('target', verification)
  const there = await target.audit((audit) => fingerprint(audit, (done) => report(entries + done)))
  for (const name of PARTS) {
    const [here, copy] = [copied.fingerprint[name], there[name]]
    if (here.count !== copy.count || here.digest !== copy.digest) {
      throw new Fault(
        `The target differs from the source in its ${name}: ${copy.count} there, ${here.count} here. Something else has written to it. Copy into an empty database`,
      )
    }
  }
  return { ...copied, verification }
}

/** Times that do not rise may come from earlier releases. Nothing else follows from them. */
function mustBeRight(which: 'source' | 'target', { discrepancies }: Verification): void {
  const found = discrepancies.find(({ check }) => check !== 'time')
  if (found === undefined) return
  throw new Fault(
    `The books of the ${which} are wrong: ${found.check} of ${found.subject} is ${found.stored}, and should be ${found.computed}. Run \`tallystick verify\` on it`,
  )
}

class Copy {
  readonly sum = new FingerprintSum()
  written = 0
  /** The number of entries of the source, known once its accounts have been read. */
  private entries = 0

  constructor(
    private readonly audit: Audit,
    private readonly target: Storage,
    private readonly batch: number,
    private readonly progress: (progress: CopyProgress) => void,
  ) {}

  /** Entries follow directly after the accounts, before all items that affect balances. */
  async list(list: List): Promise<void> {
    let done = 0
    for await (const page of listPages(list, this.audit, this.batch)) {
      this.written += await copyPage(this.target, list, page)
      this.sum.add(list.name, page)
      if (list === ACCOUNT_LIST) this.count(page as readonly CountedAccount[])
      done += page.length
      this.progress({ phase: list.name, done })
    }
    if (list === ACCOUNT_LIST) await this.journal()
  }

  private count(accounts: readonly CountedAccount[]): void {
    for (const { records } of accounts) this.entries += records / 2
  }

  /** An entry exists in the target if its record numbers exist on both accounts. */
  private async journal(): Promise<void> {
    const there = await recordsOf(this.target)
    let done = 0
    for await (const page of entryPages(this.audit, this.batch)) {
      const missing = page.filter((audited) => !isThere(audited, there))
      if (missing.length > 0) await post(this.target, missing)
      this.written += missing.length
      this.sum.addEntries(page)
      done += page.length
      this.progress({ phase: 'entries', done, total: this.entries })
      await new Promise(setImmediate)
    }
  }
}

/** The number of records of each account of the target: those of an interrupted copy, or none. */
async function recordsOf(target: Storage): Promise<ReadonlyMap<string, number>> {
  const records = new Map<string, number>()
  await target.audit(async (audit) => {
    for await (const page of listPages(ACCOUNT_LIST, audit, PAGE)) {
      for (const item of page) if (item.records > 0) records.set(item.account.id, item.records)
    }
  })
  return records
}

function isThere(audited: AuditedEntry, records: ReadonlyMap<string, number>): boolean {
  const { entry, debitNumber, creditNumber } = audited
  const debit = debitNumber <= (records.get(entry.debit.account) ?? 0)
  const credit = creditNumber <= (records.get(entry.credit.account) ?? 0)
  if (debit === credit) return debit
  throw new Fault(
    `Entry ${entry.reference} is in the target on one of its accounts only: it holds another history. Copy into an empty database`,
  )
}

function post(target: Storage, entries: readonly AuditedEntry[]): Promise<void> {
  const keys = new Map<string, Key>()
  for (const { entry } of entries) {
    for (const { account } of [entry.debit, entry.credit])
      keys.set(account, accountKey(entry.tenant, account))
  }
  return target.transact([...keys.values()], (view) => {
    for (const { entry } of entries) {
      follows(view, entry.debit, -entry.amount, entry.reference)
      follows(view, entry.credit, entry.amount, entry.reference)
      view.apply({ type: 'entry.posted', entry })
    }
  })
}

/** Whether the account has the balance from before the entry: nobody else has written to it, and the source adds up. */
function follows(view: View, leg: Leg, amount: Amount, reference: string): void {
  const account = view.byId(ACCOUNTS, leg.account)
  if (account !== undefined && account.balance + amount === leg.balance) return
  throw new Fault(
    `Entry ${reference} does not follow from the balance of account ${leg.account} in the target (${account?.balance ?? 'no such account'}). Either something else writes to the target, or the books of the source are wrong: run \`tallystick verify\` on it`,
  )
}

/**
 * Runs before anything is written: checks that the source contains everything that the target contains, except the
 * contents of entries.
 */
async function refuseStrangers(
  source: Audit,
  target: Audit,
  progress: (progress: CopyProgress) => void,
): Promise<void> {
  let done = 0
  for (const list of LISTS) {
    await contained(list, source, target, (count) => {
      done += count
      progress({ phase: 'checking', done })
    })
  }
}

async function contained(
  list: List,
  source: Audit,
  target: Audit,
  progress: (count: number) => void,
): Promise<void> {
  const { noun } = list
  const key = (item: Item) => list.key(item)
  const here = itemsOf(listPages(list, source, PAGE))
  try {
    for await (const page of listPages(list, target, PAGE)) {
      for (const item of page) {
        let candidate = await here.next()
        while (candidate.done !== true && compareKeys(key(candidate.value), key(item)) < 0) {
          candidate = await here.next()
        }
        if (candidate.done === true || compareKeys(key(candidate.value), key(item)) !== 0) {
          throw new Fault(
            `The target holds another ledger: its ${noun} ${shown(list, key(item))} is not in the source. Nothing was written. Copy into an empty database`,
          )
        }
        if (!isContained(list, item, candidate.value)) throw differs(list, key(item))
      }
      progress(page.length)
    }
  } finally {
    await here.return(undefined)
  }
}

async function* itemsOf<Item>(pages: AsyncGenerator<readonly Item[]>): AsyncGenerator<Item, undefined> {
  for await (const page of pages) yield* page
}
