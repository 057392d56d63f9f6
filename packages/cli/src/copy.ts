/** `tallystick copy`: copies a whole ledger to another database and proves that both are the same. */
import type { Copied, CopyProgress, Storage } from '@tallystick/engine'
import { readConfig, type Sources } from './config.js'
import { ConfigurationError, EXIT } from './failure.js'
import { perSecond, progressLine } from './progress.js'
import { SETTINGS } from './settings.js'
import { type Database, nameOf, openExisting, openStorage } from './storage.js'
import { type Paint, paintFor, plural, seconds, table, thousands } from './terminal.js'

export async function copy(sources: Sources): Promise<number> {
  const { from, to } = await readConfig(SETTINGS.copy, sources)
  if (to === null) {
    throw new ConfigurationError(['--to is not given, and neither is TALLYSTICK_COPY_TO: where to copy to'])
  }
  const isOneFile = from.kind === 'sqlite' && to.kind === 'sqlite' && from.file === to.file
  if (isOneFile || JSON.stringify(from) === JSON.stringify(to)) {
    throw new ConfigurationError(['--from and --to are the same database'])
  }
  const { copyLedger } = await import('@tallystick/engine')
  const start = Date.now()
  const line = progressLine()
  const copied = await withBoth(from, to, async (source, target) => {
    let phase = ''
    let began = start
    const progress = (now: CopyProgress): void => {
      if (now.phase !== phase) began = Date.now()
      phase = now.phase
      line.show(() => progressText(now, began))
    }
    try {
      return await copyLedger(source, target, { progress })
    } finally {
      line.clear()
    }
  })
  const milliseconds = Date.now() - start
  const { fingerprint, written } = copied
  if (sources.flags['json'] === true) {
    const told = { from: nameOf(from), to: nameOf(to), milliseconds, written, fingerprint }
    process.stdout.write(`${JSON.stringify(told, null, 2)}\n`)
  } else {
    process.stdout.write(report(from, to, copied, milliseconds, paintFor(process.stdout)))
  }
  return EXIT.ok
}

async function withBoth<Result>(
  from: Database,
  to: Database,
  work: (source: Storage, target: Storage) => Promise<Result>,
): Promise<Result> {
  const source = await openExisting(from, { onlyReads: true })
  try {
    const target = await openStorage(to, { migrate: true })
    try {
      return await work(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function progressText({ phase, done, total }: CopyProgress, began: number): string {
  const all = total === undefined ? '' : ` of ${thousands(total)}`
  return `${PHASES[phase]}: ${thousands(done)}${all}, ${thousands(perSecond(done, began))} per second`
}

const PHASES: Readonly<Record<CopyProgress['phase'], string>> = {
  source: 'verifying the source',
  checking: 'looking at the target',
  constants: 'constants',
  customers: 'customers',
  pairs: 'pairs of the order book',
  trades: 'orders',
  fills: 'fills',
  agreements: 'agreements of futures',
  currencies: 'currencies',
  accounts: 'accounts',
  metadata: 'metadata',
  entries: 'entries',
  blockages: 'blockages',
  standings: 'past holds and stops',
  tokens: 'tokens',
  homeNetworks: 'networks of tenants',
  addressPools: 'pools of addresses',
  depositAddresses: 'deposit addresses',
  deposits: 'deposits',
  cursors: 'followed chains',
  outputs: 'outputs of wallets',
  withdrawals: 'withdrawals',
  holdings: 'observed changes of addresses',
  multiTokens: 'contracts of multi tokens',
  multiTransfers: 'transfers of multi tokens',
  multiBalances: 'balances of multi tokens',
  sightings: 'what chains have shown to subscribers',
  sends: 'transactions of chains',
  signatures: 'pending signatures',
  claims: 'claims of transactions',
  approvals: 'approvals of withdrawals',
  spendings: 'revisions of limits',
  outboxes: 'settings of webhooks',
  watches: 'watched objects',
  lookouts: 'numbers of subscriptions to chains',
  subscriptions: 'subscriptions',
  webhooks: 'webhooks',
  receivers: 'receivers of webhooks',
  managedWallets: 'managed wallets',
  keyUses: 'uses of managed keys',
  answers: 'stored answers',
  charges: 'charges',
  apiKeys: 'API keys',
  verifying: 'comparing',
}

function report(
  from: Database,
  to: Database,
  { fingerprint, written }: Copied,
  milliseconds: number,
  paint: Paint,
): string {
  const rows = Object.entries(fingerprint).map(([name, { count, digest }]) => [
    thousands(count),
    PHASES[name as keyof typeof fingerprint],
    digest.slice(0, 16),
  ])
  const parts = table(
    [{ heading: 'in both', align: 'right' }, { heading: '' }, { heading: 'digest' }],
    rows,
    paint,
    (padded, column) => (column === 2 ? paint.dim(padded) : padded),
  )
  const did = written === 0 ? 'nothing was missing' : `${plural(written, 'item')} written`
  return `\n  ${paint.bold(nameOf(from))} → ${paint.bold(nameOf(to))}\n\n${parts}\n  ${paint.green('✓')} ${paint.bold('The ledgers are equal,')} and the copy adds up: ${did}, ${seconds(milliseconds)}.\n\n`
}
