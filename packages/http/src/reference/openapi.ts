/**
 * The catalogue as an OpenAPI 3.1 document. TypeBox schemas are JSON Schema already; a schema with an `$id` becomes a
 * component of that name.
 */
import { REJECTIONS, type RejectionCode } from '@tallystick/core'
import {
  type AnyOperation,
  describePrice,
  exampleCalls,
  operations,
  shownDiscriminator,
  VERSION,
} from '@tallystick/operations'
import Type, { type TProperties, type TSchema } from 'typebox'
import { rejectionBody } from '../errors.js'
import { type Route, routesOf } from '../routes.js'
import { tagsOf } from './tags.js'

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
type JsonObject = { readonly [name: string]: Json }

/** In the descriptions of operations that the documented API does not have. */
const OWN = "Tallystick's own"

const COMPONENTS = '#/components'
const ref = (kind: string, name: string): JsonObject => ({ $ref: `${COMPONENTS}/${kind}/${name}` })

/** @param prefix The path under which the service is mounted: '' for the root */
export function openApiDocument(prefix: string, list: readonly AnyOperation[] = operations): JsonObject {
  const schemas = new Schemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routesOf(list)) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationObject(route, schemas),
    }
  }
  schemas.put('Error', ERROR_SCHEMA)
  schemas.put('Violation', VIOLATION_SCHEMA)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallystick',
      version: VERSION,
      summary: 'A double-entry ledger for customer money',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    security: [{ apiKey: [] }],
    ...tagsOf(list),
    paths,
    components: {
      schemas: schemas.components,
      responses: COMMON_RESPONSES,
      parameters: { 'Idempotency-Key': IDEMPOTENCY_KEY, 'x-testnet-type': TESTNET_TYPE },
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
  }
}

const INTRODUCTION = `Amounts are decimal strings. Some operations of chains take or return them as JSON numbers; all digits of these count. Timestamps are epoch milliseconds. An empty answer has status 204.

Every call carries its API key in the header \`x-api-key\`. A call that succeeds costs the credits that its description states. A refused call costs nothing and changes nothing.

A call that changes something may carry an \`Idempotency-Key\`. Repeated with the same key and the same arguments, it returns the first answer and does nothing again.`

function operationObject(route: Route, schemas: Schemas): JsonObject {
  const { operations: overloads } = route
  const main = overloads.find(({ discriminators }) => discriminators.length === 0) ?? overloads[0]
  if (main === undefined) throw new Error(`${route.method} ${route.path} has no operation`)
  return {
    operationId: main.id,
    'x-operation-ids': overloads.map(({ id }) => id),
    tags: [main.area],
    summary: main.summary,
    description: overloads.map((operation) => describe(operation, overloads.length > 1)).join('\n\n'),
    'x-credits': credits(main),
    // Beside the documented API: their descriptions say so.
    ...(overloads.every(({ description }) => description?.includes(OWN) === true)
      ? { 'x-extension': true }
      : {}),
    parameters: [
      ...parameters('path', main.params, schemas, main.id),
      ...parameters('query', main.query, schemas, main.id),
      // A pass-through has its effect elsewhere, so it takes no idempotency key.
      ...(overloads.some(isKeyed) ? [ref('parameters', 'Idempotency-Key')] : []),
      ...(Object.hasOwn(main.query, 'testnetType') ? [ref('parameters', 'x-testnet-type')] : []),
    ],
    ...requestBody(overloads, schemas),
    responses: responses(overloads, schemas),
  }
}

function isKeyed({ kind, stream }: AnyOperation): boolean {
  return kind === 'command' && stream === null
}

function describe(operation: AnyOperation, hasOverloads: boolean): string {
  const name = hasOverloads
    ? `**${operation.id}**${discriminatorsText(operation)}: ${operation.summary}.`
    : undefined
  const price = `Costs ${describePrice(operation.price)}.`
  return [name, operation.description, ignoredText(operation), price]
    .filter((part) => part !== undefined)
    .join(' ')
}

