/** Notes metadata on accounts and customers. */
import type { Refusal } from '../decision.js'
import type { TenantId } from '../ids.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'
import { MAX_METADATA, type Metadata, type MetadataEntry, type MetadataKind, metadataId } from './metadata.js'
import { METADATA } from './table.js'

type Subject = MetadataEntry['subject']

/** Loads all of a subject, which `noteMetadata` changes; nothing if the command has none. */
export const metadataKeys = (tenant: TenantId, subject: Subject, given: Metadata | undefined) =>
  given === undefined ? [] : [metadataOf(tenant, subject)]

/** One more than there may be shows that these are all. */
export const metadataOf = (tenant: TenantId, subject: Subject) =>
  ({ type: 'metadataOf', tenant, subject, limit: MAX_METADATA + 1 }) as const

/** Of a subject that is created by the same decision. */
export function newMetadata(
  kind: MetadataKind,
  { tenant, id }: { readonly tenant: TenantId; readonly id: Subject },
  given: Metadata = {},
): readonly Change[] {
  return Object.entries(given).map(([name, value]) => ({
    type: 'metadata.set',
    metadata: { id: metadataId(id, name), tenant, kind, subject: id, name, value },
  }))
}

interface Noted {
  readonly accepted: true
  readonly changes: readonly Change[]
  /** What the subject has now. */
  readonly metadata: Metadata
}

/** Sets the names that are given, and removes those with the value ''. Others stay as they are. */
export function noteMetadata(
  view: View,
  kind: MetadataKind,
  { tenant, id: subject }: { readonly tenant: TenantId; readonly id: Subject },
  given: Metadata = {},
): Noted | Refusal {
  const own = [...view.all(METADATA)].filter((entry) => entry.subject === subject)
  const kept = new Map(own.map((entry) => [entry.name, entry]))
  const isAll = view.isReached(metadataOf(tenant, subject))
  const changes: Change[] = []
  for (const [name, value] of Object.entries(given)) {
    const before = kept.get(name)
    // There are more names than are loaded, and this may be one of them. Those that are loaded can be removed.
    if (before === undefined && !isAll) return tooMany(own.length)
    if (value === (before?.value ?? '')) continue
    if (before !== undefined && value === '') {
      changes.push({ type: 'metadata.removed', metadata: before })
      kept.delete(name)
      continue
    }
    const metadata = { id: metadataId(subject, name), tenant, kind, subject, name, value }
    changes.push({ type: before === undefined ? 'metadata.set' : 'metadata.changed', metadata })
    kept.set(name, metadata)
  }
  if (kept.size > MAX_METADATA) return tooMany(kept.size)
  return { accepted: true, changes, metadata: toMetadata([...kept.values()]) }
}

/** In the order of the names. */
export const toMetadata = (entries: readonly Pick<MetadataEntry, 'name' | 'value'>[]): Metadata =>
  Object.fromEntries(
    entries.map(({ name, value }) => [name, value] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

function tooMany(count: number): Refusal {
  const constraints = { maxProperties: `metadata may have ${MAX_METADATA} names, and would have ${count}` }
  const violations = [{ target: 'body', property: 'metadata', constraints }] as const
  return { accepted: false, rejection: { code: 'validation.failed', violations } }
}
