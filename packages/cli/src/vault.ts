/** `tallystick vault`, and where the master keys come from (docs/vault.md). */
import { execFile } from 'node:child_process'
import { open, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { FeePayers, ManagedWallets, Vault, VaultStatus } from '@tallystick/custody'
import type { Engine } from '@tallystick/engine'
import { type Config, readConfig, type Sources } from './config.js'
import {
  CommandFailure,
  ConfigurationError,
  codeOf,
  EXIT,
  messageOf,
  WrongSetting,
  whyUnreadable,
} from './failure.js'
import { flush } from './lasting.js'
import { progressLine } from './progress.js'
import { SETTINGS } from './settings.js'
import { nameOf, openExisting, type Use } from './storage.js'
import { type Paint, paintFor, plural, table, thousands } from './terminal.js'

type VaultConfig = Pick<
  Config<typeof SETTINGS.serve>,
  'vaultKeys' | 'vaultFile' | 'vaultCommand' | 'vaultExport'
>

/** Permissions of a file that others can use. */
const OTHERS = 0o077
const COMMAND_MS = 30_000

/**
 * The vault of a configuration; null without master keys.
 * @throws CommandFailure if they cannot be read, or others can read them too
 */
export async function openVault(config: VaultConfig): Promise<Vault | null> {
  const { vaultKeys, vaultFile, vaultCommand, vaultExport } = config
  const given = [vaultKeys, vaultFile, vaultCommand].filter((one) => one !== null)
  if (given.length === 0) return null
  if (given.length > 1) {
    throw new WrongSetting(
      'The master keys of the vault are named more than once.',
      'set one of TALLYSTICK_VAULT_KEYS, TALLYSTICK_VAULT_FILE and TALLYSTICK_VAULT_COMMAND',
    )
  }
  const { createVault, localKeys, MasterKeyError, masterKeysIn } = await import('@tallystick/vault')
  const [text, from] =
    vaultFile !== null
      ? ([await contentOf(vaultFile), vaultFile] as const)
      : vaultCommand !== null
        ? ([await outputOf(vaultCommand), 'the output of TALLYSTICK_VAULT_COMMAND'] as const)
        : ([Buffer.from(vaultKeys ?? ''), 'TALLYSTICK_VAULT_KEYS'] as const)
  // Programs that this one starts must not inherit it.
  delete process.env['TALLYSTICK_VAULT_KEYS']
  try {
    return createVault(localKeys(masterKeysIn(text)), { exports: vaultExport === 'yes' })
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    throw new WrongSetting(
      `The master keys in ${from} cannot be read: ${error.message}.`,
      'give each as 64 hex digits, as `tallystick vault init` writes them',
    )
  }
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    await using file = await open(path, 'r')
    const { mode } = await file.stat()
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      throw new WrongSetting(
        `Other users of this machine can read the master keys in ${path}.`,
        `forbid it: chmod 600 ${path}`,
      )
    }
    return await file.readFile()
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new WrongSetting(
      `The master keys in ${path} cannot be read: ${whyUnreadable(error)}.`,
      'name the file that `tallystick vault init` has written',
    )
  }
}

async function outputOf(command: string): Promise<Buffer> {
  try {
    const run = promisify(execFile)
    const { stdout } = await run('/bin/sh', ['-c', command], { encoding: 'buffer', timeout: COMMAND_MS })
    return stdout
  } catch (error) {
    // The error of a program repeats its command, which may contain a password.
    const { code, killed } = error as { readonly code?: unknown; readonly killed?: boolean }
    const how =
      killed === true
        ? `: it took more than ${COMMAND_MS / 1_000} s`
        : typeof code === 'number'
          ? ` with exit code ${code}`
          : ''
    throw new CommandFailure(
      `The command of the master keys has failed${how}.`,
      'run what TALLYSTICK_VAULT_COMMAND says yourself: it must print the master keys',
    )
  }
}

/** @throws CommandFailure if a key of the ledger depends on a master key that is not at hand */
export async function mustOpen(wallets: ManagedWallets): Promise<void> {
  const { lost } = await wallets.status()
  if (lost === 0) return
  throw new CommandFailure(
    `${plural(lost, 'managed wallet')} depend${lost === 1 ? 's' : ''} on a master key that is not at hand.`,
    'give all master keys that were ever used since the last `tallystick vault rotate`; the first one encrypts',
  )
}

