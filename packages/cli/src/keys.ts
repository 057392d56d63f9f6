/** `tallystick keys`: manages the API keys, for people with write access to the database. */

import type { ApiKey, ApiKeyId, TenantId } from '@tallystick/core'
import { Access, apiKeysOf, Engine, revokeKey as revoke, type Storage } from '@tallystick/engine'
import { type Config, readConfig, type Sources } from './config.js'
import { CommandFailure, EXIT } from './failure.js'
import { SETTINGS } from './settings.js'
import { openExisting, type Use } from './storage.js'
import { type Column, paintFor, table } from './terminal.js'

export async function createKey(sources: Sources): Promise<number> {
  const config = await readConfig(SETTINGS.keysCreate, sources)
  return withStorage(config, {}, async (storage) => {
    const replaceSecret = sources.flags['replaceSecret'] === true
    const access = await Access.open(new Engine({ storage }), storage, {
      ...(config.apiKeySecret === null ? {} : { secret: config.apiKeySecret }),
      replaceSecret,
    })
    const { name, network, plan, ip } = config
    const { key, apiKey } = await access.create({
      tenant: config.tenant as TenantId,
      name,
      network,
      plan,
      addresses: ip,
      ...(sources.flags['readOnly'] === true ? { readOnly: true } : {}),
    })
    if (sources.flags['quiet'] === true) {
      process.stdout.write(`${key}\n`)
      return
    }
    const paint = paintFor(process.stdout)
    process.stdout.write(
      [
        '',
        `  ${paint.bold(paint.green(key))}`,
        '',
        `  ${paint.yellow('Shown once, here: only its hash is kept. Copy it now.')}`,
        `  ${paint.dim(`${apiKey.name}, ${apiKey.network}, ${apiKey.plan} plan, ${roleOf(apiKey)}, tenant ${apiKey.tenant}`)}`,
        `  ${paint.dim(`To withdraw it: tallystick keys revoke ${apiKey.id}${tenantFlag(apiKey)}`)}`,
        ...(replaceSecret ? [`  ${paint.yellow(REPLACED)}`] : []),
        '',
        '',
      ].join('\n'),
    )
  })
}

const REPLACED =
  'The ledger has the present secret now. Restart its servers with it: keys that were made with another one are then unknown. Revoke these, and choose another TALLYSTICK_API_KEY if it was revoked.'

export async function listKeys(sources: Sources): Promise<number> {
  const config = await readConfig(SETTINGS.keysList, sources)
  return withStorage(config, { onlyReads: true }, async (storage) => {
    const keys = await apiKeysOf(
      storage.query,
      config.tenant === null ? undefined : (config.tenant as TenantId),
    )
    if (sources.flags['json'] === true) {
      process.stdout.write(`${JSON.stringify(keys.map(withoutHash), null, 2)}\n`)
      return
    }
    if (keys.length === 0) {
      process.stdout.write('There are no API keys. `tallystick keys create` makes one.\n')
      return
    }
    const paint = paintFor(process.stdout)
    process.stdout.write(
      table(COLUMNS, keys.map(row), paint, (padded, column, index) => {
        if (keys[index]?.revoked === true) return paint.dim(padded)
        if (column !== STATE) return padded
        return keys[index]?.frozen === true ? paint.yellow(padded) : paint.green(padded)
      }),
    )
  })
}

export async function revokeKey(id: string, sources: Sources): Promise<number> {
  const config = await readConfig(SETTINGS.keysRevoke, sources)
  const tenant = config.tenant as TenantId
  return withStorage(config, {}, async (storage) => {
    const apiKey = (await apiKeysOf(storage.query, tenant)).find((known) => known.id === id)
    if (apiKey === undefined) {
      throw new CommandFailure(
        `There is no API key with the id ${JSON.stringify(id.slice(0, 80))} in the tenant ${tenant}.`,
        '`tallystick keys list` shows ids and tenants',
      )
    }
    if (apiKey.revoked) {
      process.stdout.write(`${apiKey.id} (${apiKey.name}) was revoked before. Nothing changed.\n`)
      return
    }
    await revoke(new Engine({ storage }), tenant, apiKey.id as ApiKeyId)
    process.stdout.write(
      `${apiKey.id} (${apiKey.name}) is revoked. Running servers refuse it within a second.\n`,
    )
  })
}

const COLUMNS: readonly Column[] = [
  { heading: 'id' },
  { heading: 'name' },
  { heading: 'tenant' },
  { heading: 'network' },
  { heading: 'plan' },
  { heading: 'role' },
  { heading: 'state' },
  { heading: 'key' },
  { heading: 'created' },
]
const STATE = 6

const roleOf = ({ readOnly }: ApiKey): string => (readOnly === true ? 'read-only' : 'operator')

const stateOf = ({ revoked, frozen }: ApiKey): string => {
  if (revoked) return 'revoked'
  return frozen ? 'frozen' : 'valid'
}

const row = (apiKey: ApiKey): readonly string[] => [
  apiKey.id,
  apiKey.name,
  apiKey.tenant,
  apiKey.network,
  apiKey.plan,
  roleOf(apiKey),
  stateOf(apiKey),
  apiKey.hint,
  `${new Date(apiKey.created).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
]

/** The hash is not a secret of the caller, but nobody needs it. */
function withoutHash({ hash: _hash, ...rest }: ApiKey): Omit<ApiKey, 'hash'> {
  return rest
}

const tenantFlag = ({ tenant }: ApiKey): string => (tenant === 'default' ? '' : ` --tenant ${tenant}`)

async function withStorage(
  { database }: Pick<Config<(typeof SETTINGS)['keysList']>, 'database'>,
  use: Use,
  work: (storage: Storage) => Promise<void>,
): Promise<number> {
  const storage = await openExisting(database, use)
  try {
    await work(storage)
  } finally {
    await storage.close()
  }
  return EXIT.ok
}
