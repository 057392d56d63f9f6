/** Reads the address and headers of a node. Problems never repeat them, because both may contain keys. */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { urlIn } from '@tallystick/custody'
import { LONG_BYTES, type Target } from '../transport/exchange.js'
import type { Fields } from './fields.js'

const DEFAULT_TIMEOUT_MS = 10_000

/** Headers of the transport; values from the configuration would break it. */
const RESERVED = new Set(
  'host content-length content-type transfer-encoding connection keep-alive upgrade expect te trailer accept-encoding'.split(
    ' ',
  ),
)

/** Fields that every node has. */
export const TARGET_FIELDS = ['url', 'headers', 'timeoutMs', 'maxAnswerBytes'] as const

export type Environment = Readonly<Record<string, string | undefined>>

/** Undefined if a problem has been reported. */
export function readTarget(fields: Fields, env: Environment): Target | undefined {
  const url = readUrl(fields, env)
  const headers = readHeaders(fields, env)
  const timeoutMs = fields.count('timeoutMs', 100, 120_000) ?? DEFAULT_TIMEOUT_MS
  const maxBytes = fields.count('maxAnswerBytes', 1_024, 1_073_741_824)
  const limit = maxBytes === undefined ? { maxBytes: LONG_BYTES, isDefault: true as const } : { maxBytes }
  if (url === undefined || headers === undefined) return undefined
  const authorization = basicOf(url)
  if (authorization === undefined) return { url, headers, timeoutMs, ...limit }
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) {
    fields.problem('headers', 'and the url both contain credentials; remove one of them')
    return undefined
  }
  url.username = ''
  url.password = ''
  return { url, headers: { ...headers, authorization }, timeoutMs, ...limit }
}

function readUrl(fields: Fields, env: Environment): URL | undefined {
  const given = fields.value('url')
  if (typeof given !== 'string' || given === '') {
    fields.problem('url', 'is missing or not text; accepted is an http: or https: URL')
    return undefined
  }
  const text = withVariables(fields, 'url', given, env)
  if (text === undefined) return undefined
  const url = urlIn(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    fields.problem('url', 'is not an http: or https: URL (not shown)')
    return undefined
  }
  if (url.search !== '' || url.hash !== '' || text.includes('?') || text.includes('#')) {
    fields.problem('url', 'holds a ? or a # (not shown); send a key in headers, or in the path')
    return undefined
  }
  return url
}

/** `http://user:password@host`, as with Bitcoin Core's cookie file. */
function basicOf(url: URL): string | undefined {
  if (url.username === '' && url.password === '') return undefined
  const pair = `${decoded(url.username)}:${decoded(url.password)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** An invalid escape stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readHeaders(fields: Fields, env: Environment): Readonly<Record<string, string>> | undefined {
  const given = fields.fieldsOf('headers')
  if (given === undefined) return fields.has('headers') ? undefined : {}
  const headers: Record<string, string> = {}
  let ok = true
  for (const name of given.names()) {
    const value = given.value(name)
    const text = typeof value === 'string' ? withVariables(given, name, value, env) : undefined
    if (text !== undefined && isHeader(name, text)) {
      headers[name] = text
      continue
    }
    ok = false
    if (typeof value === 'string' && text === undefined) continue
    given.problem(name, 'is not a header that can be set (its value is not shown)')
  }
  return ok ? headers : undefined
}

function isHeader(name: string, value: string): boolean {
  if (RESERVED.has(name.toLowerCase())) return false
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

function withVariables(fields: Fields, name: string, text: string, env: Environment): string | undefined {
  let ok = true
  const filled = text.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_whole, variable: string) => {
    const value = env[variable]
    if (value !== undefined && value !== '') return value
    ok = false
    fields.problem(name, `needs the variable ${variable}, which is not set`)
    return ''
  })
  return ok ? filled : undefined
}
