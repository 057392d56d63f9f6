/** The ledger's own accounts, opened by the first movement that needs them. */
import type { Account } from '../account/account.js'
import { systemAccount } from '../currency/decide.js'
import type { Env } from '../env.js'
import type { SystemRole } from '../ids.js'
import type { Change } from '../tables.js'
import type { View } from '../view.js'

/** One of the ledger's own accounts in the currency of the account. If there is none, it is opened in the view. */
export function ownAccount(
  view: View,
  env: Env,
  { tenant, currency, scale }: Pick<Account, 'tenant' | 'currency' | 'scale'>,
  role: SystemRole,
): Account {
  const known = view.systemAccount(tenant, role, currency)
  if (known !== undefined) return known
  const account = systemAccount(env, tenant, role, currency, scale)
  view.apply({ type: 'account.opened', account } satisfies Change)
  return account
}