/** `tallystick vault init`: a new master key. */
export async function initVault(sources: Sources): Promise<number> {
  const { out } = await readConfig(SETTINGS.vaultInit, sources)
  const { newMasterKey } = await import('@tallystick/vault')
  if (out === null) {
    process.stdout.write(`${newMasterKey()}\n`)
    return EXIT.ok
  }
  try {
    await writeFile(out, `${newMasterKey()}\n`, { flag: 'wx', mode: 0o600 })
    await flush(out)
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new CommandFailure(
        `${out} exists, and may have the only copy of a master key.`,
        'name a file that does not exist',
      )
    throw new CommandFailure(
      `${out} cannot be written: ${messageOf(error)}.`,
      'name a file in a folder that exists',
    )
  }
  const paint = paintFor(process.stdout)
  process.stdout.write(
    `\n  ${paint.green('✓')} A master key is in ${paint.bold(out)}, for its owner alone.\n  ${paint.yellow('Keep a copy elsewhere: without it, every managed wallet is lost.')}\n  ${paint.dim(`To use it: TALLYSTICK_VAULT_FILE=${out} tallystick serve`)}\n\n`,
  )
  return EXIT.ok
}

/** `tallystick vault status`: which wallets depend on which master key. */
export async function vaultStatus(sources: Sources): Promise<number> {
  const config = await readConfig(SETTINGS.vaultStatus, sources)
  return withWallets(config, { onlyReads: true }, async (wallets) => {
    const status = await wallets.status()
    process.stdout.write(
      sources.flags['json'] === true
        ? `${JSON.stringify({ database: nameOf(config.database), ...status }, null, 2)}\n`
        : statusText(nameOf(config.database), status, paintFor(process.stdout)),
    )
    return status.lost === 0 ? EXIT.ok : EXIT.failed
  })
}

function statusText(database: string, { masterKeys, lost }: VaultStatus, paint: Paint): string {
  const rows = masterKeys.map(({ id, wallets }, place) => [
    id,
    place === 0 ? 'encrypts' : 'decrypts only',
    thousands(wallets),
  ])
  const left = masterKeys.slice(1).reduce((sum, { wallets }) => sum + wallets, 0)
  const verdict =
    lost > 0
      ? `${paint.red('✗')} ${plural(lost, 'wallet')} depend on a master key that is not at hand.`
      : left > 0
        ? `${paint.yellow('!')} ${plural(left, 'wallet')} depend on an old master key: \`tallystick vault rotate\`.`
        : `${paint.green('✓')} All wallets depend on the first master key.`
  const listed = table(
    [{ heading: 'master key' }, { heading: 'use' }, { heading: 'wallets', align: 'right' }],
    rows,
    paint,
    (padded) => padded,
  )
  return `\n  ${paint.bold(database)}\n\n${listed}\n  ${verdict}\n\n`
}

/** `tallystick vault rotate`: encrypts everything under the first master key, beside a running server. */
export async function rotateVault(sources: Sources): Promise<number> {
  const config = await readConfig(SETTINGS.vaultRotate, sources)
  return withWallets(config, {}, async (wallets) => {
    await mustOpen(wallets)
    const progress = progressLine()
    let done: number
    try {
      done = await wallets.rewrap((count) => progress.show(() => `${thousands(count)} keys encrypted anew`))
    } finally {
      progress.clear()
    }
    const paint = paintFor(process.stdout)
    process.stdout.write(
      `\n  ${paint.green('✓')} ${plural(done, 'key')} encrypted anew: all depend on the first master key. Older ones are not needed any more.\n\n`,
    )
    return EXIT.ok
  })
}

/** To look at them, and to encrypt their keys anew. */
export async function walletsOn(
  engine: Engine,
  vault: Vault,
  payers?: readonly FeePayers[],
): Promise<ManagedWallets> {
  const { ManagedWallets: Wallets } = await import('@tallystick/custody')
  const gate = { admitSigning: () => Promise.reject(new TypeError('nothing is signed here')) }
  return new Wallets(engine, vault, gate, payers)
}

async function withWallets(
  config: Config<typeof SETTINGS.vaultRotate>,
  use: Use,
  work: (wallets: ManagedWallets) => Promise<number>,
): Promise<number> {
  const vault = await openVault({ ...config, vaultExport: 'no' })
  if (vault === null) {
    throw new ConfigurationError([
      'no master key is named: set TALLYSTICK_VAULT_FILE to the file that `tallystick vault init` has written',
    ])
  }
  const { Engine } = await import('@tallystick/engine')
  const engine = new Engine({ storage: await openExisting(config.database, use) })
  try {
    return await work(await walletsOn(engine, vault))
  } finally {
    await engine.close()
  }
}
