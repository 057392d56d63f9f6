/**
 * Nodes of the wrong network, for the families whose nodes are fakes: a row for each. See networks.test.ts for those
 * with nodes of their own.
 */
import { type ChainId, findRpcNode, records, vetGas } from '@tallystick/custody'
import { BeaconLedger, StellarLedger, startBeacon, startHorizon } from '@tallystick/testing/simulated'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import type { NetworkFile, NodeFile } from './config/config.js'
import { readChainsConfig } from './config/read.js'
import { MultiversxLedger } from './multiversx/ledger.fixture.js'
import { startGateway } from './multiversx/server.fixture.js'
import { type Network, open, usedBy } from './networks.fixture.js'
import { SolanaLedger } from './solana/ledger.fixture.js'
import { SolanaServer } from './solana/server.fixture.js'
import { json, LoopbackServer } from './transport/server.fixture.js'
import { TronLedger } from './tron/ledger.fixture.js'
import { startTronServer } from './tron/server.fixture.js'

interface Node {
  readonly url: string
  close(): Promise<void>
}

interface Row {
  readonly id: ChainId
  readonly kind: NodeFile['kind']
  /** What a node says of itself: of each network, and of one that the configuration may call `regtest`. */
  readonly identity: Readonly<Record<Network | 'regtest', string>>
  /** How a private network is called that has no name of its own. */
  readonly own?: string
  start(identity: string): Promise<Node>
  /** A question to the node, by the pass-through. */
  readonly asked: { readonly target: string; readonly method: 'GET' | 'POST'; readonly body: string | null }
}

const OWN = 'a network of its own'

const ROWS: readonly Row[] = [
  {
    id: 'XLM',
    kind: 'horizon',
    identity: {
      mainnet: 'Public Global Stellar Network ; September 2015',
      testnet: 'Test SDF Network ; September 2015',
      regtest: 'Standalone Network ; February 2017',
    },
    start: (passphrase) => startHorizon(new StellarLedger(passphrase)),
    asked: { method: 'GET', target: '/fee_stats', body: null },
  },
  {
    id: 'TRON',
    kind: 'tron',
    identity: {
      mainnet: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
      // Shasta.
      testnet: '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
      regtest: `${'0'.repeat(16)}${'ab'.repeat(24)}`,
    },
    own: OWN,
    start: (genesis) => startTronServer(new TronLedger(Date.UTC(2030, 0, 15)), genesis),
    asked: { method: 'POST', target: '/wallet/getblock', body: '{"detail":false}' },
  },
  {
    id: 'SOL',
    kind: 'solana',
    identity: {
      mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      testnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
      regtest: '4vMaZtjLXZVsCpCVRxJ6pGgyeBKYHbkvS8GoSTsE5KQn',
    },
    own: OWN,
    start: (genesis) => SolanaServer.start(new SolanaLedger(genesis)),
    asked: { method: 'POST', target: '', body: '{"jsonrpc":"2.0","id":1,"method":"getHealth","params":[]}' },
  },
  {
    id: 'EGLD',
    kind: 'multiversx',
    identity: { mainnet: '1', testnet: 'D', regtest: 'localnet' },
    start: (chainId) => startGateway(new MultiversxLedger(chainId)),
    asked: { method: 'GET', target: '/network/config', body: null },
  },
  {
    id: 'BNB',
    kind: 'beacon',
    identity: { mainnet: 'Binance-Chain-Tigris', testnet: 'Binance-Chain-Ganges', regtest: 'chain-bnb' },
    start: (chainId) => startBeacon(new BeaconLedger(chainId)),
    asked: { method: 'GET', target: '/api/v1/node-info', body: null },
  },
]

const NETWORKS = ['mainnet', 'testnet', 'regtest'] as const
type Named = (typeof NETWORKS)[number]

/** One of each network, for all tests. */
const nodes = new Map<string, Node>()
afterAll(() => Promise.all([...nodes.values()].map((node) => node.close())))

async function nodeOf({ id, identity, start }: Row, network: Named): Promise<Node> {
  const node = nodes.get(`${id} ${network}`) ?? (await start(identity[network]))
  nodes.set(`${id} ${network}`, node)
  return node
}

