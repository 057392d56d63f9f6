/** What a child process writes to its parent: lines. The kernel has each line before the next statement runs. */
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Not through `process.stdout`, whose buffer would die with the process. */
export function say(...words: readonly (string | number)[]): void {
  writeSync(1, `${words.join(' ')}\n`)
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

/** The parent's next line; empty once it has hung up, or is gone. */
export async function hear(): Promise<string> {
  const { done, value } = await lines.next()
  return done === true ? '' : (value as string)
}
