/**
 * Completes a pending signature by the id of a transaction that the key-management system has sent itself. Nobody's
 * word is taken for it: a node has the transaction, and it does what was asked. From then on it is one of ours, which
 * is followed to its end, so that it keeps what it uses up only while it may be in a block.
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
 * Records it, unless the signature is complete already.
 * @param credits Of the call, once the transaction is known to be sent
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
    // It stays so, and the answer is kept.
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
 * What a node has is sent. Of a call repeated that was a while ago, so it is asked once more: should no node have it any
 * more, it is given to one.
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
  // Recorded by this very call, a moment after a node had it.
  if (send !== undefined) return void (await sends.settle(send, 'sent', null))
  const known = await engine.query.find(sendKey({ chain, tenant, network }, txId))
  if (known === undefined) return
  try {
    await sends.look(await chainOf(chains, caller, pending), known)
  } catch (fault) {
    // The worker goes on with it.
    if (!(fault instanceof NodeFault)) throw fault
  }
}

function chainOf(chains: Chains, caller: Caller, { chain, network }: PendingSignature): Promise<Chain> {
  return chains.chain(chain, caller.network, network === caller.network ? undefined : network)
}

/** Ids are hex, of either case. */
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

/** That a node has the transaction, and no block has found that it does nothing. */
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
