/** The errors of calls in process: what they say, and where they say it happened. */
import { REJECTIONS, Rejected, type RejectionCode } from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import { operations } from './catalogue/index.js'
import { openLedger, refusal } from './ledger.fixture.js'

/** Refusals of the transport itself. */
const OF_HTTP: readonly RejectionCode[] = [
  'subscription.invalid',
  'operation.not.found',
  'request.too.large',
  'request.head.too.large',
]

describe('a message in process', () => {
  const codes = Object.keys(REJECTIONS).filter((code) => !OF_HTTP.includes(code as RejectionCode))

  it.each(codes as RejectionCode[])(
    'of %s speaks of no request, and of no call that is not there',
    (code) => {
      const { message } = new Rejected({ code })
      expect(message).not.toMatch(
        /HTTP|\b[Hh]eader|\b(GET|POST|PUT|DELETE)\b|\/v3|Idempotency-Key|the request\b.*\bbody/,
      )
      const named = [...message.matchAll(/\b(?:get|find|delete|custodial|unfreeze)[A-Z]\w+/g)].map(
        ([name]) => name,
      )
      expect(operations.map(({ id }) => id)).toEqual(expect.arrayContaining(named))
    },
  )

  it('lists what does not fit', async () => {
    const { ledger } = openLedger()
    const { message } = await refusal(ledger.blockAmount({ id: 'a', amount: '-1', type: '' }))
    expect(message).toMatch(
      /^The arguments do not fit\. amount must be decimal text of 0 or more, .*; type must not have fewer than 1/,
    )
    const key = await refusal(ledger.createAccount({ currency: 'EUR' }, { idempotencyKey: '' }))
    expect(key.message).toBe('The arguments do not fit. idempotencyKey has 1 to 255 characters.')
  })
})

describe('the trace of a refusal', () => {
  const { ledger } = openLedger()

  it('begins at the line that awaits the call, whether it fails at once or in the engine', async () => {
    async function checkout(): Promise<void> {
      await ledger.fund({ id: 'nobody', amount: '1' })
    }
    async function misspelt(): Promise<void> {
      await ledger.accounts.create({ currency: 'EUR', freeze: true } as never)
    }
    for (const [call, name] of [
      [checkout, 'checkout'],
      [misspelt, 'misspelt'],
    ] as const) {
      const { stack = '', message } = await refusal(call())
      const [first, top, ...rest] = stack.split('\n')
      expect(first).toBe(`Rejected: ${message.split('\n')[0]}`)
      expect(top).toMatch(new RegExp(`at (async )?${name} .*errors\\.test\\.ts:\\d+`))
      expect(rest.join('\n')).toContain('errors.test.ts')
    }
  })

  it('finds the caller behind Promise.all', async () => {
    async function both(): Promise<unknown> {
      return await Promise.all([ledger.getVersion(), ledger.fund({ id: 'nobody', amount: '1' })])
    }
    const { stack } = await refusal(both())
    expect(stack).toMatch(/at (async )?both .*errors\.test\.ts/)
  })

  it('stays that of its origin if nobody awaits the call', async () => {
    const call = ledger.fund({ id: 'nobody', amount: '1' })
    const seen = await new Promise<Rejected>((resolve) => call.catch(resolve))
    expect(seen.stack).toMatch(/^Rejected: .*\n\s+at /)
  })
})
