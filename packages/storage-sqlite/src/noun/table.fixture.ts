/** New: `core/src/parcel/table.ts`, with its key and what is asked of it. */

import type { AccountId, TenantId, Timestamp } from '@tallystick/core'
import { accountKey } from '../../../core/src/key.js'
import { defineTable } from '../../../core/src/table.js'

export interface Parcel {
  readonly id: string
  readonly tenant: TenantId
  readonly account: AccountId
  /** Unique within the tenant. */
  readonly code: string
  readonly value: bigint
  readonly marks: readonly string[]
  readonly fragile: boolean
  readonly status: 'packed' | 'sent'
  readonly note: string | null
  readonly created: Timestamp
}

export const PARCELS = defineTable<Parcel>()({
  list: 'parcels',
  noun: 'parcel',
  table: 'parcel',
  fixed: {
    id: 'text',
    account: 'text',
    code: 'text',
    value: 'amount',
    marks: 'json',
    fragile: 'flag',
    created: 'time',
  },
  changing: { status: 'text', note: 'text?' },
  key: ['id'],
  keys: { parcel: { by: ['code'], follow: ({ tenant, account }) => [accountKey(tenant, account)] } },
  subject: 'parcel',
  changes: { 'parcel.packed': 'insert', 'parcel.sent': 'update', 'parcel.lost': 'delete' },
  indexes: { parcel_by_account: ['account'] },
})

export const parcelKey = (tenant: TenantId, code: string) => ({ type: 'parcel', tenant, code }) as const

/** Of an account, the newest first. */
export const parcelsOf = ({ tenant, account }: Pick<Parcel, 'tenant' | 'account'>, limit: number) =>
  ({ where: { tenant, account }, order: 'desc', limit }) as const

/** Of a tenant, those that are marked so and not sent yet. */
export const waiting = (tenant: TenantId, mark: string) =>
  ({ tenant, status: 'packed', marks: { holds: [mark] } }) as const
