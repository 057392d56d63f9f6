import { expect, it } from 'vitest'
import { Recent } from './recent.js'

it('keeps what is used, and never more than so many', () => {
  const recent = new Recent<number, string>(10)
  for (let key = 0; key < 1_000; key++) {
    recent.set(key, `${key}`)
    expect(recent.get(0)).toBe('0')
    expect(recent.size).toBeLessThanOrEqual(10)
  }
  expect(recent.get(999)).toBe('999')
  expect(recent.get(500)).toBeUndefined()
  // A new value takes the place of an old one, in whichever generation that was.
  for (let key = 0; key < 4; key++) recent.set(key, 'first')
  for (let key = 0; key < 4; key++) recent.set(key, 'second')
  expect([0, 1, 2, 3].map((key) => recent.get(key))).toEqual(Array(4).fill('second'))
  recent.clear()
  expect([recent.size, recent.get(0)]).toEqual([0, undefined])
})

it('tells what goes, once, and nothing that is kept', () => {
  const gone: number[] = []
  const recent = new Recent<number, string>(10, (items) => gone.push(...items.keys()))
  for (let key = 0; key < 100; key++) {
    recent.set(key, `${key}`)
    recent.get(0)
    recent.get(Math.floor(key / 2))
  }
  expect(new Set(gone).size).toBe(gone.length)
  for (let key = 0; key < 100; key++) expect(gone.includes(key)).toBe(recent.get(key) === undefined)
})
