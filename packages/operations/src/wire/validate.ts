/**
 * Checks a call's arguments against the operation's schema, in process and over HTTP alike. Returns the flat arguments,
 * or a list of what is wrong with them, in the documented format of status 400.
 */
import { ExactNumber, findUnstorable, nearest, UNSTORABLE_TEXT, type Violation } from '@tallystick/core'
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/schema'
import type { AnyOperation } from '../operation.js'
import { complaint, hintOf, isSaidElsewhere, listIn, type SchemaError, unescapePointer } from './complaint.js'
import { copied, nestsTooDeep, takesAnyDepth, tooDeep } from './depth.js'
import { inexact, withExactText } from './exact.js'
import { type Excess, firstExcess, isOver, limitsOfNames, type NameLimit } from './excess.js'
import { isSecretName, leakedSecret, looksSecret, secretsOf, shownName } from './secrets.js'
import { SUPERFLUOUS } from './superfluous.js'

type Target = Violation['target']

/** More violations and longer values would only cost time and space. TypeBox reports no more than these. */
const MAX_VIOLATIONS = 8
const MAX_VALUE_LENGTH = 200

const PARTS: Readonly<Record<Target, string>> = {
  body: 'body',
  query: 'query',
  param: 'path',
  header: 'head',
}

export type Checked =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly violations: readonly Violation[] }

/** The parts of an HTTP request, as received. */
export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** The parts of an operation that its arguments are checked by. */
export type ArgumentShape = Pick<AnyOperation, 'id' | 'params' | 'query' | 'body' | 'document'> & {
  readonly bodyOptional?: boolean
  readonly ignored?: readonly string[]
}

export class ArgumentCheck {
  private readonly fields: TProperties
  private readonly inQuery: readonly TextField[]
  private readonly inParams: readonly TextField[]
  private readonly schema: TObject
  private readonly validator: Validator
  private readonly targets: ReadonlyMap<string, Target>
  private readonly secrets: readonly string[]
  private readonly free: readonly string[]
  private readonly nameLimits: readonly NameLimit[]

  /** @param discreet Whether the answer may repeat nothing of the input, because the call may carry a secret */
  constructor(
    private readonly operation: ArgumentShape,
    private readonly discreet = false,
  ) {
    const { params, query } = operation
    const body: TProperties =
      operation.document === null ? (operation.body?.properties ?? {}) : { body: operation.document }
    this.fields = { ...params, ...query, ...body }
    this.inQuery = textFields(query)
    this.inParams = textFields(params)
    this.schema = Type.Object(this.fields, { additionalProperties: false, ...alternatives(operation.body) })
    this.validator = Compile(this.schema)
    this.targets = new Map([
      ...Object.keys(body).map((name): [string, Target] => [name, 'body']),
      ...Object.keys(query).map((name): [string, Target] => [name, 'query']),
      ...Object.keys(params).map((name): [string, Target] => [name, 'param']),
    ])
    this.secrets = secretsOf(operation)
    this.free = Object.keys(body).filter((name) => takesAnyDepth(body[name]))
    this.nameLimits = limitsOfNames(this.schema)
    const names = [params, query, body].reduce((sum, part) => sum + Object.keys(part).length, 0)
    if (this.targets.size !== names) {
      throw new Error(`${operation.id} uses one name in two places; flat arguments need distinct names`)
    }
  }

  /** Checks flat arguments of an in-process call. */
  flat(args: unknown): Checked {
    if (!isPlain(args)) return this.check(args)
    // Copies its own fields: inherited fields are not the caller's, and later changes must have no effect.
    const given: Readonly<Record<string, unknown>> = { ...args }
    for (const name in given) {
      const value = given[name]
      // A field whose value is undefined counts as absent.
      if (value === undefined) Reflect.deleteProperty(given, name)
      if (typeof value !== 'object' || value === null) continue
      const copy = copied(value)
      if (copy === null) {
        const shown = shownName(name, this.discreet) ?? 'what is given'
        return { ok: false, violations: [this.refusedField(name, nestsTooDeep(shown))] }
      }
      Reflect.set(given, name, copy)
    }
    const unstorable = findUnstorable(given)
    if (unstorable !== null) {
      return { ok: false, violations: [this.refusedField(unstorable, { wellFormed: UNSTORABLE_TEXT })] }
    }
    const checked = this.check(given)
    const rounded = checked.ok ? inexact(this.operation.body, checked.args) : undefined
    if (rounded === undefined) return checked
    const constraints = { exact: `${rounded} may have been rounded: give it as text` }
    return { ok: false, violations: [{ target: 'body', property: rounded, constraints }] }
  }

