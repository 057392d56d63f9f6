/**
 * Withdrawals that exist: together with their transaction or pending signature, cancelled, and confirmed. What
 * transactions do to them is in `outcome.ts`.
 */
import type { Network } from '../access/api-key.js'
import { accept, applied, type Refusal, type Rule, reject } from '../decision.js'
import type { TenantId, WithdrawalId } from '../ids.js'
import { signatureKey, withdrawalKey } from '../key.js'
import type { RecordSend } from '../send/command.js'
import { recordSend } from '../send/decide.js'
import type { Send } from '../send/send.js'
import { maySend, type SentBySigner } from '../signature/changes.js'
import { type CreatePendingSignature, createPendingSignature } from '../signature/decide.js'
import { isOfNetwork, type PendingSignature } from '../signature/signature.js'
import type { View } from '../view.js'
import { cancelled } from './outcome.js'
import { type StoreWithdrawal, store, storeWithdrawal } from './store.js'
import { maybePaidBy, unsighted, type Withdrawal } from './withdrawal.js'

export interface SendWithdrawal {
  readonly withdrawal: StoreWithdrawal
  readonly send: Omit<RecordSend, 'withdrawal' | 'fresh'>
}

export interface PendWithdrawal {
  readonly withdrawal: StoreWithdrawal
  readonly signature: Omit<CreatePendingSignature, 'withdrawalId'>
}

interface OnWithdrawal {
  readonly tenant: TenantId
  readonly id: WithdrawalId
  /** The network of the caller's API key. */
  readonly network: Network
}

export interface CancelWithdrawal extends OnWithdrawal, SentBySigner {
  /** Give back the fee too. */
  readonly revert: boolean
  /** Cancel although its transaction may still be confirmed: who has decided it, and why. It is written down. */
  readonly forced?: string
}

export interface SightWithdrawal extends OnWithdrawal {
  /** In the chain's canonical spelling. */
  readonly txId: string
  /** Whether it may be its transaction. */
  readonly isOpen: boolean
}

export interface CompleteWithdrawal extends OnWithdrawal {
  /** In the chain's canonical spelling. */
  readonly txId: string
}

/**
 * Stores a withdrawal together with its signed transaction, in one commit. So no crash leaves a withdrawal for which a
 * key is needed again.
 */
export const sendWithdrawal: Rule<SendWithdrawal, { readonly withdrawal: Withdrawal; readonly send: Send }> =
  {
    name: 'sendWithdrawal',
    needs: ({ withdrawal, send }) => [
      ...storeWithdrawal.needs(withdrawal),
      ...recordSend.needs({ ...send, fresh: true }),
    ],
    decide(view, command, env) {
      const fork = view.fork()
      const stored = applied(fork, store(fork, command.withdrawal, env, true))
      if (!stored.accepted) return stored
      const { output: withdrawal } = stored
      // Fresh: a transaction that is known already pays something else.
      const recorded = { ...command.send, withdrawal: withdrawal.id, fresh: true }
      const sent = applied(fork, recordSend.decide(fork, recorded, env))
      if (!sent.accepted) return sent
      return accept({ withdrawal: now(fork, withdrawal), send: sent.output }, fork.changes)
    },
  }

/** Stores a withdrawal together with the pending signature that will give it a transaction, in one commit. */
export const pendWithdrawal: Rule<
  PendWithdrawal,
  { readonly withdrawal: Withdrawal; readonly signature: PendingSignature }
> = {
  name: 'pendWithdrawal',
  needs: ({ withdrawal, signature }) => [
    ...storeWithdrawal.needs(withdrawal),
    ...createPendingSignature.needs({ ...signature, withdrawalId: null }),
  ],
  decide(view, command, env) {
    const fork = view.fork()
    const stored = applied(fork, store(fork, command.withdrawal, env, false))
    if (!stored.accepted) return stored
    const { output: withdrawal } = stored
    const asked = { ...command.signature, withdrawalId: withdrawal.id }
    const signature = applied(fork, createPendingSignature.decide(fork, asked, env))
    if (!signature.accepted) return signature
    return accept({ withdrawal: now(fork, withdrawal), signature: signature.output }, fork.changes)
  },
}

