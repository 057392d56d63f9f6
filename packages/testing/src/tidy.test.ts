/**
 * What docs/architecture.md and CONTRIBUTING.md say of the code, enforced. A rule looks at one file and
 * reports what breaks it, as `file:line: rule: what`. The rules are tried out themselves, at the end.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REJECTIONS } from '@tallystick/core'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

// ---- what is published

/** Lines of a file: of the sources, and of tests with all that serves them only. */
const MAX_SOURCE_LINES = 400
const MAX_TEST_LINES = 700
/** Of a function, with all that stands in it. */
const MAX_FUNCTION_LINES = 60
/** Half a printed page, more or less. */
const MAX_DECISION_LINES = 50

/** What each package may import of the others. `cli` names storages and chains in its composition roots only. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  engine: ['core'],
  custody: ['core', 'engine'],
  chains: ['core', 'custody'],
  operations: ['core', 'engine', 'custody'],
  http: ['core', 'engine', 'custody', 'operations'],
  cli: ['core', 'engine', 'custody', 'operations', 'http'],
  harness: ['core', 'engine', 'operations', 'storage-sqlite'],
  testing: ['core', 'engine', 'custody', 'operations'],
}
/** For every package whose name begins with `storage-`. */
const STORAGE_IMPORTS: readonly string[] = ['core', 'engine']
/** Where concrete storages and chains are named; tests, examples and benchmarks may too. */
const COMPOSITION_ROOTS: Readonly<Record<string, string>> = {
  'packages/cli/src/storage.ts': 'storage-',
  'packages/cli/src/chains.ts': 'chains',
}

/** Each with a reason. One that nothing needs any more is reported, so that this list only shrinks. */
const EXCEPTIONS: readonly (readonly [rule: string, file: string, reason: string])[] = [
  ['bare Error', 'packages/cli/src/settings.ts', 'a mistake in this file, seen at every start'],
  ['bare Error', 'packages/cli/src/start.ts', 'a promise of node:net'],
  ['bare Error', 'packages/http/src/reference/docs.ts', 'a promise of a pinned package'],
  [
    'bare Error',
    'packages/http/src/reference/openapi.ts',
    'a mistake in the catalogue, seen by every test of it',
  ],
  ['bare Error', 'packages/http/src/routes.ts', 'a mistake in the catalogue, seen at every start'],
  [
    'bare Error',
    'packages/operations/src/reference.ts',
    'a mistake in the catalogue, seen by every test of it',
  ],
  ['bare Error', 'packages/operations/src/wire/validate.ts', 'a mistake in the catalogue, seen at a call'],
  ['import direction', 'packages/storage-sqlite/src/noun.test.ts', 'runs one noun on every storage'],
  ['import direction', 'packages/storage-sqlite/src/noun/nouns.fixture.ts', 'stands in for a file there'],
  ['import direction', 'packages/storage-sqlite/src/noun/postgres.fixture.ts', 'stands in for a file there'],
  ['import direction', 'packages/storage-sqlite/src/noun/table.fixture.ts', 'stands in for a file there'],
  ['function size', 'packages/chains/src/evm/codec.ts', 'still to be split'],
  ['function size', 'packages/chains/src/evm/node.ts', 'still to be split'],
  ['function size', 'packages/chains/src/transport/exchange.ts', 'still to be split'],
  ['function size', 'packages/chains/src/utxo/node.ts', 'still to be split'],
  ['function size', 'packages/chains/src/xrp/node.ts', 'still to be split'],
  ['function size', 'packages/engine/src/verify.ts', 'still to be split'],
  ['function size', 'packages/operations/src/operation.ts', 'still to be split'],
  ['function size', 'packages/operations/src/tallystick.ts', 'still to be split'],
  ['function size', 'packages/storage-postgres/src/load.ts', 'still to be split'],
  ['function size', 'packages/storage-postgres/src/store.ts', 'still to be split'],
  ['function size', 'packages/storage-postgres/src/write.ts', 'still to be split'],
  ['function size', 'benchmarks/src/postgres-floor.ts', 'a floor is one flat list of statements'],
]

// ---- files and their syntax

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'data'])

