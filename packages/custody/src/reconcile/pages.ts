import type { Owned, Table } from '@tallystick/core'
import type { Audit } from '@tallystick/engine'

/** Rows that are in memory at once. */
export const PAGE = 1_000

/** The rows of a list, by pages. */
export async function* pagesOf<Item extends Owned>(audit: Audit, table: Table<Item>): AsyncGenerator<Item> {
  for await (const page of listsOf(audit, table)) yield* page
}

/** The pages of a list. */
export async function* listsOf<Item extends Owned>(
  audit: Audit,
  table: Table<Item>,
): AsyncGenerator<readonly Item[]> {
  let last: Item | undefined
  for (;;) {
    const page: readonly Item[] = await audit.list(table, last, PAGE)
    yield page
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}
