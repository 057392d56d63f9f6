/**
 * Starts the server of a checked configuration. Order matters: a key is made and printed only when the server listens, so that a start
 * that fails (a port in use) never makes a key that nobody saw.
 */
import type { AddressInfo } from 'node:net'
import { DEFAULT_TENANT } from '@tallystick/engine'
import { createTallystick, type Tallystick, VERSION } from '@tallystick/operations'
import { buildApp } from '../app.js'
import type { Config } from '../config.js'
import { banner, plainBanner, type StartKey } from './banner.js'
import { describeFailure } from './failure.js'
import { listenFailure } from './listening.js'
import { createLogger } from './logger.js'
import { openRates, type RatesSource } from './rates.js'
import type { SETTINGS } from './settings.js'
import { stopOnSignal } from './stop.js'
import { databaseExists, openStorage } from './storage.js'
import { isTerminal, paintFor } from './terminal.js'

type ServeConfig = Config<(typeof SETTINGS)['serve']>

/**
 * Resolves once it serves; from then on a signal ends the process.
 * @param stacks Whether errors show where they came from.
 */
export async function start(config: ServeConfig, stacks: boolean): Promise<void> {
  const databaseIsNew = !databaseExists(config.database)
  const logger = createLogger(config.logLevel)
  const storage = await openStorage(config.database, { migrate: true })
  const rates = await openRates(config.rates, (message) => logger.warn({}, `Rates: ${message}`))
  const tallystick = createTallystick({
    storage,
    rates,
    maxQueued: config.maxQueue,
    ...(config.apiKeySecret === null ? {} : { apiKeySecret: config.apiKeySecret }),
  })
  const app = buildApp({
    tallystick,
    logger,
    bodyLimit: config.bodyLimit,
    // One limit for the user: a call takes one place here, and at most one in the queue of the engine.
    maxInFlight: config.maxQueue,
  })
  let key: StartKey
  try {
    const ready = await registerGivenKey(tallystick, config)
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw listenFailure(error, config.host, config.port)
    })
    key = ready ?? (await findOrMakeKey(tallystick))
  } catch (error) {
    await app.close()
    await tallystick.close()
    throw error
  }
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  stopOnSignal({
    server: app.server,
    close: async () => {
      await app.close()
      await tallystick.close()
    },
    say,
    fail: (error) => say(describeFailure(error, paintFor(process.stderr), stacks).trimEnd()),
  })

  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening server has an address')
  const started = {
    version: VERSION,
    url: urlOf(config.host, address),
    database: config.database.file,
    databaseIsNew,
    rates: ratesText(config.rates),
    key,
    // Since the process began: what a user waits for.
    milliseconds: Math.round(performance.now()),
  }
  process.stdout.write(
    isTerminal(process.stdout) ? banner(started, paintFor(process.stdout)) : plainBanner(started),
  )
  if (!isLoopback(address.address)) {
    warn(
      `${config.host} can be reached from other machines, and this is plain HTTP: whoever is on the way reads API keys. Put a proxy with TLS in front, or listen on 127.0.0.1.`,
    )
  }
}

/** Makes the key of TALLYSTICK_API_KEY valid, before the first request can arrive. */
async function registerGivenKey(tallystick: Tallystick, config: ServeConfig): Promise<StartKey | null> {
  if (config.apiKey === null) return null
  const access = await tallystick.access()
  const { revoked, frozen, id } = await access.register(config.apiKey, {
    tenant: DEFAULT_TENANT,
    name: 'TALLYSTICK_API_KEY',
    network: 'testnet',
    plan: 'paid',
  })
  if (revoked) {
    warn(
      `The key in TALLYSTICK_API_KEY (${id}) was revoked, which is for good: calls with it are refused. Set another.`,
    )
  } else if (frozen) {
    warn(
      `The key in TALLYSTICK_API_KEY (${id}) is frozen: only reads are permitted. Unfreeze it with DELETE /v3/tatum/freeze.`,
    )
  }
  return { kind: 'variable' }
}

async function findOrMakeKey(tallystick: Tallystick): Promise<StartKey> {
  const keys = await tallystick.engine.query.apiKeys()
  // A revoked key counts: whoever revoked the last one does not want a new one to appear by itself.
  if (keys.length > 0) return { kind: 'known', valid: keys.filter(({ revoked }) => !revoked).length }
  const access = await tallystick.access()
  const { key } = await access.create({
    tenant: DEFAULT_TENANT,
    name: 'first start',
    network: 'testnet',
    plan: 'paid',
  })
  return { kind: 'made', key }
}

function warn(message: string): void {
  const paint = paintFor(process.stderr)
  process.stderr.write(`${paint.yellow(paint.bold('warning'))} ${message}\n`)
}

/** Where a browser on this machine finds it: the address for "all of them" is none that can be called. */
function urlOf(host: string, { port }: AddressInfo): string {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

function ratesText(source: RatesSource): string {
  switch (source.kind) {
    case 'none':
      return 'none; payments are recorded without a market value'
    case 'table':
      return `fixed, from ${source.file}`
    case 'url':
      // The rest of the URL may hold a key.
      return `from ${new URL(source.url).host}, every minute`
  }
}
