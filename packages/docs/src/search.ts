/** The index that the browser searches: of each section its title, its page, and its text, or the beginning of it. */
import { setImmediate } from 'node:timers/promises'
import MiniSearch from 'minisearch'
import { anchors, headingsIn } from './anchors.js'
import { plainText } from './render.js'

export interface Indexed {
  readonly title: string
  readonly path: string
  readonly text: string
  /** Of a section only this much is searched. */
  readonly most: number
}

/** Sections that are indexed before other work of the process has its turn. */
const AT_ONCE = 40
/** What a result shows. */
const SHOWN = 140

/** As `guide.js` gives it to MiniSearch. */
export const OPTIONS = { fields: ['title', 'text'], storeFields: ['title', 'page', 'start'] }

/** @returns A script that sets `tallystickIndex`, because a script may be loaded from a file too */
export async function searchIndex(pages: readonly Indexed[]): Promise<string> {
  const index = new MiniSearch(OPTIONS)
  let since = 0
  for (const { title, path, text, most } of pages) {
    const names = anchors()
    const headings = headingsIn(text)
    for (const [number, { text: heading, from }] of headings.entries()) {
      const body = plainText(text.slice(from, headings[number + 1]?.from)).slice(heading.length)
      index.add({
        id: `${path}#${names.of(heading)}`,
        title: heading.replaceAll('`', ''),
        page: title,
        text: body.slice(0, most),
        start:
          body.length <= SHOWN
            ? body.trim()
            : `${body
                .slice(0, SHOWN)
                .replace(/\s\S*$/, '')
                .trim()} …`,
      })
      if (++since % AT_ONCE === 0) await setImmediate()
    }
  }
  return `globalThis.tallystickIndex = ${JSON.stringify(JSON.stringify(index))}\n`
}
