/** Changed: `storage-postgres/src/migrations.ts`. */
import { vi } from 'vitest'

const { MIGRATIONS: before } = await vi.importActual<
  typeof import('../../../storage-postgres/src/migrations.js')
>('../../../storage-postgres/src/migrations.js')

export const MIGRATIONS = [
  ...before,
  {
    name: '999_parcels',
    up: [
      `create table parcel (tenant text not null, id text not null, account text not null, code text not null,
        value numeric not null, marks text not null, fragile boolean not null, created bigint not null,
        status text not null, note text, primary key (tenant, id), unique (tenant, code))`,
    ],
  },
]
