/**
 * Writes docs/reference and the types of packages/api and the routes of packages/client from the built catalogue.
 *
 * npm run build && node packages/operations/scripts/reference.mjs
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { interfaceFiles, routesFile } from '../dist/reference/interface.js'
import { errorsPage, operationsPage } from '../dist/reference/pages.js'

const write = (place, files) => {
  const folder = new URL(place, import.meta.url)
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text)
}
write('../../../docs/reference/', { 'operations.md': operationsPage(), 'errors.md': errorsPage() })
write('../../api/src/generated/', interfaceFiles())
write('../../client/src/generated/', { 'routes.ts': routesFile() })
