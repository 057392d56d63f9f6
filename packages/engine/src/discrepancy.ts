/** A value that the storage and the journal disagree on. */
export interface Discrepancy {
  /** The kind of disagreement, for example `balance` or `currency-sum`. */
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
    | 'clearing'
    | 'order'
    | 'fill'
    | 'agreement'
    | 'exchange'
  /** The account, customer or currency. */
  readonly subject: string
  readonly stored: string
  readonly computed: string
}

/** Records a discrepancy. */
export type Report = (
  check: Discrepancy['check'],
  subject: string,
  stored: unknown,
  computed: unknown,
) => void
