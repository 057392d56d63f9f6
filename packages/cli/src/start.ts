/**
 * Starts the server of a checked configuration. A key is generated and printed only when the server listens, so a start
 * that fails (for example because the port is in use) never generates a key that nobody sees.
 */
import type { AddressInfo } from 'node:net'
import type { FeePayers, Vault } from '@tallystick/custody'
import { Engine, type Storage } from '@tallystick/engine'
import { buildApp, faultFields, Repeats } from '@tallystick/http'
import { createTallystick, type Tallystick, type TallystickOptions, VERSION } from '@tallystick/operations'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { banner, plainBanner, type StartKey } from './banner.js'
import { withChains } from './chains.js'
import { CommandFailure, describeFailure, WrongSetting } from './failure.js'
import { mustPay, payersOf } from './fee-payers.js'
import { BACKLOG, listenFailure } from './listening.js'
import { createLogger, logWarnings } from './logger.js'
import { openLedger, type ServeConfig, warn } from './opening.js'
import { openRates, type RatesSource } from './rates.js'
import { SETTINGS } from './settings.js'
import { stopInOrder } from './stop.js'
import { databaseExists, nameOf } from './storage.js'
import { isTerminal, paintFor } from './terminal.js'
import { mustOpen, openVault, walletsOn } from './vault.js'

/**
 * Resolves when it serves. From then on a signal ends the process.
 * @param stacks Whether errors show their origin
 */
export async function start(config: ServeConfig, stacks: boolean): Promise<void> {
  const comparisons = comparing(config)
  const databaseIsNew = !databaseExists(config.database)
  const logger = createLogger(config.logLevel)
  logWarnings(logger)
  // A worker may fail as often as a call does.
  const warnings = new Repeats(logger)
  const vault = await openVault(config)
  const payers = payersOf(config, vault !== null)
  const check = (opened: Storage) => mustSign(opened, { vault, ...payers }, config, logger)
  const { storage, listens } = await openLedger(config, logger, check)
  const tallystick = createTallystick({
    storage,
    rates: await openRates(config.rates, (message) => logger.warn({}, `Rates: ${message}`)),
    ...(await withChains(config.config)),
    maxQueued: config.maxQueue,
    futures: true,
    inform: (message) => logger.info({}, message),
    warn: (message) => warnings.tell('warn', message, null, () => ({}), null),
    ...(config.policy === null ? {} : { policy: config.policy }),
    ...(vault === null ? {} : { vault }),
    ...payers,
    ...comparisons,
    ...checking(config, (message) => logger.error({}, message)),
    ...sending(config),
    ...(config.apiKeySecret === null ? {} : { apiKeySecret: config.apiKeySecret }),
  })
  const app = buildApp({
    tallystick,
    logger,
    bodyLimit: config.bodyLimit,
    // One limit for the user: a call takes one place here, and at most one in the engine's queue.
    maxInFlight: config.maxQueue,
    trustProxy: config.trustProxy,
    console: config.console === 'yes',
  })
  let key: StartKey
  try {
    await mustFit(tallystick)
    await app.listen({ host: config.host, port: config.port, backlog: BACKLOG }).catch((error: unknown) => {
      throw listenFailure(error, config.host, config.port)
    })
    key = await listens()
  } catch (error) {
    await app.close()
    await tallystick.close()
    throw error
  }
  stopsInOrder(app, tallystick, logger, stacks)

  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening server has an address')
  announce(config, address, { databaseIsNew, key })
  if (!isLoopback(address.address)) {
    warn(
      logger,
      `${config.host} can be reached from other machines, and this is plain HTTP: whoever is on the way reads API keys. Put a proxy with TLS in front, or listen on 127.0.0.1.`,
    )
  }
}

