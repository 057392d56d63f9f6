/**
 * Child process: records deposits of accounts that subscribers hear of, and sends the webhooks. Writes `ready`; after
 * a line from its parent, `asked <txId>` before each deposit and `done <txId>` once it is acknowledged. Each second
 * call is refused, so it must never be heard of.
 */
import type { AccountId } from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { openStorage, type StoragePlace } from './opened.js'
import { hear, say } from './say.js'

export interface TellOptions extends StoragePlace {
  readonly accounts: readonly string[]
  /** Names the deposits of this process. */
  readonly name: string
  /** Milliseconds that the clock is ahead: webhooks that have failed and leases of killed processes are due at once. */
  readonly ahead: number
  readonly timeoutMs: number
}

const options = JSON.parse(process.argv[2] ?? '') as TellOptions
const { accounts, name, ahead, timeoutMs } = options
const storage = await openStorage(options)
const ledger = createTallystick({
  storage,
  clock: { now: () => Date.now() + ahead },
  webhooks: { allow: ['127.0.0.0/8'], timeoutMs, leaseMs: 20_000 },
})

const deposit = (account: string, txId: string) =>
  ledger.recordDeposit({
    ...{ account: account as AccountId, currency: 'LINK', amount: '0.01', txId, vout: 0, address: 'a' },
    ...{ from: null, derivationKey: 0, blockHeight: 1, blockHash: null, status: 'Done' },
  })

async function work(account: string, place: number): Promise<void> {
  for (let turn = 0; ; turn++) {
    const txId = `${name}/${place}/${turn}`
    say('asked', txId)
    await deposit(account, txId)
    say('done', txId)
    try {
      await deposit('0'.repeat(24), `refused ${txId}`)
      say('wrong', 'a deposit of nobody was taken')
    } catch (error) {
      if (!(error instanceof Rejected)) say('wrong', String(error))
    }
  }
}

say('ready')
await hear()
await Promise.all(accounts.map(work))
