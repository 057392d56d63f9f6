/** The commands and their help. Their code is imported when they run, so help is instant. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import { COMMANDS, EXAMPLES, type Example, type Group, type Help, type Runnable } from './commands.js'
import { flagOfSecret, type Setting, type Settings, type Sources, unknownVariables } from './config.js'
import { describeFailure, EXIT, exitCodeOf } from './failure.js'
import { DEBUG_VARIABLE, KNOWN_VARIABLES } from './settings.js'
import { isTerminal, paintFor } from './terminal.js'

type Env = Sources['env']

/** Runs one command line to its end; `serve` ends when it serves. Never rejects; returns the exit code. */
export async function run(argv: readonly string[], env: Env): Promise<number> {
  const paint = paintFor(process.stderr)
  let exitCode: number = EXIT.ok
  const program = tallystick(env, (code) => {
    exitCode = code
  })
  program.hook('preAction', async (_program, command) => {
    const warnings = await unknownVariables(env, KNOWN_VARIABLES)
    if (warnings.length === 0) return
    const { createLogger } = await import('./logger.js')
    for (const warning of warnings) {
      // The log of the service has JSON lines and nothing else.
      if (command.name() === 'serve' && !isTerminal(process.stderr)) createLogger('warn').warn({}, warning)
      else process.stderr.write(`${paint.yellow(paint.bold('warning'))} ${warning}\n`)
    }
  })
  try {
    await program.parseAsync(argv)
    return exitCode
  } catch (error) {
    // It has printed its message, or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    process.stderr.write(describeFailure(error, paint, env[DEBUG_VARIABLE] === '1'))
    return exitCodeOf(error)
  }
}

function tallystick(env: Env, done: Done): Command {
  const { bold, red } = paintFor(process.stderr)
  const errorLabel = red(bold('error'))
  const program = new Command('tallystick')
    .description('A double-entry ledger for customer money: balances that always add up, over an HTTP API.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({
      outputError: (message, write) => {
        // Repeats an unknown flag but never its value: --apikey=… is a mistake that contains a secret.
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
      sections(examples(...EXAMPLES), exitCodes('it could not be done, or the books are wrong')),
    )
  for (const entry of COMMANDS) {
    if ('commands' in entry) addGroup(program, entry, env, done)
    else addCommand(program, entry, env, done)
  }
  return program
}

type Done = (exitCode: number) => void

function addGroup(program: Command, { commands, ...help }: Group, env: Env, done: Done): void {
  const group = program
    .command(help.name)
    .summary(help.summary)
    .description(help.description)
    .addHelpText('after', () => sections(examples(...help.examples), exitCodes(help.failed)))
  for (const one of commands) addCommand(group, one, env, done)
}

function addCommand(
  parent: Command,
  { argument, options = [], run, ...help }: Runnable,
  env: Env,
  done: Done,
): void {
  const command = configured(parent.command(help.name), help.settings, help)
  if (argument !== undefined) command.argument(...argument)
  for (const [flag, meaning] of options) command.option(flag, meaning)
  // commander passes the arguments, if any, then the flags and the command.
  command.action(async (first: unknown) => {
    done(await run({ flags: command.opts(), env }, typeof first === 'string' ? first : ''))
  })
}

/** Adds a command's settings as flags, and the rest of its help. */
function configured(command: Command, settings: Settings, help: Help): Command {
  const secrets: Setting<unknown>[] = []
  for (const [name, setting] of Object.entries(settings)) {
    if (setting.flag === undefined) {
      secrets.push(setting)
      // Accepted only to be refused with a reason: commander would repeat an unknown flag with its value.
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

/** A term and its meaning, wrapped like commander's own options. */
function entry(command: Command, term: string, meaning: string): readonly string[] {
  const helper = command.createHelp()
  helper.prepareContext({ helpWidth: process.stdout.columns ?? 80 })
  const width = Math.max(helper.padWidth(command, helper), 'TALLYSTICK_API_KEY_SECRET'.length)
  return helper.formatItem(term, width, meaning, helper).split('\n')
}

/** The version of this package; all packages have the same. Read here, because the catalogue takes longer to load. */
function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version: release }: { version: string } = JSON.parse(text)
  return release
}