/** Says how the stop goes: on a terminal to the person there, otherwise in the log. */
function stopsInOrder(app: FastifyInstance, tallystick: Tallystick, logger: Logger, stacks: boolean): void {
  const onTerminal = isTerminal(process.stderr)
  const say = (line: string): void => {
    if (onTerminal) process.stderr.write(`${line}\n`)
    else logger.info({}, line)
  }
  const faults = new Repeats(logger)
  stopInOrder({
    server: app.server,
    close: async () => {
      await app.close()
      await tallystick.close()
      faults.flush()
    },
    say,
    fail: (error) => {
      if (onTerminal) say(describeFailure(error, paintFor(process.stderr), stacks).trimEnd())
      else logger.error(faultFields(error, null), 'it did not stop in order')
    },
    fault: (error) =>
      faults.tell('error', 'a fault outside of any call', error, () => faultFields(error, null), null),
  })
}

/** @throws CommandFailure if the policy names what is no address of its chain */
async function mustFit({ custody }: Tallystick): Promise<void> {
  const { PolicyError } = await import('@tallystick/custody')
  await custody.gate.ready().catch((error: unknown) => {
    if (!(error instanceof PolicyError)) throw error
    throw new CommandFailure(
      error.message,
      'correct the file of TALLYSTICK_POLICY: docs/custody.md describes it',
    )
  })
}

/** @throws CommandFailure if a key of the ledger does not open, or a fee payer cannot pay */
async function mustSign(
  storage: Storage,
  { vault, feePayers }: { readonly vault: Vault | null; readonly feePayers?: readonly FeePayers[] },
  config: ServeConfig,
  logger: Logger,
): Promise<void> {
  if (vault === null) return
  const wallets = await walletsOn(new Engine({ storage }), vault, feePayers)
  await mustOpen(wallets)
  for (const line of await mustPay(wallets, config)) logger.info({}, line)
}

/** How webhooks are sent. */
function sending({
  webhooks,
  webhookTargets,
  webhookDays,
}: ServeConfig): Pick<TallystickOptions, 'webhooks'> {
  const sends = webhooks === 'yes'
  return { webhooks: { sends, allow: webhookTargets, keepDays: webhookDays } }
}

/** How the books are checked. */
function checking(
  { verifyEvery }: ServeConfig,
  alarm: (message: string) => void,
): Pick<TallystickOptions, 'verify'> {
  return verifyEvery === null ? {} : { verify: { everyMs: verifyEvery * 3_600_000, alarm } }
}

/** How the ledger is compared with the chains. Without comparisons, nothing could end a hold. */
function comparing({ reconcileEvery, holdUnexplained }: ServeConfig): Pick<TallystickOptions, 'reconcile'> {
  const hold = holdUnexplained === 'yes'
  if (reconcileEvery !== null) return { reconcile: { everyMs: reconcileEvery * 60_000, hold } }
  if (!hold) return {}
  throw new WrongSetting(
    'TALLYSTICK_HOLD_UNEXPLAINED is yes, and the ledger is never compared with the chains.',
    'set TALLYSTICK_RECONCILE_EVERY (--reconcile-every) to the minutes between two comparisons',
  )
}

/** Prints what is served where. */
function announce(
  config: ServeConfig,
  address: AddressInfo,
  facts: { readonly databaseIsNew: boolean; readonly key: StartKey },
): void {
  const started = {
    version: VERSION,
    url: urlOf(config.host, address),
    database: nameOf(config.database),
    ...facts,
    rates: ratesText(config.rates),
    // Since the process began, because the user waits for that time.
    milliseconds: Math.round(performance.now()),
  }
  process.stdout.write(
    isTerminal(process.stdout) ? banner(started, paintFor(process.stdout)) : plainBanner(started),
  )
}

/** The URL for a browser on this machine: the address for "all interfaces" cannot be called. */
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
      return SETTINGS.serve.rates.unsetText ?? 'none'
    case 'table':
      return `fixed, from ${source.file}`
    case 'url':
      // The rest of the URL may contain a key.
      return `from ${new URL(source.url).host}, every minute`
  }
}
