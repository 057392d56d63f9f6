/**
 * Writes the reference pages in docs/reference from the catalogue and the table of refusals. Each row of a table is one
 * line of Markdown. `scripts/reference.mjs` writes the files; a test compares them with this.
 */
import { describeRejection, REJECTIONS, type RejectionCode, type RejectionRow } from '@tallystick/core'
import Type, { type TProperties } from 'typebox'
import { AREAS } from '../areas.js'
import { operations } from '../catalogue/index.js'
import type { AnyOperation } from '../operation.js'
import { describePrice } from '../price.js'
import { shownDiscriminator } from '../wire/overloads.js'
import { COMMON, plain, type Schema } from './schema.js'

/** What the operations mention and the end of the page explains. */
interface Mentions {
  readonly models: Map<string, Schema>
  readonly codes: Map<string, readonly string[]>
}

/** docs/reference/operations.md */
export function operationsPage(): string {
  const mentions: Mentions = { models: new Map(), codes: new Map() }
  const chapters = Object.entries(AREAS).flatMap(([area, title]) => {
    const own = operations.filter((operation) => operation.area === area)
    if (own.length === 0) return []
    return [{ title, own, text: own.map((operation) => operationText(operation, mentions)) }]
  })
  return page([
    '# Operations',
    notice('the catalogue (`packages/operations/src/catalogue`)'),
    'Every operation is a route of the HTTP service and a method of the object that `createTallystick` returns. ' +
      'In process, the values of path, query and body are one flat object.',
    list([
      'A call that succeeds costs its credits. A refused call costs nothing. † marks prices that the documented API ' +
        'does not state; we chose them.',
      'A call that changes something may carry an idempotency key (header `Idempotency-Key`, or the option ' +
        '`idempotencyKey`). Repeated with the same key, it returns the first answer and does nothing again. Reads ' +
        'ignore the key.',
      'A field is required unless its type says optional. A field of the body or a parameter of the query that is not listed is refused.',
      'Amounts are decimal text. Times are epoch milliseconds.',
      'A field marked secret is never stored, logged or repeated in an error.',
      'An exact number is a JSON number of which every digit counts. If a double cannot hold it, an answer in ' +
        'process has an `ExactNumber` instead, whose `text` contains the digits.',
    ]),
    'Any call may be refused with one of these codes. Each operation lists its other codes.',
    refusalTable(COMMON),
    '## Overview',
    ...chapters.flatMap(({ title, own }) => [`**[${title}](#${anchor(title)})**`, overview(own)]),
    ...chapters.flatMap(({ title, text }) => [`## ${title}`, ...text]),
    '## Models',
    ...modelTexts(mentions),
    '## Codes',
    ...[...mentions.codes].flatMap(([title, codes]) => [`### ${title}`, codes.join(' ')]),
  ])
}

/** docs/reference/errors.md */
export function errorsPage(): string {
  const rows: readonly (readonly [string, RejectionRow])[] = Object.entries(REJECTIONS)
  const statuses = [...new Set(rows.map(([, { status }]) => status))].sort((a, b) => a - b)
  const body = {
    statusCode: REJECTIONS['balance.insufficient'].status,
    errorCode: 'balance.insufficient',
    message: describeRejection({ code: 'balance.insufficient' }),
  }
  return page([
    '# Errors',
    notice('the table of refusals (`packages/core/src/rejection.ts`)'),
    'A refused call has changed nothing and costs nothing. In process it throws an error of class `Rejected`, with ' +
      '`code`, `status`, `message` and `rejection`. Over HTTP it returns the status and this body:',
    fence('json', JSON.stringify(body, null, 2)),
    'In a batch, the message begins with the position of the item that caused it, counted from 0. If several ' +
      'refusals apply, a call reports the first one in the order of `packages/core/src/rejection.ts`. ↻ marks ' +
      'refusals after which the same call may succeed later, although nothing in the ledger has changed.',
    ...statuses.flatMap((status) => [
      `## ${status}`,
      table(
        ['Code', 'What is wrong', 'What to do'],
        rows
          .filter(([, row]) => row.status === status)
          .map(([code, { cause, remedy, transient }]) => [
            `\`${code}\`${transient ? ' ↻' : ''}`,
            cause,
            remedy,
          ]),
      ),
    ]),
  ])
}

