/** When a deposit on TRON is credited: counted from the newest block, although only solidified ones are read. */
import { expect, it } from 'vitest'
import { following } from '../followed.fixture.js'
import { keyOf } from './chain.fixture.js'
import { signerOf } from './keys.js'
import { TronLedger } from './ledger.fixture.js'
import { startTronServer } from './server.fixture.js'

/** When the tests' clock begins (rounds.fixture.ts). */
const START = Date.UTC(2030, 0, 15, 12)

it.each([
  ['when its block is 19 deep', {}, 19],
  ['when it is as deep as was configured', { confirmations: 25 }, 25],
])('a deposit is credited %s', async (_when, more, depth) => {
  const ledger = new TronLedger(START - 300_000)
  const server = await startTronServer(ledger)
  ledger.fund(signerOf(keyOf('rich')).address, 10_000_000_000n)
  ledger.grow(45)
  const nodes = [{ kind: 'tron' as const, url: server.url }]
  const chains = { TRON: { testnet: { nodes, follow: true, ...more } } }
  const { calls, follow } = await following(chains, () => server.close())
  const { xpub = '' } = await calls.generateTronwallet({})
  const { id } = await calls.createAccountXpub({ currency: 'TRON', xpub })
  const { address: to } = await calls.generateDepositAddress({ id })
  await calls.transferTronBlockchain({ fromPrivateKey: keyOf('rich'), to, amount: '1.5' })
  const credited = async (blocks: number) => {
    ledger.grow(blocks)
    await follow()
    return (await calls.getAccountBalance({ id })).accountBalance
  }
  expect(await credited(depth - 1)).toBe('0')
  expect(await credited(1)).toBe('1.5')
})
