/** The files of the repository, and the syntax of its sources, as the rules of style read them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vitest/node'

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'data'])

export function filesUnder(folder: string, wanted: (name: string) => boolean): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : filesUnder(path, wanted)
    }
    return wanted(entry.name) ? [path] : []
  })
}

export const exists = (path: string): boolean => existsSync(join(ROOT, path))
/** Empty if there is no such file. */
export const read = (path: string): string => (exists(path) ? readFileSync(join(ROOT, path), 'utf8') : '')

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A node of ESTree, with the TypeScript nodes that its published types leave out. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
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

export interface Source {
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
export const TESTING = new Set(['testing', 'harness'])

export function parse(path: string, text: string): Source {
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

interface Import {
  readonly node: Node
  readonly from: string
}

export function* importsOf(source: Source): Generator<Import> {
  for (const { node } of source.nodes) {
    const from = isNode(node['source']) ? node['source']['value'] : undefined
    if (typeof from !== 'string') continue
    yield { node, from }
  }
}

/** The folder of a package of ours; undefined for anything else. */
export const ours = (name: string): string | undefined => /^@tallystick\/([^/]+)/.exec(name)?.[1]
