/**
 * Blockbook, which cannot be had here: a stand-in that keeps transactions in memory and answers in the shapes of its
 * reference (github.com/trezor/blockbook, docs/api.md, "API V2"), empty fields left out as there. Its transactions
 * are real ones, made and read by the codec; nothing of this ran against a live Blockbook.
 */
import { NodeFault, records, type Signed, type UtxoChain } from '@tallystick/custody'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Rest, RpcError } from '../transport/transport.js'
import { utxoFamily } from './family.js'
import { type Key, keyOf, madeUp, sign } from './paying.fixture.js'
import { offlineChain } from './subject.fixture.js'

type Json = Readonly<Record<string, unknown>>

interface Kept {
  readonly signed: Signed
  /** 0: in the mempool. */
  height: number
}

/** Answers from what it was given, and takes what spends something it knows. */
class Blockbook implements Rest {
  readonly kept: Kept[] = []
  readonly asked: string[] = []
  /** Transactions whose outputs pay to the bare public key. It lists them under the address of its hash. */
  readonly bare = new Set<string>()
  tip = 500

  constructor(private readonly codec: UtxoChain['codec']) {}

  keep(signed: Signed, height: number): void {
    this.kept.unshift({ signed, height })
  }

  async get(path: string): Promise<unknown> {
    this.asked.push(path)
    const url = new URL(path, 'http://blockbook')
    const [, , version, method, argument = ''] = url.pathname.split('/')
    expect(version).toBe('v2')
    const subject = decodeURIComponent(argument)
    switch (method) {
      case undefined:
        return {
          blockbook: { coin: 'Litecoin', bestHeight: this.tip },
          backend: {
            chain: 'test',
            blocks: this.tip,
            headers: this.tip,
            bestBlockHash: hashOf(this.tip),
            difficulty: '1234.5',
          },
        }
      case 'block-index':
        // Of its index, which has no error for what it does not have (Blockbook, server/public.go, `apiBlockIndex`).
        return { blockHash: Number(subject) > this.tip ? '' : hashOf(Number(subject)) }
      case 'tx':
        return this.transaction(this.find(subject))
      case 'utxo':
        return this.unspent(subject)
      case 'address':
        return this.address(subject, url.searchParams)
      case 'estimatefee':
        return { result: Number(subject) > 6 ? '-1' : `0.0000${Number(subject)}` }
      default:
        throw new RpcError(404, 'Not found')
    }
  }

  async post(path: string, raw: string): Promise<unknown> {
    expect(path).toBe('/api/v2/sendtx/')
    const read = this.codec.inspect(raw)
    if (this.kept.some(({ signed }) => signed.txId === read.txId)) {
      throw new RpcError(400, '-27: Transaction already in block chain')
    }
    for (const { owner, index } of read.claims) {
      const made = this.kept.find(({ signed }) => signed.txId === owner)
      if (made === undefined || this.spenderOf(owner, Number(index)) !== undefined) {
        throw new RpcError(400, '-25: bad-txns-inputs-missingorspent')
      }
    }
    this.keep({ raw, txId: read.txId }, 0)
    return { result: read.txId }
  }

  private find(txId: string): Kept {
    const found = this.kept.find(({ signed }) => signed.txId === txId)
    if (found === undefined) throw new RpcError(400, `Transaction '${txId}' not found`)
    return found
  }

  private spenderOf(txId: string, index: number): Kept | undefined {
    return this.kept.find(({ signed }) =>
      this.codec
        .inspect(signed.raw)
        .claims.some((claim) => claim.owner === txId && claim.index === BigInt(index)),
    )
  }

