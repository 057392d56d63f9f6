/** A run in words: the progress line, the table at the end, and a finding. */
import type { Finding, SimulationResult } from './simulate.js'
import type { Tally } from './tally.js'

const number = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')

/** @param seconds Real ones. */
export function progressLine(seed: number, tally: Tally, seconds: number): string {
  return [
    `seed ${seed}`,
    `${number(tally.commands)} commands`,
    `${number(tally.faultCount)} faults`,
    `${number(tally.restarts)} restarts`,
    `${number(tally.steps / seconds)} steps/s`,
    `${number(tally.commands / seconds)} commands/s`,
  ].join('  ')
}

/** @param processor Seconds of processor time: what counts where a machine is shared. */
export function table(result: SimulationResult, seconds: number, processor: number): string {
  const { tally } = result
  const rules = [...tally.calls]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, { accepted, refused, unknown }]) => {
      return row(type, [accepted, refused, unknown].map(number))
    })
  const faults = [...tally.faults].map(([fault, count]) => row(fault, [number(count)]))
  const rows: readonly (readonly [string, string])[] = [
    ['seed', String(result.seed)],
    ['digest', result.digest],
    ['ledgers', number(tally.ledgers)],
    ['commands', number(tally.commands)],
    ['requests', number(tally.requests)],
    ['decided and committed', number(tally.decided)],
    ['commits', number(tally.commits)],
    ['answers given again', number(tally.replayed)],
    ['refused, then carried out by a late copy', number(tally.acceptedAfterRefusal)],
    ['metered reads given up after a fault', number(tally.metersGivenUp)],
    ['payments on a chain', number(tally.payments)],
    ['restarts', number(tally.restarts)],
    ['faults', number(tally.faultCount)],
    ['steps', number(tally.steps)],
    ['accounts read back after a commit', number(tally.readBacks)],
    ['comparisons of everything', number(tally.fullComparisons)],
    ['virtual time', `${(tally.elapsed / 60_000_000).toFixed(1)} min`],
    ['time', `${seconds.toFixed(1)} s`],
    ['processor time', `${processor.toFixed(1)} s`],
    ['steps per second', number(tally.steps / seconds)],
    ['faults per second', number(tally.faultCount / seconds)],
    ['commands per second', number(tally.commands / seconds)],
    ['commands per second of processor time', number(tally.commands / processor)],
    ['differences', result.finding === null ? '0' : '1'],
  ]
  return [
    row('command', ['accepted', 'refused', 'unknown']),
    ...rules,
    row('all', [tally.total('accepted'), tally.total('refused'), tally.total('unknown')].map(number)),
    '',
    row('fault', ['times']),
    ...faults,
    '',
    ...rows.map(([name, value]) => row(name, [value])),
  ].join('\n')
}

const row = (name: string, columns: readonly string[]): string =>
  name.padEnd(42) + columns.map((column) => column.padStart(18)).join('')

export function findingText(seed: number, finding: Finding): string {
  return [
    `DIFFERENCE, seed ${seed}, ledger ${finding.ledger}, step ${finding.step}`,
    '',
    `  ${finding.what}`,
    `  expected  ${finding.expected}`,
    `  got       ${finding.got}`,
    '',
    'The last events:',
    '',
    ...finding.events.map((event) => `  ${event}`),
    '',
    'Replay it with:',
    '',
    `  npm run simulate -- ${finding.replay}`,
  ].join('\n')
}
