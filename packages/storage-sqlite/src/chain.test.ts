import { describe, expect, it } from 'vitest'
import { grow, jumpOfTail } from './accounts.js'
import { firstTrees, jumpTarget } from './chain.js'

describe('the chain of an account', () => {
  it.each([
    [0, [0, 0]],
    [1, [1, 0]],
    [2, [1, 1]],
    [3, [3, 0]],
    [4, [1, 3]],
    [5, [1, 1]],
    [6, [3, 3]],
    [7, [7, 0]],
    [2 ** 31 - 1, [2 ** 31 - 1, 0]],
    [2 ** 32 - 2, [2 ** 31 - 1, 2 ** 31 - 1]],
  ])('of %i records begins with trees of %j', (n, trees) => {
    expect(firstTrees(n)).toEqual(trees)
  })

  it('grows so that every jump leads where the numbers say', () => {
    // Places are not numbers here: record n lies at place 10 n.
    const jumps = new Map<number, number>()
    let tail: Parameters<typeof grow>[0] = { seq: 0, number: 0, root: null }
    for (let number = 1; number <= 5_000; number++) {
      // Now and then the known roots are forgotten, as after a restart.
      if (number % 7 === 0) tail = { ...tail, root: { seq: tail.seq, next: undefined } }
      tail = grow(tail, number * 10, (root) => jumps.get(root) ?? Number.NaN)
      jumps.set(number * 10, jumpOfTail(tail))
      expect(jumpOfTail(tail)).toBe(jumpTarget(number) * 10)
    }
  })

  it('reaches any of a million records in at most 3 log2 n steps', () => {
    const n = 1_000_000
    let longest = 0
    for (let wanted = 1; wanted <= n; wanted += 997) {
      let at = n
      let steps = 0
      while (at > wanted) {
        const target = jumpTarget(at)
        at = target >= wanted ? target : at - 1
        steps++
      }
      longest = Math.max(longest, steps)
    }
    expect(longest).toBeLessThanOrEqual(3 * Math.log2(n))
  })
})
