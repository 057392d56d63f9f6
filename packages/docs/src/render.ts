/** Markdown as HTML. Links between pages stay links; a file of the repository that is no page is named. */
import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { anchors } from './anchors.js'

export interface Place {
  /** Of the Markdown file in the repository. */
  readonly source: string
  /** Of the page in the site: `reference/accounts.html` */
  readonly path: string
}

/** @param find The page of a file of the repository, with an anchor; undefined if there is none */
export function render(
  markdown: string,
  { source, path }: Place,
  find: (file: string, anchor: string) => string | undefined,
): string {
  const names = anchors()
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = names.of(text)
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)} <a class="anchor" href="#${anchor}" aria-label="Link to: ${escaped(text.replaceAll('`', ''))}">#</a></h${depth}>\n`
      },
      // Wide ones scroll on their own, also by keys.
      table(token) {
        return `<div class="scroll" role="region" aria-label="Table" tabindex="0">${table(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}\n</code></pre>\n`
      },
      // Pages contain comments, and no other HTML.
      html: ({ text }) => (text.startsWith('<!--') ? '' : escaped(text)),
      // Pictures of our own; of any other there is only what it shows.
      image({ href, text }) {
        const picture = find(posix.join(posix.dirname(source), href), '')
        if (picture === undefined || !picture.endsWith('.svg')) return escaped(text)
        return `<img src="${escaped(posix.relative(posix.dirname(path), picture))}" alt="${escaped(text)}">`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const [address = '', anchor = ''] = href.split('#')
        const own = published(address)
        if (own === null && href.startsWith('https:'))
          return `<a href="${escaped(href)}" rel="noreferrer">${text}</a>`
        // Such as the address of a service on this machine.
        if (own === null && /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return text
        const target = own ?? (address === '' ? source : posix.join(posix.dirname(source), address))
        const page = find(target, anchor)
        if (page === undefined) return `${text} (<code>${escaped(target)}</code>)`
        const place = page === path && anchor !== '' ? '' : posix.relative(posix.dirname(path), page)
        return `<a href="${escaped(`${place}${anchor === '' ? '' : `#${anchor}`}`)}">${text}</a>`
      },
    },
  })
  return marked.parse(markdown, { async: false })
}

/**
 * The file of the repository that an address of ours stands for. Pages of packages have such addresses, because a registry
 * shows them alone.
 */
function published(address: string): string | null {
  const [, name, page] = PUBLISHED.exec(address) ?? []
  return name === undefined ? (page ?? null) : `packages/${name}/README.md`
}

const PUBLISHED =
  /^https:\/\/(?:www\.npmjs\.com\/package\/@tallystick\/([\w-]+)|unpkg\.com\/@tallystick\/docs\/pages\/(.+))$/

function table({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag.split(' ')[0]}>`).join('')}</tr>`
  return `<table><thead>${row(header, 'th scope="col"')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table>`
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** What a reader sees of Markdown, about. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^\|[ |:-]+\|$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/```\w*|[`*|#>]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
