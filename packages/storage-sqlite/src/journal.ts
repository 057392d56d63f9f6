/** The journal: appends entries, and finds those of an account through its linked history. */
import { type Entry, type Leg, printEntry, type Timestamp } from '@tallystick/core'
import {
  digestEntry,
  Fault,
  type JournalPosition,
  type JournalRecord,
  NO_SEAL,
  type PlacedEntry,
  STORED_DIGEST_DIGITS,
  sealHash,
} from '@tallystick/engine'
import { grow, jumpOfTail, type KnownAccount } from './accounts.js'
import { jumpTarget } from './chain.js'
import type { Connection, Row, Statement, Value } from './connection.js'
import { EntryRow, type RowNames, UNKNOWN_VALUE } from './entry-row.js'
import { AT, ENTRY_COLUMNS, OPERATION_CODES } from './rows.js'

const INSERT_COLUMNS =
  'seq, tenant, reference, created, operation, anonymous, amount, debit, debit_number, debit_previous, debit_jump, debit_balance, debit_value, credit, credit_number, credit_previous, credit_jump, credit_balance, credit_value, price_source, priced_at, details, digest'
const INSERT_WIDTH = INSERT_COLUMNS.split(',').length

/** The most rows per insert: much of the cost of a single row is the statement itself. */
const ROWS = 16

/** By the number of rows. */
const INSERTS = Array.from({ length: ROWS + 1 }, (_, count) => {
  // SQLite makes bytes of hex in less time than we do.
  const row = `(${INSERT_COLUMNS.replace(/\w+/g, (name) => (name === 'reference' ? "unhex(?, '-')" : '?'))})`
  return `insert into entry (${INSERT_COLUMNS}) values ${Array(count).fill(row).join(', ')}`
})

/** An entry with the pointers to earlier ones. */
interface Node {
  readonly seq: number
  readonly number: number
  readonly previous: number
  readonly jump: number
  readonly created: Timestamp
}

export class Journal {
  private readonly node: Statement
  private readonly whole: Statement
  private readonly balances: Statement
  /** Values of rows that wait to be inserted together. */
  private pending: Value[] = []
  /** A buffer for each waiting row, reused each time: SQLite copies bound values. */
  private readonly stored = Array.from({ length: ROWS }, () => Buffer.alloc(STORED_DIGEST_DIGITS / 2))
  /** Digests of the entries appended since the last seal. */
  private digests: string[] = []
  private moved = new Set<KnownAccount>()
  /** The newest seal, and the state of `seen` when it was written or read. */
  private newest: { readonly seen: number; readonly number: number; readonly hash: string } | null = null

  constructor(
    private readonly connection: Connection,
    private readonly names: RowNames,
  ) {
    this.node = connection.prepare(
      'select debit, debit_number, debit_previous, debit_jump, credit_number, credit_previous, credit_jump, created from entry where seq = ?',
    )
    this.balances = connection.prepare('select debit, debit_balance, credit_balance from entry where seq = ?')
    this.whole = connection.prepare(`select ${ENTRY_COLUMNS} from entry where seq = ?`)
  }

  /**
   * Within a write. Both accounts are known. The row may wait for others until `seal`: nobody reads it before, because
   * the roots of a growing history are known (see accounts.ts).
   */
  append(entry: Entry): void {
    const seq = this.names.accounts.nextSeq
    const debit = this.known(entry.debit)
    const credit = this.known(entry.credit)
    const debitTail = grow(debit.tail, seq, (root) => this.at(root, debit.key).jump)
    const creditTail = grow(credit.tail, seq, (root) => this.at(root, credit.key).jump)
    const { customReference } = entry.details ?? {}
    const tenant = this.names.tenants.keyFor(entry.tenant)
    const text = printEntry(entry)
    const digest = digestEntry(entry, text)
    const { pending } = this
    const row = pending.length / INSERT_WIDTH
    const stored = this.stored[row] ?? Buffer.alloc(STORED_DIGEST_DIGITS / 2)
    stored.write(digest, 0, STORED_DIGEST_DIGITS / 2, 'hex')
    pending.push(
      seq,
      tenant,
      entry.reference,
      entry.created,
      OPERATION_CODES.indexOf(entry.operation),
      entry.anonymous ? 1 : 0,
      text.amount,
      debit.key,
      debitTail.number,
      debit.tail.seq,
      jumpOfTail(debitTail),
      text.debitBalance,
      entry.debit.value === null ? UNKNOWN_VALUE : text.debitValue,
      credit.key,
      creditTail.number,
      credit.tail.seq,
      jumpOfTail(creditTail),
      text.creditBalance,
      entry.credit.value === entry.debit.value
        ? null
        : entry.credit.value === null
          ? UNKNOWN_VALUE
          : text.creditValue,
      this.names.sources.keyFor(entry.pricing.source),
      entry.pricing.timestamp === entry.created ? null : entry.pricing.timestamp,
      entry.details === null ? null : JSON.stringify(entry.details),
      stored,
    )
    if (pending.length === ROWS * INSERT_WIDTH) this.insert()
    this.digests.push(digest)
    if (customReference !== undefined) {
      this.connection
        .prepare('insert into custom_reference (tenant, reference, seq) values (?, ?, ?)')
        .run(tenant, customReference, seq)
    }
    this.moved.add(debit).add(credit)
    this.names.accounts.extend(debit, debitTail, entry.debit.balance)
    this.names.accounts.extend(credit, creditTail, entry.credit.balance)
  }

