import type { DepositPlace } from './deposit-address/deposit-address.js'
import type { HoldingPlace } from './holding/holding.js'
import type { Digest } from './idempotency/table.js'
import type {
  AccountId,
  AgreementId,
  ApiKeyId,
  ApprovalId,
  BlockageId,
  CustomerId,
  SignatureId,
  SubscriptionId,
  TenantId,
  TradeId,
  WebhookId,
  WithdrawalId,
} from './ids.js'
import type { OutputPlace } from './output/output.js'
import type { OnChain, Reservation } from './send/reservation.js'
import { MAX_SUBSCRIPTIONS, type Watch } from './subscription/subscription.js'

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
/** @param key As a record has it */
export const idempotencyRecordKey = (tenant: TenantId, key: Digest) =>
  ({ type: 'answer', tenant, key }) as const
export const sendKey = ({ tenant, chain, network }: OnChain, txId: string) =>
  ({ type: 'send', tenant, chain, network, txId }) as const
export const reservationKey = ({ tenant, chain, network }: OnChain, { owner, index }: Reservation) =>
  ({ type: 'claim', tenant, chain, network, owner, index }) as const
/**
 * That a transaction which is none of ours pays a withdrawal: the first one, the second one, and so on. Of two units of work
 * that count it for the same place, one is decided again.
 */
export const paymentKey = (on: OnChain, txId: string, place: number) =>
  reservationKey(on, { owner: paymentOwner(txId), index: BigInt(place) })
export const paymentOwner = (txId: string) => `payment ${txId}`
export const signatureKey = (tenant: TenantId, id: SignatureId) =>
  ({ type: 'signature', tenant, id }) as const
export const outputKey = ({ tenant, chain, network, txId, index }: OutputPlace) =>
  ({ type: 'output', tenant, chain, network, txId, index }) as const
export const withdrawalKey = (tenant: TenantId, id: WithdrawalId) =>
  ({ type: 'withdrawal', tenant, id }) as const
export const subscriptionKey = (tenant: TenantId, id: SubscriptionId) =>
  ({ type: 'subscription', tenant, id }) as const
/** All subscriptions to the object; '': those to every object. One more than there may be shows that these are all. */
export const subscriptionsTo = (tenant: TenantId, object: string) =>
  ({ type: 'subscriptionsTo', tenant, object, limit: MAX_SUBSCRIPTIONS + 1 }) as const
/** All subscriptions that an event may concern: of this object, if it has one. */
export const heardBy = (tenant: TenantId, object?: string) =>
  (object === undefined ? [''] : [object, '']).map((one) => subscriptionsTo(tenant, one))
export const outboxKey = (tenant: TenantId, apiKey: ApiKeyId) => ({ type: 'outbox', tenant, apiKey }) as const
export const watchKey = (tenant: TenantId, kind: Watch['kind'], object: string) =>
  ({ type: 'watch', tenant, kind, object }) as const
export const webhookKey = (tenant: TenantId, id: WebhookId) => ({ type: 'webhook', tenant, id }) as const
export const tradeKey = (tenant: TenantId, id: TradeId) => ({ type: 'trade', tenant, id }) as const
export const agreementKey = (tenant: TenantId, id: AgreementId) =>
  ({ type: 'agreement', tenant, id }) as const
export const pairKey = (tenant: TenantId, pair: string) => ({ type: 'pair', tenant, pair }) as const
