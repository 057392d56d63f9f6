/** Nodes that fail, lie, or answer late: what is said of a transaction then. */
import { type EvmNode, NodeFault, records, type Signed } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { type JsonRpc, RpcError } from '../transport/transport.js'
import { evm, payment, signed, withChainId } from './chain.fixture.js'

const KEY = `0x${'46'.repeat(32)}`
const THERE = '0x3535353535353535353535353535353535353535'

const chain = evm(records.ETH)
const signer = chain.codec.signer(KEY)
const sent: Signed = signed(chain, chain.codec.build(payment(signer.address, THERE, { nonce: 5 })), signer)

type Answer = unknown | (() => unknown)
const SHOWN = { hash: sent.txId, blockNumber: null }
const unreachable = () => {
  throw new NodeFault('unreachable', 'No node answered')
}
const refuses =
  (message: string, code = -32_000, unansweredBefore = false) =>
  () => {
    throw new RpcError(code, message, undefined, unansweredBefore)
  }

/** A node that answers by method: a value, what a function gives or throws; of a list, one after another. */
function scripted(answers: Readonly<Record<string, Answer | readonly Answer[]>>): {
  readonly node: EvmNode
  readonly asked: string[]
} {
  const asked: string[] = []
  const rpc: JsonRpc = {
    call: async (method) => {
      const answer = answers[method]
      const turn = asked.filter((one) => one === method).length
      asked.push(method)
      const now: unknown = Array.isArray(answer) ? (answer[turn] ?? answer.at(-1)) : answer
      return typeof now === 'function' ? now() : now
    },
  }
  return { node: evm(records.ETH, 'mainnet', rpc).node, asked }
}

const SEND = 'eth_sendRawTransaction'
const FIND = 'eth_getTransactionByHash'

describe('a broadcast', () => {
  it.each<readonly [what: string, answers: Readonly<Record<string, Answer>>, kind: string]>([
    ['that the node took and shows', { [SEND]: sent.txId, [FIND]: SHOWN }, 'accepted'],
    ['that it shows a moment later', { [SEND]: sent.txId, [FIND]: [null, null, SHOWN] }, 'accepted'],
    ['that it claims to have taken, and never shows', { [SEND]: sent.txId, [FIND]: null }, 'unknown'],
    ['that it took under another name', { [SEND]: `0x${'1'.repeat(64)}`, [FIND]: null }, 'unknown'],
    ['after which it cannot be asked', { [SEND]: sent.txId, [FIND]: unreachable }, 'unknown'],
    ['that nobody answered', { [SEND]: unreachable, [FIND]: unreachable }, 'unknown'],
    ['that nobody answered, and that is there', { [SEND]: unreachable, [FIND]: SHOWN }, 'accepted'],
    ['that nobody answered, and that is not there', { [SEND]: unreachable, [FIND]: null }, 'unknown'],
    ['that it had (Geth)', { [SEND]: refuses('already known'), [FIND]: null }, 'known'],
    ['that it had (older Geth)', { [SEND]: refuses('known transaction: 5a'), [FIND]: null }, 'known'],
    [
      'that it had (anvil)',
      { [SEND]: refuses('transaction already imported', -32_003), [FIND]: null },
      'known',
    ],
    ['that it had (Nethermind)', { [SEND]: refuses('AlreadyKnown', -32_010), [FIND]: null }, 'known'],
    ['that a block has', { [SEND]: refuses('nonce too low'), [FIND]: SHOWN }, 'known'],
    ['refused, and there all the same', { [SEND]: refuses('insufficient funds'), [FIND]: SHOWN }, 'known'],
    ['whose nonce another has used', { [SEND]: refuses('nonce too low'), [FIND]: null }, 'declined'],
    ['declined for its nonce (Nethermind)', { [SEND]: refuses('OldNonce'), [FIND]: null }, 'declined'],
    ['declined for its price', { [SEND]: refuses('transaction underpriced'), [FIND]: null }, 'declined'],
    [
      'declined for another in its place',
      { [SEND]: refuses('replacement transaction underpriced'), [FIND]: null },
      'declined',
    ],
    [
      'declined for its price (anvil)',
      { [SEND]: refuses('max fee per gas less than block base fee', -32_003), [FIND]: null },
      'declined',
    ],
    [
      'declined for want of funds',
      { [SEND]: refuses('insufficient funds for gas * price + value'), [FIND]: null },
      'declined',
    ],
    ['declined for its gas', { [SEND]: refuses('intrinsic gas too low'), [FIND]: null }, 'declined'],
    ['declined for a block’s gas', { [SEND]: refuses('exceeds block gas limit'), [FIND]: null }, 'declined'],
    ['refused as invalid', { [SEND]: refuses('invalid sender'), [FIND]: null }, 'refused'],
    [
      'declined for its type',
      { [SEND]: refuses('transaction type not supported'), [FIND]: null },
      'declined',
    ],
    [
      'refused, with an earlier node that never answered',
      { [SEND]: refuses('insufficient funds', -32_000, true), [FIND]: null },
      'unknown',
    ],
    ['refused by one that then hangs', { [SEND]: refuses('nonce too low'), [FIND]: unreachable }, 'unknown'],
    ['that the node fails at', { [SEND]: refuses('internal error', -32_603), [FIND]: null }, 'unknown'],
    ['for which the pool has no room', { [SEND]: refuses('txpool is full'), [FIND]: null }, 'unknown'],
    ['that times out inside', { [SEND]: refuses('request timed out'), [FIND]: null }, 'unknown'],
    ['of a node that answers nonsense', { [SEND]: sent.txId, [FIND]: 'canary' }, 'unknown'],
  ])('%s', async (_what, answers, kind) => {
    const { node } = scripted(answers)
    const answer = await node.broadcast(sent)
    expect(answer.kind).toBe(kind)
    expect(JSON.stringify(answer)).not.toContain('canary')
  })

  it('of another chain’s transaction, or of none, goes to no node', async () => {
    const other = withChainId(chain, 5n)
    const foreign = signed(other, other.codec.build(payment(signer.address, THERE)), signer)
    const { node, asked } = scripted({ [SEND]: '0x', [FIND]: SHOWN })
    expect(await node.broadcast(foreign)).toMatchObject({ kind: 'refused' })
    expect(await node.broadcast({ raw: '0x1234', txId: '0x' })).toMatchObject({ kind: 'refused' })
    expect(asked).toEqual([])
  })
})

