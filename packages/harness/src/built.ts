/** Where the built programs and modules are that children run. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BREAKING } from './breaking.js'

/**
 * A child runs the published code, not the sources that vitest transforms; and of that, the merged programs, which start
 * sooner (`scripts/merged.mjs`). A broken rule is broken in the files of its package.
 * @param path Such as `cli/dist/main.js`, below `packages`
 */
export function built(path: string): string {
  const published = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  if (!existsSync(published)) throw new Error(`${published} is missing: run npm run build first`)
  const { MERGED_PROGRAMS: merged } = process.env
  return merged === undefined || BREAKING.length > 0 ? published : join(merged, path)
}
