/**
 * Listens for deposits on a SQLite file, and writes `told <sequence> <id> <amount>` before it has worked on an event.
 * It never ends working on the event with the sequence of its second argument.
 */
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { say } from './say.js'

const [file = '', stuckAt = ''] = process.argv.slice(2)
const ledger = createTallystick({ storage: await openSqlite({ file }), webhooks: { leaseMs: 3_000 } })
await ledger.on(
  'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
  async ({ sequence, id, data }) => {
    say(`told ${sequence} ${id} ${(data as { readonly amount: string }).amount}`)
    if (String(sequence) === stuckAt) await new Promise(() => undefined)
  },
  { consumer: 'program' },
)
say('listens')
// Timers of the ledger alone keep no process alive.
setInterval(() => undefined, 1_000)
