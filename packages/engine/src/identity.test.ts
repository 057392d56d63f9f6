import { expect, it } from 'vitest'
import { IdGenerator } from './id-generator.js'
import { systemRandom } from './ports/clock.js'

/** More than the counter of one millisecond holds, so that time must be moved ahead of the clock. */
const MANY = 10_000

const rises = (list: readonly string[]) =>
  list.every((id, index) => index === 0 || id > (list[index - 1] ?? ''))

it('time never runs backwards, whatever the clock does', () => {
  const clock = [5, 9, 3, 9, 10]
  const ids = new IdGenerator({ now: () => clock.shift() ?? 0 }, systemRandom)
  expect([1, 2, 3, 4, 5].map(() => ids.now())).toEqual([5, 9, 9, 9, 10])
})

it('a clock that is behind catches up: meanwhile time goes on at half its pace', () => {
  const HOUR = 3_600_000
  let clock = 0
  const ids = new IdGenerator({ now: () => clock }, systemRandom)
  clock = 4 * HOUR
  expect(ids.now()).toBe(4 * HOUR)
  clock = HOUR
  expect(ids.now()).toBe(4 * HOUR)
  const told: number[] = []
  for (let hour = 1; hour <= 8; hour++) {
    clock += HOUR
    told.push(ids.now() / HOUR)
  }
  expect(told).toEqual([4.5, 5, 5.5, 6, 6, 7, 8, 9])
})

it('slow steps of a clock that is behind add up', () => {
  let clock = 100
  const ids = new IdGenerator({ now: () => clock }, systemRandom)
  expect(ids.nowFrom(1_000)).toBe(1_000)
  for (; clock < 110; clock++) ids.now()
  expect(ids.now()).toBe(1_005)
})

it.each([
  ['ids', /^[0-9a-f]{24}$/, (ids: IdGenerator) => ids.newId()],
  [
    'references',
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    (ids: IdGenerator): string => ids.newReference(),
  ],
] as const)(
  '%s are of their form and only rise, also within a millisecond and when the clock steps back',
  (_name, form, make) => {
    let now = 1_795_173_406_130
    const ids = new IdGenerator({ now: () => now }, systemRandom)
    const made = Array.from({ length: MANY }, () => make(ids))
    now -= 60_000
    made.push(make(ids))
    now += 120_000
    made.push(make(ids))
    expect(made.every((id) => form.test(id))).toBe(true)
    expect(rises(made)).toBe(true)
  },
)

it('ids and references of a unit of work have its time, also if the clock steps ahead meanwhile', () => {
  let now = 1_795_173_406_130
  const ids = new IdGenerator({ now: () => now }, systemRandom)
  const created = ids.nowFrom(0)
  now += 3_600_000
  expect(Number.parseInt(ids.newId().slice(0, 11), 16)).toBe(created)
  // Lists up to a time look for entries by their references, which are not far ahead of it.
  const digits = ids.newReference().replaceAll('-', '')
  expect(Number.parseInt(digits.slice(0, 12), 16)).toBe(created)
  expect(ids.now()).toBe(now)
})