function filesUnder(folder: string, wanted: (name: string) => boolean): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : filesUnder(path, wanted)
    }
    return wanted(entry.name) ? [path] : []
  })
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A node of ESTree, with the TypeScript nodes that its published types leave out. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  isRecord(value) && typeof value['type'] === 'string' && typeof value['start'] === 'number'

interface Visit {
  readonly node: Node
  readonly parent: Node | null
  /** The field of the parent that holds the node. */
  readonly field: string
}

function* visit(node: Node, parent: Node | null = null, field = ''): Generator<Visit> {
  yield { node, parent, field }
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* visit(child, node, name)
    }
  }
}

interface Source {
  readonly path: string
  /** Folder of the package: `core`, `examples`. */
  readonly home: string
  /** A test, a fixture, or part of a package that only tests use. */
  readonly isTest: boolean
  readonly lines: readonly string[]
  readonly nodes: readonly Visit[]
  lineOf(offset: number): number
}

/** Packages that only tests use. */
const TESTING = new Set(['testing', 'harness'])

function parse(path: string, text: string): Source {
  const program: unknown = parseAst(text, { lang: 'ts', sourceType: 'module' })
  if (!isNode(program)) throw new TypeError(`${path} was not parsed`)
  const parts = path.split('/')
  const home = (parts[0] === 'packages' ? parts[1] : parts[0]) ?? ''
  return {
    path,
    home,
    isTest: TESTING.has(home) || /\.(test|fixture)\.ts$/.test(path),
    lines: text.split('\n'),
    nodes: [...visit(program)],
    lineOf: (offset) => text.slice(0, offset).split('\n').length,
  }
}

interface Breach {
  readonly line: number
  readonly what: string
}

interface Rule {
  readonly name: string
  /** What it asks for, as the report of the tests shows it. */
  readonly asks: string
  find(source: Source): Iterable<Breach>
}

const at = (source: Source, node: Node, what: string): Breach => ({ line: source.lineOf(node.start), what })

interface Import {
  readonly node: Node
  readonly from: string
  /** False for types, of which nothing is left at run time. */
  readonly runs: boolean
}

function* importsOf(source: Source): Generator<Import> {
  for (const { node } of source.nodes) {
    const from = isNode(node['source']) ? node['source']['value'] : undefined
    if (typeof from !== 'string') continue
    const kind = node['importKind'] ?? node['exportKind']
    const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'] : []
    const onlyTypes =
      specifiers.length > 0 &&
      specifiers.every((one) => isNode(one) && (one['importKind'] ?? one['exportKind']) === 'type')
    yield { node, from, runs: kind !== 'type' && !onlyTypes }
  }
}

/** The folder of a package of ours; undefined for anything else. */
const ours = (name: string): string | undefined => /^@tallystick\/([^/]+)/.exec(name)?.[1]

function mayImport(home: string): readonly string[] | undefined {
  return home.startsWith('storage-') ? STORAGE_IMPORTS : IMPORTS[home]
}

// ---- rules of the code

const direction: Rule = {
  name: 'import direction',
  asks: 'imports run one way, and only a composition root names a storage or the chains',
  *find(source) {
    if (!source.path.startsWith('packages/')) return
    const allowed = mayImport(source.home)
    if (allowed === undefined) {
      yield { line: 1, what: `the package ${source.home} has no row in IMPORTS` }
      return
    }
    for (const { node, from } of importsOf(source)) {
      const target = ours(from)
      const depth = source.path.split('/').length - 4
      if (from.startsWith('../'.repeat(depth + 1))) yield at(source, node, `${from} leaves the package`)
      if (target === undefined || target === source.home || allowed.includes(target)) continue
      // Whatever a test compares with, it may have.
      if (source.isTest && !TESTING.has(source.home)) continue
      const root = COMPOSITION_ROOTS[source.path]
      if (root !== undefined && target.startsWith(root)) continue
      yield at(source, node, `${source.home} must not import ${target}`)
    }
  },
}

/** Names that only the world outside can answer. */
const WORLD = new Set(
  'Date performance process console setTimeout setInterval setImmediate queueMicrotask Promise fetch crypto globalThis require Buffer Intl'.split(
    ' ',
  ),
)

/** The one outside package of the core. */
const BIGNUMBER = 'bignumber.js'

