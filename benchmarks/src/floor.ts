/**
 * The machine's floor: the least that SQLite must do for the same durable effect, written by hand. The same
 * file (made by the engine's own migrations, so tables, index and triggers are the same), the same settings,
 * an entry row with its digest for each payment, the seal and the credits of each batch, the account rows
 * settled as often. Nothing is validated, no rule is asked, no account is loaded, nothing is promised:
 * balances are in a Map.
 *
 * What it writes is a ledger that `verify` accepts; the benchmark has it verified.
 */
import { randomBytes } from 'node:crypto'
import {
  type AccountId,
  type ApiKeyId,
  CHARGES,
  type Digest,
  type Entry,
  IDEMPOTENCY_RECORDS,
  printEntry,
  type Reference,
} from '@tallystick/core'
import {
  DEFAULT_TENANT,
  digestEntry,
  keyHash,
  NO_SEAL,
  STORED_DIGEST_DIGITS,
  StateSum,
  sealHash,
} from '@tallystick/engine'
import Database from 'better-sqlite3'
import { CURRENCY } from './ledger.js'
import type { Payment } from './traffic.js'

/** As in packages/storage-sqlite/src/connection.ts. */
const PRAGMAS = [
  'journal_mode = wal',
  'synchronous = full',
  'wal_autocheckpoint = 8000',
  'foreign_keys = off',
  'cache_size = -65536',
  'temp_store = memory',
]
/** As in packages/storage-sqlite/src/accounts.ts. */
const SETTLE_INTERVAL = 8_192

/** Credits of `sendTransaction`. */
export const CREDITS = 4
/** Entries give market values in 10^-8, euros have two decimals. */
export const CENT_VALUE = 1_000_000n

/** What an account's next entry must say of those before it. */
interface State {
  readonly key: number
  balance: bigint
  /** Records so far, and the place of the newest. */
  number: number
  head: number
  /** Where jumps lead: roots of complete trees, smallest first (packages/storage-sqlite/src/chain.ts). */
  trees: Tree | null
  moved: boolean
}

interface Tree {
  readonly root: number
  readonly size: number
  readonly next: Tree | null
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }
export type Scratch = Mutable<Omit<Entry, 'debit' | 'credit' | 'pricing'>> & {
  readonly debit: Mutable<Entry['debit']>
  readonly credit: Mutable<Entry['credit']>
  readonly pricing: Mutable<Entry['pricing']>
}

export class Floor {
  private readonly database: Database.Database
  private readonly states = new Map<string, State>()
  private readonly moved: State[] = []
  private readonly tenant: number
  private readonly source: number
  private seq: number
  private settled: number
  private readonly reference = Buffer.alloc(16)
  private readonly random = randomBytes(8 * 4_096)
  /** The last two parts of each counter's reference, as text. */
  private readonly tails: readonly string[]
  private stamp = 0
  private counter = 0
  private head = ''
  /** What digests are taken of, written anew for each payment. */
  private readonly entry: Scratch
  private digests: string[] = []
  private lists = new StateSum()
  private lastSeal: string
  private readonly statements: ReturnType<typeof prepare>

  /** @param file A copy of the template: no account has more than its deposit. */
  constructor(file: string) {
    const database = new Database(file)
    for (const pragma of PRAGMAS) database.pragma(pragma)
    this.database = database
    this.statements = prepare(database)
    const rows = database.prepare('select id, key, balance, records, head from account').raw().all()
    for (const [id, key, balance, number, head] of rows as [string, number, string, number, number][]) {
      const trees = head === 0 ? null : { root: head, size: 1, next: null }
      this.states.set(id, { key, balance: BigInt(balance), number, head, trees, moved: false })
    }
    const last = database.prepare(
      'select seq, tenant, price_source, name from entry join price_source on key = price_source order by seq desc limit 1',
    )
    const [seq, tenant, source, sourceName] = last.raw().get() as [number, number, number, string]
    const seal = database.prepare('select hash from seal order by number desc limit 1').pluck().get()
    this.lastSeal = Buffer.isBuffer(seal) ? seal.toString('hex') : NO_SEAL
    this.entry = scratchEntry(sourceName)
    this.tails = Array.from({ length: 4_096 }, (_, counter) => {
      const place = counter * 8
      this.random[place] = 0x80 | ((this.random[place] ?? 0) & 0x3f)
      const hex = this.random.toString('hex', place, place + 8)
      return `-${hex.slice(0, 4)}-${hex.slice(4)}`
    })
    this.seq = seq
    this.settled = seq
    this.tenant = tenant
    this.source = source
  }

  /** One commit of `count` payments. */
  commit(count: number, take: () => Payment): void {
    const { statements } = this
    statements.begin.run()
    const now = Date.now()
    for (let index = 0; index < count; index++) this.pay(take(), now)
    this.finish(count, now)
  }

  /** The same, and under each payment's key the answer to it. */
  commitKeyed(count: number, take: () => Payment, key: () => string): void {
    const { statements } = this
    statements.begin.run()
    const now = Date.now()
    for (let index = 0; index < count; index++) {
      const request = key()
      this.pay(take(), now)
      const digest = keyHash(DEFAULT_TENANT, request)
      statements.answer.run(this.tenant, Buffer.from(digest, 'hex'), REQUEST_HASH, this.reference, now)
      this.lists.put(IDEMPOTENCY_RECORDS, {
        tenant: DEFAULT_TENANT,
        key: digest,
        requestHash: REQUEST_HASH.toString('hex') as Digest,
        reference: this.reference.toString('hex'),
        body: null,
        created: now,
      })
    }
    this.finish(count, now)
  }

  /** Settled like a ledger that is closed in order, so that it can be opened as one. */
  close(): void {
    this.statements.begin.run()
    this.settle()
    this.statements.commit.run()
    this.database.close()
  }

