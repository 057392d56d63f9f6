/** A pool of connections to a server. */
export interface PoolStatus {
  /** What its connections are for, in one word. There are few of these words: metrics have them as a label. */
  readonly pool: string
  readonly used: number
  readonly idle: number
  /** Calls that wait for a connection. */
  readonly waiting: number
}
