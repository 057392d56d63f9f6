/** What an address did: on a real node with `ots_` methods, and through a Blockbook that answers as its API page says. */
import { type EvmChain, type KeySigner, NodeFault, type Rpc, records } from '@tallystick/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JsonRpc, type Rest, RpcError } from '../transport/transport.js'
import { type Anvil, RICH_KEY, start } from './anvil.fixture.js'
import { evm, payment, signed } from './chain.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }
import { evmFamily } from './family.js'
import { call, deploying, REVERT } from './programs.fixture.js'

const PAID = '0x3535353535353535353535353535353535353535'
/** So many that the node gives them in several pages; each in a block of its own. */
const PAYMENTS = 60

let anvil: Anvil
let chain: EvmChain
let rich: KeySigner
/** Of the payments, in order. */
const hashes: string[] = []
/** Height of the first of them. */
let first: number
let forwards: string
let sample: string

let nonce = 0
/** In a block of its own. */
async function send(to: string | null, value: bigint, data = '0x'): Promise<string> {
  const gas = { kind: 'legacy', gasPrice: 10n ** 10n } as const
  const unsigned = chain.codec.build(
    payment(rich.address, '', { to, value, data, nonce, gas, gasLimit: 2_000_000n }),
  )
  nonce += 1
  const transaction = signed(chain, unsigned, rich)
  expect(await chain.node.broadcast(transaction)).toEqual({ kind: 'accepted' })
  await anvil.rpc.call('evm_mine', [])
  return transaction.txId
}

beforeAll(async () => {
  anvil = await start(1n, false)
  chain = evm(records.ETH, 'mainnet', anvil.rpc)
  rich = chain.codec.signer(RICH_KEY)
  const deployed = await send(null, 0n, contracts.Sample.bytecode)
  sample = String((await chain.node.transaction(deployed))?.['contractAddress'])
  first = (await chain.node.head()).height + 1
  for (let number = 1; number <= PAYMENTS; number += 1) hashes.push(await send(PAID, BigInt(number)))
  const abi = contracts.Sample.abi.find(({ name }) => name === 'forward') ?? {}
  forwards = await send(sample, 5n, chain.codec.encodeCall(abi, 'forward', [PAID]))
})
afterAll(() => anvil?.kill())

/**
 * An index over the same transactions, with the parameters and the answer of github.com/trezor/blockbook,
 * docs/api.md, "Get address"; the newest first, a page beyond the last is the last again.
 */
const blockbook: Rest = {
  get: async (path) => {
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1')
    const number = (name: string, otherwise: number) => Number(searchParams.get(name) ?? otherwise)
    expect(pathname).toBe(`/api/v2/address/${PAID}`)
    const all = [...hashes, forwards].map((txid, at) => ({ txid, blockHeight: first + at })).reverse()
    // It reads numbers of 32 bits, and a last height of 0 as none (Blockbook, server/public.go, `getAddressQueryParams`).
    const [least, most] = [number('from', 0) >>> 0, number('to', 0) >>> 0 || 2 ** 32 - 1]
    const within = all.filter(({ blockHeight }) => blockHeight >= least && blockHeight <= most)
    const size = Math.min(number('pageSize', 1_000), 1_000)
    const totalPages = Math.max(1, Math.ceil(within.length / size))
    const page = Math.min(number('page', 1), totalPages)
    const shown = within.slice((page - 1) * size, page * size)
    const answer = { page, totalPages, itemsOnPage: size, address: PAID }
    if (searchParams.get('details') === 'txids') return { ...answer, txids: shown.map(({ txid }) => txid) }
    const internal = { type: 0, from: sample, to: PAID, value: '5' }
    const waiting = {
      txid: `0x${'1'.repeat(64)}`,
      blockHeight: -1,
      ethereumSpecific: { internalTransfers: [internal] },
    }
    const transactions = shown.map((one) => ({
      ...one,
      blockTime: 1_700_000_000,
      ethereumSpecific: one.txid === forwards ? { internalTransfers: [internal] } : {},
    }))
    return { ...answer, transactions: [waiting, ...transactions] }
  },
  post: () => Promise.reject(new TypeError('nothing is sent through an index')),
}

const hashesOf = (transactions: readonly Rpc[]): readonly unknown[] => transactions.map(({ hash }) => hash)

