/** Asks for the approval of a withdrawal, and answers. */
import type { Network } from '../access/api-key.js'
import { accept, type Rule, reject } from '../decision.js'
import type { Digest } from '../idempotency/table.js'
import type { ApiKeyId, ApprovalId, TenantId } from '../ids.js'
import { approvalByIdKey, approvalKey, idempotencyRecordKey } from '../key.js'
import { isOfNetwork } from '../signature/signature.js'
import { type Approval, isOpen } from './approval.js'

export interface RequestApproval
  extends Omit<Approval, 'id' | 'status' | 'decidedBy' | 'expires' | 'created' | 'updated'> {
  /** Milliseconds after which the question and its answer expire. */
  readonly validFor: number
  /** The idempotency key of the call. Absent: it has none. */
  readonly call?: Digest
}

export interface DecideApproval {
  readonly tenant: TenantId
  readonly id: ApprovalId
  /** The network of the API key that answers. */
  readonly network: Network
  /** The API key that answers. */
  readonly apiKey: ApiKeyId
  readonly approve: boolean
}

/** Output: the open question about the intent. Asking again while it is open changes nothing. */
export const requestApproval: Rule<RequestApproval, Approval> = {
  name: 'requestApproval',
  needs: ({ tenant, intent, call }) => [
    approvalKey(tenant, intent),
    ...(call === undefined ? [] : [idempotencyRecordKey(tenant, call)]),
  ],
  decide(view, { validFor, call, ...asked }, env) {
    // The same call, made at the same time, has used the approval: nobody needs another one.
    if (call !== undefined && view.find(idempotencyRecordKey(asked.tenant, call)) !== undefined) {
      return reject('withdrawal.approval.required', 'the same call was answered meanwhile')
    }
    const known = view.find(approvalKey(asked.tenant, asked.intent))
    if (known !== undefined && isOpen(known, env.now)) return accept(known, [])
    const approval: Approval = {
      ...asked,
      id: env.newId() as ApprovalId,
      status: 'Pending',
      decidedBy: null,
      expires: env.now + validFor,
      created: env.now,
      updated: env.now,
    }
    return accept(approval, [
      { type: known === undefined ? 'approval.requested' : 'approval.updated', approval },
    ])
  },
}

/** Answers the question. An answer may be changed until a withdrawal has used it. Repeating it changes nothing. */
export const decideApproval: Rule<DecideApproval, Approval> = {
  name: 'decideApproval',
  needs: ({ tenant, id }) => [approvalByIdKey(tenant, id)],
  decide(view, { tenant, id, network, apiKey, approve }, env) {
    const known = view.find(approvalByIdKey(tenant, id))
    if (known === undefined || known.expires <= env.now || !isOfNetwork(known.network, network)) {
      return reject('approval.not.found', id)
    }
    if (known.apiKey === apiKey) return reject('approval.own', id)
    const status = approve ? 'Approved' : 'Refused'
    if (known.status === status || (known.status === 'Used' && approve)) return accept(known, [])
    if (known.status === 'Used') return reject('approval.used', id)
    const approval: Approval = { ...known, status, decidedBy: apiKey, updated: env.now }
    return accept(approval, [{ type: 'approval.updated', approval }])
  },
}
