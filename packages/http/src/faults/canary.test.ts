/**
 * Keys and words are planted in every operation that takes one, in every place and shape, whatever the nodes do;
 * then nothing that the service writes, answers, tells or stores has any of them in it. The operations are found
 * by their schemas, so that a new one is among them.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChainsFile, createChains, readChainsConfig, records } from '@tallystick/chains'
import type { Chains } from '@tallystick/custody'
import { memoryStorage } from '@tallystick/engine'
import { type AnyOperation, type Area, createTallystick, operations, secretsOf } from '@tallystick/operations'
import { openSqlite } from '@tallystick/storage-sqlite'
import { chooseSeed, isFull, partOf, quickOrFull } from '@tallystick/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAMILIES } from '../acceptance/families/rows.fixture.js'
import { findLitecoind, identityOf, startAnvil, startLitecoind } from '../acceptance/nodes.fixture.js'
import { chainExampleOf } from '../examples.fixture.js'
import { type Running, startService } from '../service.fixture.js'

/** What signs webhooks has to be kept: it is shared with their receiver, and opens nothing here. See the last test. */
const KEPT: readonly string[] = ['enableWebHookHmac']
const taking = operations.filter(
  ({ id, ...operation }) => !KEPT.includes(id) && secretsOf(operation).length > 0,
)

/** Real ones, of wallets that are made for this and hold nothing. */
const canaries: string[] = []
/** By area: an account whose key is a canary, and the operation by which it pays. */
const senders = new Map<
  string,
  { readonly address: string; readonly secret: string; readonly pays: string }
>()
/** Of each canary, what is looked for: text in any case, and bytes. */
const needles = new Map<string, { readonly text: readonly Buffer[]; readonly bytes: readonly Buffer[] }>()

beforeAll(async () => {
  const ledger = createTallystick({ storage: memoryStorage(), chains: createChains(readChainsConfig({})) })
  const { mnemonic } = await ledger.btcGenerateWallet()
  const { mnemonic: other } = await ledger.ethGenerateWallet()
  const { key: wif } = await ledger.btcGenerateAddressPrivateKey({ mnemonic: other, index: 0 })
  const { key: hex } = await ledger.ethGenerateAddressPrivateKey({ mnemonic: other, index: 1 })
  canaries.push(mnemonic, wif, hex)
  for (const { area, keys } of FAMILIES) {
    if (keys === undefined) continue
    const { address, secret } = await keys.account(ledger)
    canaries.push(secret)
    senders.set(area, { address, secret, pays: keys.pays })
  }
  await ledger.close()
  for (const canary of canaries) {
    const all = [...needlesOf(canary)]
    const text = all.flatMap((needle) =>
      typeof needle === 'string' ? Buffer.from(needle.toLowerCase()) : [],
    )
    needles.set(canary, { text, bytes: all.filter((needle) => typeof needle !== 'string') })
  }
})

/** Pieces by which a canary is known again, however it was cut, joined or encoded. */
function* needlesOf(canary: string): Generator<string | Buffer> {
  const words = canary.split(' ')
  if (words.length > 1) {
    for (let at = 0; at + 3 <= words.length; at++) {
      for (const joint of [' ', '%20', '+', ',', '","', '\\n']) yield words.slice(at, at + 3).join(joint)
    }
  } else {
    const bare = canary.replace(/^0x/, '')
    for (const start of [0, 5, bare.length - 16]) yield bare.slice(start, start + 16)
    if (/^[0-9a-f]{64}$/i.test(bare)) yield Buffer.from(bare, 'hex')
  }
  const bytes = Buffer.from(canary)
  yield bytes.subarray(0, 16).toString('hex')
  for (const shift of [0, 1, 2]) yield bytes.subarray(shift, shift + 18).toString('base64')
}

/** The canaries that are in it. */
function found(haystack: string | Buffer): string[] {
  const bytes = Buffer.from(haystack)
  const lower = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1')
  return canaries.filter((canary) => {
    const own = needles.get(canary)
    return (
      own?.text.some((needle) => lower.includes(needle)) ||
      own?.bytes.some((needle) => bytes.includes(needle))
    )
  })
}

