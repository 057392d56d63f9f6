// `npm run test:faults -- --minutes M --seed N`: the fault suites of `npm test`, for as long as asked. At the
// end stands a table: faults injected, calls acknowledged; lost, doubled and discrepancies must be 0.
// With `--cluster [--rounds R]`: those of PostgreSQL under Patroni and behind PgBouncer. They need root and Debian's
// packages, and say which.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, CommandFailed, ensureInstalled, root, run, tool } from './ensure.mjs'

const DEFAULT_MINUTES = 10
/** Suites without faults of their own, which `npm test` runs with fewer cases. */
const OF_MANY_CASES = [
  ...['properties.memory', 'storage-contract', 'acceptance/bad-input', 'acceptance/tenants'],
  ...['storage-postgres/src/simulated', 'storage-postgres/src/tamper', 'storage-sqlite/src/tamper'],
  ...['testing/src/simulator/', 'examples/src/examples'],
  ...['testing/src/book', 'storage-sqlite/src/book'],
  ...[
    'chains/src/mutations',
    '/codec.test',
    'slip10',
    'evm/queue',
    '/sending.test',
    'evm/node',
    'evm/gas-pumps',
  ],
  ...['xrp/operations', 'evm/transfers', 'evm/deployments', 'core/src/send/row'],
  ...[
    'reliability/durable',
    'reliability/restart',
    'reliability/handles',
    'cli/src/copy.test',
    'cli/src/vault.test',
  ],
  ...['storage-sqlite/src/idempotency-records', 'acceptance/repeats'],
  'newcomer',
  'own-storage',
  'operations/src/tallystick',
  ...['public-client.gas-pumps', 'public-client.multi-tokens', 'evm/gas-pump-life', 'evm/multi-tokens'],
]

const CLUSTER_ROUNDS = 20

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    cluster: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
})
const minutes = Number(values.minutes ?? DEFAULT_MINUTES)
const seed = Number(values.seed ?? Math.trunc(Math.random() * 0x7fffffff))
const rounds = Number(values.rounds ?? CLUSTER_ROUNDS)
if (!(minutes >= 0) || !Number.isSafeInteger(seed) || !Number.isSafeInteger(rounds)) {
  console.error('Usage: npm run test:faults -- [--minutes M] [--seed N] | --cluster [--rounds R] [--seed N]')
  process.exit(1)
}

const report = join(root, 'node_modules/.tallystick-faults.jsonl')
rmSync(report, { force: true })
const dose = values.cluster ? `--cluster --rounds ${rounds}` : `--minutes ${minutes}`
console.log(`Fault suites: ${dose} --seed ${seed}`)
let failure
try {
  ensureInstalled()
  build()
  const which = values.cluster ? ['--config', 'vitest.cluster.config.ts'] : ['/src/faults/', ...OF_MANY_CASES]
  const much = values.cluster ? { FAULT_ROUNDS: String(rounds) } : { FAULT_MINUTES: String(minutes) }
  run(tool('vitest'), ['run', ...which], { env: { ...much, FC_SEED: String(seed), FAULT_REPORT: report } })
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error
  failure = error
}

const columns = ['faults', 'acknowledged', 'lost', 'doubled', 'discrepancies']
const rows = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n').map(JSON.parse) : []
const total = { suite: 'total' }
for (const column of columns) total[column] = rows.reduce((sum, row) => sum + row[column], 0)
const width = Math.max(...[total, ...rows].map(({ suite }) => suite.length))
const line = (name, cells) =>
  [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(12))].join(' ')

console.log(`\n${line('', columns)}`)
for (const row of [...rows, total]) {
  console.log(
    line(
      row.suite,
      columns.map((column) => row[column]),
    ),
  )
}
for (const { suite, note } of rows) if (note) console.log(`\n${suite}: ${note}`)
console.log(`\n${failure ? failure.message : 'All suites passed'}. Again: ${dose} --seed ${seed}`)
process.exitCode = failure ? 1 : 0
