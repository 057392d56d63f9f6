import { Fault, Rejected } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { BadTransaction, NodeFault } from '../ports/chain.js'
import { MadeBefore } from '../withdrawals/withdrawals.js'
import { isDecided } from './completions.js'

it.each([
  ['another payment', new Rejected({ code: 'withdrawal.missing' }), true],
  ['a transaction that is none', new BadTransaction('malformed', 'no transaction'), true],
  [
    'a withdrawal that another transaction pays',
    new Rejected({ code: 'withdrawal.unexpected.state' }),
    false,
  ],
  ['a transaction from before', new MadeBefore('it was in a block before'), true],
  ['a signature that is over', new Rejected({ code: 'kms.unexpected.state' }), true],
  ['a transaction of another kind', new Rejected({ code: 'transaction.invalid.body' }), true],
  ['a node that does not have the transaction yet', new Rejected({ code: 'tx.not.found' }), false],
  ['a sequence that another transaction of ours holds', new Rejected({ code: 'claim.taken' }), false],
  ['a full queue', new Rejected({ code: 'overloaded' }), false],
  ['a storage that did not answer in time', new Rejected({ code: 'unavailable' }), false],
  ['a node that does not answer', new NodeFault('unreachable', 'silence'), false],
  ['a storage that fails', new Fault('broken'), false],
])('%s shows whether a withdrawal was paid: %s, %s', (_what, fault, expected) => {
  expect(isDecided(fault)).toBe(expected)
})
