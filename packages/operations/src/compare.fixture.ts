/** An operation of the catalogue against the documented one (spec.fixture.json): every difference is a line of text. */
import { REJECTIONS, type RejectionCode } from '@tallystick/core'
import Type, { type TProperties, type TSchema } from 'typebox'
import type { AnyOperation } from './operation.js'
import { type SpecFields, type SpecOperation, type SpecSchema, spec, words } from './spec.fixture.js'

/** JSON schema as TypeBox makes it: the keywords that the catalogue uses. */
export interface Schema {
  readonly $id?: string
  readonly type?: string
  readonly enum?: readonly (string | number)[]
  /** See exact.ts: a number that may be written as text. */
  readonly exact?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  /** Exactly one of several fields: the first one is documented. */
  readonly oneOf?: readonly { readonly required: readonly string[] }[]
}

/** The fields that a call with a key has. Where there are two keys, neither is required. */
export const requiredOf = ({ required = [], oneOf = [] }: Schema): readonly string[] => [
  ...required,
  ...(oneOf.length === 2 ? (oneOf[0]?.required ?? []) : []),
]

export const plain = (schema: TSchema): Schema => JSON.parse(JSON.stringify(schema))

const LIMITS = [
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['minLength', 'minLength'],
  ['maxLength', 'maxLength'],
  ['pattern', 'pattern'],
] as const

/** Of what is sent, everything counts; of what is answered, only what a reader of it relies on. */
type Direction = 'sent' | 'answered'

function* compareFields(
  place: string,
  direction: Direction,
  wanted: SpecFields,
  own: Schema,
): Generator<string> {
  const { properties = {} } = own
  const required = requiredOf(own)
  for (const [name, schema] of Object.entries(wanted)) {
    const field = properties[name]
    const where = `${place}.${name}`
    if (field === undefined) {
      yield `${where}: absent`
      continue
    }
    const isRequired = required.includes(name)
    if (schema.required === true && !isRequired) yield `${where}: optional`
    if (schema.required !== true && isRequired && direction === 'sent') yield `${where}: required`
    yield* compare(where, direction, schema, field)
  }
  for (const name of Object.keys(properties)) {
    if (!Object.hasOwn(wanted, name)) yield `${place}.${name}: added`
  }
}

function* compare(place: string, direction: Direction, wanted: SpecSchema, own: Schema): Generator<string> {
  const model = wanted.$ref === undefined ? undefined : spec.models[wanted.$ref]
  // Documented without a type: any value.
  if (wanted.type === undefined && model === undefined && wanted.enum === undefined) return
  if (model?.oneOf !== undefined) {
    yield* compareKinds(place, direction, model.oneOf, own)
    return
  }
  if (model?.fields !== undefined) {
    if (direction === 'sent' && own.additionalProperties !== false) yield `${place}: takes unknown fields`
    yield* compareFields(place, direction, model.fields, own)
    return
  }
  if (wanted.type === 'array') {
    if (own.type !== 'array' || own.items === undefined) yield `${place}: no list`
    else if (wanted.items !== undefined) yield* compare(`${place}[]`, direction, wanted.items, own.items)
    if (own.minItems !== undefined) yield `${place}: at least ${own.minItems} items`
    if (own.maxItems !== undefined) yield `${place}: at most ${own.maxItems} items`
    return
  }
  const type = typeOf(own)
  const wantedType = wanted.type ?? 'string'
  if (type !== wantedType && !(direction === 'answered' && wantedType === 'number' && type === 'integer')) {
    yield `${place}: ${type} instead of ${wantedType}`
  }
  const documented = words(wanted.enum ?? model?.enum)
  // Limits that no member keeps are those of something else.
  const isLimited = documented.length === 0 || documented.some((member) => fits(member, wanted))
  const members = documented.filter((member) => !isLimited || fits(member, wanted))
  if (members.length > 0 || own.enum !== undefined) yield* compareMembers(place, direction, members, own.enum)
  if (direction === 'answered') return
  if (own.enum !== undefined) {
    for (const member of own.enum)
      if (isLimited && !fits(String(member), wanted)) yield `${place}: ${member} is out of limits`
  } else {
    const bounded = own.exact === true ? (own.anyOf?.find((kind) => kind.type === 'number') ?? own) : own
    for (const [documented, keyword] of LIMITS) {
      if (wanted[documented] === bounded[keyword]) continue
      yield `${place}: ${keyword} ${bounded[keyword] ?? 'none'} instead of ${wanted[documented] ?? 'none'}`
    }
  }
  if (wanted.default !== own.default) {
    yield `${place}: default ${own.default ?? 'none'} instead of ${wanted.default ?? 'none'}`
  }
}

