import { hash } from 'node:crypto'
import { quoted, sortedNames } from './plain-text.js'

/** Identifies the request of an idempotency key: operation and arguments, whatever the order of their fields. */
export function requestHash(operation: string, args: unknown): string {
  return hash('sha256', `${operation} ${flatJson(args) ?? canonicalJson(args)}`, 'hex')
}

/**
 * The result of `canonicalJson` for fields without objects, which most requests have, in a tenth of the time; otherwise
 * null.
 */
function flatJson(args: unknown): string | null {
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return null
  let json = ''
  for (const name of sortedNames(args)) {
    const value: unknown = Reflect.get(args, name)
    if (value === undefined) continue
    const text = flatText(value)
    // An object lists names that are numbers first, whatever their order.
    if (text === null || !NAME.test(name)) return null
    json += `${json === '' ? '' : ','}"${name}":${text}`
  }
  return `{${json}}`
}

const NAME = /^[a-zA-Z]\w*$/

function flatText(value: unknown): string | null {
  if (typeof value === 'string') return quoted(value)
  const isFlat = value === null || typeof value === 'number' || typeof value === 'boolean'
  return isFlat ? JSON.stringify(value) : null
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
