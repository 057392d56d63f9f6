import type { CustomerId, TenantId, Timestamp } from '../ids.js'

export interface Customer {
  readonly id: CustomerId
  readonly tenant: TenantId
  /** The embedder's own id of the customer; unique within the tenant. */
  readonly externalId: string
  readonly enabled: boolean
  readonly active: boolean
  /** Default for the accounts opened later; null means EUR. */
  readonly accountingCurrency: string | null
  readonly customerCountry: string | null
  readonly providerCountry: string | null
  /** How many of the customer's accounts are active: deactivation needs zero. */
  readonly activeAccounts: number
  readonly created: Timestamp
}
