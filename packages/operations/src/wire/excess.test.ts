import Type from 'typebox'
import { expect, it } from 'vitest'
import { type Excess, firstExcess, isOver, limitsOfNames } from './excess.js'

const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`n${nth}`, '']))
const closed = { additionalProperties: false }
const free = Type.Record(Type.String({ pattern: '^n' }), Type.String(), { ...closed, maxProperties: 20 })
const own = Type.Object({ n0: Type.String() }, closed)
const schema = Type.Object({
  free,
  own,
  list: Type.Array(Type.Object({ free, own }), { maxItems: 3 }),
  either: Type.Union([own, free, Type.Array(own, { maxItems: 2 })]),
  open: Type.Object({}),
})

it.each<[name: string, args: object, found: Partial<Excess> | null]>([
  ['as many names as may be', { free: names(20) }, null],
  ['a name more', { free: names(21) }, { place: ['free'], of: 'names', limit: 20, length: 21 }],
  ['a few unknown names, which are reported together', { own: names(50) }, null],
  ['many unknown names', { own: names(51) }, { place: ['own', 'n1'], of: 'unknown' }],
  ['as many items as may be', { list: [{}, {}, {}] }, null],
  ['an item more', { list: [{}, {}, {}, {}] }, { place: ['list'], of: 'items', limit: 3, length: 4 }],
  ['within an item', { list: [{}, { free: names(21) }] }, { place: ['list', '1', 'free'], of: 'names' }],
  ['too much for one of two', { either: names(20) }, null],
  ['too much for both', { either: names(51) }, { place: ['either', 'n1'], of: 'unknown' }],
  ['too much for the one that is a list', { either: [{}, {}, {}] }, { place: ['either'], of: 'items' }],
  ['many names where any may be', { open: names(1_000) }, null],
  ['no object', { free: 'text', own: null, list: names(3) }, null],
])('%s', (_name, args, found) => {
  if (found === null) expect(firstExcess(schema, args)).toBeNull()
  else expect(firstExcess(schema, args)).toMatchObject(found)
})

it.each<[name: string, args: object, over: boolean]>([
  ['as many names as may be', { free: names(20), list: [{ free: names(20) }] }, false],
  ['a name more', { free: names(21) }, true],
  ['a name more within an item', { list: [{}, { free: names(21) }] }, true],
  ['an item more than the list may have', { list: [{}, {}, {}, {}] }, true],
  ['no object', { free: 'text', list: 1 }, false],
])('names are counted before anything is looked at: %s', (_name, args, over) => {
  expect(limitsOfNames(schema).some((limit) => isOver(args, limit))).toBe(over)
})
