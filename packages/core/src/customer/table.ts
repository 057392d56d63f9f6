import { defineTable } from '../table.js'
import type { Customer } from './customer.js'

export const CUSTOMERS = defineTable<Customer>()({
  list: 'customers',
  noun: 'customer',
  table: 'customer',
  fixed: { id: 'text', created: 'time' },
  changing: {
    externalId: 'text',
    enabled: 'flag',
    active: 'flag',
    accountingCurrency: 'text?',
    customerCountry: 'text?',
    providerCountry: 'text?',
    activeAccounts: 'number',
  },
  key: ['id'],
  keys: { customer: { by: ['id'] }, customerByExternalId: { by: ['externalId'] } },
  subject: 'customer',
  changes: { 'customer.created': 'insert', 'customer.updated': 'update' },
  indexes: { customer_by_tenant: ['tenant'] },
})
