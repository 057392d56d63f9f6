/** The gate asks a policy once whether it fits the chains, and again only after a failure that may pass. */
import type { AccountId, ApiKeyId, TenantId } from '@tallystick/core'
import { Engine, memoryStorage, systemScheduler } from '@tallystick/engine'
import { expect, it, vi } from 'vitest'
import type { Chains } from '../ports/chains.js'
import { ALLOW_ALL, type Intent, type Policy, PolicyError } from '../ports/policy.js'
import { bitcoin } from '../records/bitcoin.js'
import { Gate } from './gate.js'
import type { ToAdmit } from './signing.js'

const AWAY = new Error('its server does not answer')
const WRONG = new PolicyError(['deny.BTC[0] is not an address of BTC'])

it.each([
  ['is forgotten', AWAY, [AWAY, AWAY, 'ready', 'ready'], 2],
  ['stays, if it is of the policy itself', WRONG, [WRONG, WRONG, WRONG, WRONG], 1],
])('a failure to compare the policy with the chains %s', async (_what, failure, expected, asked) => {
  let calls = 0
  const policy = {
    ...ALLOW_ALL,
    async ready() {
      calls++
      if (calls === 1) throw failure
    },
  }
  const engine = new Engine({ storage: memoryStorage() })
  // The policy looks at none of them.
  const gate = new Gate(engine, { policy, withdrawn: async () => 0n, chains: {} as Chains })
  const ready = () =>
    gate.ready().then(
      () => 'ready',
      (error: unknown) => error,
    )
  expect([...(await Promise.all([ready(), ready()])), await ready(), await ready()]).toEqual(expected)
  expect(calls).toBe(asked)
})

// Of the codec nothing is asked: the calls name no address.
const chain = { record: bitcoin, codec: {} as Intent['chain']['codec'], network: 'testnet' } as const
const caller = { tenant: 'tenant' as TenantId, apiKey: 'first' as ApiKeyId, network: 'testnet' } as const
const WITHDRAWAL: Intent = {
  ...{ caller, chain, account: 'account' as AccountId, currency: 'BTC', scale: 8, payments: [] },
}
const SIGNING: ToAdmit = { caller, chain, wallet: 'wallet', request: {}, by: [] }

/** What comes of a withdrawal, and of a signature, if the policy answers this to both. */
async function gated(answer: () => unknown, scheduler = systemScheduler) {
  // As a program without types may write it.
  const policy = { check: answer, checkSigning: answer } as Policy
  const gate = new Gate(new Engine({ storage: memoryStorage(), scheduler }), {
    policy,
    withdrawn: async () => 0n,
  })
  const outcomes = [gate.admit(WITHDRAWAL, { idempotency: null }), gate.admitSigning(SIGNING)]
  return (await Promise.allSettled(outcomes)).map((outcome) =>
    outcome.status === 'rejected' ? String(outcome.reason) : 'allowed',
  )
}

it.each([undefined, null, {}, 'allow', true, { verdict: 'DENY' }, { verdict: true }])(
  'an answer of the policy that is no verdict allows nothing: %j',
  async (answer) => {
    const nothing = expect.stringMatching(/^Fault: The policy has not answered with a verdict/)
    expect(await gated(async () => answer)).toEqual([nothing, nothing])
  },
)

it('a second approval, which nobody can give to a signature, allows none', async () => {
  const [withdrawal, signature] = await gated(() => ({
    verdict: 'approval',
    reason: 'much',
    validFor: 1_000,
  }))
  expect(withdrawal).toMatch(/^Rejected: Another API key must approve/)
  expect(signature).toMatch(/^Fault: The policy has not answered with a verdict/)
})

it('a policy that does not answer holds no wallet for ever', async () => {
  const late = new Set<() => void>()
  const later = (run: () => void, ms: number) => {
    expect(ms).toBe(30_000)
    late.add(run)
    return () => void late.delete(run)
  }
  const asked = vi.fn(() => new Promise(() => undefined))
  const outcomes = gated(asked, { ...systemScheduler, later })
  await expect.poll(() => asked.mock.calls.length).toBe(2)
  await expect.poll(() => late.size).toBe(2)
  for (const run of late) run()
  const nothing = 'Fault: The policy has not answered in time, so nothing is paid'
  expect(await outcomes).toEqual([nothing, nothing])
  expect(late.size).toBe(0)
})
