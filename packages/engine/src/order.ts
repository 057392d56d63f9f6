/** The order of lists: field by field, each compared by its UTF-8 bytes, which every database can do. */

export type SortKey = readonly string[]

export function compareKeys(a: SortKey, b: SortKey): number {
  for (let index = 0; index < a.length; index++) {
    const order = compareText(a[index] ?? '', b[index] ?? '')
    if (order !== 0) return order
  }
  return 0
}

/** The first of the UTF-16 units that stand for half a character above U+FFFF. */
const HALVES = 0xd800

/**
 * Not `<`: JavaScript compares UTF-16 units, which sorts characters above U+FFFF before U+E000. Texts whose first
 * different units are below both, as in almost all, are in the order of these units, and need no copy as bytes.
 */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === end) return a.length - b.length
  const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
  return one < HALVES && other < HALVES ? one - other : Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Of the largest integer that a database holds, 2^63 - 1. */
export const INTEGER_DIGITS = 19

/** A whole number as a field of a sort key, padded so that text sorts as numbers do. */
export function sortableNumber(value: number | bigint): string {
  return String(value).padStart(INTEGER_DIGITS, '0')
}
