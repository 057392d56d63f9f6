/** The commands and their help. What runs them is imported when it runs, so that help is instant. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import { flagOfSecret, type Setting, type Settings, type Sources, unknownVariables } from './config.js'
import { describeFailure, EXIT, exitCodeOf } from './failure.js'
import { DEBUG_VARIABLE, KNOWN_VARIABLES, SETTINGS } from './settings.js'
import { paintFor } from './terminal.js'

type Env = Sources['env']

/** Runs one command line to its end; `serve` ends when it serves. Never rejects; answers with the exit code. */
export async function run(argv: readonly string[], env: Env): Promise<number> {
  const paint = paintFor(process.stderr)
  let exitCode: number = EXIT.ok
  const program = tallystick(env, (code) => {
    exitCode = code
  })
  program.hook('preAction', () => {
    for (const warning of unknownVariables(env, KNOWN_VARIABLES)) {
      process.stderr.write(`${paint.yellow(paint.bold('warning'))} ${warning}\n`)
    }
  })
  try {
    await program.parseAsync(argv)
    return exitCode
  } catch (error) {
    // It has printed its message, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    process.stderr.write(describeFailure(error, paint, env[DEBUG_VARIABLE] === '1'))
    return exitCodeOf(error)
  }
}

function tallystick(env: Env, done: (exitCode: number) => void): Command {
  const { bold, red } = paintFor(process.stderr)
  const errorLabel = red(bold('error'))
  const sources = (command: Command): Sources => ({ flags: command.opts(), env })

  const program = new Command('tallystick')
    .description('A double-entry ledger for customer money: balances that always add up, over an HTTP API.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({
      outputError: (message, write) => {
        // An unknown flag is repeated, but never its value: --apikey=… is a mistake that holds a secret.
        const told = message.replace(/^error: /, '').replace(/'(--[^=']*)=[^']*'/, "'$1=…'")
        write(`${errorLabel} ${told}`)
      },
    })
    .showHelpAfterError('See tallystick --help.')
    .configureHelp({
      styleTitle: paintFor(process.stdout).bold,
      styleCommandText: paintFor(process.stdout).cyan,
    })
    .addHelpText('after', () =>
      sections(
        examples(
          ['tallystick serve', 'open a ledger here, and serve it'],
          ['tallystick keys create --name shop', 'a key for a client'],
          ['tallystick verify', 'recompute every balance'],
          ['tallystick copy --to postgres://ledger@db/ledger', 'move to a server database'],
        ),
        exitCodes('it could not be done, or the books are wrong'),
      ),
    )

  configured(program.command('serve'), SETTINGS.serve, {
    summary: 'open the ledger and serve its API',
    description:
      'Opens the ledger and serves its API over HTTP until it is stopped. A missing database is made, an older one is brought up to date. The first start makes an API key and prints it, once; with TALLYSTICK_API_KEY set, that key is valid instead.\n\nThe address is printed on stdout, the log goes to stderr: JSON lines, or readable ones on a terminal. SIGINT or SIGTERM finishes what was accepted, then stops; a second one stops at once.',
    examples: [
      ['tallystick serve', 'http://127.0.0.1:3000, in data/tallystick.db'],
      ['tallystick serve --port 0 --database /tmp/try.db', 'a free port, a ledger to throw away'],
      ['TALLYSTICK_API_KEY="$KEY" tallystick serve --host 0.0.0.0', 'in a container, behind TLS'],
      ['tallystick serve --rates prices.json', 'with market values'],
    ],
    failed: 'it could not start, or did not stop in order',
  }).action(async (_flags, command: Command) => {
    const { serve } = await import('./serve.js')
    done(await serve(sources(command)))
  })

  configured(program.command('migrate'), SETTINGS.migrate, {
    summary: 'make the database, or bring it up to date',
    description:
      'Makes the database, or brings an older one up to date, and prints what it applied. `serve` does the same when it starts.',
    examples: [['tallystick migrate --database /var/lib/tallystick.db', 'before the first start']],
    failed: 'the database cannot be opened or changed',
  }).action(async (_flags, command: Command) => {
    const { migrate } = await import('./migrate.js')
    done(await migrate(sources(command)))
  })

  const keys = program
    .command('keys')
    .summary('make, list and revoke API keys')
    .description('Makes, lists and revokes API keys. A server that is running takes notice within a second.')
    .addHelpText('after', () =>
      sections(
        examples(
          ['tallystick keys create --name shop', 'prints the key, once'],
          ['tallystick keys list', 'what there is'],
        ),
        exitCodes('it could not be done'),
      ),
    )

  configured(keys.command('create'), SETTINGS.keysCreate, {
    summary: 'make a key and print it, once',
    description:
      'Makes an API key and prints it. It is shown this once: the database keeps only a keyed hash of it.',
    examples: [
      ['tallystick keys create --name shop --tenant acme', 'a key for the ledger of acme'],
      ['KEY=$(tallystick keys create --quiet)', 'a key for a script'],
    ],
    failed: 'there is no database, or it cannot be written',
  })
    .option('-q, --quiet', 'print the key and nothing else')
    .action(async (_flags, command: Command) => {
      const { createKey } = await import('./keys.js')
      done(await createKey(sources(command)))
    })

  configured(keys.command('list'), SETTINGS.keysList, {
    summary: 'list the keys',
    description: 'Lists API keys, oldest first, with the first characters of each.',
    examples: [
      ['tallystick keys list --tenant acme', 'those of one tenant'],
      ['tallystick keys list --json', 'for a script'],
    ],
    failed: 'there is no database, or it cannot be read',
  })
    .option('--json', 'print JSON')
    .action(async (_flags, command: Command) => {
      const { listKeys } = await import('./keys.js')
      done(await listKeys(sources(command)))
    })

  configured(keys.command('revoke'), SETTINGS.keysRevoke, {
    summary: 'make a key invalid, for good',
    description: 'Makes an API key invalid, for good. Running servers refuse it within a second.',
    examples: [['tallystick keys revoke 5fb7bdf6e0c5ae0f3c8e1d02', 'the id as keys list shows it']],
    failed: 'there is no such key, or the database cannot be written',
  })
    .argument('<id>', 'id of the key, as `tallystick keys list` shows it')
    .action(async (id: string, _flags, command: Command) => {
      const { revokeKey } = await import('./keys.js')
      done(await revokeKey(id, sources(command)))
    })

  configured(program.command('verify'), SETTINGS.verify, {
    summary: 'recompute every balance from the journal',
    description:
      'Recomputes every balance, blocked amount and count from the journal, replays the hash chain that seals it, and compares them with what is stored. Changes nothing, and may run beside a server. Anchors, kept where the database cannot be reached, show whether the past was rewritten whole.',
    examples: [
      ['tallystick verify', 'a table of what was checked, and every drift'],
      ['tallystick verify --json', 'for a monitor'],
      [
        'tallystick verify --write-anchors seals.json',
        'the newest seal of each writer, to be kept elsewhere',
      ],
      ['tallystick verify --anchors seals.json', 'each of them must still be there, as it was'],
    ],
    failed: 'something does not agree, or the database cannot be read',
  })
    .option('--json', 'print JSON')
    .option('--anchors <file>', 'seals that must still be there')
    .option('--write-anchors <file>', 'where to write the newest seals, once the books are right')
    .action(async (_flags, command: Command) => {
      const { verify } = await import('./verify.js')
      done(await verify(sources(command)))
    })

  configured(program.command('copy'), SETTINGS.copy, {
    summary: 'copy the ledger to another database',
    description:
      'Copies a whole ledger into another database, of the same kind or another: from SQLite to PostgreSQL, or back. Then reads all of the copy, and compares it with the original. Stop the servers of both first: what is written to the original meanwhile is not copied.\n\nA copy that was interrupted goes on when the same command is run again; a complete one is only compared. A database that holds another ledger is refused before anything is written.\n\nA password is better kept off the command line: in the variables, or in PGPASSWORD.',
    examples: [
      ['tallystick copy --to postgres://ledger@db/ledger', 'from data/tallystick.db to a server'],
      ['tallystick copy --from postgres://ledger@db/ledger --to b.db', 'and back'],
    ],
    failed: 'it was not copied, or not to the end, or the copy is not equal',
  })
    .option('--json', 'print JSON')
    .action(async (_flags, command: Command) => {
      const { copy } = await import('./copy.js')
      done(await copy(sources(command)))
    })

  return program
}

