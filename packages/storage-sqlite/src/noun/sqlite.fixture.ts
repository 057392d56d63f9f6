/** Changed: `storage-sqlite/src/migrations.ts`. */
import { vi } from 'vitest'

const { MIGRATIONS: before } = await vi.importActual<typeof import('../migrations.js')>('../migrations.js')

const step = (sql: string) => ({ compile: () => ({ sql }) }) as never

export const MIGRATIONS = [
  ...before,
  {
    name: '999_parcels',
    up: [
      step(`create table parcel (id text primary key, tenant integer not null, account text not null,
        code text not null, value text not null, marks text not null, fragile integer not null,
        created integer not null, status text not null, note text, unique (tenant, code))`),
      step('create index parcel_by_account on parcel (account, id)'),
    ],
  },
]
