/** `tallystick withdrawals`: an operator cancels a withdrawal by hand. */
import {
  formatDecimal,
  isOfNetwork,
  type Network,
  type TenantId,
  type Withdrawal,
  type WithdrawalId,
  withdrawalKey,
} from '@tallystick/core'
import { openChains } from './chains.js'
import { readConfig, type Sources } from './config.js'
import { CommandFailure, ConfigurationError, EXIT } from './failure.js'
import { SETTINGS } from './settings.js'
import { openExisting } from './storage.js'

export async function cancelWithdrawal(id: string, sources: Sources): Promise<number> {
  const { flags } = sources
  const { database, config, tenant, reason } = await readConfig(SETTINGS.withdrawalsCancel, sources)
  const isForced = flags['force'] === true
  if (isForced && reason === null) {
    throw new ConfigurationError(['--reason is not given: who forces it, and why. It is written down'])
  }
  const [{ Engine, Rejected, embeddedCaller }, { Custody, mustBeLookedFor, NodeFault }] = await Promise.all([
    import('@tallystick/engine'),
    import('@tallystick/custody'),
  ])
  const storage = await openExisting(database)
  const engine = new Engine({ storage })
  const custody = new Custody(engine)
  try {
    const key = withdrawalKey(tenant as TenantId, id as WithdrawalId)
    const known = await storage.query.find(key)
    if (known === undefined) {
      throw new CommandFailure(
        `There is no withdrawal with the id ${JSON.stringify(id.slice(0, 80))} in the tenant ${tenant}.`,
        'GET /v3/offchain/withdrawal lists them; name another tenant with --tenant',
      )
    }
    const network: Network = isOfNetwork(known.network, 'mainnet') ? 'mainnet' : 'testnet'
    const caller = embeddedCaller(tenant as TenantId, network)
    const command = { tenant: caller.tenant, id: known.id, network, revert: flags['keepFee'] !== true }
    if (!isForced) await mustBeLookedFor({ engine, chains: await openChains(config), caller }, known.id)
    const cancelled = await custody.withdrawals.cancel(
      { caller, price: () => 0, idempotency: null },
      { ...command, ...(isForced && reason !== null ? { forced: reason } : {}) },
    )
    process.stdout.write(told(known, cancelled))
    return EXIT.ok
  } catch (error) {
    if (error instanceof NodeFault) {
      throw new CommandFailure(
        `Whether a block has paid it is not known: ${error.message}.`,
        'name the nodes of its chain with --config; if it can certainly not be paid, --force with --reason',
      )
    }
    if (!(error instanceof Rejected)) throw error
    throw new CommandFailure(
      error.message,
      isForced
        ? 'a node has its transaction: wait until it is confirmed or dead'
        : 'if its transaction can certainly not be confirmed, --force with --reason',
    )
  } finally {
    await custody.close()
  }
}

function told(
  before: Withdrawal,
  { id, txId, account, currency, amount, charged, reverted, scale }: Withdrawal,
): string {
  if (before.status === 'Cancelled') return `${id} was cancelled before. Nothing changed.\n`
  const back = formatDecimal(reverted === 'all' ? charged : amount, scale)
  const sent =
    txId === null
      ? ''
      : `Its transaction ${txId} may still be confirmed: \`tallystick reconcile\` shows that. Nobody is charged again.\n`
  return `${id} is cancelled. Account ${account} has ${back} ${currency} back.\n${sent}`
}