/**
 * Output: the withdrawal. It is refused while its transaction may be confirmed, a block may have paid it, or its signer may
 * have sent one by itself, unless an operator forces it. Repeated, it changes nothing. Also an account that was frozen or
 * deactivated since gets its money back.
 */
export const cancelWithdrawal: Rule<CancelWithdrawal, Withdrawal> = {
  name: 'cancelWithdrawal',
  needs: onWithdrawal,
  decide(view, command, env) {
    const withdrawal = found(view, command)
    if ('accepted' in withdrawal) return withdrawal
    if (withdrawal.status === 'Cancelled') return accept(withdrawal, [])
    const { status } = withdrawal
    const txId = withdrawal.txId ?? maybePaidBy(withdrawal) ?? null
    if (status === 'Done' || (txId !== null && command.forced === undefined)) {
      return reject('withdrawal.not.cancelled.transaction.failed', txId ?? withdrawal.id)
    }
    const signature =
      withdrawal.signature === null
        ? undefined
        : view.find(signatureKey(withdrawal.tenant, withdrawal.signature))
    if (signature?.status === 'pending' && command.forced === undefined && maySend(signature, command)) {
      const why = `the signer of pending signature ${signature.id} may have sent it. Delete that: it is cancelled once it is proven unsent`
      return reject('withdrawal.not.cancelled.transaction.failed', why)
    }
    const fork = view.fork()
    const reverted = command.revert ? 'all' : 'amount'
    const refused = cancelled(fork, env, withdrawal, reverted, command.forced ?? null)
    if (refused !== undefined) return refused
    return accept(now(fork, withdrawal), fork.changes)
  },
}

/**
 * Notes a transaction in a block that may be its own, or that it is not. So it does while another one is recorded: that one
 * may die. Repeated, it changes nothing.
 */
export const sightWithdrawal: Rule<SightWithdrawal, null> = {
  name: 'sightWithdrawal',
  needs: onWithdrawal,
  decide(view, command) {
    const withdrawal = found(view, command)
    if ('accepted' in withdrawal) return withdrawal
    const { txId, isOpen } = command
    const { status, sighted = [] } = withdrawal
    const isOwn = isOpen && withdrawal.txId === txId
    if (status === 'Cancelled' || isOwn || sighted.includes(txId) === isOpen) return accept(null, [])
    const now = isOpen ? { ...withdrawal, sighted: [...sighted, txId] } : unsighted(withdrawal, txId)
    return accept(null, [{ type: 'withdrawal.updated', withdrawal: now }])
  },
}

/**
 * Confirms the transaction of a withdrawal. A caller alone cannot complete one: only a transaction that a node has can,
 * once it is recorded (`recordSend`, `settleSend`).
 */
export const completeWithdrawal: Rule<CompleteWithdrawal, Withdrawal> = {
  name: 'completeWithdrawal',
  needs: onWithdrawal,
  decide(view, command) {
    const withdrawal = found(view, command)
    if ('accepted' in withdrawal) return withdrawal
    const { status, txId } = withdrawal
    if (status === 'Done' && txId === command.txId) return accept(withdrawal, [])
    return reject('withdrawal.unexpected.state', `${status}${txId === null ? '' : ` as ${txId}`}`)
  },
}

function onWithdrawal({ tenant, id }: OnWithdrawal) {
  return [withdrawalKey(tenant, id)]
}

function found(view: View, { tenant, id, network }: OnWithdrawal): Withdrawal | Refusal {
  const withdrawal = view.find(withdrawalKey(tenant, id))
  if (withdrawal === undefined || !isOfNetwork(withdrawal.network, network)) {
    return reject('withdrawal.missing', id)
  }
  return withdrawal
}

const now = (view: View, { tenant, id }: Withdrawal): Withdrawal =>
  view.find(withdrawalKey(tenant, id)) as Withdrawal
