/** All settings. Help, checks and the list of known variables derive from this file. */
import { API_KEY_LENGTH, type Network, type PlanCode } from '@tallystick/core'
import type { Policy } from '@tallystick/custody'
import { CHAINS_ACCEPTS, type ChainsConfig, readChains } from './chains.js'
import type { Setting } from './config.js'
import { CONTRACT_SETTINGS } from './contract-settings.js'
import { addresses, console, host, port, trustProxy } from './network-settings.js'
import { POLICY_ACCEPTS, readPolicy } from './policy.js'
import { RATES_ACCEPTS, type RatesSource, readRates } from './rates.js'
import { REFUSED, readCount, readOneOf } from './readers.js'
import { STANDBY_SETTINGS } from './standby-settings.js'
import { DATABASE_ACCEPTS, type Database, fileDatabase, readDatabase } from './storage.js'
import { FEE_PAYER_SETTINGS, out, vaultCommand, vaultExport, vaultFile, vaultKeys } from './vault-settings.js'
import { WEBHOOK_LOG_SETTINGS, WEBHOOK_REPLAY_SETTINGS, WEBHOOK_SETTINGS } from './webhook-settings.js'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const DEFAULT_DATABASE = 'data/tallystick.db'

const database: Setting<Database> = {
  flag: 'database',
  env: 'TALLYSTICK_DATABASE',
  argument: '<path|url>',
  about: 'where the ledger is kept: a SQLite file, or a sqlite: or postgres: URL',
  accepts: DATABASE_ACCEPTS,
  // Resolved on demand, because it depends on the working directory.
  get unset() {
    return fileDatabase(DEFAULT_DATABASE)
  },
  unsetText: DEFAULT_DATABASE,
  read: readDatabase,
}

const from: Setting<Database> = {
  ...database,
  flag: 'from',
  env: 'TALLYSTICK_COPY_FROM',
  about: 'the ledger that is copied; it is not changed',
  get unset() {
    return database.unset
  },
}

const to: Setting<Database | null> = {
  flag: 'to',
  env: 'TALLYSTICK_COPY_TO',
  argument: '<path|url>',
  about: 'where it is copied to: an empty database, which is made if it is missing, or an unfinished copy',
  accepts: DATABASE_ACCEPTS,
  unset: null,
  unsetText: null,
  read: readDatabase,
}

const backupFile: Setting<string | null> = {
  flag: 'to',
  argument: '<file>',
  about: 'the file that the backup becomes; it must not exist; required',
  accepts: 'the path of a file',
  unset: null,
  unsetText: null,
  read: (text) => (text === '' || text.includes('\0') ? REFUSED : { value: text }),
}

const apiKey: Setting<string | null> = {
  env: 'TALLYSTICK_API_KEY',
  argument: '<key>',
  about: 'this key works from the first start, as a paid testnet key of the tenant "default"',
  accepts: `${API_KEY_LENGTH.min} to ${API_KEY_LENGTH.max} printable ASCII characters without spaces`,
  secret: true,
  unset: null,
  unsetText: 'the first start makes a key and prints it',
  read: (text) =>
    /^[\x21-\x7e]+$/.test(text) && text.length >= API_KEY_LENGTH.min && text.length <= API_KEY_LENGTH.max
      ? { value: text }
      : REFUSED,
}

const apiKeySecret: Setting<string | null> = {
  env: 'TALLYSTICK_API_KEY_SECRET',
  argument: '<hex>',
  about: 'key of the hash under which API keys are stored; all commands on one database need the same one',
  accepts: '32 bytes or more in hex, as `openssl rand -hex 32` prints them',
  secret: true,
  unset: null,
  unsetText: 'the database keeps its own',
  read: (text) => (/^(?:[0-9a-f]{2}){32,}$/i.test(text) ? { value: text } : REFUSED),
}

const logLevel: Setting<LogLevel> = {
  flag: 'log-level',
  env: 'TALLYSTICK_LOG_LEVEL',
  argument: '<level>',
  about: `least severe lines to log: ${LOG_LEVELS.join(', ')}`,
  accepts: `one of ${LOG_LEVELS.join(', ')}`,
  unset: 'info',
  unsetText: 'info',
  read: (text) => readOneOf(LOG_LEVELS, text),
}

const rates: Setting<RatesSource> = {
  flag: 'rates',
  env: 'TALLYSTICK_RATES',
  argument: '<file|url>',
  about: 'prices for market values: a JSON table, or a URL that is fetched every minute',
  accepts: RATES_ACCEPTS,
  unset: { kind: 'none' },
  unsetText: 'none; market values in another currency are 0, from the source "none"',
  read: readRates,
}

