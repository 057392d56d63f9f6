/**
 * The journal in the order in which it was decided, on a session that holds its snapshot. A cursor sorts it once; only
 * a reader that goes back restarts it.
 *
 * Creating cells and strings takes most of the time of reading a million entries, so an entry has few cells: one text
 * has all fields that entries usually share and is parsed when it changes; another one has all numbers.
 */
import {
  type AccountId,
  type Entry,
  type EntryDetails,
  type EntryTerms,
  type EntryText,
  type OperationType,
  type Reference,
  readEntry,
  type TenantId,
} from '@tallystick/core'
import { type Anchor, type AuditedEntry, Fault, type JournalPosition, type Strays } from '@tallystick/engine'
import type { Row, Session } from './connection.js'
import { positionOf } from './queries.js'

/** In the format of `canonicalEntry`. */
const NO_VALUE = 'null'

const COLUMNS = `
  json_build_array(e.tenant, e.operation, e.currency, e.scale, e.anonymous, e.debit_value_currency,
    e.credit_value_currency, e.price_source)::text,
  e.reference, e.debit, e.credit,
  concat_ws(' ', e.height, e.created, e.priced_at, e.amount, e.debit_number, e.debit_balance,
    coalesce(e.debit_value::text, '${NO_VALUE}'), e.credit_number, e.credit_balance,
    coalesce(e.credit_value::text, '${NO_VALUE}'), e.place, encode(e.digest, 'hex')),
  e.details, e.sealed || ' ' || e.writer || ' ' || e.unit, e.custom_reference`

/** In both the inner and the outer query: rows are sorted first, and converted to text only when they are fetched. */
const ORDER = 'e.height, e.writer, e.unit, e.place, e.tenant, e.debit, e.debit_number'

/**
 * Leaves out the past: what seals of the writer up to the anchored one cover.
 * @param first The number of the first of its two parameters @param isPast Compares with `past.unit`
 */
export function withoutPast(past: readonly Anchor[], first: number, isPast: string) {
  if (past.length === 0) return { condition: 'true', values: [] }
  const rows = `unnest($${first}::text[], $${first + 1}::bigint[]) as past(writer, unit)`
  return {
    condition: `not exists (select 1 from ${rows} where e.writer::text = past.writer and ${isPast})`,
    values: [past.map(({ writer }) => writer), past.map(({ number }) => number)],
  }
}

type Read = readonly [
  shape: string,
  reference: Reference,
  debit: AccountId,
  credit: AccountId,
  numbers: string,
  details: string | null,
  /** Its seal: height, writer, unit of work. */
  batch: string | null,
  customReference: string | null,
]

/** The first columns; details, the seal and the caller's reference may be null. */
const REQUIRED = 5

/** The parts of that text. `concat_ws` leaves out missing ones. */
type Numbers = readonly [
  height: string,
  created: string,
  pricedAt: string,
  amount: string,
  debitNumber: string,
  debitBalance: string,
  debitValue: string,
  creditNumber: string,
  creditBalance: string,
  creditValue: string,
  place: string,
  digest: string,
]
const NUMBERS = 12

type Shape = readonly [
  tenant: TenantId,
  operation: OperationType,
  currency: string,
  scale: number,
  anonymous: boolean,
  debitValueCurrency: string,
  creditValueCurrency: string,
  priceSource: string,
]

export class JournalReader {
  /** The position of the entry that the cursor returned last. */
  private at: JournalPosition | undefined
  private opened = false
  /** Entries that seals up to these cover are left out. */
  past: readonly Anchor[] = []
  private shapeText = ''
  private shape: Shape = ['' as TenantId, 'PAYMENT', '', 0, false, '', '', '']
  private batch: string | null = null
  /** The sequence number of that batch's seal. */
  private sealed: number | null = null

  constructor(
    private readonly session: Session,
    private readonly strays: Strays,
  ) {}

