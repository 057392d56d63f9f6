/** A tenant without a deposit address is compared too: nothing has told yet on which network its coins are. */
import { type AccountId, type ApiKeyId, fundAccount, openAccount, type TenantId } from '@tallystick/core'
import { Engine, memoryStorage, uncharged } from '@tallystick/engine'
import { expect, it } from 'vitest'
import type { Chain, ChainNetwork } from '../ports/chain.js'
import type { Chains } from '../ports/chains.js'
import { records } from '../records.js'
import { reconcile } from './reconcile.js'

const tenant = 'tenant' as TenantId

/** Follows Solana on these networks. Nothing of their nodes is asked. */
function following(networks: readonly ChainNetwork[]): Chains {
  const chain = (_: string, network: ChainNetwork) => {
    const on: Partial<Chain> = { record: records.SOL, network }
    return Promise.resolve(on as never)
  }
  return {
    chain,
    followed: networks.map((network) => ({ chain: 'SOL', network })),
  } as Partial<Chains> as Chains
}

it.each<[readonly ChainNetwork[], string]>([
  [['mainnet'], 'mainnet'],
  [['testnet'], 'testnet'],
  [['mainnet', 'testnet'], 'testnet'],
])('with %s followed', async (networks, network) => {
  const storage = memoryStorage()
  const engine = new Engine({ storage })
  const caller = uncharged({ tenant, apiKey: '' as ApiKeyId })
  const nothing = {
    xpub: null,
    customer: null,
    accountingCurrency: null,
    accountCode: null,
    accountNumber: null,
  }
  const id = await engine.execute({
    ...caller,
    rule: openAccount,
    command: { tenant, account: { currency: 'SOL', ...nothing } },
    present: ({ account }): AccountId => account.id,
  })
  await engine.execute({
    ...caller,
    rule: fundAccount,
    command: { tenant, account: id, amount: '5', details: null },
    present: () => null,
  })
  const { currencies, isExplained } = await reconcile({ storage, engine, chains: following(networks) })
  expect(isExplained).toBe(false)
  const what = 'balances that no deposit or withdrawal explains'
  expect(currencies).toMatchObject([
    { currency: 'SOL', network, customers: 5_000_000_000n, lines: [{ what }] },
  ])
})