  /** @param name As the caller has given it, so it may be a key itself */
  private refusedField(name: string, constraints: Readonly<Record<string, string>>): Violation {
    const property = shownName(name, this.discreet)
    const target = this.targets.get(name) ?? 'body'
    return { target, ...(property === null ? {} : { property }), constraints }
  }

  /** Checks the parts of a request. Text in path and query is converted to the type in the schema. */
  parts({ params, query, body: given }: RequestParts): Checked {
    const { operation } = this
    const strange = firstStrange(operation, query)
    if (strange !== undefined) {
      return { ok: false, violations: [this.unknownField('query', [strange], query[strange])] }
    }
    const body = given === undefined && operation.bodyOptional ? {} : given
    const args: Record<string, unknown> = {}
    if (operation.document !== null && body !== undefined) args['body'] = body
    if (operation.body !== null) {
      if (!isPlain(body)) {
        return {
          ok: false,
          violations: [{ target: 'body', constraints: { type: 'the body must be a JSON object' } }],
        }
      }
      // Before anything is copied, because there may be very many fields.
      const unknown = firstUnknown(operation, body)
      if (unknown !== undefined) {
        return { ok: false, violations: [this.unknownField('body', [unknown], body[unknown])] }
      }
      Object.assign(args, withExactText(operation.body, without(body, operation.ignored)))
    } else if (operation.document === null && isPlain(body)) {
      // Nobody reads this body: a `revert: false` of the query that stands here would not count.
      const misplaced = Object.keys(operation.query).find((name) => Object.hasOwn(body, name))
      if (misplaced !== undefined) {
        return { ok: false, violations: [this.unknownField('body', [misplaced], body[misplaced])] }
      }
    }
    readText(args, this.inQuery, query)
    readText(args, this.inParams, params)
    return this.check(args)
  }

  private check(args: unknown): Checked {
    // Validated just now against the schema that the argument type is made from. The validator looks at every name
    // before it counts them.
    if (!this.nameLimits.some((limit) => isOver(args, limit)) && this.validator.Check(args)) {
      const deep = tooDeep(this.free, args)
      if (deep !== undefined) return { ok: false, violations: [deep] }
      const leaked = this.secrets.length === 0 ? undefined : leakedSecret(this.secrets, args)
      if (leaked === undefined) return { ok: true, args: args as Readonly<Record<string, unknown>> }
      return { ok: false, violations: [this.leak(leaked)] }
    }
    const excess = firstExcess({ properties: this.fields }, args)
    if (excess !== null) return { ok: false, violations: [this.excessive(excess, args)] }
    const [, errors] = this.validator.Errors(args)
    return { ok: false, violations: this.faults(errors, args).slice(0, MAX_VIOLATIONS) }
  }

  private faults(errors: readonly SchemaError[], args: unknown): readonly Violation[] {
    const violations: Violation[] = []
    /** What fields with a misspelt name stand for: that these are missing is no news. */
    const meant = new Set<string>()
    for (const error of errors) {
      // Reported one by one instead: each unknown field fails as `boolean`, at its position.
      if (error.keyword === 'additionalProperties') continue
      // Reported once for all alternatives.
      if (error.keyword === 'required' && /\/oneOf\/\d+$/.test(error.schemaPath)) continue
      if (isSaidElsewhere(this.schema, error)) continue
      const path = error.instancePath.split('/').slice(1).map(unescapePointer)
      if (error.keyword === 'oneOf') {
        violations.push(this.notOne(path))
        continue
      }
      const missing = error.keyword === 'required' ? listIn(error.params, 'requiredProperties') : [undefined]
      for (const name of missing) {
        const place = name === undefined ? path : [...path, name]
        const target = this.targets.get(place[0] ?? '') ?? 'body'
        if (error.keyword === 'boolean') {
          const field = this.meantAt(target, place)
          if (field !== undefined) meant.add([...place.slice(0, -1), field].join('.'))
          violations.push(this.unknownField(target, place, valueAt(args, place)))
        } else violations.push(this.fault(target, place, valueAt(args, place), error))
      }
    }
    return violations.filter(
      ({ property = '', constraints }) => constraints?.['required'] === undefined || !meant.has(property),
    )
  }

