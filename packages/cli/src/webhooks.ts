/** `tallystick webhooks`: the log of webhooks, for people with write access to the database. */
import type { SubscriptionId, TenantId, Webhook, WebhookId } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import { type Config, readConfig, type Sources } from './config.js'
import { CommandFailure, ConfigurationError, EXIT } from './failure.js'
import { SETTINGS } from './settings.js'
import { openExisting, type Use } from './storage.js'
import { type Column, paintFor, table } from './terminal.js'

const modules = () => Promise.all([import('@tallystick/engine'), import('@tallystick/webhooks')])

export async function listLog(sources: Sources): Promise<number> {
  const config = await readConfig(SETTINGS.webhooksList, sources)
  const webhooks = await withStorage(config, { onlyReads: true }, async (storage) => {
    const [{ Engine }, { listWebhooks }] = await modules()
    return listWebhooks(new Engine({ storage }), filterOf(config), config.limit)
  })
  if (sources.flags['json'] === true) {
    process.stdout.write(`${JSON.stringify(webhooks, null, 2)}\n`)
  } else if (webhooks.length === 0) {
    process.stdout.write('There are no such webhooks.\n')
  } else {
    const paint = paintFor(process.stdout)
    process.stdout.write(
      table(COLUMNS, webhooks.map(row), paint, (padded, column, index) =>
        column === STATUS && webhooks[index]?.status === 'failed' ? paint.red(padded) : padded,
      ),
    )
  }
  return EXIT.ok
}

export async function replay(id: string, sources: Sources): Promise<number> {
  const config = await readConfig(SETTINGS.webhooksReplay, sources)
  const { status, subscription, type, since } = config
  if (id === '' && status === null) {
    throw new ConfigurationError(['Neither an id nor --status is given: which webhooks are sent again?'])
  }
  if (id !== '' && [status, subscription, type, since].some((one) => one !== null)) {
    throw new ConfigurationError(['An id is given, and flags that choose webhooks: give one or the other'])
  }
  return withStorage(config, {}, (storage) =>
    id === '' ? replayChosen(storage, config) : replayNamed(storage, config.tenant as TenantId, id),
  )
}

const LIMITED = 'the plan of the API key sends no more webhooks in this month'

async function replayNamed(storage: Storage, tenant: TenantId, id: string): Promise<number> {
  const [{ Engine, Rejected }, { replayOne }] = await modules()
  try {
    await replayOne(new Engine({ storage }), tenant, id as WebhookId)
  } catch (error) {
    const code = error instanceof Rejected ? error.rejection.code : null
    if (code === 'webhook.plan.limit') {
      throw new CommandFailure(`It is not sent again: ${LIMITED}.`, 'wait for the next month')
    }
    if (code !== 'webhook.not.exists') throw error
    throw new CommandFailure(
      `There is no webhook with the id ${JSON.stringify(id.slice(0, 80))} in the tenant ${tenant}, or its subscription was deleted.`,
      '`tallystick webhooks list` shows the ids; name another tenant with --tenant',
    )
  }
  process.stdout.write(`${id} is sent again.\n`)
  return EXIT.ok
}

async function replayChosen(storage: Storage, config: ReplayConfig): Promise<number> {
  const [{ Engine }, { replayAll }] = await modules()
  const { replayed, orphaned, limited } = await replayAll(new Engine({ storage }), filterOf(config))
  process.stdout.write(`Sent again: ${replayed}.\n`)
  if (orphaned > 0) process.stdout.write(`Left, because their subscription was deleted: ${orphaned}.\n`)
  if (limited > 0) process.stdout.write(`Left, because ${LIMITED}: ${limited}.\n`)
  return EXIT.ok
}

type ReplayConfig = Config<(typeof SETTINGS)['webhooksReplay']>

const filterOf = ({ tenant, status, subscription, type, since }: ReplayConfig) => ({
  tenant: tenant as TenantId,
  status: status ?? undefined,
  subscription: (subscription as SubscriptionId | null) ?? undefined,
  type: type ?? undefined,
  since: since ?? undefined,
})

const STATUS = 3
const COLUMNS: readonly Column[] = [
  { heading: 'id' },
  { heading: 'created' },
  { heading: 'type' },
  { heading: 'status' },
  { heading: 'attempts', align: 'right' },
  { heading: 'answer' },
  { heading: 'url' },
]

const row = ({ id, created, type, status, attempts, code, response, url }: Webhook): readonly string[] => [
  id,
  `${new Date(created).toISOString().slice(0, 19)}Z`,
  type,
  status,
  String(attempts),
  // A receiver may answer anything; a terminal must not act on it.
  (code === null ? (response ?? '') : String(code)).replace(/\p{Cc}/gu, ' ').slice(0, 60),
  url,
]

async function withStorage<Result>(
  { database }: Pick<ReplayConfig, 'database'>,
  use: Use,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const storage = await openExisting(database, use)
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}
