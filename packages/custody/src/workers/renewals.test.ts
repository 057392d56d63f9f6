/** Which nodes are asked about pending signatures that have expired. */
import { createPendingSignature, type TenantId } from '@tallystick/core'
import { Engine, embeddedCaller, memoryStorage, systemScheduler, uncharged } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { NodeFault } from '../ports/chain.js'
import { records } from '../records.js'
import { Renewals, type RenewalsOptions } from './renewals.js'

function pending() {
  let now = 0
  const scheduler = { ...systemScheduler, elapsed: () => now }
  const engine = new Engine({ storage: memoryStorage(), scheduler })
  const pend = (chain: string, network: string, wallet: string, caller = embeddedCaller()) =>
    engine.execute({
      ...uncharged(caller),
      rule: createPendingSignature,
      command: {
        ...{ tenant: caller.tenant, chain, network, serialized: wallet },
        ...{ hashes: [wallet], index: null, signatures: null, withdrawalId: null, replaces: false },
        claims: [{ owner: wallet, index: 0n }],
      },
      present: () => null,
    })
  const later = (ms: number): void => {
    now += ms
  }
  return { engine, pend, later }
}

it('tenants take turns: what has expired of one does not wait behind a thousand of another', async () => {
  const { engine, pend } = pending()
  const [many, few] = ['many', 'few'].map((tenant) => embeddedCaller(tenant as TenantId))
  for (let count = 0; count < 1_000; count++) await pend('TRON', 'mainnet', `many ${count}`, many)
  await pend('TRON', 'mainnet', 'few', few)
  const asked: string[] = []
  const chains = {
    chain: async () => ({
      record: records.TRON,
      codec: { asked: (serialized: string) => ({ txId: serialized, raw: '', expires: 0 }) },
      node: {
        async status({ txId }: { readonly txId: string }) {
          asked.push(txId)
          return { kind: 'absent' }
        },
      },
    }),
  }
  await new Renewals({ engine, chains, turns: {}, pipeline: {} } as unknown as RenewalsOptions).look()
  expect(new Set(asked).size).toBe(1_001)
  expect(asked).toHaveLength(1_001)
  expect(asked.indexOf('few')).toBeLessThan(20)
})

it('nodes that do not answer are asked once, and hold up no other network and chain', async () => {
  const { engine, pend, later } = pending()
  for (const wallet of ['a', 'b']) {
    await pend('TRON', 'testnet', wallet)
    await pend('TRON', 'mainnet', wallet)
    await pend('XLM', 'mainnet', wallet)
  }
  const asked: string[] = []
  const chains = {
    chain: async (id: 'TRON' | 'XLM', network: string) => ({
      record: records[id],
      codec: { asked: () => ({ txId: 'x', raw: '{}', expires: 0 }) },
      node: {
        async status() {
          asked.push(`${id} ${network}`)
          if (id === 'TRON' && network === 'testnet') throw new NodeFault('unreachable', 'it hangs')
          return { kind: 'absent' }
        },
      },
    }),
  }
  // Neither is asked for anything: no node has proven that a transaction is dead.
  const unused = { turns: {}, pipeline: {} }
  const renewals = new Renewals({ engine, chains, ...unused } as unknown as RenewalsOptions)
  const silent = { code: 'unreachable' }
  await expect(renewals.look()).rejects.toMatchObject(silent)
  expect(asked.toSorted()).toEqual([
    ...['TRON mainnet', 'TRON mainnet', 'TRON testnet', 'XLM mainnet', 'XLM mainnet'],
  ])
  await renewals.look()
  later(60_000)
  const looks = [renewals.look(), renewals.look()]
  await expect(looks[0]).rejects.toMatchObject(silent)
  await looks[1]
  expect(asked).toHaveLength(10)
  later(60_000)
  renewals.stop()
  await renewals.look()
  expect(asked).toHaveLength(10)
})
