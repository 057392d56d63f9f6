/**
 * Copies a whole ledger from one storage to another, through the port alone: reads one snapshot of the source
 * and writes the facts that lead to it. Each unit of work looks at the target before it adds to it, and adds
 * only what is missing; so a copy that was ended anywhere goes on when it is run again, and one that is
 * complete changes nothing.
 *
 * The two books, when it returns, have one fingerprint, and the target's add up. The seals are not copied: the
 * target has sealed what it wrote by itself.
 */
import { type Amount, accountKey, type Key, type Leg, type View } from '@tallystick/core'
import { entryPages, type Items, LIST_NAMES, LISTS, type ListName, listPages } from './books.js'
import { asOpened, COPIERS, differs, shown } from './copiers.js'
import { Fault } from './faults.js'
import { canonical, type Fingerprint, FingerprintSum, fingerprint, type Part } from './fingerprint.js'
import { compareKeys } from './order.js'
import type { Audit, AuditedEntry, Storage } from './ports/storage.js'
import { type Verification, verify } from './verify.js'

export type CopyPhase = 'checking' | Part | 'verifying'

export interface CopyProgress {
  readonly phase: CopyPhase
  /** Items of this phase that are done. */
  readonly done: number
  /** Of how many, where that is known. */
  readonly total?: number
}

export interface CopyOptions {
  /** Told after each page. */
  readonly progress?: (progress: CopyProgress) => void
  /** Items of one unit of work; 1,000. */
  readonly batch?: number
}

export interface Copied {
  /** Of both ledgers. */
  readonly fingerprint: Fingerprint
  /** How many items this run added to the target. */
  readonly written: number
  /** Of the target. */
  readonly verification: Verification
}

const BATCH = 1_000
const PAGE = 5_000

/**
 * @throws Fault the target holds another ledger, or has gone on by itself; told before anything is written,
 * unless only the contents of entries differ. Or the books of the source are wrong.
 */
export async function copyLedger(
  source: Storage,
  target: Storage,
  options: CopyOptions = {},
): Promise<Copied> {
  const progress = options.progress ?? (() => undefined)
  const copied = await source.audit(async (books) => {
    await target.audit((there) => refuseStrangers(books, there, progress))
    const copy = new Copy(books, target, options.batch ?? BATCH, progress)
    for (const name of ORDER) await copy.part(name)
    return { fingerprint: copy.sum.value, written: copy.written }
  })
  const told = (done: number): void => progress({ phase: 'verifying', done, total: entries * 2 })
  const entries = copied.fingerprint.entries.count
  const verification = await verify(target, { progress: told })
  // Whose times do not rise had them so in the source: the copy is right as it is.
  const drift = verification.drift.find(({ check }) => check !== 'time')
  if (drift !== undefined) {
    throw new Fault(
      `The books of the target are wrong: ${drift.check} of ${drift.subject} is ${drift.stored}, and should be ${drift.computed}. Run \`tallystick verify\` on the source`,
    )
  }
  const there = await target.audit((books) => fingerprint(books, (done) => told(entries + done)))
  for (const name of ORDER) {
    const [here, copy] = [copied.fingerprint[name], there[name]]
    if (here.count !== copy.count || here.digest !== copy.digest) {
      throw new Fault(
        `The target differs from the source in its ${name}: ${copy.count} there, ${here.count} here. Something else has written to it. Copy into an empty database`,
      )
    }
  }
  return { ...copied, verification }
}

/** What others need comes first; the keys that open the ledger to callers come last. */
const ORDER: readonly Part[] = [
  'constants',
  'customers',
  'currencies',
  'accounts',
  'entries',
  'blockages',
  'standings',
  'deposits',
  'sends',
  'signatures',
  'claims',
  'answers',
  'charges',
  'apiKeys',
]

class Copy {
  readonly sum = new FingerprintSum()
  written = 0
  /** Entries of the source, once its accounts have been read. */
  private entries = 0

