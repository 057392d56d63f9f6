import { describe, expect, it } from 'vitest'
import type { ApiKeyId } from '../ids.js'
import { apiKeyKey } from '../key.js'
import { nobody, OTHER_TENANT, TENANT, TestLedger } from '../ledger.fixture.js'
import { freezeApiKey, type IssueApiKey, issueApiKey, revokeApiKey, unfreezeApiKey } from './decide.js'

const id = 'aaaaaaaaaaaaaaaaaaaaaaaa' as ApiKeyId
const issue: IssueApiKey = {
  id,
  tenant: TENANT,
  hash: 'hash',
  hint: 't-12',
  name: 'till',
  network: 'testnet',
  plan: 'free',
  addresses: ['192.0.2.7'],
}
const onKey = { tenant: TENANT, apiKey: id }

const state = (ledger: TestLedger): string => {
  const key = ledger.kept.find(apiKeyKey(TENANT, id))
  return `${key?.frozen ? 'frozen' : 'open'} ${key?.revoked ? 'revoked' : 'valid'}`
}

describe('issueApiKey', () => {
  it('issues a key that may write', () => {
    const ledger = new TestLedger()
    expect(ledger.must(issueApiKey, issue)).toEqual({
      ...issue,
      frozen: false,
      revoked: false,
      created: ledger.now,
    })
    expect(state(ledger)).toBe('open valid')
  })

  it('answers a second time with the key as it stands, and changes nothing', () => {
    const ledger = new TestLedger()
    ledger.must(issueApiKey, issue)
    ledger.must(freezeApiKey, onKey)
    const written = ledger.kept.changes.length
    expect(ledger.must(issueApiKey, { ...issue, hash: 'other' })).toMatchObject({
      hash: 'hash',
      frozen: true,
    })
    expect(ledger.kept.changes).toHaveLength(written)
  })
})

describe('the states of a key', () => {
  it.each([
    ['freeze', [freezeApiKey], 'frozen valid'],
    ['freeze twice', [freezeApiKey, freezeApiKey], 'frozen valid'],
    ['freeze, unfreeze', [freezeApiKey, unfreezeApiKey], 'open valid'],
    ['unfreeze what is open', [unfreezeApiKey], 'open valid'],
    ['revoke', [revokeApiKey], 'open revoked'],
    ['revoke twice', [revokeApiKey, revokeApiKey], 'open revoked'],
    [
      'revoke, freeze, unfreeze: revoked for good',
      [revokeApiKey, freezeApiKey, unfreezeApiKey],
      'open revoked',
    ],
    ['freeze, revoke', [freezeApiKey, revokeApiKey], 'frozen revoked'],
  ] as const)('%s', (_, rules, wanted) => {
    const ledger = new TestLedger()
    ledger.must(issueApiKey, issue)
    for (const rule of rules) ledger.must(rule, onKey)
    expect(state(ledger)).toBe(wanted)
  })

  it.each([freezeApiKey, unfreezeApiKey, revokeApiKey])('$name refuses an unknown key', (rule) => {
    const ledger = new TestLedger()
    ledger.must(issueApiKey, issue)
    expect(ledger.refusal(rule, { ...onKey, apiKey: nobody() })).toBe('subscription.invalid')
    expect(ledger.refusal(rule, { ...onKey, tenant: OTHER_TENANT })).toBe('subscription.invalid')
    expect(state(ledger)).toBe('open valid')
  })
})
