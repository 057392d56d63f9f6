/**
 * Makes requests from the catalogue's own schemas, and spoils them. Everything comes from one seeded source
 * of randomness, so that a seed names a run.
 */
import type { AnyOperation } from '@tallystick/operations'
import type { SeededRandom } from '@tallystick/testing'
import type { TSchema } from 'typebox'

/** What of JSON Schema the catalogue uses. */
interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
}

/** IDs that a request may name. */
export interface Pool {
  readonly accounts: string[]
  readonly customers: string[]
  readonly blockages: string[]
  readonly references: string[]
  readonly currencies: string[]
}

export interface BadRequest {
  readonly operation: AnyOperation
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
  /** What was done to it. */
  readonly spoiled: readonly string[]
}

interface Draft {
  readonly operation: AnyOperation
  method: string
  params: Record<string, string>
  query: [name: string, value: string][]
  body: Json | undefined
  headers: Record<string, string>
  /** Changes the path, once it is put together. */
  bend: ((path: string) => string) | null
  /** Changes the bytes of the body, once they are written. */
  break: ((text: string) => string | Buffer) | null
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

export interface Keys {
  readonly own: string
  readonly stranger: string
  /** Of the same tenant as `own`; the only one that may be frozen. */
  readonly spare: string
}

/** Longer texts repeat themselves: half a million characters are not thrown one by one. */
const PIECE = 200

export class BadRequests {
  private drafted = 0

  constructor(
    private readonly random: SeededRandom,
    private readonly pool: Pool,
    /** IDs of another tenant. */
    private readonly foreign: Pool,
    private readonly keys: Keys,
    private readonly operations: readonly AnyOperation[],
    /** What exists on chains, by the names of fields; undefined for a field that names nothing. */
    private readonly onChain: (
      field: string,
      operation: AnyOperation,
    ) => readonly string[] | undefined = () => undefined,
  ) {}

  next(): BadRequest {
    // Each of them once, then any.
    const draft = this.draft(this.operations[this.drafted++] ?? this.pick(this.operations))
    const spoiled: string[] = []
    // One in eight is left as it is: refusals are worth little if nothing would be accepted.
    const count = this.random.below(8) === 0 ? 0 : 1 + this.random.below(2)
    for (let index = 0; index < count; index++) {
      const [name, spoil] = this.pick(this.spoilers)
      spoil(draft)
      spoiled.push(name)
    }
    return this.write(draft, spoiled)
  }

  // ---- what fits ----

  private draft(operation: AnyOperation): Draft {
    const fields = (schemas: Readonly<Record<string, TSchema>>) =>
      Object.entries(schemas).map(([name, schema]): [string, string] => [
        name,
        String(this.value(name, shapeOf(schema), operation)),
      ])
    const isSwitch = operation.id.endsWith('freezeApiKey')
    const query = fields(operation.query).filter(
      ([name]) => name === 'pageSize' || this.random.below(3) === 0,
    )
    return {
      operation,
      method: operation.method,
      params: Object.fromEntries(fields(operation.params)),
      query,
      body: this.bodyOf(operation),
      headers: {
        'x-api-key': isSwitch ? this.keys.spare : this.keys.own,
        ...(this.random.below(6) === 0 ? { 'idempotency-key': `key-${this.random.below(500)}` } : {}),
      },
      bend: null,
      break: null,
    }
  }

  private bodyOf(operation: AnyOperation): Json | undefined {
    const schema = operation.body ?? operation.document
    return schema === null ? undefined : this.value('', shapeOf(schema), operation)
  }

