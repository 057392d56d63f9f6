/**
 * The public client (see public-client.test.ts) on the families whose nodes cannot be had here, from an account to what
 * the chain holds for ever: each row brings a node in memory that checks every signature with the chain's own library,
 * and has never been compared with a live one. All are in one service.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { operations } from '@tallystick/operations'
import { TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, type Running, startService } from '../service.fixture.js'
import { kmsRound, notReached } from './client.fixture.js'
import type { FamilyCalls, FamilyNode } from './families/family.fixture.js'
import { FAMILIES } from './families/rows.fixture.js'

const nodes = new Map<string, FamilyNode>()
let service: Running

beforeAll(async () => {
  // It would win over the URL below.
  delete process.env['TATUM_API_URL']
  for (const { chain, start } of FAMILIES) nodes.set(chain, await start())
  const file = [...nodes].map(([chain, { testnet }]) => [chain, { testnet }])
  const chains = createChains(readChainsConfig({ chains: Object.fromEntries(file) }))
  service = await startService({ engine: { chains } })
  TatumApi(KEY, service.url)
})
afterAll(async () => {
  await service?.close()
  for (const node of nodes.values()) await node.close()
})

describe.each(FAMILIES)('$area', ({ area, chain, beside }) => {
  const own = () => nodes.get(chain) ?? expect.fail('not started')
  let calls: FamilyCalls

  test('payments by whoever has the key', async () => {
    calls = await own().open(service)
    for (const [name, pay] of calls.payments) {
      const txId = await pay()
      own().settle()
      await calls.mustBePaid(txId).catch((cause: unknown) => expect.fail(`${name}: ${cause}`))
    }
  })

  test('payments that a key-management system signs, and all that was paid', async () => {
    const txIds = await kmsRound({ chain, ...calls.kms })
    own().settle()
    for (const txId of txIds) await calls.mustBePaid(txId)
    await calls.mustBeReceived()
  })

  test('what nodes tell, by the operations and by the node itself', async () => {
    await calls.mustBeTold()
    await calls.mustAnswer()
  })

  test('the client has been through every route, with success', async () => {
    const documented = operations.filter((one) => one.area === area)
    expect(documented.length).toBeGreaterThan(0)
    expect(await notReached(service, documented)).toEqual(beside)
  })

  test('its nodes are ready, and counted', async () => {
    const ready = await service.call('GET', '/readyz')
    expect(ready.body).toMatchObject({ status: 'ready', chains: { [`${chain} testnet`]: 'ok' } })
    const { host } = new URL(String(own().testnet.nodes[0]?.url))
    const { text } = await service.call('GET', '/metrics')
    const labels = `chain="${chain}",network="testnet",host="${host}"`
    expect(text).toContain(`tallystick_node_up{${labels}} 1\n`)
    expect(text).toMatch(new RegExp(`tallystick_node_calls_total\\{${labels}\\} [1-9]`))
  })
})

test('a client has been through every route of the key-management system, with success', async () => {
  const own = operations.filter(({ area }) => area === 'Key Management System')
  // The daemon's own call, which the client has not.
  expect(await notReached(service, own)).toEqual(['kmsReportErrors'])
})
