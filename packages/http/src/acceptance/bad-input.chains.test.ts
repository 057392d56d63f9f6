/**
 * What bad-input.test.ts does to the ledger, done to every operation of a chain: without a node, and with nodes
 * that work where there are some, and talk nonsense where there are none. Whatever comes, the answer is a
 * documented one; 503 only where a node does not answer as it should. Every operation of every chain is asked.
 *
 * `FC_SEED` replays a run, `FC_RUNS` sets the number of requests of each.
 */

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChainsFile, createChains, readChainsConfig, records } from '@tallystick/chains'
import { type Scheduler, systemScheduler } from '@tallystick/engine'
import { type AnyOperation, type Area, chainCatalogue, operations } from '@tallystick/operations'
import { chooseSeed, quickOrFull, seededRandom } from '@tallystick/testing'
import { expect, test } from 'vitest'
import { chainExampleOf } from '../examples.fixture.js'
import { KEY, OTHER_KEY, type Running, startService, TENANT } from '../service.fixture.js'
import { BadRequests, type Pool } from './bad-input.fixture.js'
import type { FamilyNode } from './families/family.fixture.js'
import { FAMILIES } from './families/rows.fixture.js'
import { hammer } from './hammer.fixture.js'
import { findLitecoind, identityOf, startAnvil, startLitecoind } from './nodes.fixture.js'

/** For each operation, so that chance leaves none out. */
const EACH = quickOrFull(2, 40)
const requestsOf = (own: readonly AnyOperation[]) => Number(process.env['FC_RUNS'] ?? own.length * EACH)
const SPARE_KEY = 'the-key-that-may-be-frozen'

const chainOperations = operations.filter(({ id }) => Object.hasOwn(chainCatalogue, id))

/** Of nodes, which are told as what they are: nothing of ours is broken. */
const LATER = new Set(['chain.unavailable', 'broadcast.unknown'])
/** Recorded before a node hears of it, and then refused by the network. */
const TRACED = new Set(
  chainOperations
    .flatMap(({ errors }) => errors)
    .filter((code) => /broadcast\.(unknown|failed|error)$/.test(code)),
)

test('without a node', { timeout: 300_000 }, async () => {
  const service = await start({})
  try {
    await run(service, 'without a node', new Set())
  } finally {
    await service.close()
  }
})

test('with nodes', { timeout: 300_000 }, async () => {
  const nodes = await startNodes()
  const service = await start(nodes.file)
  try {
    await run(service, 'with nodes', LATER)
  } finally {
    await service.close()
    await nodes.stop()
  }
})

/** A round of the worker changes what it looks after, whenever it comes: that is no trace of a refused request. */
const withoutRounds: Scheduler = {
  ...systemScheduler,
  later: (run, ms) => (ms < 5_000 ? systemScheduler.later(run, ms) : () => undefined),
}

function start(file: ChainsFile): Promise<Running> {
  return startService({
    engine: { chains: createChains(readChainsConfig(file)), warn: () => undefined, scheduler: withoutRounds },
    bodyLimit: 65_536,
  })
}

test('with nodes in memory, which take what is good', { timeout: 300_000 }, async () => {
  const nodes = new Map<string, FamilyNode>()
  for (const { chain, start: begin } of FAMILIES) nodes.set(chain, await begin())
  const file = [...nodes].map(([chain, { testnet }]) => [chain, { testnet }])
  const service = await start({ chains: Object.fromEntries(file) })
  const blocks = setInterval(() => {
    for (const node of nodes.values()) node.settle()
  }, 500)
  try {
    const areas = new Set<Area>(FAMILIES.map(({ area }) => area))
    const own = chainOperations.filter(({ area }) => areas.has(area))
    await run(service, 'with nodes in memory', new Set(), { own, nodes })
  } finally {
    clearInterval(blocks)
    await service.close()
    for (const node of nodes.values()) await node.close()
  }
})

interface Scope {
  readonly own: readonly AnyOperation[]
  /** By chain: they fund the accounts of the requests. */
  readonly nodes?: ReadonlyMap<string, FamilyNode>
}

async function run(
  service: Running,
  name: string,
  later: ReadonlySet<string>,
  { own, nodes = new Map() }: Scope = { own: chainOperations },
): Promise<void> {
  const seed = chooseSeed()
  const requests = requestsOf(own)
  console.info(`bad-input of chains ${name}: ${requests} requests, FC_SEED=${seed}`)
  const access = await service.tallystick.access()
  await access.register(SPARE_KEY, { tenant: TENANT, name: 'spare', network: 'testnet', plan: 'paid' })
  const nothing: Pool = {
    accounts: ['x'],
    customers: ['x'],
    blockages: ['x'],
    references: ['x'],
    currencies: ['BTC'],
  }
  const keys = { own: KEY, stranger: OTHER_KEY, spare: SPARE_KEY }
  const known = await knownOn(service, nodes)
  const answered = new Map<AnyOperation, Set<number>>()
  const refusedTwice = await hammer({
    service,
    source: new BadRequests(seededRandom(seed), nothing, nothing, keys, own, known),
    seed,
    requests,
    seen: [200, 400, 401, 403, 404],
    later,
    traced: TRACED,
    remember(request, { status }) {
      if (request === undefined) return
      const { operation } = request
      answered.set(operation, (answered.get(operation) ?? new Set<number>()).add(status))
    },
  })
  expect(refusedTwice).toBeGreaterThan(requests / 3)
  // None was left out: each of them, of every area.
  expect([...answered.keys()].map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort())
  // Without nodes it is as ready as it was.
  expect([200, 503]).toContain((await service.call('GET', '/readyz')).status)
}

