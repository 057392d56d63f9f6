/** One call in many spellings, byte by byte, over connections that may be cut anywhere. */
import { connect, type Socket } from 'node:net'
import type { AnyOperation } from '@tallystick/operations'

/** How a request is written. What none of these changes is the call. */
export interface Spelling {
  /** Fields of objects, and those of the query, the other way round. */
  readonly turned?: boolean
  /** Of whole numbers: `1.0`, `10e-1`. */
  readonly number?: (digits: string) => string
  /** Blanks and line breaks between what the body consists of. */
  readonly gap?: string
  /** Each character of a text as `\u0041`, each of the path and the query as `%41`. */
  readonly escaped?: boolean
  readonly headers?: (name: string) => string
  /** Behind the path. */
  readonly tail?: string
}

export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  'fields the other way round': { turned: true },
  'numbers with a point': { number: (digits) => `${digits}.0` },
  'numbers with an exponent': { number: (digits) => (digits === '0' ? '0e1' : `${digits}0e-1`) },
  'blanks and lines': { gap: ' \r\n\t' },
  'everything escaped': { escaped: true },
  'header names in capitals': { headers: (name) => name.toUpperCase() },
}

/** These may be refused, and are no other call. */
export const DOUBTFUL: Readonly<Record<string, Spelling>> = {
  'a slash at the end': { tail: '/' },
  'numbers as text': { number: (digits) => `"${digits}"` },
}

export interface Call {
  readonly operation: AnyOperation
  readonly args: Readonly<Record<string, unknown>>
  readonly key: string
  /** Of the idempotency record; null: without one. */
  readonly idempotency: string | null
}

const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
const unicode = (text: string): string =>
  Array.from(text, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

function written(value: unknown, how: Spelling): string {
  const { turned = false, number = (digits) => digits, gap = '', escaped = false } = how
  const inner = (one: unknown): string => written(one, how)
  if (typeof value === 'number' && Number.isInteger(value)) return number(String(value))
  if (typeof value === 'string' && escaped) return `"${unicode(value)}"`
  if (Array.isArray(value)) return `[${gap}${value.map(inner).join(`,${gap}`)}${gap}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  const ordered = turned ? fields.toReversed() : fields
  return `{${gap}${ordered.map(([name, one]) => `${inner(name)}${gap}:${gap}${inner(one)}`).join(`,${gap}`)}${gap}}`
}

/** The request as it goes out. */
export function requestOf({ operation, args, key, idempotency }: Call, how: Spelling = {}): Buffer {
  const { escaped = false, turned = false, headers = (name) => name, tail = '' } = how
  const encode = escaped ? percent : encodeURIComponent
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(String(args[name])))
  const query = Object.keys(operation.query).flatMap((name) =>
    args[name] === undefined ? [] : [`${encode(name)}=${encode(String(args[name]))}`],
  )
  const asked = (turned ? query.toReversed() : query).join('&')
  const rest = Object.fromEntries(
    Object.entries(args).filter(([name]) => !(name in operation.params) && !(name in operation.query)),
  )
  const content = operation.document === null ? rest : args['body']
  const body = operation.method === 'GET' || operation.body === null ? '' : written(content, how)
  const fields: readonly (readonly [string, string])[] = [
    ['host', 'localhost'],
    ['x-api-key', key],
    ...(idempotency === null ? [] : ([['idempotency-key', idempotency]] as const)),
    ...(body === '' ? [] : ([['content-type', 'application/json']] as const)),
    ['content-length', String(Buffer.byteLength(body))],
  ]
  const head = fields.map(([name, value]) => `${headers(name)}: ${value}\r\n`).join('')
  return Buffer.from(
    `${operation.method} ${path}${tail}${asked === '' ? '' : `?${asked}`} HTTP/1.1\r\n${head}\r\n${body}`,
  )
}

/** Status and body; null: the connection ended without an answer. */
export type Heard = { readonly status: number; readonly text: string } | null

/** Reads one answer of a service that closes nothing by itself. */
export function ask(port: number, bytes: Buffer): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = opened(port)
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const [head = '', ...rest] = text.split('\r\n\r\n')
      const body = rest.join('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? (/ 204 /.test(head) ? 0 : Number.NaN))
      if (rest.length === 0 || Buffer.byteLength(body) < length || Number.isNaN(length)) return
      resolve({ status: Number(head.slice(9, 12)), text: body })
      socket.destroy()
    })
    socket.on('close', () => resolve(null))
    socket.write(bytes)
  })
}

/** Writes so many bytes, and cuts the connection with a reset. */
export function cut(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = opened(port).on('close', () => resolve())
    socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy()))
  })
}

const opened = (port: number): Socket => connect(port, '127.0.0.1').on('error', () => undefined)