  /** None of several fields, or more than one. */
  private notOne(path: readonly string[]): Violation {
    const names = alternatives(schemaAt(this.schema, path)).oneOf?.flatMap(({ required }) => required) ?? []
    const property = [...path, names[0] ?? ''].join('.')
    const target = this.targets.get(property.split('.')[0] ?? '') ?? 'body'
    const constraints = { required: `exactly one of ${names.join(' and ')} must be given` }
    return { target, property, constraints }
  }

  /** Only names the top-level field: the caller may have chosen the names within it, and one may be a key. */
  private leak(path: string): Violation {
    const [property = ''] = path.split(/[.[]/)
    const target = this.targets.get(property) ?? 'body'
    return { target, property, constraints: { secret: `${property} holds a secret of this call` } }
  }

  private excessive({ place, of, limit, length }: Excess, args: unknown): Violation {
    const property = place.join('.')
    const target = this.targets.get(place[0] ?? '') ?? 'body'
    if (of === 'unknown') return this.unknownField(target, place, valueAt(args, place))
    const [constraint, value] = of === 'items' ? ['maxItems', '[array]'] : ['maxProperties', '[object]']
    const text = `${property} must have at most ${limit} ${of}, and has ${length}`
    return { target, property, ...(this.discreet ? {} : { value }), constraints: { [constraint]: text } }
  }

  private fault(target: Target, place: readonly string[], value: unknown, error: SchemaError): Violation {
    // Every step is a field of the schema or the position of an item in a list.
    const property = place.join('.').slice(0, MAX_VALUE_LENGTH)
    const subject = property === '' ? 'what is given' : property
    return {
      target,
      ...(property === '' ? {} : { property }),
      ...(value === undefined ? {} : this.shown(value)),
      constraints: { [error.keyword]: `${subject} ${complaint(this.schema, error, value)}` },
    }
  }

  private unknownField(target: Target, place: readonly string[], value: unknown): Violation {
    const name = shownName(place.at(-1) ?? '', this.discreet)
    const property = [...place.slice(0, -1), ...(name === null ? [] : [name])]
      .join('.')
      .slice(0, MAX_VALUE_LENGTH)
    const kind = target === 'query' ? 'parameter' : 'field'
    const unknown = name === null ? `a ${kind} (its name is not repeated)` : property
    const elsewhere = place.length === 1 && name !== null ? this.targets.get(name) : undefined
    const hint =
      elsewhere === undefined
        ? hintOf(this.meantAt(target, place))
        : ` (it belongs in the ${PARTS[elsewhere]})`
    return {
      target,
      ...(property === '' ? {} : { property }),
      ...(place.some(isSecretName) ? {} : this.shown(value)),
      constraints: { additionalProperties: `${unknown} is not a ${kind} of this call${hint}` },
    }
  }

  /** The field that a name probably stands for that no schema has. */
  private meantAt(target: Target, place: readonly string[]): string | undefined {
    const name = shownName(place.at(-1) ?? '', this.discreet)
    return name === null ? undefined : nearest(name, this.namesAt(target, place.slice(0, -1)))
  }

  /** The fields of the object at this place. */
  private namesAt(target: Target, place: readonly string[]): readonly string[] {
    if (target === 'query') return Object.keys(this.operation.query)
    const { properties } = (schemaAt(this.schema, place) ?? {}) as { readonly properties?: TProperties }
    return Object.keys(properties ?? {})
  }

  /** Values go back to the caller, but never in full length, and never a key. */
  private shown(value: unknown): Pick<Violation, 'value'> {
    if (this.discreet) return {}
    if (typeof value === 'string')
      return looksSecret(value) ? {} : { value: value.slice(0, MAX_VALUE_LENGTH) }
    if (value instanceof ExactNumber) return { value: value.text.slice(0, MAX_VALUE_LENGTH) }
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return { value }
    return { value: Array.isArray(value) ? '[array]' : `[${typeof value}]` }
  }
}

interface Alternatives {
  readonly oneOf?: readonly { readonly required: readonly string[] }[]
}

/** The fields of which exactly one is given: see `signable`. */
function alternatives(schema: unknown): Alternatives {
  const { oneOf } = (schema ?? {}) as Alternatives
  return oneOf === undefined ? {} : { oneOf }
}

/** The schema of the value at a place. */
function schemaAt(schema: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || typeof schema !== 'object' || schema === null) return schema
  const { items, properties } = schema as Readonly<Record<string, unknown>>
  return schemaAt(items ?? Reflect.get(properties ?? {}, step), rest)
}

