/** A call of every operation that has succeeded in the tests, for the OpenAPI document. Read when it is first asked for. */
import { readFileSync } from 'node:fs'

export interface ExampleCall {
  /** Of path, query and body together. */
  readonly args: Readonly<Record<string, unknown>>
  /** Absent where no node of the tests answers. */
  readonly answer?: unknown
}

export const EXAMPLES_FILE = new URL('../examples.json', import.meta.url)

let read: Readonly<Record<string, ExampleCall>> | null = null

export function exampleCalls(): Readonly<Record<string, ExampleCall>> {
  read ??= JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Readonly<Record<string, ExampleCall>>
  return read
}
