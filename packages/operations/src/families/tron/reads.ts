/** Reads of TRON that several operations share. */
import type { TronJson } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../../context.js'
import { createdBy } from './present.js'
import { tronOf } from './tron.js'

/** @throws Rejected `tx.not.found` */
export async function foundTx(context: CallContext, hash: string): Promise<TronJson> {
  const found = await (await tronOf(context)).node.transaction(hash)
  if (found === undefined) throw new Rejected({ code: 'tx.not.found', detail: hash })
  return found
}

/** The contract that a transaction created, in base58; none while no block has the transaction, or if it failed. */
export async function readTronContract(context: CallContext, hash: string) {
  const { codec } = await tronOf(context)
  const contractAddress = createdBy(codec, await foundTx(context, hash))
  return contractAddress === undefined ? {} : { contractAddress }
}
