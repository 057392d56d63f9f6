/** Compares the examples of the OpenAPI document with calls that tests have just made. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { EXAMPLES_FILE, type ExampleCall, exampleCalls } from './examples.js'

/** Ids, times, keys and lengths of lists differ at every run: what stays is which fields there are, and of which type. */
function shape(value: unknown): unknown {
  if (Array.isArray(value))
    return [...new Map(value.map(shape).map((one) => [JSON.stringify(one), one])).values()]
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shape(inner)]))
}

/** A call as the file has it. */
const asExample = (call: ExampleCall): ExampleCall => JSON.parse(JSON.stringify(call))

/**
 * Of several calls of an operation, one is like its example.
 *
 * `UPDATE_OUTPUT=1 npx vitest run packages/operations/src/tallystick.test.ts packages/operations/src/chains.test.ts
 * packages/http/src/acceptance --maxWorkers=1` writes the shortest ones anew where the file has none like them.
 */
export function expectExample(id: string, ...calls: readonly ExampleCall[]): void {
  const made = calls.map(asExample)
  if (process.env['UPDATE_OUTPUT'] === '1') {
    const all = existsSync(EXAMPLES_FILE) ? JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) : {}
    if (made.some((one) => isDeepStrictEqual(shape(one), shape(all[id])))) return
    const [shortest] = made.toSorted((a, b) => lengthOf(a) - lengthOf(b))
    const sorted = Object.entries({ ...all, [id]: shortest }).sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(EXAMPLES_FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  } else expect(made.map(shape), id).toContainEqual(shape(exampleCalls()[id]))
}

/** Lists without items show nothing. */
const lengthOf = (call: ExampleCall): number =>
  JSON.stringify(call).length + (Array.isArray(call.answer) && call.answer.length === 0 ? 1e9 : 0)
