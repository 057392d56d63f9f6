import type { Reference, Timestamp } from '@tallystick/core'
import type { Clock, Random } from './ports/clock.js'

/** One source of time and ids for one engine. Both only ever rise, so indexes append. */
export class Identity {
  private last: Timestamp = 0
  private stamp: Timestamp = 0
  private counter = 0
  private readonly pool = Buffer.alloc(4096)
  private used = 4096

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** The time, never earlier than it was told before. */
  now(): Timestamp {
    const now = this.clock.now()
    if (now > this.last) this.last = now
    return this.last
  }

  /** 24 hex digits: 48 bits of time, 48 of randomness. */
  newId(): string {
    return this.now().toString(16).padStart(12, '0') + this.take(6)
  }

  /**
   * UUIDv7 (RFC 9562, method 1): 48 bits of time, a 12-bit counter within the millisecond, 62 random bits.
   * When the counter overflows, the timestamp is moved one millisecond ahead of the clock.
   */
  newReference(): Reference {
    const now = this.now()
    if (now > this.stamp) {
      this.stamp = now
      this.counter = 0
    } else if (++this.counter > 0xfff) {
      this.stamp++
      this.counter = 0
    }
    const time = this.stamp.toString(16).padStart(12, '0')
    const count = this.counter.toString(16).padStart(3, '0')
    const tail = this.take(8)
    const variant = '89ab'.charAt(Number.parseInt(tail.charAt(0), 16) & 3)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}` as Reference
  }

  private take(count: number): string {
    if (this.used + count > this.pool.length) {
      this.random.fill(this.pool)
      this.used = 0
    }
    const start = this.used
    this.used += count
    return this.pool.toString('hex', start, this.used)
  }
}
