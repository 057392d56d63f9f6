import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { type ChainId, type ChainRecord, type Chains, NodeFault, records } from '@tallystick/custody'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import type { ChainsFile } from './config/config.js'
import { readChainsConfig } from './config/read.js'
import { answers, hangs, LoopbackServer } from './transport/server.fixture.js'

const IDS = Object.keys(records) as readonly ChainId[]

function open(file: ChainsFile): Chains {
  const chains = createChains(readChainsConfig(file))
  onTestFinished(() => chains.close())
  return chains
}

const headOf = async (chains: Chains, id: ChainId, network: 'mainnet' | 'testnet', testnet?: string) => {
  const chain = await chains.chain(id, network, testnet)
  return chain.node.head().catch((error: unknown) => {
    if (error instanceof NodeFault) return `${error.code}: ${error.message}`
    throw error
  })
}

describe('without a configuration', () => {
  it.each(IDS.flatMap((id) => [[id, 'mainnet'] as const, [id, 'testnet'] as const]))(
    '%s on %s has a codec, and says of its node what is missing',
    async (id, network) => {
      const chains = open({})
      const chain = await chains.chain(id, network)
      expect(chain.record.id).toBe(id)
      expect(chain.network).toBe(network)
      expect(chain.codec.isAddress('nonsense')).toBe(false)
      const told = await headOf(chains, id, network)
      expect(told).toMatch(/^unconfigured: /)
      expect(told).toContain(`chains.${id}.${network}.nodes`)
      const { lastBlock = 'none' } = records[id] as ChainRecord
      const isHalted = records[id].status === 'halted'
      expect([isHalted, String(told).includes(`made its last block on ${lastBlock}`)]).toEqual([
        isHalted,
        isHalted,
      ])
    },
  )

  it('has no health and no pass-through', () => {
    const chains = open({})
    expect(chains.health()).toEqual([])
    expect(chains.passThrough('ethereum-mainnet')).toBeUndefined()
  })
})

it('derives from the path that the configuration names', async () => {
  const nodes = [{ kind: 'evm', url: 'http://127.0.0.1:1' }] as const
  const chains = open({ chains: { ETH: { testnet: { nodes, derivationPath: "m/44'/1'/0'/0" } } } })
  const mnemonic = `${'abandon '.repeat(11)}about`
  const xpubOn = async (network: 'mainnet' | 'testnet') =>
    (await chains.chain('ETH', network)).keys?.xpub(mnemonic)
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic))
  expect(await xpubOn('mainnet')).toBe(root.derive("m/44'/60'/0'/0").publicExtendedKey)
  expect(await xpubOn('testnet')).toBe(root.derive("m/44'/1'/0'/0").publicExtendedKey)
})

const block = {
  number: '0x7',
  hash: `0x${'ab'.repeat(32)}`,
  parentHash: `0x${'00'.repeat(32)}`,
  timestamp: '0x1',
  transactions: [],
}
const evmNode = (chainId: string) =>
  answers({ eth_chainId: chainId, eth_blockNumber: '0x7', eth_getBlockByNumber: block })

