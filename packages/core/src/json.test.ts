import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExactNumber, exactNumber, isExact, parseExact, plainDecimal, writeExact } from './json.js'
import { fcOptions } from './property.fixture.js'

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

/** What `JSON.parse` would have made of it. */
function asDoubles(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value.text)
  if (Array.isArray(value)) return value.map(asDoubles)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(([name, one]): [string, unknown] => [name, asDoubles(one)])
  return Object.fromEntries(members)
}

function outcome(parse: (text: string) => unknown, text: string): unknown {
  try {
    return { value: parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return 'refused'
    throw error
  }
}

describe('exact JSON', () => {
  it('keeps what a double would lose', () => {
    const text =
      '{"a":0.00000001,"b":18446744073709551615,"c":9007199254740991,"d":9007199254740992,"e":1e-8,"f":-3,"g":1.0}'
    expect(parseExact(text)).toEqual({
      a: new ExactNumber('0.00000001'),
      b: new ExactNumber('18446744073709551615'),
      c: 9007199254740991,
      d: new ExactNumber('9007199254740992'),
      e: new ExactNumber('1e-8'),
      f: -3,
      g: new ExactNumber('1.0'),
    })
  })

  it('takes no member for the prototype', () => {
    const value = parseExact('{"__proto__":{"polluted":1},"a":2}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value as object)).toEqual(['__proto__', 'a'])
  })

  it('reads what JSON.parse reads, and as that does but for the numbers', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, 2), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent)
        for (const each of [text, spaced]) expect(asDoubles(parseExact(each))).toEqual(JSON.parse(each))
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses what JSON.parse refuses', () => {
    const mutated = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[]",:0.-+eE1\\ \ntfn/\u0001'))
      .chain(([text, at, character]) => {
        const place = text.length === 0 ? 0 : at % text.length
        return fc.constantFrom(
          text.slice(0, place) + character + text.slice(place),
          text.slice(0, place) + text.slice(place + 1),
          text.slice(0, place) + character + text.slice(place + 1),
        )
      })
    fc.assert(
      fc.property(mutated, (text) => {
        const ours = outcome((one) => asDoubles(parseExact(one)), text)
        expect(ours).toEqual(outcome(JSON.parse, text))
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    '',
    ' ',
    '01',
    '+1',
    '1.',
    '.5',
    '-',
    '1e',
    '0x10',
    'NaN',
    '"\u0001"',
    '"\\x"',
    '[1,]',
    '{"a":1,}',
  ])('refuses %j without quoting it', (text) =>
    expect(() => parseExact(text)).toThrow(/^Not JSON at character \d+$/),
  )

  it('ends no process by nesting', () => {
    expect(() => parseExact('['.repeat(100_000))).toThrow('JSON nests deeper than 256')
    expect(parseExact(`${'['.repeat(200)}${']'.repeat(200)}`)).toBeInstanceOf(Array)
  })

  it('reads a long text in a time that grows with it', () => {
    const quotes = `["${'\\\\'.repeat(200_000)}","${'\\"'.repeat(200_000)}"]`
    expect(parseExact(quotes)).toEqual(JSON.parse(quotes))
  })
})

describe('writing', () => {
  it('gives back what was read, number by number', () => {
    const text = '{"a":[1.10,1e400,18446744073709551616,-0.0,7,null,true,"\\""],"__proto__":{}}'
    expect(writeExact(parseExact(text))).toBe(text)
  })

  it('leaves one meaning to a name that stands there twice', () => {
    expect(writeExact(parseExact('{"method":"cheap", "method":"dear"}'))).toBe('{"method":"dear"}')
  })

  it('is what JSON.stringify writes where there is nothing to lose', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(JSON.parse(writeExact(parseExact(text)))).toEqual(JSON.parse(text))
      }),
    )
  })
})

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
        else expect(isExact(text)).toBe(same(text, plainDecimal(String(Number(text)))))
      }),
      fcOptions(2_000),
    )
  })
})

describe('exact numbers', () => {
  it('of a number that a double can hold is the decimal as which it was written', () => {
    fc.assert(
      fc.property(decimal, ({ text }) => {
        if (isExact(text)) expect(same(plainDecimal(String(Number(text))), text)).toBe(true)
      }),
      fcOptions(2_000),
    )
  })

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
    expect(writeExact(answer)).toBe(
      '{"value":12345678901234567890.123456789,"list":[1,90071992.54740993,null,null],"text":"\\"\\\\\u2028 ü","no":false,"deep":{"a\\"b":[{}]}}',
    )
    expect(writeExact(exactNumber('12345678901234567890'))).toBe('12345678901234567890')
    // Where nobody thought of them, they are text: never a number that is another.
    expect(JSON.stringify({ value: exactNumber('12345678901234567890') })).toBe(
      '{"value":"12345678901234567890"}',
    )
  })

  it('of any value are the JSON that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(writeExact(value)).toBe(JSON.stringify(value))
      }),
      fcOptions(2_000),
    )
  })

  it('come out as they went in', () => {
    fc.assert(
      fc.property(decimal, ({ text }) => {
        const written = writeExact({ value: exactNumber(text) }).slice('{"value":'.length, -1)
        expect(written).toMatch(/^\d+(\.\d+)?(e[-+]\d+)?$/)
        expect(isExact(text) ? Number(written) === Number(text) : written === text).toBe(true)
      }),
      fcOptions(2_000),
    )
  })
})
