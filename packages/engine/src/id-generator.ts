import type { Reference, Timestamp } from '@tallystick/core'
import type { Clock, Random } from './ports/clock.js'

/** References may run ahead of the clock by this time, if many are generated within a millisecond. */
export const REFERENCE_LEAD_MS = 1_000

/**
 * Generates the times and ids of one engine. Both only rise, so indexes append and lists keep their order. Ids and references
 * have the last time that was told: those of a unit of work have its time, also if the clock steps ahead meanwhile.
 */
export class IdGenerator {
  private last: Timestamp = 0
  /** The last time that the clock showed. */
  private seen: Timestamp = 0
  private readonly ids = new Stamp()
  private readonly references = new Stamp()
  private readonly pool = Buffer.alloc(4096)
  private used = 4096
  /** The first digits of the references of one millisecond. */
  private head = ''
  private headTime: Timestamp = -1

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * The time, never earlier than a time returned before. If the clock is behind, the time runs at half speed until the
   * clock has caught up: if it stopped, everything that waits for a time would wait for hours.
   */
  now(): Timestamp {
    const now = this.clock.now()
    if (now >= this.last) this.last = now
    else if (now > this.seen) {
      // A remaining half millisecond counts next time.
      const half = Math.floor((now - this.seen) / 2)
      this.last += half
      this.seen += 2 * half
      return this.last
    }
    this.seen = now
    return this.last
  }

  /** The time, but at least `at`, which another engine may have written. */
  nowFrom(at: Timestamp): Timestamp {
    if (at > this.now()) this.last = at
    return this.last
  }

  /** 24 hex digits: 44 bits of time, a 12-bit counter within the millisecond, 40 random bits. */
  newId(): string {
    const { ids } = this
    ids.next(this.last)
    return ids.time.toString(16).padStart(11, '0') + ids.count.toString(16).padStart(3, '0') + this.take(5)
  }

  /** UUIDv7 (RFC 9562, method 1): 48 bits of time, a 12-bit counter within the millisecond, 62 random bits. */
  newReference(): Reference {
    const { references } = this
    references.next(this.last)
    if (references.time !== this.headTime) {
      const time = references.time.toString(16).padStart(12, '0')
      this.head = `${time.slice(0, 8)}-${time.slice(8)}-`
      this.headTime = references.time
    }
    // The version, 7, precedes the three digits of the counter.
    const count = (0x7000 | references.count).toString(16)
    const start = this.reserve(8)
    this.pool[start] = 0x80 | ((this.pool[start] ?? 0) & 0x3f)
    const tail = this.pool.toString('hex', start, start + 8)
    return `${this.head}${count}-${tail.slice(0, 4)}-${tail.slice(4)}` as Reference
  }

  private take(count: number): string {
    const start = this.reserve(count)
    return this.pool.toString('hex', start, start + count)
  }

  /** Returns the position of so many unused random bytes. */
  private reserve(count: number): number {
    if (this.used + count > this.pool.length) {
      this.random.fill(this.pool)
      this.used = 0
    }
    const start = this.used
    this.used += count
    return start
  }
}

/** A time and a 12-bit counter, which together always rise. */
class Stamp {
  time: Timestamp = 0
  count = 0

  /** If the counter of a millisecond overflows, the time moves ahead of the clock. */
  next(now: Timestamp): void {
    if (now > this.time) {
      this.time = now
      this.count = 0
    } else if (++this.count > 0xfff) {
      this.time++
      this.count = 0
    }
  }
}
