import type { Violation } from '@tallystick/core'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { catalogue, operations } from '../catalogue/index.js'
import { type AnyOperation, empty, operation } from '../operation.js'
import { flat } from '../price.js'
import { takesAnyDepth } from './depth.js'
import { ArgumentCheck, type Checked, type RequestParts } from './validate.js'

const checks = {
  account: new ArgumentCheck(catalogue.createAccount),
  accounts: new ArgumentCheck(catalogue.createAccountBatch),
  block: new ArgumentCheck(catalogue.blockAmount),
  list: new ArgumentCheck(catalogue.getAccounts),
  records: new ArgumentCheck(catalogue.getTransactionsByAccountId),
  activate: new ArgumentCheck(catalogue.activateAccount),
}

const ID = 'a'.repeat(24)
const parts = (given: Partial<RequestParts>): RequestParts => ({
  params: {},
  query: {},
  body: undefined,
  ...given,
})

function args(checked: Checked): unknown {
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.violations)}`)
  return checked.args
}

function violations(checked: Checked): readonly Violation[] {
  if (checked.ok) throw new Error(`accepted: ${JSON.stringify(checked.args)}`)
  return checked.violations
}

/** What is wrong as `target property keyword`, for a glance. */
function faults(checked: Checked): string[] {
  return violations(checked).map(
    ({ target, property, constraints = {} }) => `${target} ${property} ${Object.keys(constraints)}`,
  )
}

describe('flat arguments', () => {
  it('are passed on as they are', () => {
    const given = { currency: 'EUR', customer: { externalId: 'c' }, compliant: false }
    expect(args(checks.account.flat(given))).toEqual(given)
    expect(args(checks.list.flat({}))).toEqual({})
  })

  it('may have fields that are undefined: they are left out', () => {
    expect(args(checks.account.flat({ currency: 'EUR', xpub: undefined, accountCode: undefined }))).toEqual({
      currency: 'EUR',
    })
  })

  it('name every field that is unknown, missing or wrong, where it stands', () => {
    const checked = checks.block.flat({ id: '', amount: '1e3', type: 7, note: 'x' })
    expect(faults(checked).sort()).toEqual([
      'body amount pattern',
      'body note additionalProperties',
      'body type type',
      'param id minLength',
    ])
    expect(faults(checks.block.flat({}))).toEqual([
      'param id required',
      'body amount required',
      'body type required',
    ])
    expect(faults(checks.list.flat({ pageSize: 51, sort: 'up' })).sort()).toEqual([
      'query pageSize maximum',
      'query sort enum',
    ])
  })

  it('are an object', () => {
    for (const given of [null, undefined, 'text', 1, true, [], [{ currency: 'EUR' }]]) {
      expect(faults(checks.account.flat(given))).toEqual(['body undefined type'])
    }
  })

  it('are not read as the type of their schema: only text of a request is', () => {
    expect(faults(checks.list.flat({ pageSize: '10', active: 'true' })).sort()).toEqual([
      'query active type',
      'query pageSize type',
    ])
  })

  it('are copied, however deep: what their owner changes later has no effect', () => {
    const customer = { externalId: 'c', metadata: { plan: 'gold' } }
    const account = { currency: 'EUR', customer }
    const accounts = [account]
    const checked = args(checks.accounts.flat({ accounts }))
    const given = structuredClone({ accounts })
    accounts.push({ ...account })
    Object.assign(account, { currency: 'USD' })
    customer.metadata.plan = 'tin'
    expect(checked).toEqual(given)
  })

  it('that contain themselves are refused, also where they say how they are written', () => {
    const self: Record<string, unknown> = { externalId: 'c' }
    self['accounts'] = [{ customer: self }, { customer: self }]
    expect(faults(checks.account.flat({ currency: 'EUR', customer: self }))).toEqual(['body customer depth'])
    const written = { ...self, accounts: [self], toJSON: () => ({}) }
    expect(faults(checks.account.flat({ currency: 'EUR', customer: written })).sort()).toEqual([
      'body customer.accounts additionalProperties',
      'body customer.toJSON additionalProperties',
    ])
    expect(faults(checks.account.flat([self, self]))).toEqual(['body undefined type'])
  })

  it('cannot smuggle a prototype', () => {
    const given = JSON.parse('{"currency":"EUR","__proto__":{"xpub":"x"},"customer":{"externalId":"c"}}')
    expect(faults(checks.account.flat(given))).toEqual(['body __proto__ additionalProperties'])
    const inner = JSON.parse('{"currency":"EUR","customer":{"externalId":"c","__proto__":{"a":1}}}')
    expect(faults(checks.account.flat(inner))).toEqual(['body customer.__proto__ additionalProperties'])
    expect(faults(checks.account.flat(Object.create({ currency: 'EUR' })))).toEqual([
      'body currency required',
    ])
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      expect(faults(checks.account.flat({ currency: 'EUR', [name]: 1 }))).toEqual([
        `body ${name} additionalProperties`,
      ])
    }
  })
})

describe('the parts of a request', () => {
  it('become one flat object', () => {
    const given = parts({
      params: { id: ID },
      query: {},
      body: { amount: '1', type: 'HOLD', ensureSufficientBalance: true },
    })
    expect(args(checks.block.parts(given))).toEqual({
      id: ID,
      amount: '1',
      type: 'HOLD',
      ensureSufficientBalance: true,
    })
  })

  it('are, as text of path and query, read as the type of their schema', () => {
    const query = {
      pageSize: '10',
      page: '0',
      active: 'true',
      frozen: 'false',
      currency: '10',
      accountNumber: '007',
    }
    expect(args(checks.list.parts(parts({ query })))).toEqual({
      pageSize: 10,
      page: 0,
      active: true,
      frozen: false,
      currency: '10',
      accountNumber: '007',
    })
  })

  it.each([
    ['pageSize', ''],
    ['pageSize', ' 1'],
    ['pageSize', '1e1'],
    ['pageSize', '0x1'],
    ['pageSize', '1.5'],
    ['pageSize', '1,'],
    ['pageSize', 'NaN'],
    ['pageSize', '9'.repeat(400)],
    ['active', '1'],
    ['active', 'TRUE'],
    ['active', ''],
  ])('are refused in %s as %j', (name, text) => {
    expect(faults(checks.list.parts(parts({ query: { [name]: text } })))).toEqual([`query ${name} type`])
  })

  it.each([
    ['pageSize', '0', 'minimum'],
    ['pageSize', '-1', 'minimum'],
    ['pageSize', '51', 'maximum'],
    ['page', '-1', 'minimum'],
    ['offset', '9007199254740993', 'maximum'],
    ['sortBy', 'balance', 'enum'],
  ])('are held to the limits: %s=%s', (name, text, keyword) => {
    expect(faults(checks.list.parts(parts({ query: { [name]: text } })))).toEqual([
      `query ${name} ${keyword}`,
    ])
  })

  it('cannot give a parameter twice', () => {
    expect(faults(checks.list.parts(parts({ query: { pageSize: ['1', '2'] } })))).toEqual([
      'query pageSize type',
    ])
    expect(faults(checks.list.parts(parts({ query: { currency: ['EUR'] } })))).toEqual([
      'query currency type',
    ])
  })

  it('may have parameters that public clients add to any call, and no others that are unknown', () => {
    const query = { testnetType: 'ethereum-ropsten', shardID: '0', pageSize: '5', __proto__: { page: '1' } }
    expect(args(checks.list.parts(parts({ query })))).toEqual({ pageSize: 5 })
    const refused = (strange: object) => violations(checks.list.parts(parts({ query: { ...strange } })))
    expect(refused({ pageSiz: '5', sort: 'up' })).toEqual([
      {
        target: 'query',
        property: 'pageSiz',
        value: '5',
        constraints: {
          additionalProperties: 'pageSiz is not a parameter of this call (did you mean pageSize?)',
        },
      },
    ])
    for (const name of ['constructor', 'toString', '', 'x'.repeat(10_000)]) {
      const [violation] = refused({ [name]: 'x' })
      expect(violation?.constraints?.['additionalProperties']).toMatch(/is not a parameter of this call$/)
    }
    // What may be a key is not repeated.
    expect(refused({ privateKey: 'canary' })[0]).not.toHaveProperty('value')
    expect(refused({ [`x${'0'.repeat(64)}`]: 'canary' })[0]).not.toHaveProperty('property')
  })

  it('have an object in the query as its members', () => {
    const query = { 'metadata[plan]': 'gold', 'metadata[no.1]': '', pageSize: '5' }
    expect(faults(checks.list.parts(parts({ query })))).toEqual(['query metadata.no.1 minLength'])
    const given = { 'metadata[plan]': 'gold', 'metadata[no.1]': '17' }
    expect(args(checks.list.parts(parts({ query: given })))).toEqual({
      metadata: { plan: 'gold', 'no.1': '17' },
    })
    for (const name of ['metadata[a b]', 'metadata[__proto__]', 'metadata[]']) {
      expect(faults(checks.list.parts(parts({ query: { [name]: 'x' } })))[0]).toMatch(/^query metadata/)
    }
    for (const name of ['pageSize[x]', 'metadat[x]', 'metadata[x', 'metadata[x][y]']) {
      expect(faults(checks.list.parts(parts({ query: { [name]: 'x' } })))[0]).toContain(
        'additionalProperties',
      )
    }
    expect(faults(checks.list.parts(parts({ query: { metadata: 'x' } })))).toEqual(['query metadata type'])
  })

  it('keep path, query and body apart', () => {
    const body = { amount: '1', type: 'HOLD', id: ID }
    expect(faults(checks.block.parts(parts({ params: { id: ID }, body })))).toEqual([
      'body id additionalProperties',
    ])
    const smuggled = { id: ID, pageSize: 10 }
    expect(faults(checks.records.parts(parts({ body: smuggled })))).toEqual([
      'body pageSize additionalProperties',
    ])
    expect(args(checks.records.parts(parts({ query: { pageSize: '10' }, body: { id: ID } })))).toEqual({
      id: ID,
      pageSize: 10,
    })
    // Each name in its own place alone.
    expect(faults(checks.records.parts(parts({ query: { id: 'x' }, body: { id: ID } })))).toEqual([
      'query id additionalProperties',
    ])
  })

  it('refuse an unknown field of the body by its name', () => {
    const body = { currency: 'EUR', xpud: 'xpub6' }
    expect(violations(checks.account.parts(parts({ body })))).toEqual([
      {
        target: 'body',
        property: 'xpud',
        value: 'xpub6',
        constraints: { additionalProperties: 'xpud is not a field of this call' },
      },
    ])
    const nested = { currency: 'EUR', customer: { externalID: 'c' } }
    expect(
      violations(checks.account.parts(parts({ body: nested }))).map(({ constraints }) => constraints),
    ).toContainEqual({
      additionalProperties: 'customer.externalID is not a field of this call (did you mean externalId?)',
    })
    for (const text of [
      '{"currency":"EUR","__proto__":{"xpub":"x"}}',
      '{"currency":"EUR","constructor":1}',
    ]) {
      expect(faults(checks.account.parts(parts({ body: JSON.parse(text) })))[0]).toMatch(
        /^body (__proto__|constructor) additionalProperties$/,
      )
    }
    expect(({} as Record<string, unknown>)['xpub']).toBeUndefined()
  })

  it('do not turn types of the body: it is JSON, and says what it means', () => {
    const body = { currency: 'EUR', compliant: 'true', accountCode: 7 }
    expect(faults(checks.account.parts(parts({ body }))).sort()).toEqual([
      'body accountCode type',
      'body compliant type',
    ])
  })

  it.each([undefined, null, '', 'currency=EUR', 1, true, [], [{ currency: 'EUR' }]])(
    'have an object as body where the operation has one, not %j',
    (body) => {
      expect(violations(checks.account.parts(parts({ body })))).toEqual([
        { target: 'body', constraints: { type: 'the body must be a JSON object' } },
      ])
    },
  )

  it('may have any body where the operation has none', () => {
    for (const body of [undefined, null, {}, '', { id: 'other' }, []]) {
      expect(args(checks.activate.parts(parts({ params: { id: ID }, body })))).toEqual({ id: ID })
    }
  })

  it('may not have in such a body what belongs in the query: it would not count', () => {
    const cancel = new ArgumentCheck(catalogue.cancelInProgressWithdrawal)
    expect(violations(cancel.parts(parts({ params: { id: ID }, body: { revert: false } })))).toEqual([
      {
        target: 'body',
        property: 'revert',
        value: false,
        constraints: {
          additionalProperties: 'revert is not a field of this call (it belongs in the query)',
        },
      },
    ])
    const given = parts({ params: { id: ID }, query: { revert: 'false' }, body: {} })
    expect(args(cancel.parts(given))).toEqual({ id: ID, revert: false })
  })
})

describe('violations', () => {
  it('say where, what and why', () => {
    expect(violations(checks.list.flat({ pageSize: 0 }))).toEqual([
      {
        target: 'query',
        property: 'pageSize',
        value: 0,
        constraints: { minimum: 'pageSize must be >= 1' },
      },
    ])
    expect(violations(checks.activate.flat({}))).toEqual([
      { target: 'param', property: 'id', constraints: { required: 'id is missing' } },
    ])
  })

  it('name the place inside a list or an object', () => {
    const given = { accounts: [{ currency: 'EUR' }, { currency: 'E', customer: {} }] }
    expect(faults(checks.accounts.flat(given)).sort()).toEqual([
      'body accounts.1.currency minLength',
      'body accounts.1.customer.externalId required',
    ])
    expect(faults(checks.accounts.flat({ accounts: { 0: { currency: 'EUR' } } }))).toEqual([
      'body accounts type',
    ])
    expect(
      faults(checks.account.flat({ currency: 'EUR', customer: { externalId: 'c', 'a/b~c': 1 } })),
    ).toEqual(['body customer.a/b~c additionalProperties'])
    expect(faults(checks.accounts.flat({ accounts: [null, []] }))).toEqual([
      'body accounts.0 type',
      'body accounts.1 type',
    ])
  })

  it('are at most eight', () => {
    const unknown = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, index]))
    expect(violations(checks.list.flat(unknown))).toHaveLength(8)
    expect(faults(checks.list.flat(unknown))).toContain('body field0 additionalProperties')
    const accounts = Array.from({ length: 100 }, () => ({ currency: '' }))
    expect(violations(checks.accounts.flat({ accounts }))).toHaveLength(8)
  })

  it('give long values back cut, and never a whole object', () => {
    const long = 'x'.repeat(10_000)
    const checked = checks.account.flat({
      currency: long,
      accountCode: { deep: long },
      accountNumber: [long],
    })
    const values = Object.fromEntries(violations(checked).map(({ property, value }) => [property, value]))
    expect(values).toEqual({ currency: 'x'.repeat(200), accountCode: '[object]', accountNumber: '[array]' })
  })

  it.each([
    [
      'at the top of a body',
      (name: string) => checks.account.parts(parts({ body: { currency: 'EUR', [name]: 1 } })),
    ],
    ['in flat arguments', (name: string) => checks.account.flat({ currency: 'EUR', [name]: 1 })],
    [
      'inside a body',
      (name: string) =>
        checks.account.parts(parts({ body: { currency: 'EUR', customer: { externalId: 'c', [name]: 1 } } })),
    ],
  ])('cut long names %s', (_, check) => {
    const text = JSON.stringify(violations(check('n'.repeat(100_000))))
    expect(text).toContain('nnn')
    expect(text.length).toBeLessThan(1_000)
  })
})

describe('ArgumentCheck', () => {
  it.each(operations)('checks $id', (each: AnyOperation) => {
    expect(() => new ArgumentCheck(each)).not.toThrow()
  })

  it('takes no operation that uses one name in two places', () => {
    const twice = operation({
      id: 'twice',
      area: 'Account',
      method: 'PUT',
      path: '/v3/twice/{id}',
      summary: 'Twice',
      price: flat(1),
      params: { id: Type.String() },
      body: Type.Object({ id: Type.Number() }),
      output: null,
      errors: [],
    }).read(async () => empty())
    expect(() => new ArgumentCheck(twice)).toThrow(/twice uses one name in two places/)
  })
})

describe('a field that takes any JSON', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 1
    for (let level = 0; level < depth; level++) value = [value]
    return value
  }
  const call = { contractAddress: `0x${'1'.repeat(40)}`, methodName: 'f', methodABI: {}, params: [] }
  const signed = { ...call, fromPrivateKey: `0x${'2'.repeat(64)}` }
  const check = new ArgumentCheck(catalogue.callSmartContractMethod)

  it('nests 100 deep at most', () => {
    expect(check.flat({ ...signed, params: nested(100) }).ok).toBe(true)
    expect(faults(check.flat({ ...signed, params: nested(101) }))).toEqual(['body params depth'])
    expect(faults(check.flat({ ...signed, methodABI: { name: nested(20_000) } }))).toEqual([
      'body methodABI depth',
    ])
    const self: Record<string, unknown> = { toJSON: () => 1 }
    expect(faults(check.flat({ ...signed, params: [Object.assign(self, { self, same: self })] }))).toEqual([
      'body params depth',
    ])
  })

  it('is one of three', () => {
    const open = operations.flatMap(({ body, document }) =>
      Object.entries({ ...body?.properties, ...(document === null ? {} : { body: document }) })
        .filter(([, schema]) => takesAnyDepth(schema))
        .map(([name]) => name),
    )
    expect([...new Set(open)].sort()).toEqual(['body', 'methodABI', 'params'])
  })
})
