/** Lists page by page, by their cursors: the same in process and over HTTP. */

const cursors = new WeakMap<object, string>()

/**
 * The argument `cursor` of the page after this one; undefined after the last one. It fits the same list with the same
 * other arguments, except for `pageSize`.
 * @param page What a list has answered
 */
export const nextCursor = (page: unknown): string | undefined =>
  typeof page === 'object' && page !== null ? cursors.get(page) : undefined

/** For transports: the page, with the cursor of the next one. */
export function continued<Page>(page: Page, cursor: string | undefined): Page {
  if (cursor !== undefined && typeof page === 'object' && page !== null) cursors.set(page, cursor)
  return page
}

/** What says where a page begins, and how many items a full one has. */
interface Asked {
  readonly pageSize?: number
  readonly cursor?: string
  readonly offset?: unknown
  readonly page?: unknown
}

const NO_CURSOR =
  'each needs the cursor of every full page: leave out sortBy and sort, and let no proxy drop the header x-next-cursor'

/**
 * All items of a list that takes a cursor, page by page: `for await (const account of each(tallystick.getAccounts, {}))`.
 * What is created or removed meanwhile makes no other item come twice or not at all.
 * @param list A call whose arguments have `cursor`
 * @param args Those of the call. Without `count`: that answers a number and no list
 * @throws Whatever the call throws; TypeError if a full page has no cursor, as in an order by balance
 */
export async function* each<Args extends { readonly cursor?: string } | undefined, Item>(
  list: (args: Args) => Promise<readonly Item[] | number>,
  args: NoInfer<NonNullable<Args>> & { readonly count?: false },
): AsyncGenerator<Item, void, undefined> {
  // A cursor goes on where the page before has ended, wherever that began.
  const { offset: _offset, page: _page, ...rest }: Asked = args
  const { pageSize = 50 } = rest
  let items = await list(args)
  for (;;) {
    if (typeof items === 'number') throw new TypeError('each goes through a list: leave out count')
    const cursor = nextCursor(items)
    // It need not be the last one: the caller must not take a part for all.
    if (cursor === undefined && items.length >= pageSize) throw new TypeError(NO_CURSOR)
    yield* items
    if (cursor === undefined) return
    // What is left out is optional.
    items = await list({ ...rest, cursor } as unknown as Args)
  }
}
