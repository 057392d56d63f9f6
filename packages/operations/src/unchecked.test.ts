/** Arguments that no schema checks: what no storage can hold is refused at the call, not in everybody's batch. */
import type { TenantId } from '@tallystick/core'
import { embeddedCaller } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { openLedger, refusal } from './ledger.fixture.js'

const UNSTORABLE = ['a\0b', '\0', '\ud800', 'a\udc00b'] as const

describe.each(UNSTORABLE)('%j', (text) => {
  it('is no idempotency key', async () => {
    const { ledger } = openLedger()
    const { code, rejection } = await refusal(
      ledger.createAccount({ currency: 'EUR' }, { idempotencyKey: text }),
    )
    expect([code, rejection.violations]).toMatchObject([
      'validation.failed',
      [{ target: 'header', property: 'Idempotency-Key' }],
    ])
    expect(await ledger.getAccountsCount()).toEqual({ total: 0 })
  })

  it('is no tenant', () => {
    const { ledger } = openLedger()
    const tenant = text as TenantId
    expect(() => ledger.as(embeddedCaller(tenant))).toThrow(
      expect.objectContaining({ code: 'validation.failed' }),
    )
    expect(() => openLedger({ tenant })).toThrow(expect.objectContaining({ code: 'validation.failed' }))
  })
})

it.each([7, null, {}, [], NaN])('%j is no idempotency key', async (idempotencyKey) => {
  const { ledger } = openLedger()
  const { code } = await refusal(
    // As a program without types may call it.
    ledger.createAccount({ currency: 'EUR' }, { idempotencyKey: idempotencyKey as unknown as string }),
  )
  expect(code).toBe('validation.failed')
})
