/** Canonical JSON of stored items and keyed requests, with a fast path for the usual ones. */

/** More names than most objects have. */
const FEW = 24

/** The names of the object's own fields, sorted. A few names are sorted by insertion, without a copy. */
export function sortedNames(value: object): readonly string[] {
  const names = Object.keys(value)
  if (names.length > FEW) return names.sort()
  for (let end = 1; end < names.length; end++) {
    const name = names[end] as string
    let at = end
    for (let before = names[at - 1]; before !== undefined && before > name; before = names[at - 1]) {
      names[at--] = before
    }
    names[at] = name
  }
  return names
}

const PLAIN = /^[ !#-[\]-~]*$/

/** Quotes text as JSON does. */
export function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}
