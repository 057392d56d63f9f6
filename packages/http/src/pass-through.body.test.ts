import { describe, expect, it } from 'vitest'
import { call, ETH, world, XLM } from './pass-through.fixture.js'
import { KEY } from './service.fixture.js'

describe('a body', () => {
  it.each([
    ['no body', undefined],
    ['text', '"net_version"'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['a list of text', '["net_version"]'],
    ['a list of 101 calls', JSON.stringify(Array(101).fill(call('net_version')))],
    ['no method', '{}'],
    ['a method that is none', '{"method":1}'],
    ['an endless method', JSON.stringify(call('x'.repeat(101)))],
    ['a method among others that has none', '[{"method":"net_version"},{"id":2}]'],
    ['broken JSON', '{"method":'],
    ['a nest', '['.repeat(10_000)],
    ['a deep one', `{"method":"x","params":${'['.repeat(200)}${']'.repeat(200)}}`],
    ['a very deep one', `{"method":"x","params":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ])('with %s is refused, and nothing is sent', async (_name, raw) => {
    const { node, service } = await world()
    const options = raw === undefined ? {} : { raw }
    const answer = await service.call('POST', ETH, options)
    expect(answer.body).toMatchObject({ statusCode: 400, errorCode: 'validation.failed' })
    expect(node.asked).toEqual([])
  })

  it.each([
    'admin_addPeer',
    'personal_unlockAccount',
    'eth_sendTransaction',
    'eth_sign',
    'eth_signTypedData_v4',
    'miner_start',
    'debug_setHead',
    'debug_writeMemProfile',
    'anvil_setBalance',
    'hardhat_impersonateAccount',
    'evm_mine',
    'engine_forkchoiceUpdatedV3',
  ])('with %s, which acts on the node, is refused, alone or in a list', async (method) => {
    const { node, service } = await world()
    for (const body of [call(method), [call('net_version'), call(method)]]) {
      const answer = await service.call('POST', ETH, { body })
      expect(answer.body).toMatchObject({ statusCode: 400, errorCode: 'validation.failed' })
    }
    expect(node.asked).toEqual([])
  })

  /** Nodes in Go fold letters when they read names, as of Unicode: the long s is an s. */
  it.each([
    ['Method', 'admin_peers'],
    ['METHOD', 'debug_traceTransaction'],
    ['metHod', 'personal_unlockAccount'],
    ['Params', []],
    ['param\u017f', []],
    ['JSONRPC', '1.0'],
    ['j\u017fonrpc', '1.0'],
    ['ID', 2],
    ['method\u0000', 'admin_peers'],
  ])(
    'with the name %j, which a node may read as another, is refused, alone or in a list',
    async (name, value) => {
      const { node, service } = await world()
      const trick = { ...call('eth_chainId'), [name]: value }
      for (const path of [
        ETH,
        '/v3/blockchain/node/doge-testnet',
        '/v3/dogecoin/node',
        `/v3/ethereum/web3/${KEY}`,
      ]) {
        for (const body of path.endsWith('/node') ? [trick] : [trick, [call('eth_chainId'), trick]]) {
          const answer = await service.call('POST', path, { body })
          expect(answer.body).toMatchObject({ statusCode: 400, errorCode: 'validation.failed' })
        }
      }
      expect(node.asked).toEqual([])
    },
  )

  it('with a name of older clients is passed on', async () => {
    const { node, service } = await world()
    const body = { version: '1.1', id: 1, method: 'getblockcount', params: [] }
    expect((await service.call('POST', '/v3/dogecoin/node', { body })).status).toBe(200)
    expect(node.asked).toMatchObject([{ body: JSON.stringify(body) }])
  })

  it.each(['admin\u200b_peers', 'admin_peers ', '\u00adadmin_peers', 'eth_\u0000call'])(
    'with the method %j, which no node has, is refused',
    async (method) => {
      const { node, service } = await world()
      const answer = await service.call('POST', ETH, { body: call(method) })
      expect(answer.body).toMatchObject({ statusCode: 400, errorCode: 'validation.failed' })
      expect(node.asked).toEqual([])
    },
  )

  it('that is a list is for JSON-RPC only', async () => {
    const { node, service } = await world()
    expect((await service.call('POST', XLM, { body: [{ a: 1 }] })).status).toBe(400)
    expect(node.asked).toEqual([])
  })
})
