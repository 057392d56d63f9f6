/**
 * Child process: makes payments of 1 on one file, by several callers at once. Writes for each `begin <id>`, then `ack
 * <id> <reference>` or `failed <id> <why>`; and `end`, once it has closed the file. Or only `unopened <why>`, if the disk
 * failed before the first.
 */
import { writeSync } from 'node:fs'
import { type AccountId, pay, type TenantId } from '@tallystick/core'
import { Engine, embeddedCaller, idempotencyOf } from '@tallystick/engine'
import { openSqlite } from '@tallystick/storage-sqlite'

export interface PayerOptions {
  readonly file: string
  /** The first one pays the others in turn. */
  readonly accounts: readonly string[]
  /** The prefix of the payments' ids. */
  readonly round: string
  readonly payments: number
  /** The number of payments under way at once. */
  readonly callers: number
  readonly settleEvery: number
  readonly checkpointEvery: number
}

/** The kernel has the line before the next statement runs. */
function say(...words: readonly string[]): void {
  writeSync(1, `${words.join(' ')}\n`)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const options = JSON.parse(process.argv[2] ?? '') as PayerOptions
const storage = await openSqlite(options).catch((error: unknown) => {
  say('unopened', messageOf(error))
  process.exit(0)
})
const engine = new Engine({ storage })
const tenant = 'default' as TenantId
const [sender, ...recipients] = options.accounts as readonly AccountId[]
let next = 0

async function call(index: number): Promise<void> {
  const id = `${options.round}/${index}`
  const recipient = recipients[index % recipients.length]
  if (sender === undefined || recipient === undefined) return
  say('begin', id)
  try {
    const reference = await engine.execute({
      caller: embeddedCaller(),
      rule: pay,
      command: {
        tenant,
        sender,
        order: { recipient, amount: '1', anonymous: false, baseRate: null, details: { paymentId: id } },
      },
      price: () => 1,
      present: (made) => made,
      idempotency: index % 2 === 0 ? idempotencyOf(tenant, id, 'pay', { id }) : null,
    })
    say('ack', id, reference)
  } catch (error) {
    say('failed', id, messageOf(error))
  }
}

await Promise.all(
  Array.from({ length: options.callers }, async () => {
    while (next < options.payments) await call(next++)
  }),
)
try {
  await engine.close()
  say('end')
} catch (error) {
  say('unclosed', messageOf(error))
}
