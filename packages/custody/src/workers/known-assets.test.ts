import type { AccountId, TenantId, Token } from '@tallystick/core'
import { Engine, memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { type FollowedAssets, KnownAssets } from './known-assets.js'

const ON = { chain: 'ETH', network: 'testnet' } as const
const [OWNER, OTHER] = ['owner', 'other'] as [TenantId, TenantId]

const GOLD: Token = {
  ...ON,
  tenant: OWNER,
  name: 'GOLD',
  scale: 6,
  standard: null,
  asset: '0xown',
  since: 5,
  account: 'account' as AccountId,
  holder: null,
  supply: 0n,
  created: 0,
}

it.each([
  ['with its contract', GOLD, { currency: 'GOLD', scale: 6 }],
  ['whose contract is not stored yet', { ...GOLD, asset: null, since: null }, undefined],
])(
  'a currency of the service is none for who has registered a token of its name before, %s',
  async (_, token, own) => {
    const storage = memoryStorage()
    await storage.transact([], (view) => view.apply({ type: 'token.registered', token }))
    const shared: FollowedAssets = {
      tokens: new Set(['0xlisted']),
      of: (asset) => (asset === '0xlisted' ? { currency: 'GOLD', scale: 18 } : undefined),
    }
    const assets = new KnownAssets(new Engine({ storage }), ON, shared)
    await assets.refresh()
    expect(await assets.refresh()).toBe(false)
    expect(assets.of(OWNER, '0xlisted', 9)).toBeUndefined()
    expect(assets.of(OWNER, '0xown', 9)).toEqual(own)
    expect(assets.of(OTHER, '0xlisted', 9)).toEqual({ currency: 'GOLD', scale: 18 })
  },
)
