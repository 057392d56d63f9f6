import { hash } from 'node:crypto'
import { quoted, sortedNames } from './plain-text.js'

/** The identity of a request under an idempotency key: what is asked, whatever the order of its fields. */
export function requestHash(operation: string, args: unknown): string {
  return hash('sha256', `${operation} ${flatJson(args) ?? canonicalJson(args)}`, 'hex')
}

/** What `canonicalJson` makes of fields that hold no object, as most requests' do, in a tenth of the time; else null. */
function flatJson(args: unknown): string | null {
  if (args === null || typeof args !== 'object' || Array.isArray(args)) return null
  let json = ''
  for (const name of sortedNames(args)) {
    const value: unknown = Reflect.get(args, name)
    if (value === undefined) continue
    const text = flatText(value)
    // Names that are numbers come first in an object, whatever the order they were put in.
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
