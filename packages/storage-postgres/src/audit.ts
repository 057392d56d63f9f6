/**
 * All data, on a session that holds its snapshot. Entries are ordered by sequence number: those of each account in the
 * order in which they were decided, by whichever engine.
 */
import type { AccountId, Field, Owned, Table } from '@tallystick/core'
import {
  type Anchor,
  type Audit,
  type Constant,
  INTEGER_DIGITS,
  type JournalPosition,
  Strays,
  sortKey,
} from '@tallystick/engine'
import type { Row, Session } from './connection.js'
import { JournalReader, withoutPast } from './journal.js'
import { type List, Lists } from './lists.js'
import { ACCOUNT_COLUMNS, readAccount } from './rows.js'
import { columnOf, columnsOf, readDerived, readItem, typeOf } from './tables.js'

export class PostgresAudit implements Audit {
  private readonly journal: JournalReader
  private readonly lists: Lists
  private readonly strayed = new Strays()

  constructor(private readonly session: Session) {
    this.journal = new JournalReader(session, this.strayed)
    this.lists = new Lists(session)
  }

  async since(anchors: readonly Anchor[]) {
    this.journal.past = anchors
  }

  async strays() {
    return this.strayed.list
  }

  entries(after: JournalPosition | undefined, limit: number) {
    return this.journal.page(after, limit)
  }

  async seals(after: string | undefined, limit: number) {
    const [height = '0', writer = LOWEST_UUID, unit = '0'] = after?.split(' ') ?? []
    const past = withoutPast(this.journal.past, 5, 'e.unit < past.unit')
    const rows = await this.session.query(
      `select height, writer, unit, entries, state, hash from seal e
       where (height, writer, unit) > ($1::bigint, $2::uuid, $3::bigint) and ${past.condition}
       order by height, writer, unit limit $4`,
      [Number(height), writer, Number(unit), limit, ...past.values],
    )
    return rows.map((row) => {
      const [at, by, number, entries, state, hash] = row as [number, string, number, number, string, Buffer]
      return {
        batch: `${at} ${by} ${number}`,
        writer: by,
        number,
        entries,
        state,
        hash: hash.toString('hex'),
      }
    })
  }

  async accounts(after: AccountId | undefined, limit: number) {
    const rows = await this.page(ACCOUNTS, after, limit)
    return rows.map((row) => {
      const { account, records } = readAccount(row)
      return { account, records }
    })
  }

  async list<Item extends Owned>(table: Table<Item>, after: Item | undefined, limit: number) {
    const rows = await this.lists.page(listOf(table), after && sortKey(table, after), limit)
    return rows.map((row) => {
      const item = readItem(table, row)
      this.strayed.derived(table, item, readDerived(table, row))
      return item
    })
  }

  async constants(after: string | undefined, limit: number) {
    const rows = await this.page(CONSTANTS, after, limit)
    return rows.map(([name, value]) => ({ name, value }) as Constant)
  }

  private page(list: List, after: string | undefined, limit: number): Promise<readonly Row[]> {
    return this.lists.page(list, after === undefined ? undefined : [after], limit)
  }
}

const ACCOUNTS: List = { name: 'account', from: 'account', columns: ACCOUNT_COLUMNS, key: ['id'] }

/** Of types that are not text: the texts of `sortKey`. */
const SORTED_TEXTS: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `lpad(${column}::text, ${INTEGER_DIGITS}, '0')`,
  uuid: (column) => `replace(${column}::text, '-', '')`,
}

function listOf(table: Table): List {
  const sorts = (field: Field): string =>
    typeOf(field) in SORTED_TEXTS ? `sorted_${columnOf(field)}` : columnOf(field)
  const texts = table.key.flatMap((field) => {
    const text = SORTED_TEXTS[typeOf(field)]?.(columnOf(field))
    return text === undefined ? [] : [`, ${text} as ${sorts(field)}`]
  })
  return {
    name: table.table,
    from: `(select *${texts.join('')} from ${table.table}) as listed`,
    columns: columnsOf(table).names,
    key: table.key.map(sorts),
  }
}

const CONSTANTS: List = {
  name: 'constant',
  columns: 'name, value',
  key: ['name'],
  from: "(select substr(name, 10) as name, value from meta where name like 'constant %') as constant",
}

const LOWEST_UUID = '00000000-0000-0000-0000-000000000000'
