/** The policy of withdrawals, from a file (docs/custody.md). */
import { readFile } from 'node:fs/promises'
import type { Policy } from '@tallystick/custody'
import type { Read } from './config.js'
import { codeOf, messageOf } from './failure.js'

export const POLICY_ACCEPTS = 'the path of a JSON file as docs/custody.md describes it'

export async function readPolicy(file: string): Promise<Read<Policy>> {
  const { limitsPolicy, PolicyError } = await import('@tallystick/custody')
  try {
    return { value: limitsPolicy(JSON.parse(await readFile(file, 'utf8'))) }
  } catch (error) {
    if (error instanceof PolicyError) return { refused: true, problems: error.problems }
    if (error instanceof SyntaxError) return { refused: true, why: 'but the file is not JSON' }
    return {
      refused: true,
      why: `but ${codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)}`,
    }
  }
}
