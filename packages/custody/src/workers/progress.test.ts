import { describe, expect, it } from 'vitest'
import { Progress } from './progress.js'

describe('the progress of a follower', () => {
  it('is told every ten seconds while it is far behind, with what is left', () => {
    let now = 5_000
    const lines: string[] = []
    const progress = new Progress(
      () => now,
      (line) => lines.push(line),
    )
    progress.begin()
    expect(progress.rate(1_000)).toEqual({ perSecond: null, secondsLeft: null })
    for (const behind of [10_000, 9_500, 9_000, 99]) {
      now += 6_000
      progress.add(300, behind)
    }
    expect(lines).toEqual(['9500 blocks behind: 50.0 a second, about 3 min left'])
    expect(progress.rate(99)).toEqual({ perSecond: 50, secondsLeft: 2 })
    expect(progress.rate(0)).toEqual({ perSecond: null, secondsLeft: null })
    progress.begin()
    expect(progress.rate(99)).toEqual({ perSecond: null, secondsLeft: null })
  })
})
