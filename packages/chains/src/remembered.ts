import { Recent } from '@tallystick/core'

/** Of so many texts it is remembered what they say. */
const MOST = 10_000

/** Of what never changes, and takes long to read: the last ones that were read are remembered. */
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
