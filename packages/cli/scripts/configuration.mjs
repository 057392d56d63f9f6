/**
 * Writes docs/configuration.md from the settings of the built command.
 *
 * npm run build && node packages/cli/scripts/configuration.mjs
 */
import { writeFileSync } from 'node:fs'
import { configurationPage } from '../dist/settings-page.js'

writeFileSync(new URL('../../../docs/configuration.md', import.meta.url), configurationPage())
