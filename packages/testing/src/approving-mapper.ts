/** Translates the commands of approvals, as `translate` does those of the ledger. */
import {
  type AccountId,
  type ApiKeyId,
  type Approval,
  type ApprovalId,
  decideApproval,
  requestApproval,
} from '@tallystick/core'
import type { Use } from './chain-mapper.js'
import { type ApprovingCommand, approvalLabel } from './command.js'
import type { Labels } from './labels.js'

/** Longer than any run. */
const VALID_FOR = 2 ** 50

const free = (): number => 0
const status = (approval: Approval): string => approval.status

export function translateApproving<Result>(
  command: ApprovingCommand,
  labels: Labels,
  use: Use<Result>,
): Result {
  const { tenant } = command
  const apiKey = command.apiKey as ApiKeyId
  if (command.type === 'decideApproval') {
    const id = labels.id(command.approval) as ApprovalId
    const answer = { tenant, id, network: 'testnet', apiKey, approve: command.approve } as const
    return use(decideApproval, answer, status, () => null, free)
  }
  const asked = {
    ...{
      tenant,
      apiKey,
      chain: 'BTC',
      network: 'testnet',
      intent: command.intent,
      currency: 'BTC',
      scale: 8,
    },
    ...{
      account: 'account' as AccountId,
      amount: 1n,
      payments: '[]',
      reason: 'a limit',
      validFor: VALID_FOR,
    },
  }
  const name = ({ id }: Approval): void => labels.give(approvalLabel(command), id)
  return use(requestApproval, asked, status, name, free)
}
