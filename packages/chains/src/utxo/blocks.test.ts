/** Blocks of the family: on a real node, and crafted ones that try to pass for value. */
import { ExactNumber } from '@tallystick/core'
import { type Block, NoBlock, NodeFault, records, type UtxoChain } from '@tallystick/custody'
import { blocksContract } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RpcError } from '../transport/transport.js'
import { scriptOfKey } from './addresses.js'
import type { Fields } from './answers.js'
import type { ToldBlock } from './backend.js'
import { blockOf, hashOf, rootOf } from './blocks.js'
import { utxoFamily } from './family.js'
import { findLitecoind, type Litecoind, startLitecoind } from './litecoind.fixture.js'
import { type Key, KINDS, keyOf, paramsOf, sign } from './paying.fixture.js'
import { toHex } from './payload.js'
import { offlineChain } from './subject.fixture.js'

const COIN = 100_000_000n

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('on litecoind', () => {
  let node: Litecoind
  beforeAll(async () => {
    node = await startLitecoind()
  })
  afterAll(() => node?.stop())

  blocksContract('LTC on litecoind', async () => {
    const [miner, customer, other] = [1, 2, 3].map((number) => keyOf(node.chain, number)) as [Key, Key, Key]
    const stranger = keyOf(node.chain, 9).addressAs('p2wpkh')
    const everyone = [miner, customer, other].flatMap((key) => KINDS.map((kind) => key.addressAs(kind)))
    const pay = async (from: Key, to: readonly { address: string; value: bigint }[]) => {
      const { codec, node: asked } = node.chain
      const available = (await Promise.all(KINDS.map((kind) => asked.utxos(from.addressAs(kind))))).flat()
      const unsigned = codec.build({
        required: [],
        available: available.map((utxo) => ({
          ...utxo,
          publicKey: Buffer.from(from.publicKey).toString('hex'),
        })),
        to,
        fee: null,
        changeAddress: from.addressAs('p2pkh'),
        marketRate: 20_000n,
        fastRate: 20_000n,
      })
      expect(
        await asked.broadcast(
          sign(
            node.chain,
            unsigned,
            unsigned.claims.map(() => from),
          ),
        ),
      ).toEqual({ kind: 'accepted' })
    }
    return {
      chain: node.chain,
      watched: everyone.map((address) => ({ address, asset: null })),
      balance: (address) => node.chain.node.balance(address),
      live: async () => {
        await node.mine(101, miner.addressAs('p2pkh'))
        await pay(
          miner,
          [customer, other].flatMap((key) =>
            KINDS.map((kind, at) => ({ address: key.addressAs(kind), value: BigInt(at + 1) * COIN })),
          ),
        )
        // Two to one address in one transaction, and one that spends what the same block makes.
        await node.mine(1, other.addressAs('p2wpkh'))
        const twice = [3n, 5n].map((value) => ({ address: other.addressAs('p2tr'), value: value * 10_000n }))
        await pay(customer, twice)
        await node.mine(1, miner.addressAs('p2pkh'))
        await pay(other, [{ address: customer.addressAs('p2wpkh'), value: 12_345n }])
        await node.mine(1, stranger)
      },
      fork: async () => {
        await node.rpc.call('invalidateblock', [await node.rpc.call('getbestblockhash', [])])
        // With another reward, or it would be the one that was undone.
        await node.mine(1, keyOf(node.chain, 10).addressAs('p2wpkh'))
      },
      close: () => Promise.resolve(),
    }
  })

  it('tells when a coinbase can be spent, and of the block before it that it is whole', async () => {
    const { height } = await node.chain.node.head()
    await node.mine(1, keyOf(node.chain, 9).addressAs('p2pkh'))
    const block = await node.chain.blocks?.block(height + 1, new Set())
    expect(block?.movements).toEqual([
      {
        txId: expect.any(String),
        position: 0,
        address: keyOf(node.chain, 9).addressAs('p2pkh'),
        asset: null,
        amount: expect.any(BigInt),
        from: null,
        matures: height + 101,
      },
    ])
    expect(block?.spends).toEqual([])
  })

  it('a node that answers half, or of another block, is at fault', async () => {
    const { height, hash } = await node.chain.node.head()
    const given = (await node.rpc.call('getblock', [hash, 2])) as Fields
    const transactions = given['tx'] as readonly Fields[]
    const of = { params: paramsOf(node.chain), decimals: 8 }
    const read = (changes: Fields, list = transactions, at = height) =>
      blockOf({ header: { ...given, ...changes }, transactions: list }, at, hash, of)
    const holding = (value: number) =>
      transactions.map((each) => ({
        ...each,
        vout: (each['vout'] as readonly Fields[]).map((output) => ({ ...output, value })),
      }))
    expect(read({}).hash).toBe(hash)
    expect(read({}, holding(90_000_000_000)).hash).toBe(hash)
    const wrong: readonly (() => unknown)[] = [
      () => read({}, []),
      () => read({}, holding(93_000_000_000)),
      () => read({}, [...transactions, ...transactions]),
      () => read({ previousblockhash: 'ab'.repeat(32) }),
      () => read({ merkleroot: 'ab'.repeat(32) }),
      () => read({ confirmations: -1 }),
      () => read({}, transactions, height - 1),
      () => read({ time: Number(given['time']) + 1 }),
    ]
    for (const question of wrong) expect(question).toThrow(NodeFault)
  })

  it.each([
    ['getblockhash', NoBlock, () => null],
    ['getblock', NodeFault, () => null],
    ['getblock', NodeFault, () => Promise.reject(new RpcError(-1, 'Block not available (pruned data)'))],
  ])('a block that the node has and does not give (%s) is a fault', async (method, fault, answer) => {
    const { height } = await node.chain.node.head()
    const { blocks } = utxoFamily(node.chain.record, 'regtest', {
      rpc: {
        call: async (...question) => (question[0] === method ? answer() : node.rpc.call(...question)),
      },
    })
    await expect(blocks?.block(height, new Set())).rejects.toThrow(fault)
    await expect(blocks?.block(height + 1, new Set())).resolves.toBeUndefined()
  })
})

