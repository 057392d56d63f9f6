/**
 * Text that not every storage could give back as it came: NUL, which PostgreSQL does not take, and lone
 * surrogates, which UTF-8 does not have.
 */

/** What a caller is told of it. */
export const UNSTORABLE_TEXT = 'text holds neither NUL nor half of a surrogate pair'

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** The text with what cannot be stored shown as U+FFFD: for words that are not a caller's to mend. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd')
}

/** The top-level field that holds such text somewhere, '' when there is no field; null when none does. */
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
  // A list of what is left and not a recursion: a body may be nested as deep as it is long.
  const rest: unknown[] = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string') {
      if (isUnstorable(next)) return true
    } else if (typeof next === 'object' && next !== null) {
      for (const [name, item] of Object.entries(next)) {
        if (isUnstorable(name)) return true
        rest.push(item)
      }
    }
  }
  return false
}
