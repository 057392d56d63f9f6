import { ExactNumber, isExact } from '@tallystick/core'
import { ArgumentCheck, exactAmount, flat, operation } from '@tallystick/operations'
import fc from 'fast-check'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { readJson, Unreadable } from './body.js'

const RUNS = Number(process.env['FC_RUNS'] ?? 1_000)
const settings = {
  numRuns: RUNS,
  ...(process.env['FC_SEED'] === undefined ? {} : { seed: Number(process.env['FC_SEED']) }),
}

const read = (text: string) => readJson(Buffer.from(text))

describe('numbers of a body', () => {
  test.each([
    ['{"a":12345678901234567890}', '12345678901234567890'],
    ['{"a":-12345678901234567890}', '-12345678901234567890'],
    ['{"a": 90071992.54740993}', '90071992.54740993'],
    ['{"a":\t0.123456789012345678}', '0.123456789012345678'],
    ['{"a":1e400}', '1e400'],
    ['{"a":1E-400}', '1E-400'],
    ['{"a":1.5e+999}', '1.5e+999'],
    ['{"b":"\\"}","a":9007199254740993}', '9007199254740993'],
    ['{"b":"\\\\","a":9007199254740993}', '9007199254740993'],
    ['{"b":",12345678901234567890","a":9007199254740993}', '9007199254740993'],
  ])('%s is not rounded', (text, digits) => {
    expect(read(text)).toMatchObject({ a: new ExactNumber(digits) })
  })

  test.each([
    '{"a":1}',
    '{"a":0.1}',
    '{"a":1e21}',
    '{"a":-0}',
    '{"a":0.3333333333333333}',
    '{"a":1.50000000000000000000000}',
    '{"a":9007199254740992}',
    '{"a":"12345678901234567890"}',
    '{"12345678901234567890":1}',
    '{"a":"x:12345678901234567890,1e999"}',
    '{"a":[1234567890123456,1,"]12345678901234567890"]}',
  ])('%s is read as by JSON.parse', (text) => {
    expect(read(text)).toEqual(JSON.parse(text))
  })

  test('stand as they are in a list, and anywhere within', () => {
    expect(read('[[12345678901234567890,{"a":[9007199254740993]}],1]')).toEqual([
      [new ExactNumber('12345678901234567890'), { a: [new ExactNumber('9007199254740993')] }],
      1,
    ])
  })

  test('do not make JSON of what is none', () => {
    for (const text of [
      '{"a":12345678901234567890',
      '{"a":1234567890123456789.}',
      '{"a":--12345678901234567890}',
    ]) {
      expect(read(text)).toBeInstanceOf(Unreadable)
    }
  })

  test('are at most 2,500: with more the body is refused, and not held up over', () => {
    const long = (count: number) => `[${Array(count).fill('12345678901234567890')},1,"1"]`
    expect(read(long(2_500))).toContainEqual(new ExactNumber('12345678901234567890'))
    expect(read(long(2_501))).toMatchObject({
      rejection: {
        violations: [
          { constraints: { wellFormed: 'the body has more than 2500 numbers of more than 15 characters' } },
        ],
      },
    })
  })

  test('are looked for in a body that nests at most 1,000 deep', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}12345678901234567890${']'.repeat(depth)}`
    expect(read(nested(1_000))).toBeInstanceOf(Array)
    expect(read(nested(1_001))).toMatchObject({
      rejection: { violations: [{ constraints: { wellFormed: 'the body nests deeper than 1000' } }] },
    })
    // With none of them nothing goes down into it.
    expect(read(`${'['.repeat(20_000)}1${']'.repeat(20_000)}`)).toBeInstanceOf(Array)
  })

  /** A value, and a JSON text of it in which numbers are written in any way. */
  interface Written {
    readonly text: string
    readonly value: unknown
  }
  const number: fc.Arbitrary<Written> = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String),
      fc.option(fc.stringMatching(/^\d{1,20}$/), { nil: '' }),
      fc.option(fc.integer({ min: -420, max: 420 }), { nil: undefined, freq: 4 }),
    )
    .map(([sign, whole, fraction, exponent]) => {
      const text = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent === undefined ? '' : `e${exponent}`}`
      return { text, value: isExact(text) ? Number(text) : new ExactNumber(text) }
    })
  const string: fc.Arbitrary<Written> = fc
    .oneof(fc.string(), fc.stringMatching(/^[\\"0-9.,:e[\]{} -]*$/))
    .map((value) => ({ text: JSON.stringify(value), value }))
  const { tree } = fc.letrec<{ tree: Written }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      number,
      string,
      fc.array(tie('tree'), { maxLength: 4 }).map((items) => ({
        text: `[${items.map(({ text }) => text).join(' , ')}]`,
        value: items.map(({ value }) => value),
      })),
      fc
        .uniqueArray(fc.tuple(fc.string(), tie('tree')), { maxLength: 4, selector: ([name]) => name })
        .map((fields) => ({
          text: `{${fields.map(([name, { text }]) => `${JSON.stringify(name)}:${text}`).join(',')}}`,
          value: Object.fromEntries(fields.map(([name, { value }]) => [name, value])),
        })),
    ),
  }))

  test('come through, whatever stands around them', () => {
    fc.assert(
      fc.property(tree, ({ text, value }) => {
        expect(read(`{"in":${text}}`)).toEqual({ in: value })
      }),
      settings,
    )
  })
})

