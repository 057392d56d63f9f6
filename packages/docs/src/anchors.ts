/** Anchors of headings, as GitHub makes them. */

export interface Anchors {
  of(heading: string): string
}

/** For one page: a heading that comes again gets a number. */
export function anchors(): Anchors {
  const seen = new Map<string, number>()
  return {
    of(heading) {
      const anchor = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')
      const times = seen.get(anchor) ?? 0
      seen.set(anchor, times + 1)
      return times === 0 ? anchor : `${anchor}-${times}`
    },
  }
}

/** Of all headings of a text, in order. */
export function anchorsIn(markdown: string): readonly string[] {
  const names = anchors()
  return headingsIn(markdown).map(({ text }) => names.of(text))
}

interface Heading {
  readonly text: string
  readonly depth: number
  /** Where it stands. */
  readonly from: number
}

/** Headings outside of blocks of code. */
export function headingsIn(markdown: string): readonly Heading[] {
  const found = markdown.matchAll(/^ *```[\s\S]*?^ *```$|^(#+) (.*)$/gm)
  return [...found].flatMap(({ 1: marks = '', 2: text, index }) =>
    text === undefined ? [] : [{ text, depth: marks.length, from: index }],
  )
}
