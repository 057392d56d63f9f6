import type { TenantId, Timestamp } from '../ids.js'
import { defineTable } from '../table.js'

/** The first answer to a call with an Idempotency-Key, as it was sent. */
export interface IdempotencyRecord {
  readonly tenant: TenantId
  readonly key: string
  /** SHA-256 of the operation and its arguments, hex. */
  readonly requestHash: string
  /** JSON of the answer; `null` for an empty one. */
  readonly body: string
  readonly created: Timestamp
}

export const IDEMPOTENCY_RECORDS = defineTable<IdempotencyRecord>()({
  list: 'answers',
  noun: 'stored answer',
  table: 'answer',
  fixed: { key: 'text', requestHash: 'text', body: 'text', created: 'time' },
  changing: {},
  key: ['tenant', 'key'],
  keys: { answer: { by: ['key'] } },
  subject: 'answer',
  changes: { 'answer.stored': 'insert' },
  // Only its caller may see an idempotency key.
  secretKey: true,
})