test('the search finds what it looks for', () => {
  expect(canaries).toHaveLength(3 + senders.size)
  // Two in each state: so each operation gets all of them, in `npm test` within a few runs.
  expect(canaries.length).toBeLessThanOrEqual(2 * STATES.length)
  for (const canary of canaries) {
    for (const text of [
      `x${canary}y`,
      canary.toUpperCase(),
      encodeURIComponent(canary),
      canary.slice(0, Math.ceil(canary.length * 0.8)),
      JSON.stringify(canary.split(' ')),
      Buffer.from(`.${canary}`).toString('base64'),
      Buffer.from(canary).toString('hex'),
    ]) {
      expect(found(text), text).not.toEqual([])
    }
  }
  expect(found('letter advice cage absurd amount doctor acoustic avoid')).toEqual([])
})

test('every operation that takes a secret is among them', () => {
  const counted: Partial<Record<Area, number>> = {}
  for (const { area } of taking) counted[area] = (counted[area] ?? 0) + 1
  expect(counted).toMatchObject({
    Bitcoin: 5,
    'Bitcoin Cash': 4,
    Dogecoin: 4,
    Litecoin: 5,
    Ethereum: 5,
    Polygon: 5,
    Celo: 5,
    XRP: 4,
    Stellar: 3,
    Tron: 9,
    'BNB Beacon Chain': 1,
    Elrond: 6,
    'Node RPC': 3,
    'Node RPC (web3 alias)': 10,
  })
})

/** Requests that are under way at once. */
const ABREAST = 16

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent once more, when all has been answered: what is stored of it is answered then. */
  readonly twice?: true
}

type Args = Readonly<Record<string, unknown>>

