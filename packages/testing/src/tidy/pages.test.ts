/** Checks what pages say about the repository, and what each package says about itself. */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { REJECTIONS } from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import { BIGNUMBER, mayImport } from './rules.fixture.js'
import { exists, filesUnder, isRecord, ours, ROOT, read } from './source.fixture.js'

/** Half a printed page, more or less. */
const MAX_DECISION_LINES = 50

describe('packages', () => {
  const packages = readdirSync(join(ROOT, 'packages')).filter((name) =>
    exists(`packages/${name}/package.json`),
  )

  it('have an index.ts that says what it is, and a README.md', () => {
    // The command exports nothing.
    const lacking = packages.flatMap((name) => [
      ...(name === 'cli' || /^\/\*\*/.test(read(`packages/${name}/src/index.ts`))
        ? []
        : [`packages/${name}/src/index.ts:1`]),
      ...(read(`packages/${name}/README.md`) === '' ? [`packages/${name}/README.md:1`] : []),
    ])
    expect(lacking).toEqual([])
  })

  it('depend on those that they may import, and the core on bignumber.js only', () => {
    const wrong = packages.flatMap((name) => {
      const manifest: unknown = JSON.parse(read(`packages/${name}/package.json`))
      const names = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((kind) =>
        isRecord(manifest) && isRecord(manifest[kind]) ? Object.keys(manifest[kind]) : [],
      )
      const allowed = [
        ...(mayImport(name) ?? []),
        ...(name === 'cli' ? ['storage-sqlite', 'storage-postgres', 'chains'] : []),
      ]
      return names
        .filter((dependency) =>
          name === 'core'
            ? dependency !== BIGNUMBER
            : ours(dependency) !== undefined && !allowed.includes(ours(dependency) ?? ''),
        )
        .map((dependency) => `packages/${name}/package.json: must not depend on ${dependency}`)
    })
    expect(wrong).toEqual([])
  })

  it('show declarations that compile where nothing else is installed', () => {
    const untyped = packages.flatMap((name) => {
      const { dependencies = {}, peerDependencies = {} } = JSON.parse(read(`packages/${name}/package.json`))
      const brought = Object.keys({ ...dependencies, ...peerDependencies })
      return [...importedBy(`packages/${name}/dist/index.d.ts`)]
        .filter(
          (other) =>
            !brought.some((own) => own === `@types/${other}` || (own === other && isTyped(name, other))),
        )
        .map((other) => `packages/${name}: its declarations need those of ${other}`)
    })
    expect(importedBy('packages/storage-sqlite/dist/index.d.ts')).toContain('@tallystick/engine')
    expect(untyped).toEqual([])
  })
})

/** The packages that a declaration names, with the declarations that it leads to. Node has its own, which everybody has. */
function importedBy(path: string, seen = new Set<string>()): ReadonlySet<string> {
  const found = [...read(path).matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)].map(([, what = '']) => what)
  return new Set(
    found.flatMap((what) => {
      if (!what.startsWith('.'))
        return /^(node:|url$)/.test(what) ? [] : (/^(@[^/]+\/)?[^/]+/.exec(what)?.[0] ?? [])
      const next = join(dirname(path), what.replace(/\.js$/, '.d.ts'))
      if (seen.has(next)) return []
      seen.add(next)
      return [...importedBy(next, seen)]
    }),
  )
}

/** Whether the package has declarations of its own. */
function isTyped(name: string, other: string): boolean {
  const place = `packages/${name}/node_modules/${other}`
  return (
    exists(`${place}/index.d.ts`) ||
    /"types(@[^"]*)?": *"|"typings": *"|\.d\.[cm]?ts"/.test(read(`${place}/package.json`))
  )
}

/** The file that an address of ours stands for, as `packages/docs/src/render.ts` reads it; null for any other address. */
function published(address: string): string | null {
  const [, name] = /^https:\/\/www\.npmjs\.com\/package\/@tallystick\/([\w-]+)$/.exec(address) ?? []
  const [, page] = /^https:\/\/unpkg\.com\/@tallystick\/docs\/pages\/(.+)$/.exec(address) ?? []
  return name === undefined ? (page ?? null) : `packages/${name}/README.md`
}

/** Its page at the registry. There is no host of ours, and no public address of the repository yet. */
const homepageOf = (name: string): string => `https://www.npmjs.com/package/@tallystick/${name}`