  private pay({ args, amount }: Payment, now: number): void {
    const debit = this.state(args.senderAccountId)
    const credit = this.state(args.recipientAccountId)
    const seq = ++this.seq
    const debitPrevious = debit.head
    const creditPrevious = credit.head
    debit.balance -= amount
    credit.balance += amount
    const debitJump = extend(debit, seq)
    const creditJump = extend(credit, seq)
    const { entry } = this
    entry.reference = this.nextReference(now)
    entry.created = now
    entry.pricing.timestamp = now
    entry.amount = amount
    entry.debit.account = args.senderAccountId as AccountId
    entry.debit.balance = debit.balance
    entry.credit.account = args.recipientAccountId as AccountId
    entry.credit.balance = credit.balance
    const value = amount * CENT_VALUE
    entry.debit.value = value
    entry.credit.value = value
    const digest = digestEntry(entry, printEntry(entry))
    this.digests.push(digest)
    this.statements.entry.run(
      seq,
      this.tenant,
      this.reference,
      now,
      0,
      0,
      amount.toString(),
      debit.key,
      debit.number,
      debitPrevious,
      debitJump,
      debit.balance.toString(),
      value.toString(),
      credit.key,
      credit.number,
      creditPrevious,
      creditJump,
      credit.balance.toString(),
      null,
      this.source,
      null,
      null,
      Buffer.from(digest.slice(0, STORED_DIGEST_DIGITS), 'hex'),
    )
    this.touch(debit)
    this.touch(credit)
  }

  private finish(count: number, now: number): void {
    const { statements } = this
    const day = new Date(now).toISOString().slice(0, 10)
    const { lists } = this
    this.lists = new StateSum()
    lists.count(CHARGES, {
      tenant: DEFAULT_TENANT,
      apiKey: 'embedded' as ApiKeyId,
      day,
      credits: count * CREDITS,
    })
    this.lastSeal = sealHash(this.lastSeal, this.digests, lists.text)
    this.digests = []
    statements.seal.run(this.seq, count, lists.text, Buffer.from(this.lastSeal, 'hex'))
    statements.charge.run(this.tenant, 'embedded', day, count * CREDITS)
    if (this.seq - this.settled >= SETTLE_INTERVAL) this.settle()
    statements.commit.run()
  }

  private settle(): void {
    const { settle, mark } = this.statements
    for (const state of this.moved) {
      settle.run(state.balance.toString(), state.head, state.number, state.key)
      state.moved = false
    }
    this.moved.length = 0
    mark.run(String(this.seq))
    this.settled = this.seq
  }

  /** UUIDv7: time, a counter, random bits. Written over the last one. */
  private nextReference(now: number): Reference {
    const { reference } = this
    if (now === this.stamp) {
      this.counter++
    } else {
      this.counter = 0
      this.stamp = now
      reference.writeUIntBE(now, 0, 6)
      const time = reference.toString('hex', 0, 6)
      this.head = `${time.slice(0, 8)}-${time.slice(8)}-`
    }
    const versioned = 0x7000 | this.counter
    reference.writeUInt16BE(versioned, 6)
    this.random.copy(reference, 8, this.counter * 8, this.counter * 8 + 8)
    return `${this.head}${versioned.toString(16)}${this.tails[this.counter]}` as Reference
  }

  private touch(state: State): void {
    if (state.moved) return
    state.moved = true
    this.moved.push(state)
  }

  private state(id: string): State {
    const state = this.states.get(id)
    if (state === undefined) throw new Error(`No account ${id}`)
    return state
  }
}

/** Of the right length; making it is not part of the effect. */
export const REQUEST_HASH = randomBytes(16)

export function scratchEntry(source: string): Scratch {
  const leg = { account: '' as AccountId, balance: 0n, value: 0n, valueCurrency: CURRENCY }
  return {
    tenant: DEFAULT_TENANT,
    reference: '' as Reference,
    created: 0,
    operation: 'PAYMENT',
    currency: CURRENCY,
    scale: 2,
    amount: 0n,
    debit: { ...leg },
    credit: { ...leg },
    anonymous: false,
    details: null,
    pricing: { source, timestamp: 0 },
  }
}

/** Appends a record to a history; answers the place that it jumps to. */
function extend(state: State, seq: number): number {
  const first = state.trees
  const second = first?.next ?? null
  state.number++
  state.head = seq
  state.trees =
    first !== null && second !== null && first.size === second.size
      ? { root: seq, size: 1 + first.size + second.size, next: second.next }
      : { root: seq, size: 1, next: first }
  return state.trees.next?.root ?? 0
}

function prepare(database: Database.Database) {
  return {
    begin: database.prepare('begin immediate'),
    commit: database.prepare('commit'),
    entry: database.prepare(
      'insert into entry (seq, tenant, reference, created, operation, anonymous, amount, debit, debit_number, debit_previous, debit_jump, debit_balance, debit_value, credit, credit_number, credit_previous, credit_jump, credit_balance, credit_value, price_source, priced_at, details, digest) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    seal: database.prepare('insert into seal (last_seq, entries, state, hash) values (?, ?, ?, ?)'),
    charge: database.prepare(
      'insert into charge (tenant, api_key, day, credits) values (?, ?, ?, ?) on conflict do update set credits = credits + excluded.credits',
    ),
    answer: database.prepare(
      'insert into answer (tenant, key, request_hash, reference, created) values (?, ?, ?, ?, ?)',
    ),
    settle: database.prepare('update account set balance = ?, head = ?, records = ? where key = ?'),
    mark: database.prepare(
      "insert into meta (name, value) values ('settled', ?) on conflict do update set value = excluded.value",
    ),
  }
}
