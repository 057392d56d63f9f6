import { expect, it } from 'vitest'
import { BadTransaction } from '../../ports/chain.js'
import type { EvmChain } from '../../ports/evm.js'
import { type EvmRequest, planEvmPending } from './plan.js'

const TO = `0x${'1'.repeat(40)}`

const plan = (call: Pick<EvmRequest, 'to' | 'data'>, gasLimit: bigint | null) => {
  const rest = { value: 0n, token: null, nonce: null, feeToken: null }
  return planEvmPending({} as EvmChain, { ...call, ...rest, price: { gasLimit, gas: null } })
}

it.each([
  ['a payment', TO, '0x', 21_000n],
  ['data', TO, '0x00ff00', 21_024n],
  ['a contract', null, '0x00ff', 53_020n],
])('%s takes so much gas before anything is executed, and no limit is below it', (_what, to, data, least) => {
  expect(() => plan({ to, data }, least - 1n)).toThrow(
    new BadTransaction('malformed', `gasLimit is ${least - 1n}, and the transaction takes ${least} at least`),
  )
  for (const named of [least, null]) expect(plan({ to, data }, named).turn).toBeNull()
})
