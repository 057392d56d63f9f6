/**
 * What is made of a node's answers to a transaction, word by word. The answers are Bitcoin Core's (src/rpc/protocol.h
 * for the codes, src/validation.cpp for the words); what real nodes do is in `node.test.ts` and `bcoin.test.ts`.
 */

import { ExactNumber } from '@tallystick/core'
import { type Broadcast, NodeFault, records, type TransactionStatus } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { type JsonRpc, RpcError } from '../transport/transport.js'
import { utxoFamily } from './family.js'
import { findLitecoind, startLitecoind } from './litecoind.fixture.js'
import { keyOf, madeUp, sign } from './paying.fixture.js'
import { offlineChain } from './subject.fixture.js'

const offline = offlineChain('BTC', 'regtest')
const key = keyOf(offline, 1)
const signed = sign(
  offline,
  offline.codec.build({
    required: [madeUp(offline, key, 'p2wpkh', 100_000n)],
    available: [],
    to: [{ address: key.addressAs('p2wpkh'), value: 90_000n }],
    fee: 10_000n,
    changeAddress: null,
    marketRate: 1_000n,
    fastRate: 10_000n,
  }),
  [key],
)

type Answer = (params: readonly unknown[]) => unknown
type Answers = Readonly<Record<string, Answer>>

const fault = (): never => {
  throw new NodeFault('unreachable', 'No endpoint answered')
}
const unsupported = (): never => {
  throw new NodeFault('unsupported', 'No such method')
}
const refusal =
  (code: number, message: string, unansweredBefore = false): Answer =>
  () => {
    throw new RpcError(code, message, undefined, unansweredBefore)
  }

const notInMempool = refusal(-5, 'Transaction not in mempool')
const notFound = refusal(
  -5,
  'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
)
// Bitcoin Core, src/rpc/rawtransaction.cpp.
const indexing = refusal(
  -5,
  'No such mempool transaction. Blockchain transactions are still in the process of being indexed. Use gettransaction for wallet transactions.',
)
const noIndex = refusal(
  -5,
  'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.',
)

/** Unspent, of a transaction that is not ours: the input. */
const inputUnspent: Answer = ([txId]) =>
  txId === signed.txId
    ? null
    : {
        bestblock: 'ab',
        confirmations: 0,
        value: new ExactNumber('0.00100000'),
        scriptPubKey: { hex: '0014' },
        coinbase: false,
      }

/** A node that knows nothing of the transaction, and has its input. */
const ABSENT: Answers = {
  getmempoolentry: notInMempool,
  getrawtransaction: notFound,
  gettxout: inputUnspent,
  testmempoolaccept: () => [{ txid: signed.txId, allowed: false, 'reject-reason': 'no' }],
  sendrawtransaction: () => signed.txId,
}

/** As another node, from the moment on that something was sent. */
function after(sending: Answer, before: Answers, then: Answers): JsonRpc {
  let isSent = false
  return {
    call: async (method, params) => {
      const list = params as readonly unknown[]
      if (method === 'sendrawtransaction') {
        isSent = true
        return sending(list)
      }
      const answer = (isSent ? then : before)[method]
      if (answer === undefined) throw new NodeFault('unsupported', `No ${method}`)
      return answer(list)
    },
  }
}

const IN_MEMPOOL: Answers = { ...ABSENT, getmempoolentry: () => ({ vsize: 110 }) }
const took: Answer = () => signed.txId

