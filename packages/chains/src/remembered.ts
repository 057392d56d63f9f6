import { Recent } from '@tallystick/core'

/** The number of cached texts. */
const MOST = 10_000

/** Caches the results of an expensive function of a text whose result never changes. */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Recent<string, Result>(MOST)
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const result = read(text)
    known.set(text, result)
    return result
  }
}