const decimals: Rule = {
  name: 'one precision',
  asks: 'bignumber.js is taken from the core, which states its precision and rounding',
  *find(source) {
    if (source.path === 'packages/core/src/decimal.ts') return
    for (const { node, from } of importsOf(source)) if (from === BIGNUMBER) yield at(source, node, from)
  },
}

const purity: Rule = {
  name: 'pure core',
  asks: 'the core waits for nothing, and knows no clock, chance, process or outside package but one',
  *find(source) {
    if (source.home !== 'core' || source.isTest) return
    for (const { node, from } of importsOf(source)) {
      if (!from.startsWith('.') && from !== BIGNUMBER) yield at(source, node, `import of ${from}`)
    }
    for (const { node, parent, field } of source.nodes) {
      if (node.type === 'AwaitExpression' || node['await'] === true) yield at(source, node, 'await')
      if (node['async'] === true) yield at(source, node, 'async')
      if (node.type === 'ImportExpression') yield at(source, node, 'import()')
      if (node.type !== 'Identifier') continue
      const name = String(node['name'])
      const isMember = parent !== null && (field === 'property' || field === 'key') && !parent['computed']
      if (!isMember && WORLD.has(name)) yield at(source, node, name)
      const object = parent?.['object']
      if (isMember && name === 'random' && isNode(object) && object['name'] === 'Math') {
        yield at(source, node, 'Math.random')
      }
    }
  },
}

const MONEY = /^(amount|balance|supply|blocked|.+(Amount|Balance|Supply|Blocked))$/
/** Elsewhere these are words for other things too: any value, the credits of a call. */
const CORE_MONEY = /^(value|price|.+(Value|Price))$/

const money: Rule = {
  name: 'money is bigint',
  asks: 'no field, parameter or variable with a name of money is a number',
  *find(source) {
    if (source.isTest || !source.path.startsWith('packages/')) return
    for (const { node } of source.nodes) {
      const annotation = node['typeAnnotation']
      if (!isNode(annotation) || annotation.type !== 'TSTypeAnnotation') continue
      const key = isNode(node['key']) ? node['key'] : node
      const name = key['name'] ?? key['value']
      if (typeof name !== 'string' || !isNumber(annotation['typeAnnotation'])) continue
      if (MONEY.test(name) || (source.home === 'core' && CORE_MONEY.test(name))) {
        yield at(source, node, `${name} is a number`)
      }
    }
  },
}

function isNumber(type: unknown): boolean {
  if (!isNode(type)) return false
  if (type.type === 'TSUnionType' && Array.isArray(type['types'])) return type['types'].some(isNumber)
  return type.type === 'TSNumberKeyword'
}

const noAny: Rule = {
  name: 'no any',
  asks: 'nothing is any',
  *find(source) {
    for (const { node } of source.nodes) if (node.type === 'TSAnyKeyword') yield at(source, node, 'any')
  },
}

const errors: Rule = {
  name: 'bare Error',
  asks: 'what is thrown says of which kind it is',
  *find(source) {
    if (source.isTest || !source.path.startsWith('packages/')) return
    for (const { node } of source.nodes) {
      const thrown = node.type === 'ThrowStatement' ? node['argument'] : undefined
      if (!isNode(thrown) || !isNode(thrown['callee'])) continue
      if (thrown['callee']['name'] === 'Error')
        yield at(source, node, 'throw a Fault, a Rejected or a TypeError')
    }
  },
}

const size: Rule = {
  name: 'file size',
  asks: `a source has at most ${MAX_SOURCE_LINES} lines, a test ${MAX_TEST_LINES}`,
  *find(source) {
    const count = source.lines.length - 1
    const limit = source.isTest ? MAX_TEST_LINES : MAX_SOURCE_LINES
    if (count > limit) yield { line: limit + 1, what: `${count} lines, ${limit} are allowed` }
  },
}

const functionSize: Rule = {
  name: 'function size',
  asks: `a function of a source has at most ${MAX_FUNCTION_LINES} lines`,
  *find(source) {
    if (source.isTest) return
    for (const { node } of source.nodes) {
      if (!/Function/.test(node.type) || !isNode(node['body'])) continue
      const first = source.lineOf(node.start)
      const lines = source.lineOf(Number(node['end'])) - first + 1
      if (lines > MAX_FUNCTION_LINES) yield { line: first, what: `${lines} lines` }
    }
  },
}

