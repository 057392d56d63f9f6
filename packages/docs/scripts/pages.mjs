/**
 * Copies the repository's pages into this package, so that a published package has them; `--remove` takes them away again.
 * Without the copy, the package reads the repository.
 */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'

const root = new URL('../../../', import.meta.url)
const pages = new URL('../pages/', import.meta.url)
rmSync(pages, { recursive: true, force: true })
if (!process.argv.includes('--remove')) {
  mkdirSync(pages, { recursive: true })
  for (const name of readdirSync(root)) {
    if (name.endsWith('.md')) cpSync(new URL(name, root), new URL(name, pages))
  }
  cpSync(new URL('docs', root), new URL('docs', pages), { recursive: true })
  for (const name of readdirSync(new URL('packages', root))) {
    const page = `packages/${name}/README.md`
    cpSync(new URL(page, root), new URL(page, pages))
  }
}