describe('the standing of a transaction', () => {
  const hash = `0x${'b'.repeat(64)}`
  const receipt = { blockNumber: '0x10', blockHash: hash, status: '0x1' }
  // 64 blocks deep is final.
  it.each<readonly [what: string, answers: Readonly<Record<string, Answer>>, status: unknown]>([
    [
      'in a block that may be undone',
      { receipt, head: '0x4e' },
      { kind: 'confirmed', height: 16, ok: true, final: false },
    ],
    [
      'in a block that is final',
      { receipt, head: '0x4f', block: { hash } },
      { kind: 'confirmed', height: 16, ok: true, final: true },
    ],
    [
      'in a block, and failed',
      { receipt: { ...receipt, status: '0x0' }, head: '0x10' },
      { kind: 'confirmed', height: 16, ok: false, final: false },
    ],
    [
      'in a block of old that the chain has left, by a node that has not noticed',
      { receipt, head: '0x4f', block: { hash: `0x${'c'.repeat(64)}` } },
      { kind: 'confirmed', height: 16, ok: true, final: false },
    ],
    ['waiting', { receipt: null, found: SHOWN }, { kind: 'pending' }],
    ['with a receipt of no block yet', { receipt: { blockNumber: null }, found: SHOWN }, { kind: 'pending' }],
    [
      'nowhere, its nonce to come',
      { receipt: null, found: null, head: '0x60', count: '0x5' },
      { kind: 'absent' },
    ],
    [
      'nowhere, on a chain that has just begun',
      { receipt: null, found: null, head: '0xb' },
      { kind: 'absent' },
    ],
  ])('%s', async (_what, { receipt: receipts, found, head, count, block }, status) => {
    const { node } = scripted({
      eth_blockNumber: head,
      eth_getTransactionReceipt: receipts,
      [FIND]: found,
      eth_getTransactionCount: count,
      eth_getBlockByNumber: block,
    })
    expect(await node.status(sent)).toEqual(status)
  })

  describe('nowhere, its nonce used', () => {
    const HEAD = 1_000
    const FINAL = HEAD - 63
    const OK = { status: '0x1' }
    const other = {
      ...{ hash: `0x${'a'.repeat(64)}`, from: signer.address, nonce: '0x5' },
      ...{ to: THERE, value: '0x7', input: '0x' },
    }
    /** In which block it was used, what that block has, and the oldest whose nonces the node knows. */
    const on = async (
      used: number,
      transactions: readonly object[],
      oldest = 0,
      receipt: object | null = OK,
    ) => {
      const asked: number[] = []
      const rpc: JsonRpc = {
        call: async (method, params) => {
          const [first, second] = params as readonly [string, string]
          if (method === 'eth_blockNumber') return `0x${HEAD.toString(16)}`
          if (method === 'eth_getBlockByNumber') {
            expect([Number(first), second]).toEqual([used, true])
            return { hash, transactions }
          }
          if (method === 'eth_getTransactionReceipt' && first === other.hash)
            return receipt && { blockNumber: `0x${used.toString(16)}`, ...receipt }
          if (method !== 'eth_getTransactionCount') return null
          const height = second === 'latest' ? HEAD : Number(second)
          if (height < oldest) throw new RpcError(-32_000, 'missing trie node')
          asked.push(height)
          return height >= used ? '0x6' : '0x5'
        },
      }
      return { status: await evm(records.ETH, 'mainnet', rpc).node.status(sent), asked }
    }
    const DEAD = { kind: 'dead', reason: 'Another transaction has used its nonce' }
    const BELOW = FINAL - 1

    it.each([FINAL, FINAL - 1, FINAL - 50, 1, 0])('in block %i, by another: dead', async (used) => {
      const { status: standing, asked } = await on(used, [other])
      const instead = { txId: other.hash, height: used, outputs: [{ address: THERE, amount: 7n }] }
      expect(standing).toEqual({ ...DEAD, instead })
      expect(asked.length).toBeLessThan(25)
    })

    const token = `0x${'c'.repeat(40)}`
    const input = chain.codec.encodeErc20Transfer(THERE, 9n)
    it.each<readonly [what: string, told: object, outputs: readonly object[]]>([
      ['a token', { to: token, value: '0x0', input }, [{ address: THERE, amount: 9n, asset: token }]],
      ['in the older spelling', { input: undefined, data: '0x' }, [{ address: THERE, amount: 7n }]],
      ['what makes a contract', { to: null }, [{ address: null, amount: 7n }]],
    ])('by another that pays %s: that is told', async (_what, told, outputs) => {
      const { status: standing } = await on(BELOW, [{ ...other, ...told }])
      expect(standing).toMatchObject({ ...DEAD, instead: { outputs } })
    })

    it.each([
      ['moved nothing', `0x${'0'.repeat(512)}`, undefined],
      ['moved what its receipt does not tell', `0x8${'0'.repeat(511)}`, expect.anything()],
    ])('by a call of a token that %s', async (_what, logsBloom, instead) => {
      const receipt = { ...OK, transactionHash: other.hash, logs: [], logsBloom }
      const { status: standing } = await on(BELOW, [{ ...other, to: token, value: '0x0', input }], 0, receipt)
      expect({ instead: undefined, ...standing }).toEqual({ ...DEAD, instead })
    })

    it('by another that failed, or by none of the sender: nothing is paid in its place', async () => {
      const neighbours = [
        { ...other, nonce: '0x4' },
        { ...other, from: THERE },
        { ...other, from: null },
      ]
      expect((await on(BELOW, [other], 0, { status: '0x0' })).status).toEqual(DEAD)
      expect((await on(BELOW, neighbours)).status).toEqual(DEAD)
    })

    it('by another whose receipt the node does not have, or that of another block: not dead yet', async () => {
      for (const receipt of [null, { ...OK, blockNumber: '0x1' }])
        await expect(on(BELOW, [other], 0, receipt)).rejects.toThrow(NodeFault)
    })

    it('in a block that may be undone: not dead yet', async () => {
      expect((await on(FINAL + 1, [other])).status).toEqual({ kind: 'absent' })
      expect((await on(HEAD, [other])).status).toEqual({ kind: 'absent' })
    })

    it('by itself, which a node that is behind does not know: not dead', async () => {
      const own = { ...other, hash: sent.txId.toUpperCase().replace('X', 'x') }
      await expect(on(FINAL - 9, [own])).rejects.toThrow(NodeFault)
    })

    it('so long ago that the node does not know where: not dead', async () => {
      expect((await on(FINAL - 90, [other], FINAL - 64)).status).toEqual({ kind: 'absent' })
      expect((await on(FINAL - 90, [other], FINAL + 1)).status).toEqual({ kind: 'absent' })
    })
  })

  it('is not guessed when no node answers', async () => {
    const { node } = scripted({ eth_getTransactionReceipt: null, [FIND]: unreachable })
    await expect(node.status(sent)).rejects.toThrow(NodeFault)
  })
})

