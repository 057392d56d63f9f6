/**
 * Child process: makes payments one after another, each in its own commit. Writes `ready`, and `ack <n>` for each
 * acknowledged one. It serves to observe its system calls.
 */
import { readFileSync } from 'node:fs'
import { createTallystick } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import type { Stage } from './calls.js'
import { hear, say } from './say.js'

export interface SteadyOptions {
  readonly file: string
  readonly stage: string
  readonly payments: number
  readonly settleEvery: number
  readonly checkpointEvery: number
}

const options = JSON.parse(process.argv[2] ?? '') as SteadyOptions
const ledger = createTallystick({ storage: await openSqlite(options) })
const { sender, recipients } = JSON.parse(readFileSync(options.stage, 'utf8')) as Stage
const [recipientAccountId = ''] = recipients
say('ready')
for (let count = 1; count <= options.payments; count++) {
  await ledger.sendTransaction({ senderAccountId: sender, recipientAccountId, amount: '0.01' })
  say('ack', count)
}
say('end')
await hear()
