/** Deposit addresses: what a unit of work loads of them, and what followers look up across all tenants. */
import {
  ADDRESS_POOLS,
  type AddressPool,
  accountKey,
  addressPoolKey,
  type Change,
  DEPOSIT_ADDRESSES,
  type DepositAddress,
  depositAddressKey,
  homeNetworkKey,
} from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import {
  ALPHA,
  addressed,
  advanced,
  BETA,
  opened,
  pooled,
  possible,
  readdressed,
  Samples,
  settledOn,
  UNICODE,
  write,
} from './samples.js'
import { type OpenStorage, using } from './using.js'

const BLOCK = 5_000

/** Those of the addresses that belong to any account. */
const known = (storage: Storage, addresses: readonly string[]): Promise<readonly DepositAddress[]> =>
  storage.query.list(DEPOSIT_ADDRESSES, {
    where: { chain: 'BTC', network: 'mainnet', address: { in: addresses } },
  })

export function addressesContract(open: OpenStorage): void {
  describe('deposit addresses', () => {
    it(
      'are found by key with their account, of the own tenant only',
      using(open, async (storage) => {
        const samples = new Samples()
        const account = samples.account()
        const mine = samples.address({ account: account.id, tag: '5', xpub: 'xpub', derivationKey: 5 })
        const pool = samples.pool()
        await write(storage, opened(account), addressed(mine), pooled(pool), settledOn(HOME))
        const keys = [depositAddressKey(mine), addressPoolKey(pool, pool.address), homeNetworkKey(ALPHA)]
        const others = [
          { ...depositAddressKey(mine), tag: '' },
          { ...depositAddressKey(mine), currency: 'USDT' },
          { ...depositAddressKey(mine), network: 'testnet' },
          { ...addressPoolKey(pool, pool.address), tenant: BETA },
          depositAddressKey({ ...mine, tenant: BETA }),
          homeNetworkKey(BETA),
        ]
        await storage.transact(keys, (view) => {
          expect(keys.map((key) => view.find(key))).toEqual([mine, pool, HOME])
          expect(view.find(accountKey(ALPHA, account.id))).toEqual(account)
        })
        await storage.transact(others, (view) => {
          for (const key of others) expect(view.find(key)).toBeUndefined()
        })
        expect(await Promise.all(keys.map((key) => storage.query.find(key)))).toEqual([mine, pool, HOME])
      }),
    )

    it(
      'and pools keep what changes of them',
      using(open, async (storage) => {
        const samples = new Samples()
        const account = samples.account()
        const mine = samples.address({ account: account.id, shown: UNICODE })
        const pool = samples.pool()
        const next = { ...mine, account: samples.account().id, removed: true }
        await write(storage, opened(account), addressed(mine), pooled(pool))
        await storage.transact([depositAddressKey(mine), addressPoolKey(pool, pool.address)], (view) => {
          const changes: readonly Change[] = [
            readdressed(next),
            advanced({ ...pool, lastIndex: 2 ** 31 - 1 }),
          ]
          for (const change of changes) view.apply(change)
        })
        expect(await storage.query.list(DEPOSIT_ADDRESSES)).toEqual([next])
        expect(await storage.query.list(ADDRESS_POOLS)).toEqual([{ ...pool, lastIndex: 2 ** 31 - 1 }])
      }),
    )

    it(
      'of a whole block are found at once, of all tenants',
      using(open, async (storage) => {
        const samples = new Samples()
        const twice = samples.address({ address: UNICODE })
        const own = [
          twice,
          { ...twice, tenant: BETA, shown: 'another' },
          { ...twice, currency: 'USDT', removed: true },
          { ...twice, tag: '7' },
          samples.address({ address: 'a "quoted" one' }),
        ]
        const elsewhere = [
          { ...twice, chain: 'LTC' },
          { ...twice, network: 'testnet' },
          samples.address({ address: 'not in the block' }),
        ]
        await write(storage, ...[...own, ...elsewhere].map(addressed))
        const strangers = Array.from({ length: BLOCK - 2 }, (_, index) => `stranger-${index}`)
        const found = await known(storage, [...strangers, UNICODE, 'a "quoted" one'])
        const told = (one: DepositAddress) => [one.tenant, one.address, one.tag, one.currency].join()
        expect(found.map(told).sort()).toEqual(own.map(told).sort())
        expect(await known(storage, strangers)).toEqual([])
        expect(await known(storage, [])).toEqual([])
        const asked = [...strangers, UNICODE, 'not in the block']
        const may = await possible(storage, asked)
        expect(may.slice(-2)).toEqual(asked.slice(-2))
        expect(may.length).toBeLessThan(BLOCK / 100)
        const pools: readonly AddressPool[] = [samples.pool({ address: UNICODE }), samples.pool()]
        await write(storage, ...pools.map(pooled))
        const where = { chain: 'BTC', network: 'mainnet', address: { in: [UNICODE, 'stranger-1'] } }
        expect(await storage.query.list(ADDRESS_POOLS, { where })).toEqual([pools[0]])
      }),
    )
  })
}

const HOME = { tenant: ALPHA, network: 'mainnet' } as const