const HEIGHT = 1_000
type ChainId = 'BTC' | 'LTC' | 'DOGE' | 'BCH'

/** A block of these transactions that proves itself. */
function told(transactions: readonly Fields[]): { readonly block: ToldBlock; readonly hash: string } {
  const header = {
    version: 0x20000000,
    previousblockhash: 'ab'.repeat(32),
    merkleroot: rootOf(transactions.map(({ txid }) => String(txid))),
    time: 1_700_000_000,
    bits: '1e0ffff0',
    nonce: 4_294_967_295,
    height: HEIGHT,
    confirmations: 1,
  }
  const hash = hashOf(header)
  return { block: { header: { ...header, hash }, transactions }, hash }
}

function read(transactions: readonly Fields[], id: ChainId = 'LTC'): Block {
  const { block, hash } = told(transactions)
  return blockOf(block, HEIGHT, hash, { params: paramsOf(offlineChain(id, 'testnet')), decimals: 8 })
}

const output = (n: number, hex: string, value = '1.5', more: Fields = {}): Fields => ({
  n,
  value: new ExactNumber(value),
  scriptPubKey: { hex, address: 'whatever the node calls it' },
  ...more,
})
const idOf = (number: number): string => number.toString(16).padStart(64, '0')
const spending = (number: number, ...vout: readonly Fields[]): Fields => ({
  txid: idOf(number),
  vin: [{ txid: 'ee'.repeat(32), vout: number }],
  vout,
})
const coinbase = (...vout: readonly Fields[]): Fields => ({
  txid: 'c0'.repeat(32),
  vin: [{ coinbase: '51' }],
  vout,
})

describe('crafted', () => {
  const chain = offlineChain('LTC', 'testnet')
  const key = keyOf(chain, 5)
  const pkh = toHex(scriptOfKey(key.publicKey, 'p2pkh'))

  it('an output is of the address whose script it has, byte for byte', () => {
    const own = toHex(key.publicKey)
    const { movements, spends } = read([
      coinbase(),
      spending(
        1,
        output(0, pkh),
        // The key itself, bare multisig of it alone, its script with one operation more, a note, nothing.
        output(1, `21${own}ac`),
        output(2, `5121${own}51ae`),
        output(3, `${pkh}51`),
        output(4, `6a14${pkh.slice(6, 46)}`),
        output(5, pkh, '0'),
      ),
    ])
    const address = key.addressAs('p2pkh')
    expect(movements).toEqual([
      { txId: idOf(1), position: 0, address, asset: null, amount: 150_000_000n, from: null },
    ])
    expect(spends).toEqual([{ txId: 'ee'.repeat(32), index: 1, by: idOf(1) }])
  })

  it('amounts above 2^53 are exact', () => {
    const { movements } = read([
      coinbase(),
      spending(1, output(0, '6a00'), output(1, pkh, '90000000000.00000001')),
    ])
    expect(movements).toMatchObject([{ position: 1, amount: 9_000_000_000_000_000_001n }])
  })

  it('the same transaction twice in a block is a fault', () => {
    const twice = spending(1, output(0, pkh))
    expect(() => read([coinbase(), twice, twice])).toThrow(NodeFault)
  })

  it.each(['-1', '4c-1', '4', 'zz'])('an input whose script is no hex shows nothing: %s', (hex) => {
    const vin = [{ txid: 'ee'.repeat(32), vout: 1, scriptSig: { hex } }]
    const { spends } = read([coinbase(), { ...spending(1), vin }])
    expect(spends).toEqual([{ txId: 'ee'.repeat(32), index: 1, by: idOf(1) }])
  })

  it('a coinbase can be spent when its chain lets it be', () => {
    const matures = (id: ChainId) => read([coinbase(output(0, pkh))], id).movements[0]?.matures
    expect([matures('BTC'), matures('LTC'), matures('BCH'), matures('DOGE')]).toEqual([
      HEIGHT + 100,
      HEIGHT + 100,
      HEIGHT + 100,
      HEIGHT + 240,
    ])
  })

  it('what leaves Litecoin’s extension blocks can be spent six blocks later, and what is in them is not ours', () => {
    const held = output(0, `5820${'ab'.repeat(32)}`, '4000')
    const hidden: Fields = { n: 2, ismweb: true, output_id: 'cd'.repeat(32) }
    const integrating = spending(2, held, output(1, pkh), hidden)
    const { movements, spends } = read([coinbase(), spending(1, output(0, pkh)), integrating])
    expect(movements).toMatchObject([
      { txId: idOf(1), position: 0 },
      { txId: idOf(2), position: 1, matures: HEIGHT + 6 },
    ])
    expect(movements[0]).not.toHaveProperty('matures')
    expect(spends).toHaveLength(2)
    const pegIn = { txid: idOf(3), vin: [{ ismweb: true, output_id: 'cd'.repeat(32) }], vout: [hidden] }
    expect(read([coinbase(), pegIn])).toMatchObject({ movements: [], spends: [] })
    expect(read([coinbase(), integrating], 'BTC').movements).toMatchObject([
      { txId: idOf(2), position: 1, amount: 150_000_000n },
    ])
  })

  it('an output of Bitcoin Cash that carries tokens is nobody’s coin', () => {
    const tokens = { tokenData: { category: 'ab'.repeat(32), amount: '1000000' } }
    const { movements } = read([coinbase(), spending(1, output(0, pkh, '0.00001', tokens))], 'BCH')
    expect(movements).toEqual([])
  })
})

