/**
 * Writes the site as files: `npm run docs`, or `npm run docs -- some/folder`. Any server of files can serve them, and a
 * browser can open them without one.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSite } from '../dist/index.js'

const folder = process.argv[2] ?? 'site'
const site = openSite({ api: null })
for (const path of site.paths()) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, (await site.file(path)).body)
}
process.stdout.write(`${site.paths().length} files in ${folder}: open ${join(folder, 'index.html')}\n`)
