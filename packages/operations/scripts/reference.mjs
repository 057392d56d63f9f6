/**
 * Writes docs/reference from the built catalogue.
 *
 * npm run build && node packages/operations/scripts/reference.mjs
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { errorsPage, operationsPage } from '../dist/reference.js'

const folder = new URL('../../../docs/reference/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('operations.md', folder), operationsPage())
writeFileSync(new URL('errors.md', folder), errorsPage())