const fileOf = ({ kind }: Row, on: Named, ...urls: readonly string[]): NetworkFile => ({
  nodes: urls.map((url) => ({ kind, url })),
  ...(on === 'regtest' ? { parameters: 'regtest' } : {}),
})

const placeOf = (on: Named): Network => (on === 'mainnet' ? 'mainnet' : 'testnet')

/** Passes on what it is asked, to another node when it is told so; or to none. */
async function gateway(to: Node): Promise<{ readonly server: LoopbackServer; to: Node | null }> {
  const server = await LoopbackServer.start(({ method, url, body }, response) => {
    if (state.to === null) return void response.destroy()
    const headers = { 'content-type': 'application/json' }
    void fetch(`${state.to.url}${url}`, { method, headers, ...(body === '' ? {} : { body }) }).then(
      async (answer) => response.writeHead(answer.status, headers).end(await answer.text()),
    )
  })
  const state: { readonly server: LoopbackServer; to: Node | null } = { server, to }
  return state
}

describe.each(ROWS)('$id', (row) => {
  const { id, identity, own, asked } = row

  it.each(NETWORKS.flatMap((of) => NETWORKS.map((on) => [of, on] as const)))(
    'a node of its %s, named for %s',
    async (of, on) => {
      const { url } = await nodeOf(row, of)
      const outcome = await usedBy(id, placeOf(on), fileOf(row, on, url))
      if (of === on) expect(outcome).toBe('used')
      else {
        const meant = on === 'regtest' ? (own ?? identity.regtest) : identity[on]
        expect(outcome).toContain(`it says ${identity[of]} instead of ${meant}`)
      }
    },
  )

  it('the wrong one is passed over, first or second', async () => {
    const [main, test] = [await nodeOf(row, 'mainnet'), await nodeOf(row, 'testnet')]
    expect(await usedBy(id, 'testnet', fileOf(row, 'testnet', main.url, test.url))).toMatch(
      new RegExp(`^used, beside chains\\.${id}\\.testnet\\.nodes\\[0\\] is not of ${id} on testnet`),
    )
    const dead = 'http://127.0.0.1:1'
    expect(await usedBy(id, 'testnet', fileOf(row, 'testnet', dead, main.url))).toContain(
      `it says ${identity.mainnet}`,
    )
  })

  it('neither is it one of the pass-through', async () => {
    const name = findRpcNode(id, 'testnet', {})?.name ?? expect.fail('it has no node')
    const { signal } = new AbortController()
    const send = async (of: Named) => {
      const { url } = await nodeOf(row, of)
      const chains = open(id, 'testnet', { ...fileOf(row, 'testnet', url), passThrough: true })
      return chains.passThrough(name)?.send({ ...asked, signal })
    }
    expect(await send('testnet')).toMatchObject({ status: 200 })
    await expect(send('mainnet')).rejects.toMatchObject({ name: 'NodeFault', code: 'unreachable' })
  })
})

it('a node that comes back as one of another network is not used any more, nor is a second one that is wrong', async () => {
  const worlds = await Promise.all(
    ROWS.map(async (row) => {
      const first = await gateway(await nodeOf(row, 'testnet'))
      const second = await gateway(await nodeOf(row, 'testnet'))
      const file = fileOf(row, 'testnet', first.server.url, second.server.url)
      const chains = open(row.id, 'testnet', file)
      const { node } = await chains.chain(row.id, 'testnet')
      await node.head()
      expect(second.server.asked).toEqual([])
      first.to = null
      // By the second.
      await node.head()
      first.to = await nodeOf(row, 'mainnet')
      return { row, first, second, chains, node, before: first.server.asked.length }
    }),
  )
  // By then a node that failed is asked again.
  await new Promise((wake) => setTimeout(wake, 1_100))
  for (const { row, first, second, chains, node, before } of worlds) {
    await node.head()
    const [{ problem } = expect.fail('no node')] = chains.health()
    expect(problem).toContain(`says ${row.identity.mainnet} instead of `)
    second.to = null
    await expect(node.head(), row.id).rejects.toMatchObject({ code: 'unreachable' })
    // One question, of which network it is.
    expect(first.server.asked).toHaveLength(before + 1)
  }
}, 30_000)

