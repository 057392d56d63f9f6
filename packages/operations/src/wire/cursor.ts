/**
 * Cursors of lists: where a page ends (the id of its last item, or what else finds it), bound to the list and to the
 * arguments that choose what is in it. See docs/decisions/063-cursors.md.
 */
import { continued } from '@tallystick/api'
import type { Violation } from '@tallystick/core'
import { type Page, Rejected, requestHash } from '@tallystick/engine'
import { text } from './fields.js'

export const Cursor = text(
  1,
  400,
  'The header x-next-cursor of the page before, for the same arguments except pageSize, in place of an offset. An extension of the documented API',
)

/** Where a page begins: after so many items, or after the one that this names. Anybody may have made the name up. */
export interface Place extends Page {
  readonly after?: string
}

/** A list whose order never changes. */
export interface Paged<Context, Args, Row, Result> {
  read(context: Context, args: Args, place: Place): Promise<readonly Row[]>
  /** Finds the item again: its id, where that orders the list. Printable letters of ASCII. */
  idOf(row: Row): string
  /** Shows the rows, in their order. */
  show(rows: readonly Row[], context: Context): Result | Promise<Result>
}

/** What the arguments of any list may say of a page. */
interface Asked {
  readonly pageSize?: number
  readonly page?: number
  readonly offset?: number
  readonly cursor?: string
  /** A list of names is of another order than by id, unless it is empty. */
  readonly sort?: string | readonly string[]
  readonly sortBy?: string
}

const DEFAULT_SIZE = 50
const BOUND = 16

/** Which list this is: the operation, and the arguments that choose and order its items. */
function listOf(operation: string, args: Asked): string {
  const { pageSize: _size, page: _page, offset: _offset, cursor: _cursor, ...rest } = args
  return requestHash(operation, rest).slice(0, BOUND)
}

const isById = ({ sortBy = 'id', sort = [] }: Asked): boolean =>
  sortBy === 'id' && (typeof sort === 'string' || sort.length === 0)

/**
 * @param target Where the caller has put the cursor
 * @throws Rejected if the cursor is of another list, or an offset is given too
 */
export function pageOf(operation: string, args: Asked, target: Violation['target'] = 'query'): Place {
  const { cursor, pageSize: limit = DEFAULT_SIZE, page = 0 } = args
  const refused = (constraint: string) => {
    const violations = [{ target, property: 'cursor', constraints: { cursor: constraint } }]
    return new Rejected({ code: 'validation.failed', violations })
  }
  if (cursor === undefined) return { offset: args.offset ?? page * limit, limit }
  if (args.offset !== undefined || args.page !== undefined) throw refused('cursor excludes offset and page')
  if (!isById(args)) throw refused('cursor needs the order that the list has by itself')
  const [, list, after] = /^(\w{16})([ -~]{1,200})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (after === undefined || list !== listOf(operation, args)) {
    throw refused('cursor must be that of a page of this list, with the same arguments')
  }
  return { offset: 0, limit, after }
}

/** The page, with the cursor of the next one if there may be one. */
export function withCursor<Result>(
  operation: string,
  args: Asked,
  { limit }: Place,
  ids: readonly string[],
  shown: Result,
): Result {
  const last = ids.at(-1)
  if (last === undefined || ids.length < limit || !isById(args)) return shown
  return continued(shown, Buffer.from(`${listOf(operation, args)}${last}`).toString('base64url'))
}
