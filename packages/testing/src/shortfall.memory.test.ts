/** What an operator is told when a block is undone, and a customer no longer has what it had paid to him. */
import { type AccountId, withdrawFunds } from '@tallystick/core'
import { Engine, embeddedCaller, memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { TENANT, Watched } from './contract/following.js'
import { shared } from './contract/using.js'

it('who looks after the ledger is told of each deposit that the ledger pays for, and of no other', async () => {
  const storage = memoryStorage()
  const told: string[] = []
  const watched = new Watched(storage, (message) => told.push(message))
  const { chain, accounts } = watched
  await watched.open('A')
  await watched.open('B')
  const follower = watched.follower()
  await follower.round()
  const paid = [watched.pay('A', 2n), watched.pay('B', 2n)]
  chain.mine(paid)
  for (let count = 0; count < 3; count++) chain.mine()
  await follower.round()
  const engine = new Engine({ storage: shared(storage) })
  await engine.execute({
    caller: embeddedCaller(TENANT),
    rule: withdrawFunds,
    command: { tenant: TENANT, account: accounts.get('A') as AccountId, amount: '0.5', details: null },
    price: () => 0,
    present: (reference) => reference,
    idempotency: null,
  })
  await engine.close()
  expect(told).toEqual([])

  chain.undo(4)
  for (let count = 0; count < 5; count++) chain.mine()
  // Two that find it out tell it once.
  await Promise.all([follower.round(), watched.follower().round()])
  expect([await watched.balance('A'), await watched.balance('B')]).toEqual(['0', '0'])
  expect(told).toEqual([expect.stringContaining(`(${paid[0]?.txId}), and account ${accounts.get('A')}`)])
  await watched.end()
})
