import { defineTable } from '../table.js'
import type { MetadataEntry } from './metadata.js'

/** One row for each name, so that an index finds a value. Payments keep theirs in the entry. */
export const METADATA = defineTable<MetadataEntry>()({
  list: 'metadata',
  noun: 'entry of metadata',
  table: 'metadata',
  fixed: { id: 'text', kind: 'text', subject: 'text', name: 'text' },
  changing: { value: 'text' },
  key: ['id'],
  keys: { metadataEntry: { by: ['id'] }, metadataOf: { by: ['subject'], many: true } },
  subject: 'metadata',
  changes: { 'metadata.set': 'insert', 'metadata.changed': 'update', 'metadata.removed': 'delete' },
  indexes: { metadata_by_value: ['tenant', 'kind', 'name', 'value'] },
})
