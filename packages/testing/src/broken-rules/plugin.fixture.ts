/** Breaks one rule of the sources on their way into the tests: what is on disk stays as it is. */
import type { BrokenRule } from './rule.fixture.js'
import { BROKEN_RULES } from './rules.fixture.js'

interface Plugin {
  readonly name: string
  readonly enforce: 'pre'
  transform(code: string, id: string): string | undefined
}

/** @param what Of the rule; undefined: none is broken. */
export function breaking(what: string | undefined): readonly Plugin[] {
  if (what === undefined) return []
  const rule = BROKEN_RULES.find((one) => one.what === what)
  if (rule === undefined) throw new TypeError(`No rule that can be broken is called ${what}`)
  // For children of tests, which run what is built.
  Object.assign(process.env, { BROKEN_FIND: rule.find, BROKEN_REPLACE: rule.replace })
  return [
    {
      name: 'broken-rule',
      enforce: 'pre',
      transform: (code, id) => (isSource(id) && code.includes(rule.find) ? broken(code, rule) : undefined),
    },
  ]
}

/** Sources that are shipped: no tests, and nothing that serves them only. */
export const isSource = (path: string): boolean =>
  /\/packages\/[^/]+\/src\/.+\.ts$/.test(path) &&
  !/\/packages\/(?:testing|harness)\/|\.(test|fixture)\.ts$/.test(path)

export const broken = (code: string, { find, replace }: Pick<BrokenRule, 'find' | 'replace'>): string =>
  code.replace(find, () => replace)
