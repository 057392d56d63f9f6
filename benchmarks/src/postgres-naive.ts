/**
 * What is usually written: one transaction for each payment, over one connection or a pool of them. It locks both
 * accounts in order, checks the balance, writes the entry and both balances, and commits. The same tables;
 * statements are prepared; no digest, no seal, no credits: less than the ledger promises.
 */
import { randomUUID } from 'node:crypto'
import { DEFAULT_TENANT } from '@tallystick/engine'
import type pg from 'pg'
import { CENT_VALUE } from './floor.js'
import { CURRENCY, NotConserved } from './ledger.js'
import { drive } from './measure.js'
import { connect } from './postgres-server.js'
import type { Payment } from './traffic.js'

const LOCK = {
  name: 'lock',
  text: `select id, balance, records from account where tenant = '${DEFAULT_TENANT}' and id in ($1, $2) order by id for update`,
  rowMode: 'array',
} as const

const INSERT = {
  name: 'insert',
  text: `insert into entry (tenant, reference, height, created, operation, currency, scale, anonymous, amount,
      debit, debit_number, debit_balance, debit_value, debit_value_currency,
      credit, credit_number, credit_balance, credit_value, credit_value_currency,
      price_source, priced_at, writer, unit, place, digest)
    values ('${DEFAULT_TENANT}', $1, 0, $2, 'PAYMENT', '${CURRENCY}', 2, false, $3, $4, $5, $6, $7, '${CURRENCY}',
      $8, $9, $10, $7, '${CURRENCY}', 'par', $2, $11, 0, 0, '')`,
} as const

const UPDATE = {
  name: 'update',
  text: `update account a set balance = n.balance, records = n.records
    from (values ($1::text, $2::numeric, $3::bigint), ($4::text, $5::numeric, $6::bigint)) as n (id, balance, records)
    where a.tenant = '${DEFAULT_TENANT}' and a.id = n.id`,
} as const

const SUMS = `
  with postings as (select credit as id, amount from entry union all select debit, -amount from entry),
    sums as (select id, sum(amount) as balance from postings group by id)
  select (select count(*) from entry),
    (select count(*) from account left join sums using (id) where account.balance <> coalesce(sums.balance, 0))`

type Locked = readonly [id: string, balance: string, records: string]

export class PostgresNaive {
  private constructor(
    private readonly clients: pg.Client[],
    private readonly writer = randomUUID(),
  ) {}

  static async open(url: string, connections: number): Promise<PostgresNaive> {
    return new PostgresNaive(await Promise.all(Array.from({ length: connections }, () => connect(url))))
  }

  /** Any number of clients wait for these connections. */
  async run(count: number, take: () => Payment): Promise<void> {
    const free = [...this.clients]
    await drive(count, this.clients.length, async () => {
      const client = free.pop()
      if (client === undefined) throw new Error('No connection is free')
      await this.pay(client, take())
      free.push(client)
    })
  }

  /** @throws NotConserved when an entry is missing, or balances do not follow from the entries. */
  async check(entries: number): Promise<void> {
    const { rows } = await this.first().query<[string, string]>({ text: SUMS, rowMode: 'array' })
    const [found, wrong] = rows[0] ?? ['0', '']
    if (Number(found) !== entries || Number(wrong) !== 0) {
      throw new NotConserved(
        `A transaction for each payment: ${found} of ${entries} entries, ${wrong} balances that do not follow`,
      )
    }
  }

  async close(): Promise<void> {
    for (const client of this.clients) await client.end()
  }

  private first(): pg.Client {
    const [client] = this.clients
    if (client === undefined) throw new Error('No connection is open')
    return client
  }

  private async pay(client: pg.Client, { args, amount }: Payment): Promise<void> {
    const { senderAccountId: sender, recipientAccountId: recipient } = args
    await client.query('begin')
    const { rows } = await client.query<Locked>({ ...LOCK, values: [sender, recipient] })
    const debit = rows.find(([id]) => id === sender)
    const credit = rows.find(([id]) => id === recipient)
    if (debit === undefined || credit === undefined) throw new Error('An account is missing')
    const debitBalance = BigInt(debit[1]) - amount
    if (debitBalance < 0n) throw new Error('The balance is too low')
    const creditBalance = BigInt(credit[1]) + amount
    const debitNumber = Number(debit[2]) + 1
    const creditNumber = Number(credit[2]) + 1
    await client.query({
      ...INSERT,
      values: [
        randomUUID(),
        Date.now(),
        amount,
        sender,
        debitNumber,
        debitBalance,
        amount * CENT_VALUE,
        recipient,
        creditNumber,
        creditBalance,
        this.writer,
      ],
    })
    await client.query({
      ...UPDATE,
      values: [sender, debitBalance, debitNumber, recipient, creditBalance, creditNumber],
    })
    await client.query('commit')
  }
}