describe('a node', () => {
  it.each([null, '', '0x', 'x', {}, [], -1, 1.5, `0x${'1'.repeat(65)}`])(
    '%j is no quantity',
    async (answer) => {
      const { node } = scripted({ eth_getBalance: answer })
      await expect(node.balance(THERE)).rejects.toThrow(NodeFault)
    },
  )

  it('does not have its own words repeated', async () => {
    const { node } = scripted({ eth_getBalance: refuses('canary 0xsecret', -32_602) })
    await expect(node.balance(THERE)).rejects.toEqual(
      new NodeFault('unreachable', "eth_getBalance: the node's error -32602"),
    )
  })
})

describe('the price of gas', () => {
  const next = {
    baseFeePerGas: ['0x64', '0xc8'],
    reward: [
      ['0x1', '0x5', '0x9'],
      ['0x0', '0x0', '0x0'],
      ['0x1', '0x5', '0x9'],
    ],
  }
  it.each<readonly [what: string, answers: Readonly<Record<string, Answer>>, rates: unknown]>([
    [
      'of the last blocks, the empty ones aside',
      { eth_feeHistory: next },
      { slow: 201n, medium: 230n, fast: 309n, base: 200n, priority: 5n },
    ],
    [
      'of empty blocks only: the node’s advice for the tip',
      { eth_feeHistory: { ...next, reward: [['0x0', '0x0', '0x0']] }, eth_maxPriorityFeePerGas: '0x7' },
      { slow: 207n, medium: 232n, fast: 307n, base: 200n, priority: 7n },
    ],
    [
      'of a node that keeps no history',
      { eth_feeHistory: refuses('no such method'), eth_gasPrice: '0x64' },
      { slow: 100n, medium: 100n, fast: 110n, base: null, priority: 0n },
    ],
    [
      'of a chain without base fees',
      { eth_feeHistory: { baseFeePerGas: ['0x0', '0x0'] }, eth_gasPrice: '0x64' },
      { slow: 100n, medium: 100n, fast: 110n, base: null, priority: 0n },
    ],
  ])('%s', async (_what, answers, rates) => {
    expect(await scripted(answers).node.feeRates()).toEqual(rates)
  })

  it('in a token is asked for in it (Celo)', async () => {
    const asked: unknown[] = []
    const rpc: JsonRpc = {
      call: async (method, params) => {
        asked.push([method, params])
        return { eth_chainId: '0x1', eth_gasPrice: '0x64', eth_maxPriorityFeePerGas: '0xa' }[method]
      },
    }
    const { node } = evm(records.ETH, 'mainnet', rpc)
    expect(await node.feeRates(THERE)).toEqual({
      slow: 100n,
      medium: 100n,
      fast: 110n,
      base: 90n,
      priority: 10n,
    })
    expect(asked).toContainEqual(['eth_gasPrice', [THERE]])
    expect(asked).toContainEqual(['eth_maxPriorityFeePerGas', [THERE]])
  })

  it('is not guessed when no node answers', async () => {
    await expect(scripted({ eth_feeHistory: unreachable }).node.feeRates()).rejects.toThrow(NodeFault)
  })
})
