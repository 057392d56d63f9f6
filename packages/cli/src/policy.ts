/** The policy of withdrawals, from a file (docs/custody.md). */
import { readFile } from 'node:fs/promises'
import type { Policy, PolicyFile } from '@tallystick/custody'
import type { Read } from './config.js'
import { whyUnreadable } from './failure.js'

export const POLICY_ACCEPTS = 'the path of a JSON file as docs/custody.md describes it'

export async function readPolicy(file: string): Promise<Read<Policy>> {
  const { limitsPolicy, PolicyError } = await import('@tallystick/custody')
  const { parseWritten } = await import('@tallystick/core')
  try {
    return { value: limitsPolicy(parseWritten(await readFile(file, 'utf8')) as PolicyFile) }
  } catch (error) {
    if (error instanceof PolicyError) return { refused: true, problems: error.problems }
    return { refused: true, why: `but ${whyUnreadable(error)}` }
  }
}
