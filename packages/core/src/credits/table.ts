import type { ApiKeyId, TenantId } from '../ids.js'
import { defineTable } from '../table.js'

/** Credits used by one API key on one day. */
export interface Charge {
  readonly tenant: TenantId
  readonly apiKey: ApiKeyId
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string
  readonly credits: number
}

/** Charges are added to without being read, so no key loads them. */
export const CHARGES = defineTable<Charge>()({
  list: 'charges',
  noun: 'charge',
  table: 'charge',
  fixed: { apiKey: 'text', day: 'text' },
  changing: { credits: 'number' },
  key: ['tenant', 'apiKey', 'day'],
  keys: {},
  subject: 'charge',
  changes: { 'credits.charged': 'add' },
})