  /**
   * Within a write, after its last entry: seals the batch and its effect on all other lists. Writers of one file commit
   * one after another, so their seals form one chain, whichever process wrote them. Returns the accounts with new
   * entries.
   */
  seal(state: string): ReadonlySet<KnownAccount> {
    const { digests, moved } = this
    this.moved = new Set()
    this.digests = []
    if (this.pending.length > 0) this.insert()
    const { seen } = this.names.accounts
    const before = this.newest?.seen === seen ? this.newest : this.findNewest()
    const number = before.number + 1
    const hash = sealHash(before.hash, digests, state)
    this.connection
      .prepare('insert into seal (number, last_seq, entries, state, hash) values (?, ?, ?, ?, ?)')
      .run(number, this.names.accounts.nextSeq - 1, digests.length, state, Buffer.from(hash, 'hex'))
    this.newest = { seen, number, hash }
    return moved
  }

  /** The rows that wait. */
  private insert(): void {
    const { pending } = this
    this.pending = []
    this.connection.prepare(INSERTS[pending.length / INSERT_WIDTH] ?? '').run(...pending)
  }

  private findNewest(): { readonly number: number; readonly hash: string } {
    const row = this.connection.prepare('select number, hash from seal order by number desc limit 1').get()
    if (row === undefined) return { number: 0, hash: NO_SEAL }
    return { number: row[0] as number, hash: (row[1] as Buffer).toString('hex') }
  }

  /** Records `from`, `from - 1`, … of an account: finds the first by jumps, then follows the list. */
  records(account: KnownAccount, from: number, limit: number): readonly JournalRecord[] {
    const records: JournalRecord[] = []
    let seq = this.seek(account, from)
    while (seq !== 0 && records.length < limit) {
      const row = this.whole.get(seq)
      if (row === undefined) break
      const isDebit = row[AT.debit] === account.key
      records.push({
        entry: new EntryRow(this.names, row).entry,
        side: isDebit ? 'debit' : 'credit',
        number: row[isDebit ? AT.debit_number : AT.credit_number] as number,
      })
      seq = row[isDebit ? AT.debit_previous : AT.credit_previous] as number
    }
    return records
  }

  /** The number of the last record at or before `until`; 0 if there is none. */
  lastRecord(account: KnownAccount, until: Timestamp): number {
    return this.lastBefore(account, until)?.number ?? 0
  }

  /** The account's balance after the last record at or before `until`. */
  balanceAt(account: KnownAccount, until: Timestamp): bigint {
    const node = this.lastBefore(account, until)
    if (node === undefined) return 0n
    const row = this.balances.get(node.seq) as [debit: number, debitBalance: string, creditBalance: string]
    return BigInt(row[0] === account.key ? row[1] : row[2])
  }

  /** Entries from raw rows of `select ${ENTRY_COLUMNS} from entry …`. */
  placed(row: Row): PlacedEntry {
    return { entry: new EntryRow(this.names, row).entry, position: String(row[AT.seq]) as JournalPosition }
  }

  /** After a failed write: the sources that it created do not exist. */
  forget(): void {
    this.newest = null
    this.digests = []
    this.pending = []
    this.moved = new Set()
  }

  private known({ account }: Leg): KnownAccount {
    const known = this.names.accounts.find(account)
    if (known === undefined) throw new Fault(`Account ${account} of an entry does not exist`)
    return known
  }

  /** Times rise along an account's history, so a jump is taken while it leads to a record that is still too late. */
  private lastBefore(account: KnownAccount, until: Timestamp): Node | undefined {
    let { seq } = account.tail
    while (seq !== 0) {
      const node = this.at(seq, account.key)
      if (node.created <= until) return node
      const beyond = node.jump === 0 ? undefined : this.at(node.jump, account.key)
      seq = beyond !== undefined && beyond.created > until ? beyond.seq : node.previous
    }
    return undefined
  }

  private seek(account: KnownAccount, number: number): number {
    let { seq } = account.tail
    let at = account.tail.number
    if (number < 1 || at === 0) return 0
    while (at > number) {
      const node = this.at(seq, account.key)
      const target = jumpTarget(at)
      if (target >= number) {
        seq = node.jump
        at = target
      } else {
        seq = node.previous
        at -= 1
      }
    }
    return seq
  }

  private at(seq: number, account: number): Node {
    const row = this.node.get(seq)
    if (row === undefined)
      throw new Fault(`Entry ${seq} is missing from the journal. Run \`tallystick verify\``, { seq })
    const [debit, debitNumber, debitPrevious, debitJump, creditNumber, creditPrevious, creditJump, created] =
      row as readonly number[] as [number, number, number, number, number, number, number, number]
    return debit === account
      ? { seq, number: debitNumber, previous: debitPrevious, jump: debitJump, created }
      : { seq, number: creditNumber, previous: creditPrevious, jump: creditJump, created }
  }
}
