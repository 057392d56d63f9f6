/** Splits the list of operations, which is too long for one page: a page for each subject, or several. */
import { anchorsIn } from './anchors.js'

export interface Part {
  readonly title: string
  /** Of its page: `reference/accounts` */
  readonly name: string
  readonly text: string
}

/** Of Markdown, without the blanks that align its tables. */
const MAX_CHARACTERS = 120_000

/** @param name Of the first page, which has everything before the first subject */
export function split(text: string, name: string): readonly Part[] {
  const [head = '', ...chapters] = text.split(/^(?=## )/m)
  const overview = chapters.filter((chapter) => chapter.startsWith('## Overview'))
  const subjects = chapters.filter((chapter) => !overview.includes(chapter))
  const folder = name.replace(/[^/]+$/, '')
  return [
    { title: titleOf(head), name, text: [head, ...overview].join('') },
    ...subjects.flatMap((subject) => {
      // Each is a page of its own, so its headings move up.
      const chapter = subject.replaceAll(/^##/gm, '#')
      const title = titleOf(chapter)
      const [anchor = ''] = anchorsIn(chapter)
      const parts = inParts(chapter)
      return parts.map((part, index) => ({
        title: parts.length === 1 ? title : `${title}, ${index + 1} of ${parts.length}`,
        name: `${folder}${anchor}${index === 0 ? '' : `-${index + 1}`}`,
        text: index === 0 ? part : `# ${title}, ${index + 1} of ${parts.length}\n\n${part}`,
      }))
    }),
  ]
}

const titleOf = (text: string): string => /^#+ (.*)/m.exec(text)?.[1] ?? ''

function inParts(chapter: string): readonly string[] {
  const parts: string[] = []
  for (const section of chapter.replaceAll(/ {2,}\|/g, ' |').split(/^(?=## )/m)) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + section.length <= MAX_CHARACTERS) {
      parts[parts.length - 1] = last + section
    } else parts.push(section)
  }
  return parts
}
