import { type TenantId, type Timestamp, uuidDigits } from '../ids.js'
import { defineTable } from '../table.js'

/** The first 16 bytes of a SHA-256, in hex. */
export type Digest = string & { readonly __brand: 'Digest' }

/**
 * The first answer to a call with an Idempotency-Key, as it was sent. See docs/decisions/065-idempotency-records.md.
 */
export interface IdempotencyRecord {
  readonly tenant: TenantId
  /** Of the tenant and the Idempotency-Key. */
  readonly key: Digest
  /** Of the operation and its arguments. */
  readonly requestHash: Digest
  /** The UUID of an answer that is `{ "reference": UUID }`, as hex digits alone; otherwise null. */
  readonly reference: string | null
  /** JSON of any other answer; `null` for an empty one. */
  readonly body: string | null
  readonly created: Timestamp
}

/** Digits of a digest. */
export const DIGEST_DIGITS = 32

/** What a record holds of an answer. Most payments are answered by their reference alone, which needs 16 bytes. */
export function storedAnswer(answer: unknown): Pick<IdempotencyRecord, 'reference' | 'body'> {
  const reference = onlyReference(answer)
  return reference === null ? { reference, body: JSON.stringify(answer ?? null) } : { reference, body: null }
}

/** The digits of the answer's reference, if it is a UUID and all of the answer. */
function onlyReference(answer: unknown): string | null {
  if (answer === null || typeof answer !== 'object' || !('reference' in answer)) return null
  const { reference } = answer
  if (typeof reference !== 'string' || Object.keys(answer).length !== 1) return null
  return uuidDigits(reference)
}

/** The answer again. */
export function answerOf({ reference, body }: Pick<IdempotencyRecord, 'reference' | 'body'>): unknown {
  if (reference === null) return JSON.parse(body ?? 'null')
  const parts = [
    reference.slice(0, 8),
    reference.slice(8, 12),
    reference.slice(12, 16),
    reference.slice(16, 20),
  ]
  return { reference: `${parts.join('-')}-${reference.slice(20)}` }
}

export const IDEMPOTENCY_RECORDS = defineTable<IdempotencyRecord>()({
  list: 'answers',
  noun: 'stored answer',
  table: 'answer',
  fixed: { key: 'hex', requestHash: 'hex', reference: 'hex?', body: 'text?', created: 'time' },
  changing: {},
  key: ['key'],
  keys: { answer: { by: ['key'] } },
  subject: 'answer',
  changes: { 'answer.stored': 'insert' },
  // Only its caller may see an idempotency key.
  secretKey: true,
})
