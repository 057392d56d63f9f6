/**
 * What the log says of faults that come in a flood: the first of a kind at once and in full, then once a second how many
 * more there were. An outage fails thousands of calls a second, and their lines, all alike, would hide every other one
 * and fill the disk.
 */
import { type HttpLogger, kindOf } from './log.js'

const WINDOW_MS = 1_000

/** Calls that a line about many names: an answer of 500 tells its caller such an id. */
const MAX_IDS = 20

/** Kinds come from our own code; should it make up ever new ones, the rest are counted as one. */
const MAX_KINDS = 100

type Level = 'warn' | 'error'

interface Kind {
  readonly level: Level
  readonly message: string
  readonly error: string
  /** Since the last line. */
  count: number
  ids: string[]
}

export class Repeats {
  private readonly kinds = new Map<string, Kind>()
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly logger: HttpLogger) {}

  /**
   * @param fields Asked for only where they are written.
   * @param id Of the call; null where there is none.
   */
  tell(level: Level, message: string, error: unknown, fields: () => object, id: string | null): void {
    const name = `${level} ${message} ${kindOf(error)}`
    const key = this.kinds.has(name) || this.kinds.size < MAX_KINDS ? name : 'others'
    const kind = this.kinds.get(key)
    if (kind !== undefined) {
      kind.count += 1
      if (id !== null && kind.ids.length < MAX_IDS) kind.ids.push(id)
      return
    }
    this.kinds.set(key, { level, message, error: kindOf(error), count: 0, ids: [] })
    this.logger[level](fields(), message)
    // A count that is not told yet keeps no process alive.
    this.timer ??= setInterval(() => this.flush(), WINDOW_MS).unref()
  }

  /** Tells what was counted. A kind that did not come again is forgotten: its next one is told in full. */
  flush(): void {
    for (const [key, kind] of this.kinds) {
      const { level, message, error, count, ids } = kind
      if (count === 0) {
        this.kinds.delete(key)
        continue
      }
      this.logger[level]({ count, error, ...(ids.length === 0 ? {} : { ids }) }, `${message}, repeated`)
      kind.count = 0
      kind.ids = []
    }
    if (this.kinds.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }
}
