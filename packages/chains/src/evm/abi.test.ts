import { BadTransaction, records } from '@tallystick/custody'
import { AbiCoder, ParamType } from 'ethers/abi'
import fc from 'fast-check'
import { type Abi, type AbiFunction, encodeAbiParameters, encodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeResult, encodeCall } from './abi.js'
import { decode, encode, Room } from './abi-coder.js'
import { evm } from './chain.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }

const WHO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const methodOf = (name: string) => {
  const method = contracts.Sample.abi.find((entry) => entry.type === 'function' && entry.name === name)
  if (method === undefined) throw new TypeError(`no method ${name}`)
  return method
}
const method = (type: unknown, components?: unknown) => ({
  type: 'function',
  name: 'f',
  stateMutability: 'nonpayable',
  inputs: [{ name: 'given', type, ...(components === undefined ? {} : { components }) }],
  outputs: [{ name: '', type, ...(components === undefined ? {} : { components }) }],
})
const PAIR = [
  { name: 'amount', type: 'uint256' },
  { name: 'note', type: 'string' },
]

describe('arguments', () => {
  it.each<readonly [type: string, given: unknown, same: unknown, components?: unknown]>([
    [
      'uint256',
      '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      2n ** 256n - 1n,
    ],
    ['uint256', 7, 7n],
    ['uint256', '+7', 7n],
    ['uint8', '0xff', 255n],
    ['int256', '-1', -1n],
    ['int8', -128, -128n],
    ['address', WHO, WHO],
    ['address', WHO.toLowerCase(), WHO],
    ['bool', true, true],
    ['bool', 'true', true],
    ['bool', 'false', false],
    ['string', 'zł €', 'zł €'],
    ['string', '', ''],
    ['bytes', '0x', '0x'],
    ['bytes', '0xABcd', '0xabcd'],
    ['bytes4', '0x12345678', '0x12345678'],
    ['uint256[]', ['1', 2], [1n, 2n]],
    ['uint256[]', '["1","2"]', [1n, 2n]],
    ['uint256[2][]', [['1', '2']], [[1n, 2n]]],
    ['tuple', ['1', 'x'], { amount: 1n, note: 'x' }, PAIR],
    ['tuple', { note: 'x', amount: '1' }, { amount: 1n, note: 'x' }, PAIR],
    ['tuple', '{"note":"x","amount":"1"}', { amount: 1n, note: 'x' }, PAIR],
    [
      'tuple[]',
      [['1', 'x'], { amount: '2', note: '' }],
      [
        { amount: 1n, note: 'x' },
        { amount: 2n, note: '' },
      ],
      PAIR,
    ],
  ])('%s: %j', (type, given, same, components) => {
    const abi = method(type, components)
    const other = encodeFunctionData({ abi: [abi] as unknown as Abi, functionName: 'f', args: [same] })
    expect(encodeCall(abi, 'f', [given], 'hex')).toBe(other)
  })

  it.each<readonly [type: string, given: unknown, components?: unknown]>([
    ['uint256', '-1'],
    ['uint256', '1.5'],
    ['uint256', 1.5],
    ['uint256', 2 ** 53],
    ['uint256', '1e3'],
    ['uint256', ''],
    ['uint256', null],
    ['uint256', true],
    ['uint256', '9'.repeat(100)],
    ['uint256', (2n ** 256n).toString()],
    ['uint8', '256'],
    ['int8', '128'],
    ['address', WHO.replace('5aA', '5aa')],
    ['address', 'xdc5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['address', 1],
    ['bool', 'yes'],
    ['bool', 1],
    ['string', 1],
    ['bytes', '0x1'],
    ['bytes', 'ab'],
    ['bytes4', '0x1234'],
    ['bytes4', '0x1234567890'],
    ['uint256[]', '1'],
    ['uint256[]', 'x'],
    ['uint256[]', ['x']],
    ['uint256[]', {}],
    ['uint256[2]', ['1']],
    ['tuple', ['1'], PAIR],
    ['tuple', ['1', 'x', 'y'], PAIR],
    ['tuple', { amount: '1' }, PAIR],
    ['tuple', null, PAIR],
    ['tuple', '"x"', PAIR],
    [`uint256${'[]'.repeat(20)}`, Array.from({ length: 20 }).reduce((inner) => [inner], 1)],
  ])('%s: %j does not fit', (type, given, components) => {
    expect(() => encodeCall(method(type, components), 'f', [given], 'hex')).toThrow(BadTransaction)
  })

  it('as many as the method takes, of the method that is named', () => {
    const store = methodOf('store')
    expect(encodeCall(store, 'store', ['5'], 'hex')).toBe(`0x6057361d${'5'.padStart(64, '0')}`)
    expect(encodeCall({ ...store, name: undefined }, 'store', ['5'], 'hex')).toMatch(/^0x6057361d/)
    for (const call of [
      () => encodeCall(store, 'store', [], 'hex'),
      () => encodeCall(store, 'store', ['1', '2'], 'hex'),
      () => encodeCall(store, 'other', ['1'], 'hex'),
      () => encodeCall({ ...store, type: 'event' }, 'store', ['1'], 'hex'),
      () => encodeCall({ ...store, inputs: 'x' }, 'store', ['1'], 'hex'),
      () => encodeCall({ ...store, inputs: [{ type: 'nonsense' }] }, 'store', ['1'], 'hex'),
      () => encodeCall({ ...store, inputs: [null] }, 'store', ['1'], 'hex'),
    ]) {
      expect(call).toThrow(BadTransaction)
    }
  })

  it('addresses in the chain’s own writing', () => {
    const { codec } = evm(records.ONE)
    const one = 'one1a50tun737ulcvwy0yvve0pvu5skq0kjargvhwe'
    const data = codec.encodeCall(method('address'), 'f', [one])
    expect(data).toContain('ed1ebe4fd1f73f86388f231997859ca42c07da5d')
    expect(codec.decodeResult(method('address'), 'f', `0x${data.slice(10)}`)).toBe(one)
  })
})

describe('results', () => {
  const echo = methodOf('echo') as unknown as AbiFunction
  const result = [[{ amount: 2n ** 200n, note: 'zł' }], '0x01020304', '0xabcd', true, WHO, -5n]

  it('several are a list; integers are text, named tuples objects', () => {
    const data = encodeAbiParameters(echo.outputs, result)
    expect(decodeResult({ ...echo }, 'echo', data, 'hex')).toEqual([
      [{ amount: (2n ** 200n).toString(), note: 'zł' }],
      '0x01020304',
      '0xabcd',
      true,
      WHO,
      '-5',
    ])
  })

  it('one is itself, none is null', () => {
    expect(decodeResult(methodOf('stored'), 'stored', `0x${'7'.padStart(64, '0')}`, 'hex')).toBe('7')
    expect(decodeResult({ ...methodOf('store'), outputs: [] }, 'store', '0x', 'hex')).toBeNull()
    expect(decodeResult({ name: 'f', inputs: [] }, 'f', '0x', 'hex')).toBeNull()
  })

  it.each(['0x', '0x12', `0x${'0'.repeat(62)}`, 'canary', ''])('%s is none of an integer', (data) => {
    expect(() => decodeResult(methodOf('stored'), 'stored', data, 'hex')).toThrow(BadTransaction)
  })

  it('text that is no UTF-8 is refused', () => {
    const words = ['20', '2'].map((word) => word.padStart(64, '0'))
    const data = `0x${words.join('')}c328${'0'.repeat(60)}`
    expect(() => decodeResult(method('string'), 'f', data, 'hex')).toThrow(BadTransaction)
  })
})

/** Each of the lists names the one behind it so many times, and the last one has so many numbers. */
function nested(depth: number, times: number): string {
  const words = [32, ...Array.from({ length: depth - 1 }, () => [times, ...Array(times).fill(32 * times)])]
  return `0x${[...words.flat(), times, ...Array(times).fill(7)].map((word) => word.toString(16).padStart(64, '0')).join('')}`
}

describe('what a caller describes holds nobody up', () => {
  const numbers = (count: number) => Array(count).fill('7')
  it.each<readonly [what: string, call: () => unknown]>([
    ['a long list of no bytes', () => decodeResult(method('uint256[0][200000]'), 'f', '0x', 'hex')],
    ['a longer list than the answer', () => decodeResult(method('uint8[2000000]'), 'f', '0x', 'hex')],
    ['empty tuples', () => decodeResult(method('tuple[200000]', []), 'f', '0x', 'hex')],
    ['a list that is named many times', () => decodeResult(method('uint8[][][]'), 'f', nested(3, 30), 'hex')],
    ['a text with a long list', () => encodeCall(method('uint8[]'), 'f', [`[${numbers(200_000)}]`], 'hex')],
    ['very many addresses', () => encodeCall(method('address[]'), 'f', [Array(30_000).fill(WHO)], 'hex')],
    [
      'a description of very many types',
      () => encodeCall({ ...method(''), inputs: Array(12_000).fill({ type: 'bool' }) }, 'f', [], 'hex'),
    ],
  ])('%s', (_what, call) => {
    const start = performance.now()
    expect(call).toThrow(/More than 10000 values|more than 400 types/)
    expect(performance.now() - start).toBeLessThan(500)
  })

  it('and what there is room for is read', () => {
    const echo = method('uint256[]')
    const data = encodeCall(echo, 'f', [numbers(9_999)], 'hex')
    expect(decodeResult(echo, 'f', `0x${data.slice(10)}`, 'hex')).toHaveLength(9_999)
  })
})

const scalar = fc.constantFrom(
  ...(['uint256', 'int8', 'bool', 'address', 'string', 'bytes', 'bytes7'] as const).map((type) => ({ type })),
)
/** A type, and how deep it is. */
const { type: anyType } = fc.letrec<{ type: object }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.record({ list: tie('type'), length: fc.constantFrom(null, 0, 1, 3) }),
    fc.record({ tuple: fc.array(tie('type'), { maxLength: 3 }) }),
  ),
}))

