/**
 * The floor on PostgreSQL: the least SQL that has the same durable effect, written by hand. The same tables
 * and indexes (made by the engine's own migrations). A commit locks its accounts in order and reads their
 * balances, as whoever shares the server with others must; then, in one statement, it writes an entry with its
 * digest for each payment, the accounts' new balances, the seal and the credits. Two trips to the server:
 * what needs no answer is sent along with what follows. Nothing is validated, no rule is asked, and no answer
 * that was lost could be told from one that never was.
 *
 * What it writes is a ledger that `verify` accepts; the benchmark has it verified.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  type AccountId,
  type ApiKeyId,
  CHARGES,
  type Digest,
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
import type pg from 'pg'
import { CENT_VALUE, CREDITS, REQUEST_HASH, scratchEntry } from './floor.js'
import { CURRENCY } from './ledger.js'
import { connect } from './postgres-server.js'
import type { Payment } from './traffic.js'

const LOCK = {
  name: 'lock',
  text: `select id, balance, records, height from account
         where tenant = '${DEFAULT_TENANT}' and id = any($1::text[]) order by id for update`,
  rowMode: 'array',
} as const

/** What all payments of a commit have in common is said once. */
const writing = (name: string, keeping: string) => ({
  name,
  text: `with ${keeping}
    moved as (
      update account a set balance = n.balance, records = n.records, height = $1::bigint
      from unnest($2::text[], $3::numeric[], $4::bigint[]) as n (id, balance, records)
      where a.tenant = '${DEFAULT_TENANT}' and a.id = n.id),
    sealed as (
      insert into seal (height, writer, unit, entries, state, hash)
      values ($1::bigint, $5::uuid, $6::bigint, $7::int, $23::text, $8::bytea)),
    charged as (
      insert into charge (tenant, api_key, day, credits) values ('${DEFAULT_TENANT}', 'embedded', $9::text, $10::bigint)
      on conflict (tenant, api_key, day) do update set credits = charge.credits + excluded.credits)
    insert into entry (tenant, reference, height, created, operation, currency, scale, anonymous, amount,
      debit, debit_number, debit_balance, debit_value, debit_value_currency,
      credit, credit_number, credit_balance, credit_value, credit_value_currency,
      price_source, priced_at, writer, unit, place, digest)
    select '${DEFAULT_TENANT}', n.reference, $1::bigint, $11::bigint, 'PAYMENT', '${CURRENCY}', 2, false, n.amount,
      n.debit, n.debit_number, n.debit_balance, n.value, '${CURRENCY}',
      n.credit, n.credit_number, n.credit_balance, n.value, '${CURRENCY}',
      'par', $11::bigint, $5::uuid, $6::bigint, n.place, n.digest
    from unnest($12::uuid[], $13::numeric[], $14::text[], $15::bigint[], $16::numeric[], $17::numeric[],
      $18::text[], $19::bigint[], $20::numeric[], $21::int[], $22::bytea[])
      as n (reference, amount, debit, debit_number, debit_balance, value, credit, credit_number, credit_balance, place, digest)`,
})

const WRITE = writing('write', '')
/** And under each payment's key the answer to it. */
const WRITE_KEYED = writing(
  'write-keyed',
  `answered as (
      insert into answer (tenant, key, request_hash, reference, created)
      select '${DEFAULT_TENANT}', n.key, '${REQUEST_HASH.toString('hex')}'::uuid, n.reference, $11::bigint
      from unnest($12::uuid[], $24::uuid[]) as n (reference, key)),`,
)

/** What an account's next entry must say of those before it. */
interface State {
  balance: bigint
  records: number
}

type Locked = readonly [id: string, balance: string, records: string, height: string]

export class PostgresFloor {
  private readonly writer = randomUUID()
  private unit = 0
  private height = 0
  private seal = NO_SEAL
  private readonly entry = scratchEntry('par')
  private readonly references = new References()

  private constructor(private readonly client: pg.Client) {}

  static async open(url: string): Promise<PostgresFloor> {
    return new PostgresFloor(await connect(url))
  }

