/** Flat arguments as the parts of a request. */
import { Rejected, type Violation } from '@tallystick/core'

/** What becomes of the arguments that are in neither path nor query. */
type Content = 'none' | 'fields' | 'document'

export interface Route {
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
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
  const below = path.endsWith(BELOW)
  return {
    method,
    below,
    path: below ? path.slice(0, -BELOW.length) : path,
    query: query === '' ? [] : query.split('&'),
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
    query.set(name, String(rest.get(name)))
    rest.delete(name)
  }
  const asked = query.size === 0 ? '' : `${below.includes('?') ? '&' : '?'}${query}`
  return {
    method: route.method,
    target: `${path}${below}${asked}`,
    body: bodyOf(route.content, rest),
    passes: route.passes,
  }
}

function belowOf(rest: Map<string, unknown>): string {
  const text = String(rest.get('rpcPath') ?? '')
  for (const name of ['xApiKey', 'rpcPath']) rest.delete(name)
  if (/(^|\/)(\.|%2e){1,2}($|[/?])/i.test(text)) throw invalid('param', 'rpcPath', 'rpcPath must not climb')
  return text === '' ? '' : `/${text.replace(/^\/+/, '').replaceAll('#', '%23')}`
}

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
  if (value === undefined) throw invalid('param', name, `what is given must have required properties ${name}`)
  const text = String(value)
  if (text === '' || text === '.' || text === '..')
    throw invalid('param', name, `${name} must not be "${text}"`)
  try {
    return encodeURIComponent(text)
  } catch {
    throw invalid('param', name, `${name} must be well-formed text`)
  }
}
