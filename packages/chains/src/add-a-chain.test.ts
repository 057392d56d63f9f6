/**
 * What docs/add-a-chain.md says, done to the letter: its programs are taken as they stand, compiled and run, and its
 * record is a chain on paper and on a node.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TenantId } from '@tallystick/core'
import { type EvmRecord, records } from '@tallystick/custody'
import { embeddedCaller, memoryStorage } from '@tallystick/engine'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { chainContract } from '@tallystick/testing'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createChains } from './chains.js'
import { readChainsConfig } from './config/read.js'
import { anvil } from './evm/anvil.fixture.js'
import { evm } from './evm/chain.fixture.js'
import { hooks, subject } from './evm/subject.fixture.js'
import { evmVectorKinds } from './evm/vectors.fixture.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/add-a-chain.md'), 'utf8')
const programs = [...page.matchAll(/^`(\w+\.ts)`:\n\n```ts\n([\s\S]*?)```/gm)]

// Beside the packages, so that what is imported is found.
const folder = mkdtempSync(join(root, 'packages/chains/page-'))
afterAll(() => rmSync(folder, { recursive: true }))
for (const [, name = '', text = ''] of programs) writeFileSync(join(folder, name), text)

interface Service {
  readonly tallystick: Tallystick
  readonly app: {
    listen(where: { host: string; port: number }): Promise<unknown>
    close(): Promise<unknown>
    readonly server: { address(): unknown }
  }
}
interface Paid {
  readonly account: { readonly id: string; readonly currency: string }
  readonly address: string
  readonly txId: string
  readonly balance: string
}
interface Page {
  readonly gnosis: EvmRecord
  gnosisService(url: string): Service
  payOnGnosis(url: string, apiKey: string, fund: (address: string) => Promise<void>): Promise<Paid>
}
const load = async (name: string): Promise<Partial<Page>> => import(join(folder, name))
const { gnosis, gnosisService, payOnGnosis }: Page = {
  ...((await load('gnosis.ts')) as Pick<Page, 'gnosis'>),
  ...((await load('service.ts')) as Pick<Page, 'gnosisService'>),
  ...((await load('payment.ts')) as Pick<Page, 'payOnGnosis'>),
}

it('compiles, by the rules of this project', () => {
  const options = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      composite: false,
      incremental: false,
      tsBuildInfoFile: null,
      declaration: false,
      declarationMap: false,
      rootDir: root,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      // As built: sources would all be checked again.
      paths: { '@tallystick/*': [join(root, 'packages/*/dist/index.d.ts')] },
    },
    include: ['*.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  expect(status).toBe(0)
  expect(programs.map(([, name]) => name)).toEqual(['gnosis.ts', 'service.ts', 'payment.ts'])
})

async function serve(url: string) {
  const { tallystick, app } = gnosisService(url)
  const { key } = await (await tallystick.access()).create({
    tenant: 'default' as TenantId,
    name: 'page',
    network: 'testnet',
    plan: 'paid',
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await tallystick.close()
  })
  // Listening on a port.
  const { port } = app.server.address() as AddressInfo
  return { tallystick, key, service: `http://127.0.0.1:${port}` }
}