const config: Setting<ChainsConfig | null> = {
  flag: 'config',
  env: 'TALLYSTICK_CONFIG',
  argument: '<file>',
  about: 'the nodes of the chains: a JSON file, see docs/chains.md',
  accepts: CHAINS_ACCEPTS,
  unset: null,
  unsetText: 'none; calls that need a node are refused',
  read: readChains,
}

const policy: Setting<Policy | null> = {
  flag: 'policy',
  env: 'TALLYSTICK_POLICY',
  argument: '<file>',
  about: 'limits, lists of addresses and second approvals of withdrawals: a JSON file, see docs/custody.md',
  accepts: POLICY_ACCEPTS,
  unset: null,
  unsetText: 'none; every withdrawal is allowed',
  read: readPolicy,
}

const reconcileEvery: Setting<number | null> = {
  flag: 'reconcile-every',
  env: 'TALLYSTICK_RECONCILE_EVERY',
  argument: '<minutes>',
  about: 'compare the ledger with the chains so often, and report differences in the log and in /metrics',
  accepts: 'a whole number of minutes from 1 to 10080',
  unset: null,
  unsetText: 'never; `tallystick reconcile` compares once',
  read: (text) => readCount(text, 1, 10_080),
}

const holdUnexplained: Setting<'yes' | 'no'> = {
  flag: 'hold-unexplained',
  env: 'TALLYSTICK_HOLD_UNEXPLAINED',
  argument: '<yes|no>',
  about:
    'refuse withdrawals of a currency that differs from its chain without an explanation; needs --reconcile-every',
  accepts: 'yes or no',
  unset: 'no',
  unsetText: 'no',
  read: (text) => readOneOf(['yes', 'no'], text),
}

const verifyEvery: Setting<number | null> = {
  flag: 'verify-every',
  env: 'TALLYSTICK_VERIFY_EVERY',
  argument: '<hours>',
  about:
    'recompute every balance a minute after the start and then so often, and report what is wrong in the log and in /metrics',
  accepts: 'a whole number of hours from 1 to 720',
  unset: null,
  unsetText: 'never; `tallystick verify` does it once',
  read: (text) => readCount(text, 1, 720),
}

const bodyLimit: Setting<number> = {
  flag: 'body-limit',
  env: 'TALLYSTICK_BODY_LIMIT',
  argument: '<bytes>',
  about: 'longest request body accepted',
  accepts: 'a whole number of bytes from 1024 to 104857600',
  unset: 1_048_576,
  unsetText: '1048576',
  read: (text) => readCount(text, 1_024, 104_857_600),
}

const maxQueue: Setting<number> = {
  flag: 'max-queue',
  env: 'TALLYSTICK_MAX_QUEUE',
  argument: '<calls>',
  about: 'calls that may be under way at once; one more is answered 429 with Retry-After',
  accepts: 'a whole number from 1 to 1000000',
  unset: 16_384,
  unsetText: '16384',
  read: (text) => readCount(text, 1, 1_000_000),
}

const name: Setting<string> = {
  flag: 'name',
  argument: '<text>',
  about: 'what the key is for, so that you know it again',
  accepts: '1 to 100 characters, none of them a control character',
  unset: 'unnamed',
  unsetText: 'unnamed',
  read: (text) => (/^[^\p{Cc}\p{Cs}]{1,100}$/u.test(text) ? { value: text } : REFUSED),
}

const network: Setting<Network> = {
  flag: 'network',
  argument: '<network>',
  about: 'chains that the key works on: testnet or mainnet',
  accepts: 'testnet or mainnet',
  unset: 'testnet',
  unsetText: 'testnet',
  read: (text) => readOneOf(['testnet', 'mainnet'], text),
}

const networkOfChain = { ...network, about: 'the network of the chain: testnet or mainnet' }

const plan: Setting<PlanCode> = {
  flag: 'plan',
  argument: '<plan>',
  about: 'limits of the key: free or paid',
  accepts: 'free or paid',
  unset: 'paid',
  unsetText: 'paid',
  read: (text) => readOneOf(['free', 'paid'], text),
}

const tenantSetting = (about: string): Omit<Setting<string>, 'unset' | 'unsetText'> => ({
  flag: 'tenant',
  argument: '<tenant>',
  about,
  accepts: '1 to 100 printable ASCII characters without spaces',
  read: (text) => (/^[\x21-\x7e]{1,100}$/.test(text) ? { value: text } : REFUSED),
})

// The engine's name. Repeated here so that help does not load the engine. A test compares them.
const DEFAULT_TENANT = 'default'
const tenantOf = (about: string): Setting<string> => ({
  ...tenantSetting(about),
  unset: DEFAULT_TENANT,
  unsetText: DEFAULT_TENANT,
})
const tenant = tenantOf('whose ledger the key opens')

const onlyTenant: Setting<string | null> = {
  ...tenantSetting('list only the keys of this tenant'),
  unset: null,
  unsetText: 'all tenants',
  read: (text) => (/^[\x21-\x7e]{1,100}$/.test(text) ? { value: text } : REFUSED),
}

