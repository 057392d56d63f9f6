/** Two engines that take an xpub's next address at once: no index is given twice, and none is lost. */
import { createChains } from '@tallystick/chains'
import { createTallystick } from '@tallystick/operations'
import { describe, expect, it } from 'vitest'
import { reopen, storages } from './storages.fixture.js'

const XPUB =
  'xpub6DtevPxud8AJUCqddtVqpqxAJvjFrYYvtt4co2kZF7ifPW3d5FJ3B9i5x7xL4CZirb2eNDEVqCtBgiGZR6Kkee5RdHsDoJVbtxi946axjXJ'
const EACH = 8

describe.each(storages.filter(({ name }) => name === 'SQLite' || name === 'PostgreSQL'))(
  'on $name',
  ({ open }) => {
    it('addresses of one xpub have the next indexes, each one account', async () => {
      const first = await open()
      const engines = [first, await reopen(first)].map((storage) =>
        createTallystick({ storage, chains: createChains({}), warn: () => undefined }),
      )
      const [one] = engines
      if (one === undefined) throw new TypeError('no engine')
      const accounts: string[] = []
      for (const currency of ['ETH', 'ETH']) {
        accounts.push((await one.createAccountXpub({ currency, xpub: XPUB })).id)
      }
      const given = await Promise.all(
        engines.flatMap((engine) =>
          Array.from({ length: EACH }, (_, index) =>
            engine.generateDepositAddress({ id: accounts[index % accounts.length] as string }),
          ),
        ),
      )
      const indexes = given.map(({ derivationKey }) => Number(derivationKey)).sort((a, b) => a - b)
      const opened = accounts.length
      expect(indexes).toEqual(Array.from({ length: engines.length * EACH }, (_, index) => opened + 1 + index))
      expect(new Set(given.map(({ address }) => address)).size).toBe(given.length)
      for (const engine of engines) {
        const listed = await Promise.all(accounts.map((id) => engine.getAllDepositAddresses({ id })))
        expect(listed.flat()).toHaveLength(given.length + opened)
        await engine.close()
      }
    })
  },
)
