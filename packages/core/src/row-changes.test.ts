import { expect, it } from 'vitest'
import { CHARGES } from './credits/table.js'
import { RowChanges } from './row-changes.js'
import { RESERVATIONS } from './send/table.js'
import { type Change, stepOf } from './tables.js'

type RowChange = Exclude<Change, { type: 'entry.posted' }>

const claim = (type: string, holder: string) =>
  ({ type, claim: { tenant: 't', chain: 'ETH', network: 'n', owner: 'o', index: 1n, holder } }) as RowChange

it.each([
  ['placed', 'a row that is begun', { isNew: true, stays: true, isReplaced: false }],
  ['placed passed', 'begun and changed', { isNew: true, stays: true, isReplaced: false }],
  ['placed released', 'begun and ended', { isNew: true, stays: false }],
  ['passed passed', 'changed', { isNew: false, stays: true, isReplaced: false }],
  ['passed released', 'changed and ended', { isNew: false, stays: false }],
  ['released placed', 'ended and begun again', { isNew: false, stays: true, isReplaced: true }],
  ['released placed passed', 'ended, begun and changed', { isNew: false, stays: true, isReplaced: true }],
  ['placed released placed', 'begun twice', { isNew: true, stays: true, isReplaced: false }],
])('%s: %s', (verbs, _what, result) => {
  const changes = new RowChanges()
  const before = verbs.split(' ').map((verb, index) => {
    const change = claim(`claim.${verb}`, `holder ${index}`)
    return changes.add(stepOf(change), change)
  })
  expect(before.map((item) => item && Reflect.get(item, 'holder'))).toEqual(
    before.map((_, index) => (index === 0 ? undefined : `holder ${index - 1}`)),
  )
  const [row, ...more] = changes.tables.get(RESERVATIONS)?.values() ?? []
  expect(more).toEqual([])
  expect(row).toMatchObject({ ...result, item: { holder: `holder ${before.length - 1}` } })
})

it('adds up what is added to one row', () => {
  const changes = new RowChanges()
  for (const credits of [2, 5]) {
    const charge = { tenant: 't', apiKey: 'k', day: '2030-01-01', credits }
    const change = { type: 'credits.charged', charge } as RowChange
    changes.add(stepOf(change), change)
  }
  expect([...(changes.tables.get(CHARGES)?.values() ?? [])]).toMatchObject([
    { item: { credits: 7 }, isNew: true },
  ])
})
