import fc from 'fast-check'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import {
  ExactNumber,
  exactAmount,
  exactDecimal,
  exactJson,
  exactNumber,
  exactText,
  holdsExact,
  isExact,
} from './exact.js'
import { empty, operation } from './operation.js'
import { flat } from './price.js'
import { fcOptions } from './property.fixture.js'
import { ArgumentCheck } from './validate.js'

/** Decimal text of up to 30 digits, its point anywhere, and the fraction that it stands for. */
const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat({ max: 20 }))
  .map(([units, scale]) => ({ text: print(units, scale), units, scale }))

function print(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Whether two decimals are the same number. */
function same(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(40, '0'))
  })
  return left === right
}

describe('isExact', () => {
  it.each([
    ['0', true],
    ['-0', true],
    ['0.1', true],
    ['1e-7', true],
    ['1E+21', true],
    ['1.50000000000000000000000', true],
    ['9007199254740991', true],
    ['9007199254740992', true],
    ['9007199254740993', false],
    ['90071992.54740992', true],
    ['90071992.54740993', false],
    ['123456789.123456789', false],
    ['1000000000000000000001', false],
    ['0.3333333333333333', true],
    ['1e400', false],
    ['1e-400', false],
    ['-12345678901234567890', false],
  ])('%s: %s', (literal, expected) => {
    expect(isExact(literal)).toBe(expected)
  })

  it('holds for a literal if and only if the shortest text of its double is the same decimal', () => {
    fc.assert(
      fc.property(decimal, ({ text }) => {
        // Of 15 digits and less none is ever lost.
        if (text.replace('.', '').replace(/^0+/, '').length <= 15) expect(isExact(text)).toBe(true)
        else expect(isExact(text)).toBe(same(text, exactText(Number(text))))
      }),
      fcOptions(2_000),
    )
  })
})

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

  it('is the decimal that a number was written as, whenever a double can hold it', () => {
    fc.assert(
      fc.property(decimal, ({ text }) => {
        if (isExact(text)) expect(same(exactText(Number(text)), text)).toBe(true)
      }),
      fcOptions(2_000),
    )
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

  it('are plain numbers where these hold them', () => {
    expect(exactNumber('0.1')).toBe(0.1)
    expect(exactNumber('90071992.54740992')).toBe(90071992.54740992)
    expect(exactNumber('90071992.54740993')).toEqual(new ExactNumber('90071992.54740993'))
    expect(String(exactNumber('12345678901234567890'))).toBe('12345678901234567890')
  })

  it('are written digit by digit, and everything else as JSON.stringify does', () => {
    const answer = {
      value: exactNumber('12345678901234567890.123456789'),
      list: [1, exactNumber('90071992.54740993'), undefined, null],
      left: undefined,
      text: '"\\\u2028 ü',
      no: false,
      deep: { 'a"b': [{}] },
    }
    expect(exactJson(answer)).toBe(
      '{"value":12345678901234567890.123456789,"list":[1,90071992.54740993,null,null],"text":"\\"\\\\\u2028 ü","no":false,"deep":{"a\\"b":[{}]}}',
    )
    expect(exactJson(exactNumber('12345678901234567890'))).toBe('12345678901234567890')
    // Where nobody thought of them, they are text: never a number that is another.
    expect(JSON.stringify({ value: exactNumber('12345678901234567890') })).toBe(
      '{"value":"12345678901234567890"}',
    )
  })

  it('of any value are the JSON that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(exactJson(value)).toBe(JSON.stringify(value))
      }),
      fcOptions(2_000),
    )
  })

  it('come out as they went in', () => {
    fc.assert(
      fc.property(decimal, ({ text }) => {
        const written = exactJson({ value: exactNumber(text) }).slice('{"value":'.length, -1)
        expect(written).toMatch(/^\d+(\.\d+)?(e[-+]\d+)?$/)
        expect(isExact(text) ? Number(written) === Number(text) : written === text).toBe(true)
      }),
      fcOptions(2_000),
    )
  })

  it('are declared', () => {
    expect(holdsExact(model)).toBe(true)
    expect(holdsExact(Type.Array(Type.Union([Type.Null(), model])))).toBe(true)
    expect(holdsExact(Type.Object({ exact: Type.Boolean() }))).toBe(false)
    expect(holdsExact(null)).toBe(false)
    expect(Compile(model).Check({ value: 1, list: [] })).toBe(true)
  })
})
