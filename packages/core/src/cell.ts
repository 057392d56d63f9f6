/** How a database holds a field of which it has no type of its own. */

import type { Reservation } from './send/reservation.js'
import { readReservations, writeReservations } from './send/reservation.js'
import type { Field } from './table.js'

export type Cell = string | number | bigint | boolean | null

/** An item's field, as a column holds it. */
export function toCell({ type }: Field, value: unknown): Cell {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'amount':
      return String(value)
    case 'words':
      return (value as readonly string[]).join(' ')
    case 'json':
      return JSON.stringify(value)
    case 'claims':
      return writeReservations(value as readonly Reservation[])
    default:
      return value as Cell
  }
}

/** The field again. An `integer` may come as any text or number that has all its digits. */
export function fromCell({ type }: Field, cell: unknown): unknown {
  if (cell === null) return null
  switch (type) {
    case 'amount':
    case 'integer':
      return BigInt(cell as string)
    case 'hex':
      // A database writes them as it writes UUIDs.
      return (cell as string).replaceAll('-', '')
    case 'words':
      return (cell as string).split(' ').filter(Boolean)
    case 'json':
      return JSON.parse(cell as string)
    case 'claims':
      return readReservations(cell as string)
    default:
      return cell
  }
}

/** Written into a statement: only so does a database know that a partial index covers it. */
export function literalOf(cell: Cell): string {
  return typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell)
}
