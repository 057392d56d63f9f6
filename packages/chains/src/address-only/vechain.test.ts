/** The gas of VeChain, from a node that answers as Thor's `POST /accounts/*` is documented to. */
import type { ServerResponse } from 'node:http'
import { memoryStorage } from '@tallystick/engine'
import { createTallystick } from '@tallystick/operations'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { codeOf } from '../open-ledger.fixture.js'
import { type Behaviour, json, LoopbackServer, text } from '../transport/server.fixture.js'

const CALL = { from: `0x${'12'.repeat(20)}`, to: `0x${'Ab'.repeat(20)}`, value: '1.000000000000000001' }

/** An outcome of Thor's: one for each clause. */
const outcome = (changes: object = {}) => [
  { data: '0x', events: [], transfers: [], gasUsed: 0, reverted: false, vmError: '', ...changes },
]

/** Of the testnet: what a node is asked first. */
const FIRST_BLOCK = { number: 0, id: '0x000000000b2bce3c70bc649a02749e8687721b09ed2e15997f466536b20bb127' }

/** Says of which network it is, and to everything else what it is told to. */
const thor =
  (answer: (response: ServerResponse) => void): Behaviour =>
  ({ url }, response) =>
    url === '/blocks/0' ? json(response, FIRST_BLOCK) : answer(response)

async function open() {
  const server = await LoopbackServer.start(thor((response) => json(response, outcome())))
  const chains = createChains(
    readChainsConfig({ rpc: { 'vechain-testnet': { nodes: [{ url: server.url }] } } }),
  )
  const ledger = createTallystick({ storage: memoryStorage(), chains })
  onTestFinished(() => ledger.close())
  return { server, ledger }
}

describe('the gas of VeChain', () => {
  it('is that of the clause, and what its node finds that a contract uses', async () => {
    const { server, ledger } = await open()
    expect(await ledger.vetEstimateGas(CALL)).toBe(21_000)
    const [, asked] = server.asked
    expect([asked?.method, asked?.url]).toEqual(['POST', '/accounts/*'])
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      clauses: [{ to: CALL.to.toLowerCase(), value: '0xde0b6b3a7640001', data: '0x' }],
      caller: CALL.from,
    })
    server.behaviour = thor((response) => json(response, outcome({ gasUsed: 36_518 })))
    // Two bytes that are not zero, and one that is.
    expect(await ledger.vetEstimateGas({ ...CALL, data: '0xA9ff00', nonce: 7 })).toBe(21_000 + 140 + 36_518)
    expect(await ledger.vetEstimateGas({ ...CALL, data: 'a9ff00' })).toBe(21_000 + 140 + 36_518)
  })

  it('is not told of what is reverted, or what the node does not say', async () => {
    const { server, ledger } = await open()
    const revert = { reverted: true, vmError: 'execution reverted' }
    server.behaviour = thor((response) => json(response, outcome(revert)))
    expect(await codeOf(ledger.vetEstimateGas(CALL))).toBe('execution.reverted')
    for (const answer of [
      '[]',
      '{}',
      'canary',
      '[null]',
      '[{"gasUsed":"7","reverted":false}]',
      '[{"gasUsed":1e99}]',
    ]) {
      server.behaviour = thor((response) => text(response, answer))
      expect(await codeOf(ledger.vetEstimateGas(CALL)), answer).toBe('chain.unavailable')
    }
    server.behaviour = thor((response) => json(response, outcome(), 400))
    expect(await codeOf(ledger.vetEstimateGas(CALL))).toBe('chain.unavailable')
    await server.down()
    expect(await codeOf(ledger.vetEstimateGas(CALL))).toBe('chain.unavailable')
  })

  it('is not asked for what no transaction can be', async () => {
    const { server, ledger } = await open()
    const bad = [
      { from: 'xrp' },
      { to: `0x${'12'.repeat(19)}` },
      { value: '1.0000000000000000001' },
      { value: '-1' },
      { data: '0xabc' },
      { data: 'zz' },
    ]
    for (const changes of bad) {
      expect(await codeOf(ledger.vetEstimateGas({ ...CALL, ...changes })), JSON.stringify(changes)).toBe(
        'validation.failed',
      )
    }
    expect(server.asked).toEqual([])
  })
})