/** The call of the operation with these flat arguments. */
function requestOf(operation: AnyOperation, args: Args): Sent {
  const of = (names: object): [string, unknown][] =>
    Object.entries(args).filter(([name]) => Object.hasOwn(names, name))
  const path = of(operation.params)
    .reduce(
      (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(textOf(value))),
      operation.path,
    )
    .replaceAll(/\{\w+\}/g, 'ETH')
  const query = new URLSearchParams(
    of(operation.query).map(([name, value]): [string, string] => [name, textOf(value)]),
  ).toString()
  const known = { ...operation.params, ...operation.query }
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !Object.hasOwn(known, name)))
  const body = operation.document === null ? rest : { ...Object(rest['body']), ...rest, body: undefined }
  const isEmpty = operation.body === null && Object.keys(rest).length === 0
  return {
    method: operation.method,
    path: `${path}${query === '' ? '' : `?${query}`}`,
    // A body has no business in a GET, and fetch sends none.
    ...(isEmpty || operation.method === 'GET' ? {} : { body }),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A copy with `value` wherever the path leads: `fromUTXO[].privateKey`. */
function planted(args: unknown, path: string, value: unknown): unknown {
  const [step = '', ...rest] = path.replaceAll('[]', '.[]').split('.')
  if (step === '') return value
  const inner = rest.join('.').replaceAll('.[]', '[]')
  if (step === '[]')
    return (Array.isArray(args) && args.length > 0 ? args : [{}]).map((item) => planted(item, inner, value))
  const own = typeof args === 'object' && args !== null ? args : {}
  return { ...own, [step]: planted(Reflect.get(own, step), inner, value) }
}

/**
 * Unless it gets all of them whatever the nodes do, each operation gets one of them, another one in each state of the
 * nodes, and the operation after it the next ones.
 */
const isPlanted = (canary: number, state: number, operation: number): boolean =>
  isFull || (canary + state + operation) % canaries.length === 0

/** Every way in which canaries come in by an operation. */
function* requestsOf(operation: AnyOperation, chosen: readonly string[]): Generator<Sent> {
  const base = chainExampleOf(operation.id)?.args ?? {}
  const secrets = secretsOf(operation)
  const first = canaries[0] ?? ''
  const plant = (value: unknown): Args =>
    secrets.reduce<unknown>((args, path) => planted(args, path, value), base) as Args
  for (const canary of chosen) {
    const broken = `${canary.slice(0, -2)}${canary.endsWith('aa') ? 'bb' : 'aa'}`
    const shapes = [
      canary,
      broken,
      canary.slice(0, -9),
      ` ${canary}`,
      canary.toUpperCase(),
      `${canary} `.repeat(30),
    ]
    for (const shape of [...shapes, [canary], { words: canary }, [[{ x: canary }]], `${canary}\0`]) {
      yield requestOf(operation, plant(shape))
    }
    const valid = plant(canary)
    for (const name of ['privateKeys', 'note', canary.slice(0, 20), canary, `x${canary}`]) {
      yield requestOf(operation, { ...valid, [name]: canary })
      yield requestOf(operation, { ...valid, [name]: { deep: [canary] } })
    }
    for (const name of Object.keys(base)) yield requestOf(operation, { ...valid, [name]: canary })
    const { path, body, method } = requestOf(operation, valid)
    const text = JSON.stringify(body ?? valid)
    if (method !== 'GET') {
      yield { method, path, raw: text.slice(0, -1) }
      yield { method, path, raw: `[${text}]` }
      yield { method, path, raw: text, headers: { 'content-type': canary } }
      yield { method, path, raw: text, headers: { 'content-type': 'text/plain' } }
      yield { method, path, raw: `${text.slice(0, -1)},"pad":"${'x'.repeat(70_000)}"}` }
      const key = `key-${operation.id}-${canaries.indexOf(canary)}`
      yield { method, path, body, headers: { 'idempotency-key': key }, twice: true }
    }
    yield {
      method,
      path: `${path}${path.includes('?') ? '&' : '?'}mnemonic=${encodeURIComponent(canary)}`,
      body,
    }
    yield { method, path: `${path}/${encodeURIComponent(canary)}`, body }
    yield { method, path: `${path}%zz${encodeURIComponent(canary)}`, body }
    yield { method: method === 'GET' ? 'PUT' : 'GET', path }
    yield { method, path, body, headers: { 'x-testnet-type': canary, cookie: canary, authorization: canary } }
  }
  const sender = senders.get(operation.area)
  if (sender !== undefined && Object.keys(base).some((name) => /fromSecret|fromPrivateKey/.test(name))) {
    const own = Object.hasOwn(base, 'fromAccount') ? { fromAccount: sender.address } : {}
    yield requestOf(operation, { ...plant(sender.secret), ...own })
  }
  const { method, path } = requestOf(operation, plant(first))
  if (method !== 'GET') yield { method, path, raw: `"${first}"` }
}

/** The answer without what the caller has asked for: a key, by the model's own word. */
function withoutAnswered(schema: unknown, answer: unknown): unknown {
  const { secret, properties, items, anyOf } = (schema ?? {}) as Args
  if (secret === 'answered') return '(the secret that was asked for)'
  if (Array.isArray(anyOf)) return anyOf.reduce((left, kind) => withoutAnswered(kind, left), answer)
  if (Array.isArray(answer)) return answer.map((item) => withoutAnswered(items, item))
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, inner]) => [
      name,
      withoutAnswered((properties as Args | undefined)?.[name], inner),
    ]),
  )
}

interface World {
  readonly chains?: Chains
  /** Whether the senders have money, and a node that takes what they sign. */
  readonly isFunded?: true
  heard(): string
  close(): Promise<void>
}

interface State {
  readonly name: string
  open(): Promise<World>
}

const CHAIN_ID = 31_337

const NODE_KINDS = {
  utxo: 'core',
  evm: 'evm',
  xrp: 'xrp',
  tron: 'tron',
  stellar: 'horizon',
  solana: 'solana',
  multiversx: 'multiversx',
  beacon: 'beacon',
} as const

/** Both networks of every chain, served by one address for each. */
function everywhere(urlOf: (id: string) => string): ChainsFile {
  return {
    chains: Object.fromEntries(
      Object.entries(records).map(([id, { family }]) => {
        const network = {
          nodes: [{ kind: NODE_KINDS[family], url: urlOf(id), timeoutMs: 500 }],
          ...(family === 'evm' ? { chainId: CHAIN_ID } : {}),
        }
        const own = family === 'utxo' ? { parameters: 'regtest' as const } : {}
        return [id, { mainnet: network, testnet: { ...network, ...own } }]
      }),
    ),
  }
}

