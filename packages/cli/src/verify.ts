/** `tallystick verify`: verifies the ledger and prints what was checked, and every discrepancy. */
import type { Discrepancy, Verification } from '@tallystick/engine'
import { readAnchors, requireWritable, writeAnchors } from './anchors.js'
import { readConfig, type Sources } from './config.js'
import { ConfigurationError, EXIT } from './failure.js'
import { perSecond, progressLine } from './progress.js'
import { SETTINGS } from './settings.js'
import { nameOf, openExisting } from './storage.js'
import { type Paint, paintFor, plural, seconds, table, thousands } from './terminal.js'

export async function verify(sources: Sources): Promise<number> {
  const { database } = await readConfig(SETTINGS.verify, sources)
  const anchors = await readAnchors('anchors', sources.flags['anchors'])
  const since = await readAnchors('since', sources.flags['since'])
  if (anchors.length > 0 && since.length > 0) {
    // Seals before those of --since are not read, and would be missed.
    throw new ConfigurationError(['--anchors and --since are given: the anchors of --since are checked, too'])
  }
  const { writeAnchors: anchorFile } = sources.flags
  await requireWritable(anchorFile)
  const engine = await import('@tallystick/engine')
  const storage = await openExisting(database, { onlyReads: true })
  const start = Date.now()
  const progress = progressLine()
  let verification: Verification
  try {
    verification = await engine.verify(storage, {
      progress: (entries) => progress.show(() => readSoFar(entries, start)),
      anchors,
      since,
    })
  } finally {
    progress.clear()
    await storage.close()
  }
  const milliseconds = Date.now() - start
  const sound = verification.discrepancies.length === 0
  if (sources.flags['json'] === true) {
    process.stdout.write(
      `${JSON.stringify({ database: nameOf(database), sound, milliseconds, ...verification }, null, 2)}\n`,
    )
  } else {
    process.stdout.write(
      report(nameOf(database), verification, milliseconds, paintFor(process.stdout), since.length > 0),
    )
  }
  // Last, so that nothing of the report is lost if it fails.
  await writeAnchors(anchorFile, verification)
  return sound ? EXIT.ok : EXIT.failed
}

export const readSoFar = (entries: number, start: number): string =>
  `${thousands(entries)} entries read, ${thousands(perSecond(entries, start))} per second`

/** What each number of `Verification` was checked for, with the checks that report on it. */
const CHECKED = [
  [
    'entries',
    'the balance after each entry, its running number and time, on both sides; its digest',
    ['balance-after', 'record-number', 'time', 'entry'],
  ],
  ['seals', 'the hash chain over all entries, and the anchors given', ['seal', 'anchor']],
  [
    'accounts',
    'balance and number of records, from the entries; nothing overdrawn; what withdrawals in progress cost',
    ['balance', 'record-count', 'overdrawn', 'clearing'],
  ],
  [
    'blockages',
    'blocked amounts and freezes of the accounts; where their history ends',
    ['blocked', 'frozen', 'standing'],
  ],
  ['customers', 'number of active accounts', ['active-accounts']],
  [
    'items',
    'all lists beside the entries, against what the seals say of them',
    // The last ones are of the order book, which is in these lists.
    ['state', 'place', 'order', 'fill', 'agreement', 'exchange'],
  ],
  ['currencies', 'all balances of a currency add up to zero', ['currency-sum']],
] as const satisfies readonly (readonly [
  Exclude<keyof Verification, 'discrepancies' | 'anchors'>,
  string,
  readonly Discrepancy['check'][],
])[]

const LOST =
  'These anchors are not in this ledger as they were: they are of another one, or its past was rewritten. Nothing else was checked. `tallystick verify` without --since reads all of it.'

export function report(
  file: string,
  verification: Verification,
  milliseconds: number,
  paint: Paint,
  isPartial = false,
): string {
  const { discrepancies, entries } = verification
  const wrong = CHECKED.map(
    ([, , checks]) => discrepancies.filter(({ check }) => checks.some((one) => one === check)).length,
  )
  const summary = table(
    [
      { heading: 'read', align: 'right' },
      { heading: '' },
      { heading: 'checked' },
      { heading: 'discrepancies', align: 'right' },
    ],
    CHECKED.map(([what, meaning], row) => [
      thousands(verification[what]),
      what,
      meaning,
      thousands(wrong[row] ?? 0),
    ]),
    paint,
    (padded, column, row) => {
      if (column === 2) return paint.dim(padded)
      if (column !== 3) return padded
      return wrong[row] === 0 ? paint.green(padded) : paint.red(padded)
    },
  )
  const speed = `${plural(entries, 'entry')} in ${seconds(milliseconds)}`
  const verdict =
    discrepancies.length === 0
      ? `  ${paint.green('✓')} ${paint.bold(isPartial ? 'What came since the anchors is right:' : 'The books are right:')} no discrepancies, ${speed}.`
      : `  ${paint.red('✗')} ${paint.bold('The books are wrong:')} ${plural(discrepancies.length, 'discrepancy')}, ${speed}.`
  const details = discrepancies.length === 0 ? '' : `\n${discrepancyTable(discrepancies, paint)}`
  const isLost = isPartial && discrepancies.some(({ check }) => check === 'anchor')
  const lost = isLost ? `\n  ${LOST}\n` : ''
  return `\n  ${paint.bold(file)}\n\n${summary}${details}\n${verdict}\n${lost}\n`
}

function discrepancyTable(discrepancies: readonly Discrepancy[], paint: Paint): string {
  return table(
    [
      { heading: 'discrepancies' },
      { heading: 'of' },
      { heading: 'stored', align: 'right' },
      { heading: 'computed', align: 'right' },
    ],
    discrepancies.map(({ check, subject, stored, computed }) => [check, subject, stored, computed]),
    paint,
    (padded, column) => (column === 0 ? paint.red(padded) : padded),
  )
}