  private value(name: string, shape: Shape, operation: AnyOperation): Json {
    if (shape.anyOf !== undefined) return this.value(name, this.pick(shape.anyOf), operation)
    if (shape.enum !== undefined) return this.pick(shape.enum) as Json
    switch (shape.type) {
      case 'object': {
        const fields: Record<string, Json> = {}
        for (const [field, inner] of Object.entries(shape.properties ?? {})) {
          if (shape.required?.includes(field) === true || this.random.below(3) === 0) {
            fields[field] = this.value(field, inner, operation)
          }
        }
        return fields
      }
      case 'array':
        return Array.from({ length: this.random.below(4) }, () =>
          this.value(name, shape.items ?? {}, operation),
        )
      case 'boolean':
        return this.random.below(2) === 0
      case 'integer':
      case 'number': {
        const least = shape.minimum ?? -1_000
        const most = Math.min(shape.maximum ?? 1_000_000, Number.MAX_SAFE_INTEGER)
        return this.pick([least, most, least + this.random.below(Math.min(50, most - least) + 1)])
      }
      default:
        return this.knownId(name, operation) ?? this.fittingText(shape)
    }
  }

  /** An ID that exists, nearly always. */
  private knownId(name: string, operation: AnyOperation): string | null {
    if (this.random.below(12) === 0) return null
    const found = this.onChain(name, operation)
    if (found !== undefined) return this.pick(found)
    const { path } = operation
    const { accounts, customers, blockages, references, currencies } = this.pool
    switch (name) {
      case 'senderAccountId':
      case 'recipientAccountId':
      case 'accountId':
      case 'account':
      case 'counterAccount':
        return this.pick(accounts)
      case 'reference':
        return path.includes('{reference}') ? this.pick(references) : null
      case 'currency':
        return this.pick(currencies)
      case 'externalId':
        return `external-${this.random.below(20)}`
      case 'name':
        return this.random.below(2) === 0 ? this.pick(currencies) : `VC_N${this.random.below(100)}`
      case 'id':
        if (path.includes('/customer')) return this.pick(customers)
        if (path.endsWith('/block/{id}') || path.endsWith('/detail')) {
          return this.pick(this.random.below(2) === 0 ? blockages : accounts)
        }
        return this.pick(accounts)
      default:
        return null
    }
  }

  private fittingText({ minLength = 0, maxLength = 30, pattern }: Shape): string {
    if (pattern?.includes('\\d') === true)
      return this.pick(['1', '0.5', '12.25', '+2', '.5', '7.', '1000000', '0'])
    if (pattern !== undefined) return `VC_${this.random.next().toString(36)}`
    const length = this.pick([minLength, maxLength, minLength + this.random.below(maxLength - minLength + 1)])
    let text = ''
    while (text.length < Math.min(length, PIECE)) {
      text += this.pick(['a', 'Z', '0', ' ', '-', 'é', '字', '"', '\\', '/', "'"])
    }
    return text.repeat(Math.ceil(length / PIECE)).slice(0, length)
  }

  // ---- what does not ----

