import { expect, it } from 'vitest'
import { openAccount } from '../account/decide.js'
import { updateCustomer } from '../customer/decide.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { MAX_METADATA, type Metadata, metadataId } from './metadata.js'
import { METADATA } from './table.js'

it('a subject with more names than it may have gets no name that may be one of them, and can lose the others', () => {
  const ledger = new TestLedger()
  const wanted = {
    externalId: 'one',
    accountingCurrency: null,
    customerCountry: null,
    providerCountry: null,
  }
  const none = { xpub: null, accountingCurrency: null, accountCode: null, accountNumber: null }
  const account = { currency: 'EUR', customer: wanted, ...none }
  const { customer } = ledger.must(openAccount, { tenant: TENANT, account })
  if (customer === undefined) expect.fail('none')
  const kind = 'customer'
  const names = Array.from({ length: MAX_METADATA + 5 }, (_, place) => `n${String(place).padStart(2, '0')}`)
  for (const name of names) {
    const id = metadataId(customer.id, name)
    ledger.kept.put(METADATA, { id, tenant: TENANT, kind, subject: customer.id, name, value: 'v' })
  }
  const given = (metadata: Metadata) => ({
    tenant: TENANT,
    customer: customer.id,
    externalId: 'one',
    accountingCurrency: undefined,
    customerCountry: undefined,
    providerCountry: undefined,
    metadata,
  })
  // The last one is not loaded.
  expect(ledger.refusal(updateCustomer, given({ n00: '', n01: '', n24: 'x' }))).toBe('validation.failed')
  expect(ledger.refusal(updateCustomer, given({ n00: '', n24: '' }))).toBe('validation.failed')
  ledger.must(updateCustomer, given({ n00: '', n01: '', n02: '', n03: '', n04: '' }))
  expect(ledger.must(updateCustomer, given({ n24: 'x' })).metadata).toMatchObject({ n05: 'v', n24: 'x' })
})