function operationText(operation: AnyOperation, mentions: Mentions): string {
  const { id, method, path, summary, description, errors, discriminators } = operation
  const { document } = operation
  const content = document === null ? (operation.body?.properties ?? {}) : { body: document }
  const keys = operation.body === null ? [] : (plain(operation.body).oneOf?.[0]?.required ?? [])
  const required = [operation.params, operation.query, content]
    .flatMap((part) => requiredOf(part))
    .concat(keys)
  const parameters = [
    ...parameterRows('path', operation.params, mentions),
    ...parameterRows('query', operation.query, mentions),
  ]
  const body = operation.body === null ? [] : fieldRows(plain(operation.body), '', mentions)
  const told =
    discriminators.length === 0
      ? []
      : [
          `A body with ${discriminators.map(shownDiscriminator).map(code).join(', ')} selects this overload of the path.`,
        ]
  return page([
    `### ${id}`,
    [`${summary}.`, ...(description === undefined ? [] : [description]), ...told].join(' '),
    fence('http', `${method} ${path}`),
    fence('ts', `await ledger.${id}(${required.length === 0 ? '' : `{ ${required.join(', ')} }`})`),
    `**Price** ${price(operation)}`,
    ...(parameters.length === 0 ? [] : [table(['Parameter', 'In', 'Type', 'Meaning'], parameters)]),
    ...(body.length === 0 ? [] : [table(['Body field', 'Type', 'Meaning'], body)]),
    ...(document === null ? [] : [`**Body** ${plain(document).description}`]),
    `**Answer** ${answerText(operation, mentions)}`,
    ...(errors.length === 0 ? [] : [refusalTable(errors)]),
  ]).trimEnd()
}

function overview(own: readonly AnyOperation[]): string {
  return table(
    ['Operation', 'Route', 'What it does', 'Price'],
    own.map((operation) => [
      `[${operation.id}](#${anchor(operation.id)})`,
      code(`${operation.method} ${operation.path}`),
      operation.summary,
      price(operation),
    ]),
  )
}

function price({ price }: AnyOperation): string {
  return describePrice(price) + (price.kind === 'unstated' ? ' †' : '')
}

function answerText({ output }: AnyOperation, mentions: Mentions): string {
  if (output === null) return '204, empty.'
  const schema = plain(output)
  const kinds = (schema.anyOf ?? [schema]).map((kind) => typeText(kind, mentions))
  const said = schema.description === undefined ? '' : ` ${schema.description}.`
  return `200, ${kinds.join(' or ')}.${said}`
}

function refusalTable(codes: readonly RejectionCode[]): string {
  return table(
    ['Refusal', 'Status', 'What is wrong'],
    codes.map((name) => [code(name), String(REJECTIONS[name].status), REJECTIONS[name].cause]),
  )
}

function parameterRows(place: string, properties: TProperties, mentions: Mentions): string[][] {
  return fieldRows(plain(Type.Object(properties)), '', mentions).map(
    ([name = '', type = '', meaning = '']) => [name, place, type, meaning],
  )
}

/** A row for each field. The fields of an inner object without a name follow it. */
function fieldRows(
  { properties = {}, required = [] }: Schema,
  prefix: string,
  mentions: Mentions,
): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const place = `${prefix}${name}`
    const optional = required.includes(name) ? '' : ', optional'
    const standard = schema.default === undefined ? '' : ` (default ${code(String(schema.default))})`
    const secret = schema.secret === undefined ? '' : ', secret'
    const type = typeText(schema, mentions) + optional + secret + standard
    const row = [code(place), type, schema.description ?? '']
    const inner = schema.items ?? schema
    if (inner.properties === undefined || inner.$id !== undefined) return [row]
    return [row, ...fieldRows(inner, schema.items === undefined ? `${place}.` : `${place}[].`, mentions)]
  })
}

