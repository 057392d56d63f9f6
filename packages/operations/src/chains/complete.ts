/** Completes a pending signature by the id of a transaction that the key-management system has sent itself. */
import type { RejectionCode } from '@tallystick/core'
import { complete, type Recorded, type SentTx, settleCompleted } from '@tallystick/custody'
import type { TwoPhase } from '../two-phase.js'
import { NODE_CODES } from './faults.js'

export const COMPLETE_CREDITS = 2

export const COMPLETE_CODES: readonly RejectionCode[] = [
  'kms.missing',
  'kms.unexpected.state',
  'tx.not.found',
  'transaction.invalid.body',
  'claim.taken',
  ...NODE_CODES,
]

interface Completion {
  readonly id: string
  readonly txId: string
}

export const completeBySent: TwoPhase<Completion, SentTx, null, Recorded> = {
  prepare: ({ custody, chains, caller }, { id, txId }, terms) =>
    complete(custody, chains, caller, terms, { id, txId, credits: COMPLETE_CREDITS }),
  async finish({ custody, chains, caller }, sent, { id }) {
    await settleCompleted(custody, chains, caller, id, sent)
    return null
  },
}
