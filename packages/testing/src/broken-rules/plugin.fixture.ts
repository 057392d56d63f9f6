/** Breaks one rule of the sources on their way into the tests: what is on disk stays as it is. */
import type { BrokenRule } from './rule.fixture.js'
import { BROKEN_RULES } from './rules.fixture.js'

interface Plugin {
  readonly name: string
  readonly enforce: 'pre'
  transform(code: string, id: string): string | undefined
}

/** The rule that `BROKEN_RULE` names is broken; one process breaks one after the other. */
export function breaking(): Plugin {
  return {
    name: 'broken-rule',
    enforce: 'pre',
    transform(code, id) {
      const rule = BROKEN_RULES.find(({ what }) => what === process.env['BROKEN_RULE'])
      return rule !== undefined && isSource(id) && code.includes(rule.find) ? broken(code, rule) : undefined
    },
  }
}

/** Sources that are shipped: no tests, and nothing that serves them only. */
export const isSource = (path: string): boolean =>
  /\/packages\/[^/]+\/src\/.+\.ts$/.test(path) &&
  !/\/packages\/(?:testing|harness)\/|\.(test|fixture)\.ts$/.test(path)

export const broken = (code: string, { find, replace }: Pick<BrokenRule, 'find' | 'replace'>): string =>
  code.replace(find, () => replace)
