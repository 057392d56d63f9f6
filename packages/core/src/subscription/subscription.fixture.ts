/** A subscription as a caller asks for it, for the tests of its rules, of events and of webhooks. */
import type { ApiKeyId } from '../ids.js'
import { TENANT } from '../ledger.fixture.js'
import type { Subscribe } from './decide.js'

export const KEY = 'key' as ApiKeyId

export const asked = (over: Partial<Subscribe> = {}): Subscribe => ({
  tenant: TENANT,
  apiKey: KEY,
  network: 'testnet',
  plan: 'paid',
  type: 'KMS_COMPLETED_TX',
  object: '',
  attr: {},
  consumer: null,
  secret: 'secret',
  url: 'https://example.com/hook',
  ...over,
})
