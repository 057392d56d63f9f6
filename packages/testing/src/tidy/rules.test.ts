/** Tests the rules of style: each on code that it must refuse, and on code that it must accept. */
import { expect, it } from 'vitest'
import {
  MAX_FUNCTION_LINES,
  MAX_SOURCE_LINES,
  MAX_TEST_LINES,
  RULES,
  type RuleName,
} from './rules.fixture.js'
import { parse } from './source.fixture.js'

type Case = readonly [rule: RuleName, path: string, code: string]

const CORE = 'packages/core/src/noun/decide.ts'
const HTTP = 'packages/http/src/app.ts'
const TEST = 'packages/engine/src/engine.test.ts'
const SQLITE = '@tallystick/storage-sqlite'

const REFUSED: readonly (readonly [...Case, line?: number])[] = [
  ['import direction', 'packages/engine/src/engine.ts', "import '@tallystick/operations'"],
  ['import direction', 'packages/storage-acme/src/store.ts', `import '${SQLITE}'`],
  ['import direction', 'packages/acme/src/index.ts', '', 1],
  ['import direction', HTTP, `const { openSqlite } = await import('${SQLITE}')`],
  ['import direction', HTTP, "import type { A } from '../../engine/src/engine.js'"],
  ['import direction', 'packages/testing/src/world.ts', `export { openSqlite } from '${SQLITE}'`],
  ['pure core', CORE, "import { createHash } from 'node:crypto'"],
  ['pure core', CORE, "import type { Fc } from 'fast-check'"],
  ['pure core', CORE, 'export const decide = async () => null'],
  ['pure core', CORE, 'export function decide(): Promise<void> | null { return null }'],
  ['pure core', CORE, 'const now = Date.now()'],
  ['pure core', CORE, 'const draw = Math.random()'],
  ['pure core', CORE, 'for await (const page of pages) page()'],
  ['one precision', HTTP, "import type BigNumber from 'bignumber.js'"],
  ['money is bigint', CORE, 'interface Account { readonly balance: number }'],
  ['money is bigint', CORE, 'class A { constructor(readonly price: number) {} }'],
  ['money is bigint', HTTP, 'function show(accountBalance: number | null) { return accountBalance }'],
  ['no any', TEST, 'const call = (x: any) => x'],
  ['bare Error', HTTP, "throw new Error('no')"],
  ['file size', HTTP, '\n'.repeat(MAX_SOURCE_LINES), MAX_SOURCE_LINES + 1],
  ['file size', TEST, '\n'.repeat(MAX_TEST_LINES), MAX_TEST_LINES + 1],
  ['function size', HTTP, `const f = () => {${'\n'.repeat(MAX_FUNCTION_LINES)}}`],
  ['exports by hand', 'packages/core/src/index.ts', "export * from './money.js'"],
  // Text that the rule must refuse: nothing is skipped here.
  ['whole suites', TEST, "it.only('x', () => undefined)"],
  ['whole suites', TEST, "describe.skip('x', () => undefined)"],
  ['pages that exist', HTTP, "const docs = 'docs/nowhere.md'"],
]

it.each(REFUSED.map(([rule, path, code, line = 3]) => [rule, path, code, line] as const))(
  '%s notices, in %s: %s',
  (rule, path, code, line) => {
    // Behind letters of several bytes, to see that the line is right.
    const found = [...RULES[rule].find(parse(path, `// ’…\n\n${code}`))]
    expect(found.map((breach) => breach.line)).toEqual([line])
  },
)

it.each<Case>([
  ['import direction', 'packages/cli/src/storage.ts', `const { openSqlite } = await import('${SQLITE}')`],
  ['import direction', TEST, `import { openSqlite } from '${SQLITE}'`],
  ['import direction', 'examples/src/first.ts', `import { openSqlite } from '${SQLITE}'`],
  ['pure core', CORE, 'interface Env { readonly process: string; Date?: bigint }\nconst year = env.Date'],
  ['pure core', 'packages/core/src/money.test.ts', "import fc from 'fast-check'"],
  ['money is bigint', CORE, 'interface Account { readonly balance: bigint; readonly scale: number }'],
  ['money is bigint', CORE, 'interface Rule { price(output: string): number }'],
  ['bare Error', TEST, "throw new Error('no')"],
  ['whole suites', TEST, "// The first run has no file yet.\nit.skipIf(first)('x', () => undefined)"],
])('%s lets pass, in %s: %s', (rule, path, code) => {
  expect([...RULES[rule].find(parse(path, code))]).toEqual([])
})
