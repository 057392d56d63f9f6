import { defineTable } from '../table.js'
import { type Lookout, NO_BLOCK, type Sighting } from './sighting.js'

const ON = { chain: 'text', network: 'text' } as const
const PLACE = ['kind', 'object', 'place'] as const

export const LOOKOUTS = defineTable<Lookout>()({
  list: 'lookouts',
  noun: 'number of subscriptions to a chain',
  table: 'lookout',
  fixed: ON,
  changing: { number: 'number' },
  key: ['tenant', 'chain', 'network'],
  keys: { lookout: { by: ['chain', 'network'] } },
  subject: 'lookout',
  changes: { 'lookout.begun': 'insert', 'lookout.raised': 'update' },
})

export const SIGHTINGS = defineTable<Sighting>()({
  list: 'sightings',
  noun: 'sighting',
  table: 'sighting',
  fixed: {
    ...ON,
    kind: 'text',
    object: 'text',
    place: 'text',
    txId: 'text',
    outputs: 'json',
    body: 'text',
    height: 'number',
    blockHash: 'text',
  },
  changing: {},
  key: ['tenant', ...PLACE],
  keys: { sighting: { by: PLACE } },
  subject: 'sighting',
  changes: {
    'sighting.recorded': 'insert',
    'sighting.undone': 'delete',
    // Its block can no longer be undone, or it waits no longer, so nobody is told again.
    'sighting.forgotten': 'delete',
  },
  parts: { glimpsed: { blockHash: NO_BLOCK } },
})