/** A decimal number. */
const amountSetting = (flag: string, argument: string, about: string): Setting<string | null> => ({
  flag,
  argument,
  about,
  accepts: 'a decimal number',
  unset: null,
  unsetText: null,
  read: (text) => (/^\d{1,30}(?:\.\d{1,30})?$/.test(text) ? { value: text } : REFUSED),
})

const currency: Setting<string | null> = {
  flag: 'currency',
  argument: '<currency>',
  about: 'what is swept, as accounts name it; required',
  accepts: '1 to 60 printable ASCII characters without spaces',
  unset: null,
  unsetText: null,
  read: (text) => (/^[\x21-\x7e]{1,60}$/.test(text) ? { value: text } : REFUSED),
}

const master: Setting<string | null> = {
  flag: 'to',
  argument: '<address>',
  about: 'the master address, to which everything is sent',
  accepts: 'an address of the chain',
  unset: null,
  unsetText: 'the address of index 0 of the wallet, which also pays what is sent ahead',
  read: (text) => (/^[\x21-\x7e]{1,100}$/.test(text) ? { value: text } : REFUSED),
}

const mnemonic: Setting<string | null> = {
  env: 'TALLYSTICK_SWEEP_MNEMONIC',
  argument: '<words>',
  about: 'the words of the wallet whose xpub the accounts have',
  accepts: '12 to 24 words of BIP-39',
  secret: true,
  unset: null,
  unsetText: null,
  read: (text) => (/^\s*(?:[a-z]+\s+){11,23}[a-z]+\s*$/i.test(text) ? { value: text.trim() } : REFUSED),
}

const reason: Setting<string | null> = {
  flag: 'reason',
  argument: '<text>',
  about: 'with --force: who has decided it, and why; it is written down',
  accepts: '1 to 300 characters, none of them a control character',
  unset: null,
  unsetText: null,
  read: (text) => (/^[^\p{Cc}\p{Cs}]{1,300}$/u.test(text) ? { value: text } : REFUSED),
}

/** The settings of each command. */
export const SETTINGS = {
  serve: {
    database,
    ...STANDBY_SETTINGS,
    host,
    port,
    apiKey,
    apiKeySecret,
    logLevel,
    rates,
    config,
    policy,
    reconcileEvery,
    holdUnexplained,
    verifyEvery,
    vaultKeys,
    vaultFile,
    vaultCommand,
    vaultExport,
    ...FEE_PAYER_SETTINGS,
    ...WEBHOOK_SETTINGS,
    console,
    trustProxy,
    bodyLimit,
    maxQueue,
  },
  migrate: { database },
  verify: { database },
  reconcile: { database, config },
  watch: {
    chain: CONTRACT_SETTINGS.chain,
    network: networkOfChain,
    tenant: tenantOf('whose wallet it is'),
    database,
    config,
  },
  sweep: {
    currency,
    minimum: amountSetting(
      'minimum',
      '<amount>',
      'an address with less of the currency is left alone; required',
    ),
    maxFee: amountSetting(
      'max-fee',
      '<coins>',
      'what moving one address may cost, in the coin of the chain; required',
    ),
    to: master,
    leave: {
      ...amountSetting(
        'leave',
        '<coins>',
        'what stays at each address, for fees that a chain takes beside the gas',
      ),
      unsetText: '0',
    },
    tenant: tenantOf('whose deposit addresses are swept'),
    mnemonic,
    database,
    config,
  },
  copy: { from, to },
  backup: { database, to: backupFile },
  withdrawalsCancel: { tenant: tenantOf('whose withdrawal it is'), reason, database, config },
  contractsDeploy: { ...CONTRACT_SETTINGS, network: networkOfChain, config },
  keysCreate: { name, network, plan, tenant, ip: addresses, database, apiKeySecret },
  keysList: { tenant: onlyTenant, database },
  keysRevoke: { tenant, database },
  webhooksList: { tenant: tenantOf('whose webhooks are listed'), ...WEBHOOK_LOG_SETTINGS, database },
  webhooksReplay: { tenant: tenantOf('whose webhooks are sent again'), ...WEBHOOK_REPLAY_SETTINGS, database },
  vaultInit: { out },
  vaultStatus: { database, vaultKeys, vaultFile, vaultCommand },
  vaultRotate: { database, vaultKeys, vaultFile, vaultCommand },
} as const

/** Every command reads it; it is not a setting. */
export const DEBUG_VARIABLE = 'TALLYSTICK_DEBUG'

export const KNOWN_VARIABLES: readonly string[] = [
  DEBUG_VARIABLE,
  ...Object.values(SETTINGS)
    .flatMap((settings) => Object.values<Setting<unknown>>(settings))
    .flatMap(({ env }) => env ?? []),
]