describe('a configured chain', () => {
  it('asks its node, on the testnet that is meant', async () => {
    const sepolia = await LoopbackServer.start(evmNode('0xaa36a7'))
    const chains = open({ chains: { ETH: { testnet: { nodes: [{ kind: 'evm', url: sepolia.url }] } } } })
    for (const testnet of [undefined, 'ethereum-sepolia', 'ethereum-ropsten', 'nonsense']) {
      expect(await headOf(chains, 'ETH', 'testnet', testnet)).toMatchObject({ height: 7 })
    }
    // Another testnet that is known is not answered for by this one.
    const asked = sepolia.asked.length
    expect(await headOf(chains, 'ETH', 'testnet', 'ethereum-holesky')).toMatch(
      /^unconfigured: .*chains\.ETH\.ethereum-holesky\.nodes/,
    )
    expect(await headOf(chains, 'ETH', 'mainnet', 'ethereum-sepolia')).toMatch(/^unconfigured: /)
    expect(sepolia.asked).toHaveLength(asked)
  })

  it('has the parameters of the testnet that is meant', async () => {
    const chains = open({})
    const holesky = await chains.chain('ETH', 'testnet', 'ethereum-holesky')
    expect(holesky.record.networks.testnet?.chainId).toBe(17_000n)
    expect(holesky.testnet).toBe('ethereum-holesky')
    expect((await chains.chain('ETH', 'testnet', 'ethereum-sepolia')).testnet).toBeUndefined()
    expect((await chains.chain('ETH', 'testnet')).record.networks.testnet?.chainId).toBe(11_155_111n)
  })

  it('has what its configuration says otherwise: parameters, chain id and tokens', async () => {
    const address = `0x${'cd'.repeat(20)}`
    const nodes = [{ kind: 'evm' as const, url: 'http://127.0.0.1:1' }]
    const chains = open({
      chains: {
        BTC: { testnet: { parameters: 'regtest', nodes: [{ kind: 'core', url: 'http://127.0.0.1:1' }] } },
        ETH: { testnet: { parameters: 'regtest', chainId: 1_337, nodes } },
        CELO: {
          mainnet: { nodes, tokens: { GOLD: { address, decimals: 6, feeCurrency: true } } },
        },
      },
    })
    const eth = await chains.chain('ETH', 'testnet')
    expect([eth.network, eth.record.networks.regtest?.chainId]).toEqual(['regtest', 1_337n])
    expect((await chains.chain('BTC', 'testnet')).network).toBe('regtest')
    const celo = await chains.chain('CELO', 'mainnet')
    expect(celo.record.networks.mainnet?.tokens).toMatchObject({
      ...records.CELO.networks.mainnet?.tokens,
      GOLD: { address, decimals: 6, feeCurrency: true },
    })
    // The record itself is as it was.
    expect(records.CELO.networks.mainnet?.tokens).not.toHaveProperty('GOLD')
  })

  it('that is halted tells the day of its last block with its nodes; a private one is not halted', () => {
    const nodes = [{ kind: 'beacon' as const, url: 'http://127.0.0.1:1' }]
    const chains = open({
      chains: {
        BNB: { mainnet: { nodes }, testnet: { parameters: 'regtest', nodes } },
        BTC: { mainnet: { nodes: [{ kind: 'core', url: 'http://127.0.0.1:1' }] } },
      },
    })
    expect(chains.health().map(({ chain, network, lastBlock }) => [chain, network, lastBlock])).toEqual([
      ['BTC', 'mainnet', undefined],
      ['BNB', 'mainnet', '2024-12-03'],
      ['BNB', 'testnet', undefined],
    ])
  })

  it('is made once', async () => {
    const chains = open({})
    const [one, other] = await Promise.all([chains.chain('BTC', 'mainnet'), chains.chain('BTC', 'mainnet')])
    expect(one).toBe(other)
    expect(await chains.chain('BTC', 'testnet')).not.toBe(one)
  })

  it('tells the health of each endpoint, by host', async () => {
    const good = await LoopbackServer.start(evmNode('0xaa36a7'))
    const bad = await LoopbackServer.start(hangs)
    const key = '/canary-key'
    const chains = open({
      chains: {
        ETH: {
          testnet: {
            nodes: [
              { kind: 'evm', url: `${bad.url}${key}`, timeoutMs: 100 },
              { kind: 'evm', url: `${good.url}${key}` },
            ],
          },
        },
      },
      rpc: { 'solana-devnet': { nodes: [{ url: `${good.url}${key}` }] } },
    })
    await headOf(chains, 'ETH', 'testnet')
    const { host } = new URL(good.url)
    expect(chains.health()).toEqual([
      {
        chain: 'ETH',
        network: 'testnet',
        host: new URL(bad.url).host,
        healthy: false,
        calls: 1,
        failures: 1,
      },
      { chain: 'ETH', network: 'testnet', host, healthy: true, calls: expect.any(Number), failures: 0 },
      { chain: 'rpc', network: 'solana-devnet', host, healthy: true, calls: 0, failures: 0 },
    ])
  })
})

