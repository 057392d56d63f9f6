/** Nodes of the wrong network, family by family: on real nodes where they can be had, else in the documented shapes. */
import { createRequire } from 'node:module'
import { type ChainId, type NodeFault, records } from '@tallystick/custody'
import { startXrpServer, type XrpServer } from '@tallystick/testing/simulated'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { NetworkFile, NodeFile } from './config/config.js'
import { anvil } from './evm/anvil.fixture.js'
import { MultiversxLedger } from './multiversx/ledger.fixture.js'
import { startGateway } from './multiversx/server.fixture.js'
import { type Network, open, usedBy } from './networks.fixture.js'
import { type Behaviour, json, LoopbackServer } from './transport/server.fixture.js'
import { type Bcoin, startBcoin } from './utxo/bcoin.fixture.js'
import { startUtxoServer } from './utxo/ledger.fixture.js'
import { findLitecoind, type Litecoind, startLitecoind } from './utxo/litecoind.fixture.js'
import { offlineChain } from './utxo/subject.fixture.js'

describe('EVM, on anvil', () => {
  const TESTNET = 11_155_111n
  const at = (...urls: readonly string[]): NetworkFile => ({
    nodes: urls.map((url) => ({ kind: 'evm', url })),
  })

  it('a node is of the chain id that is meant', async () => {
    const [{ url: wrong }, { url: right }] = [await anvil({ chainId: 5n }), await anvil({ chainId: TESTNET })]
    const says = /^it says 5 instead of 11155111$/
    expect(await usedBy('ETH', 'testnet', at(right))).toBe('used')
    expect(await usedBy('ETH', 'testnet', at(wrong))).toMatch(says)
    expect(await usedBy('ETH', 'testnet', at(wrong, right))).toMatch(
      /^used, beside .*nodes\[0\] is not of ETH on testnet/,
    )
    expect(await usedBy('ETH', 'testnet', { ...at(wrong), chainId: 5 })).toBe('used')
    expect(await usedBy('ETH', 'testnet', { ...at(right), chainId: 5 })).toMatch(
      /^it says 11155111 instead of 5$/,
    )
    expect(await usedBy('ETH', 'mainnet', at(right))).toMatch(/^it says 11155111 instead of 1$/)
    const own = await anvil({ chainId: 31_337n })
    expect(await usedBy('ETH', 'testnet', { ...at(own.url), parameters: 'regtest' })).toBe('used')
  })

  it('each testnet is told from the others', async () => {
    const { url } = await anvil({ chainId: 17_000n })
    for (const [network, outcome] of [
      ['ethereum-holesky', 'used'],
      ['testnet', 'unreachable'],
    ] as const) {
      const chain = await open('ETH', network, at(url)).chain('ETH', 'testnet', network)
      const head = chain.node.head().then(
        () => 'used',
        ({ code }: NodeFault) => code,
      )
      expect(await head).toBe(outcome)
    }
  })

  it('a second one that is wrong is not used when the first is gone', async () => {
    const first = await anvil({ chainId: TESTNET })
    const second = await anvil({ chainId: 1n })
    const chains = open('ETH', 'testnet', at(first.url, second.url))
    const { node, codec } = await chains.chain('ETH', 'testnet')
    expect((await node.head()).height).toBe(0)
    expect(chains.health().map(({ calls }) => calls)).toEqual([2, 0])
    await first.kill()
    const address = codec.address(Uint8Array.from([2, ...new Uint8Array(31).fill(1), 5]))
    for (const call of [() => node.head(), () => node.balance(address), () => node.pendingNonce(address)]) {
      await expect(call()).rejects.toMatchObject({ code: 'unreachable' })
    }
    expect(chains.health()[1]).toMatchObject({
      healthy: false,
      // One question in three calls.
      calls: 1,
      problem: expect.stringMatching(/^chains\.ETH\.testnet\.nodes\[1\] is not of ETH on testnet/),
    })
  })

  it('neither is one of the pass-through', async () => {
    const { url } = await anvil({ chainId: 1n })
    const chains = open('ETH', 'testnet', { ...at(url), passThrough: true })
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
    const { signal } = new AbortController()
    const sent = chains.passThrough('ethereum-sepolia')?.send({ method: 'POST', target: '', body, signal })
    await expect(sent).rejects.toMatchObject({ name: 'NodeFault', code: 'unreachable' })
  })

  // github.com/trezor/blockbook, docs/api.md, "Status page".
  it.each<[network: Network, chainId: number | null, coin: string, chain: unknown, isUsed: boolean]>([
    ['mainnet', null, 'Ethereum', 'mainnet', true],
    ['mainnet', null, 'Ethereum Archive', 'mainnet', true],
    ['mainnet', null, 'Ethereum Classic', 'mainnet', false],
    ['mainnet', null, 'Polygon', 'mainnet', false],
    ['mainnet', null, 'Ethereum Testnet Sepolia', 'testnet 11155111', false],
    ['mainnet', 31_337, 'Ethereum', 'mainnet', false],
    ['mainnet', 31_337, 'Ethereum', 'testnet 31337', true],
    ['testnet', null, 'Ethereum Testnet Sepolia', 'testnet 11155111', true],
    ['testnet', null, 'Ethereum Testnet Holesky', 'testnet 17000', false],
    ['testnet', null, 'Ethereum', 'mainnet', false],
    ['testnet', null, 'Ethereum', undefined, false],
    ['testnet', null, 'Ethereum', { canary: 1 }, false],
  ])('Blockbook on %s (%s): %s, %j', async (network, chainId, coin, chain, isUsed) => {
    const blockbook = await LoopbackServer.start(({ url }, response) =>
      json(
        response,
        url === '/api/v2' ? { blockbook: { coin }, backend: { chain } } : { page: 1, txids: [] },
      ),
    )
    const nodes: readonly NodeFile[] = [
      { kind: 'evm', url: 'http://127.0.0.1:1' },
      { kind: 'blockbook', url: blockbook.url },
    ]
    const chains = open('ETH', network, { nodes, ...(chainId === null ? {} : { chainId }) })
    const { history } = await chains.chain('ETH', network)
    const list = history?.transactions(`0x${'11'.repeat(20)}`, { offset: 0, limit: 1, order: 'desc' })
    if (isUsed) expect(await list).toEqual([])
    else await expect(list).rejects.toMatchObject({ code: 'unreachable' })
    expect(blockbook.asked).toHaveLength(isUsed ? 2 : 1)
  })
})