const WALLETS = {
  Bitcoin: 'btc',
  'Bitcoin Cash': 'bch',
  Dogecoin: 'doge',
  Litecoin: 'ltc',
  Ethereum: 'eth',
  Polygon: 'polygon',
  Celo: 'celo',
  Tron: 'tron',
} as const satisfies Partial<Record<Area, string>>

interface Known {
  readonly xpub: string
  readonly addresses: readonly string[]
  readonly keys: readonly string[]
}

/** Values of each chain that are well formed, and what fields they fit; the accounts have what their nodes give them. */
async function knownOn({ tallystick }: Running, nodes: ReadonlyMap<string, FamilyNode>) {
  const caller = await (await tallystick.access()).identify(KEY)
  if (caller === null) throw new TypeError('the key of the tests is a known key')
  const calls = tallystick.as(caller)
  const { mnemonic } = await calls.btcGenerateWallet()
  const areas = new Map<Area, Known>()
  for (const [area, prefix] of Object.entries(WALLETS) as [keyof typeof WALLETS, 'btc'][]) {
    const { xpub } = await calls[`${prefix}GenerateWalletFromMnemonic`]({ mnemonic })
    const addresses = [0, 1, 2].map(
      async (index) => (await calls[`${prefix}GenerateAddress`]({ xpub, index })).address,
    )
    const keys = [0, 1].map(
      async (index) => (await calls[`${prefix}GenerateAddressPrivateKey`]({ mnemonic, index })).key,
    )
    areas.set(area, { xpub, addresses: await Promise.all(addresses), keys: await Promise.all(keys) })
  }
  for (const { area, chain, keys } of FAMILIES) {
    if (keys !== undefined && !areas.has(area)) {
      const made = [await keys.account(calls), await keys.account(calls)]
      const addresses = made.map(({ address }) => address)
      areas.set(area, { xpub: 'none', addresses, keys: made.map(({ secret }) => secret) })
    }
    for (const address of areas.get(area)?.addresses ?? []) nodes.get(chain)?.fund(address)
  }
  const other = areas.get('Ethereum')
  return (field: string, { area, id }: AnyOperation): readonly string[] | undefined => {
    const own = areas.get(area) ?? other
    if (own === undefined) return undefined
    if (/mnemonic/i.test(field)) return [mnemonic]
    if (/xpub/i.test(field)) return [own.xpub]
    if (/privateKey|secret/i.test(field)) return own.keys
    if (/signatureId/i.test(field)) return ['26d3883e-4e17-48b3-a0ee-09a3e484ac83']
    if (/hash|txId/i.test(field)) return ['ab'.repeat(32), '0'.repeat(64), '1']
    if (/address|account|^to$|^from$|recipient|receiver|sender|issuer|contract/i.test(field))
      return own.addresses
    // What was signed, and is well formed, of networks that can tell what it is.
    const example = chainExampleOf(id)?.args[field]
    return field === 'txData' && typeof example === 'string' && nodes.size > 0 ? [example] : undefined
  }
}

const KINDS = {
  utxo: 'core',
  evm: 'evm',
  xrp: 'xrp',
  tron: 'tron',
  stellar: 'horizon',
  solana: 'solana',
  multiversx: 'multiversx',
  beacon: 'beacon',
} as const

/** anvil for the EVM chains, litecoind for Litecoin where it is installed, nonsense for the rest. */
async function startNodes() {
  const chainId = 31_337
  const anvil = await startAnvil(BigInt(chainId))
  const litecoind = findLitecoind() === undefined ? null : await startLitecoind()
  const nonsense = await startNonsense()
  const network = (id: string, family: keyof typeof KINDS) => {
    const real = family === 'evm' ? anvil.url : id === 'LTC' ? litecoind?.url : undefined
    return {
      nodes: [{ kind: KINDS[family], url: real ?? nonsense.url, timeoutMs: 2_000 }],
      ...(family === 'evm' ? { chainId } : {}),
      ...(family === 'utxo' ? { parameters: 'regtest' as const } : {}),
    }
  }
  const file: ChainsFile = {
    chains: Object.fromEntries(
      Object.entries(records).map(([id, { family }]) => [id, { testnet: network(id, family) }]),
    ),
  }
  return {
    file,
    async stop() {
      nonsense.close()
      await anvil.kill()
      await litecoind?.stop()
    },
  }
}

/**
 * Answers JSON that no node would: every question with another, and the same question always alike. What a
 * request is answered then does not change when it is sent again. It says of the right network that it is of it.
 */
async function startNonsense() {
  const answers = [
    'null',
    '[]',
    '{}',
    '"text"',
    '1e999',
    '{"result":null}',
    '{"result":{}}',
    '{"result":[]}',
    '{"result":"0x"}',
    '{"result":"0xzz"}',
    '{"result":-1}',
    '{"result":{"status":"error","error":"noNetwork"}}',
    '{"error":{"code":-5,"message":"No such thing"}}',
    '{"error":"text"}',
    'not JSON',
    '',
  ]
  const server = createServer((request, response) => {
    const question = createHash('sha256').update(`${request.url}`)
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const identity = identityOf(body, request.url)
      if (identity !== undefined) {
        response.end(identity)
        return
      }
      // Each call of JSON-RPC has a number of its own.
      const [first = 0, second = 0] = question.update(body.replace(/"id":\d+/, '')).digest()
      response.writeHead([200, 200, 200, 404, 500, 302][first % 6] ?? 200, {
        'content-type': 'application/json',
      })
      response.end(answers[second % answers.length])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, and not on a path of the file system.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