/** It has no record; but the service itself asks its nodes, which are named for the pass-through. */
describe('VeChain', () => {
  const FIRST_BLOCKS: Readonly<Record<Named, string>> = {
    mainnet: '0x00000000851caf3cfdb6e899cf5958bfb1ac3413d346d43539627e6be7ec1b4a',
    testnet: '0x000000000b2bce3c70bc649a02749e8687721b09ed2e15997f466536b20bb127',
    regtest: '0x00000000c05a20fbca2bf6ae3affba6af4a74b800b585bf7a4988aba7aea69f6',
  }
  const outcome = [{ data: '0x', gasUsed: 7, reverted: false, vmError: '' }]
  const thor = (of: Named) =>
    LoopbackServer.start(({ url }, response) =>
      json(response, url === '/blocks/0' ? { number: 0, id: FIRST_BLOCKS[of] } : outcome),
    )

  /** What the nodes find a payment to use, and the problems that are told of them. */
  async function gasBy(on: Network, ...urls: readonly string[]) {
    const nodes = urls.map((url) => ({ url }))
    const chains = createChains(readChainsConfig({ rpc: { [`vechain-${on}`]: { nodes } } }))
    onTestFinished(() => chains.close())
    const clause = { to: `0x${'12'.repeat(20)}`, value: 1n, data: '0x' }
    const gas = await vetGas(chains, `vechain-${on}`, `0x${'34'.repeat(20)}`, clause).catch((error) => error)
    return { gas, problems: chains.health().map(({ problem }) => problem) }
  }
  const refused = (on: Network, index: number, of: Named) =>
    `rpc.vechain-${on}.nodes[${index}] is not of vechain-${on}, and is not used: asked for /blocks/0, ` +
    `it says ${FIRST_BLOCKS[of]} instead of ${FIRST_BLOCKS[on]}. Put the address of another node there`
  const UNREACHABLE = expect.objectContaining({ name: 'NodeFault', code: 'unreachable' })

  it.each(NETWORKS.flatMap((of) => (['mainnet', 'testnet'] as const).map((on) => [of, on] as const)))(
    'a node of its %s, named for %s',
    async (of, on) => {
      const node = await thor(of)
      if (of === on) expect(await gasBy(on, node.url)).toEqual({ gas: 21_007n, problems: [undefined] })
      else {
        expect(await gasBy(on, node.url)).toEqual({ gas: UNREACHABLE, problems: [refused(on, 0, of)] })
        // It did not get the payment.
        expect(node.asked.map(({ url }) => url)).not.toContain('/accounts/*')
      }
    },
  )

  it('the wrong one is passed over, first or second', async () => {
    const [main, test] = [await thor('mainnet'), await thor('testnet')]
    expect(await gasBy('testnet', main.url, test.url)).toEqual({
      gas: 21_007n,
      problems: [refused('testnet', 0, 'mainnet'), undefined],
    })
    expect(await gasBy('testnet', 'http://127.0.0.1:1', main.url)).toEqual({
      gas: UNREACHABLE,
      problems: [undefined, refused('testnet', 1, 'mainnet')],
    })
  })

  it('nor is a node used that does not say it', async () => {
    const node = await LoopbackServer.start((_asked, response) => json(response, outcome))
    const { gas, problems } = await gasBy('testnet', node.url)
    expect(gas).toEqual(UNREACHABLE)
    expect(problems).toEqual([
      expect.stringContaining('cannot say whether it is of vechain-testnet, and is not used'),
    ])
  })
})

it('is tried for every chain whose nodes are fakes', () => {
  // The others are in networks.test.ts.
  const elsewhere = new Set(['utxo', 'evm', 'xrp'])
  const fakes = Object.values(records).filter(({ family }) => !elsewhere.has(family))
  expect(ROWS.map(({ id }) => id).sort()).toEqual(fakes.map(({ id }) => id).sort())
})
