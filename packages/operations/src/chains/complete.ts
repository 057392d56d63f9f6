/**
 * Completes a pending signature by the id of a transaction that the key-management system has sent itself. Nobody's
 * word is taken for it: a node has the transaction, and it does what was asked. From then on it is one of ours, which
 * is followed to its end, so that it keeps what it uses up only while it may be in a block.
 */
import {
  type CompletePendingSignature,
  completePendingSignature,
  isOfNetwork,
  type PendingSignature,
  type RejectionCode,
  type SignatureId,
} from '@tallystick/core'
import { BadTransaction, type Chain, type ChainId } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import type { CallContext } from '../operation.js'
import type { Performance, Prepared } from '../performed.js'
import { NODE_CODES } from './faults.js'
import { foreignSend, type SentTx } from './send.js'

export const COMPLETE_CREDITS = 2

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

export const completeBySent: Performance<Completion, SentTx, null> = {
  async prepare(context, { id, txId }, record) {
    const pending = await pendingOf(context, id)
    const { status, txId: known } = pending
    if (known !== null && !isSame(known, txId)) {
      throw new Rejected({ code: 'kms.unexpected.state', detail: `signed as ${known}` })
    }
    if (status === 'complete' && known !== null) return record(again(pending, context, known))
    const chain = await chainOf(context, pending)
    const raw = await chain.node.raw(txId)
    if (raw === undefined) throw new Rejected({ code: 'tx.not.found', detail: txId })
    const found = await seen(chain, raw, txId)
    return record(await foreignSend(context, chain, found, { credits: COMPLETE_CREDITS, signature: id }))
  },
  async finish(context, { txId }, { id }) {
    const { chain, tenant, network, status } = await pendingOf(context, id)
    if (status === 'complete') return null
    const send = await context.engine.query.send({ chain, tenant, network }, txId)
    if (send !== undefined) await context.sends.settle(send, 'sent', null)
    return null
  },
}

/** Of one that is complete: it stays so, and the answer is kept. */
function again(
  { tenant, id }: PendingSignature,
  { caller }: CallContext,
  txId: string,
): Prepared<CompletePendingSignature, null, SentTx> {
  const command = { tenant, network: caller.network, id, txId }
  return { rule: completePendingSignature, command, present: () => ({ txId }) }
}

/** Ids are hex, of either case. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** @throws Rejected `kms.missing` */
async function pendingOf({ engine, caller }: CallContext, id: string): Promise<PendingSignature> {
  const pending = await engine.query.signature(caller.tenant, id as SignatureId)
  const isTheirs = pending !== undefined && isOfNetwork(pending.network, caller.network)
  if (!isTheirs || pending.status === 'deleted') throw new Rejected({ code: 'kms.missing', detail: id })
  return pending
}

function chainOf({ chains, caller }: CallContext, { chain, network }: PendingSignature): Promise<Chain> {
  return chains.chain(chain as ChainId, caller.network, network === caller.network ? undefined : network)
}

/** That a node has the transaction, and no block has found that it does nothing. */
async function seen(chain: Chain, raw: string, asked: string): Promise<string> {
  const { txId } = chain.codec.inspect(raw)
  if (!isSame(txId, asked)) {
    throw new BadTransaction('malformed', `A node has another transaction as ${asked}`)
  }
  const standing = await chain.node.standing({ raw, txId })
  if (standing.kind === 'absent' || standing.kind === 'dead') {
    throw new Rejected({ code: 'tx.not.found', detail: txId })
  }
  if ('ok' in standing && !standing.ok) {
    throw new BadTransaction('malformed', 'Its execution failed: what was asked for has not been done')
  }
  return raw
}