  private transaction({ signed, height }: Kept): Json {
    const { claims, outputs } = this.codec.inspect(signed.raw)
    return {
      txid: signed.txId,
      vin: claims.map(({ owner, index }, n) => {
        const parent = this.kept.find((each) => each.signed.txId === owner)
        const spent = parent && this.codec.inspect(parent.signed.raw).outputs[Number(index)]
        const known = spent
          ? { addresses: [spent.address], isAddress: true, value: String(spent.amount) }
          : {}
        return {
          txid: owner,
          ...(index === 0n ? {} : { vout: Number(index) }),
          sequence: 4294967295,
          n,
          ...known,
        }
      }),
      vout: outputs.map(({ address, amount }, n) => {
        const spender = this.spenderOf(signed.txId, n)
        return {
          value: String(amount),
          n,
          // Of its index of blocks: it tells nothing here of what waits (Blockbook, api/worker.go).
          ...(spender === undefined || spender.height === 0
            ? {}
            : { spent: true, spentTxId: spender.signed.txId, spentHeight: spender.height }),
          hex: this.bare.has(signed.txId)
            ? `21${Buffer.from(owner.publicKey).toString('hex')}ac`
            : address === null
              ? '6a'
              : this.codec.scriptOf(address),
          addresses: [address],
          isAddress: true,
        }
      }),
      ...(height === 0 ? { blockHeight: -1 } : { blockHash: hashOf(height), blockHeight: height }),
      confirmations: height === 0 ? 0 : this.tip - height + 1,
      blockTime: 1_700_000_000 + height,
      hex: signed.raw,
    }
  }

  private outputsTo(address: string) {
    return this.kept.flatMap((each) =>
      this.codec
        .inspect(each.signed.raw)
        .outputs.flatMap((output, index) =>
          output.address === address ? [{ ...each, index, ...output }] : [],
        ),
    )
  }

  private unspent(address: string): readonly Json[] {
    return this.outputsTo(address)
      .filter(({ signed, index }) => this.spenderOf(signed.txId, index) === undefined)
      .map(({ signed, index, amount, height }) => ({
        txid: signed.txId,
        vout: index,
        value: String(amount),
        ...(height === 0 ? { confirmations: 0 } : { height, confirmations: this.tip - height + 1 }),
      }))
  }

  private address(address: string, query: URLSearchParams): Json {
    const received = this.outputsTo(address)
    const touching = this.kept.filter(
      (each) =>
        received.some(({ signed }) => signed === each.signed) ||
        received.some(({ signed, index }) => this.spenderOf(signed.txId, index) === each),
    )
    const sum = (values: readonly { readonly amount: bigint }[]): string =>
      String(values.reduce((total, { amount }) => total + amount, 0n))
    const confirmed = received.filter(({ height }) => height > 0)
    const sent = confirmed.filter(
      ({ signed, index }) => (this.spenderOf(signed.txId, index)?.height ?? 0) > 0,
    )
    const size = Number(query.get('pageSize') ?? 1000)
    // Bounds are numbers of 32 bits, and a last height of 0 is none (Blockbook, server/public.go).
    const [least, last] = ['from', 'to'].map((name) => Number(query.get(name) ?? 0) >>> 0) as [number, number]
    const mined = touching.filter(
      ({ height }) => height > 0 && height >= least && height <= (last || 2 ** 32 - 1),
    )
    const pages = Math.max(1, Math.ceil(mined.length / size))
    const page = Math.min(Number(query.get('page') ?? 1), pages)
    const pending = touching.filter(({ height }) => height === 0 && last === 0)
    // What waits is on the first page, beside as many others as a page has, unless there is a last height (Blockbook,
    // api/worker.go, `GetAddress`).
    const shown = [...(page === 1 ? pending : []), ...mined.slice((page - 1) * size, page * size)]
    return {
      page,
      totalPages: pages,
      itemsOnPage: size,
      address,
      balance: String(BigInt(sum(confirmed)) - BigInt(sum(sent))),
      totalReceived: sum(confirmed),
      totalSent: sum(sent),
      ...(pending.length === 0 ? {} : { unconfirmedTxs: pending.length }),
      txs: mined.length,
      ...(query.get('details') === 'txs'
        ? { transactions: shown.map((each) => this.transaction(each)) }
        : {}),
    }
  }
}

