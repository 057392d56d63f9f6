/**
 * Completes a pending signature by the id of a transaction that the key-management system has sent itself. The service
 * checks that a node has the transaction and that it does what was requested. Then it follows the transaction like its
 * own, so the reservations last only as long as a block may contain it.
 */
import {
  completePendingSignature,
  isOfNetwork,
  type PendingSignature,
  type SignatureId,
  sendKey,
  signatureKey,
} from '@tallystick/core'
import { type Caller, Rejected, type Terms } from '@tallystick/engine'
import type { Custody } from '../custody.js'
import { BadTransaction, type Chain, NodeFault } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import type { Recorded } from './pipeline.js'

/**
 * Records the transaction, unless the signature is complete already.
 * @param credits Charged once the transaction is known to be sent
 */
export async function complete(
  { engine, pipeline }: Pick<Custody, 'engine' | 'pipeline'>,
  chains: Chains,
  caller: Caller,
  terms: Terms,
  { id, txId, credits }: { readonly id: string; readonly txId: string; readonly credits: number },
): Promise<Recorded> {
  const pending = await pendingOf({ engine }, caller, id)
  const { status, txId: known } = pending
  if (known !== null && !isSame(known, txId)) {
    throw new Rejected({ code: 'kms.unexpected.state', detail: `signed as ${known}` })
  }
  if (status === 'complete' && known !== null) {
    // It stays complete, and the answer is stored.
    const command = { tenant: caller.tenant, network: caller.network, id: pending.id, txId: known }
    return engine.execute({
      ...terms,
      rule: completePendingSignature,
      command,
      present: () => ({ txId: known }),
    })
  }
  const chain = await chainOf(chains, caller, pending)
  const raw = await chain.node.raw(txId)
  if (raw === undefined) throw new Rejected({ code: 'tx.not.found', detail: txId })
  await mustBeSeen(chain, raw, txId)
  return pipeline.foreign({ chain, caller }, terms, raw, { credits, signature: id })
}

/**
 * If a node has the transaction, it counts as sent. A repeated call may come much later, so the node is asked again; if
 * no node has the transaction any more, it is submitted.
 */
export async function settleCompleted(
  { engine, sends }: Pick<Custody, 'engine' | 'sends'>,
  chains: Chains,
  caller: Caller,
  id: string,
  { txId, send }: Recorded,
): Promise<void> {
  const pending = await pendingOf({ engine }, caller, id)
  const { chain, tenant, network, status } = pending
  if (status === 'complete') return
  // This call recorded it, just after a node had it.
  if (send !== undefined) return void (await sends.settle(send, 'sent', null))
  const known = await engine.query.find(sendKey({ chain, tenant, network }, txId))
  if (known === undefined) return
  try {
    await sends.look(await chainOf(chains, caller, pending), known)
  } catch (fault) {
    // The worker continues.
    if (!(fault instanceof NodeFault)) throw fault
  }
}

function chainOf(chains: Chains, caller: Caller, { chain, network }: PendingSignature): Promise<Chain> {
  return chains.chain(chain, caller.network, network === caller.network ? undefined : network)
}

/** Ids are hex, in either case. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** @throws Rejected `kms.missing` */
async function pendingOf(
  { engine }: Pick<Custody, 'engine'>,
  { tenant, network }: Caller,
  id: string,
): Promise<PendingSignature> {
  const pending = await engine.query.find(signatureKey(tenant, id as SignatureId))
  const isTheirs = pending !== undefined && isOfNetwork(pending.network, network)
  if (!isTheirs || pending.status === 'deleted') throw new Rejected({ code: 'kms.missing', detail: id })
  return pending
}

/** Checks that a node has the transaction, and that it has not failed in a block. */
async function mustBeSeen(chain: Chain, raw: string, asked: string): Promise<void> {
  const { txId } = chain.codec.inspect(raw)
  if (!isSame(txId, asked)) {
    throw new BadTransaction('malformed', `A node has another transaction as ${asked}`)
  }
  const seen = await chain.node.status({ raw, txId })
  if (seen.kind === 'absent' || seen.kind === 'dead') {
    throw new Rejected({ code: 'tx.not.found', detail: txId })
  }
  if ('ok' in seen && !seen.ok) {
    throw new BadTransaction('malformed', 'Its execution failed: what was asked for has not been done')
  }
}
