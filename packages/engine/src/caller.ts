import type { ApiKeyId, Network, PlanCode, TenantId } from '@tallystick/core'

/** The caller of an operation. */
export interface Caller {
  readonly tenant: TenantId
  readonly apiKey: ApiKeyId
  readonly network: Network
  readonly plan: PlanCode
  readonly frozen: boolean
  /** See `ApiKey.readOnly`. */
  readonly readOnly?: boolean
}

/** The part of a caller that metering needs. */
export type Charged = Pick<Caller, 'tenant' | 'apiKey'>