interface Help {
  /** For the list of commands. */
  readonly summary: string
  readonly description: string
  readonly examples: readonly Example[]
  /** When the exit code is 1. */
  readonly failed: string
}

type Example = readonly [command: string, meaning: string]

/** Gives a command its settings as flags, and the rest of its help. */
function configured(command: Command, settings: Settings, help: Help): Command {
  const secrets: Setting<unknown>[] = []
  for (const [name, setting] of Object.entries(settings)) {
    if (setting.flag === undefined) {
      secrets.push(setting)
      // Taken only to be refused with a reason: commander would repeat an unknown flag, value and all.
      command.addOption(new Option(`${flagOfSecret(name)} [value]`).hideHelp())
    } else {
      command.addOption(new Option(`--${setting.flag} ${setting.argument}`, describe(setting)))
    }
  }
  return command
    .summary(help.summary)
    .description(help.description)
    .addHelpText('after', ({ command: self }) =>
      sections(
        [
          'Environment only, because other users can read the flags of a program:',
          ...[
            ...secrets.map((setting) => [setting.env ?? '', describe(setting)] as const),
            [DEBUG_VARIABLE, 'set to 1, an error shows where it came from'] as const,
          ].flatMap(([variable, meaning]) => entry(self, variable, meaning)),
        ],
        examples(...help.examples),
        exitCodes(help.failed),
      ),
    )
}

function describe({ about, env, flag, unsetText }: Setting<unknown>): string {
  const variable = env === undefined || flag === undefined ? [] : [env]
  const unset = unsetText === null ? [] : [`default: ${unsetText}`]
  const facts = [...variable, ...unset].join(', ')
  return facts === '' ? about : `${about}\n(${facts})`
}

function sections(...blocks: readonly (readonly string[])[]): string {
  const { bold } = paintFor(process.stdout)
  return blocks
    .map(([title = '', ...lines]) => `\n${bold(title)}\n${lines.join('\n')}`)
    .join('\n')
    .concat('\n')
}

function examples(...list: readonly Example[]): readonly string[] {
  const { dim } = paintFor(process.stdout)
  return ['Examples:', ...list.flatMap(([command, meaning]) => [`  ${dim(`# ${meaning}`)}`, `  ${command}`])]
}

function exitCodes(failed: string): readonly string[] {
  return ['Exit codes:', '  0  done', `  1  ${failed}`, '  2  a flag, an argument or a variable is wrong']
}

/** A term and its meaning, wrapped as commander wraps its own options. */
function entry(command: Command, term: string, meaning: string): readonly string[] {
  const helper = command.createHelp()
  helper.prepareContext({ helpWidth: process.stdout.columns ?? 80 })
  const width = Math.max(helper.padWidth(command, helper), 'TALLYSTICK_API_KEY_SECRET'.length)
  return helper.formatItem(term, width, meaning, helper).split('\n')
}

/** Of this package; all packages share one. Read here, because the catalogue takes longer to load. */
function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version: release }: { version: string } = JSON.parse(text)
  return release
}
