import type { Owned } from '../table.js'

/**
 * The revision of what was withdrawn from a scope: an account, or a currency. A limit is computed from the withdrawals of a
 * scope, outside of the unit of work. Each withdrawal moves the revision, so no two of them use the same remainder.
 */
export interface Spending extends Owned {
  /** `account <id>` or `currency <name>`. */
  readonly scope: string
  readonly revision: number
}
