/** Why no block will ever have a transaction, where no node tells it, and another one of ours does. */
import { type Send, sendKey, sendOf } from '@tallystick/core'
import { type Engine, heldReservations } from '@tallystick/engine'

export async function ruledOut({ query }: Pick<Engine, 'query'>, send: Send): Promise<string | undefined> {
  // On UTXO chains it may spend what another was to make.
  for (const { owner } of send.claims) {
    const parent = await query.find(sendKey(send, owner))
    const spends = `It spends an output of ${owner}, which is`
    if (parent?.status === 'dead') return `${spends} dead`
    if (parent?.status === 'final' && parent.minedAs !== undefined)
      return `${spends} in a block as ${parent.minedAs}`
  }
  // Nodes show no use of a durable nonce of Solana.
  for (const { holder } of await heldReservations(query, send, send.claims)) {
    const txId = sendOf(holder)
    const other = txId === undefined || txId === send.txId ? undefined : await query.find(sendKey(send, txId))
    if (other?.status === 'final' && other.minedAs === undefined)
      return `Another transaction, ${other.txId}, has used up the same`
  }
  return undefined
}
