/** Where the master keys of managed wallets come from. */
import { isUuid } from '@tallystick/core'
import type { FeePayers } from '@tallystick/custody'
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

const feePayers: Setting<readonly string[]> = {
  flag: 'fee-payers',
  env: 'TALLYSTICK_FEE_PAYERS',
  argument: '<walletId,…>',
  about: 'managed wallets that pay the fees of managed transfers on Solana, one for each network',
  accepts: 'IDs of managed wallets, with commas between them',
  unset: [],
  unsetText: 'none; the service pays no fees',
  read(text) {
    const ids = text.split(',').map((id) => id.trim().toLowerCase())
    const areIds = ids.every(isUuid)
    return areIds && new Set(ids).size === ids.length ? { value: ids } : REFUSED
  },
}

/** In lamports. */
const lamportsSetting = (
  setting: Omit<Setting<bigint>, 'argument' | 'accepts' | 'read'>,
): Setting<bigint> => ({
  ...setting,
  argument: '<SOL>',
  accepts: 'an amount of SOL with at most 9 decimals, above zero',
  read(text) {
    const [, whole, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text) ?? []
    const lamports = whole === undefined ? 0n : BigInt(whole + decimals.padEnd(9, '0'))
    return lamports > 0n ? { value: lamports } : REFUSED
  },
})

const feePayerLimit = lamportsSetting({
  flag: 'fee-payer-limit',
  env: 'TALLYSTICK_FEE_PAYER_LIMIT',
  about: 'the most that the fee of one transaction may be, if a fee payer pays it',
  unset: 100_000n,
  unsetText: '0.0001',
})

const feePayerDaily = lamportsSetting({
  flag: 'fee-payer-daily',
  env: 'TALLYSTICK_FEE_PAYER_DAILY',
  about: 'the most that each fee payer pays in a day (UTC), for all callers together',
  unset: 100_000_000n,
  unsetText: '0.1',
})

/** Of EVM chains: 18 decimals. */
const COIN = 10n ** 18n
const coins = (text: string): bigint => {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(whole) * COIN + BigInt(decimals.padEnd(18, '0'))
}

const gasPayers: Setting<readonly FeePayers[]> = {
  flag: 'gas-payers',
  env: 'TALLYSTICK_GAS_PAYERS',
  argument: '<wallet,…>',
  about:
    'managed wallets that pay for activations of gas pumps, one for each tenant, chain and network: id:coins:coins, the most for a transaction and for a day (UTC)',
  accepts:
    'for each, the ID of a managed wallet and two amounts above zero in coins of its chain, with colons between them',
  unset: [],
  unsetText: 'none; the service pays for no activations',
  read(text) {
    const read = text.split(',').map((one) => {
      const [, id = '', each = '0', day = '0'] =
        /^([0-9a-f-]{36}):(\d{1,9}(?:\.\d{1,18})?):(\d{1,9}(?:\.\d{1,18})?)$/i.exec(one.trim()) ?? []
      return { wallets: [id.toLowerCase()], perTransaction: coins(each), perDay: coins(day) }
    })
    const areGood = read.every(
      ({ wallets, perTransaction, perDay }) => isUuid(wallets[0] ?? '') && perTransaction > 0n && perDay > 0n,
    )
    return areGood && new Set(read.map(({ wallets }) => wallets[0])).size === read.length
      ? { value: read }
      : REFUSED
  },
}

export const FEE_PAYER_SETTINGS = { feePayers, feePayerLimit, feePayerDaily, gasPayers }

export const out: Setting<string | null> = {
  flag: 'out',
  argument: '<file>',
  about: 'write the key to a new file that only its owner may read, and not to stdout',
  accepts: 'the path of a file that does not exist, without control characters',
  unset: null,
  unsetText: 'stdout',
  read: readLine,
}
