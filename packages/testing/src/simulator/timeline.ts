/**
 * Virtual time: runs events in the order of their time, and events of equal time in the order of their creation. It
 * uses no real clock and no real timer.
 */

/** Something that happens at an instant. When it answers a promise, nothing else happens before that settles. */
export type Happening = () => void | Promise<void>

interface Event {
  readonly at: number
  readonly order: number
  readonly happen: Happening
}

export class Timeline {
  /** Microseconds since the beginning. */
  now = 0
  /** Events that have happened. */
  steps = 0
  private made = 0
  /** A binary heap: each event is before the two at twice its place, plus one and two. */
  private readonly heap: Event[] = []

  /** @param delay Microseconds from now. */
  after(delay: number, happen: Happening): void {
    const { heap } = this
    const event = { at: this.now + delay, order: this.made++, happen }
    let place = heap.length
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = heap[parent]
      if (above === undefined || before(above, event)) break
      heap[place] = above
      place = parent
    }
    heap[place] = event
  }

  /** Moves time on to the next event; undefined when nothing is to happen any more. */
  next(): Happening | undefined {
    const first = this.heap[0]
    const last = this.heap.pop()
    if (first === undefined || last === undefined) return undefined
    if (this.heap.length > 0) this.sink(last)
    this.now = first.at
    this.steps++
    return first.happen
  }

  private sink(event: Event): void {
    const { heap } = this
    let place = 0
    for (;;) {
      const left = heap[2 * place + 1]
      const right = heap[2 * place + 2]
      if (left === undefined) break
      const rightIsFirst = right !== undefined && before(right, left)
      const child = rightIsFirst ? right : left
      if (before(event, child)) break
      heap[place] = child
      place = 2 * place + (rightIsFirst ? 2 : 1)
    }
    heap[place] = event
  }
}

function before(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

/**
 * Resolves when every promise that was settled has been heard of, and whoever heard of it has settled no more. It is the
 * one thing here that is not virtual. No turn of the event loop: that asks the system for news, which cost much more.
 */
export function everyoneHasHeard(): Promise<void> {
  return new Promise(process.nextTick)
}