  private readonly spoilers: readonly (readonly [string, (draft: Draft) => void])[] = [
    [
      'wrong type',
      (draft) =>
        this.spoilField(draft, () =>
          this.pick<Json>([null, 0, -1, 1.5, true, '', 'text', [], {}, [[]], 2 ** 70, -0, Number.MAX_VALUE]),
        ),
    ],
    [
      'wrong type',
      (draft) =>
        this.spoilField(draft, () =>
          this.pick<Json>([
            { $gt: '' },
            { length: 24 },
            ['1'],
            '1e5',
            '-1',
            '0x10',
            '١٢',
            '1_000',
            ' 1',
            'NaN',
            'Infinity',
            '9'.repeat(39),
            `0.${'0'.repeat(37)}1`,
          ]),
        ),
    ],
    [
      'size',
      (draft) => this.spoilField(draft, () => 'x'.repeat(this.pick([0, 25, 101, 501, 5_000, 60_000]))),
    ],
    [
      'size',
      (draft) =>
        this.spoilField(draft, () =>
          Array.from({ length: this.pick([21, 101, 5_000]) }, () => this.pick<Json>([1, '1', null, {}])),
        ),
    ],
    ['Unicode', (draft) => this.spoilField(draft, () => this.oddText())],
    ['Unicode', (draft) => this.spoilField(draft, () => this.oddText())],
    [
      'nesting',
      (draft) =>
        this.spoilText(draft, (text) => text.replace(/:("[^"]*"|\d+|true|false)/, `:${this.nest()}`)),
    ],
    ['nesting', (draft) => this.spoilText(draft, () => this.nest())],
    [
      'prototype',
      (draft) =>
        this.spoilText(draft, (text) =>
          text.replace(
            this.pick([/^\{/, /\{(?!.*\{)/]),
            `{"${this.pick(['__proto__', 'constructor', 'prototype', '__defineGetter__', 'toString', 'hasOwnProperty', '\\u005f_proto__'])}":${this.pick(['{"amount":"1"}', '{"prototype":{"admin":true}}', 'null', '1', '[]'])},`,
          ),
        ),
    ],
    [
      'unknown field',
      (draft) =>
        this.spoilText(draft, (text) =>
          text.replace(
            '{',
            `{"${this.pick(['admin', 'tenant', 'balance', 'Amount', 'id ', '', '\\ud800', '\\u0000', '$ref'])}":1,`,
          ),
        ),
    ],
    ['missing field', (draft) => this.dropField(draft)],
    [
      'not JSON',
      (draft) => this.spoilText(draft, (text) => text.slice(0, this.random.below(text.length + 1))),
    ],
    [
      'not JSON',
      (draft) =>
        this.spoilText(draft, (text) =>
          this.pick([
            `${text},`,
            `${text}}`,
            `[${text}`,
            `\ufeff${text}`,
            text.replaceAll('"', "'"),
            `//x\n${text}`,
            text.replace(/\d/, '0$&'),
            text.replace(/"[^"]*"/, 'NaN'),
            text.replace(/:/, ':1e999,"z":'),
            `${text}\0`,
            '\0',
            '""',
            'null',
            '[]',
            '1',
            'undefined',
            '{'.repeat(1_000),
          ]),
        ),
    ],
    ['not UTF-8', (draft) => this.spoilText(draft, (text) => this.randomBytesIn(text))],
    [
      'duplicate field',
      (draft) => this.spoilText(draft, (text) => text.replace(/"(\w+)":("[^"]*"|\d+)/, '$&,"$1":"other"')),
    ],
    [
      'content type',
      (draft) => {
        draft.headers['content-type'] = this.pick([
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/json; charset=utf-16',
          'application/JSON',
          'json',
          '*/*',
          ';',
          'application/json,application/json',
          'a'.repeat(5_000),
        ])
      },
    ],
    ['another tenant', (draft) => this.nameForeign(draft)],
    ['another tenant', (draft) => this.nameForeign(draft)],
    ['injection', (draft) => this.spoilField(draft, () => this.pick(INJECTIONS))],
    [
      'injection',
      (draft) => {
        draft.query.push([
          this.pick([
            'sort',
            'sortBy',
            'currency',
            'accountNumber',
            'status',
            'txId',
            'to',
            'pageSize',
            'active',
          ]),
          this.pick(INJECTIONS),
        ])
      },
    ],
    [
      'page',
      (draft) => {
        draft.query.push([
          this.pick(['pageSize', 'offset', 'page', 'count', 'from']),
          this.pick([
            '0',
            '-1',
            '51',
            '1e1',
            '1.0',
            '1.5',
            '0x1',
            '9007199254740993',
            '9'.repeat(30),
            '',
            ' 1',
            'NaN',
            'true',
            'null',
            '1,2',
            '+1',
            '٣',
            '1099511627776',
          ]),
        ])
      },
    ],
    [
      'duplicate parameter',
      (draft) => {
        const [pair] = draft.query
        draft.query.push(
          pair ?? ['pageSize', '1'],
          ['pageSize', '2'],
          ['pageSize[]', '3'],
          ['pageSize[$gt]', '1'],
        )
      },
    ],
    [
      'many parameters',
      (draft) => {
        for (let index = 0; index < 300; index++) draft.query.push([`p${index % 7}`, 'x'])
      },
    ],
    [
      'odd parameter',
      (draft) => {
        draft.query.push([this.pick(['__proto__', 'constructor', 'toString', '', '__proto__[admin]']), 'x'])
      },
    ],
    ['path', (draft) => this.spoilPath(draft)],
    ['path', (draft) => this.spoilPath(draft)],
    [
      'method',
      (draft) => {
        draft.method = this.pick([
          'GET',
          'PUT',
          'POST',
          'DELETE',
          'PATCH',
          'OPTIONS',
          'TRACE',
          'PROPFIND',
          'QUERY',
        ])
      },
    ],
    [
      'key',
      (draft) => {
        draft.headers['x-api-key'] = this.pick([
          '',
          'wrong',
          this.keys.own.toUpperCase(),
          `${this.keys.own} `.repeat(2),
          `Bearer ${this.keys.own}`,
          'x'.repeat(5_000),
          'ÿþ',
          "' or 1=1 --",
        ])
      },
    ],
    [
      'key',
      (draft) => {
        draft.headers['x-api-key'] = this.keys.stranger
      },
    ],
    [
      'no key',
      (draft) => {
        delete draft.headers['x-api-key']
      },
    ],
    [
      'idempotency key',
      (draft) => {
        draft.headers['idempotency-key'] = this.pick([
          '',
          'x'.repeat(256),
          'x'.repeat(5_000),
          'ÿ',
          ' ',
          "';--",
          `key-${this.random.below(20)}`,
          '__proto__',
        ])
      },
    ],
    [
      'odd header',
      (draft) => {
        Object.assign(
          draft.headers,
          this.pick([
            { 'x-http-method-override': 'DELETE' },
            { 'content-encoding': 'gzip' },
            { 'accept-version': '2' },
            { accept: 'text/html' },
            { 'x-forwarded-for': '127.0.0.1' },
            { range: 'bytes=0-1' },
            { 'if-none-match': '*' },
            { expect: '100-continue' },
            { 'x-tenant': 'other' },
            { cookie: 'x'.repeat(3_000) },
            { __proto__x: '1' },
          ]),
        )
      },
    ],
    [
      'too large',
      (draft) => {
        if (this.random.below(10) === 0) draft.break = (text) => text + ' '.repeat(70_000)
      },
    ],
  ]

  private spoilField(draft: Draft, make: () => Json): void {
    const places: (() => void)[] = []
    for (const name of Object.keys(draft.params)) {
      places.push(() => {
        const value = make()
        draft.params[name] = typeof value === 'string' ? value : JSON.stringify(value)
      })
    }
    draft.query.forEach((pair) => {
      places.push(() => {
        const value = make()
        pair[1] = typeof value === 'string' ? value : JSON.stringify(value)
      })
    })
    this.placesIn(draft.body, make, places)
    if (places.length > 0) this.pick(places)()
  }

  private placesIn(value: Json | undefined, make: () => Json, places: (() => void)[]): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const [name, inner] of Object.entries(value)) {
      places.push(() => {
        value[name] = make()
      })
      for (const item of Array.isArray(inner) ? inner : [inner]) this.placesIn(item, make, places)
    }
  }

  private dropField(draft: Draft): void {
    const { body } = draft
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      const name = this.pick(Object.keys(body).concat(''))
      delete body[name]
    }
    draft.query = draft.query.filter(() => this.random.below(2) === 0)
  }

  private spoilText(draft: Draft, change: (text: string) => string | Buffer): void {
    draft.break = change
  }

  private nameForeign(draft: Draft): void {
    this.spoilField(draft, () => this.pick(Object.values(this.foreign).flat()))
  }

  private nest(): string {
    const depth = this.pick([10, 500, 20_000])
    return this.random.below(2) === 0
      ? '['.repeat(depth) + ']'.repeat(depth)
      : `${'{"a":'.repeat(Math.min(depth, 8_000))}1${'}'.repeat(Math.min(depth, 8_000))}`
  }

  private randomBytesIn(text: string): Buffer {
    const bytes = Buffer.from(text.length === 0 ? ' ' : text)
    for (let index = 0; index < 1 + this.random.below(4); index++) {
      bytes[this.random.below(bytes.length)] = 0x80 + this.random.below(0x80)
    }
    return bytes
  }

  private oddText(): string {
    return this.pick([
      '\ud800',
      'a\udfff',
      '\udc00\ud800',
      '\0',
      'a\0b',
      '\u0001\u001f',
      '\u007f',
      '\ufeff',
      '\ufffe',
      '\uffff',
      '\u202e',
      '😀'.repeat(30),
      'e\u0301'.repeat(10),
      '\u0000'.repeat(24),
      'ﷺ'.repeat(30),
      '\r\nx: y',
      '%00',
      '%',
      '\u2028',
    ])
  }

  private spoilPath(draft: Draft): void {
    const names = Object.keys(draft.params)
    draft.bend = this.pick([
      (path: string) => path.replace('/v3', '/v3/../v3'),
      (path: string) => path.replace('/v3', '/%76%33'),
      (path: string) => path.replace('/v3', '//v3'),
      (path: string) => path.replace('/v3', '/V3'),
      (path: string) => `${path}/`,
      (path: string) => `${path};jsessionid=1`,
      (path: string) => `${path}%2e%2e%2f`,
      (path: string) => `${path}%00`,
      (path: string) => `${path}%zz`,
      (path: string) => `${path}%ff`,
      (path: string) => `${path}%ed%a0%80`,
      (path: string) => `${path}?a=%zz&b=%00`,
      (path: string) => `${path}#x`,
      (path: string) => path.replaceAll('/', '%2f'),
      (path: string) => path.slice(0, this.random.below(path.length) + 1),
      () => `/${'a/'.repeat(500)}`,
      (path: string) => `http://example.com${path}`,
      (path: string) => `${path}/${'x'.repeat(3_000)}`,
      ...names.map(
        (name) => (path: string) => path.replace(encode(draft.params[name] ?? ''), '..%2f..%2fetc%2fpasswd'),
      ),
    ])
  }

  // ---- as it goes out ----

  private write(draft: Draft, spoiled: readonly string[]): BadRequest {
    const { operation, method } = draft
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encode(draft.params[name] ?? ''),
    )
    const query = draft.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    const whole = query === '' ? filled : `${filled}?${query}`
    const path = draft.bend === null ? whole : draft.bend(whole)
    const written = draft.body === undefined ? '' : JSON.stringify(draft.body)
    const content = draft.break === null ? written : draft.break(written)
    const body = Buffer.isBuffer(content) ? content : Buffer.from(content)
    const noBody = body.length === 0 && (method === 'GET' || this.random.below(2) === 0)
    return {
      operation,
      method,
      path: path.startsWith('/') || path.startsWith('http:') ? path : `/${path}`,
      headers: { ...(body.length > 0 ? { 'content-type': 'application/json' } : {}), ...draft.headers },
      body: noBody ? null : body,
      spoiled,
    }
  }

  private pick<T>(list: readonly T[]): T {
    const item = list[this.random.below(list.length)]
    // Undefined only when the list is empty, or holds it.
    return item as T
  }
}

const INJECTIONS: readonly string[] = [
  'id; drop table accounts',
  "' or '1'='1",
  "'; delete from entries; --",
  '1 union select * from api_keys',
  "\"); attach database '/tmp/x' as x; --",
  'asc, (select key from api_keys)',
  '*',
  '%',
  '_',
  '\\',
  "\\'",
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'world:EUR:default',
  'mint:VC_HAMMER:default',
  '$where',
  '0) limit 1 offset 0 --',
]

function shapeOf(schema: TSchema): Shape {
  // JSON Schema and nothing else is left once TypeBox's own notes, which JSON does not see, are gone.
  return JSON.parse(JSON.stringify(schema)) as Shape
}

/** Like `encodeURIComponent`, but it also writes halves of surrogate pairs, as the bytes they would be. */
function encode(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return `${encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''))}%ED%A0%80`
  }
}
