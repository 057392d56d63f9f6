/** The frame of every page. Paths are relative, so it works below any prefix, and from a file. */
import { posix } from 'node:path'
import { escaped } from './render.js'

export interface Entry {
  readonly title: string
  readonly path: string
}

interface Frame {
  readonly title: string
  readonly path: string
  readonly chapters: readonly { readonly title: string; readonly pages: readonly Entry[] }[]
  /** Headings of the page itself. */
  readonly sections: readonly { readonly text: string; readonly anchor: string }[]
  /** Of the page that tries calls; null without one. Relative to the first page. */
  readonly api: string | null
  readonly html: string
}

/** The first page, which shows the first chapters. */
const FIRST = 'index.html'
const OPEN = 3
/** A longer list helps nobody to find his way. */
const MAX_SECTIONS = 60

export function layout({ title, path, chapters, sections, api, html }: Frame): string {
  const to = (target: string): string => posix.relative(posix.dirname(path), target)
  const entry = (page: Entry): string =>
    `<li><a href="${to(page.path)}"${page.path === path ? ' aria-current="page"' : ''}>${escaped(page.title)}</a></li>`
  const isHere = (pages: readonly Entry[]): boolean => pages.some((page) => page.path === path)
  const menu = chapters.map(
    (chapter, index) =>
      `<details${isHere(chapter.pages) || (path === FIRST && index < OPEN) ? ' open' : ''}><summary>${escaped(chapter.title)}</summary><ul>${chapter.pages.map(entry).join('')}</ul></details>`,
  )
  const shown = sections.length < 2 || sections.length > MAX_SECTIONS ? [] : sections
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Tallystick</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('style.css')}">
<script src="${to('guide.js')}" data-root="${to('.') || '.'}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="${to(FIRST)}">Tallystick</a>
<form role="search" hidden><label for="search">Search</label> <input id="search" type="search" placeholder="Search (press /)" autocomplete="off" spellcheck="false" aria-controls="found"></form>
<nav aria-label="Site"><a class="menu" href="#menu">Contents</a>${api === null ? '' : ` <a href="${to(api)}">Try the API</a>`}</nav>
</header>
<div id="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>
<div class="columns">
<main id="content" tabindex="-1">
${html}</main>
<nav id="menu" aria-label="Pages">
${menu.join('\n')}
</nav>
${
  shown.length === 0
    ? ''
    : `<nav id="sections" aria-labelledby="sections-title"><p id="sections-title">On this page</p><ul>${shown
        .map(({ text, anchor }) => `<li><a href="#${anchor}">${escaped(text)}</a></li>`)
        .join('')}</ul></nav>\n`
}</div>
</body>
</html>
`
}
