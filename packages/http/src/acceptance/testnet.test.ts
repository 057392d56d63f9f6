/** Which testnet a call means: header, query, or the default. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import type { Chains } from '@tallystick/custody'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, startService } from '../service.fixture.js'

const real = createChains(readChainsConfig({}))
const asked: (string | undefined)[] = []
/** The real chains, and a note of which testnet was asked for. */
const chains: Chains = {
  chain(id, network, testnet) {
    asked.push(testnet)
    return real.chain(id, network, testnet)
  },
  health: () => real.health(),
  passThrough: (name) => real.passThrough(name),
  close: () => real.close(),
}

let service: Running
beforeAll(async () => {
  service = await startService({ engine: { chains } })
})
afterAll(() => service.close())

const HEADER = 'x-testnet-type'

test.each([
  ['the header', '', { [HEADER]: 'ethereum-holesky' }, 'ethereum-holesky'],
  ['the query', '?testnetType=ethereum-holesky', {}, 'ethereum-holesky'],
  ['the query before the header', '?testnetType=ethereum-holesky', { [HEADER]: 'other' }, 'ethereum-holesky'],
  // Client 1.x always sends it, and that testnet is gone.
  ['a testnet that is not there', '', { [HEADER]: 'ethereum-ropsten' }, 'ethereum-ropsten'],
  ['no name at all', '', {}, undefined],
  ['a header that is too long', '', { [HEADER]: 'x'.repeat(51) }, undefined],
])('%s', async (_, query, headers, expected) => {
  asked.length = 0
  for (const [method, path, body] of [
    ['GET', '/v3/ethereum/wallet', undefined],
    ['POST', '/v3/ethereum/wallet/priv', { mnemonic: 'test '.repeat(11).concat('junk'), index: 0 }],
  ] as const) {
    const { status } = await service.call(method, `${path}${query}`, {
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect(status).toBe(200)
  }
  expect(asked).toEqual([expected, expected])
})

test('is not a word of operations that have no testnets to choose from', async () => {
  asked.length = 0
  const answer = await service.call('GET', '/v3/polygon/wallet?testnetType=x', {
    headers: { [HEADER]: 'ethereum-holesky' },
  })
  expect(answer.status).toBe(200)
  expect(asked).toEqual([undefined])
})

test('given twice is no name', async () => {
  const answer = await service.call('GET', '/v3/ethereum/wallet?testnetType=a&testnetType=b')
  expect(answer.body).toMatchObject({ statusCode: 400, data: [{ target: 'query', property: 'testnetType' }] })
})