/** A node that repeats in its error whatever it was sent, and remembers it; of its network it says the truth. */
async function gossip(): Promise<{ readonly server: Server; readonly url: string; heard(): string }> {
  let heard = ''
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const text = `${request.url} ${JSON.stringify(request.headers)} ${body}`
      heard += `${text}\n`
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        identityOf(body, request.url) ??
          JSON.stringify({ jsonrpc: '2.0', id: 1, result: null, error: { code: -25, message: text } }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, and not on a path of the file system.
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard: () => heard }
}

const silence = { heard: () => '', close: async () => undefined }

const STATES: readonly State[] = [
  { name: 'without chains', open: async () => silence },
  {
    name: 'without nodes',
    open: async () => ({ ...silence, chains: createChains(readChainsConfig({})) }),
  },
  {
    name: 'with nodes that are down',
    async open() {
      const { server, url } = await gossip()
      server.close()
      return { ...silence, chains: createChains(readChainsConfig(everywhere(() => url))) }
    },
  },
  {
    name: 'with nodes that repeat what they hear',
    async open() {
      const { server, url, heard } = await gossip()
      return {
        heard,
        chains: createChains(readChainsConfig(everywhere(() => url))),
        close: async () => void server.close(),
      }
    },
  },
  {
    name: 'with a node that works, of the chains that have one',
    async open() {
      const [anvil, litecoind, other, ...fakes] = await Promise.all([
        startAnvil(BigInt(CHAIN_ID)),
        // Litecoin Core is a package of the system, which not every machine has.
        findLitecoind() === undefined ? null : startLitecoind(),
        gossip(),
        ...FAMILIES.map(async ({ area, chain, start }) => ({ area, chain, node: await start() })),
      ])
      const urlOf = (id: string): string => {
        const { family } = records[id as keyof typeof records]
        if (family === 'evm') return anvil.url
        const own = fakes.find(({ chain }) => chain === id)?.node.testnet.nodes[0]?.url
        return own ?? (family === 'utxo' ? litecoind?.url : undefined) ?? other.url
      }
      for (const { area, node } of fakes) {
        const sender = senders.get(area)
        if (sender !== undefined) node.fund(sender.address)
      }
      return {
        heard: other.heard,
        isFunded: true,
        chains: createChains(readChainsConfig(everywhere(urlOf))),
        async close() {
          other.server.close()
          await Promise.all([anvil.kill(), litecoind?.stop(), ...fakes.map(({ node }) => node.close())])
        },
      }
    },
  },
]

const seed = chooseSeed()