interface Described {
  readonly type: string
  readonly components?: readonly Described[]
}

function described(one: object): Described {
  if ('list' in one && 'length' in one) {
    const { type, ...rest } = described(Object(one.list))
    return { ...rest, type: `${type}[${one.length ?? ''}]` }
  }
  if ('tuple' in one && Array.isArray(one.tuple))
    return { type: 'tuple', components: one.tuple.map((part: object) => described(part)) }
  return one as Described
}

const LEAVES: Readonly<Record<string, unknown>> = {
  uint256: 2n ** 255n,
  int8: -128n,
  bool: true,
  address: WHO.toLowerCase(),
  string: `zł${'x'.repeat(40)}`,
  bytes: `0x${'ab'.repeat(33)}`,
  bytes7: '0x01020304050607',
}

function sampleOf(one: object): unknown {
  if ('list' in one && 'length' in one)
    return Array.from({ length: Number(one.length ?? 2) }, () => sampleOf(Object(one.list)))
  if ('tuple' in one && Array.isArray(one.tuple)) return one.tuple.map((part: object) => sampleOf(part))
  return LEAVES[(one as Described).type]
}

it('the bytes are those that ethers makes, and are read back', () => {
  fc.assert(
    fc.property(fc.array(anyType, { minLength: 1, maxLength: 4 }), (given) => {
      const types = given.map((one) => ParamType.from(described(one)))
      const values = given.map(sampleOf)
      const bytes = AbiCoder.defaultAbiCoder().encode(types, values)
      expect(`0x${encode(types, values)}`).toBe(bytes)
      expect(decode(types, bytes, new Room(10_000))).toEqual(values)
    }),
    { numRuns: 500 },
  )
})

