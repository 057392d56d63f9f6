import { defineTable } from '../table.js'
import type { Cursor } from './cursor.js'

export const CURSORS = defineTable<Cursor>()({
  list: 'cursors',
  noun: 'cursor',
  table: 'cursor',
  fixed: { chain: 'text', network: 'text' },
  changing: { height: 'number', hash: 'text', revision: 'number', blocks: 'words' },
  optional: { unfinished: 'flag' },
  key: ['tenant', 'chain', 'network'],
  keys: { cursor: { by: ['chain', 'network'] } },
  subject: 'cursor',
  changes: { 'cursor.begun': 'insert', 'cursor.moved': 'update' },
})
