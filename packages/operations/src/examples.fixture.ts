/** Compares the examples of the OpenAPI document with calls that tests have just made. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { EXAMPLES_FILE, type ExampleCall, exampleCalls } from './examples.js'

/** Ids, times, keys and digests differ at every run: what stays is which fields there are, and of which type. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shape(inner)]))
}

/**
 * `UPDATE_OUTPUT=1 npx vitest run packages/operations/src/tallystick.test.ts packages/operations/src/chains.test.ts
 * --maxWorkers=1` writes them anew.
 */
export function expectExample(id: string, call: ExampleCall): void {
  const made: ExampleCall = JSON.parse(JSON.stringify(call))
  if (process.env['UPDATE_OUTPUT'] === '1') {
    const all = existsSync(EXAMPLES_FILE) ? JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) : {}
    const sorted = Object.entries({ ...all, [id]: made }).sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(EXAMPLES_FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  } else expect(shape(exampleCalls()[id])).toEqual(shape(made))
}
