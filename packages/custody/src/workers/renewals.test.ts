/** Which nodes are asked about pending signatures that have expired. */
import { createPendingSignature, type TenantId } from '@tallystick/core'
import { Engine, embeddedCaller, memoryStorage, systemScheduler } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { NodeFault } from '../ports/chain.js'
import { records } from '../records.js'
import { Renewals, type RenewalsOptions } from './renewals.js'

it('nodes that do not answer are asked once, and hold up no other network and chain', async () => {
  let now = 0
  const scheduler = { ...systemScheduler, elapsed: () => now }
  const engine = new Engine({ storage: memoryStorage(), scheduler })
  const pend = (chain: string, network: string, wallet: string) =>
    engine.execute({
      caller: embeddedCaller(),
      rule: createPendingSignature,
      command: {
        ...{ tenant: embeddedCaller().tenant as TenantId, chain, network, serialized: '{}' },
        ...{ hashes: [wallet], index: null, signatures: null, withdrawalId: null, replaces: false },
        claims: [{ owner: wallet, index: 0n }],
      },
      price: () => 0,
      present: () => null,
      idempotency: null,
    })
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
  now += 60_000
  const looks = [renewals.look(), renewals.look()]
  await expect(looks[0]).rejects.toMatchObject(silent)
  await looks[1]
  expect(asked).toHaveLength(10)
  now += 60_000
  renewals.stop()
  await renewals.look()
  expect(asked).toHaveLength(10)
})
