/**
 * A sender's pending transactions: all that hold one of its nonces or sequences and are not in the block at which its
 * funds are read. Their outlays are already spent, whichever node knows them.
 */

import { type Send, type SignatureId, sendKey, sendOf, signatureKey } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { heldReservations, reservedIndexes } from '@tallystick/engine'
import type { Owner } from './turns.js'

/** Reserved indexes per read. */
const PAGE = 500

type Reads = Pick<Queries, 'find' | 'findAll' | 'list'>

/**
 * @param first The next index at the block at which the funds are read
 * @param own The holder of this index is replaced
 * @returns For each index, the serialized transactions of which a block takes one: a signed transaction and all that it
 * replaced; or the one that a key-management system is to sign
 */
export async function underWay(
  query: Reads,
  owner: Owner,
  first: bigint,
  own: bigint,
): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = []
  for (let from = first; ; ) {
    const indexes = await reservedIndexes(query, owner, owner.owner, from, PAGE)
    const claims = indexes.filter((index) => index !== own).map((index) => ({ owner: owner.owner, index }))
    for (const { holder } of claims.length === 0 ? [] : await heldReservations(query, owner, claims)) {
      const txId = sendOf(holder)
      const written =
        txId === undefined
          ? await serialized(query, owner, holder.slice('kms:'.length))
          : await signed(query, owner, txId)
      if (written.length > 0) found.push(written)
    }
    if (indexes.length < PAGE) return found
    from = (indexes.at(-1) ?? from) + 1n
  }
}

/** A transaction and those that it replaced. A block may take any one of them. */
async function signed(query: Reads, owner: Owner, last: string): Promise<readonly string[]> {
  const row: string[] = []
  for (let txId: string | null = last; txId !== null; ) {
    const send: Send | undefined = await query.find(sendKey(owner, txId))
    if (send === undefined) break
    row.push(send.raw)
    txId = send.replaces
  }
  return row
}

async function serialized(query: Reads, { tenant }: Owner, id: string): Promise<readonly string[]> {
  const pending = await query.find(signatureKey(tenant, id as SignatureId))
  return pending === undefined ? [] : [pending.serialized]
}
