/**
 * Writes the types of packages/api from the catalogue: an interface with a comment for each operation, and a type for each
 * model. `scripts/reference.mjs` writes the files; a test compares them with this, and the compiler compares the types with
 * those of the catalogue.
 */
import { GROUPS } from '@tallystick/api'
import type { RejectionCode } from '@tallystick/core'
import Type, { type TProperties } from 'typebox'
import { operations } from '../catalogue/index.js'
import type { AnyOperation } from '../operation.js'
import { describePrice } from '../price.js'
import { COMMON, plain, type Schema } from './schema.js'

const NOTICE =
  '// Written by packages/operations/scripts/reference.mjs from the catalogue. Change that, build, and run it.'
const PAGE = 'docs/reference/operations.md'
const CODES = 'docs/reference/errors.md'

/** Longer lists of words get a name of their own, and let any text pass: programs read codes from elsewhere. */
const MAX_MEMBERS = 12

/** Where a type stands: what a caller gives may be a number or its text where an answer has an exact number. */
type Place = 'given' | 'answered'

/** The files in packages/api/src/generated, by name. */
export function interfaceFiles(): Readonly<Record<string, string>> {
  const models = new Models()
  const calls = operations.map((operation) => new Call(operation, models))
  const byId = new Map(calls.map((call) => [call.id, call]))
  const groups = Object.entries(GROUPS).map(([group, members]) => {
    const own = Object.entries<string>(members).map(([name, id]) => byId.get(id)?.text(name) ?? '')
    return block(`export interface ${pascal(group)}Calls {`, own)
  })
  const grouped = Object.keys(GROUPS).map(
    (group) =>
      `${comment([`The operations on ${group.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`)}.`])}\nreadonly ${group}: ${pascal(group)}Calls`,
  )
  const imported = (text: string) => models.names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  const file = (blocks: readonly string[]) => {
    const body = blocks.join('\n\n')
    return `${NOTICE}\nimport type { CallOptions } from '../call.js'\nimport type {\n${imported(body)
      .map((name) => `  ${name},`)
      .join('\n')}\n} from './models.js'\n\n${body}\n`
  }
  return {
    'models.ts': models.file(),
    'operations.ts': file([
      block(
        `${comment([
          'Every operation as a typed call.',
          `Any call may also be ${refusals(COMMON)} It then throws \`Rejected\` with this \`code\`.`,
        ])}\nexport interface Operations {`,
        calls.map((call) => call.text(call.id)),
      ),
    ]),
    'groups.ts': file([
      ...groups,
      block(
        `${comment(['Operations by noun: `accounts.create` is `createAccount`.'])}\nexport interface Groups {`,
        grouped,
      ),
    ]),
  }
}

/** `packages/client/src/generated/routes.ts`: how each operation is called, as a line that the client reads. */
export function routesFile(): string {
  const lines = operations.map(({ id, method, path, query, body, document, stream }) => {
    const asked = Object.entries(query)
      .map(([name, schema]) => (plain(schema).type === 'object' ? `${name}[]` : name))
      .join('&')
    const content = document !== null ? '=' : body !== null ? '{}' : '-'
    return `  ${id}: '${method} ${path}${asked === '' ? '' : `?${asked}`} ${content}${stream === null ? '' : ' >'}',`
  })
  return `${NOTICE}\nexport const ROUTES = {\n${lines.join('\n')}\n}\n`
}

/** An operation as a method. */
class Call {
  readonly id: string
  private readonly signature: string

  constructor(
    private readonly operation: AnyOperation,
    models: Models,
  ) {
    const { id, output, stream } = operation
    this.id = id
    const { type, optional } = argumentsOf(operation, models)
    const answer =
      output === null ? 'null' : stream === null ? models.typeOf(plain(output), 'answered') : 'unknown'
    this.signature = `(args${optional ? '?' : ''}: ${type}, options?: CallOptions): Promise<${answer}>`
  }

  text(name: string): string {
    const { id, summary, description, method, path, errors, kind, output } = this.operation
    const answer = output === null ? undefined : plain(output).description
    const does = kind === 'command' ? ' It takes an idempotency key.' : ''
    return `${comment([
      `${summary}.`,
      ...(description === undefined ? [] : [description]),
      ...(answer === undefined ? [] : [`Answer: ${sentence(answer)}`]),
      `Costs ${describePrice(this.operation.price)}.${does}`,
      ...(errors.length === 0 ? [] : [pascal(refusals(errors))]),
      `Over HTTP: \`${method} ${path}\`. Reference: ${PAGE}#${id.toLowerCase()}`,
    ])}\n${name}${this.signature}`
  }
}

/** The arguments of a call: the model of its body, if it takes nothing else. */
function argumentsOf(
  operation: AnyOperation,
  models: Models,
): { readonly type: string; readonly optional: boolean } {
  const { id, params, query, body, document } = operation
  const others: TProperties = { ...params, ...query, ...(document === null ? {} : { body: document }) }
  const own = plain(Type.Object(others, { additionalProperties: false }))
  const model = body === null ? undefined : plain(body)
  if (model?.$id !== undefined && Object.keys(others).length === 0) {
    return { type: models.typeOf(model, 'given'), optional: isOptional(model) }
  }
  const fields: Schema = {
    ...own,
    ...(model?.oneOf === undefined ? {} : { oneOf: model.oneOf }),
    properties: { ...own.properties, ...model?.properties },
    required: [...(own.required ?? []), ...(model?.required ?? [])],
  }
  const name = `${pascal(id)}Arguments`
  models.add(name, fields, 'given')
  return { type: name, optional: isOptional(fields) }
}

const isOptional = ({ required = [], oneOf }: Schema) => required.length === 0 && oneOf === undefined

/** The types by name. */
class Models {
  private readonly texts = new Map<string, string>()

  get names(): readonly string[] {
    return [...this.texts.keys()].sort()
  }

  file(): string {
    const types = this.names.map((name) => this.texts.get(name))
    return `${NOTICE}\nimport type { ExactNumber } from '@tallystick/core'\n\n${types.join('\n\n')}\n`
  }

  add(name: string, schema: Schema, place: Place): void {
    // Before the type is made, because a model may mention itself.
    const known = this.texts.get(name)
    this.texts.set(name, '')
    const text = `export type ${name} = ${this.shapeOf(schema, place)}`
    if (known !== undefined && known !== '' && known !== text)
      throw new TypeError(`Two models are called ${name}`)
    this.texts.set(name, text)
  }

  typeOf(schema: Schema, place: Place): string {
    const { $id } = schema
    if ($id === undefined || (schema.properties ?? schema.anyOf) === undefined)
      return this.shapeOf(schema, place)
    if (!this.texts.has($id)) this.add($id, schema, place)
    return $id
  }

  private shapeOf(schema: Schema, place: Place): string {
    if (schema.exact === true) return place === 'given' ? 'number | string' : 'number | ExactNumber'
    if (schema.anyOf !== undefined) return schema.anyOf.map((kind) => this.typeOf(kind, place)).join(' | ')
    if (schema.enum !== undefined) return this.words(schema.enum, place, schema.description)
    if (schema.properties !== undefined && schema.type === 'object') return this.object(schema, place)
    switch (schema.type) {
      case 'array': {
        const item = schema.items === undefined ? 'unknown' : this.typeOf(schema.items, place)
        return /^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`
      }
      case 'integer':
        return 'number'
      case 'object': {
        const [value] = Object.values(schema.patternProperties ?? {})
        return `Readonly<Record<string, ${value?.type === 'string' ? 'string' : 'unknown'}>>`
      }
      default:
        return schema.type ?? 'unknown'
    }
  }

  private words(members: readonly string[], place: Place, title = ''): string {
    const type = members.map(literal).join(' | ')
    if (members.length <= MAX_MEMBERS) return type
    const name = pascal(title.replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase()))
    const text = `${comment([`${title}.`])}\nexport type ${name} =\n${members.map((member) => `  | ${literal(member)}`).join('\n')}`
    if (name === '' || (this.texts.get(name) ?? text) !== text)
      throw new TypeError(`Two lists are called ${name}`)
    this.texts.set(name, text)
    return place === 'given' ? `${name} | (string & {})` : name
  }

  /** Of fields of which exactly one is given, each is a type of its own. */
  private object(
    { properties = {}, required = [], oneOf, additionalProperties }: Schema,
    place: Place,
  ): string {
    const alternatives = oneOf?.flatMap((one) => one.required) ?? []
    const field = (name: string, optional: boolean) => {
      const schema = properties[name] ?? {}
      const key = /^\w+$/.test(name) ? name : `'${name}'`
      const text = fieldText(schema)
      const above = text.length === 0 ? '' : `${comment(text)}\n`
      return `${above}${key}${optional ? '?' : ''}: ${this.typeOf(schema, place)}`
    }
    const common = Object.keys(properties)
      .filter((name) => !alternatives.includes(name))
      .map((name) => field(name, !required.includes(name)))
    // A closed object without fields: a type without fields would take any.
    const isNothing = additionalProperties === false && alternatives.length === 0
    const empty = isNothing ? 'Readonly<Record<string, never>>' : 'Record<never, never>'
    const whole = common.length === 0 ? empty : block('{', common)
    if (alternatives.length === 0) return whole
    return `${whole} & (${alternatives.map((name) => block('{', [field(name, false)])).join(' | ')})`
  }
}

