import { defineTable } from '../table.js'
import type { ApiKey } from './api-key.js'

export const API_KEYS = defineTable<ApiKey>()({
  list: 'apiKeys',
  noun: 'API key',
  table: 'api_key',
  fixed: { id: 'text', hash: 'text', hint: 'text', network: 'text', addresses: 'words', created: 'time' },
  changing: { name: 'text', plan: 'text', frozen: 'flag', revoked: 'flag' },
  optional: { readOnly: 'flag' },
  key: ['id'],
  keys: { apiKey: { by: ['id'] } },
  subject: 'apiKey',
  changes: { 'apiKey.created': 'insert', 'apiKey.updated': 'update' },
  parts: { tied: { addresses: { not: [] } } },
})
