import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { runInNewContext } from 'node:vm'
import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import { render } from './render.js'
import { OPTIONS } from './search.js'
import { openSite } from './site.js'
import { readSources } from './sources.js'

const ROOT = new URL('../../../', import.meta.url)
/** Of one page, as it is sent. */
const MAX_BYTES = 250_000

const site = openSite({ api: '../../docs' })
const pages = site.paths().filter((path) => path.endsWith('.html'))
const texts = new Map(
  await Promise.all(pages.map(async (path) => [path, (await site.file(path))?.body ?? ''] as const)),
)

describe('the site', () => {
  it('has every page of the repository, once', () => {
    const isPage = (name: string): boolean => name.endsWith('.md')
    const there = [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'benchmarks/README.md',
      ...readdirSync(new URL('docs', ROOT), { recursive: true, encoding: 'utf8' })
        .filter(isPage)
        .map((name) => `docs/${name}`),
      ...readdirSync(new URL('packages', ROOT)).map((name) => `packages/${name}/README.md`),
    ]
    expect(
      readSources()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(there.sort())
    expect(new Set(pages).size).toBe(pages.length)
  })

  it('has every operation and every model', () => {
    const reference = readFileSync(new URL('docs/reference/operations.md', ROOT), 'utf8')
    const headings = [...reference.matchAll(/^### (.*)$/gm)].map(([, text = '']) => text)
    const all = pages.filter((path) => path.startsWith('reference/')).map((path) => texts.get(path))
    const shown = [...all.join('').matchAll(/<h2 id="[^"]*">(.*?) <a class="anchor"/g)].map(
      ([, text]) => text,
    )
    expect(headings.length).toBeGreaterThan(500)
    expect(headings.filter((heading) => !shown.includes(heading))).toEqual([])
  })

  it('has links that lead somewhere', () => {
    const broken = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/(?:href|src)="([^"]*)"/g)]
        .map(([, link = '']) => link)
        .filter((link) => {
          if (/^(https|data):/.test(link) || posix.join(posix.dirname(path), link) === '../../docs')
            return false
          const [file = '', anchor] = link.split('#')
          const target = file === '' ? path : posix.join(posix.dirname(path), file)
          if (!site.paths().includes(target)) return true
          return anchor !== undefined && !texts.get(target)?.includes(`id="${anchor}"`)
        })
        .map((link) => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('has pages of a bounded size, with no script, style or handler inside', () => {
    for (const [path, text] of texts) {
      expect(Buffer.byteLength(text), path).toBeLessThan(MAX_BYTES)
      expect(text, path).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]+ (?:style|on\w+)=/)
    }
  })

  it('names sources, which it does not have', () => {
    expect(texts.get('index.html')).toContain('(<code>examples/src/order-book.ts</code>)')
    expect(texts.get('index.html')).not.toContain('.ts"')
  })

  it.each(['', 'nowhere.html', '../package.json', 'pages/../style.css', 'constructor', '__proto__', 'a\0b'])(
    'has nothing at %j',
    async (path) => {
      expect(await site.file(path)).toBeNull()
    },
  )
})

describe('a page', () => {
  const find = (file: string): string | undefined => (file === 'docs/rates.md' ? 'a.html' : undefined)
  const html = (markdown: string): string => render(markdown, { source: 'docs/xrp.md', path: 'b.html' }, find)

  // It is ours, and yet nothing in it is run.
  it.each([
    '<script>alert(1)</script>',
    '<!-- a --><img src=x onerror=alert(1)>',
    'a <b onclick="alert(1)">b</b>',
    '![x" onerror="alert(1)](https://a.example/x.png)',
    '[x](javascript:alert(1))',
    '[x](JavaScript:alert(1))',
    '[x](data:text/html,x)',
    '[x](//a.example/x)',
    '[x](<rates.md#"onclick="alert(1)>)',
    '[x](<https://a.example/"onclick="alert(1)>)',
    '# <img src=x onerror=alert(1)>',
    '```"><script>\n</code></pre><script>alert(1)</script>\n```',
    '| <script> |\n|---|\n| <img src=x onerror=alert(1)> |',
  ])('runs nothing: %j', (markdown) => {
    const attributes = 'href|id|class|aria-label|rel|tabindex|role|scope'
    const tag = new RegExp(`^</?[a-z]+\\d?( (${attributes})="[^"<>]*")*>$`)
    const tags = html(markdown).match(/<[^>]*>?/g) ?? []
    expect(tags.filter((one) => !tag.test(one) || /^<\/?(script|img|b)\b/.test(one))).toEqual([])
    expect(html(markdown)).not.toMatch(/href="(?!https:|#|a\.html)/)
  })

  it('shows a picture of ours, and of any other only its words', () => {
    const picture = (file: string): string | undefined =>
      file === 'docs/benchmarks/http.svg' ? 'benchmarks/http.svg' : undefined
    const shown = (markdown: string): string =>
      render(markdown, { source: 'docs/rates.md', path: 'rates.html' }, picture)
    expect(shown('![Payments < HTTP](benchmarks/http.svg)')).toBe(
      '<p><img src="benchmarks/http.svg" alt="Payments &lt; HTTP"></p>\n',
    )
    expect(shown('![Other](benchmarks/other.svg)')).toBe('<p>Other</p>\n')
    expect(shown('![Far](https://a.example/http.svg)')).toBe('<p>Far</p>\n')
  })

  it('that many ask for is made once, and the same for all', async () => {
    const fresh = openSite({ api: null })
    const [one, other] = [fresh.file('glossary.html'), fresh.file('glossary.html')]
    expect(await one).toBe(await other)
  })
})

describe('the search', async () => {
  // As the browser gets both.
  const browser: { tallystickIndex?: string; MiniSearch?: typeof MiniSearch } = {}
  for (const name of ['minisearch.js', 'search-index.js']) {
    runInNewContext((await site.file(name))?.body ?? '', Object.assign(browser, { globalThis: browser }))
  }
  const index = MiniSearch.loadJSON(browser.tallystickIndex ?? '', OPTIONS)
  const first = (words: string): unknown =>
    index.search(words, { prefix: true, fuzzy: 0.15, boost: { title: 4 }, combineWith: 'AND' })[0]?.id

  it('comes with its library', () => {
    expect(browser.MiniSearch?.name).toBe(MiniSearch.name)
  })

  it.each([
    ['escrow', 'recipes/escrow.html#escrow'],
    ['sendLinkedTransactions', 'reference/transactions.html#sendlinkedtransactions'],
    ['sendLinkedTransactoins', 'reference/transactions.html#sendlinkedtransactions'],
    ['reorg', expect.stringContaining('custody.html#')],
  ])('finds %j', (words, id) => {
    expect(first(words)).toEqual(id)
  })

  it('leads to pages and headings that are there', () => {
    const ids = index.search(MiniSearch.wildcard).map(({ id }) => String(id))
    expect(ids.length).toBeGreaterThan(1_000)
    const broken = ids.filter((id) => {
      const [path = '', anchor = ''] = id.split('#')
      return !texts.get(path)?.includes(`id="${anchor}"`)
    })
    expect(broken).toEqual([])
  })
})
