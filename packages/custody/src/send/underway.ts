/**
 * The pending transactions of a sender: those that hold one of its nonces or sequences, and that are not in the block from
 * which its balance was read. What they spend counts as spent, whether a node knows of them or not.
 */
import { type Send, type SignatureId, sendKey, sendOf, signatureKey, signatureOf } from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { heldReservations, reservedIndexes } from '@tallystick/engine'
import type { Owner } from './turns.js'

/** Held indexes that are read at once. */
const PAGE = 500

type Reads = Pick<Queries, 'find' | 'findAll' | 'list'>

/**
 * @param first The next index by the block that tells what the sender owns
 * @param own What holds this one is replaced
 * @returns For each index, as they are written, those of which one takes it: a transaction and all that it replaced,
 * signed; or what a key-management system is to sign
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
      const [txId, pending] = [sendOf(holder), signatureOf(holder)]
      const written =
        txId === undefined ? await serialized(query, owner, pending) : await signed(query, owner, txId)
      if (written.length > 0) found.push(written)
    }
    if (indexes.length < PAGE) return found
    from = (indexes.at(-1) ?? from) + 1n
  }
}

/** A transaction and those that it replaced: a block may take any one of them. See `predecessors` of a cycle. */
async function signed(query: Reads, owner: Owner, last: string): Promise<readonly string[]> {
  const row = new Map<string, string>()
  for (let txId: string | null = last; txId !== null && !row.has(txId); ) {
    const send: Send | undefined = await query.find(sendKey(owner, txId))
    if (send === undefined) break
    row.set(txId, send.raw)
    txId = send.replaces
  }
  return [...row.values()]
}

async function serialized(
  query: Reads,
  { tenant }: Owner,
  id: SignatureId | undefined,
): Promise<readonly string[]> {
  const pending = id === undefined ? undefined : await query.find(signatureKey(tenant, id))
  return pending === undefined ? [] : [pending.serialized]
}