describe.each(STATES)('$name', (state) => {
  const number = STATES.indexOf(state)
  // What one state leaves out, the next one has.
  const share = { of: quickOrFull(3, 1), seed: seed + number }
  const chosen = partOf(`operations that take a secret, ${state.name}`, taking, share)
  const told: string[] = []
  let folder: string
  let service: Running
  let world: World
  const onWarning = (warning: Error) => void told.push(`${warning.message} ${warning.stack}`)

  beforeAll(async () => {
    process.on('warning', onWarning)
    folder = mkdtempSync(join(tmpdir(), 'tallystick-canary-'))
    world = await state.open()
    const logger = pino({ level: 'trace' }, { write: (line: string) => void told.push(line) })
    service = await startService({
      logger,
      storage: await openSqlite({ file: join(folder, 'books.db') }),
      bodyLimit: 65_536,
      engine: {
        ...(world.chains === undefined ? {} : { chains: world.chains }),
        warn: (message) => void told.push(message),
      },
    })
  })
  afterAll(async () => {
    process.off('warning', onWarning)
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Sends all of an operation's; what came back is searched, unless it is a node's own answer. */
  async function plantAll(operation: AnyOperation): Promise<ReadonlySet<number>> {
    const statuses = new Set<number>()
    const answers: { readonly label: string; readonly text: string }[] = []
    const send = async ({ method, path, body, raw, headers }: Sent): Promise<void> => {
      const answer = await service.call(method, path, {
        ...(body === undefined || method === 'GET' ? {} : { body }),
        ...(raw === undefined ? {} : { raw }),
        ...(headers === undefined ? {} : { headers }),
      })
      statuses.add(answer.status)
      const label = `${method} ${operation.path}: ${answer.status}`
      expect([200, 204, 400, 401, 403, 404, 409, 422, 503], label).toContain(answer.status)
      if (operation.stream !== null && answer.status === 200) return
      const shown =
        answer.body === undefined
          ? answer.text
          : JSON.stringify(withoutAnswered(operation.output, answer.body))
      answers.push({ label, text: `${shown}\n${JSON.stringify([...answer.headers])}` })
    }
    const planted = canaries.filter((_, at) => isPlanted(at, number, taking.indexOf(operation)))
    const requests = [...requestsOf(operation, planted)]
    for (const list of [requests, requests.filter(({ twice }) => twice)]) {
      for (let start = 0; start < list.length; start += ABREAST) {
        await Promise.all(list.slice(start, start + ABREAST).map(send))
      }
    }
    // One search in all of them is as good, and much faster; where it finds something, each tells its own.
    if (found(answers.map(({ text }) => text).join('\n')).length > 0) {
      for (const { label, text } of answers) expect(found(text), label).toEqual([])
      expect.unreachable('what is found in all is found in one')
    }
    return statuses
  }

  const named = (list: readonly AnyOperation[]) => list.map((operation) => [operation.id, operation] as const)

  test.each(named(chosen.filter(({ stream }) => stream === null)))(
    '%s repeats no secret',
    async (_, operation) => {
      const statuses = [...(await plantAll(operation))]
      // Both what is well formed and what is not has been tried.
      expect(statuses).toContain(400)
      expect(statuses.some((status) => [200, 403, 404, 409, 503].includes(status))).toBe(true)
      // What is signed with a canary is sent, and still nothing of it is told.
      const isPaid = senders.get(operation.area)?.pays === operation.id && world.isFunded === true
      if (isPaid) expect(statuses).toContain(200)
    },
    120_000,
  )

  test('no node hears of them', () => {
    expect(found(world.heard())).toEqual([])
  })

  // A pass-through hands on what it is sent, to whom it is sent, and keeps nothing of it either.
  test.each(named(chosen.filter(({ stream }) => stream !== null)))(
    '%s repeats no secret of its own',
    async (_, operation) => {
      expect((await plantAll(operation)).size).toBeGreaterThan(0)
    },
    120_000,
  )

  test('nothing is written, told or stored of them', async () => {
    for (const path of ['/metrics', '/readyz', '/openapi.json']) {
      expect(found((await service.call('GET', path)).text), path).toEqual([])
    }
    const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name)))
    expect(files().reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(10_000)
    for (const bytes of files()) expect(found(bytes)).toEqual([])
    await service.close()
    for (const bytes of files()) expect(found(bytes)).toEqual([])
    expect(told.length).toBeGreaterThan(chosen.length)
    expect(found(told.join('\n'))).toEqual([])
  })
})

test('a secret that must be kept is told nobody', async () => {
  const told: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void told.push(line) })
  const service = await startService({ logger })
  const [canary = ''] = canaries
  const answers: string[] = []
  const call = async (...args: Parameters<Running['call']>): Promise<number> => {
    const { status, text } = await service.call(...args)
    answers.push(text)
    return status
  }
  const hmacSecret = canary.slice(0, 100)
  expect(await call('PUT', '/v3/subscription', { body: { hmacSecret } })).toBe(204)
  for (const body of [
    { hmacSecret: canary },
    { hmacSecret: [canary] },
    { hmacSecret, other: canary },
    canary,
  ]) {
    expect(await call('PUT', '/v3/subscription', { body })).toBe(400)
  }
  for (const path of ['/v3/subscription?pageSize=10', '/metrics', '/readyz']) await call('GET', path)
  expect(found(answers.join('\n'))).toEqual([])
  await service.close()
  expect(found(told.join('\n'))).toEqual([])
})
