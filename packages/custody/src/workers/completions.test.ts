import { Fault, Rejected } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { BadTransaction, NodeFault } from '../ports/chain.js'
import { isDecided } from './completions.js'

it.each([
  ['another payment', new Rejected({ code: 'withdrawal.missing' }), true],
  ['a transaction that is none', new BadTransaction('malformed', 'no transaction'), true],
  ['a node that is behind', new Rejected({ code: 'tx.not.found' }), false],
  ['a full queue', new Rejected({ code: 'overloaded' }), false],
  ['a storage that did not answer in time', new Rejected({ code: 'unavailable' }), false],
  ['a node that does not answer', new NodeFault('unreachable', 'silence'), false],
  ['a storage that fails', new Fault('broken'), false],
])('%s shows whether a withdrawal was paid: %s, %s', (_what, fault, expected) => {
  expect(isDecided(fault)).toBe(expected)
})
