import { Validator } from '@seriousme/openapi-schema-validator'
import { exampleCalls, operations } from '@tallystick/operations'
import { Check, Errors } from 'typebox/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routesOf } from '../routes.js'
import { type Running, startService } from '../service.fixture.js'
import { openApiDocument } from './openapi.js'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

interface OperationObject {
  readonly operationId: string
  readonly 'x-operation-ids': readonly string[]
  readonly 'x-credits': unknown
  readonly description: string
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: unknown } } }
  readonly responses: Readonly<Record<string, unknown>>
}

interface Content {
  readonly content?: {
    readonly 'application/json': {
      readonly schema: unknown
      readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
    }
  }
}

// Read back from its text: what a client gets.
const document: Document = JSON.parse(JSON.stringify(openApiDocument('')))
const found = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

let service: Running
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone({ ...document }))
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('is served to anybody, as it is', async () => {
  const answer = await service.call('GET', '/openapi.json', { key: null })
  expect(answer.body).toEqual(document)
})

describe('says what the catalogue says', () => {
  test('every operation, once, under its method and path', () => {
    expect(found.flatMap(({ operation }) => operation['x-operation-ids']).sort()).toEqual(
      operations.map(({ id }) => id).sort(),
    )
    expect(new Set(found.map(({ operation }) => operation.operationId)).size).toBe(found.length)
    for (const { id, method, path } of operations) {
      expect(document.paths[path]?.[method.toLowerCase()]?.['x-operation-ids']).toContain(id)
    }
  })

  test.each(found.map((item) => [item.operation.operationId, item] as const))('%s', (_id, item) => {
    const route = routesOf().find(({ method, path }) => method === item.method && path === item.path)
    const [main, ...overloads] = route?.operations ?? []
    if (main === undefined) throw new Error('No such route')
    const { operation } = item
    const named = (place: string) =>
      operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
    expect(named('path')).toEqual(Object.keys(main.params))
    expect(named('query')).toEqual(Object.keys(main.query))
    const takesKey = operation.parameters.some(
      ({ $ref }) => $ref === '#/components/parameters/Idempotency-Key',
    )
    const kinds = [main, ...overloads].map(({ kind, stream }) => kind === 'command' && stream === null)
    expect(takesKey).toBe(kinds.includes(true))
    expect(operation.requestBody === undefined).toBe(main.body === null && main.document === null)
    expect(operation.responses).toHaveProperty(main.output === null ? '204' : '200')
    for (const status of ['400', '401', '429', '431', '500', '503'])
      expect(operation.responses).toHaveProperty(status)
    if (main.price.kind === 'flat') expect(operation['x-credits']).toBe(main.price.credits)
    expect(operation.description).toMatch(/Costs .*credit/)
    if (overloads.length > 0) {
      expect(operation.requestBody?.content['application/json'].schema).toHaveProperty('anyOf')
    }
  })
})

/** Each of a body or an answer, with its schema. */
const examples = found.flatMap(({ operation }) =>
  [operation.requestBody, operation.responses['200']].flatMap((part) => {
    const { schema, examples = {} } = (part as Content | undefined)?.content?.['application/json'] ?? {}
    return Object.entries(examples).map(([id, { value }]) => [id, schema, value] as const)
  }),
)

test('every example is as its schema says', () => {
  expect(examples.length).toBeGreaterThan(operations.length / 2)
  const wrong = examples.flatMap(([id, schema, value]) => {
    const whole = { ...Object(schema), components: document.components }
    return Check(whole, value) ? [] : [`${id}: ${JSON.stringify(Errors(whole, value)[1]).slice(0, 300)}`]
  })
  expect(wrong).toEqual([])
})

test('a secret is a password, which is only sent, or only answered', () => {
  const text = JSON.stringify(document)
  // A wallet of XRP, which is an example too, has a field of this name with a text.
  expect(text).not.toMatch(/"(?:secret|exact)":(?:true|"answered")/)
  const { components, paths } = document as unknown as {
    components: { schemas: Record<string, { properties: Record<string, object> }> }
    paths: Record<string, Record<string, { parameters: readonly object[] }>>
  }
  expect(components.schemas['PrivKeyRequest']?.properties['mnemonic']).toMatchObject({
    format: 'password',
    writeOnly: true,
  })
  const answered = components.schemas['PrivKey']?.properties['key']
  expect(answered).toMatchObject({ format: 'password' })
  expect(answered).not.toHaveProperty('writeOnly')
  // A field may be named as the mark is.
  expect(components.schemas['XrpWallet']).toMatchObject({
    required: ['address', 'secret'],
    properties: { secret: { type: 'string', format: 'password' } },
  })
  expect(paths['/v3/ethereum/wallet']?.['get']?.parameters).toEqual([
    expect.objectContaining({ name: 'mnemonic', schema: expect.objectContaining({ format: 'password' }) }),
    expect.objectContaining({ name: 'testnetType' }),
    { $ref: '#/components/parameters/x-testnet-type' },
  ])
})

test('every reference leads somewhere, and no schema brings a base of its own', () => {
  const text = JSON.stringify(document)
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(references.length).toBeGreaterThan(100)
  for (const reference of new Set(references)) {
    let target: unknown = document
    for (const part of reference.split('/')) target = Reflect.get(Object(target), part)
    expect(target, reference).toBeDefined()
  }
  expect(text).not.toContain('"$id"')
})

test('chapters have a title and a text, and are in one group each', () => {
  const { tags, 'x-tagGroups': groups } = document as unknown as {
    tags: readonly { name: string; 'x-displayName': string; description: string }[]
    'x-tagGroups': readonly { name: string; tags: readonly string[] }[]
  }
  expect(tags.filter((tag) => !tag['x-displayName'] || !tag.description)).toEqual([])
  expect(groups.flatMap((group) => group.tags)).toEqual(tags.map(({ name }) => name))
  expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(operations.map(({ area }) => area)))
})

test('a request has an example of each operation, and so has every answer', () => {
  const calls = exampleCalls()
  const silent = operations.filter(({ id, output }) => output !== null && calls[id]?.answer == null)
  expect(silent.map(({ id }) => id)).toEqual([])
  const lacking = found.flatMap(({ operation }) =>
    operation['x-operation-ids'].filter((id) => {
      const body = operation.requestBody?.content['application/json'] as { examples?: object } | undefined
      const own = operations.find((one) => one.id === id)
      return own?.body != null && !Object.hasOwn(body?.examples ?? {}, id)
    }),
  )
  expect(lacking).toEqual([])
  expect(document.paths['/v3/ledger/account/{id}/fund']?.['post']?.responses['200']).toMatchObject({
    content: { 'application/json': { examples: { fund: { value: { reference: 'bank-2026-17' } } } } },
  })
})

test('extensions are marked', () => {
  const marked = found.filter(({ operation }) => 'x-extension' in operation)
  const ids = marked.map(({ operation }) => operation.operationId)
  expect(ids).toEqual(
    expect.arrayContaining(['fund', 'withdraw', 'sendLinkedTransactions', 'getAccountBalanceAt']),
  )
  expect(ids).not.toContain('sendTransaction')
})

test('a mounted service says where it is', () => {
  expect(openApiDocument('/bank')).toMatchObject({ servers: [{ url: '/bank' }] })
})
