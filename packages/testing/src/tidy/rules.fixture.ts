/**
 * The rules of style in docs/architecture.md and CONTRIBUTING.md, as a table. A rule looks at one file and finds the
 * lines that break it. `rules.test.ts` tests each rule.
 */
import { exists, importsOf, isNode, type Node, ours, type Source, TESTING } from './source.fixture.js'

/** Lines of a file: of the sources, and of tests with all that serves them only. */
export const MAX_SOURCE_LINES = 400
export const MAX_TEST_LINES = 700
/** Of a function, with all that stands in it. */
export const MAX_FUNCTION_LINES = 60

/** What each package may import of the others. `cli` names storages and chains in its composition roots only. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  api: ['core'],
  client: ['core', 'api'],
  engine: ['core'],
  custody: ['core', 'engine'],
  webhooks: ['core', 'engine'],
  docs: [],
  console: [],
  vault: ['core', 'custody'],
  chains: ['core', 'custody', 'engine'],
  operations: ['core', 'api', 'engine', 'custody', 'webhooks'],
  http: ['core', 'engine', 'custody', 'webhooks', 'operations', 'docs', 'console'],
  cli: ['core', 'engine', 'custody', 'webhooks', 'vault', 'operations', 'http'],
  harness: ['core', 'engine', 'operations', 'storage-sqlite', 'testing'],
  testing: ['core', 'engine', 'custody', 'operations'],
}
/** For every package whose name begins with `storage-`. */
const STORAGE_IMPORTS: readonly string[] = ['core', 'engine']
/** Where concrete storages and chains are named; tests, examples and benchmarks may too. */
const COMPOSITION_ROOTS: Readonly<Record<string, string>> = {
  'packages/cli/src/storage.ts': 'storage-',
  'packages/cli/src/chains.ts': 'chains',
}

export function mayImport(home: string): readonly string[] | undefined {
  return home.startsWith('storage-') ? STORAGE_IMPORTS : IMPORTS[home]
}

/** Names that only the world outside can answer. */
const WORLD = new Set(
  'Date performance process console setTimeout setInterval setImmediate queueMicrotask Promise fetch crypto globalThis require Buffer Intl'.split(
    ' ',
  ),
)
/** The one outside package of the core. */
export const BIGNUMBER = 'bignumber.js'

const MONEY = /^(amount|balance|supply|blocked|.+(Amount|Balance|Supply|Blocked))$/
/** Elsewhere these are words for other things too: any value, the credits of a call. */
const CORE_MONEY = /^(value|price|.+(Value|Price))$/

function isNumber(type: unknown): boolean {
  if (!isNode(type)) return false
  if (type.type === 'TSUnionType' && Array.isArray(type['types'])) return type['types'].some(isNumber)
  return type.type === 'TSNumberKeyword'
}

const SUITES = new Set(['it', 'test', 'describe'])
const SKIPS = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails'])

interface Breach {
  readonly line: number
  readonly what: string
}

const at = (source: Source, node: Node, what: string): Breach => ({ line: source.lineOf(node.start), what })

interface Rule {
  /** As the report of the tests shows it. */
  readonly asks: string
  find(source: Source): Iterable<Breach>
}

export type RuleName = keyof typeof RULES

export const RULES = {
  'import direction': {
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
  },
  'pure core': {
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
  },
  'one precision': {
    asks: 'bignumber.js is taken from the core, which states its precision and rounding',
    *find(source) {
      if (source.path === 'packages/core/src/decimal.ts') return
      for (const { node, from } of importsOf(source)) if (from === BIGNUMBER) yield at(source, node, from)
    },
  },
  'money is bigint': {
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
  },
  'no any': {
    asks: 'nothing is any',
    *find(source) {
      for (const { node } of source.nodes) if (node.type === 'TSAnyKeyword') yield at(source, node, 'any')
    },
  },
  'bare Error': {
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
  },
  'file size': {
    asks: `a source has at most ${MAX_SOURCE_LINES} lines, a test ${MAX_TEST_LINES}; a list of exports any number`,
    *find(source) {
      if (source.path.endsWith('/src/index.ts')) return
      const count = source.lines.length - 1
      const limit = source.isTest ? MAX_TEST_LINES : MAX_SOURCE_LINES
      if (count > limit) yield { line: limit + 1, what: `${count} lines, ${limit} are allowed` }
    },
  },
  'function size': {
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
  },
  'exports by hand': {
    asks: 'what a file exports is listed in it, by name',
    *find(source) {
      for (const { node } of source.nodes) {
        if (node.type === 'ExportAllDeclaration') yield at(source, node, 'export *')
        if (node.type === 'ExportDefaultDeclaration') yield at(source, node, 'export default')
      }
    },
  },
  'whole suites': {
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
  },
  'pages that exist': {
    asks: 'a page that the code names is there',
    *find(source) {
      for (const { node } of source.nodes) {
        const text = node.type === 'Literal' ? node['value'] : undefined
        if (typeof text !== 'string' || !/^docs\/[\w./-]+\.md$/.test(text)) continue
        if (!exists(text)) yield at(source, node, text)
      }
    },
  },
} satisfies Readonly<Record<string, Rule>>

/** Files that may break a rule, and why. One that no longer does is reported, so that this list only shrinks. */
export const EXCEPTIONS: Readonly<Partial<Record<RuleName, Readonly<Record<string, string>>>>> = {
  'bare Error': {
    'packages/cli/src/start.ts': 'a promise of node:net',
    'packages/http/src/reference/openapi.ts': 'a mistake in the catalogue, seen by every test of it',
    'packages/http/src/routes.ts': 'a mistake in the catalogue, seen at every start',
    'packages/operations/src/reference/pages.ts': 'a mistake in the catalogue, seen by every test of it',
    'packages/operations/src/wire/validate.ts': 'a mistake in the catalogue, seen at a call',
  },
  'exports by hand': {
    'packages/api/src/index.ts': 'the models are generated, and all are public',
    'packages/client/src/index.ts': 'the models are generated, and all are public',
    'packages/operations/src/index.ts': 'the models are generated, and all are public',
  },
  'file size': {
    'packages/api/src/generated/groups.ts': 'is generated',
    'packages/api/src/generated/models.ts': 'is generated',
    'packages/api/src/generated/operations.ts': 'is generated',
    'packages/client/src/generated/routes.ts': 'is generated',
  },
  'money is bigint': {
    'packages/api/src/generated/models.ts':
      'is the wire, where an exact number is a number or an ExactNumber',
  },
  // The test adds a noun as an author would, inside core and both storages. `vi.mock` replaces a module by its path, and
  // the packages export none of these modules.
  'import direction': {
    'packages/storage-sqlite/src/noun.test.ts': 'replaces a module of core and one of storage-postgres',
    'packages/storage-sqlite/src/noun/nouns.fixture.ts': 'is the list of nouns of core, with one more',
    'packages/storage-sqlite/src/noun/postgres.fixture.ts':
      'is the migrations of storage-postgres, with one more',
    'packages/storage-sqlite/src/noun/table.fixture.ts': 'is a file of core, which imports its neighbours',
  },
}