  /** One commit of `count` payments, each under a key if there are keys. */
  async commit(count: number, take: () => Payment, key: (() => string) | null = null): Promise<void> {
    const { client } = this
    const keys = key === null ? null : Array.from({ length: count }, () => keyHash(DEFAULT_TENANT, key()))
    const payments = Array.from({ length: count }, take)
    const ids = new Set<string>()
    for (const { args } of payments) ids.add(args.senderAccountId).add(args.recipientAccountId)
    const [, locked] = await together(client, () => [
      client.query('begin'),
      client.query<Locked>({ ...LOCK, values: [array(ids)] }),
    ])
    const states = new Map<string, State>()
    let height = this.height
    for (const [id, balance, records, at] of locked.rows) {
      states.set(id, { balance: BigInt(balance), records: Number(records) })
      height = Math.max(height, Number(at))
    }
    height++
    const now = Date.now()
    const { digests, columns, references } = this.rows(payments, states, now)
    const day = new Date(now).toISOString().slice(0, 10)
    const state = new StateSum()
    state.count(CHARGES, {
      tenant: DEFAULT_TENANT,
      apiKey: 'embedded' as ApiKeyId,
      day,
      credits: count * CREDITS,
    })
    if (keys !== null) countAnswers(state, keys, references, now)
    const seal = sealHash(this.seal, digests, state.text)
    const moved = [...states.values()]
    const values = [
      height,
      array(states.keys()),
      array(moved.map(({ balance }) => balance)),
      array(moved.map(({ records }) => records)),
      this.writer,
      ++this.unit,
      count,
      `\\x${seal}`,
      day,
      count * CREDITS,
      now,
      ...columns.map(array),
      state.text,
      ...(keys === null ? [] : [array(keys)]),
    ]
    const write = keys === null ? WRITE : WRITE_KEYED
    await together(client, () => [client.query({ ...write, values }), client.query('commit')])
    this.seal = seal
    this.height = height
  }

  /** What is written of each payment, by column; its digest is what the seal is made of. */
  private rows(payments: readonly Payment[], states: ReadonlyMap<string, State>, now: number) {
    const { entry } = this
    entry.created = now
    entry.pricing.timestamp = now
    const digests: string[] = []
    const columns = Array.from({ length: 11 }, (): (string | number)[] => [])
    for (const [place, { args, amount }] of payments.entries()) {
      const debit = stateOf(states, args.senderAccountId)
      const credit = stateOf(states, args.recipientAccountId)
      debit.balance -= amount
      credit.balance += amount
      const value = amount * CENT_VALUE
      entry.reference = this.references.next(now)
      entry.amount = amount
      entry.debit.account = args.senderAccountId as AccountId
      entry.debit.balance = debit.balance
      entry.debit.value = value
      entry.credit.account = args.recipientAccountId as AccountId
      entry.credit.balance = credit.balance
      entry.credit.value = value
      const digest = digestEntry(entry, printEntry(entry))
      digests.push(digest)
      const row = [
        entry.reference,
        String(amount),
        args.senderAccountId,
        ++debit.records,
        String(debit.balance),
        String(value),
        args.recipientAccountId,
        ++credit.records,
        String(credit.balance),
        place,
        `\\\\x${digest.slice(0, STORED_DIGEST_DIGITS)}`,
      ]
      for (let column = 0; column < row.length; column++) columns[column]?.push(row[column] ?? '')
    }
    return { digests, columns, references: columns[0] ?? [] }
  }

  close(): Promise<void> {
    return this.client.end()
  }
}

function countAnswers(
  state: StateSum,
  keys: readonly Digest[],
  references: readonly (string | number)[],
  created: number,
): void {
  for (const [index, key] of keys.entries()) {
    state.put(IDEMPOTENCY_RECORDS, {
      tenant: DEFAULT_TENANT,
      key,
      requestHash: REQUEST_HASH.toString('hex') as Digest,
      reference: String(references[index]).replaceAll('-', ''),
      body: null,
      created,
    })
  }
}

/** Sent in one piece. */
async function together<Results extends readonly unknown[]>(
  client: pg.Client,
  ask: () => { [Index in keyof Results]: Promise<Results[Index]> },
): Promise<Results> {
  client.connection.stream.cork()
  const asked = ask()
  client.connection.stream.uncork()
  return (await Promise.all(asked)) as unknown as Results
}

/** Nothing in these arrays needs to be quoted. */
const array = (items: Iterable<string | number | bigint>): string => `{${[...items].join()}}`

function stateOf(states: ReadonlyMap<string, State>, id: string): State {
  const state = states.get(id)
  if (state === undefined) throw new Error(`No account ${id}`)
  return state
}

/** UUIDv7: time, a counter, random bits made beforehand. */
class References {
  private readonly tails = Array.from({ length: 4_096 }, () => {
    const random = randomBytes(8)
    random[0] = 0x80 | ((random[0] ?? 0) & 0x3f)
    const hex = random.toString('hex')
    return `-${hex.slice(0, 4)}-${hex.slice(4)}`
  })
  private stamp = 0
  private counter = 0
  private head = ''

  next(now: number): Reference {
    if (now === this.stamp) {
      this.counter++
    } else {
      this.counter = 0
      this.stamp = now
      const time = now.toString(16).padStart(12, '0')
      this.head = `${time.slice(0, 8)}-${time.slice(8)}-`
    }
    return `${this.head}${(0x7000 | this.counter).toString(16)}${this.tails[this.counter]}` as Reference
  }
}