describe('UTXO', () => {
  const core = (...urls: readonly string[]): NetworkFile => ({
    nodes: urls.map((url) => ({ kind: 'core', url })),
  })
  const utxo = [records.BTC, records.LTC, records.DOGE, records.BCH]

  it('no two public networks have a landmark in common, but the first block of testnet3', () => {
    const all = utxo.flatMap(({ id, networks: { mainnet, testnet } }) =>
      [mainnet, testnet].flatMap((params) =>
        (params?.landmark.hashes ?? []).map((hash) => [id, `${params?.landmark.height} ${hash}`] as const),
      ),
    )
    const shared = all.filter(([id, block]) => all.some(([other, same]) => other !== id && same === block))
    const testnet3 = '0 000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'
    expect(shared).toEqual([
      ['BTC', testnet3],
      ['BCH', testnet3],
    ])
    for (const [, block] of all) expect(block).toMatch(/^\d+ [0-9a-f]{64}$/)
    const regtest = new Set(utxo.flatMap(({ networks }) => networks.regtest?.landmark.hashes ?? []))
    expect(regtest.size).toBe(3)
    expect(all.filter(([, block]) => regtest.has(block.slice(2)))).toEqual([])
  })

  it('the landmark of Bitcoin is one of bcoin’s checkpoints', () => {
    const networks = createRequire(import.meta.url)('bcoin/lib/protocol/networks')
    const { landmark } = records.BTC.networks.mainnet ?? expect.fail('no mainnet')
    const checkpoint: Buffer | string = networks.main.checkpointMap[landmark.height]
    const hash = typeof checkpoint === 'string' ? Buffer.from(checkpoint, 'hex') : checkpoint
    expect(landmark.hashes).toEqual([Buffer.from(hash).reverse().toString('hex')])
  })

  // Litecoin Core is a package of the system, which not every machine has.
  describe.skipIf(findLitecoind() === undefined)('on litecoind', () => {
    const nodes: Partial<Record<'mainnet' | 'testnet' | 'regtest', Litecoind>> = {}
    const url = (network: keyof typeof nodes): string => nodes[network]?.url ?? expect.fail('not started')
    beforeAll(async () => {
      for (const network of ['mainnet', 'testnet', 'regtest'] as const) {
        nodes[network] = await startLitecoind({ network })
      }
    })
    afterAll(async () => {
      for (const node of Object.values(nodes)) await node.stop()
    })

    it.each<
      [of: keyof typeof nodes, id: ChainId, network: Network, parameters: 'regtest' | null, says: RegExp]
    >([
      ['mainnet', 'LTC', 'mainnet', null, /^used$/],
      ['testnet', 'LTC', 'testnet', null, /^used$/],
      ['regtest', 'LTC', 'testnet', 'regtest', /^used$/],
      ['testnet', 'LTC', 'mainnet', null, /^it says 4966.* instead of 12a7/],
      ['regtest', 'LTC', 'mainnet', null, /^it says 5308.* instead of 12a7/],
      ['mainnet', 'LTC', 'testnet', null, /^it says 12a7.* instead of 4966/],
      ['regtest', 'LTC', 'testnet', null, /^it says 5308.* instead of 4966/],
      ['mainnet', 'LTC', 'testnet', 'regtest', /^it says 12a7.* instead of 0f91.* or 5308.* or 3d21/],
      ['testnet', 'LTC', 'testnet', 'regtest', /^it says 4966.* instead of 0f91/],
      // What `getblockchaininfo` says would be right.
      ['mainnet', 'DOGE', 'mainnet', null, /^it says 12a7.* instead of 1a91/],
      ['testnet', 'BTC', 'testnet', null, /^it says 4966.* instead of 0000.* or 0000.* or 0000/],
      // It is not that far.
      ['mainnet', 'BTC', 'mainnet', null, /^it answers getblockhash with its error -8$/],
      ['mainnet', 'BCH', 'mainnet', null, /^it answers getblockhash with its error -8$/],
      // One private chain may stand for another.
      ['regtest', 'BTC', 'testnet', 'regtest', /^used$/],
    ])('a node of its %s for %s on %s (%s)', async (of, id, network, parameters, says) => {
      const config = { ...core(url(of)), ...(parameters === null ? {} : { parameters }) }
      expect(await usedBy(id, network, config)).toMatch(says)
    })

    it('the wrong one is passed over, first or second', async () => {
      expect(await usedBy('LTC', 'testnet', core(url('mainnet'), url('testnet')))).toMatch(
        /^used, beside chains\.LTC\.testnet\.nodes\[0\]/,
      )
      expect(await usedBy('LTC', 'testnet', core('http://127.0.0.1:1', url('mainnet')))).toMatch(
        /^it says 12a7/,
      )
    })
  })

  describe('on bcoin', () => {
    let node: Bcoin | undefined
    it.each<[of: string, network: Network, parameters: 'regtest' | null, says: RegExp]>([
      ['regtest', 'testnet', 'regtest', /^used$/],
      ['regtest', 'testnet', null, /^it says 0f91.* instead of 0000/],
      ['testnet', 'testnet', null, /^used$/],
      ['main', 'testnet', null, /^it says 000000000019d6.* instead of 0000/],
      ['main', 'testnet', 'regtest', /^it says 000000000019d6.* instead of 0f91/],
      ['main', 'mainnet', null, /^it answers getblockhash with its error -8$/],
    ])('a node of its %s for BTC on %s (%s)', async (of, network, parameters, says) => {
      node = await startBcoin(of)
      const config = { ...core(node.url), ...(parameters === null ? {} : { parameters }) }
      expect(await usedBy('BTC', network, config).finally(() => node?.stop())).toMatch(says)
    })
  })

  it.each(['core', 'blockbook'] as const)('%s of Bitcoin Cash and of Bitcoin', async (kind) => {
    const [cash, bitcoin] = [
      await startUtxoServer(offlineChain('BCH', 'mainnet')),
      await startUtxoServer(offlineChain('BTC', 'mainnet')),
    ]
    onTestFinished(async () => {
      await Promise.all([cash.close(), bitcoin.close()])
    })
    const to = (server: typeof cash): NetworkFile => ({ nodes: [{ kind, url: server[kind] }] })
    expect(await usedBy('BCH', 'mainnet', to(cash))).toBe('used')
    expect(await usedBy('BTC', 'mainnet', to(bitcoin))).toBe('used')
    // They are not that far: neither can say.
    for (const [id, server] of [
      ['BTC', cash],
      ['BCH', bitcoin],
    ] as const) {
      expect(await usedBy(id, 'mainnet', to(server))).toBe(
        kind === 'core'
          ? 'it answers getblockhash with its error -8'
          : `it answers /api/v2/block-index/${id === 'BTC' ? 500_000 : 661_648} with something else`,
      )
    }
    expect(await usedBy('BTC', 'testnet', to(bitcoin))).toMatch(/^it says b{63,}0* instead of 0000/)
  })

  // github.com/trezor/blockbook, docs/api.md, "Get block hash".
  it.each<[says: unknown, isUsed: boolean]>([
    ['12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2', true],
    ['4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0', false],
    ['', false],
    [7, false],
    [undefined, false],
  ])('Blockbook that says %j', async (blockHash, isUsed) => {
    const server = await LoopbackServer.start(({ url }, response) =>
      json(response, url.startsWith('/api/v2/block-index/') ? { blockHash } : { result: '0.001' }),
    )
    const chains = open('LTC', 'mainnet', { nodes: [{ kind: 'blockbook', url: server.url }] })
    const { node } = await chains.chain('LTC', 'mainnet')
    if (isUsed) expect((await node.feeRates()).fast).toBe(100_000n)
    else await expect(node.feeRates()).rejects.toMatchObject({ code: 'unreachable' })
    expect(server.asked.map(({ url }) => url)).toEqual([
      '/api/v2/block-index/0',
      ...(isUsed ? Array(3).fill(expect.stringContaining('estimatefee')) : []),
    ])
  })
})