describe.each([
  ['ots_', () => evmFamily(records.ETH, 'mainnet', { rpc: anvil.rpc })],
  ['Blockbook', () => evmFamily(records.ETH, 'mainnet', { rpc: anvil.rpc, rest: blockbook })],
] as const)('transactions of an address from %s', (_name, open) => {
  const list = (page: object) => {
    const { history } = open()
    if (history === undefined) throw new TypeError('no history')
    return history.transactions(PAID, { offset: 0, limit: 50, order: 'desc', ...page })
  }
  const ascending = () => [...hashes, forwards]
  const descending = () => ascending().reverse()

  it('the newest first, page by page, across the node’s own pages', async () => {
    const pages: unknown[] = []
    for (let offset = 0; offset < 80; offset += 20) pages.push(...hashesOf(await list({ offset, limit: 20 })))
    expect(pages).toEqual(descending())
  })

  it('the oldest first', async () => {
    const pages: unknown[] = []
    for (let offset = 0; offset < 80; offset += 16) {
      pages.push(...hashesOf(await list({ offset, limit: 16, order: 'asc' })))
    }
    expect(pages).toEqual(ascending())
  })

  it('between two heights, both among them, either way', async () => {
    const range = { from: first + 10, to: first + 40 }
    expect(hashesOf(await list(range))).toEqual(hashes.slice(10, 41).reverse())
    expect(hashesOf(await list({ ...range, order: 'asc' }))).toEqual(hashes.slice(10, 41))
    expect(hashesOf(await list({ from: first + 58 }))).toEqual(descending().slice(0, 3))
    expect(hashesOf(await list({ to: first, order: 'asc' }))).toEqual([hashes[0]])
    expect(await list({ from: first + 1_000 })).toEqual([])
    expect(await list({ from: 0, to: 0 })).toEqual([])
    expect(await list({ from: 2 ** 32 })).toEqual([])
    const head = (await chain.node.head()).height
    for (const to of [head, head + 1, Number.MAX_SAFE_INTEGER]) {
      expect(hashesOf(await list({ to, limit: 2 }))).toEqual(descending().slice(0, 2))
    }
  })

  it('each as the node knows it, with its receipt', async () => {
    const [transaction] = await list({ limit: 1, offset: 1 })
    expect(transaction).toMatchObject({ ...(await chain.node.transaction(hashes.at(-1) ?? '')) })
    expect(transaction).toMatchObject({ status: '0x1', value: `0x${PAYMENTS.toString(16)}`, to: PAID })
  })

  it('what a contract paid is internal', async () => {
    const { history } = open()
    const internal = await history?.internal(PAID, { offset: 0, limit: 10 })
    expect(internal).toHaveLength(1)
    expect(internal?.[0]).toMatchObject({
      hash: forwards,
      from: sample,
      to: PAID,
      value: '0x5',
      type: 'call',
    })
    expect(await history?.internal(PAID, { offset: 1, limit: 10 })).toEqual([])
  })
})

describe('what contracts would have paid', () => {
  const customer = `0x${'c0'.repeat(20)}`
  let [inner, outer, paid, failed] = ['', '', '', '']
  beforeAll(async () => {
    const made = async (program: string) =>
      String((await chain.node.transaction(await send(null, 9n, deploying(program))))?.['contractAddress'])
    inner = await made(`${call(customer, 3n)}${REVERT}`)
    outer = await made(`${call(inner, 1n)}${call(customer, 2n)}`)
    paid = await send(outer, 0n)
    failed = await send(inner, 0n)
  })

  /** As it has them of `callTracer` (Blockbook, bchain/coins/eth/ethrpc.go, `processCallTrace`). */
  const index: Rest = {
    get: async () => {
      const lost = { type: 0, from: inner, to: customer, value: '3' }
      const won = { type: 0, from: outer, to: customer, value: '2' }
      const told = async (txid: string, status: number, internalTransfers: readonly object[]) => {
        const { blockHash, blockNumber } = (await chain.node.transaction(txid)) ?? {}
        const ethereumSpecific = { status, error: 'execution reverted', internalTransfers }
        return { txid, blockHash, blockHeight: Number(blockNumber), blockTime: 1, ethereumSpecific }
      }
      return { page: 1, transactions: [await told(failed, 0, [lost]), await told(paid, 1, [lost, won])] }
    },
    post: () => Promise.reject(new TypeError('nothing is sent through an index')),
  }
  const without = (...methods: readonly string[]): JsonRpc => ({
    call: (...question) =>
      methods.includes(question[0])
        ? Promise.reject(new NodeFault('unsupported', 'no such method'))
        : anvil.rpc.call(...question),
  })

  it.each([
    ['ots_', {}],
    ['Blockbook', { rest: index }],
  ])('before they failed is not listed (%s)', async (_name, rest) => {
    const internal = (rpc: JsonRpc) =>
      evmFamily(records.ETH, 'mainnet', { rpc, ...rest }).history?.internal(customer, { offset: 0, limit: 9 })
    const listed = [{ hash: paid, from: outer, to: customer, value: '0x2', type: 'call' }]
    expect(await internal(anvil.rpc)).toMatchObject(listed)
    expect(await internal(without('debug_traceTransaction'))).toMatchObject(listed)
    await expect(internal(without('debug_traceTransaction', 'trace_transaction'))).rejects.toMatchObject({
      code: 'unsupported',
    })
  })
})