describe('from Blockbook', () => {
  const chain = offlineChain('LTC', 'testnet')
  const key = keyOf(chain, 5)
  const script = toHex(scriptOfKey(key.publicKey, 'p2wpkh'))
  const ids = Array.from({ length: 5 }, (_, number) => idOf(number + 1))
  const { block, hash } = told(ids.map((txid) => ({ txid })))
  const { previousblockhash, merkleroot, nonce, ...header } = block.header
  const transactions = ids.map((txid, at) => ({
    txid,
    vin: [
      at === 0
        ? { coinbase: '51', n: 0 }
        : { txid: 'ee'.repeat(32), n: 0, ...(at === 1 ? {} : { vout: at }) },
    ],
    vout: [{ n: 0, value: String(10n ** 18n + BigInt(at)), hex: script, addresses: ['of its own making'] }],
    blockHash: hash,
  }))

  /** Two transactions a page; `missing` is left out. */
  function blockbook(missing?: string): UtxoChain {
    const told: Fields = {
      ...header,
      previousBlockHash: previousblockhash,
      merkleRoot: merkleroot,
      nonce: String(nonce),
      totalPages: 3,
    }
    const get = async (path: string): Promise<unknown> => {
      const [, what = '', of = '', page = '1'] =
        /^\/api\/v2(?:\/([a-z-]+)\/(\w+)(?:\?page=(\d))?)?$/.exec(path) ?? []
      if (what === '') return { blockbook: { bestHeight: HEIGHT }, backend: { blocks: HEIGHT + 3 } }
      if (what === 'block-index') {
        return { blockHash: Number(of) > HEIGHT ? '' : hash }
      }
      if (what === 'tx') return transactions.find(({ txid }) => txid === of)
      const first = Number(page) * 2 - 2
      const txs = ids.slice(first, first + 2).filter((txid) => txid !== missing)
      return { ...told, page: Number(page), txs: txs.map((txid) => ({ txid, vin: [{ n: 0 }], vout: [] })) }
    }
    const post = () => Promise.reject(new TypeError('nothing is sent'))
    return utxoFamily(records.LTC, 'testnet', { rest: { get, post } })
  }

  it('all pages are read, up to what its index has', async () => {
    const { blocks } = blockbook()
    expect(await blocks?.head()).toEqual({ height: HEIGHT, hash })
    const read = await blocks?.block(HEIGHT, new Set())
    expect(await blocks?.header(HEIGHT)).toEqual({
      height: HEIGHT,
      hash,
      parent: 'ab'.repeat(32),
      time: 1_700_000_000_000,
    })
    const address = key.addressAs('p2wpkh')
    expect(read?.movements).toEqual(
      ids.map((txId, at) => ({
        txId,
        position: 0,
        address,
        asset: null,
        amount: 10n ** 18n + BigInt(at),
        from: null,
        ...(at === 0 ? { matures: HEIGHT + 100 } : {}),
      })),
    )
    expect(read?.spends.map(({ index, by }) => [index, by])).toEqual(
      ids.slice(1).map((txId, at) => [at === 0 ? 0 : at + 1, txId]),
    )
    expect(await blocks?.block(HEIGHT + 1, new Set())).toBeUndefined()
  })

  it.each(ids)('a page without %s is a fault', async (missing) => {
    await expect(blockbook(missing).blocks?.block(HEIGHT, new Set())).rejects.toThrow(NodeFault)
  })
})