function typeOf({ type, enum: members, exact, anyOf }: Schema): string | undefined {
  if (members !== undefined) return typeof members[0]
  if (exact === true) return 'number'
  return anyOf === undefined ? type : anyOf.map(typeOf).join('|')
}

function* compareKinds(
  place: string,
  direction: Direction,
  wanted: readonly SpecSchema[],
  { anyOf = [] }: Schema,
): Generator<string> {
  if (wanted.length !== anyOf.length) yield `${place}: ${anyOf.length} kinds`
  for (const [index, kind] of wanted.entries()) {
    yield* compare(kind.items?.$ref ?? kind.$ref ?? place, direction, kind, anyOf[index] ?? {})
  }
}

function* compareMembers(
  place: string,
  direction: Direction,
  wanted: readonly string[],
  members: readonly (string | number)[] | undefined,
): Generator<string> {
  if (members === undefined) {
    yield `${place}: any text`
    return
  }
  const own = members.map(String)
  const missing = wanted.filter((member) => !own.includes(member))
  const added = own.filter((member) => !wanted.includes(member))
  if (missing.length > 0 && direction === 'sent') yield `${place}: without ${missing.join(' ')}`
  if (added.length > 0) yield `${place}: also ${added.join(' ')}`
}

function fits(text: string, { minLength = 0, maxLength = 1_000 }: SpecSchema): boolean {
  return text.length >= minLength && text.length <= maxLength
}

/** Everything in which the operation is not what the documents say. */
export function* differences(wanted: SpecOperation, own: AnyOperation): Generator<string> {
  const object = (properties: TProperties): Schema => plain(Type.Object(properties))
  if (own.area !== wanted.area) yield `${own.id}: area ${own.area}`
  // Where a key tells an operation, `caller` tells it too.
  const told = own.discriminators.map((one) => (one.includes('=') ? one : (one.split('|')[0] ?? one)))
  // Their order means nothing.
  if ([...told].sort().join() !== [...wanted.discriminators].sort().join()) {
    yield `${own.id}: told by ${told.join(', ') || 'nothing'} instead of ${wanted.discriminators.join(', ') || 'nothing'}`
  }
  yield* compareFields(own.id, 'sent', wanted.params, object(own.params))
  const selector: SpecFields = wanted.headers.includes('x-testnet-type')
    ? { testnetType: { type: 'string' } }
    : {}
  yield* compareFields(own.id, 'sent', { ...selector, ...wanted.query }, object(own.query))
  const document = own.document === null ? null : plain(own.document)
  // It may be a list of such, too.
  const body = document?.anyOf?.[0] ?? document ?? (own.body === null ? null : plain(own.body))
  if (wanted.body === null || body === null) {
    if (body !== null) yield `${own.id}: has a body`
    if (wanted.body !== null) yield `${own.id}: has no body`
  } else if (wanted.body === 'object') {
    if (body.type !== 'object') yield `${own.id}: takes ${body.type}`
  } else {
    if (body.$id !== wanted.body) yield `${own.id}: body ${body.$id}`
    yield* compare(wanted.body, 'sent', { $ref: wanted.body }, body)
  }
  if (wanted.status !== (own.output === null ? 204 : 200)) yield `${own.id}: status`
  yield* compareAnswer(own.id, wanted.answer, own.output)
  for (const code of words(wanted.refusals)) {
    // A code that the table of refusals does not have belongs to a part of the API that is not here.
    if (code in REJECTIONS && !own.errors.includes(code as RejectionCode)) yield `${own.id}: never ${code}`
  }
}

function* compareAnswer(id: string, wanted: string | null, output: TSchema | null): Generator<string> {
  if (wanted === null || output === null) {
    if (wanted !== null || output !== null)
      yield `${id}: answers ${output === null ? 'nothing' : 'something'}`
    return
  }
  const own = plain(output)
  const name = wanted.replace('[]', '')
  const item = wanted.endsWith('[]') ? own.items : own
  if (wanted.endsWith('[]') && own.type !== 'array') yield `${id}: answers no list`
  const model = spec.models[name]
  if (model === undefined) {
    if (item?.type !== name) yield `${id}: answers ${item?.type}`
    return
  }
  if (item?.$id !== name) yield `${id}: answers ${item?.$id}`
  if (item === undefined) return
  if (model.oneOf === undefined) {
    yield* compare(name, 'answered', { $ref: name }, item)
    return
  }
  yield* compareKinds(name, 'answered', model.oneOf, item)
}