describe('an index that cannot go on', () => {
  const page = { offset: 0, limit: 50, order: 'desc' } as const

  it.each([
    new NodeFault('unsupported', 'the node has no such method'),
    new RpcError(-32_600, 'Unsupported method: ots_searchTransactionsBefore on ETH_MAINNET'),
    // Reth.
    new RpcError(-32_603, 'unimplemented'),
  ])('a node without ots_: $message', async (error) => {
    const rpc: JsonRpc = {
      call: async (method) => (method === 'eth_chainId' ? '0x1' : Promise.reject(error)),
    }
    const { history } = evmFamily(records.ETH, 'mainnet', { rpc })
    await expect(history?.transactions(PAID, page)).rejects.toEqual(
      new NodeFault(
        'unsupported',
        'This needs a node with an index by address: one with the ots_ methods (Erigon), or a Blockbook',
      ),
    )
  })

  it.each(['eth_blockNumber', 'ots_searchTransactionsBefore', 'ots_getInternalOperations'])(
    'a node that answers %s with an error cannot be asked: a fault of the node, and none of the service',
    async (refused) => {
      const rpc: JsonRpc = {
        call: async (method) => {
          if (method === refused) throw new RpcError(-32_000, 'canary of the request')
          return method === 'eth_blockNumber' ? '0x10' : { txs: [{ blockNumber: '0x5' }], receipts: [{}] }
        },
      }
      const { history } = evmFamily(records.ETH, 'mainnet', { rpc })
      const asked =
        refused === 'ots_getInternalOperations'
          ? history?.internal(PAID, page)
          : history?.transactions(PAID, { ...page, to: 5 })
      await expect(asked).rejects.toMatchObject({
        name: 'NodeFault',
        code: 'unreachable',
        message: `${refused}: the node's error -32000`,
      })
    },
  )

  it('a Blockbook that answers with an error cannot be asked either', async () => {
    const refuse = async () => Promise.reject(new RpcError(400, 'canary of the request'))
    const rpc: JsonRpc = { call: async () => '0x1' }
    const { history } = evmFamily(records.ETH, 'mainnet', { rpc, rest: { get: refuse, post: refuse } })
    for (const asked of [history?.transactions(PAID, { ...page, to: 5 }), history?.internal(PAID, page)]) {
      await expect(asked).rejects.toMatchObject({
        name: 'NodeFault',
        code: 'unreachable',
        message: 'The node refused to answer (400)',
      })
    }
  })

  it('one that gives the same page for ever is left', async () => {
    const rpc: JsonRpc = {
      call: async (method) =>
        method === 'eth_chainId' ? '0x1' : { txs: [{ blockNumber: '0x10', hash: '0x' }], receipts: [{}] },
    }
    const { history } = evmFamily(records.ETH, 'mainnet', { rpc })
    await expect(history?.transactions(PAID, { ...page, offset: 100_000 })).rejects.toMatchObject({
      name: 'NodeFault',
      code: 'unsupported',
    })
    const same: Rest = {
      get: async () => ({ txids: Array.from({ length: 1_000 }, () => `0x${'1'.repeat(64)}`) }),
      post: async () => undefined,
    }
    const other = evmFamily(records.ETH, 'mainnet', { rpc, rest: same })
    await expect(other.history?.transactions(PAID, { ...page, order: 'asc' })).rejects.toMatchObject({
      code: 'unsupported',
    })
  })
})