describe('a field', () => {
  const body = Type.Object(
    {
      amount: Type.Optional(exactAmount('Coins')),
      list: Type.Optional(Type.Array(Type.Object({ value: exactAmount('Coins') }))),
      number: Type.Optional(Type.Number()),
      text: Type.Optional(Type.String()),
      word: Type.Optional(Type.Enum(['a', 'b'])),
      flag: Type.Optional(Type.Boolean()),
      inner: Type.Optional(Type.Object({}, { additionalProperties: false })),
      free: Type.Optional(Type.Array(Type.Unknown())),
      open: Type.Optional(Type.Object({})),
    },
    { additionalProperties: false },
  )
  const check = new ArgumentCheck(
    operation({
      id: 'take',
      area: 'Dogecoin',
      method: 'POST',
      path: '/v3/take',
      summary: 'Take',
      price: flat(1),
      body,
      output: null,
      errors: [],
    }).read(async () => null),
  )
  const take = (text: string) => check.parts({ params: {}, query: {}, body: read(text) })
  const LONG = '90071992547.40993123'

  test.each([
    [`{"amount":${LONG}}`, { amount: LONG }],
    [`{"list":[{"value":1},{"value":${LONG}}]}`, { list: [{ value: 1 }, { value: LONG }] }],
    [`{"free":[${LONG},[${LONG}],{"x":${LONG}}]}`, { free: [LONG, [LONG], { x: LONG }] }],
    [`{"open":{"x":${LONG}}}`, { open: { x: LONG } }],
    [`{"number":0.3333333333333333}`, { number: 0.3333333333333333 }],
  ])('that takes every digit gets them: %s', (text, args) => {
    expect(take(text)).toEqual({ ok: true, args })
  })

  test.each(['number', 'text', 'word', 'flag', 'inner', 'unknown'])(
    '%s refuses it, and says what it was',
    (name) => {
      const checked = take(`{"amount":${LONG},"${name}":${LONG}}`)
      expect(checked.ok).toBe(false)
      const [violation] = checked.ok ? [] : checked.violations
      expect(violation).toMatchObject({ target: 'body', property: expect.stringContaining(name) })
      expect([LONG, '[object]']).toContain(violation?.value)
    },
  )

  test('that takes an amount refuses what is no amount, however it is written', () => {
    for (const wrong of [`-${LONG}`, '1e400', `1${'0'.repeat(50)}1`, '12345678901234567890e1']) {
      expect(take(`{"amount":${wrong}}`).ok, wrong).toBe(false)
    }
  })
})

describe('values of a body', () => {
  const crowd = (count: number) => read(`[${Array(count).fill('0').join(',')}]`)

  test('are counted with their names before they are read: more than 50,000 are refused', () => {
    expect(crowd(50_000)).toHaveLength(50_000)
    const refused = crowd(50_001)
    expect(refused instanceof Unreadable && refused.rejection).toMatchObject({
      code: 'validation.failed',
      violations: [{ constraints: { wellFormed: 'the body has more than 50000 values and names' } }],
    })
    const named = (count: number) => read(`{${Array.from({ length: count }, (_, n) => `"${n}":0`)}}`)
    expect(Object.keys(named(25_000) as object)).toHaveLength(25_000)
    expect(named(25_001)).toBeInstanceOf(Unreadable)
    expect(read(`{"a":[${'['.repeat(60_000)}${']'.repeat(60_000)}]}`)).toBeInstanceOf(Unreadable)
  })

  test('what stands in a text is none', () => {
    const note = `${','.repeat(60_000)}"[{\\`
    expect(read(JSON.stringify({ note }))).toEqual({ note })
  })
})
