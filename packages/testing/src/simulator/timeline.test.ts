import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded.js'
import { Timeline } from './timeline.js'
import { Trace } from './trace.js'

describe('the timeline', () => {
  it('lets things happen in the order of their time, and of their making at the same time', () => {
    const random = seededRandom(5)
    const timeline = new Timeline()
    const happened: (readonly [at: number, made: number])[] = []
    let made = 0
    const plan = (): void => {
      const number = made++
      timeline.after(random.below(50), () => {
        happened.push([timeline.now, number])
        // What happens makes more happen, also at the same instant.
        if (made < 2_000) plan()
      })
    }
    for (let count = 0; count < 1_000; count++) plan()
    for (let happen = timeline.next(); happen !== undefined; happen = timeline.next()) void happen()
    expect(timeline.steps).toBe(2_000)
    expect(new Set(happened.map(([, number]) => number)).size).toBe(2_000)
    expect(happened.map(([at]) => at)).toEqual(happened.map(([at]) => at).sort((a, b) => a - b))
    const together = happened.slice(1).filter(([at, number], index) => {
      const before = happened[index]
      return before !== undefined && before[0] === at && before[1] > number
    })
    // Only what was planned at that very instant may come after something planned later for it.
    expect(together).toEqual([])
  })
})

describe('the trace', () => {
  it('keeps the last events, and digests all of them', () => {
    const traces = [new Trace(3), new Trace(3), new Trace(3)]
    for (const [index, trace] of traces.entries()) {
      for (let step = 0; step < 5; step++)
        trace.note(step, step, 'event', index === 2 && step === 0 ? 9 : step)
    }
    const [one, same, other] = traces
    expect(one?.last()).toHaveLength(3)
    expect(one?.last()[2]).toMatch(/step 4 {2}event 4$/)
    expect(one?.last()).toEqual(other?.last())
    expect(one?.digest).toBe(same?.digest)
    expect(one?.digest).not.toBe(other?.digest)
    expect(one?.digest).toMatch(/^[0-9a-f]{16}$/)
  })
})
