/** Who signs a one-call transfer whose key may be in either of two fields. */
import type { Chain, Signer } from '@tallystick/custody'
import { embeddedCaller } from '@tallystick/engine'
import { expect, it } from 'vitest'
import type { CallContext } from '../context.js'
import { keyInEither } from './keys.js'

it('a managed wallet is asked for with the whole call: the policy sees whom it pays', async () => {
  const seen: unknown[] = []
  const wallets = {
    async signerAt(_caller: unknown, _chain: unknown, address: string, request: unknown) {
      seen.push(address, request)
      return { address } as Signer
    },
  }
  const context = { caller: embeddedCaller(), custody: { wallets } } as unknown as CallContext
  const chain = { codec: { isAddress: () => true }, record: { name: 'Celo' } } as unknown as Chain
  const call = { caller: 'a wallet', address: 'a recipient', amount: '1' }
  const { field } = await keyInEither('privateKey', 'fromPrivateKey')(context, chain, call)
  expect([field, ...seen]).toEqual(['caller', 'a wallet', call])
})
