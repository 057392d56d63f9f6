import { defineTable } from '../table.js'
import type { VirtualCurrency } from './currency.js'

export const CURRENCIES = defineTable<VirtualCurrency>()({
  list: 'currencies',
  noun: 'currency',
  table: 'virtual_currency',
  fixed: { name: 'text', scale: 'number', account: 'text', customer: 'text?', created: 'time' },
  changing: { baseRate: 'text', basePair: 'text', description: 'text?' },
  key: ['tenant', 'name'],
  keys: { currency: { by: ['name'] } },
  subject: 'currency',
  changes: { 'currency.created': 'insert', 'currency.updated': 'update' },
})
