/**
 * Child process: blocks, unblocks, pays from blockages, freezes and unfreezes one account, while others pay from it
 * and to it. What it has blocked must remain payable; what it has frozen must not move. Writes `ready`; `wrong <what>`
 * for each broken promise; at the end `held <total>`, the sum paid from blockages, `made <operation> <count>`, and
 * `end`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { hear, say } from './say.js'

export interface HoldOptions {
  readonly file: string
  readonly account: string
  readonly recipient: string
  readonly turns: number
  readonly settleEvery: number
}

const options = JSON.parse(process.argv[2] ?? '') as HoldOptions
const { account, recipient, turns } = options
const ledger = createTallystick({ storage: await openSqlite(options) })
const made = new Map<string, number>()

/** Null if the call is refused for the only allowed reason. */
async function attempt<Result>(
  name: string,
  call: Promise<Result>,
  mayBe: string | null = null,
): Promise<Result | null> {
  try {
    const result = await call
    made.set(name, (made.get(name) ?? 0) + 1)
    return result
  } catch (error) {
    if (error instanceof Rejected && error.rejection.code === mayBe) return null
    say('wrong', name, error instanceof Error ? error.message : String(error))
    return null
  }
}

async function balance(isFrozen = false): Promise<string> {
  const { accountBalance, availableBalance } = await ledger.getAccountBalance({ id: account })
  if (accountBalance.startsWith('-')) say('wrong', 'overdrawn', accountBalance)
  // A freeze blocks the whole balance, in addition to the blockages.
  if (!isFrozen && availableBalance.startsWith('-'))
    say('wrong', 'blocked more than there is:', availableBalance)
  return accountBalance
}

await balance()
say('ready')
await hear()
let paid = 0
for (let turn = 0; turn < turns; turn++) {
  const amount = String(1 + (turn % 3))
  const block = { id: account, amount, type: 'RACE', ensureSufficientBalance: true }
  const held = await attempt('block', ledger.blockAmount(block), 'balance.insufficient')
  await balance()
  if (turn % 4 === 1) {
    await attempt('freeze', ledger.freezeAccount({ id: account }))
    const frozen = await balance(true)
    await sleep(2)
    const later = await balance(true)
    if (Number(later) < Number(frozen)) say('wrong', `fell from ${frozen} to ${later} while frozen`)
    await attempt('unfreeze', ledger.unfreezeAccount({ id: account }))
  }
  if (held === null) continue
  if (turn % 2 === 0) {
    const payment = { ...held, recipientAccountId: recipient, amount }
    const done = await attempt('payFromBlockage', ledger.unblockAmountWithTransaction(payment))
    if (done !== null) paid += Number(amount)
  } else {
    await attempt('unblock', ledger.deleteBlockAmount(held))
  }
}
say('held', paid)
for (const [name, count] of made) say('made', name, count)
say('end')
await ledger.close()
