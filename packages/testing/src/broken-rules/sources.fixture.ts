/** Every file of the packages, and which of them are shipped. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSource } from './plugin.fixture.js'

const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url))

export const files = readdirSync(PACKAGES)
  .flatMap((name) => filesUnder(join(PACKAGES, name, 'src')))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))

export const sources = files.filter(({ path }) => isSource(path))

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
}