function typeText(schema: Schema, mentions: Mentions): string {
  if (schema.$id !== undefined && schema.properties !== undefined) {
    mentions.models.set(schema.$id, schema)
    return `[${schema.$id}](#${anchor(modelTitle(schema.$id))})`
  }
  if (schema.exact === true)
    return schema.anyOf === undefined ? 'exact number' : 'exact number, or its decimal text'
  if (schema.anyOf !== undefined) return schema.anyOf.map((kind) => typeText(kind, mentions)).join(' or ')
  if (schema.enum !== undefined) return membersText(schema.enum, schema.description, mentions)
  switch (schema.type) {
    case 'array': {
      const atMost = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`
      const items = schema.items === undefined ? 'anything' : typeText(schema.items, mentions)
      return `list of ${items === 'object' ? 'objects' : items}${atMost}`
    }
    case 'string':
      return `text${lengthText(schema)}${schema.pattern === undefined ? '' : ` ${code(schema.pattern)}`}`
    case 'integer':
      return `whole number${rangeText(schema)}`
    case 'number':
      return `number${rangeText(schema)}`
    case 'object':
      return schema.patternProperties === undefined ? 'object' : 'object of texts'
    default:
      return schema.type ?? 'anything'
  }
}

/** Longer lists are printed once, at the end of the page. */
const MAX_MEMBERS = 12

function membersText(members: readonly string[], title: string | undefined, mentions: Mentions): string {
  if (members.length <= MAX_MEMBERS) return members.map(code).join(' ')
  if (title === undefined) throw new Error('A long list of codes needs a description, as its title')
  const known = mentions.codes.get(title) ?? members
  if (known.join() !== members.join()) throw new Error(`Two lists of codes are called ${title}`)
  mentions.codes.set(title, members)
  return `one of ${members.length} [codes](#${anchor(title)})`
}

function lengthText({ minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return ''
  if (minLength === maxLength) return ` of ${maxLength} characters`
  return minLength === undefined ? `, up to ${maxLength}` : `, ${minLength} to ${maxLength}`
}

function rangeText({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return ''
  // Limits of the number format mean nothing to a reader.
  return maximum === undefined || maximum > 1e9 ? ` from ${minimum}` : ` ${minimum} to ${maximum}`
}

/** Each model once, followed by the models that it mentions. */
function modelTexts(mentions: Mentions): string[] {
  const texts = new Map<string, string>()
  for (const [name, schema] of mentions.models) {
    // A model found here is appended to the map, so the loop reaches it too.
    texts.set(name, table(['Field', 'Type', 'Meaning'], fieldRows(schema, '', mentions)))
  }
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, text]) => [`### ${modelTitle(name)}`, text])
}

/** A link leads to the first heading of its name, ignoring case, which may be that of an operation (`xrpWallet`). */
function modelTitle(name: string): string {
  const isTaken = operations.some(({ id }) => id.toLowerCase() === name.toLowerCase())
  return isTaken ? `${name} model` : name
}

function requiredOf(properties: TProperties): readonly string[] {
  return plain(Type.Object(properties)).required ?? []
}

function notice(source: string): string {
  return `<!-- Written by packages/operations/scripts/reference.mjs from ${source}. Change that, build, and run it. -->`
}

function page(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** Pads the columns, as the formatter requires. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = head.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)))
  const [first = '', ...others] = lines.map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [first, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others].join('\n')
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

function code(text: string): string {
  return `\`${text}\``
}

/** The anchor that GitHub makes of a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-')
}
