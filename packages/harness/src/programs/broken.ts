/** Preloaded into a child process, where a rule is to be broken: see broken-hooks.ts. */
import { register } from 'node:module'

register('./broken-hooks.js', import.meta.url)