it('makes a wallet, opens an account and pays, over HTTP, on a node', async () => {
  const node = await anvil({ chainId: 10_200n })
  const { tallystick, key, service } = await serve(node.url)
  const paid = await payOnGnosis(service, key, async (address) => {
    await node.rpc.call('anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`])
  })
  expect(paid.account.currency).toBe('XDAI')
  expect(paid.balance).toBe('0.25')
  expect(await node.rpc.call('eth_getTransactionByHash', [paid.txId])).toMatchObject({
    from: paid.address.toLowerCase(),
    chainId: '0x27d8',
    value: `0x${(25n * 10n ** 16n).toString(16)}`,
  })
  // In base units of the record: 18 decimals.
  const account = await tallystick.engine.query.account('default' as TenantId, paid.account.id as never)
  expect(account).toMatchObject({ account: { currency: 'XDAI', scale: 18 } })

  const headers = { 'x-api-key': key }
  const described = (await (await fetch(`${service}/openapi.json`)).json()) as { paths: object }
  const paths = Object.keys(described.paths).filter((path) => path.startsWith('/v3/gnosis/'))
  expect(paths).toHaveLength(13)
  const height = await fetch(`${service}/v3/gnosis/block/current`, { headers })
  expect([height.status, await height.json()]).toEqual([200, 1])
  const waiting = await fetch(`${service}/v3/kms/pending/XDAI`, { headers })
  expect([waiting.status, await waiting.json()]).toEqual([200, []])

  // Where the documented API lists chains by name, it is among them.
  const fee = await fetch(`${service}/v3/blockchain/fee/XDAI`, { headers })
  expect([fee.status, await fee.json()]).toMatchObject([200, { block: 1, fast: expect.any(Number) }])
  const estimate = await fetch(`${service}/v3/blockchain/estimate`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ chain: 'XDAI', type: 'DEPLOY_NFT' }),
  })
  expect([estimate.status, await estimate.json()]).toMatchObject([200, { gasLimit: expect.any(Number) }])
})

it('passes requests to its node', async () => {
  const node = await anvil({ chainId: 10_200n })
  const networks = { testnet: { nodes: [{ kind: 'evm' as const, url: node.url }], passThrough: true } }
  const config = readChainsConfig({ chains: { XDAI: networks } }, process.env, [gnosis])
  const tallystick = createTallystick({ storage: memoryStorage(), chains: createChains(config) })
  onTestFinished(() => tallystick.close())
  const pass = tallystick.operations.find(({ id }) => id === 'nodeJsonPostRpcDriver') ?? expect.fail()
  const caller = { ...embeddedCaller('default' as TenantId), network: 'testnet' } as const
  const ask = (chain: string, method: string) => {
    const body = { jsonrpc: '2.0', id: 1, method, params: [] }
    return tallystick.request(pass, { params: { chain }, query: {}, body }, caller, {})
  }
  for (const name of ['XDAI', 'gnosis-testnet'])
    expect(await ask(name, 'eth_chainId')).toMatchObject({ result: '0x27d8' })
  await expect(ask('XDAI', 'anvil_reset')).rejects.toMatchObject({ code: 'validation.failed' })
  await expect(ask('gnosis-mainnet', 'eth_chainId')).rejects.toMatchObject({ code: 'validation.failed' })
})

describe('the vectors of the page', () => {
  interface Vector {
    readonly id: string
    readonly kind: string
    readonly input: Readonly<Record<string, unknown>>
    readonly expected: Readonly<Record<string, unknown>>
  }
  const json = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const { count, vectors }: { count: number; vectors: readonly Vector[] } = JSON.parse(json)
  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s', async (_id, vector) => {
    expect(vectors).toHaveLength(count)
    await evmVectorKinds[vector.kind]?.(evm(gnosis), vector.input, vector.expected)
    expect(evmVectorKinds).toHaveProperty(vector.kind)
  })
})

describe('a record is refused', () => {
  it.each<[string, Partial<EvmRecord>, RegExp]>([
    ['with the currency of another chain', { id: 'ETH' }, /the currency ETH is of Ethereum; choose another/],
    ['with the path of another chain', { segment: 'polygon' }, /\/v3\/polygon is of Polygon; choose another/],
    ['with what is no path', { segment: 'gno/sis' }, /gno\/sis is no segment of a path/],
  ])('%s', (_, changes, said) => {
    expect(() => createChains({ records: [{ ...gnosis, ...changes }] })).toThrow(said)
  })

  it('twice', () => {
    expect(() => createChains({ records: [gnosis, gnosis] })).toThrow(/the currency XDAI is of Gnosis Chain/)
    expect(Object.keys(records)).not.toContain(gnosis.id)
  })
})

chainContract('XDAI, which was added', () => subject(gnosis), { node: () => hooks(gnosis) })