describe('XRP, on the simulated ledger', () => {
  async function server(networkId: number | null): Promise<XrpServer> {
    const started = await startXrpServer(undefined, networkId)
    onTestFinished(() => started.close())
    return started
  }
  const at = (...servers: readonly XrpServer[]): NetworkFile => ({
    nodes: servers.map(({ url }) => ({ kind: 'xrp', url })),
  })

  it.each<[id: number | null, network: Network, parameters: 'regtest' | null, says: RegExp]>([
    [null, 'mainnet', null, /^used$/],
    [0, 'mainnet', null, /^used$/],
    [1, 'mainnet', null, /^it says network_id 1 instead of network_id 0$/],
    [2, 'mainnet', null, /^it says network_id 2 instead of network_id 0$/],
    [21_337, 'mainnet', null, /^it says network_id 21337 instead/],
    [1, 'testnet', null, /^used$/],
    [null, 'testnet', null, /^it says network_id 0 instead of network_id 1$/],
    [0, 'testnet', null, /^it says network_id 0 instead of network_id 1$/],
    [2, 'testnet', null, /^it says network_id 2 instead/],
    [7, 'testnet', 'regtest', /^used$/],
    [null, 'testnet', 'regtest', /^it says network_id 0 instead of a network of its own$/],
    [1, 'testnet', 'regtest', /^it says network_id 1 instead/],
    [2, 'testnet', 'regtest', /^it says network_id 2 instead/],
  ])('a server whose id is %j, on %s (%s)', async (id, network, parameters, says) => {
    const one = await server(id)
    expect(
      await usedBy('XRP', network, { ...at(one), ...(parameters === null ? {} : { parameters }) }),
    ).toMatch(says)
    one.isClio = true
    expect(
      await usedBy('XRP', network, { ...at(one), ...(parameters === null ? {} : { parameters }) }),
    ).toMatch(says)
    expect(one.asked.filter((method) => method !== 'ledger')).toEqual(['server_info', 'server_info'])
  })

  it('the wrong one is passed over, first or second, and when it comes back as another', async () => {
    const [main, test, other] = [await server(0), await server(1), await server(1)]
    expect(await usedBy('XRP', 'testnet', at(main, test))).toMatch(
      /^used, beside chains\.XRP\.testnet\.nodes\[0\]/,
    )
    const chains = open('XRP', 'testnet', at(test, other))
    const { node } = await chains.chain('XRP', 'testnet')
    await node.head()
    test.failing = () => 'die'
    await node.head()
    test.failing = () => undefined
    test.networkId = null
    await new Promise((wake) => setTimeout(wake, 1_100))
    const before = test.asked.length
    await node.head()
    expect(test.asked.slice(before)).toEqual(['server_info'])
    expect(chains.health()[0]?.problem).toMatch(/says network_id 0 instead of network_id 1/)
    other.failing = () => 'die'
    await expect(node.head()).rejects.toMatchObject({ code: 'unreachable' })
    expect(test.asked.slice(before)).toEqual(['server_info'])
  })

  const says =
    (result: unknown): Behaviour =>
    (_asked, response) =>
      json(response, { result })
  it.each<[what: string, result: unknown, told: string]>([
    ['is busy', { status: 'error', error: 'tooBusy' }, ''],
    ['is a Clio that does not reach its rippled', { status: 'success', info: { clio_version: '2.6.0' } }, ''],
    ['has no such method', { status: 'error', error: 'unknownCmd' }, 'it has no server_info'],
    [
      'refuses',
      { status: 'error', error: 'forbidden', error_code: 3 },
      'it answers server_info with its error 3',
    ],
  ])('a server that %s is not used on mainnet', async (_what, result, told) => {
    const { url } = await LoopbackServer.start(says(result))
    expect(await usedBy('XRP', 'mainnet', { nodes: [{ kind: 'xrp', url }] })).toBe(told)
  })

  it.each([{ info: { network_id: '0' } }, { info: [] }, {}, { info: { network_id: {} } }])(
    'nor is one that answers %j',
    async (answer) => {
      const { url, asked } = await LoopbackServer.start(says({ status: 'success', ...answer }))
      expect(await usedBy('XRP', 'mainnet', { nodes: [{ kind: 'xrp', url }] })).toBe(
        'it answers server_info with something else',
      )
      expect(asked).toHaveLength(1)
    },
  )
})

describe('MultiversX, on gateways in memory', () => {
  it.each<[id: string, network: Network, parameters: 'regtest' | null, says: RegExp]>([
    ['1', 'mainnet', null, /^used$/],
    ['T', 'mainnet', null, /^it says T instead of 1$/],
    ['localnet', 'mainnet', null, /^it says localnet instead of 1$/],
    ['T', 'testnet', null, /^used$/],
    ['D', 'testnet', null, /^used$/],
    ['1', 'testnet', null, /^it says 1 instead of D or T$/],
    ['1', 'testnet', 'regtest', /^it says 1 instead of localnet/],
    ['localnet', 'testnet', 'regtest', /^used$/],
    ['none at all', 'testnet', null, /^it answers \/network\/config with something else$/],
  ])('a gateway of %s, on %s (%s)', async (id, network, parameters, says) => {
    const { url, close } = await startGateway(new MultiversxLedger(id))
    onTestFinished(close)
    const config: NetworkFile = { nodes: [{ kind: 'multiversx', url }] }
    expect(
      await usedBy('EGLD', network, { ...config, ...(parameters === null ? {} : { parameters }) }),
    ).toMatch(says)
  })
})
