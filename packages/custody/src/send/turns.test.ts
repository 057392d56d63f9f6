import { Engine, memoryStorage, Rejected } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { type Owner, Turns } from './turns.js'

const OWNER = { tenant: 'alpha' as Owner['tenant'], chain: 'ETH', network: 'testnet', owner: '0x1' }
/** Timers that keep the process alive. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

it('a call that was second tries again, and its process does not end before', async () => {
  const turns = new Turns(new Engine({ storage: memoryStorage() }))
  const before = timers()
  let isTaken = true
  const call = turns.take(OWNER, async () => {
    if (isTaken) throw new Rejected({ code: 'claim.taken' })
    return 'first now'
  })
  await new Promise(setImmediate)
  expect(timers()).toBe(before + 1)
  isTaken = false
  expect(await call).toBe('first now')
  expect(timers()).toBe(before)
})
