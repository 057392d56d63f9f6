/** A pool of connections to a server. */
export interface PoolStatus {
  /** What its connections are for: one of a few words. */
  readonly pool: string
  readonly used: number
  readonly idle: number
  /** Calls that wait for a connection. */
  readonly waiting: number
}
