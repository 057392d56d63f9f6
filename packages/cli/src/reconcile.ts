/** `tallystick reconcile`: compares the ledger with the chains, and prints what explains each difference. */
import { formatDecimal } from '@tallystick/core'
import type { ReconciledCurrency, Reconciliation } from '@tallystick/custody'
import { withChains } from './chains.js'
import { readConfig, type Sources } from './config.js'
import { ConfigurationError, EXIT } from './failure.js'
import { progressLine } from './progress.js'
import { SETTINGS } from './settings.js'
import { nameOf, openExisting } from './storage.js'
import { type Paint, paintFor, plural, seconds, table, thousands } from './terminal.js'

export async function reconcile(sources: Sources): Promise<number> {
  const { database, config } = await readConfig(SETTINGS.reconcile, sources)
  const missing =
    config === null
      ? 'no chain is configured: name the file of the nodes with --config, see docs/chains.md'
      : 'no chain is followed: set follow in the file of the nodes, see docs/chains.md'
  if (config === null || config.networks.every(({ follow }) => follow === null)) {
    throw new ConfigurationError([`${missing}. There is nothing to compare the ledger with`])
  }
  const { createTallystick } = await import('@tallystick/operations')
  const storage = await openExisting(database)
  const start = Date.now()
  const progress = progressLine()
  const tallystick = createTallystick({
    storage,
    ...(await withChains(config)),
    warn: (message) => void process.stderr.write(`${message}\n`),
  })
  let found: Reconciliation
  try {
    // The observed blocks are compared with the newest state, which is all that many nodes keep.
    await tallystick.custody.follow()
    found = await tallystick.reconcile({
      progress: (what, count) =>
        progress.show(() => `${thousands(count)} ${what === 'rows' ? 'rows read' : 'addresses compared'}`),
    })
  } finally {
    progress.clear()
    await tallystick.close()
  }
  const milliseconds = Date.now() - start
  process.stdout.write(
    sources.flags['json'] === true
      ? `${JSON.stringify({ database: nameOf(database), milliseconds, ...plain(found) }, null, 2)}\n`
      : report(nameOf(database), found, milliseconds, paintFor(process.stdout)),
  )
  return found.isExplained ? EXIT.ok : EXIT.failed
}

/** Amounts as decimal text. */
function plain({ currencies, addresses, unassigned, ...rest }: Reconciliation) {
  return {
    ...rest,
    currencies: currencies.map(({ scale, lines, ...one }) => ({
      ...decimals(one, scale),
      lines: lines.map((line) => decimals(line, scale)),
    })),
    addresses: addresses.map(({ scale, ...one }) => decimals(one, scale)),
    unassigned: unassigned.map(({ scale, ...one }) => decimals(one, scale)),
  }
}

const decimals = (of: object, scale: number): object =>
  Object.fromEntries(
    Object.entries(of).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'bigint' ? formatDecimal(value, scale) : value,
    ]),
  )

export function report(
  file: string,
  { currencies, addresses, unassigned, compared, notCompared, isExplained }: Reconciliation,
  milliseconds: number,
  paint: Paint,
): string {
  const parts = currencies.map((one) => currencyReport(one, paint)).join('\n')
  const wrong = addresses.length === 0 ? '' : `\n${addressTable(addresses, paint)}`
  const nobodys = unassigned.length === 0 ? '' : `\n${unassignedTable(unassigned, paint)}`
  const left = notCompared.map((what) => `  ${paint.yellow('not compared')} ${what}\n`).join('')
  const speed = `${plural(compared, 'balance')} compared in ${seconds(milliseconds)}`
  const verdict = isExplained
    ? `  ${paint.green('✓')} ${paint.bold('The chains have what the ledger says:')} every difference is explained, ${speed}.`
    : `  ${paint.red('✗')} ${paint.bold('Something is not explained')} (docs/custody.md, "Runbook"): ${speed}.`
  return `\n  ${paint.bold(file)}\n\n${parts}${wrong}${nobodys}${left === '' ? '' : `\n${left}`}\n${verdict}\n\n`
}

type Style = 'plain' | 'bold' | 'green' | 'red'

function currencyReport(found: ReconciledCurrency, paint: Paint): string {
  const { tenant, currency, chain, network, scale, onChain, customers, clearing, fees, shortfall } = found
  const rows: readonly (readonly [what: string, amount: bigint, style: Style])[] = [
    ['our addresses have', onChain, 'plain'],
    ['customers are owed', customers, 'plain'],
    ['withdrawals in progress (clearing)', clearing, 'plain'],
    ['fees', fees, 'plain'],
    ['shortfall', shortfall, 'plain'],
    ['difference', found.difference, 'bold'],
    ...found.lines.map(({ what, amount, isExplained }) =>
      isExplained ? ([`  ${what}`, amount, 'green'] as const) : ([`✗ ${what}`, amount, 'red'] as const),
    ),
  ]
  const shown = rows.filter(([, amount, style], row) => row < 2 || style !== 'plain' || amount !== 0n)
  return table(
    [{ heading: `${currency} on ${chain} ${network}, tenant ${tenant}` }, { heading: '', align: 'right' }],
    shown.map(([what, amount]) => [what, formatDecimal(amount, scale)]),
    paint,
    (padded, _column, row) => {
      const style = shown[row]?.[2] ?? 'plain'
      return style === 'plain' ? padded : paint[style](padded)
    },
  )
}

function addressTable(addresses: Reconciliation['addresses'], paint: Paint): string {
  return table(
    [
      { heading: 'addresses that differ' },
      { heading: 'currency' },
      { heading: 'observed', align: 'right' },
      { heading: 'on the chain', align: 'right' },
    ],
    addresses.map(({ address, currency, observed, onChain, scale }) => [
      address,
      currency,
      formatDecimal(observed, scale),
      formatDecimal(onChain, scale),
    ]),
    paint,
    (padded, column) => (column === 0 ? paint.red(padded) : padded),
  )
}

function unassignedTable(unassigned: Reconciliation['unassigned'], paint: Paint): string {
  return table(
    [
      { heading: 'received, and no deposit of anybody' },
      { heading: 'currency' },
      { heading: 'amount', align: 'right' },
      { heading: 'transaction' },
    ],
    unassigned.map(({ address, currency, amount, scale, txId }) => [
      address,
      currency,
      formatDecimal(amount, scale),
      txId ?? 'one or several',
    ]),
    paint,
  )
}
