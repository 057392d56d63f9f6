/** Completes a pending signature by the id of a transaction that the key-management system has sent itself. */
import {
  completePendingSignature,
  isOfNetwork,
  type PendingSignature,
  type RejectionCode,
  type SignatureId,
  signatureKey,
} from '@tallystick/core'
import { isSameId, type Order, type Recorded, type SentTx } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../context.js'
import type { TwoPhase } from '../two-phase.js'
import { NODE_CODES } from './faults.js'
import { orderOf } from './send.js'

export const COMPLETE_CODES: readonly RejectionCode[] = [
  'kms.missing',
  'kms.unexpected.state',
  'tx.not.found',
  'transaction.invalid.body',
  'claim.taken',
  ...NODE_CODES,
]

interface Completion {
  readonly id: string
  readonly txId: string
}

/** @throws Rejected `kms.missing` if the caller has no such signature, or has deleted it */
export async function pendingOf({ engine, caller }: CallContext, id: string): Promise<PendingSignature> {
  const pending = await engine.query.find(signatureKey(caller.tenant, id as SignatureId))
  const isTheirs = pending !== undefined && isOfNetwork(pending.network, caller.network)
  if (!isTheirs || pending.status === 'deleted') throw new Rejected({ code: 'kms.missing', detail: id })
  return pending
}

async function orderFor(context: CallContext, { chain, network }: PendingSignature): Promise<Order> {
  const own = context.caller.network
  return orderOf(context, await context.chains.chain(chain, own, network === own ? undefined : network))
}

export const completing = (credits: number): TwoPhase<Completion, SentTx, null, Recorded> => ({
  async prepare(context, { id, txId }, terms) {
    const { custody, engine, caller } = context
    const pending = await pendingOf(context, id)
    const { status, txId: known, tenant } = pending
    if (known !== null && !isSameId(known, txId)) {
      throw new Rejected({ code: 'kms.unexpected.state', detail: `signed as ${known}` })
    }
    if (status !== 'complete' || known === null) {
      return custody.pipeline.complete(await orderFor(context, pending), terms, { pending, txId, credits })
    }
    // It stays complete. The answer is stored under the call's idempotency key.
    const command = { tenant, network: caller.network, id: pending.id, txId: known }
    const present = () => ({ txId: known })
    return engine.execute({ ...terms, rule: completePendingSignature, command, present })
  },
  async finish(context, recorded, { id }) {
    const pending = await pendingOf(context, id)
    if (pending.status !== 'complete') {
      await context.custody.pipeline.noteCompleted(await orderFor(context, pending), recorded)
    }
    return null
  },
})
