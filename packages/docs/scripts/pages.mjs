/**
 * Copies the pages of the repository into this package, so that a published package has them; `--remove` takes them away
 * again. Without the copy, the package reads the repository.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readPictures, readSources } from '../dist/sources.js'

const pages = new URL('../pages/', import.meta.url)
rmSync(pages, { recursive: true, force: true })
if (!process.argv.includes('--remove')) {
  for (const { path, text } of [...readSources(), ...readPictures()]) {
    const file = new URL(path, pages)
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, text)
  }
}