function ignoredText({ ignored }: AnyOperation): string | undefined {
  if (ignored.length === 0) return undefined
  return `The body may contain ${ignored.map((field) => `\`${field}\``).join(', ')}, which the service does not read.`
}

function discriminatorsText({ discriminators }: AnyOperation): string {
  return discriminators.length === 0
    ? ''
    : ` (with ${discriminators.map((field) => `\`${shownDiscriminator(field)}\``).join(', ')})`
}

function credits({ price }: AnyOperation): Json {
  switch (price.kind) {
    case 'flat':
    case 'unstated':
      return price.credits
    case 'perItem':
      return { base: price.base, each: price.each, item: price.item }
    case 'perMethod':
      return { rates: price.rates }
  }
}

function parameters(
  place: 'path' | 'query',
  fields: TProperties,
  schemas: Schemas,
  operation: string,
): readonly JsonObject[] {
  const given = exampleCalls()[operation]?.args ?? {}
  // As an object schema, for its list of required fields.
  const required: readonly string[] = Type.Object(fields).required ?? []
  return Object.entries(fields).map(([name, schema]) => {
    const { description, ...rest } = objectOf(schemas.convert(schema))
    return {
      name,
      in: place,
      // OpenAPI requires every path parameter. If one is optional, its description says so.
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      // As `name[member]=value`.
      ...(rest['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
      ...(Object.hasOwn(given, name) ? { example: given[name] as Json } : {}),
      schema: rest,
    }
  })
}

function requestBody(overloads: readonly AnyOperation[], schemas: Schemas): JsonObject {
  const bodies = overloads.flatMap(({ body, document }) => {
    const content = document ?? body
    return content === null ? [] : [schemas.convert(content)]
  })
  const [first, ...others] = bodies
  if (first === undefined) return {}
  const schema = others.length === 0 ? first : { anyOf: bodies }
  const required = !overloads.some(({ bodyOptional }) => bodyOptional)
  const examples = examplesOf(overloads, ({ body, document, id }) => {
    const args = exampleCalls()[id]?.args
    if (args === undefined || document !== null) return args?.['body']
    const fields = Object.keys(body?.properties ?? {}).filter((name) => Object.hasOwn(args, name))
    return Object.fromEntries(fields.map((name) => [name, args[name]]))
  })
  return { requestBody: { required, content: { 'application/json': { schema, ...examples } } } }
}

/** What each operation of a route was called with, or has answered, in the tests. */
function examplesOf(
  overloads: readonly AnyOperation[],
  pick: (operation: AnyOperation) => unknown,
): JsonObject {
  const found = overloads.flatMap((operation) => {
    const value = pick(operation)
    return value === undefined || value === null ? [] : [[operation.id, { value: value as Json }] as const]
  })
  return found.length === 0 ? {} : { examples: Object.fromEntries(found) }
}

function responses(overloads: readonly AnyOperation[], schemas: Schemas): JsonObject {
  const outputs = overloads.map(({ output }) => (output === null ? null : schemas.convert(output)))
  const shapes = [...new Map(outputs.map((output) => [JSON.stringify(output), output])).values()]
  const [shape = null, ...others] = shapes
  const success =
    shape === null
      ? { 204: { description: 'Done' } }
      : {
          200: {
            description: 'Done',
            ...(overloads.some(({ query }) => Object.hasOwn(query, 'cursor'))
              ? { headers: NEXT_CURSOR }
              : {}),
            content: {
              'application/json': {
                schema: others.length === 0 ? shape : { anyOf: shapes },
                ...examplesOf(overloads, ({ id }) => exampleCalls()[id]?.answer),
              },
            },
          },
        }
  const codes = new Set(
    overloads.flatMap(({ errors, kind }): readonly RejectionCode[] =>
      kind === 'command' ? ['key.not.allowed', ...errors] : errors,
    ),
  )
  const isLater = [...codes].filter((code) => REJECTIONS[code].status === 503)
  const own: Record<string, Json> = {}
  for (const status of new Set([...codes].map((code) => REJECTIONS[code].status))) {
    own[status] = errorResponse([...codes].filter((code) => REJECTIONS[code].status === status))
  }
  return {
    ...success,
    400: ref('responses', 'Invalid'),
    401: ref('responses', 'Unauthorized'),
    ...own,
    ...(overloads.some(isKeyed) ? { 422: ref('responses', 'KeyReused') } : {}),
    429: ref('responses', 'Overloaded'),
    431: ref('responses', 'HeadTooLarge'),
    500: ref('responses', 'Failed'),
    503: isLater.length === 0 ? ref('responses', 'Unavailable') : later(['unavailable', ...isLater]),
  }
}

/** One example for each code, so the reference shows the actual messages. */
function errorResponse(codes: readonly RejectionCode[]): JsonObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${REJECTIONS[code].cause}`).join('\n\n'),
    content: {
      'application/json': {
        schema: ref('schemas', 'Error'),
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: REJECTIONS[code].cause, value: example(code) }]),
        ),
      },
    },
  }
}

function example(code: RejectionCode): JsonObject {
  const { statusCode, message } = rejectionBody({ code })
  return { statusCode, errorCode: code, message }
}