describe('a broadcast', () => {
  it.each<[string, Answer, Answers, Broadcast['kind']]>([
    ['that was taken, and is seen', took, IN_MEMPOOL, 'accepted'],
    ['that was taken, and is not to be seen', took, ABSENT, 'unknown'],
    ['that was taken by a node that then fell silent', took, { getmempoolentry: fault }, 'unknown'],
    ['that was refused', refusal(-26, 'min relay fee not met, 1 < 110 (code 66)'), ABSENT, 'declined'],
    [
      'whose signature this node alone does not like',
      refusal(-26, 'non-mandatory-script-verify-flag (Non-canonical DER signature)'),
      ABSENT,
      'declined',
    ],
    ['that pays out more than it spends', refusal(-26, 'bad-txns-in-belowout, 1 < 2'), ABSENT, 'refused'],
    ['whose signature does not hold', refusal(-26, 'mandatory-script-verify-flag-failed'), ABSENT, 'refused'],
    ['that is no transaction', refusal(-22, 'TX decode failed'), ABSENT, 'refused'],
    ['that the mempool has', refusal(-26, 'txn-already-in-mempool'), ABSENT, 'known'],
    ['that the mempool knows', refusal(-26, 'txn-already-known'), ABSENT, 'known'],
    ['that a block has', refusal(-27, 'Transaction already in block chain'), ABSENT, 'known'],
    ['that a block has (28.0)', refusal(-27, 'Transaction outputs already in utxo set'), ABSENT, 'known'],
    ['that was refused, and is there all the same', refusal(-26, 'insufficient fee'), IN_MEMPOOL, 'known'],
    ['that was refused after another node was asked', refusal(-26, 'dust', true), ABSENT, 'unknown'],
    [
      'that was refused by one that would take it',
      refusal(-26, 'mandatory-script-verify-flag-failed'),
      { ...ABSENT, testmempoolaccept: () => [{ txid: signed.txId, allowed: true }] },
      'unknown',
    ],
    [
      'that was refused by one with no such opinion',
      refusal(-26, 'dust'),
      { ...ABSENT, testmempoolaccept: unsupported },
      'declined',
    ],
    ['that no endpoint answered', fault, ABSENT, 'unknown'],
    ['that no endpoint answered, and is seen', fault, IN_MEMPOOL, 'accepted'],
    ['that failed in the node', refusal(-32_603, 'internal error'), ABSENT, 'unknown'],
    ['that the node was too full for', refusal(-1, 'out of memory'), ABSENT, 'unknown'],
    ['when nobody answers any more', fault, { getmempoolentry: fault }, 'unknown'],
    [
      'whose inputs are gone, where an index says that it is nowhere',
      refusal(-25, 'bad-txns-inputs-missingorspent'),
      { ...ABSENT, gettxout: () => null },
      'declined',
    ],
    [
      // It may be in a block, with all its outputs spent: then it has spent its inputs itself.
      'whose inputs are gone, where nothing says by what',
      refusal(-25, 'bad-txns-inputs-missingorspent'),
      { ...ABSENT, gettxout: () => null, getrawtransaction: noIndex },
      'unknown',
    ],
  ])('%s', async (_what, sending, then, kind) => {
    const { node } = utxoFamily(records.BTC, 'regtest', { rpc: after(sending, ABSENT, then) })
    const answer = await node.broadcast(signed)
    expect(answer.kind).toBe(kind)
    if ('reason' in answer) expect(answer.reason).not.toBe('')
  })

  it('of one that is there already sends nothing', async () => {
    const rpc = after(() => expect.fail('it was sent'), IN_MEMPOOL, IN_MEMPOOL)
    expect(await utxoFamily(records.BTC, 'regtest', { rpc }).node.broadcast(signed)).toEqual({
      kind: 'known',
    })
  })

  it('of one in a block that the chain has left is sent', async () => {
    const left: Answers = {
      ...ABSENT,
      getrawtransaction: () => ({ txid: signed.txId, blockhash: 'cd', confirmations: 0, vin: [], vout: [] }),
    }
    let times = 0
    const sending: Answer = () => {
      times += 1
      return signed.txId
    }
    const { node } = utxoFamily(records.BTC, 'regtest', { rpc: after(sending, left, IN_MEMPOOL) })
    expect(await node.broadcast(signed)).toEqual({ kind: 'accepted' })
    expect(times).toBe(1)
  })

  it('without a node is unknown, and nothing was sent', async () => {
    expect(await offline.node.broadcast(signed)).toMatchObject({ kind: 'unknown' })
  })
})

