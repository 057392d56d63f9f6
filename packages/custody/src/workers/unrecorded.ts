/**
 * What is still to be recorded of a block that is recorded in parts. Any number of followers may record one block, and a
 * part whose place another follower has taken is refused. Then the follower finds out what is left. So each part that is
 * not refused records something new. If parts were repeated, two followers could refuse each other for good, each of them
 * back at its first part.
 */
import {
  type Cursor,
  type Deposit,
  depositKey,
  depositOutput,
  type Found,
  isFollowed,
  type Key,
  multiTokenKey,
  multiTransferKey,
  outputKey,
  sidesOf,
  sightingKey,
} from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import type { Recorded } from './parts.js'
import { pages } from './watched.js'

/**
 * @param cursor At the block. What the query says counts only if the cursor has not moved when a part is recorded
 * @param all What the block shows. What it spends stays as it is: it comes last
 */
export async function unrecorded(query: Queries, cursor: Cursor, all: Recorded): Promise<Recorded> {
  const { receipts, made, spent, sighted, multi } = all
  /** Those of which the rules would change something. */
  const left = async <Item, K extends Key>(
    items: readonly Item[],
    keysOf: (item: Item) => readonly K[],
    keyOf: (found: Found<K['type']>) => K | null,
  ): Promise<readonly Item[]> => {
    const recorded = new Set<string>()
    for await (const page of pages(items.flatMap(keysOf))) {
      for (const found of await query.findAll(page)) recorded.add(JSON.stringify(keyOf(found)))
    }
    return items.filter((item) => !keysOf(item).every((key) => recorded.has(JSON.stringify(key))))
  }
  return {
    receipts: await left(
      receipts,
      (receipt) => [depositKey(receipt.tenant, depositOutput({ ...receipt, vout: receipt.position }))],
      (deposit) => (isRecorded(deposit, cursor) ? depositKey(deposit.tenant, depositOutput(deposit)) : null),
    ),
    made: await left(
      made,
      (one) => [outputKey({ ...cursor, ...one })],
      (output) => (output.height === null ? null : outputKey(output)),
    ),
    spent,
    sighted: sighted && (await left(sighted, (one) => [sightingKey(one)], sightingKey)),
    multi: multi && {
      created: await left(
        multi.created,
        ({ contract }) => [multiTokenKey(cursor, contract)],
        (token) => multiTokenKey(token, token.contract),
      ),
      transfers: await left(
        multi.transfers,
        (transfer) =>
          sidesOf(transfer).map(([address]) => multiTransferKey(cursor, { ...transfer, address })),
        (side) => multiTransferKey(side, side),
      ),
    },
  }
}

/** With the block of the cursor. One that a program has reported stays as it is. */
const isRecorded = (deposit: Deposit, cursor: Cursor): boolean =>
  deposit.status === 'Done' ||
  (isFollowed(deposit, cursor) && deposit.blockHash === cursor.hash && deposit.status !== 'Failed')
