import type { Reference, Timestamp } from '@tallystick/core'
import type { Clock, Random } from './ports/clock.js'

/** One source of time and ids for one engine. Both only ever rise, so that indexes append and lists keep order. */
export class Identity {
  private last: Timestamp = 0
  /** The clock, as it was seen last. */
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
   * The time, never earlier than it was told before. A clock that is behind catches up: until then time goes on
   * at half its pace, because what waits for a time must not wait for hours.
   */
  now(): Timestamp {
    const now = this.clock.now()
    if (now >= this.last) this.last = now
    else if (now > this.seen) {
      // Half a millisecond that is left counts next time.
      const half = Math.floor((now - this.seen) / 2)
      this.last += half
      this.seen += 2 * half
      return this.last
    }
    this.seen = now
    return this.last
  }

  /** The time, and not before `at`, which another engine may have told. */
  nowFrom(at: Timestamp): Timestamp {
    if (at > this.now()) this.last = at
    return this.last
  }

  /** 24 hex digits: 44 bits of time, a 12-bit counter within the millisecond, 40 bits of randomness. */
  newId(): string {
    const { ids } = this
    ids.next(this.now())
    return ids.time.toString(16).padStart(11, '0') + ids.count.toString(16).padStart(3, '0') + this.take(5)
  }

  /** UUIDv7 (RFC 9562, method 1): 48 bits of time, a 12-bit counter within the millisecond, 62 random bits. */
  newReference(): Reference {
    const { references } = this
    references.next(this.now())
    if (references.time !== this.headTime) {
      const time = references.time.toString(16).padStart(12, '0')
      this.head = `${time.slice(0, 8)}-${time.slice(8)}-`
      this.headTime = references.time
    }
    // The version, 7, stands before the counter's three digits.
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

  /** The place of so many random bytes that nobody has had yet. */
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

/** A time and a 12-bit counter within it that together always rise. */
class Stamp {
  time: Timestamp = 0
  count = 0

  /** When a millisecond's counts run out, the time is moved ahead of the clock. */
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
