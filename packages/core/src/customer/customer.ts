import type { CustomerId, TenantId, Timestamp } from '../ids.js'

export interface Customer {
  readonly id: CustomerId
  readonly tenant: TenantId
  /** The embedder's id of the customer; unique within the tenant. */
  readonly externalId: string
  readonly enabled: boolean
  readonly active: boolean
  /** Default for accounts that are opened later; null means EUR. */
  readonly accountingCurrency: string | null
  readonly customerCountry: string | null
  readonly providerCountry: string | null
  /** The number of active accounts. A customer can be deactivated when it is zero. */
  readonly activeAccounts: number
  readonly created: Timestamp
}
