/** What every stored item and every keyed request is put through: fast for what most of them are. */

/** More names than most things have. */
const FEW = 24

/** The names of the object's own fields, sorted. Few of them are put in their places one by one, without a copy. */
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

/** As JSON has it. */
export function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}