const hashOf = (height: number): string => height.toString(16).padStart(64, 'b')

const offline = offlineChain('LTC', 'testnet')
const [owner, other] = [keyOf(offline, 1), keyOf(offline, 2)] as [Key, Key]
const mine = owner.addressAs('p2wpkh')

let blockbook: Blockbook
let chain: UtxoChain
beforeEach(() => {
  blockbook = new Blockbook(offline.codec)
  chain = utxoFamily(records.LTC, 'testnet', { rest: blockbook })
})

/** Money from nowhere: the stand-in does not ask where the first came from. */
function received(value: bigint, height: number, number: number): Signed {
  const unsigned = offline.codec.build({
    required: [madeUp(offline, other, 'p2pkh', value + 100_000n, number)],
    available: [],
    to: [{ address: mine, value }],
    fee: 100_000n,
    changeAddress: null,
    marketRate: 10_000n,
    fastRate: 10_000n,
  })
  const signed = sign(offline, unsigned, [other])
  blockbook.keep(signed, height)
  return signed
}

const spend = async (value: bigint) => {
  const available = await chain.node.utxos(mine)
  return sign(
    offline,
    offline.codec.build({
      required: [],
      available,
      to: [{ address: other.addressAs('p2tr'), value }],
      fee: 50_000n,
      changeAddress: mine,
      marketRate: 10_000n,
      fastRate: 10_000n,
    }),
    [owner],
  )
}

