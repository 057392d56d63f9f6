/** What every call may carry beside its arguments. */
export interface CallOptions {
  /**
   * 1 to 255 characters. The first answer to a key is stored together with the effect. A repeated call with the same
   * key and arguments returns it and does nothing. Reads ignore the key.
   */
  readonly idempotencyKey?: string
}
