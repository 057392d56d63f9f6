/** Value that comes to an account from one of the ledger's own accounts, or goes back there. */
import { type Account, available } from '../account/account.js'
import { accept, type Decision, reject } from '../decision.js'
import type { Env } from '../env.js'
import type { AccountId, Reference, TenantId } from '../ids.js'
import type { Amount } from '../money.js'
import type { RejectionCode } from '../rejection.js'
import type { View } from '../view.js'
import type { EntryDetails } from './entry.js'
import { post } from './post.js'

/** A command of it. */
export interface Cross {
  readonly tenant: TenantId
  readonly account: AccountId
  /** Unsigned decimal text in the currency of the account. */
  readonly amount: string
  readonly details: EntryDetails | null
}

interface Crossing extends Pick<Cross, 'details'> {
  readonly operation: 'DEPOSIT' | 'MINT' | 'WITHDRAWAL' | 'REVOKE'
  readonly account: Account
  /** The ledger's own. */
  readonly own: Account
  readonly amount: Amount
  /** The refusal if the account has less available than leaves it. */
  readonly short: RejectionCode
}

const COMES: readonly string[] = ['DEPOSIT', 'MINT']

export function cross(
  view: View,
  env: Env,
  { operation, account, own, amount, details, short }: Crossing,
): Decision<Reference> {
  const comes = COMES.includes(operation)
  if (!comes && available(account, view.customerOf(account)) < amount) return reject(short, account.id)
  const reference = env.newReference()
  const [debit, credit] = comes ? [own, account] : [account, own]
  const movement = { operation, reference, debit, credit, amount, anonymous: false, baseRate: null, details }
  const posted = post(view, env, movement)
  return 'accepted' in posted ? posted : accept(reference, [posted])
}
