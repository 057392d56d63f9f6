import { describe, expect, it } from 'vitest'
import { accept, type Rule } from '../decision.js'
import type { AccountId, ApiKeyId, ApprovalId } from '../ids.js'
import { OTHER_TENANT, TENANT, TestLedger } from '../ledger.fixture.js'
import { ADMITTED, type Admission, admissionKeys, admit } from './admission.js'
import { decideApproval, requestApproval } from './decide.js'
import { APPROVALS, SPENDINGS } from './table.js'

const HOUR = 3_600_000
const FIRST = 'first' as ApiKeyId
const SECOND = 'second' as ApiKeyId

const INTENT = {
  tenant: TENANT,
  chain: 'BTC',
  network: 'testnet',
  intent: 'a'.repeat(64),
  account: 'account' as AccountId,
  currency: 'BTC',
  scale: 8,
  amount: 5n,
  payments: '[]',
  reason: 'it is above the limit',
  apiKey: FIRST,
  validFor: HOUR,
}

/** Admits a withdrawal and does nothing else. */
const admission: Rule<Admission & { readonly of?: typeof TENANT }, null> = {
  name: 'admission',
  needs: ({ of = TENANT, ...command }) => admissionKeys(of, command),
  decide(view, { of = TENANT, ...command }, env) {
    const changes = admit(view, env, of, command)
    return 'accepted' in changes ? changes : accept(null, changes)
  },
}

describe('approval of a withdrawal', () => {
  const asked = () => {
    const ledger = new TestLedger()
    const { intent, id } = ledger.must(requestApproval, INTENT)
    const answer = { tenant: TENANT, id, network: 'testnet', apiKey: SECOND, approve: true } as const
    return { ledger, answer, used: { ...ADMITTED, approval: { intent, id } } }
  }

  it('counts once it was given by another key, and for one withdrawal', () => {
    const { ledger, answer, used } = asked()
    expect(ledger.refusal(admission, used)).toBe('withdrawal.busy')
    expect(ledger.refusal(decideApproval, { ...answer, apiKey: FIRST })).toBe('approval.own')
    expect(ledger.must(decideApproval, answer)).toMatchObject({ status: 'Approved', decidedBy: SECOND })
    ledger.must(admission, used)
    expect(ledger.refusal(admission, used)).toBe('withdrawal.busy')
    expect(ledger.refusal(decideApproval, { ...answer, approve: false })).toBe('approval.used')
  })

  it('asks again with another id once it is used or has expired, and an old answer does not count', () => {
    const { ledger, answer, used } = asked()
    ledger.must(decideApproval, answer)
    expect(ledger.must(requestApproval, INTENT).status).toBe('Approved')
    ledger.must(admission, used)
    const next = ledger.must(requestApproval, INTENT)
    expect(next).toMatchObject({ status: 'Pending', decidedBy: null })
    expect(next.id).not.toBe(answer.id)
    expect(ledger.refusal(decideApproval, answer)).toBe('approval.not.found')
    ledger.must(decideApproval, { ...answer, id: next.id })
    ledger.now += HOUR
    expect(ledger.refusal(admission, { ...used, approval: { intent: next.intent, id: next.id } })).toBe(
      'withdrawal.busy',
    )
    expect(ledger.must(requestApproval, INTENT).status).toBe('Pending')
    expect([...ledger.kept.all(APPROVALS)]).toHaveLength(1)
  })

  it('may be taken back until it is used', () => {
    const { ledger, answer, used } = asked()
    ledger.must(decideApproval, answer)
    expect(ledger.must(decideApproval, { ...answer, approve: false }).status).toBe('Refused')
    expect(ledger.refusal(admission, used)).toBe('withdrawal.busy')
    expect(ledger.must(requestApproval, INTENT).status).toBe('Refused')
  })

  it('of another tenant or network, or of another question, is not found', () => {
    const { ledger, answer } = asked()
    expect(ledger.refusal(decideApproval, { ...answer, network: 'mainnet' })).toBe('approval.not.found')
    expect(ledger.refusal(decideApproval, { ...answer, tenant: OTHER_TENANT })).toBe('approval.not.found')
    expect(ledger.refusal(decideApproval, { ...answer, id: 'other' as ApprovalId })).toBe(
      'approval.not.found',
    )
  })
})

describe('revision of a limit', () => {
  const at = (revision: number): Admission => ({
    ...ADMITTED,
    spendings: [{ scope: 'account a', revision }],
  })

  it('lets one withdrawal use what is left, and each tenant has its own', () => {
    const ledger = new TestLedger()
    ledger.must(admission, at(0))
    expect(ledger.refusal(admission, at(0))).toBe('withdrawal.busy')
    ledger.must(admission, at(1))
    ledger.must(admission, { ...at(0), of: OTHER_TENANT })
    expect([...ledger.kept.all(SPENDINGS)].map(({ revision }) => revision)).toEqual([2, 1])
  })

  it('stays where it is if one of several has moved', () => {
    const ledger = new TestLedger()
    ledger.must(admission, at(0))
    const both = { ...ADMITTED, spendings: [{ scope: 'currency BTC', revision: 0 }, ...at(0).spendings] }
    expect(ledger.refusal(admission, both)).toBe('withdrawal.busy')
    expect([...ledger.kept.all(SPENDINGS)]).toHaveLength(1)
  })
})
