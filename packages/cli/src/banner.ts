/** What `serve` says once it listens: everything that is needed for the first call. */
import type { Paint } from './terminal.js'

export interface Started {
  readonly version: string
  readonly url: string
  readonly database: string
  readonly databaseIsNew: boolean
  readonly rates: string
  readonly key: StartKey
  readonly milliseconds: number
}

export type StartKey =
  /** Made by this start: told here, and never again. */
  | { readonly kind: 'made'; readonly key: string }
  | { readonly kind: 'variable' }
  | { readonly kind: 'known'; readonly valid: number }
  /** The database has not answered yet. */
  | { readonly kind: 'unknown' }

/** For a terminal. The two halves of a tally stick, whose notches match. */
export function banner(started: Started, paint: Paint): string {
  const { version, url, database, databaseIsNew, rates, key, milliseconds } = started
  const row = (name: string, value: string): string => `  ${paint.dim(name.padEnd(11))}${value}`
  const notches = '┬┬┬┬─┬┬─┬───┬┬─'
  return [
    '',
    `  ${paint.yellow(`╭${notches}╮`)}`,
    `  ${paint.yellow(`╰${notches.replaceAll('┬', '┴')}╯`)}  ${paint.bold('Tallystick')} ${version} ${paint.dim(`ready in ${milliseconds} ms`)}`,
    '',
    row('Service', paint.bold(paint.cyan(url))),
    row('Reference', paint.cyan(`${url}/docs`)),
    row('Database', `${database}${databaseIsNew ? paint.dim('  new') : ''}`),
    row('Rates', rates),
    row('API key', keyText(key, paint)),
    ...(key.kind === 'made'
      ? [row('', paint.yellow('Shown once, here: only its hash is kept. Copy it now.'))]
      : []),
    ...(key.kind === 'known' || key.kind === 'unknown'
      ? []
      : ['', `  ${paint.dim('Open an account:')}`, ...firstCall(url, key).map((line) => `    ${line}`)]),
    '',
    `  ${paint.dim('Ctrl+C stops it, and finishes what was accepted.')}`,
    '',
    '',
  ].join('\n')
}

/** For a log or a script: a line for each fact, the same words without ornament. */
export function plainBanner(started: Started): string {
  const { version, url, database, databaseIsNew, rates, key, milliseconds } = started
  return [
    `Tallystick ${version} ready in ${milliseconds} ms`,
    `Service: ${url}`,
    `Reference: ${url}/docs`,
    `Database: ${database}${databaseIsNew ? ' (new)' : ''}`,
    `Rates: ${rates}`,
    `API key: ${keyText(key, null)}`,
    ...(key.kind === 'made' ? ['The API key is shown once, here: only its hash is kept. Copy it now.'] : []),
    ...(key.kind === 'known' || key.kind === 'unknown'
      ? []
      : [`Open an account: ${firstCall(url, key).map(unbroken).join(' ')}`]),
    '',
  ].join('\n')
}

/** What the banner could not say, once the database has answered. */
export function lateKey(key: StartKey): string {
  const once = key.kind === 'made' ? ' (shown once, here: only its hash is kept)' : ''
  return `The database answers. API key: ${keyText(key, null)}${once}\n`
}

function keyText(key: StartKey, paint: Paint | null): string {
  switch (key.kind) {
    case 'made':
      return paint === null ? key.key : paint.bold(paint.green(key.key))
    case 'variable':
      return 'the one in TALLYSTICK_API_KEY'
    case 'unknown':
      return 'not known until the database answers'
    case 'known':
      return key.valid === 0
        ? 'none is valid; tallystick keys create makes one'
        : `${key.valid} valid; tallystick keys list shows them`
  }
}

function firstCall(url: string, key: StartKey): readonly string[] {
  const value = key.kind === 'made' ? `'x-api-key: ${key.key}'` : '"x-api-key: $TALLYSTICK_API_KEY"'
  return [
    `curl ${url}/v3/ledger/account \\`,
    `  -H ${value} \\`,
    `  -H 'content-type: application/json' -d '{"currency":"EUR"}'`,
  ]
}

const unbroken = (line: string): string => line.trim().replace(/ \\$/, '')
