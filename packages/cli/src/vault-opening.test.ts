/** A start with other master keys than those that the wallets of the ledger depend on. The command itself: vault.test.ts. */
import { createChains } from '@tallystick/chains'
import { memoryStorage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { createVault, localKeys, masterKeysIn, newMasterKey } from '@tallystick/vault'
import { expect, it } from 'vitest'
import { mustOpen } from './vault.js'

it('a service does not start with a master key that does not open its wallets', async () => {
  const [key, other] = [newMasterKey(), newMasterKey()]
  const storage = memoryStorage()
  const opened = (...keys: readonly string[]) => {
    const vault = createVault(localKeys(masterKeysIn(Buffer.from(keys.join('\n')))), { exports: false })
    return createTallystick({ storage, vault, chains: createChains({ networks: [], rpc: [] }) })
  }
  const first = opened(key)
  await mustOpen(first.custody.wallets)
  await first.custodialCreateWallet({ chain: 'ETH' })
  await mustOpen(first.custody.wallets)
  await expect(mustOpen(opened(other).custody.wallets)).rejects.toThrow(
    '1 managed wallet depends on a master key that is not at hand.',
  )
  await mustOpen(opened(other, key).custody.wallets)
  await first.close()
})
