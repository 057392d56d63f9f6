/** Metadata of accounts and customers: shown with them, and found by it. */
import {
  METADATA,
  type Metadata,
  type MetadataEntry,
  metadataId,
  type TenantId,
  toMetadata,
} from '@tallystick/core'
import type { Queries } from '@tallystick/engine'
import { hasMetadata } from './listing/filter.js'
import { yieldToLoop } from './listing/records.js'

type Subject = MetadataEntry['subject']

/** Subjects per read. */
const CHUNK = 250

/** The answer with its metadata, if there is any. */
export function withMetadata<Shown extends object>(
  shown: Shown,
  metadata: Metadata | undefined,
): Shown & { metadata?: Record<string, string> } {
  if (metadata === undefined || Object.keys(metadata).length === 0) return shown
  return { ...shown, metadata: { ...metadata } }
}

/** In the order of the names, so that the same metadata is always the same text; undefined without any. */
export function orderedMetadata(given: Metadata | undefined): Metadata | undefined {
  if (given === undefined) return undefined
  const entries = Object.entries(given).map(([name, value]) => ({ name, value }))
  return entries.length === 0 ? undefined : toMetadata(entries)
}

export async function metadataOfAll(
  queries: Queries,
  tenant: TenantId,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<Subject, Metadata>> {
  if (subjects.length === 0) return new Map()
  const entries = await queries.list(METADATA, { where: { tenant, subject: { in: subjects } } })
  const bySubject = new Map<Subject, MetadataEntry[]>()
  for (const entry of entries) {
    const own = bySubject.get(entry.subject)
    if (own === undefined) bySubject.set(entry.subject, [entry])
    else own.push(entry)
  }
  return new Map([...bySubject].map(([subject, own]) => [subject, toMetadata(own)]))
}

/** Shows items with their metadata. */
export async function shownWithMetadata<Item, Shown extends object>(
  queries: Queries,
  tenant: TenantId,
  items: readonly Item[],
  show: (item: Item) => Shown,
  idOf: (item: Item) => Subject,
): Promise<(Shown & { metadata?: Record<string, string> })[]> {
  const all = await metadataOfAll(queries, tenant, items.map(idOf))
  return items.map((item) => withMetadata(show(item), all.get(idOf(item))))
}

/**
 * The subjects with this metadata, in the order of their ids, some at a time. An index finds those with the first of the
 * values.
 */
export async function* subjectsWith(
  queries: Queries,
  { tenant, kind }: Pick<MetadataEntry, 'tenant' | 'kind'>,
  wanted: Metadata,
  { order, after }: { readonly order: 'asc' | 'desc'; readonly after?: Subject | undefined },
): AsyncGenerator<readonly Subject[]> {
  const [[name, value] = ['', ''], ...others] = Object.entries(wanted)
  let place = after === undefined ? undefined : metadataId(after, name)
  for (;;) {
    const entries = await queries.list(METADATA, {
      where: { tenant, kind, name, value },
      order,
      limit: CHUNK,
      ...(place === undefined ? {} : { after: place }),
    })
    const subjects = entries.map(({ subject }) => subject)
    if (others.length === 0) yield subjects
    else {
      const all = await metadataOfAll(queries, tenant, subjects)
      yield subjects.filter((subject) => hasMetadata(all.get(subject), wanted))
    }
    place = entries.at(-1)?.id
    if (entries.length < CHUNK) return
    await yieldToLoop()
  }
}
