/**
 * Child process: places and cancels orders and futures, and settles futures. Writes `ready`. Then, for the orders that its
 * parent names in a line as JSON, and for its own: `asked <order as JSON>`, and `placed <key> <id>` once it is acknowledged,
 * or `refused <key> <code>`; and `cancelled <id>`. It never ends by itself; its parent kills it.
 */
import { Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { openStorage, type StoragePlace } from './opened.js'
import { type Exchange, type Ordered, orderOf, placeOrder } from './orders.js'
import { hear, say } from './say.js'

export interface TradeOptions extends Exchange, StoragePlace {
  /** Names the orders of this process. */
  readonly name: string
  readonly callers: number
}

const options = JSON.parse(process.argv[2] ?? '') as TradeOptions
const ledger = createTallystick({
  storage: await openStorage(options),
  futures: true,
  warn: (text) => say('warned', text),
})

const attempt = async (ordered: Ordered): Promise<string | null> => {
  try {
    const { id } = await placeOrder(ledger, ordered)
    say('placed', ordered.key, id)
    return id
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    say('refused', ordered.key, error.code)
    return null
  }
}
const cancel = async (call: Promise<unknown>, id: string): Promise<void> => {
  try {
    await call
    say('cancelled', id)
  } catch (error) {
    // It was traded, or expired.
    if (!(error instanceof Rejected)) throw error
  }
}
async function work(place: number): Promise<void> {
  for (let turn = 0; ; turn++) {
    const ordered = orderOf(options, `${options.name}/${place}/${turn}`, ledger.engine.now())
    say('asked', JSON.stringify(ordered))
    const id = await attempt(ordered)
    if (id !== null && turn % 7 === 3) await cancel(ledger.deleteTrade({ id }), id)
    if (turn % 40 === 39) {
      const account = ordered.order.currency1AccountId
      await cancel(ledger.deleteAccountTrades({ id: account }), `all ${account}`)
    }
  }
}

say('ready')
const again = JSON.parse(await hear()) as readonly Ordered[]
await Promise.all([
  ...again.map(attempt),
  ...Array.from({ length: options.callers }, (_, place) => work(place)),
])
