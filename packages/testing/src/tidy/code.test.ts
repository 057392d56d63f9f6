/**
 * Checks the rules of style in every source, and reports breaches as `file:line: rule: what`; and checks circles and
 * the chart of the packages, which concern all sources together.
 */
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { EXCEPTIONS, RULES, type RuleName } from './rules.fixture.js'
import { filesUnder, importsOf, isNode, ours, parse, read } from './source.fixture.js'

const sources = ['packages', 'examples', 'benchmarks']
  .flatMap((folder) => filesUnder(folder, (name) => name.endsWith('.ts') && !name.endsWith('.d.ts')))
  .filter((path) => path.includes('/src/'))
  .map((path) => parse(path, read(path)))

const names = Object.keys(RULES) as RuleName[]

it.each(names)('%s', (name) => {
  const breaches = sources
    .filter(({ path }) => EXCEPTIONS[name]?.[path] === undefined)
    .flatMap((source) =>
      [...RULES[name].find(source)].map(({ line, what }) => `${source.path}:${line}: ${name}: ${what}`),
    )
  expect(breaches, RULES[name].asks).toEqual([])
})

it('an exception that nothing needs is taken out', () => {
  const idle = names.flatMap((name) =>
    Object.keys(EXCEPTIONS[name] ?? {}).filter((file) => {
      const source = sources.find(({ path }) => path === file)
      return source === undefined || [...RULES[name].find(source)].length === 0
    }),
  )
  expect(idle).toEqual([])
})

it('no file needs itself, not even for a type', () => {
  const edges = new Map(
    sources.map((source) => [
      source.path,
      [...importsOf(source)]
        .filter(({ from }) => from.startsWith('.'))
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
