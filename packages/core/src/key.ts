import type { DepositPlace } from './deposit-address/deposit-address.js'
import type { HoldingPlace } from './holding/holding.js'
import type {
  AccountId,
  ApiKeyId,
  ApprovalId,
  BlockageId,
  CustomerId,
  SignatureId,
  TenantId,
  WithdrawalId,
} from './ids.js'
import type { OutputPlace } from './output/output.js'
import type { OnChain, Reservation } from './send/reservation.js'

export const accountKey = (tenant: TenantId, id: AccountId) => ({ type: 'account', tenant, id }) as const
export const customerKey = (tenant: TenantId, id: CustomerId) => ({ type: 'customer', tenant, id }) as const
export const externalIdKey = (tenant: TenantId, externalId: string) =>
  ({ type: 'customerByExternalId', tenant, externalId }) as const
export const blockageKey = (tenant: TenantId, id: BlockageId) => ({ type: 'blockage', tenant, id }) as const
export const currencyKey = (tenant: TenantId, name: string) => ({ type: 'currency', tenant, name }) as const
export const depositAddressKey = ({ tenant, chain, network, address, tag, currency }: DepositPlace) =>
  ({ type: 'depositAddress', tenant, chain, network, address, tag, currency }) as const
export const addressPoolKey = ({ tenant, chain, network }: OnChain, address: string) =>
  ({ type: 'addressPool', tenant, chain, network, address }) as const
export const holdingKey = ({ tenant, chain, network, address, asset }: HoldingPlace) =>
  ({ type: 'holding', tenant, chain, network, address, asset }) as const
export const homeNetworkKey = (tenant: TenantId) => ({ type: 'homeNetwork', tenant }) as const
export const depositKey = (tenant: TenantId, output: string) => ({ type: 'deposit', tenant, output }) as const
export const approvalKey = (tenant: TenantId, intent: string) =>
  ({ type: 'approval', tenant, intent }) as const
export const approvalByIdKey = (tenant: TenantId, id: ApprovalId) =>
  ({ type: 'approvalById', tenant, id }) as const
export const spendingKey = (tenant: TenantId, scope: string) => ({ type: 'spending', tenant, scope }) as const
export const apiKeyKey = (tenant: TenantId, id: ApiKeyId) => ({ type: 'apiKey', tenant, id }) as const
export const idempotencyRecordKey = (tenant: TenantId, key: string) =>
  ({ type: 'answer', tenant, key }) as const
export const sendKey = ({ tenant, chain, network }: OnChain, txId: string) =>
  ({ type: 'send', tenant, chain, network, txId }) as const
export const reservationKey = ({ tenant, chain, network }: OnChain, { owner, index }: Reservation) =>
  ({ type: 'claim', tenant, chain, network, owner, index }) as const
export const signatureKey = (tenant: TenantId, id: SignatureId) =>
  ({ type: 'signature', tenant, id }) as const
export const outputKey = ({ tenant, chain, network, txId, index }: OutputPlace) =>
  ({ type: 'output', tenant, chain, network, txId, index }) as const
export const withdrawalKey = (tenant: TenantId, id: WithdrawalId) =>
  ({ type: 'withdrawal', tenant, id }) as const