describe('the standing', () => {
  const block = 'cd'.repeat(32)
  const inBlock: Answers = {
    ...ABSENT,
    getblockheader: () => ({ height: 700_000 }),
    getrawtransaction: ([txId]) =>
      txId === signed.txId
        ? notFound([])
        : { txid: txId, blockhash: block, confirmations: 3, vin: [], vout: [] },
  }
  const confirmed: TransactionStatus = { kind: 'confirmed', height: 699_998, ok: true, final: false }

  /** By its output, which no block has spent. */
  const shown: Answers = {
    ...ABSENT,
    getblockheader: () => ({ height: 700_000 }),
    gettxout: ([txId]) =>
      txId === signed.txId
        ? {
            bestblock: block,
            confirmations: 3,
            value: new ExactNumber('0.0009'),
            scriptPubKey: { hex: '0014' },
            coinbase: false,
          }
        : null,
  }

  const ownScript = offline.codec.scriptOf(key.addressAs('p2wpkh'))
  const [input] = offline.codec.inspect(signed.raw).claims
  /** A chain of which the block so deep has what spends the input. */
  const spentAt = (depth: number, txid = 'ee'.repeat(32), vout: readonly object[] = []): Answers => ({
    ...inBlock,
    gettxout: () => null,
    getblockchaininfo: () => ({
      chain: 'regtest',
      blocks: 700_000,
      headers: 700_000,
      bestblockhash: 'hash 1',
      difficulty: new ExactNumber('1.0'),
    }),
    getblock: ([hash]) => {
      const at = Number(String(hash).split(' ')[1])
      const spends = { txid: input?.owner, vout: input?.index, scriptSig: { hex: '' }, sequence: 0 }
      const tx = { txid, version: 2, locktime: 0, size: 110, vin: [spends], vout }
      return {
        hash,
        height: 700_001 - at,
        time: 0,
        size: 1,
        difficulty: new ExactNumber('1.0'),
        version: 1,
        previousblockhash: `hash ${at + 1}`,
        merkleroot: '',
        bits: '00',
        nonce: 0,
        confirmations: at,
        tx: at === depth ? [tx] : [],
      }
    },
  })

  it.each<[string, Answers, TransactionStatus['kind'] | TransactionStatus]>([
    ['in the mempool', IN_MEMPOOL, 'pending'],
    ['nowhere, its inputs unspent', ABSENT, 'absent'],
    ['nowhere, its inputs unspent, without an index', { ...ABSENT, getrawtransaction: noIndex }, 'absent'],
    [
      'in a block, by the index',
      {
        ...ABSENT,
        getblockheader: () => ({ height: 699_998 }),
        getrawtransaction: () => ({
          txid: signed.txId,
          blockhash: block,
          confirmations: 3,
          vin: [],
          vout: [],
        }),
      },
      confirmed,
    ],
    ['in a block, by an output, without an index', { ...shown, getrawtransaction: noIndex }, confirmed],
    [
      'in a block, by an output that the mempool spends, while the index is behind',
      { ...inBlock, gettxout: (params) => (params[2] === true ? null : shown['gettxout']?.(params)) },
      confirmed,
    ],
    ['absent, its input spent in a block that may be undone', spentAt(5), 'absent'],
    ['dead, its input spent in a block that is final', spentAt(6), 'dead'],
    ['absent, its input spent longer ago than is looked for', spentAt(145), 'absent'],
    [
      'in a block, found by its input',
      spentAt(6, signed.txId),
      { kind: 'confirmed', height: 699_995, ok: true, final: true },
    ],
    [
      'in a block under another id, which a changed signature gave it',
      spentAt(6, 'ee'.repeat(32), [{ value: new ExactNumber('0.0009'), scriptPubKey: { hex: ownScript } }]),
      { kind: 'confirmed', height: 699_995, ok: true, final: true, as: 'ee'.repeat(32) },
    ],
    [
      'absent, in a block that the chain has left',
      {
        ...ABSENT,
        getrawtransaction: () => ({
          txid: signed.txId,
          blockhash: block,
          confirmations: 0,
          vin: [],
          vout: [],
        }),
      },
      'absent',
    ],
    [
      'absent, in a block that the chain has left (bcoin)',
      {
        ...ABSENT,
        getrawtransaction: () => ({
          txid: signed.txId,
          blockhash: block,
          confirmations: -1,
          vin: [],
          vout: [],
        }),
      },
      'absent',
    ],
    [
      'absent, its input spent in the mempool only',
      { ...inBlock, gettxout: (params) => (params[2] === true ? null : inputUnspent(params)) },
      'absent',
    ],
    ['absent, what it spends being nowhere yet', { ...ABSENT, gettxout: () => null }, 'absent'],
  ])('%s', async (_what, answers, expected) => {
    const { node } = utxoFamily(records.BTC, 'regtest', { rpc: after(took, answers, answers) })
    const status = await node.status(signed)
    expect(typeof expected === 'string' ? status.kind : status).toEqual(expected)
  })

  it('is not guessed: without an index, with inputs and outputs gone, it says what would tell', async () => {
    const answers = { ...ABSENT, getrawtransaction: noIndex, gettxout: () => null }
    const { node } = utxoFamily(records.BTC, 'regtest', { rpc: after(took, answers, answers) })
    await expect(node.status(signed)).rejects.toMatchObject({ code: 'unsupported' })
    await expect(node.status(signed)).rejects.toThrow(/-txindex, or Blockbook/)
  })

  it('is not dead because an index that is still being made has not come to it', async () => {
    const answers: Answers = {
      ...inBlock,
      getrawtransaction: (params) =>
        params[0] === signed.txId ? indexing(params) : inBlock['getrawtransaction']?.(params),
      gettxout: () => null,
    }
    const { node } = utxoFamily(records.BTC, 'regtest', { rpc: after(took, answers, answers) })
    await expect(node.status(signed)).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('is no fault of the caller when the node refuses to answer', async () => {
    const answers = { ...ABSENT, getmempoolentry: refusal(-32_600, 'busy') }
    const { node } = utxoFamily(records.BTC, 'regtest', { rpc: after(took, answers, answers) })
    await expect(node.status(signed)).rejects.toBeInstanceOf(NodeFault)
  })
})

// Litecoin Core is a package of the system, which not every machine has.
it.skipIf(findLitecoind() === undefined)('on litecoind without an index it says the same', async () => {
  const litecoind = await startLitecoind({ index: false })
  try {
    const { chain } = litecoind
    const [miner, other] = [keyOf(chain, 1), keyOf(chain, 2)]
    await litecoind.mine(102, miner.addressAs('p2pkh'))
    const [coin] = await chain.node.utxos(miner.addressAs('p2pkh'))
    if (coin === undefined) throw new TypeError('There is no reward to spend')
    const pay = (value: bigint) =>
      chain.codec.build({
        required: [coin],
        available: [],
        to: [{ address: other.addressAs('p2wpkh'), value }],
        fee: 100_000n,
        changeAddress: miner.addressAs('p2pkh'),
        marketRate: 10_000n,
        fastRate: 10_000n,
      })
    // The amount is checked against the transaction that made it, which the node finds in its block.
    expect(await chain.node.spent(pay(50_000_000n))).toEqual([])
    const payment = sign(chain, pay(50_000_000n), [miner])
    const rival = sign(chain, pay(40_000_000n), [miner])
    expect(await chain.node.status(payment)).toEqual({ kind: 'absent' })
    expect(await chain.node.broadcast(payment)).toEqual({ kind: 'accepted' })
    expect(await chain.node.status(payment)).toEqual({ kind: 'pending' })
    expect(await chain.node.transaction(payment.txId)).toMatchObject({ height: null })
    await litecoind.mine(1, miner.addressAs('p2pkh'))
    expect(await chain.node.status(payment)).toEqual({
      kind: 'confirmed',
      height: 103,
      ok: true,
      final: false,
    })
    expect(await chain.node.broadcast(payment)).toEqual({ kind: 'known' })
    expect(await chain.node.status(rival)).toEqual({ kind: 'absent' })
    expect(await chain.node.broadcast(rival)).toMatchObject({ kind: 'declined' })
    await litecoind.mine(10, miner.addressAs('p2pkh'))
    expect(await chain.node.status(rival)).toEqual({ kind: 'absent' })
    await litecoind.mine(1, miner.addressAs('p2pkh'))
    expect(await chain.node.status(rival)).toMatchObject({ kind: 'dead' })
    expect(await chain.node.status(payment)).toMatchObject({ kind: 'confirmed', final: true })
    await expect(chain.node.transaction(payment.txId)).rejects.toThrow(/-txindex, or Blockbook/)
  } finally {
    await litecoind.stop()
  }
})