it('whatever is given, it is encoded, decoded, or refused', () => {
  const types = fc.constantFrom(
    ...[
      'uint256',
      'int8',
      'address',
      'bool',
      'string',
      'bytes',
      'bytes32',
      'uint8[]',
      'tuple',
      'tuple[2]',
      'x',
      '',
    ],
  )
  const inputs = fc.array(
    fc.record({ name: fc.string({ maxLength: 3 }), type: types, components: fc.constant(PAIR) }),
    {
      maxLength: 3,
    },
  )
  const refusedOrDone = (call: () => unknown): void => {
    try {
      call()
    } catch (error) {
      expect(error).toBeInstanceOf(BadTransaction)
    }
  }
  fc.assert(
    fc.property(
      fc.oneof(
        fc.record({ type: fc.constant('function'), name: fc.constant('f'), inputs, outputs: inputs }),
        fc.dictionary(
          fc.constantFrom('name', 'type', 'inputs', 'outputs', 'stateMutability'),
          fc.jsonValue(),
        ),
      ),
      fc.array(fc.jsonValue(), { maxLength: 3 }),
      fc.uint8Array({ maxLength: 200 }),
      (abi, args, data) => {
        refusedOrDone(() => encodeCall(abi, 'f', args, 'hex'))
        refusedOrDone(() => decodeResult(abi, 'f', `0x${Buffer.from(data).toString('hex')}`, 'hex'))
      },
    ),
    { numRuns: 3_000 },
  )
})