const COMMON_RESPONSES: JsonObject = {
  Invalid: errorResponse(['validation.failed', 'request.too.large']),
  Unauthorized: errorResponse(['subscription.invalid', 'subscription.not.active']),
  KeyReused: errorResponse(['idempotency.key.reused']),
  Overloaded: later(['overloaded']),
  HeadTooLarge: errorResponse(['request.head.too.large']),
  Unavailable: later(['unavailable']),
  Failed: {
    description: 'The service failed. It is unknown whether the call took effect',
    content: { 'application/json': { schema: ref('schemas', 'Error') } },
  },
}

function later(codes: readonly RejectionCode[]): JsonObject {
  return {
    ...errorResponse(codes),
    headers: {
      'Retry-After': {
        description: 'Seconds to wait before the call is repeated',
        schema: { type: 'integer' },
      },
    },
  }
}

const NEXT_CURSOR: JsonObject = {
  'x-next-cursor': {
    description: 'The `cursor` of the next page, if there may be one. An extension of the documented API',
    schema: { type: 'string' },
  },
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The service stores the first answer to a key. The same call with the same key returns it and does nothing again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const TESTNET_TYPE: JsonObject = {
  name: 'x-testnet-type',
  in: 'header',
  required: false,
  description:
    'Same as the query parameter `testnetType`, which takes precedence. Unknown names mean the default.',
  schema: { type: 'string' },
}

const ERROR_SCHEMA: JsonObject = {
  type: 'object',
  required: ['statusCode', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    errorCode: { type: 'string', enum: Object.keys(REJECTIONS), description: 'Absent on 500' },
    message: { type: 'string', description: 'Cause and remedy' },
    data: {
      type: 'array',
      items: ref('schemas', 'Violation'),
      description: 'What is wrong with the request; only on validation.failed',
    },
  },
}

const VIOLATION_SCHEMA: JsonObject = {
  type: 'object',
  required: ['target'],
  properties: {
    target: { type: 'string', enum: ['body', 'query', 'param', 'header'] },
    property: { type: 'string', description: 'Path of the field, with dots' },
    value: { description: 'The value that was sent; long values are truncated' },
    constraints: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The requirements that the field does not meet, by name of the rule',
    },
  },
}

/** Reference pages and generated clients then hide the value. An answer does not show secrets that are only sent. */
function secretMarks(secret: Json): JsonObject {
  return secret === 'answered' ? { format: 'password' } : { format: 'password', writeOnly: true }
}

const EXACT_NOTE = '. All digits count: read and write it as a decimal, not as a double'

/**
 * Keywords whose members are named by callers and not by JSON Schema, and keywords that contain values instead of
 * schemas.
 */
const OF_FIELDS: ReadonlySet<string> = new Set(['properties', 'patternProperties'])
const OF_VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])

/** Collects named schemas while converting. */
class Schemas {
  private readonly named = new Map<string, Json>()

  get components(): JsonObject {
    return Object.fromEntries([...this.named].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  put(name: string, schema: JsonObject): void {
    this.named.set(name, schema)
  }

  convert(schema: TSchema): Json {
    // Leaves only JSON Schema: TypeBox's internal data are not visible to JSON.
    return this.rename(JSON.parse(JSON.stringify(schema)))
  }

  private within(keyword: string, value: Json): Json {
    if (OF_VALUES.has(keyword)) return value
    if (!OF_FIELDS.has(keyword)) return this.rename(value)
    const fields = Object.entries(objectOf(value))
    return Object.fromEntries(fields.map(([name, inner]) => [name, this.rename(inner)]))
  }

  private rename(value: Json): Json {
    if (Array.isArray(value)) return value.map((item) => this.rename(item))
    if (value === null || typeof value !== 'object') return value
    // A title says what a refusal does: readers have the description.
    const { $id, secret, exact, title, ...own } = objectOf(value)
    const rest = secret === undefined ? own : { ...own, ...secretMarks(secret) }
    const renamed = Object.fromEntries(
      Object.entries(rest).map(([name, inner]) => [name, this.within(name, inner)]),
    )
    if (exact === true) return { ...renamed, description: `${renamed['description'] ?? ''}${EXACT_NOTE}` }
    // An enumeration does not state its type, and generators of clients need it.
    const isText = Array.isArray(rest['enum']) && rest['enum'].every((item) => typeof item === 'string')
    const schema = isText && rest['type'] === undefined ? { type: 'string', ...renamed } : renamed
    if (typeof $id !== 'string') return schema
    const known = this.named.get($id)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are named ${$id}`)
    }
    this.named.set($id, schema)
    return ref('schemas', $id)
  }
}

function objectOf(value: Json): JsonObject {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Error('A JSON object was expected')
  }
  // Null, arrays and scalars are excluded by now; `isArray` does not narrow a readonly array away.
  return value as JsonObject
}
