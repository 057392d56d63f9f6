import { expect, it } from 'vitest'
import { Places } from './places.js'

it('one webhook of an object is sent at a time; those without an object wait for none', () => {
  const places = new Places({ atOnce: 10, perReceiver: 10 })
  expect(places.take('receiver', 'account')).toBe(true)
  expect(places.take('receiver', 'account')).toBe(false)
  expect(places.take('receiver', 'another account')).toBe(true)
  expect(places.take('receiver', null)).toBe(true)
  expect(places.take('receiver', null)).toBe(true)
  places.leave('receiver', 'account')
  expect(places.take('receiver', 'account')).toBe(true)
})