  constructor(
    private readonly books: Audit,
    private readonly target: Storage,
    private readonly batch: number,
    private readonly progress: (progress: CopyProgress) => void,
  ) {}

  async part(name: Part): Promise<void> {
    if (name === 'entries') await this.journal()
    else await this.list(name)
  }

  private async list<Name extends ListName>(name: Name): Promise<void> {
    let done = 0
    for await (const page of listPages(name, this.books, this.batch)) {
      this.written += await COPIERS[name](this.target, page)
      this.sum.add(name, page)
      if (name === 'accounts') this.count(page as readonly Items['accounts'][])
      done += page.length
      this.progress({ phase: name, done })
    }
  }

  private count(accounts: readonly Items['accounts'][]): void {
    for (const { records } of accounts) this.entries += records / 2
  }

  /** An entry is there if its running number on both its accounts is. */
  private async journal(): Promise<void> {
    const there = await recordsOf(this.target)
    let done = 0
    for await (const page of entryPages(this.books, this.batch)) {
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

/** How many records each account of the target has: those of a copy that was ended, or none. */
async function recordsOf(target: Storage): Promise<ReadonlyMap<string, number>> {
  const records = new Map<string, number>()
  await target.audit(async (books) => {
    for await (const page of listPages('accounts', books, PAGE)) {
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

/** The account stands where the entry found it: nobody else has written to it, and the source adds up. */
function follows(view: View, leg: Leg, amount: Amount, reference: string): void {
  const account = view.accounts.get(leg.account)
  if (account !== undefined && account.balance + amount === leg.balance) return
  throw new Fault(
    `Entry ${reference} does not follow from the balance of account ${leg.account} in the target (${account?.balance ?? 'no such account'}). Either something else writes to the target, or the books of the source are wrong: run \`tallystick verify\` on it`,
  )
}

/** Before anything is written: all that the target holds, but for the contents of entries, is in the source too. */
async function refuseStrangers(
  source: Audit,
  target: Audit,
  progress: (progress: CopyProgress) => void,
): Promise<void> {
  let done = 0
  for (const name of LIST_NAMES) {
    await contained(name, source, target, (count) => {
      done += count
      progress({ phase: 'checking', done })
    })
  }
}

async function contained<Name extends ListName>(
  name: Name,
  source: Audit,
  target: Audit,
  progress: (count: number) => void,
): Promise<void> {
  const { key, noun } = LISTS[name]
  const here = itemsOf(listPages(name, source, PAGE))
  try {
    for await (const page of listPages(name, target, PAGE)) {
      for (const item of page) {
        let candidate = await here.next()
        while (candidate.done !== true && compareKeys(key(candidate.value), key(item)) < 0) {
          candidate = await here.next()
        }
        if (candidate.done === true || compareKeys(key(candidate.value), key(item)) !== 0) {
          throw new Fault(
            `The target holds another ledger: its ${noun} ${shown(name, key(item))} is not in the source. Nothing was written. Copy into an empty database`,
          )
        }
        if (!isContained(name, item, candidate.value)) throw differs(noun, shown(name, key(item)))
      }
      progress(page.length)
    }
  } finally {
    await here.return(undefined)
  }
}

/** What entries and blockages have yet to change of an account does not count, nor what is yet to be charged. */
function isContained<Name extends ListName>(name: Name, item: Items[Name], within: Items[Name]): boolean {
  if (name === 'accounts') {
    const [a, b] = [item, within] as [Items['accounts'], Items['accounts']]
    return a.records <= b.records && canonical(asOpened(a.account)) === canonical(asOpened(b.account))
  }
  if (name === 'charges') {
    const [a, b] = [item, within] as [Items['charges'], Items['charges']]
    return a.credits <= b.credits
  }
  return canonical(item) === canonical(within)
}

async function* itemsOf<Item>(pages: AsyncGenerator<readonly Item[]>): AsyncGenerator<Item, undefined> {
  for await (const page of pages) yield* page
}
