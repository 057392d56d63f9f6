/** The site: which pages there are, and each page when it is asked for. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { anchors, anchorsIn, headingsIn } from './anchors.js'
import { CHAPTERS, OPERATIONS } from './contents.js'
import { type Entry, layout } from './layout.js'
import { escaped, render } from './render.js'
import { searchIndex } from './search.js'
import { readPictures, readSources, type Source } from './sources.js'
import { split } from './split.js'

export interface SiteOptions {
  /** The page that tries calls, relative to the first page; null if there is none. */
  readonly api: string | null
}

export interface SiteFile {
  readonly type: string
  readonly body: string
}

export interface Site {
  paths(): readonly string[]
  /** Null if there is no such file. */
  file(path: string): Promise<SiteFile | null>
}

interface Page extends Entry {
  /** The Markdown file that it is made of, and the chapter it belongs to. */
  readonly source: string
  readonly chapter: string
  readonly text: string
}

const HTML = 'text/html; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'
const ASSETS: ReadonlyMap<string, string> = new Map([
  ['style.css', 'text/css; charset=utf-8'],
  ['guide.js', JAVASCRIPT],
])
const SEARCH = 'minisearch.js'
const INDEX = 'search-index.js'

/** Characters of a section that are searched: of an operation what it does, of all others everything. */
const MOST = { operation: 300, other: 20_000 } as const

export function openSite({ api }: SiteOptions): Site {
  const pages = readSources().flatMap(pagesOf)
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const pictures = new Map(readPictures().map(({ path, text }) => [path.replace(/^docs\//, ''), text]))
  const find = finder(pages, [...pictures.keys()])
  const chapters = CHAPTERS.map(({ title }) => ({
    title,
    pages: pages.filter(({ chapter }) => chapter === title),
  }))
  const paths = [...pages.map(({ path }) => path), ...pictures.keys(), ...ASSETS.keys(), SEARCH, INDEX]
  /** Of paths that there are: a caller may ask for any. */
  const made = new Map<string, Promise<SiteFile | null> | null>(paths.map((path) => [path, null]))

  async function make(path: string): Promise<SiteFile | null> {
    const asset = ASSETS.get(path)
    if (asset !== undefined) {
      return { type: asset, body: readFileSync(new URL(`../assets/${path}`, import.meta.url), 'utf8') }
    }
    if (path === SEARCH) return { type: JAVASCRIPT, body: minisearch() }
    if (path === INDEX) {
      const indexed = pages.map((page) => ({
        ...page,
        most: page.source === OPERATIONS ? MOST.operation : MOST.other,
      }))
      return { type: JAVASCRIPT, body: await searchIndex(indexed) }
    }
    const picture = pictures.get(path)
    if (picture !== undefined) return { type: 'image/svg+xml; charset=utf-8', body: picture }
    const page = byPath.get(path)
    if (page === undefined) return null
    const html = render(page.text, page, find) + (path === 'index.html' ? overview(chapters) : '')
    return {
      type: HTML,
      body: layout({ title: page.title, path, chapters, sections: sectionsOf(page), api, html }),
    }
  }

  return {
    paths: () => paths,
    async file(path) {
      const known = made.get(path)
      if (known === undefined) return null
      // Kept from the first visit on, so that many first visitors make the index once.
      const file = known ?? make(path)
      made.set(path, file)
      file.catch(() => made.set(path, null))
      return file
    },
  }
}

function pagesOf({ path: source, chapter, text }: Source): readonly Page[] {
  const name =
    source === 'README.md'
      ? 'index'
      : source
          .replace(/^docs\//, '')
          .replace(/^(packages\/.*)\/README\.md$|\.md$/, '$1')
          .toLowerCase()
  if (source === OPERATIONS) {
    return split(text, name).map((part) => ({ ...part, source, chapter, path: `${part.name}.html` }))
  }
  const title = source === 'README.md' ? 'What it is' : (/^# (.*)/m.exec(text)?.[1] ?? name)
  return [{ title: title.replaceAll('`', ''), source, chapter, text, path: `${name}.html` }]
}

/** Of a file of the repository and an anchor in it, the page; or the picture. */
function finder(
  pages: readonly Page[],
  pictures: readonly string[],
): (file: string, anchor: string) => string | undefined {
  const places = new Map(pictures.map((path) => [`docs/${path}`, path]))
  // The first page of a file is also where an unknown anchor leads.
  for (const page of pages.toReversed()) {
    for (const anchor of anchorsIn(page.text)) places.set(`${page.source}#${anchor}`, page.path)
    places.set(page.source, page.path)
  }
  return (file, anchor) => {
    const folder = pages.find(({ source }) => file.endsWith('/') && source.startsWith(file))
    return places.get(`${file}#${anchor}`) ?? places.get(file) ?? folder?.path
  }
}

function sectionsOf({ text }: Page): readonly { readonly text: string; readonly anchor: string }[] {
  const names = anchors()
  return headingsIn(text).flatMap(({ text: heading, depth }) => {
    const anchor = names.of(heading)
    return depth === 1 ? [] : [{ text: heading.replaceAll('`', ''), anchor }]
  })
}

/** All pages, at the end of the first one. */
function overview(chapters: readonly { readonly title: string; readonly pages: readonly Entry[] }[]): string {
  const list = chapters.map(
    ({ title, pages }) =>
      `<h3>${escaped(title)}</h3><ul>${pages.map((page) => `<li><a href="${page.path}">${escaped(page.title)}</a></li>`).join('')}</ul>`,
  )
  return `<h2 id="all-pages">All pages</h2>\n<div class="overview">${list.map((part) => `<section>${part}</section>`).join('\n')}</div>\n`
}

/** The library that searches, as one script; the package exports only its modules. */
function minisearch(): string {
  const main = createRequire(import.meta.url).resolve('minisearch')
  return readFileSync(main.replace(/cjs[\\/]index\.cjs$/, 'umd/index.js'), 'utf8')
}
