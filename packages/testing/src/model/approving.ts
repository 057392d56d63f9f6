/** Approvals as in docs/custody.md and docs/decisions/043: another key answers each, and may change its answer. */
import type { TenantId } from '@tallystick/core'
import { ACCEPTED, type ApprovingCommand, approvalLabel } from '../command.js'
import { refuse, type Verdict } from './vocabulary.js'

interface ModelApproval {
  readonly tenant: TenantId
  /** Of the key that wants the withdrawal. */
  readonly apiKey: string
  status: 'Pending' | 'Approved' | 'Refused'
}

export class ApprovingModel {
  /** By label. Their time is never over. */
  readonly approvals = new Map<string, ModelApproval>()

  run(command: ApprovingCommand): Verdict {
    const { tenant, apiKey } = command
    if (command.type === 'requestApproval') {
      const label = approvalLabel(command)
      const known = this.approvals.get(label) ?? { tenant, apiKey, status: 'Pending' as const }
      this.approvals.set(label, known)
      return { outcome: ACCEPTED, credits: 0, says: known.status }
    }
    const known = this.approvals.get(command.approval)
    if (known?.tenant !== tenant) return refused('approval.not.found')
    if (known.apiKey === apiKey) return refused('approval.own')
    known.status = command.approve ? 'Approved' : 'Refused'
    return { outcome: ACCEPTED, credits: 0, says: known.status }
  }
}

const refused = (code: 'approval.not.found' | 'approval.own'): Verdict => ({
  outcome: refuse(code),
  credits: 0,
  says: undefined,
})
