import { expect, it } from 'vitest'
import { beginFollowing, observeBlock, observeMore, undoBlock } from '../follow/decide.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { subscribe } from '../subscription/decide.js'
import { asked } from '../subscription/subscription.fixture.js'
import { WEBHOOKS } from '../webhook/table.js'
import { sightedObject } from './object.js'
import { SIGHTINGS } from './table.js'

const ON = { chain: 'BTC', network: 'testnet' } as const
const KIND = 'ADDRESS_TRANSACTION' as const
const NOTHING = { receipts: [], made: [], spent: [] } as const

it('a block that shows the same again, in another part, tells it once; an undone one tells it again', () => {
  const ledger = new TestLedger()
  const object = sightedObject(ON, 'address')
  ledger.must(beginFollowing, { ...ON, block: { height: 10, hash: 'first' } })
  ledger.must(subscribe, asked({ type: KIND, object, attr: { address: 'address' } }))
  const sighted = ['a', 'b', 'c'].map((txId) => ({
    ...{ tenant: TENANT, kind: KIND, object, txId, outputs: {}, body: JSON.stringify({ txId }) },
    place: `${txId}:in`,
  }))
  const told = () => [...ledger.kept.all(WEBHOOKS)].map(({ body }) => JSON.parse(body).txId).sort()
  ledger.must(observeBlock, {
    ...{ ...ON, ...NOTHING, revision: 1, parent: 'first', block: { height: 11, hash: 'second' }, window: 3 },
    ...{ maturing: [], holdings: [], sighted: sighted.slice(0, 2), unfinished: true },
  })
  ledger.must(observeMore, { ...ON, ...NOTHING, revision: 2, sighted })
  expect(told()).toEqual(['a', 'b', 'c'])
  ledger.must(undoBlock, { ...ON, deposits: [], made: [], spent: [], holdings: [], revision: 3, sighted })
  expect([[...ledger.kept.all(SIGHTINGS)], told()]).toEqual([[], ['a', 'a', 'b', 'b', 'c', 'c']])
})
