/** What an embedder notes on an account or a customer for its own use: values by name. */
import type { AccountId, CustomerId, TenantId } from '../ids.js'

export type Metadata = Readonly<Record<string, string>>

export type MetadataKind = 'account' | 'customer'

/** How many names an account, a customer or a payment may have. */
export const MAX_METADATA = 20

export interface MetadataEntry {
  /** See `metadataId`: entries of one name are in the order of their subjects. */
  readonly id: string
  readonly tenant: TenantId
  readonly kind: MetadataKind
  readonly subject: AccountId | CustomerId
  readonly name: string
  /** Not empty. */
  readonly value: string
}

export const metadataId = (subject: MetadataEntry['subject'], name: string): string => `${subject}:${name}`