const listedExports: Rule = {
  name: 'exports by hand',
  asks: 'what a file exports is listed in it, by name',
  *find(source) {
    for (const { node } of source.nodes) {
      if (node.type === 'ExportAllDeclaration') yield at(source, node, 'export *')
      if (node.type === 'ExportDefaultDeclaration') yield at(source, node, 'export default')
    }
  },
}

const SUITES = new Set(['it', 'test', 'describe'])
const SKIPS = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails'])

const wholeSuites: Rule = {
  name: 'whole suites',
  asks: 'no test runs alone, and one that is skipped says why in a comment above it',
  *find(source) {
    for (const { node } of source.nodes) {
      if (node.type !== 'MemberExpression' || !isNode(node['object']) || !isNode(node['property'])) continue
      if (!SUITES.has(String(node['object']['name']))) continue
      const name = String(node['property']['name'])
      if (name === 'only') yield at(source, node, '.only')
      const above = source.lines[source.lineOf(node.start) - 2] ?? ''
      if (SKIPS.has(name) && !/^\s*(\/\/|\*|\/\*)/.test(above))
        yield at(source, node, `.${name} without a reason`)
    }
  },
}

const namedPages: Rule = {
  name: 'pages that exist',
  asks: 'a page that the code names is there',
  *find(source) {
    for (const { node } of source.nodes) {
      const text = node.type === 'Literal' ? node['value'] : undefined
      if (typeof text !== 'string' || !/^docs\/[\w./-]+\.md$/.test(text)) continue
      if (!existsSync(join(ROOT, text))) yield at(source, node, text)
    }
  },
}

const RULES: readonly Rule[] = [
  direction,
  purity,
  decimals,
  money,
  noAny,
  errors,
  size,
  functionSize,
  listedExports,
  wholeSuites,
  namedPages,
]

const sources = ['packages', 'examples', 'benchmarks']
  .flatMap((folder) => filesUnder(folder, (name) => name.endsWith('.ts') && !name.endsWith('.d.ts')))
  .filter((path) => path.includes('/src/'))
  .map((path) => parse(path, read(path)))

function excepted({ name }: Rule, { path }: Source): boolean {
  return EXCEPTIONS.some(([rule, file]) => rule === name && file === path)
}

describe('code', () => {
  it.each(RULES.map((rule) => [rule.name, rule.asks, rule] as const))('%s: %s', (_name, _asks, rule) => {
    const breaches = sources
      .filter((source) => !excepted(rule, source))
      .flatMap((source) =>
        [...rule.find(source)].map(({ line, what }) => `${source.path}:${line}: ${rule.name}: ${what}`),
      )
    expect(breaches).toEqual([])
  })

  it('an exception that nothing needs is taken out', () => {
    const needed = ([name, file]: (typeof EXCEPTIONS)[number]): boolean => {
      const rule = RULES.find((one) => one.name === name)
      const source = sources.find(({ path }) => path === file)
      return rule !== undefined && source !== undefined && [...rule.find(source)].length > 0
    }
    expect(EXCEPTIONS.filter((exception) => !needed(exception))).toEqual([])
  })

  it('no file needs itself to run', () => {
    const edges = new Map(
      sources.map((source) => [
        source.path,
        [...importsOf(source)]
          .filter(({ from, runs }) => runs && from.startsWith('.'))
          .map(({ from }) => join(dirname(source.path), from.replace(/\.js$/, '.ts'))),
      ]),
    )
    const done = new Set<string>()
    const circles: string[] = []
    const follow = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (trail.includes(path) || done.has(path)) return
      for (const next of edges.get(path) ?? []) follow(next, [...trail, path])
      done.add(path)
    }
    for (const path of edges.keys()) follow(path, [])
    expect(circles).toEqual([])
  })
})

