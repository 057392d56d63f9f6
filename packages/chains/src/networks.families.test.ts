/**
 * Nodes of the wrong network, for the families whose nodes are fakes: a row for each. See networks.test.ts for those
 * with nodes of their own.
 */
import { type ChainId, findRpcNode, records } from '@tallystick/custody'
import { BeaconLedger, StellarLedger, startBeacon, startHorizon } from '@tallystick/testing/simulated'
import { afterAll, describe, expect, it } from 'vitest'
import type { NetworkFile, NodeFile } from './config/config.js'
import { MultiversxLedger } from './multiversx/ledger.fixture.js'
import { startGateway } from './multiversx/server.fixture.js'
import { type Network, open, usedBy } from './networks.fixture.js'
import { SolanaLedger } from './solana/ledger.fixture.js'
import { SolanaServer } from './solana/server.fixture.js'
import { LoopbackServer } from './transport/server.fixture.js'
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

it('is tried for every chain whose nodes are fakes', () => {
  // The others are in networks.test.ts.
  const elsewhere = new Set(['utxo', 'evm', 'xrp'])
  const fakes = Object.values(records).filter(({ family }) => !elsewhere.has(family))
  expect(ROWS.map(({ id }) => id).sort()).toEqual(fakes.map(({ id }) => id).sort())
})
