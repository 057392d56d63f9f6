/**
 * Text that not every storage could give back as it came: NUL, which PostgreSQL does not take, and lone
 * surrogates, which UTF-8 does not have.
 */

const UNSTORABLE = /\0|\p{Surrogate}/u

/** The top-level field that holds such text somewhere, '' when there is no field; null when none does. */
export function findUnstorable(value: unknown): string | null {
  // A list of what is left and not a recursion: a body may be nested as deep as it is long.
  const rest: [field: string, value: unknown][] = [['', value]]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [field, inner] = next
    if (typeof inner === 'string') {
      if (UNSTORABLE.test(inner)) return field
    } else if (typeof inner === 'object' && inner !== null) {
      for (const [name, item] of Object.entries(inner)) {
        if (UNSTORABLE.test(name)) return field
        rest.push([inner === value && !Array.isArray(value) ? name : field, item])
      }
    }
  }
  return null
}
