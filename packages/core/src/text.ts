/**
 * Text that some storages could not return unchanged: NUL, which PostgreSQL does not accept, and lone surrogates, which
 * UTF-8 cannot represent.
 */

/** The message for the caller. */
export const UNSTORABLE_TEXT = 'text holds neither NUL nor half of a surrogate pair'

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** Replaces characters that cannot be stored by U+FFFD, for text that the caller cannot correct. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd')
}

/** The top-level field that contains such text, '' if there is no field; null if none does. */
export function findUnstorable(value: unknown): string | null {
  if (typeof value === 'string') return isUnstorable(value) ? '' : null
  if (typeof value !== 'object' || value === null) return null
  for (const name of Object.keys(value)) {
    const field = Array.isArray(value) ? '' : name
    if (isUnstorable(name)) return ''
    const inner: unknown = Reflect.get(value, name)
    if (typeof inner === 'string' ? isUnstorable(inner) : holdsUnstorable(inner)) return field
  }
  return null
}

function holdsUnstorable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  // A list instead of recursion, because a body can nest as deeply as it is long.
  const rest: unknown[] = [value]
  /** What an embedder gives may contain itself. */
  const seen = new Set<unknown>()
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string' && isUnstorable(next)) return true
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    if (Array.isArray(next)) {
      for (const item of next) rest.push(item)
      continue
    }
    for (const [name, item] of Object.entries(next)) {
      if (isUnstorable(name)) return true
      rest.push(item)
    }
  }
  return false
}
