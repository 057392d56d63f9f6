/** The gate asks a policy once whether it fits the chains, and again only after a failure that may pass. */
import { Engine, memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import type { Chains } from '../ports/chains.js'
import { ALLOW_ALL, PolicyError } from '../ports/policy.js'
import { Gate } from './gate.js'

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