describe('packages', () => {
  const packages = readdirSync(join(ROOT, 'packages')).filter((name) =>
    existsSync(join(ROOT, 'packages', name, 'package.json')),
  )

  it('have an index.ts that says what it is, and a README.md', () => {
    // The command exports nothing.
    const lacking = packages.flatMap((name) => [
      ...(name === 'cli' || /^\/\*\*/.test(existing(`packages/${name}/src/index.ts`))
        ? []
        : [`packages/${name}/src/index.ts:1`]),
      ...(existing(`packages/${name}/README.md`) === '' ? [`packages/${name}/README.md:1`] : []),
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
})

function existing(path: string): string {
  return existsSync(join(ROOT, path)) ? read(path) : ''
}

// ---- the picture

/** Packages and their imports as a Mermaid chart. An arrow that follows from two others is left out. */
function chart(): string {
  const targets = new Map<string, Set<string>>()
  for (const source of sources) {
    if (source.isTest || !source.path.startsWith('packages/')) continue
    const own = targets.get(source.home) ?? new Set<string>()
    targets.set(source.home, own)
    const dynamic = source.nodes
      .filter(({ node }) => node.type === 'ImportExpression')
      .map(({ node }) => (isNode(node['source']) ? String(node['source']['value']) : ''))
    for (const from of [...[...importsOf(source)].map((one) => one.from), ...dynamic]) {
      const target = ours(from)
      if (target !== undefined && target !== source.home) own.add(target)
    }
  }
  const reach = (from: string, via: string): boolean =>
    [...(targets.get(via) ?? [])].some((next) => next === from || reach(from, next))
  const arrows = [...targets].flatMap(([home, all]) =>
    [...all]
      .filter((target) => ![...all].some((other) => other !== target && reach(target, other)))
      .map((target) => `  ${home} --> ${target}`),
  )
  return ['```mermaid', 'flowchart TD', ...arrows.sort(), '```'].join('\n')
}

it('docs/architecture.md draws the packages as their imports tie them', () => {
  const drawn = /```mermaid\n[\s\S]*?```/.exec(read('docs/architecture.md'))?.[0]
  expect(drawn).toBe(chart())
})

// ---- rules of the pages

describe('pages', () => {
  const pages = filesUnder('', (name) => name.endsWith('.md'))

  /** Lines outside blocks of code, numbered from 1. */
  function prose(path: string): readonly (readonly [line: number, text: string])[] {
    let fenced = false
    return read(path)
      .split('\n')
      .map((text, index): readonly [number, string] => {
        const fence = /^\s*```/.test(text)
        if (fence) fenced = !fenced
        return [index + 1, fenced || fence ? '' : text]
      })
  }

  /** As GitHub makes them: lower case, without punctuation, `-` for each blank. */
  const anchorsOf = (path: string): readonly string[] =>
    prose(path)
      .filter(([, text]) => /^#+ /.test(text))
      .map(([, text]) =>
        text
          .replace(/^#+ /, '')
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      )

  it('link to what is there', () => {
    const broken = pages.flatMap((page) =>
      prose(page).flatMap(([line, text]) =>
        [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
          .map((match) => match[1] ?? '')
          .filter((link) => !/^[a-z]+:/.test(link))
          .filter((link) => {
            const [file = '', anchor] = link.split('#')
            const target = file === '' ? page : join(dirname(page), file)
            if (!existsSync(join(ROOT, target))) return true
            return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
          })
          .map((link) => `${page}:${line}: ${link}`),
      ),
    )
    expect(broken).toEqual([])
  })

  it('name files that are there', () => {
    const missing = pages.flatMap((page) =>
      prose(page).flatMap(([line, text]) =>
        [...text.matchAll(/`((?:packages|docs|examples|benchmarks|scripts)\/[\w./-]+)`/g)]
          .map((match) => match[1] ?? '')
          .filter((path) => !existsSync(join(ROOT, path)))
          .map((path) => `${page}:${line}: ${path}`),
      ),
    )
    expect(missing).toEqual([])
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
    const page = 'docs/reference/errors.md'
    const listed = [...read(page).matchAll(/^\| `([\w.]+)`/gm)].map((match) => match[1])
    expect(listed.sort(), page).toEqual(Object.keys(REJECTIONS).sort())
  })
})

// ---- the rules themselves

interface Case {
  readonly rule: Rule
  readonly path: string
  readonly code: string
  readonly line?: number
}

describe('a rule notices', () => {
  const CORE = 'packages/core/src/noun/decide.ts'
  const HTTP = 'packages/http/src/app.ts'
  const TEST = 'packages/engine/src/engine.test.ts'

  it.each<Case>([
    { rule: direction, path: 'packages/engine/src/engine.ts', code: "import '@tallystick/operations'" },
    {
      rule: direction,
      path: 'packages/storage-acme/src/store.ts',
      code: "import '@tallystick/storage-sqlite'",
    },
    { rule: direction, path: 'packages/acme/src/index.ts', code: '', line: 1 },
    {
      rule: direction,
      path: HTTP,
      code: "const { openSqlite } = await import('@tallystick/storage-sqlite')",
    },
    { rule: direction, path: HTTP, code: "import type { A } from '../../engine/src/engine.js'" },
    {
      rule: direction,
      path: 'packages/testing/src/world.ts',
      code: "export { openSqlite } from '@tallystick/storage-sqlite'",
    },
    { rule: purity, path: CORE, code: "import { createHash } from 'node:crypto'" },
    { rule: decimals, path: HTTP, code: "import type BigNumber from 'bignumber.js'" },
    { rule: purity, path: CORE, code: "import type { Fc } from 'fast-check'" },
    { rule: purity, path: CORE, code: 'export const decide = async () => null' },
    { rule: purity, path: CORE, code: 'export function decide(): Promise<void> | null { return null }' },
    { rule: purity, path: CORE, code: 'const now = Date.now()' },
    { rule: purity, path: CORE, code: 'const draw = Math.random()' },
    { rule: purity, path: CORE, code: 'for await (const page of pages) page()' },
    { rule: money, path: CORE, code: 'interface Account { readonly balance: number }' },
    {
      rule: money,
      path: HTTP,
      code: 'function show(accountBalance: number | null) { return accountBalance }',
    },
    { rule: money, path: CORE, code: 'class A { constructor(readonly price: number) {} }' },
    { rule: noAny, path: TEST, code: 'const call = (x: any) => x' },
    { rule: errors, path: HTTP, code: "throw new Error('no')" },
    { rule: size, path: HTTP, code: '\n'.repeat(MAX_SOURCE_LINES), line: MAX_SOURCE_LINES + 1 },
    { rule: size, path: TEST, code: '\n'.repeat(MAX_TEST_LINES), line: MAX_TEST_LINES + 1 },
    { rule: functionSize, path: HTTP, code: `const f = () => {${'\n'.repeat(MAX_FUNCTION_LINES)}}` },
    { rule: listedExports, path: 'packages/core/src/index.ts', code: "export * from './money.js'" },
    // Text that the rule must refuse: nothing is skipped here.
    { rule: wholeSuites, path: TEST, code: "it.only('x', () => undefined)" },
    { rule: wholeSuites, path: TEST, code: "describe.skip('x', () => undefined)" },
    { rule: namedPages, path: HTTP, code: "const docs = 'docs/nowhere.md'" },
  ])('$rule.name: in $path, $code', ({ rule, path, code, line = 3 }) => {
    // Behind letters of several bytes, to see that the line is right.
    const found = [...rule.find(parse(path, `// ’…\n\n${code}`))]
    expect(found.map((breach) => breach.line)).toEqual([line])
  })

  it.each<Case>([
    {
      rule: direction,
      path: 'packages/cli/src/storage.ts',
      code: "const { openSqlite } = await import('@tallystick/storage-sqlite')",
    },
    { rule: direction, path: TEST, code: "import { openSqlite } from '@tallystick/storage-sqlite'" },
    {
      rule: direction,
      path: 'examples/src/first.ts',
      code: "import { openSqlite } from '@tallystick/storage-sqlite'",
    },
    {
      rule: purity,
      path: CORE,
      code: 'interface Env { readonly process: string; Date?: bigint }\nconst year = env.Date',
    },
    { rule: purity, path: 'packages/core/src/money.test.ts', code: "import fc from 'fast-check'" },
    {
      rule: money,
      path: CORE,
      code: 'interface Account { readonly balance: bigint; readonly scale: number }',
    },
    { rule: money, path: CORE, code: 'interface Rule { price(output: string): number }' },
    { rule: errors, path: TEST, code: "throw new Error('no')" },
    {
      rule: wholeSuites,
      path: TEST,
      code: "// The first run has no file yet.\nit.skipIf(first)('x', () => undefined)",
    },
  ])('nothing else: $rule.name: in $path, $code', ({ rule, path, code }) => {
    expect([...rule.find(parse(path, code))]).toEqual([])
  })
})
