/**
 * Limits log lines in a flood of faults: the first fault of a kind is logged at once and in full, then once per second
 * the number of further ones. An outage fails thousands of calls a second, and their equal lines would hide all others
 * and fill the disk.
 */
import { type HttpLogger, kindOf } from './log.js'

const WINDOW_MS = 1_000

/** Ids of calls in a line about many: an answer with status 500 contains such an id. */
const MAX_IDS = 20

/** Kinds come from our own code. If there are ever more, the rest count as one. */
const MAX_KINDS = 100

type Level = 'warn' | 'error'

interface Kind {
  readonly level: Level
  readonly message: string
  /** Null for a line about no error. */
  readonly error: string | null
  /** Since the last line. */
  count: number
  ids: string[]
}

export class Repeats {
  private readonly kinds = new Map<string, Kind>()
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly logger: HttpLogger) {}

  /**
   * @param error Null if the line is about none
   * @param fields Called only if the line is written
   * @param id The id of the call; null if there is none
   */
  tell(level: Level, message: string, error: unknown, fields: () => object, id: string | null): void {
    const what = error === null ? null : kindOf(error)
    const name = `${level} ${message} ${what}`
    const key = this.kinds.has(name) || this.kinds.size < MAX_KINDS ? name : 'others'
    const kind = this.kinds.get(key)
    if (kind !== undefined) {
      kind.count += 1
      if (id !== null && kind.ids.length < MAX_IDS) kind.ids.push(id)
      return
    }
    this.kinds.set(key, { level, message, error: what, count: 0, ids: [] })
    this.logger[level](fields(), message)
    // A pending count does not keep the process alive.
    this.timer ??= setInterval(() => this.flush(), WINDOW_MS).unref()
  }

  /** Logs the counts. A kind that has not come again is forgotten, so its next fault is logged in full. */
  flush(): void {
    for (const [key, kind] of this.kinds) {
      const { level, message, error, count, ids } = kind
      if (count === 0) {
        this.kinds.delete(key)
        continue
      }
      const about = error === null ? {} : { error }
      this.logger[level]({ count, ...about, ...(ids.length === 0 ? {} : { ids }) }, `${message}, repeated`)
      kind.count = 0
      kind.ids = []
    }
    if (this.kinds.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }
}
