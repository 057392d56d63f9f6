/** Calls of very many items leave turns of the event loop to others: each key and each address takes a millisecond. */
import { DEFAULT_TENANT, memoryStorage } from '@tallystick/engine'
import { turnsDuring } from '@tallystick/testing'
import { expect, it } from 'vitest'
import { keysInList } from './chains/signing.js'
import { nodelessChains } from './chains.fixture.js'
import type { CallContext } from './context.js'
import { TPUB } from './ledger.fixture.js'
import { createTallystick } from './tallystick.js'

const MANY = 100
/** At most 20 items a turn. */
const TURNS = MANY / 20

/** Of anvil's first account: a key that everybody knows. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

it('keys that are read', async () => {
  const chain = await nodelessChains().chain('ETH', 'testnet')
  // Nothing else of the context is needed for keys of the call.
  const context = { caller: { tenant: DEFAULT_TENANT, network: 'testnet' } } as CallContext
  const keys = { from: Array.from({ length: MANY }, () => ({ privateKey })) }
  const { result, turns } = await turnsDuring(() => keysInList(context, chain, 'from', keys))
  expect(result).toHaveLength(MANY)
  expect(turns).toBeGreaterThanOrEqual(TURNS)
})

it('addresses that are derived', async () => {
  const tallystick = createTallystick({
    storage: memoryStorage(),
    chains: nodelessChains(),
    network: 'testnet',
  })
  const { id: accountId } = await tallystick.createAccountXpub({ currency: 'BTC', xpub: TPUB })
  const addresses = Array.from({ length: MANY }, () => ({ accountId }))
  const { result, turns } = await turnsDuring(() => tallystick.generateDepositAddressesBatch({ addresses }))
  expect(result).toHaveLength(MANY)
  // Both where the accounts are looked up and where the addresses are derived.
  expect(turns).toBeGreaterThanOrEqual(2 * TURNS)
  await tallystick.close()
})