/** The first field of a body that the operation does not have. */
function firstUnknown(
  { body, ignored = [] }: ArgumentShape,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const name in given) {
    if (!Object.hasOwn(body?.properties ?? {}, name) && !ignored.includes(name)) return name
  }
  return undefined
}

/** The first parameter of a query that the operation does not have, and that no public client adds to every call. */
function firstStrange(
  { query }: ArgumentShape,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  return Object.keys(given).find((name) => {
    const object = MEMBER.exec(name)?.[1]
    const isMember = object !== undefined && Object.hasOwn(query, object) && isObject(query[object])
    return !isMember && !Object.hasOwn(query, name) && !Object.hasOwn(SUPERFLUOUS, name)
  })
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args
  for (const name of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

/** The body without these fields. Inner objects stay unchanged: fields are left out of a copy. */
function without(
  body: Readonly<Record<string, unknown>>,
  paths: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  let rest = body
  for (const path of paths) {
    const [name = '', ...inner] = path.split('.')
    if (!Object.hasOwn(rest, name)) continue
    const { [name]: dropped, ...others } = rest
    if (inner.length === 0) rest = others
    else if (isPlain(dropped)) rest = { ...rest, [name]: without(dropped, [inner.join('.')]) }
  }
  return rest
}

/** A parameter of the path or the query, which arrives as text. */
interface TextField {
  readonly name: string
  readonly schema: TSchema
  readonly hasMembers: boolean
}

const textFields = (schemas: TProperties): readonly TextField[] =>
  Object.entries(schemas).map(([name, schema]) => ({ name, schema, hasMembers: isObject(schema) }))

function readText(
  args: Record<string, unknown>,
  fields: readonly TextField[],
  given: Readonly<Record<string, unknown>>,
): void {
  for (const { name, schema, hasMembers } of fields) {
    if (Object.hasOwn(given, name) && given[name] !== undefined) args[name] = readAs(schema, given[name])
    if (hasMembers) readMembers(args, name, given)
  }
}

/** An object in a query: `metadata[name]=value` for each member. */
function readMembers(
  args: Record<string, unknown>,
  name: string,
  given: Readonly<Record<string, unknown>>,
): void {
  const members = Object.entries(given).flatMap(([field, value]) => {
    const [, object, member] = MEMBER.exec(field) ?? []
    return object === name && member !== undefined ? [[member, value] as const] : []
  })
  if (members.length > 0) args[name] = Object.fromEntries(members)
}

const MEMBER = /^(\w+)\[([^\]]*)\]$/

const isObject = (schema: TSchema | undefined): boolean =>
  schema !== undefined && 'type' in schema && schema.type === 'object'

const NUMBER = /^-?\d{1,16}(\.\d{1,16})?$/

/** Text that does not parse as the type stays unchanged, so the schema refuses it. */
function readAs(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'string' || !('type' in schema)) return value
  if (schema.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (schema.type === 'integer' || schema.type === 'number') return NUMBER.test(value) ? Number(value) : value
  return value
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof ExactNumber)
  )
}
