/** What the reference pages and the interface read of a schema. */
import type { RejectionCode } from '@tallystick/core'

/** Codes that any call may be refused with and that no operation lists. */
export const COMMON: readonly RejectionCode[] = [
  'validation.failed',
  'subscription.invalid',
  'subscription.not.active',
  'key.not.allowed',
  'idempotency.key.reused',
  'overloaded',
  'unavailable',
]

/** The part of JSON schema that the catalogue uses. */
export interface Schema {
  /** Exactly one of several fields: the first one is documented. */
  readonly oneOf?: readonly { readonly required: readonly string[] }[]
  readonly $id?: string
  readonly type?: string
  /** See exact.ts and secrets.ts. */
  readonly exact?: boolean
  readonly secret?: true | 'answered'
  readonly description?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: Schema
  /** Of a record: the values of names that match. */
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

/** The schema as JSON, without TypeBox's internal data. */
export function plain(schema: object): Schema {
  return JSON.parse(JSON.stringify(schema))
}
