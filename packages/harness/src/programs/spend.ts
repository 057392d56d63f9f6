/**
 * Child process: makes payments of 1 from one balance, all at once when told, and reports the results: `paid
 * <references>`, `refused <code> <count>` for each code, `end`. Writes `ready` first.
 */
import { Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { hear, say } from './say.js'

export interface SpendOptions {
  readonly file: string
  readonly sender: string
  readonly recipient: string
  /** The number of payments, unless the parent stops it earlier. */
  readonly payments: number
  /** The number of payments under way at once. */
  readonly callers: number
  readonly settleEvery: number
}

const options = JSON.parse(process.argv[2] ?? '') as SpendOptions
const { sender, recipient, payments, callers } = options
const ledger = createTallystick({ storage: await openSqlite(options) })
const payment = { senderAccountId: sender, recipientAccountId: recipient, amount: '1' }
// Compiles and loads everything that a first call needs, before the start.
await ledger.getAccountBalance({ id: sender })
say('ready')
await hear()

const paid: string[] = []
const refused = new Map<string, number>()
let left = payments
void hear().then(() => {
  left = 0
})
await Promise.all(
  Array.from({ length: callers }, async () => {
    while (left-- > 0) {
      try {
        paid.push((await ledger.sendTransaction(payment)).reference)
      } catch (error) {
        const code = error instanceof Rejected ? error.rejection.code : String(error)
        refused.set(code, (refused.get(code) ?? 0) + 1)
      }
    }
  }),
)
say('paid', paid.join(','))
for (const [code, count] of refused) say('refused', code, count)
say('end')
await ledger.close()
