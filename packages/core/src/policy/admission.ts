/** What the policy has said to a withdrawal, and what the rule that stores the withdrawal does about it. */
import { type Refusal, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { ApprovalId, TenantId } from '../ids.js'
import { approvalKey, spendingKey } from '../key.js'
import type { Change, Key } from '../tables.js'
import type { View } from '../view.js'

export interface Admission {
  /** As JSON, kept with the withdrawal; null without a policy. */
  readonly verdict: string | null
  /** The revisions from which limits were computed. If another withdrawal has moved one since, this one is refused. */
  readonly spendings: readonly { readonly scope: string; readonly revision: number }[]
  /** The approval that the withdrawal uses up. */
  readonly approval: { readonly intent: string; readonly id: ApprovalId } | null
}

/** Without a policy. */
export const ADMITTED: Admission = { verdict: null, spendings: [], approval: null }

/** What `admit` reads. */
export const admissionKeys = (tenant: TenantId, { spendings, approval }: Admission): readonly Key[] => [
  ...spendings.map(({ scope }) => spendingKey(tenant, scope)),
  ...(approval === null ? [] : [approvalKey(tenant, approval.intent)]),
]

/**
 * The changes that admit one withdrawal, and no second one.
 * @returns A refusal `withdrawal.busy` if the policy must be asked again
 */
export function admit(
  view: View,
  env: Env,
  tenant: TenantId,
  { spendings, approval }: Admission,
): readonly Change[] | Refusal {
  const changes: Change[] = []
  for (const { scope, revision } of spendings) {
    const known = view.find(spendingKey(tenant, scope))
    if ((known?.revision ?? 0) !== revision) return reject('withdrawal.busy', scope)
    const spending = { tenant, scope, revision: revision + 1 }
    changes.push({ type: known === undefined ? 'spending.begun' : 'spending.moved', spending })
  }
  if (approval === null) return changes
  const given = view.find(approvalKey(tenant, approval.intent))
  const isGiven = given?.id === approval.id && given.status === 'Approved' && given.expires > env.now
  if (!isGiven) return reject('withdrawal.busy', `approval ${approval.id}`)
  return [...changes, { type: 'approval.updated', approval: { ...given, status: 'Used', updated: env.now } }]
}