describe('the pass-through', () => {
  const core = (passThrough?: boolean): ChainsFile => ({
    chains: {
      BTC: {
        testnet: {
          nodes: [{ kind: 'core', url: 'http://127.0.0.1:1' }],
          ...(passThrough === undefined ? {} : { passThrough }),
        },
      },
      ETH: {
        testnet: { nodes: [{ kind: 'evm', url: 'http://127.0.0.1:1' }], passThrough: true },
        'ethereum-holesky': { nodes: [{ kind: 'evm', url: 'http://127.0.0.1:2' }], passThrough: true },
      },
    },
    rpc: { 'stellar-testnet': { nodes: [{ url: 'http://127.0.0.1:1' }] } },
  })

  it.each<[name: string, given: ChainsFile, isThere: boolean]>([
    ['bitcoin-testnet', core(), false],
    ['bitcoin-testnet', core(false), false],
    ['bitcoin-testnet', core(true), true],
    ['bitcoin-testnet-electrs', core(true), false],
    ['bitcoin-mainnet', core(true), false],
    ['ethereum-sepolia', core(), true],
    ['ethereum-holesky', core(), true],
    ['ethereum-mainnet', core(), false],
    ['stellar-testnet', core(), true],
    ['stellar-mainnet', core(), false],
    ['nonsense', core(), false],
  ])('to %s', (name, given, isThere) => {
    expect(open(given).passThrough(name) !== undefined).toBe(isThere)
  })

  it('is for what a key-management system needs where an EVM network has none', () => {
    const nodes = [{ kind: 'evm' as const, url: 'http://127.0.0.1:1' }]
    const chains = open({ chains: { MATIC: { mainnet: { nodes }, testnet: { nodes, passThrough: true } } } })
    expect([...(chains.passThrough('polygon-mainnet')?.only ?? [])]).toContain('eth_estimateGas')
    expect(chains.passThrough('polygon-amoy')?.only).toBeUndefined()
    // The chain's own nodes, and those of a pass-through.
    expect(chains.health().map(({ chain, network }) => `${chain} ${network}`)).toEqual([
      'MATIC mainnet',
      'MATIC testnet',
      'rpc polygon-amoy',
    ])
  })

  it('does not decide whom the chain itself asks', async () => {
    const node = await LoopbackServer.start(hangs)
    const nodes = [{ kind: 'core' as const, url: node.url, timeoutMs: 100 }]
    const chains = open({ chains: { BTC: { testnet: { nodes, passThrough: true } } } })
    const { signal } = new AbortController()
    const sent = chains
      .passThrough('bitcoin-testnet')
      ?.send({ method: 'POST', target: '', body: '{}', signal })
    await expect(sent).rejects.toThrow(NodeFault)
    expect(chains.health().map(({ chain, network, healthy }) => [chain, network, healthy])).toEqual([
      ['BTC', 'testnet', true],
      ['rpc', 'bitcoin-testnet', false],
    ])
  })

  it('prefers the nodes that are named for it', async () => {
    const [own, other] = [await LoopbackServer.start(), await LoopbackServer.start()]
    const chains = open({
      chains: { BTC: { testnet: { nodes: [{ kind: 'core', url: own.url }], passThrough: true } } },
      rpc: { 'bitcoin-testnet': { nodes: [{ url: other.url }] } },
    })
    await chains.passThrough('bitcoin-testnet')?.send({
      method: 'POST',
      target: '',
      body: '{"id":1,"method":"x"}',
      signal: new AbortController().signal,
    })
    expect([own.asked.length, other.asked.length]).toEqual([0, 1])
  })

  it.each(['/..', 'a', '//a', '/a/../b', '/a\r\nb', '?a b'])('has no target %j', async (target) => {
    const node = await LoopbackServer.start()
    const chains = open({ rpc: { 'stellar-testnet': { nodes: [{ url: node.url }] } } })
    const { signal } = new AbortController()
    const sent = chains.passThrough('stellar-testnet')?.send({ method: 'GET', target, body: null, signal })
    await expect(sent).rejects.toThrow(TypeError)
    expect(node.asked).toEqual([])
  })
})

describe('of the calls of a tenant and of the pass-through', () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const { signal } = new AbortController()
  const asking = {
    'the service’s own': (chains: Chains) => headOf(chains, 'ETH', 'testnet'),
    'a tenant’s': (chains: Chains) => headOf(chains.askedBy?.('noisy') ?? expect.fail(), 'ETH', 'testnet'),
    'the pass-through’s': async (chains: Chains) => {
      const passing = chains.askedBy?.('noisy').passThrough('ethereum-sepolia') ?? expect.fail()
      return (await passing.send({ method: 'POST', target: '', body, signal })).discard()
    },
  }
  type Asking = keyof typeof asking
  const cases = (Object.keys(asking) as Asking[]).flatMap((many) =>
    (Object.keys(asking) as Asking[]).filter((one) => one !== many).map((one) => [one, many] as const),
  )

  it.each(cases)('%s are answered while %s hang', async (one, many) => {
    const node = await LoopbackServer.start(evmNode('0xaa36a7'))
    const nodes = [{ kind: 'evm', url: node.url, timeoutMs: 20_000 }] as const
    const chains = open({ chains: { ETH: { testnet: { nodes, passThrough: true } } } })
    // Its network is known from now on.
    for (const ask of Object.values(asking)) await ask(chains)
    node.behaviour = hangs
    const before = node.asked.length
    for (let calls = 0; calls < 100; calls++) void asking[many](chains).catch(() => undefined)
    await expect.poll(() => node.asked.length, { timeout: 20_000 }).toBe(before + 32)
    node.behaviour = evmNode('0xaa36a7')
    // Text would be a fault.
    expect(await asking[one](chains)).not.toBeTypeOf('string')
    expect(chains.health().every(({ healthy, failures }) => healthy && failures === 0)).toBe(true)
  })

  it('a tenant gets the same chain time and again', async () => {
    const chains = open({})
    const [first, second] = [chains.askedBy?.('a'), chains.askedBy?.('a').askedBy?.('a')]
    expect(first).toBe(second)
    expect(await first?.chain('BTC', 'testnet')).toBe(await second?.chain('BTC', 'testnet'))
  })
})

it('loads no library of a chain before its first call', () => {
  const home = dirname(fileURLToPath(import.meta.url))
  const outside = new Set<string>()
  const seen = new Set<string>()
  const follow = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    // Of types nothing is left at run time.
    const text = readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^;]*? from '[^']+'$/gm, '')
    for (const [, from = ''] of text.matchAll(
      /^(?:import|export|\})[^']* from '([^']+)'|^import '([^']+)'/gm,
    )) {
      if (from.startsWith('.')) follow(join(dirname(file), from.replace(/\.js$/, '.ts')))
      else outside.add(from)
    }
  }
  follow(join(home, 'index.ts'))
  expect(seen.size).toBeGreaterThan(10)
  expect([...outside].filter((name) => !name.startsWith('node:')).sort()).toEqual([
    '@tallystick/core',
    '@tallystick/custody',
    '@tallystick/engine',
  ])
})
