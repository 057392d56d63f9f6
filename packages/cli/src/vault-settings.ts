/** Where the master keys of managed wallets come from. */
import type { Setting } from './config.js'
import { REFUSED, readLine, readOneOf } from './readers.js'

export const vaultKeys: Setting<string | null> = {
  env: 'TALLYSTICK_VAULT_KEYS',
  argument: '<hex,…>',
  about:
    'master keys that encrypt the keys of managed wallets; the first one encrypts, the others only decrypt',
  accepts:
    'one or more keys of 64 hex digits, with commas between them, as `tallystick vault init` prints them',
  secret: true,
  unset: null,
  unsetText: 'none; the service keeps no keys',
  read: (text) => (/^[0-9a-f]{64}(?:[\s,]+[0-9a-f]{64})*$/i.test(text.trim()) ? { value: text } : REFUSED),
}

export const vaultFile: Setting<string | null> = {
  flag: 'vault-file',
  env: 'TALLYSTICK_VAULT_FILE',
  argument: '<file>',
  about: 'a file with the master keys, one in each line, which only its owner may read',
  accepts: 'the path of a file, without control characters',
  unset: null,
  unsetText: 'none',
  read: readLine,
}

export const vaultCommand: Setting<string | null> = {
  env: 'TALLYSTICK_VAULT_COMMAND',
  argument: '<command>',
  about: 'a command that prints the master keys, one in each line; the shell runs it at the start',
  accepts: 'a command line, without control characters',
  secret: true,
  unset: null,
  unsetText: 'none',
  read: readLine,
}

export const vaultExport: Setting<'yes' | 'no'> = {
  flag: 'vault-export',
  env: 'TALLYSTICK_VAULT_EXPORT',
  argument: '<yes|no>',
  about: 'whether callers may read the private keys of their managed wallets',
  accepts: 'yes or no',
  unset: 'no',
  unsetText: 'no',
  read: (text) => readOneOf(['yes', 'no'], text),
}

export const out: Setting<string | null> = {
  flag: 'out',
  argument: '<file>',
  about: 'write the key to a new file that only its owner may read, and not to stdout',
  accepts: 'the path of a file that does not exist, without control characters',
  unset: null,
  unsetText: 'stdout',
  read: readLine,
}
