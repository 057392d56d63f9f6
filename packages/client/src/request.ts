/** Flat arguments as the parts of a request. */
import { ExactNumber, Rejected, type Violation } from '@tallystick/core'

/** What becomes of the arguments that are in neither path nor query. */
type Content = 'none' | 'fields' | 'document'

export interface Route {
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  /** Those of the query that are objects. */
  readonly objects: readonly string[]
  readonly content: Content
  /** A node runs it, which knows no idempotency key. */
  readonly passes: boolean
  /** Whether a path of the node follows. */
  readonly below: boolean
}

export interface Request {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body: string | undefined
  readonly passes: boolean
}

const CONTENT: Readonly<Record<string, Content>> = { '{}': 'fields', '=': 'document' }

/** The header has the key, and the path of the node is no part of ours: it may have parts and a query of its own. */
const BELOW = '/{xApiKey}/{rpcPath}'

/** Reads a line of `routes.ts`: `POST /v3/ledger/transaction {}`. */
export function routeOf(line: string): Route {
  const [method = '', place = '', content = '', passes] = line.split(' ')
  const [path = '', query = ''] = place.split('?')
  const names = query === '' ? [] : query.split('&')
  const below = path.endsWith(BELOW)
  return {
    method,
    below,
    path: below ? path.slice(0, -BELOW.length) : path,
    query: names.map((name) => name.replace('[]', '')),
    objects: names.flatMap((name) => (name.endsWith('[]') ? [name.slice(0, -2)] : [])),
    content: CONTENT[content] ?? 'none',
    passes: passes !== undefined,
  }
}

function invalid(target: Violation['target'], property: string | undefined, text: string): Rejected {
  const violation = { target, ...(property === undefined ? {} : { property }), constraints: { type: text } }
  return new Rejected({ code: 'validation.failed', violations: [violation] })
}

/** @throws Rejected if the arguments make no request */
export function requestOf(route: Route, args: unknown): Request {
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw invalid('body', undefined, 'what is given must be object')
  const rest = new Map(Object.entries(args).filter(([, value]) => value !== undefined))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return segment(name, value)
  })
  const below = route.below ? belowOf(rest) : ''
  const query = new URLSearchParams()
  // Without a body, the service refuses in the query what is not a field of the call.
  for (const name of route.content === 'none' ? [...rest.keys()] : route.query) {
    if (!rest.has(name)) continue
    for (const [field, value] of fieldsOf(route, name, rest.get(name))) {
      for (const item of Array.isArray(value) ? value : [value])
        query.append(field, textOf('query', field, item))
    }
    rest.delete(name)
  }
  const asked = query.size === 0 ? '' : `${below.includes('?') ? '&' : '?'}${query}`
  if (!staysBelow(path, below)) throw invalid('param', 'rpcPath', 'rpcPath must not climb')
  return {
    method: route.method,
    target: `${path}${below}${asked}`,
    body: bodyOf(route.content, rest),
    passes: route.passes,
  }
}

/** An object in a query has a field for each of its members: `metadata[name]`. */
function fieldsOf({ objects }: Route, name: string, value: unknown): readonly (readonly [string, unknown])[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || !objects.includes(name)) return [[name, value]]
  return Object.entries(value).map(([member, inner]) => [`${name}[${member}]`, inner])
}

function belowOf(rest: Map<string, unknown>): string {
  const text = textOf('param', 'rpcPath', rest.get('rpcPath') ?? '')
  for (const name of ['xApiKey', 'rpcPath']) rest.delete(name)
  return text === '' ? '' : `/${text.replace(/^\/+/, '').replaceAll('#', '%23')}`
}

/** As `fetch` reads it: `..`, `%2e.`, a backslash or a tab within may lead to another operation. */
function staysBelow(path: string, below: string): boolean {
  const plain = `${path}${below.split('?')[0]}`
  const slashes = (text: string): number => text.split('/').length
  const { pathname } = new URL(`http://service.invalid${plain}`)
  return pathname.startsWith(path) && slashes(pathname) === slashes(plain)
}

/** @throws Rejected if it is no text, number or truth value, or a list of them */
function textOf(target: Violation['target'], name: string, value: unknown): string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.every((item) => item instanceof ExactNumber || SIMPLE.has(typeof item))) return String(value)
  throw invalid(target, name, `${name} must be text`)
}

const SIMPLE: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean'])

function bodyOf(content: Content, rest: ReadonlyMap<string, unknown>): string | undefined {
  if (content === 'none') return undefined
  try {
    return JSON.stringify(content === 'document' ? rest.get('body') : Object.fromEntries(rest))
  } catch {
    throw invalid('body', undefined, 'what is given must be JSON')
  }
}

/** A part of the path. Two dots would lead to another path, however they are escaped. */
function segment(name: string, value: unknown): string {
  if (value === undefined) throw invalid('param', name, `${name} is missing`)
  const text = textOf('param', name, value)
  if (text === '' || text === '.' || text === '..')
    throw invalid('param', name, `${name} must not be "${text}"`)
  try {
    return encodeURIComponent(text)
  } catch {
    throw invalid('param', name, `${name} must be well-formed text`)
  }
}
