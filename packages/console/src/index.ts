/** @tallystick/console: the files of the page at `/console`, which calls the service from the browser. */
import { readdirSync, readFileSync } from 'node:fs'

interface ConsoleFile {
  readonly type: string
  readonly body: string
}

const ASSETS = new URL('../assets/', import.meta.url)
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** Names of the files. `index.html` is the page, to be served at `console`, and the others below it. */
export const consoleFiles = (): readonly string[] => readdirSync(ASSETS).sort()

/** Null if there is no such file. */
export function consoleFile(name: string): ConsoleFile | null {
  const type = TYPES[name.split('.').at(-1) ?? '']
  if (type === undefined || !consoleFiles().includes(name)) return null
  return { type, body: readFileSync(new URL(name, ASSETS), 'utf8') }
}
