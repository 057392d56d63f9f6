import { expect, it } from 'vitest'
import { Places } from './places.js'

it('one webhook of an object is sent at a time; those without an object wait for none', () => {
  const places = new Places({ atOnce: 10, perReceiver: 10 })
  expect(places.take('tenant', 'receiver', 'account')).toBe(true)
  expect(places.take('tenant', 'receiver', 'account')).toBe(false)
  expect(places.take('tenant', 'receiver', 'another account')).toBe(true)
  expect(places.take('tenant', 'receiver', null)).toBe(true)
  expect(places.take('tenant', 'receiver', null)).toBe(true)
  places.leave('tenant', 'receiver', 'account')
  expect(places.take('tenant', 'receiver', 'account')).toBe(true)
})

it('a tenant leaves room for the others, whatever its receivers do', () => {
  const places = new Places({ atOnce: 90, perReceiver: 4 })
  let taken = 0
  while (places.take('noisy', `receiver ${taken}`, null)) taken++
  expect(taken).toBe(80)
  for (const other of ['b', 'c', 'd']) expect(places.take(other, `receiver of ${other}`, null)).toBe(true)
  expect(places.take('noisy', 'another receiver', null)).toBe(false)
  for (let at = 0; at < 10; at++) places.leave('noisy', `receiver ${at}`, null)
  expect(places.take('noisy', 'another receiver', null)).toBe(true)
})

it('of one receiver, each tenant has places of its own, and whether it answers them', () => {
  const places = new Places({ atOnce: 90, perReceiver: 4 })
  while (places.take('noisy', 'receiver', null));
  expect([places.freeAt('noisy', 'receiver'), places.freeAt('quiet', 'receiver')]).toEqual([0, 4])
  places.learn('noisy', 'receiver', false)
  for (let at = 0; at < 4; at++) places.leave('noisy', 'receiver', null)
  expect([places.freeAt('noisy', 'receiver'), places.freeAt('quiet', 'receiver')]).toEqual([1, 4])
  expect(places.receivers).toEqual([])
})
