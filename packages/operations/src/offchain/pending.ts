/** Pending signatures as a key-management system reads them. Withdrawals on UTXO chains show what they spend. */
import {
  type Output,
  outputKey,
  type PendingSignature,
  type Withdrawal,
  type WithdrawalId,
  withdrawalKey,
} from '@tallystick/core'
import type { CallContext } from '../context.js'
import { presentSignature } from '../present.js'
import { dataOf, shownData } from './data.js'

/** One of them. */
export async function presentOne(context: CallContext, pending: PendingSignature) {
  const { withdrawalId } = pending
  const withdrawal =
    withdrawalId === null
      ? undefined
      : await context.engine.query.find(withdrawalKey(context.caller.tenant, withdrawalId))
  return presentWith(context, pending, withdrawal)
}

/** In their order. Each input's key is that of its `derivationKey`, and the inputs are in the order of the transaction. */
export async function presentPending(context: CallContext, pending: readonly PendingSignature[]) {
  const paid = await paidBy(context, pending)
  return Promise.all(pending.map((one) => presentWith(context, one, paid.get(one.withdrawalId))))
}

/** Those that a signer may sign now: without those of withdrawals that are held. */
export async function offeredOf(context: CallContext, pending: readonly PendingSignature[]) {
  const { custody } = context
  if (!custody.holds) return pending
  const paid = await paidBy(context, pending)
  return pending.filter(({ withdrawalId }) => {
    const withdrawal = paid.get(withdrawalId)
    return withdrawal === undefined || custody.held(withdrawal, withdrawal.currency) === null
  })
}

async function paidBy({ engine, caller }: CallContext, pending: readonly PendingSignature[]) {
  const ids = pending.flatMap(({ withdrawalId }) => withdrawalId ?? [])
  const found =
    ids.length === 0 ? [] : await engine.query.findAll(ids.map((id) => withdrawalKey(caller.tenant, id)))
  return new Map<WithdrawalId | null, Withdrawal>(found.map((withdrawal) => [withdrawal.id, withdrawal]))
}

async function presentWith(context: CallContext, pending: PendingSignature, paid: Withdrawal | undefined) {
  const data = paid === undefined || paid.inputs.length === 0 ? undefined : await spentBy(context, paid)
  const shown = presentSignature(pending)
  return data === undefined ? shown : { ...shown, withdrawalResponses: shownData(data) }
}

async function spentBy({ engine, chains, caller }: CallContext, withdrawal: Withdrawal) {
  const { inputs: claims, change, network, chain: id } = withdrawal
  const keys = claims.map(({ owner, index }) =>
    outputKey({ ...withdrawal, txId: owner, index: Number(index) }),
  )
  const found = new Map<string, Output>(
    (await engine.query.findAll(keys)).map((output) => [`${output.txId} ${output.index}`, output]),
  )
  const inputs = claims.flatMap(({ owner, index }) => found.get(`${owner} ${index}`) ?? [])
  const chain = await chains.chain(id, caller.network, network === caller.network ? undefined : network)
  return dataOf(chain, null, { inputs, change })
}
