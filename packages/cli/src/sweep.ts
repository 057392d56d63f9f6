/** `tallystick sweep`: moves what deposit addresses have of a currency to a master address. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { formatDecimal, type TenantId } from '@tallystick/core'
import type { SweepReport, Swept } from '@tallystick/custody'
import { withChains } from './chains.js'
import { readConfig, type Sources } from './config.js'
import { CommandFailure, ConfigurationError, EXIT, messageOf } from './failure.js'
import { SETTINGS } from './settings.js'
import { STOP_LIMIT_MS } from './stop.js'
import { openExisting } from './storage.js'
import { type Paint, paintFor, plural, table } from './terminal.js'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export async function sweep(sources: Sources): Promise<number> {
  const { flags } = sources
  const config = await readConfig(SETTINGS.sweep, sources)
  const { database, config: nodes, currency, minimum, maxFee, to, leave, tenant } = config
  if (currency === null || minimum === null || maxFee === null || nodes === null) {
    const given = { currency, minimum, 'max-fee': maxFee, config: nodes }
    const missing = Object.entries(given).filter(([, value]) => value === null)
    throw new ConfigurationError(missing.map(([flag]) => `--${flag} is not given`))
  }
  const words = await mnemonicOf(config, flags['mnemonicFile'])
  const [{ createTallystick }, { BadKey, BadTransaction, keysOfMnemonic, NodeFault }] = await Promise.all([
    import('@tallystick/operations'),
    import('@tallystick/custody'),
  ])
  const storage = await openExisting(database)
  const tallystick = createTallystick({
    storage,
    ...(await withChains(nodes)),
    warn: (message) => void process.stderr.write(`${message}\n`),
  })
  const signal = stopped(() => tallystick.custody.stop())
  let report: SweepReport
  try {
    await tallystick.custody.follow()
    report = await tallystick.custody.sweep({
      tenant: tenant as TenantId,
      ...{ currency, minimum, maxFee },
      keys: keysOfMnemonic(words),
      ...(to === null ? {} : { to }),
      ...(leave === null ? {} : { leave }),
      again: flags['again'] === true,
      send: flags['send'] === true,
      signal,
    })
  } catch (error) {
    if (!(error instanceof NodeFault || error instanceof BadTransaction || error instanceof BadKey))
      throw error
    throw new CommandFailure(`Nothing can be swept: ${error.message}.`, 'see docs/custody.md, "Sweeping"')
  } finally {
    await tallystick.close()
  }
  process.stdout.write(
    flags['json'] === true
      ? `${JSON.stringify(plain(report), null, 2)}\n`
      : describe(report, paintFor(process.stdout)),
  )
  return report.isStopped ? EXIT.failed : EXIT.ok
}

/** The first signal lets it finish the address under way and tell what it has done, a later one ends it at once. */
function stopped(stop: () => void): AbortSignal {
  const asked = new AbortController()
  const once = (name: NodeJS.Signals): void => {
    process.stderr.write(`${name}: finishing the address under way; once more to stop at once.\n`)
    asked.abort()
    stop()
    for (const signal of SIGNALS) process.off(signal, once)
    setTimeout(() => process.exit(EXIT.failed), STOP_LIMIT_MS).unref()
  }
  for (const signal of SIGNALS) process.on(signal, once)
  return asked.signal
}

/** @throws ConfigurationError without words */
async function mnemonicOf(
  { mnemonic }: { readonly mnemonic: string | null },
  file: string | true | undefined,
): Promise<string> {
  if (typeof file !== 'string') {
    if (mnemonic !== null) return mnemonic
    throw new ConfigurationError([
      'the words of the wallet are missing: set TALLYSTICK_SWEEP_MNEMONIC, or name a file with --mnemonic-file',
    ])
  }
  try {
    return (file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new CommandFailure(
      `The file with the words cannot be read: ${messageOf(error)}.`,
      'name another one with --mnemonic-file, or set TALLYSTICK_SWEEP_MNEMONIC',
    )
  }
}

/** Amounts as decimal text. */
function plain({ scale, coin, addresses, ...rest }: SweepReport) {
  return {
    ...rest,
    coin: coin.currency,
    addresses: addresses.map((one) => ({
      ...one,
      amount: formatDecimal(one.amount, scale),
      ahead: formatDecimal(one.ahead, coin.scale),
      fee: formatDecimal(one.fee, coin.scale),
    })),
  }
}

/** What is done, and what would be done. */
const SAID: Readonly<Record<Swept['kind'], readonly [done: string, planned: string]>> = {
  swept: ['swept', 'to sweep'],
  ahead: ['sent ahead', 'to send ahead'],
  waits: ['waits', 'waits'],
  left: ['left', 'left'],
}

export function describe(report: SweepReport, paint: Paint): string {
  const { currency, scale, coin, chain, network, to, addresses, isSent } = report
  const at = isSent ? 0 : 1
  const rows = addresses.map(({ address, kind, amount, ahead, fee, txId, why }) => [
    address,
    SAID[kind][at],
    formatDecimal(amount, scale),
    ahead === 0n ? '' : formatDecimal(ahead, coin.scale),
    fee === 0n ? '' : formatDecimal(fee, coin.scale),
    [txId, why].filter((one) => one !== null).join(': '),
  ])
  const heading = `  ${paint.bold(`${currency} on ${chain} ${network} to ${to}`)}\n\n`
  const list =
    rows.length === 0
      ? ''
      : `${table(
          [
            { heading: 'address' },
            { heading: '' },
            { heading: currency, align: 'right' },
            { heading: `${coin.currency} ahead`, align: 'right' },
            { heading: 'fee at most', align: 'right' },
            { heading: '' },
          ],
          rows,
          paint,
        )}\n`
  return `\n${heading}${list}  ${verdict(report)}\n\n`
}

function verdict({ isStopped, ...report }: SweepReport): string {
  return isStopped ? `Stopped before the end: ${verdictOf(report)}` : verdictOf(report)
}

function verdictOf({ addresses, isSent }: Pick<SweepReport, 'addresses' | 'isSent'>): string {
  if (addresses.length === 0) return 'No address has the minimum.'
  const count = (...kinds: readonly Swept['kind'][]) =>
    plural(addresses.filter(({ kind }) => kinds.includes(kind)).length, 'address')
  if (!isSent) return `${count('swept', 'ahead')} could be swept now. Nothing was sent: --send does it.`
  const rest = count('ahead', 'waits')
  return `${count('swept')} swept; ${rest} to be swept by a later run of this command.`
}
