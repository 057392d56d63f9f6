/** Approvals of withdrawals, which the policy asks for. The documented API has none. */
import {
  APPROVALS,
  type ApprovalId,
  type Approval as CoreApproval,
  decideApproval,
  formatDecimal,
} from '@tallystick/core'
import Type, { type Static } from 'typebox'
import { operation } from '../operation.js'
import { unstated } from '../price.js'
import { closed, LedgerId, optional, PageNumber, PageSize, PathId } from '../wire/fields.js'

const APPROVAL = '/v3/offchain/approval'
const area = 'Withdrawal'

const Approval = Type.Object(
  {
    id: LedgerId,
    status: Type.Enum(['Pending', 'Approved', 'Refused', 'Used']),
    reason: Type.String({ description: 'Why the policy asks' }),
    accountId: Type.String({ description: 'The account that pays' }),
    currency: Type.String(),
    amount: Type.String({ description: 'What the recipients get together' }),
    payments: Type.Array(
      Type.Object({
        address: Type.String(),
        amount: Type.String(),
        tag: optional(Type.String({ description: 'Tag or memo' })),
      }),
    ),
    requestedBy: Type.String({ description: 'ID of the API key that wants the withdrawal' }),
    decidedBy: optional(Type.String({ description: 'ID of the API key that answered' })),
    created: Type.Number({ description: 'UTC timestamp in milliseconds' }),
    expires: Type.Number({ description: 'UTC timestamp in milliseconds; then the answer no longer counts' }),
  },
  { $id: 'WithdrawalApproval' },
)

interface StoredPayment {
  readonly address: string
  readonly amount: string
  readonly tag?: string
}

function presentApproval(approval: CoreApproval): Static<typeof Approval> {
  const { id, status, reason, account, currency, scale, amount, apiKey, decidedBy, created, expires } =
    approval
  // As the gate has written them.
  const payments = JSON.parse(approval.payments) as readonly StoredPayment[]
  return {
    id,
    status,
    reason,
    accountId: account,
    currency,
    amount: formatDecimal(amount, scale),
    payments: payments.map((payment) => ({
      ...payment,
      amount: formatDecimal(BigInt(payment.amount), scale),
    })),
    requestedBy: apiKey,
    ...(decidedBy === null ? {} : { decidedBy }),
    created,
    expires,
  }
}

export const getWithdrawalApprovals = operation({
  id: 'getWithdrawalApprovals',
  area,
  method: 'GET',
  path: APPROVAL,
  summary: 'Returns the withdrawals that wait for the approval of another API key',
  description:
    "Tallystick's own. Also returns the approved ones until a withdrawal has used the approval. The oldest first; expired ones are left out.",
  price: unstated(1),
  query: { pageSize: optional(PageSize), page: optional(PageNumber) },
  output: Type.Array(Approval),
  errors: [],
}).read(async ({ engine, caller }, { pageSize = 50, page = 0 }) => {
  const approvals = await engine.query.list(APPROVALS, {
    part: 'open',
    where: {
      tenant: caller.tenant,
      network: caller.network === 'mainnet' ? caller.network : { not: 'mainnet' },
      expires: { from: engine.now() + 1 },
    },
    by: 'created',
    offset: page * pageSize,
    limit: pageSize,
  })
  return approvals.map(presentApproval)
})

export const decideWithdrawalApproval = operation({
  id: 'decideWithdrawalApproval',
  area,
  method: 'PUT',
  path: `${APPROVAL}/{id}`,
  summary: 'Approves or refuses a withdrawal',
  description:
    "Tallystick's own. Another API key than the one that wants the withdrawal must call it. Then the first caller repeats its call. The approval is for exactly this account, amount and these recipients, and for one withdrawal. Until it is used, the answer can be changed.",
  price: unstated(1),
  params: { id: PathId },
  body: Type.Object({ approve: Type.Boolean({ description: 'false refuses it' }) }, closed),
  output: Approval,
  errors: ['approval.not.found', 'approval.own', 'approval.used'],
}).command(
  decideApproval,
  ({ id, approve }, { tenant, network, apiKey }) => ({
    tenant,
    network,
    apiKey,
    id: id as ApprovalId,
    approve,
  }),
  presentApproval,
)
