import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { empty, operation } from '../operation.js'
import { flat } from '../price.js'
import { exactAmount, exactDecimal, exactText, holdsExact } from './exact.js'
import { ArgumentCheck } from './validate.js'

describe('exactText', () => {
  it.each([
    ['0.1', 0.1],
    ['100000000', 1e8],
    ['0.00000001', 1e-8],
    ['0.000000012', 1.2e-8],
    ['1000000000000000000000', 1e21],
    ['123000000000000000000000', 1.23e23],
    ['90071992.54740992', '90071992.54740992'],
    ['12.5', '+12.5'],
    ['.5', '.5'],
  ])('%s', (text, amount) => {
    expect(exactText(amount)).toBe(text)
  })
})

describe('an exact amount', () => {
  const send = operation({
    id: 'send',
    area: 'Dogecoin',
    method: 'POST',
    path: '/v3/send',
    summary: 'Send',
    price: flat(1),
    body: Type.Object({
      to: Type.Array(Type.Object({ value: exactAmount('Coins') })),
      plain: Type.Optional(Type.Number()),
    }),
    output: null,
    errors: [],
  }).read(async () => empty())
  const check = new ArgumentCheck(send)
  const body = (value: unknown, plain?: unknown) => ({
    to: [{ value: 1 }, { value }],
    ...(plain === undefined ? {} : { plain }),
  })
  const parts = (value: unknown, plain?: unknown) =>
    check.parts({ params: {}, query: {}, body: body(value, plain) })

  it.each([1, 0, 0.1, 90071992.54740992, '0.1', '+1', '90071992.54740993', '.5'])('may be %s', (value) => {
    expect(parts(value)).toEqual({ ok: true, args: body(value) })
  })

  it.each([
    -1,
    '-1',
    '1e5',
    '',
    'one',
    '0x1',
    '1 ',
    true,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    [1],
    '1'.repeat(41),
  ])('is never %s', (value) => {
    expect(parts(value).ok).toBe(false)
  })

  it('given in process is refused when it may have been rounded on the way', () => {
    expect(check.flat(body(90071992.5474099))).toMatchObject({ ok: true })
    for (const value of [90071992.54740992, 0.1 + 0.2, 2 ** 60]) {
      expect(check.flat(body(value))).toEqual({
        ok: false,
        violations: [
          {
            target: 'body',
            property: 'to.1.value',
            constraints: { exact: 'to.1.value may have been rounded: give it as text' },
          },
        ],
      })
      expect(check.flat(body(String(value)))).toMatchObject({ ok: true })
    }
    // Of fields that hold no amount, nothing is asked.
    expect(check.flat(body(1, 0.1 + 0.2))).toMatchObject({ ok: true })
  })
})

describe('exact numbers of an answer', () => {
  const model = Type.Object({ value: exactDecimal('Coins'), list: Type.Array(Type.Number()) })

  it('are declared', () => {
    expect(holdsExact(model)).toBe(true)
    expect(holdsExact(Type.Array(Type.Union([Type.Null(), model])))).toBe(true)
    expect(holdsExact(Type.Object({ exact: Type.Boolean() }))).toBe(false)
    expect(holdsExact(null)).toBe(false)
    expect(Compile(model).Check({ value: 1, list: [] })).toBe(true)
  })
})
