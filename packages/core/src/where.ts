/** What a query asks of the fields of a table, for whoever writes it in its own dialect. */
import type { Field, Owned, Table, Where } from './table.js'

export interface Comparison {
  readonly field: Field
  /**
   * `holds`: the field, a list, has one of the values. `not in`: null is none of them. All others are as in SQL, where
   * null does not compare with anything.
   */
  readonly how: '=' | '<>' | '>=' | '<=' | '>' | 'in' | 'not in' | 'is null' | 'holds'
  /** One, but for `in`, `not in` and `holds` any number, and for `is null` none. */
  readonly values: readonly unknown[]
}

export function comparisonsOf<Item extends Owned>(
  table: Table<Item>,
  where: Where<Item>,
): readonly Comparison[] {
  return Object.entries(where).flatMap(([name, condition]) => {
    if (condition === undefined) return []
    const field = fieldOf(table, name)
    return compared(condition, field.nullable).map((comparison) => ({ field, ...comparison }))
  })
}

export function fieldOf(table: Table, name: string): Field {
  const field = table.fields.find((one) => one.name === name)
  if (field === undefined) throw new TypeError(`No ${table.noun} has a field ${name}`)
  return field
}

/** Whether the condition is that the field has one value. */
export const isEqual = (condition: unknown): boolean =>
  condition !== null && typeof condition !== 'object' && condition !== undefined

type Compared = Omit<Comparison, 'field'>

/** See `Condition`. A range has two bounds. */
function compared(condition: unknown, nullable: boolean): readonly Compared[] {
  if (condition === null) return [{ how: 'is null', values: [] }]
  if (typeof condition !== 'object') return [{ how: '=', values: [condition] }]
  return Object.entries(condition as object).map(([how, to]): Compared => {
    switch (how) {
      case 'in':
      case 'holds':
        return { how, values: to as readonly unknown[] }
      case 'notIn':
        return { how: 'not in', values: to as readonly unknown[] }
      case 'not':
        return { how: nullable ? 'not in' : '<>', values: [to] }
      case 'from':
        return { how: '>=', values: [to] }
      case 'above':
        return { how: '>', values: [to] }
      default:
        return { how: '<=', values: [to] }
    }
  })
}