describe('alone', () => {
  it('finds outputs by address, the oldest first and those of the mempool last', async () => {
    const [late, early, pending] = [
      received(5_000_000n, 400, 1),
      received(3_000_000n, 300, 2),
      received(1_000_000n, 0, 3),
    ]
    expect(
      (await chain.node.utxos(mine.toUpperCase())).map(({ txId, value, height }) => [txId, value, height]),
    ).toEqual([
      [early.txId, 3_000_000n, 300],
      [late.txId, 5_000_000n, 400],
      [pending.txId, 1_000_000n, null],
    ])
    expect(await chain.node.balance(mine)).toBe(8_000_000n)
    expect(await chain.node.utxos(other.addressAs('p2tr'))).toEqual([])
  })

  it('sends, sees it, and counts it in what is pending', async () => {
    received(5_000_000n, 400, 1)
    const payment = await spend(2_000_000n)
    expect(await chain.node.status(payment)).toEqual({ kind: 'absent' })
    expect(await chain.node.broadcast(payment)).toEqual({ kind: 'accepted' })
    expect(await chain.node.status(payment)).toEqual({ kind: 'pending' })
    expect(await chain.node.broadcast(payment)).toEqual({ kind: 'known' })
    expect(await chain.history?.totals(mine)).toEqual({
      incoming: 5_000_000n,
      outgoing: 0n,
      incomingPending: 2_950_000n,
      outgoingPending: 5_000_000n,
    })
    for (const each of blockbook.kept) each.height ||= 500
    expect(await chain.node.status(payment)).toMatchObject({ kind: 'confirmed', height: 500, ok: true })
    expect(await chain.history?.totals(mine)).toEqual({
      incoming: 7_950_000n,
      outgoing: 5_000_000n,
      incomingPending: 0n,
      outgoingPending: 0n,
    })
  })

  it('passes a refusal on, and finds the rival of a confirmed payment dead', async () => {
    received(5_000_000n, 400, 1)
    const [payment, rival] = [await spend(2_000_000n), await spend(1_000_000n)]
    expect(await chain.node.broadcast(payment)).toEqual({ kind: 'accepted' })
    expect(await chain.node.broadcast(rival)).toMatchObject({ kind: 'declined' })
    expect(await chain.node.status(rival)).toEqual({ kind: 'absent' })
    for (const each of blockbook.kept) each.height ||= 500
    blockbook.tip = 510
    expect(await chain.node.status(rival)).toEqual({ kind: 'absent' })
    blockbook.tip = 511
    expect(await chain.node.status(rival)).toMatchObject({ kind: 'dead' })
    expect(await chain.node.status(payment)).toMatchObject({ kind: 'confirmed', final: true })
  })

  it('tells what inputs are spent, and of amounts that are not so', async () => {
    received(5_000_000n, 400, 1)
    const available = await chain.node.utxos(mine)
    const intent = {
      required: available,
      available: [],
      to: [{ address: other.addressAs('p2pkh'), value: 1_000_000n }],
      fee: 50_000n,
      changeAddress: mine,
      marketRate: 10_000n,
      fastRate: 10_000n,
    }
    const unsigned = chain.codec.build(intent)
    expect(await chain.node.spent(unsigned)).toEqual([])
    const raised = available.map((utxo) => ({ ...utxo, value: utxo.value + 1n }))
    await expect(chain.node.spent(chain.codec.build({ ...intent, required: raised }))).rejects.toThrow(
      /not what/,
    )
    await chain.node.broadcast(sign(offline, unsigned, [owner]))
    expect(await chain.node.spent(unsigned)).toEqual([{ txId: available[0]?.txId, index: 0 }])
  })

  it('tells of outputs that the mempool spends, and counts those of a payment that waits', async () => {
    const income = received(5_000_000n, 400, 1)
    const payment = await spend(2_000_000n)
    await chain.node.broadcast(payment)
    const first = { txId: income.txId, index: 0 }
    expect(await chain.node.utxo(first)).toBeUndefined()
    expect(await chain.node.made(first)).toMatchObject({ value: 5_000_000n, height: 400 })
    expect(await chain.node.waiting(payment.txId)).toMatchObject({ descendants: 0 })
    await chain.node.broadcast(await spend(1_000_000n))
    expect(await chain.node.waiting(payment.txId)).toMatchObject({ descendants: 1 })
  })

  it('lists outputs to the bare public key, which are not available', async () => {
    received(5_000_000n, 400, 1)
    const { txId } = received(9_000_000n, 400, 2)
    blockbook.bare.add(txId)
    const required = await chain.node.utxos(mine)
    expect(required).toHaveLength(2)
    const to = [{ address: other.addressAs('p2pkh'), value: 1_000_000n }]
    const rates = { fee: 50_000n, marketRate: 10_000n, fastRate: 10_000n }
    const unsigned = chain.codec.build({ required, available: [], to, changeAddress: mine, ...rates })
    expect(await chain.node.spent(unsigned)).toEqual([{ txId, index: 0 }])
  })

  it('reads a transaction with what its inputs were worth', async () => {
    const income = received(5_000_000n, 400, 1)
    const payment = await spend(2_000_000n)
    await chain.node.broadcast(payment)
    const found = await chain.node.transaction(payment.txId)
    expect(found).toMatchObject({
      txId: payment.txId,
      hex: payment.raw,
      height: null,
      blockHash: null,
      time: null,
    })
    expect(found?.witnessHash).not.toBe(payment.txId)
    expect(found?.inputs[0]).toMatchObject({ txId: income.txId, spent: { value: 5_000_000n, address: mine } })
    expect(found?.inputs[0]?.witness.length).toBe(2)
    expect(await chain.node.transaction(income.txId)).toMatchObject({ height: 400, blockHash: hashOf(400) })
    expect(await chain.node.transaction('f'.repeat(64))).toBeUndefined()
  })

  it('lists an address’s transactions from any offset', async () => {
    const all = Array.from({ length: 7 }, (_, index) =>
      received(1_000_000n, 400 + index, index + 1),
    ).reverse()
    const ids = async (offset: number, limit: number, range: { from?: number; to?: number } = {}) =>
      (await chain.history?.transactions(mine, { offset, limit, ...range }))?.map(({ txId }) => txId)
    for (const limit of [1, 2, 3, 5, 50]) {
      for (const offset of [0, 1, 2, 5, 6, 7, 20]) {
        expect(await ids(offset, limit), `${limit} from ${offset}`).toEqual(
          all.slice(offset, offset + limit).map(({ txId }) => txId),
        )
      }
    }
    expect(await ids(0, 0)).toEqual([])
    await ids(0, 5, { from: 10, to: 20 })
    expect(blockbook.asked.at(-1)).toContain('&from=10&to=20')
  })

  it.each([1, 3])('lists them from any offset while %i of them wait for a block', async (waiting) => {
    const all = Array.from({ length: 6 + waiting }, (_, index) =>
      received(1_000_000n, index < 6 ? 400 + index : 0, index + 1),
    ).reverse()
    for (const limit of [1, 2, 3, 5, 50]) {
      for (const offset of [0, 1, 2, 3, 4, 6, 8, 20]) {
        const found = (await chain.history?.transactions(mine, { offset, limit })) ?? []
        expect(
          found.map(({ txId }) => txId),
          `${limit} from ${offset}`,
        ).toEqual(all.slice(offset, offset + limit).map(({ txId }) => txId))
      }
    }
  })

  it.each([
    ['from a height on', { from: 401 }, [402, 401]],
    ['up to a height', { to: 401 }, [401, 400]],
    ['up to the first block', { to: 0 }, []],
    ['up to a height that no chain will have', { to: 2 ** 32 + 401 }, [402, 401, 400]],
    ['from a height on that no chain will have', { from: 2 ** 32 }, []],
  ])('lists them %s, without those that wait', async (_what, range, heights) => {
    for (const height of [400, 401, 402, 0]) received(1_000_000n, height, height + 1)
    for (const offset of [0, 1]) {
      const found = await chain.history?.transactions(mine, { offset, limit: 10, ...range })
      expect(found?.map(({ height }) => height)).toEqual(heights.slice(offset))
    }
  })

  it('has a head, hashes of blocks, and rates; it says who reads blocks and mempools', async () => {
    expect(await chain.node.head()).toEqual({ height: 500, hash: hashOf(500) })
    expect(await chain.node.info()).toMatchObject({ chain: 'test', headers: 500, difficulty: 1234.5 })
    expect(await chain.node.blockHash(7)).toBe(hashOf(7))
    expect(await chain.node.blockHash(501)).toBeUndefined()
    expect(await chain.node.feeRates()).toEqual({ fast: 6_000n, medium: 6_000n, slow: 2_000n })
    await expect(chain.node.block(7)).rejects.toThrow(/Bitcoin Core/)
    await expect(chain.node.mempool()).rejects.toBeInstanceOf(NodeFault)
  })
})

it('beside a node without an index, answers what that cannot', async () => {
  const rpc = { call: () => Promise.reject(new NodeFault('unsupported', 'No such method')) }
  const both = utxoFamily(records.LTC, 'testnet', { rpc, rest: blockbook })
  const income = received(5_000_000n, 400, 1)
  expect(await both.node.balance(mine)).toBe(5_000_000n)
  expect(await both.node.transaction(income.txId)).toMatchObject({ height: 400 })
  expect(await both.node.head()).toMatchObject({ height: 500 })
})

it('that answers with an error is at fault, whatever it is asked of an address', async () => {
  const refuse = async () => Promise.reject(new RpcError(400, 'canary of the request'))
  const refusing = utxoFamily(records.LTC, 'testnet', { rest: { get: refuse, post: refuse } })
  const { history, node } = refusing
  const page = { offset: 0, limit: 10 }
  for (const asked of [history?.transactions(mine, page), history?.totals(mine), node.balance(mine)]) {
    await expect(asked).rejects.toMatchObject({
      name: 'NodeFault',
      code: 'unreachable',
      message: 'The node refused to answer (400)',
    })
  }
})

it('a chain without history has none', () => {
  expect(offline.history).toBeUndefined()
  expect(chain.history).toBeDefined()
})
