/** What a child process writes to its parent: lines. The kernel has each line before the next statement runs. */
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Bypasses `process.stdout`, whose buffer is lost when the process is killed. */
export function say(...words: readonly (string | number)[]): void {
  writeSync(1, `${words.join(' ')}\n`)
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

/** The parent's next line; empty once the parent has closed the stream or ended. */
export async function hear(): Promise<string> {
  const { done, value } = await lines.next()
  return done === true ? '' : (value as string)
}
