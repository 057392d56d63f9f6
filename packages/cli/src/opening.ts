/**
 * Opens the ledger for `serve`: at once, or as soon as its server answers. Any other problem ends the start. In both
 * cases the key of TALLYSTICK_API_KEY is valid before the first call can arrive. A key is generated only when the
 * server listens, so every generated key is shown.
 */
import {
  Access,
  apiKeysOf,
  DEFAULT_TENANT,
  Engine,
  Fault,
  lateStorage,
  type Storage,
} from '@tallystick/engine'
import type { HttpLogger } from '@tallystick/http'
import { lateKey, type StartKey } from './banner.js'
import type { Config } from './config.js'
import { messageOf } from './failure.js'
import type { SETTINGS } from './settings.js'
import { openStorage } from './storage.js'
import { isTerminal, paintFor } from './terminal.js'

export type ServeConfig = Config<(typeof SETTINGS)['serve']>

export interface Opening {
  readonly storage: Storage
  /** Call it when the server listens: returns which key opens the ledger, as far as known. */
  listens(): Promise<StartKey>
}

/** What must be right of what is stored, before the first call. */
type Check = (opened: Storage) => Promise<void>

export async function openLedger(config: ServeConfig, logger: HttpLogger, check: Check): Promise<Opening> {
  try {
    const { storage, given } = await openPrepared(config, logger, check)
    return { storage, listens: async () => given ?? findOrMakeKey(storage, config) }
  } catch (error) {
    if (!(error instanceof Fault && error.transient)) throw error
    return openLate(config, logger, check, error)
  }
}

function openLate(config: ServeConfig, logger: HttpLogger, check: Check, cause: Fault): Opening {
  const told = (error: unknown): void =>
    logger.warn({ cause: messageOf(error) }, 'the database is not open yet: calls are answered 503')
  let listening = false
  const storage = lateStorage({
    name: config.database.kind,
    async open() {
      if (!listening) throw cause
      const { storage: opened, given } = await openPrepared(config, logger, check)
      try {
        process.stdout.write(lateKey(given ?? (await findOrMakeKey(opened, config))))
        return opened
      } catch (error) {
        await opened.close()
        throw error
      }
    },
    cause,
    onFailure: told,
  })
  return {
    storage,
    async listens() {
      told(cause)
      listening = true
      return { kind: 'unknown' }
    },
  }
}

async function openPrepared(
  config: ServeConfig,
  logger: HttpLogger,
  check: Check,
): Promise<{ readonly storage: Storage; readonly given: StartKey | null }> {
  const { readDatabase: url, readMaxAge: maxAgeMs } = config
  const storage = await openStorage(config.database, {
    migrate: true,
    ...(url === null ? {} : { reads: { url, maxAgeMs, warn: (message) => logger.warn({}, message) } }),
  })
  try {
    // It finds out whether the secret is that of the ledger, so before anything else.
    const access = await openAccess(storage, config)
    await check(storage)
    return { storage, given: await registerGivenKey(access, config, logger) }
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function registerGivenKey(
  access: Access,
  config: ServeConfig,
  logger: HttpLogger,
): Promise<StartKey | null> {
  if (config.apiKey === null) return null
  const { revoked, frozen, id } = await access.register(config.apiKey, {
    tenant: DEFAULT_TENANT,
    name: 'TALLYSTICK_API_KEY',
    network: 'testnet',
    plan: 'paid',
  })
  if (revoked) {
    warn(
      logger,
      `The key in TALLYSTICK_API_KEY (${id}) was revoked, which is for good: calls with it are refused. Set another.`,
    )
  } else if (frozen) {
    warn(
      logger,
      `The key in TALLYSTICK_API_KEY (${id}) is frozen and may only read. Unfreeze it with DELETE /v3/tatum/freeze.`,
    )
  }
  return { kind: 'variable' }
}

async function findOrMakeKey(storage: Storage, config: ServeConfig): Promise<StartKey> {
  const keys = await apiKeysOf(storage.query)
  // Revoked keys count too: a person who revoked the last key does not want a new one to appear.
  if (keys.length > 0) return { kind: 'known', valid: keys.filter(({ revoked }) => !revoked).length }
  const access = await openAccess(storage, config)
  const { key } = await access.create({
    tenant: DEFAULT_TENANT,
    name: 'first start',
    network: 'testnet',
    plan: 'paid',
  })
  return { kind: 'made', key }
}

/** On an engine of its own, which has nothing to close. */
function openAccess(storage: Storage, { apiKeySecret }: ServeConfig): Promise<Access> {
  return Access.open(new Engine({ storage }), storage, apiKeySecret === null ? {} : { secret: apiKeySecret })
}

/** On a terminal for the person who started it, otherwise a line of the log like every other. */
export function warn(logger: HttpLogger, message: string): void {
  if (!isTerminal(process.stderr)) {
    logger.warn({}, message)
    return
  }
  const paint = paintFor(process.stderr)
  process.stderr.write(`${paint.yellow(paint.bold('warning'))} ${message}\n`)
}