  async page(after: JournalPosition | undefined, limit: number): Promise<readonly AuditedEntry[]> {
    if (!this.opened || after !== this.at) await this.restart(after)
    const rows = await this.session.query(`fetch ${Math.trunc(limit)} from entries`)
    const page = rows.map((row) => this.read(row))
    this.at = page[page.length - 1]?.position ?? this.at
    return page
  }

  private async restart(after: JournalPosition | undefined): Promise<void> {
    if (this.opened) await this.session.query('close entries')
    const { condition, values } = withoutPast(this.past, 1, 'e.unit <= past.unit and s.unit is not null')
    await this.session.query(
      `declare entries no scroll cursor for
       select ${COLUMNS} from (
         select e.*, s.height as sealed from journal e left join seal s on s.writer = e.writer and s.unit = e.unit
         where ${condition}
         order by ${ORDER}) as e
       order by ${ORDER}`,
      values,
    )
    this.opened = true
    this.at = undefined
    while (after !== undefined && this.at !== after) {
      const [row] = await this.session.query('fetch 1 from entries')
      if (row === undefined) return
      this.at = this.read(row).position
    }
  }

  private read(row: Row): AuditedEntry {
    // The columns above, in their order.
    const read = row as unknown as Read
    const [shape, reference, , , numbers, , batch, custom] = read
    const parts = numbers.split(' ')
    const missing = row.indexOf(null)
    if (parts.length !== NUMBERS || (missing !== -1 && missing < REQUIRED)) throw damaged(read)
    if (shape !== this.shapeText) {
      this.shapeText = shape
      this.shape = JSON.parse(shape) as Shape
      if (this.shape.some((part) => part === null)) throw damaged(read)
    }
    // One string for all entries of a unit of work, which also compares quickly.
    if (batch !== this.batch) {
      this.batch = batch
      this.sealed = batch === null ? null : Number(batch.slice(0, batch.indexOf(' ')))
    }
    // The number of parts was checked.
    const told = parts as unknown as Numbers
    const terms = this.terms(read, told)
    const height = Number(told[0])
    if (custom !== (terms.details?.customReference ?? null))
      this.strays.compare(`custom reference of entry ${reference}`, custom, terms.details?.customReference)
    if (this.sealed !== null && height !== this.sealed)
      this.strays.compare(`height of entry ${reference}`, height, this.sealed)
    return new AuditedRow(terms, told, height, this.batch)
  }

  private terms([, reference, debit, credit, , details]: Read, told: Numbers): EntryTerms {
    const [tenant, operation, currency, scale, anonymous, debitCurrency, creditCurrency, source] = this.shape
    return {
      tenant,
      reference,
      created: Number(told[1]),
      operation,
      currency,
      scale,
      debit: { account: debit, valueCurrency: debitCurrency },
      credit: { account: credit, valueCurrency: creditCurrency },
      anonymous,
      pricing: { source, timestamp: Number(told[2]) },
      details: details === null ? null : (JSON.parse(details) as EntryDetails),
    }
  }
}

class AuditedRow implements AuditedEntry {
  readonly debitNumber: number
  readonly creditNumber: number
  readonly digest: string
  readonly text: EntryText

  constructor(
    readonly terms: EntryTerms,
    told: Numbers,
    private readonly height: number,
    readonly batch: string | null,
  ) {
    this.text = {
      amount: told[3],
      debitBalance: told[5],
      creditBalance: told[8],
      debitValue: told[6],
      creditValue: told[9],
    }
    this.debitNumber = Number(told[4])
    this.creditNumber = Number(told[7])
    this.digest = told[11]
  }

  get entry(): Entry {
    return readEntry(this.terms, this.text)
  }

  get position(): JournalPosition {
    return positionOf(this.terms, this.height, this.debitNumber)
  }
}

/** In `entry` nothing can be missing. Arrays of `entry_batch` may have been shortened, or have gaps. */
function damaged([, reference, , , numbers, , batch]: Read): Fault {
  const unit = batch ?? `${numbers.slice(0, numbers.indexOf(' '))}, which has no seal`
  return new Fault(`The journal is damaged: entry ${reference}, of unit of work ${unit}, lacks a part of it`)
}