describe('a registry', () => {
  const published = readdirSync(join(ROOT, 'packages'))
    .map((name) => ({ name, manifest: JSON.parse(read(`packages/${name}/package.json`)) }))
    .filter(({ manifest }) => manifest.private !== true)

  it('shows of each package what it is, where it is, and by which words it is found', () => {
    expect(published.length).toBeGreaterThan(10)
    for (const { name, manifest } of published) {
      expect(manifest, name).toMatchObject({
        description: expect.stringMatching(/\.$/),
        homepage: homepageOf(name),
        license: 'MIT',
        engines: { node: '>=20.19' },
      })
      expect(manifest.keywords, name).toContain('tallystick')
      expect(manifest.keywords.length, name).toBeGreaterThan(3)
    }
    // Whoever adds one adds it to all.
    expect(new Set(published.map(({ manifest }) => JSON.stringify(manifest.repository?.url))).size).toBe(1)
  })

  it('shows pages whose links lead somewhere without the repository around them', () => {
    const relative = published.flatMap(({ name }) => {
      const path = `packages/${name}/README.md`
      return [...read(path).matchAll(/\]\((?!https:\/\/|#)[^)]*\)/g)].map(([link]) => `${path}: ${link}`)
    })
    expect(relative).toEqual([])
  })
})

interface Page {
  readonly path: string
  /** Lines outside blocks of code, numbered from 1. */
  readonly prose: readonly (readonly [line: number, text: string])[]
  /** Of its headings, as GitHub makes them: lower case, without punctuation, `-` for each blank. */
  readonly anchors: ReadonlySet<string>
}

function page(path: string): Page {
  let fenced = false
  const prose = read(path)
    .split('\n')
    .map((text, index): readonly [number, string] => {
      const fence = /^\s*```/.test(text)
      if (fence) fenced = !fenced
      return [index + 1, fenced || fence ? '' : text]
    })
  const headings = prose.filter(([, text]) => /^#+ /.test(text)).map(([, text]) => text.replace(/^#+ /, ''))
  const anchor = (heading: string): string =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  return { path, prose, anchors: new Set(headings.map(anchor)) }
}

describe('pages', () => {
  const pages = new Map(
    filesUnder('', (name) => name.endsWith('.md')).map((path) => [path, page(path)] as const),
  )

  /** `page:line: what`, of what a pattern finds in the pages and is not there. */
  const missing = (pattern: RegExp, isThere: (path: string, what: string) => boolean): readonly string[] =>
    [...pages.values()].flatMap(({ path, prose }) =>
      prose.flatMap(([line, text]) =>
        [...text.matchAll(pattern)]
          .map((match) => match[1] ?? '')
          .filter((what) => what !== '' && !isThere(path, what))
          .map((what) => `${path}:${line}: ${what}`),
      ),
    )

  it('link to what is there', () => {
    // Of the alternatives, the first takes what is code and no link.
    const broken = missing(/`[^`]*`|(?:\]\(|^\[[^\]]+\]: +)([^)\s]+)/g, (path, link) => {
      const [file = '', anchor] = link.split('#')
      const own = published(file)
      // There is no network here, so that an address is checked by its form.
      if (own === null && /^[a-z]+:/.test(link)) return /^https:\/\/[a-z0-9.-]+\.[a-z]+(\/|$)/.test(link)
      const target = own ?? (file === '' ? path : join(dirname(path), file))
      if (!exists(target)) return false
      return anchor === undefined || pages.get(target)?.anchors.has(anchor) !== false
    })
    expect(broken).toEqual([])
  })

  it('name files that are there', () => {
    const named = /`((?:packages|docs|examples|benchmarks|scripts)\/[\w./-]+)`/g
    expect(missing(named, (_path, file) => exists(file))).toEqual([])
  })

  it('of decisions are numbered without gaps, and have their three parts on half a page', () => {
    const names = readdirSync(join(ROOT, 'docs/decisions')).sort()
    const wrong = names.flatMap((name, index) => {
      const path = `docs/decisions/${name}`
      const number = String(index + 1).padStart(3, '0')
      const lines = read(path).split('\n')
      const headings = lines.filter((line) => line.startsWith('## ')).join(', ')
      return [
        ...(/^\d{3}-[a-z0-9-]+\.md$/.test(name) && name.startsWith(number)
          ? []
          : [`${path}:1: not ${number}`]),
        ...(lines[0]?.startsWith(`# ${number} `) ? [] : [`${path}:1: begins with "# ${number} "`]),
        ...(headings === '## Context, ## Decision, ## Consequences' ? [] : [`${path}:1: has ${headings}`]),
        ...(lines.length <= MAX_DECISION_LINES ? [] : [`${path}:${MAX_DECISION_LINES}: too long`]),
      ]
    })
    expect(wrong).toEqual([])
  })

  it('of errors list every code that a call may be refused with, and no other', () => {
    const path = 'docs/reference/errors.md'
    const listed = [...read(path).matchAll(/^\| `([\w.]+)`/gm)].map((match) => match[1])
    expect(listed.sort(), path).toEqual(Object.keys(REJECTIONS).sort())
  })
})
