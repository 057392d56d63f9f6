/**
 * The journal in the order in which it was decided, on a session that holds its snapshot. Sorting it is done
 * once, by a cursor; only a reader that goes back makes it start anew.
 *
 * Most of what an entry says it says like the one before it. All of that travels as one text, which is read
 * when it changes: reading a million entries is mostly the making of strings.
 */
import type { AccountId, Entry, EntryDetails, OperationType, Reference, TenantId } from '@tallystick/core'
import { type AuditedEntry, Fault, type JournalPosition, type Strays } from '@tallystick/engine'
import type { Row, Session } from './connection.js'
import { positionOf } from './queries.js'

const COLUMNS = `
  json_build_array(e.tenant, e.operation, e.currency, e.scale, e.anonymous, e.debit_value_currency,
    e.credit_value_currency, e.price_source)::text,
  e.reference, e.height, e.created, e.priced_at, e.amount,
  e.debit, e.debit_number, e.debit_balance, e.debit_value,
  e.credit, e.credit_number, e.credit_balance, e.credit_value,
  e.details, encode(e.digest, 'hex'), e.sealed || ' ' || e.writer || ' ' || e.unit, e.place, e.custom_reference, e.sealed`

/** Said within and without: so rows are sorted first, and put into words only when they are fetched. */
const ORDER = 'e.height, e.writer, e.unit, e.place, e.tenant, e.debit, e.debit_number'

type Read = readonly [
  shape: string,
  reference: Reference,
  height: number,
  created: number,
  pricedAt: number,
  amount: string,
  debit: AccountId,
  debitNumber: number,
  debitBalance: string,
  debitValue: string | null,
  credit: AccountId,
  creditNumber: number,
  creditBalance: string,
  creditValue: string | null,
  details: string | null,
  digest: string,
  batch: string | null,
  place: number,
  customReference: string | null,
  /** The height of its seal. */
  sealed: number | null,
]

/** Values, details, the caller's reference and the seal. */
const NULLABLE: ReadonlySet<number> = new Set([9, 13, 14, 16, 18, 19])

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
  /** Where the cursor stands: the position of the entry it gave last. */
  private at: JournalPosition | undefined
  private opened = false
  private shapeText = ''
  private shape: Shape = ['' as TenantId, 'PAYMENT', '', 0, false, '', '', '']
  private batch: string | null = null

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
    await this.session.query(
      `declare entries no scroll cursor for
       select ${COLUMNS} from (
         select e.*, s.height as sealed from journal e left join seal s on s.writer = e.writer and s.unit = e.unit
         order by ${ORDER}) as e
       order by ${ORDER}`,
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
    if (row.some((cell, column) => cell === null && !NULLABLE.has(column))) throw damaged(read)
    if (read[0] !== this.shapeText) {
      this.shapeText = read[0]
      this.shape = JSON.parse(read[0]) as Shape
      if (this.shape.some((part) => part === null)) throw damaged(read)
    }
    // One string for all entries of a unit of work, which is also quickly found equal.
    if (read[16] !== this.batch) this.batch = read[16]
    const [tenant, operation, currency, scale, anonymous, debitCurrency, creditCurrency, source] = this.shape
    const details = read[14]
    const entry: Entry = {
      tenant,
      reference: read[1],
      created: read[3],
      operation,
      currency,
      scale,
      amount: BigInt(read[5]),
      debit: {
        account: read[6],
        balance: BigInt(read[8]),
        value: amountOf(read[9]),
        valueCurrency: debitCurrency,
      },
      credit: {
        account: read[10],
        balance: BigInt(read[12]),
        value: amountOf(read[13]),
        valueCurrency: creditCurrency,
      },
      anonymous,
      pricing: { source, timestamp: read[4] },
      details: details === null ? null : (JSON.parse(details) as EntryDetails),
    }
    if (read[18] !== (entry.details?.customReference ?? null))
      this.strays.compare(
        `custom reference of entry ${entry.reference}`,
        read[18],
        entry.details?.customReference,
      )
    if (read[19] !== null) this.strays.compare(`height of entry ${entry.reference}`, read[2], read[19])
    return {
      entry,
      position: positionOf(entry, read[2], read[7]),
      debitNumber: read[7],
      creditNumber: read[11],
      digest: read[15],
      batch: this.batch,
    }
  }
}

function amountOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text)
}

/** Of `entry`, nothing can be missing; arrays of `entry_batch` may have been shortened, or have holes. */
function damaged(read: Read): Fault {
  const unit = read[16] ?? `${read[2]}, which has no seal`
  return new Fault(`The journal is damaged: entry ${read[1]}, of unit of work ${unit}, lacks a part of it`)
}
