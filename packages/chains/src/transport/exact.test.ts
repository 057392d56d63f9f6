import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExactNumber, parseExact, writeExact } from './exact.js'
import { baseUnits, integer, literal } from './transport.js'

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

describe('numbers', () => {
  it.each([
    ['1', 8, 100_000_000n],
    ['0.00000001', 8, 1n],
    ['92233720368.54775807', 8, 9_223_372_036_854_775_807n],
    ['1e-8', 8, 1n],
    ['1.5E+2', 8, 15_000_000_000n],
    ['-0.5', 8, -50_000_000n],
    ['0.000000010', 8, 1n],
    ['0.000000011', 8, undefined],
    ['1e-9', 8, undefined],
    ['0e-99', 8, 0n],
    ['0', 0, 0n],
    ['1e3', 0, 1_000n],
    ['', 8, undefined],
    ['1 ', 8, undefined],
    ['1e9999', 8, undefined],
  ] as const)('%s with %i decimals is %s', (text, decimals, units) => {
    expect(baseUnits(text, decimals)).toBe(units)
  })

  it('every amount in base units comes back from its decimal text', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 100n }),
        fc.integer({ min: 0, max: 18 }),
        (units, decimals) => {
          const digits = units.toString().padStart(decimals + 1, '0')
          const cut = digits.length - decimals
          const text = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
          const read = literal(parseExact(text))
          expect(baseUnits(read ?? '', decimals)).toBe(units)
        },
      ),
    )
  })

  it.each([
    ['7', 7n],
    ['18446744073709551616', 18_446_744_073_709_551_616n],
    ['1.0', 1n],
    ['1e2', 100n],
    ['1.5', undefined],
    ['"1"', undefined],
    ['null', undefined],
  ] as const)('%s as a whole number is %s', (text, whole) => {
    expect(integer(parseExact(text))).toBe(whole)
  })
})