/** What a reader of a field's type cannot see from it. */
function fieldText(schema: Schema): readonly string[] {
  const { description, default: standard, secret, minLength, maxLength, minimum, maximum, maxItems } = schema
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < 1e9
  const limits = [
    ...(maxLength === undefined || description?.includes(String(maxLength))
      ? []
      : [`${minLength ?? 0} to ${maxLength} characters`]),
    ...(isBounded ? [`${minimum} to ${maximum}`] : []),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} items`]),
    ...(standard === undefined ? [] : [`default \`${String(standard)}\``]),
  ]
  const line = [
    ...(description === undefined ? [] : [sentence(description)]),
    ...(limits.length === 0 ? [] : [sentence(limits.join(', '))]),
    ...(secret === true ? ['Secret: never stored, logged or repeated in an error.'] : []),
  ].join(' ')
  return line === '' ? [] : [line]
}

/** Codes without their texts, which `CODES` has once. */
const refusals = (codes: readonly RejectionCode[]): string =>
  `refused with ${codes.map((code) => `\`${code}\``).join(', ')} (${CODES}).`

const literal = (word: unknown) => (typeof word === 'string' ? `'${word}'` : String(word))

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const sentence = (text: string) => pascal(/[.!?]$/.test(text) ? text : `${text}.`)

/** Paragraphs as a comment. */
function comment(paragraphs: readonly string[]): string {
  const lines = paragraphs.join('\n\n').replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `/** ${lines[0]} */`
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n')
}

function block(open: string, members: readonly string[]): string {
  const inner = members.join('\n').replaceAll(/^(?=.)/gm, '  ')
  return `${open}\n${inner}\n}`
}
