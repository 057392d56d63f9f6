/**
 * Where `npm run test:broken` breaks a rule, its children break it too: they run what is built, which no plugin of vitest
 * reaches.
 */
import { fileURLToPath } from 'node:url'

const { BROKEN_FIND, BROKEN_REPLACE } = process.env
const isBroken = BROKEN_FIND !== undefined && BROKEN_REPLACE !== undefined

/** Flags of node, before its program. */
export const BREAKING: readonly string[] = isBroken
  ? [`--import=${fileURLToPath(new URL('../dist/programs/broken.js', import.meta.url))}`]
  : []

/** Beside what else a child is to know. */
export const BROKEN: Readonly<Record<string, string>> = isBroken ? { BROKEN_FIND, BROKEN_REPLACE } : {}
