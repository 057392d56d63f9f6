/**
 * Writes docs/configuration.md from the commands and their settings. `scripts/configuration.mjs` writes the file; a test
 * compares it with this.
 */
import { COMMANDS } from './commands.js'
import type { Setting } from './config.js'
import { DEBUG_VARIABLE } from './settings.js'

interface Command {
  readonly name: string
  readonly settings: readonly Setting<unknown>[]
  readonly options: readonly (readonly [flag: string, meaning: string])[]
}

const commands: readonly Command[] = COMMANDS.flatMap((entry) =>
  ('commands' in entry ? entry.commands : [entry]).map(({ name, settings, options = [] }) => ({
    name: 'commands' in entry ? `${entry.name} ${name}` : name,
    settings: Object.values(settings),
    options,
  })),
)

/** What is true of several commands: its cells, and the names of the commands. */
type Row = readonly [cells: readonly string[], commands: readonly string[]]

const settings: readonly Setting<unknown>[] = [...new Set(commands.flatMap((command) => command.settings))]

export function configurationPage(): string {
  const withVariable = settings.filter(({ env }) => env !== undefined)
  return `# Configuration

<!-- Written by packages/cli/scripts/configuration.mjs from the settings (\`packages/cli/src/settings.ts\`). Change these, build, and run it. -->

\`tallystick serve\` (\`npm start -- …\` in a clone) and the other commands take flags and environment variables; a flag takes
precedence, and an empty variable counts as none. A command refuses a value that is not accepted, and names all of them at once.
\`tallystick <command> --help\` shows the same. A secret has no flag, because every user of a machine can read the flags of its programs.

More about the [database](operations.md#on-postgresql) and [its copies](operations.md#continuous-copies-with-litestream),
[standbys](scaling.md#reads-of-a-standby), [API keys](operations.md#api-keys) and their secret, [prices](rates.md), [nodes](chains.md),
[withdrawals](custody.md#the-policy-of-withdrawals), [managed wallets](vault.md), [gas pumps](gas-pump.md), [webhooks](webhooks.md) and the [console](console.md).

## Variables

${table(
  ['variable', 'flag', 'default', 'what it does', 'accepted', 'commands'],
  [
    ...withVariable.map((setting): Row => [[code(setting.env), ...cellsOf(setting)], usersOf(setting)]),
    [
      [code(DEBUG_VARIABLE), '', '', 'an error shows where it came from', '1'],
      commands.map(({ name }) => name),
    ],
  ],
)}

## Flags without a variable

${table(
  ['flag', 'default', 'what it does', 'accepted', 'commands'],
  settings.filter(({ env }) => env === undefined).map((setting): Row => [cellsOf(setting), usersOf(setting)]),
)}

## Flags that are no settings

${table(
  ['flag', 'what it does', 'commands'],
  commands.flatMap(({ name, options }) =>
    options.map((option): Row => [[code(option[0]), option[1]], [name]]),
  ),
)}
`
}

const usersOf = (setting: Setting<unknown>): readonly string[] =>
  commands.filter((command) => command.settings.includes(setting)).map(({ name }) => name)

function cellsOf({ flag, argument, unsetText, about, accepts }: Setting<unknown>): readonly string[] {
  return [code(flag === undefined ? undefined : `--${flag} ${argument}`), unsetText ?? '', about, accepts]
}

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``)

/** Rows that say the same become one, with the commands of all. */
function table(head: readonly string[], rows: readonly Row[]): string {
  const merged = new Map<string, { readonly cells: readonly string[]; readonly names: string[] }>()
  for (const [cells, names] of rows) {
    const same = merged.get(cells.join('\n'))
    if (same === undefined) merged.set(cells.join('\n'), { cells, names: [...names] })
    else same.names.push(...names)
  }
  const all = [head, ...[...merged.values()].map(({ cells, names }) => [...cells, namesOf(names)].map(cell))]
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)))
  const lines = all.map(
    (cells) => `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [lines[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join(
    '\n',
  )
}

/** A page that a text names becomes a link: this page is beside it. */
const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll(/\bdocs\/([\w-]+\.md)/g, '[$1]($1)')

function namesOf(names: readonly string[]): string {
  const others = commands.filter(({ name }) => !names.includes(name)).map(({ name }) => name)
  if (others.length === 0) return 'all'
  return others.length <= 3 ? `all but ${others.join(', ')}` : names.join(', ')
}
