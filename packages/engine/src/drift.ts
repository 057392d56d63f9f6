/** A disagreement between what the storage says and what the journal says. */
export interface Drift {
  /** What does not agree, for example `balance` or `currency-sum`. */
  readonly check:
    | 'balance'
    | 'balance-after'
    | 'record-number'
    | 'time'
    | 'entry'
    | 'seal'
    | 'anchor'
    | 'state'
    | 'place'
    | 'record-count'
    | 'currency-sum'
    | 'blocked'
    | 'frozen'
    | 'standing'
    | 'active-accounts'
    | 'overdrawn'
  /** The account, customer, or currency concerned. */
  readonly subject: string
  readonly stored: string
  readonly computed: string
}

/** Takes down a disagreement. */
export type Report = (check: Drift['check'], subject: string, stored: unknown, computed: unknown) => void
