/** Blocks of the family: on anvil, and crafted ones that try to pass for value. */
import {
  type Block,
  type EvmChain,
  type EvmTransaction,
  type Movement,
  NoBlock,
  NodeFault,
  records,
} from '@tallystick/custody'
import { blocksContract } from '@tallystick/testing'
import { keccak256 } from 'ethers/crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JsonRpc, RpcError } from '../transport/transport.js'
import { type Anvil, RICH_KEY, start } from './anvil.fixture.js'
import { blockOf, type ToldBlock } from './blocks.js'
import { evm, signed } from './chain.fixture.js'
import contracts from './contracts.fixture.json' with { type: 'json' }
import { call, callcode, create, delegatecall, deploying, end, REVERT, word } from './programs.fixture.js'
import type { Fields } from './rpc.js'
import { build, somebody } from './subject.fixture.js'

const SUPPLY = 10n ** 31n

/** A chain that makes a block when it is told to, with a rich account and a token of its. */
class Stage {
  readonly chain: EvmChain
  readonly rich: string
  token = ''
  /** In the last block. */
  raw: readonly string[] = []

  constructor(readonly anvil: Anvil) {
    this.chain = evm(records.ETH, 'mainnet', anvil.rpc)
    this.rich = this.chain.codec.canonical(this.chain.codec.signer(RICH_KEY).address)
  }

  static async open(): Promise<Stage> {
    const stage = new Stage(await start(1n, false))
    const supply = word(SUPPLY)
    const [deployed = ''] = await stage.mine({ to: null, data: `${contracts.Token.bytecode}${supply}` })
    stage.token = await stage.contract(deployed)
    return stage
  }

  somebody(): string {
    return this.chain.codec.canonical(somebody(this.chain))
  }

  async contract(txId: string): Promise<string> {
    return String((await this.chain.node.transaction(txId))?.['contractAddress'])
  }

  async deploy(program: string, value = 0n): Promise<string> {
    const [txId = ''] = await this.mine({ to: null, value, data: deploying(program) })
    return this.contract(txId)
  }

  pay = (to: string, amount: bigint): Wanted => ({
    to: this.token,
    data: this.chain.codec.encodeErc20Transfer(to, amount),
  })

  /** All in one block. */
  async mine(...wanted: readonly Wanted[]): Promise<readonly string[]> {
    const signer = this.chain.codec.signer(RICH_KEY)
    const raw: string[] = []
    const ids: string[] = []
    for (const one of wanted) {
      const built = await build(this.chain, this.rich, { gasLimit: 2_000_000n, ...one })
      const transaction = signed(this.chain, this.chain.codec.build(built), signer)
      expect(await this.chain.node.broadcast(transaction)).toEqual({ kind: 'accepted' })
      raw.push(transaction.raw)
      ids.push(transaction.txId)
    }
    await this.anvil.rpc.call('evm_mine', [])
    this.raw = raw
    return ids
  }

  async newest(assets: readonly string[] = [this.token]): Promise<Block> {
    const { height } = await this.chain.node.head()
    const block = await this.chain.blocks?.block(height, new Set(assets))
    if (block === undefined) throw new TypeError('no block')
    return block
  }
}

type Wanted = Partial<EvmTransaction> & { readonly to: string | null }

let stage: Stage
beforeAll(async () => {
  stage = await Stage.open()
})
afterAll(() => stage?.anvil.kill())

blocksContract('ETH on anvil', async () => {
  const [customer, other, third] = [stage.somebody(), stage.somebody(), stage.somebody()]
  const reverting = await stage.deploy(`${call(customer, 3n)}${REVERT}`, 50n)
  const mixed = await stage.deploy(
    [
      call(customer, 11n),
      call(reverting, 7n),
      delegatecall(reverting),
      callcode(other, 13n),
      create(17n),
      call(other, 10n ** 18n),
      end(third),
    ].join(''),
    2n * 10n ** 18n,
  )
  const everyone = [stage.rich, customer, other, third, reverting, mixed]
  return {
    chain: stage.chain,
    watched: everyone.flatMap((address) => [
      { address, asset: null },
      { address, asset: stage.token },
    ]),
    balance: async (address, asset) =>
      asset === null ? stage.chain.node.balance(address) : stage.chain.node.tokenBalance(asset, address),
    live: async () => {
      await stage.mine(
        { to: customer, value: 10n ** 21n },
        { to: customer, value: 1n },
        stage.pay(other, 10n ** 30n),
      )
      await stage.mine({ to: reverting, value: 5n }, { to: mixed, value: 1n }, stage.pay(third, SUPPLY * 2n))
      await stage.mine({ to: stage.rich, value: 9n }, stage.pay(stage.rich, 3n), stage.pay(customer, 0n))
      await stage.mine({ to: customer, value: 2n }, stage.pay(customer, 10n ** 30n - 1n))
    },
    fork: async () => {
      await stage.anvil.rpc.call('anvil_reorg', [1, stage.raw.map((raw) => [raw, 0])])
    },
    close: () => Promise.resolve(),
  }
})

describe('on anvil', () => {
  const of = (movements: readonly Movement[], ...addresses: readonly string[]) =>
    movements.filter(({ address }) => addresses.includes(address))

  it('tells of a transaction its payment, its logs, its calls and its end, each with a place of its own', async () => {
    const [customer, other] = [stage.somebody(), stage.somebody()]
    const contract = await stage.deploy(`${call(customer, 3n)}${call(other, 4n)}${end(other)}`, 10n)
    const [txId = '', paid = ''] = await stage.mine(
      { to: contract, value: 5n },
      stage.pay(customer, 10n ** 30n),
    )
    const { movements, untraced } = await stage.newest()
    expect(untraced).toBeUndefined()
    const common = { txId, asset: null, from: contract }
    expect(of(movements, customer, other)).toEqual([
      { ...common, position: 1_000_000_000, address: customer, amount: 3n },
      { ...common, position: 1_000_000_001, address: other, amount: 4n },
      { ...common, position: 2_000_000_000, address: other, amount: 8n },
      {
        txId: paid,
        position: 1,
        address: customer,
        asset: stage.token,
        amount: 10n ** 30n,
        from: stage.rich,
      },
    ])
    expect(of(movements, contract).map(({ position, amount }) => [position, amount])).toEqual([
      [0, 5n],
      [1_000_000_000, -3n],
      [1_000_000_001, -4n],
      [2_000_000_000, -8n],
    ])
  })

  it('what an inner call would have paid before it failed is not paid', async () => {
    const customer = stage.somebody()
    const inner = await stage.deploy(`${call(customer, 3n)}${REVERT}`, 9n)
    const outer = await stage.deploy(`${call(inner, 2n)}${delegatecall(inner)}${callcode(customer, 1n)}`, 9n)
    const middle = await stage.deploy(call(outer, 1n), 9n)
    await stage.mine({ to: middle })
    const { movements } = await stage.newest()
    expect(of(movements, customer, inner)).toEqual([])
    expect(of(movements, outer)).toMatchObject([{ amount: 1n, from: middle }])
  })

  it('a transaction that failed takes its fee and nothing else', async () => {
    const contract = await stage.deploy(REVERT)
    const before = await stage.chain.node.balance(stage.rich)
    const [txId = ''] = await stage.mine({ to: contract, value: 7n })
    const { movements } = await stage.newest()
    const fee = (await stage.chain.node.balance(stage.rich)) - before
    expect(movements).toEqual([
      { txId, position: 0, address: stage.rich, asset: null, amount: fee, from: null },
    ])
  })

  it('the log of a contract that nobody listed is no token', async () => {
    const customer = stage.somebody()
    const [deployed = ''] = await stage.mine({ to: null, data: `${contracts.Token.bytecode}${word(SUPPLY)}` })
    const twin = await stage.contract(deployed)
    await stage.mine({ ...stage.pay(customer, 5n), to: twin })
    expect(of((await stage.newest()).movements, customer)).toEqual([])
    expect(of((await stage.newest([twin])).movements, customer)).toMatchObject([{ asset: twin, amount: 5n }])
  })

  it('reads the same of a node that has only traces of its own kind, or receipts one by one', async () => {
    const customer = stage.somebody()
    const inner = await stage.deploy(`${call(customer, 3n)}${REVERT}`, 9n)
    const steps = [call(inner, 1n), call(customer, 2n), create(3n), delegatecall(inner), end(customer)]
    const contract = await stage.deploy(steps.join(''), 20n)
    await stage.mine({ to: contract }, stage.pay(customer, 6n))
    const block = await stage.newest()
    expect(of(block.movements, customer)).toHaveLength(3)
    const without = (...methods: readonly string[]): EvmChain => {
      const rpc: JsonRpc = {
        call: (...question) =>
          methods.includes(question[0])
            ? Promise.reject(new NodeFault('unsupported', 'no such method'))
            : stage.anvil.rpc.call(...question),
      }
      return evm(records.ETH, 'mainnet', rpc)
    }
    const read = (chain: EvmChain) => chain.blocks?.block(block.height, new Set([stage.token]))
    expect(await read(without('debug_traceBlockByHash'))).toEqual(block)
    expect(await read(without('eth_getBlockReceipts'))).toEqual(block)
    const untraced = await read(without('debug_traceBlockByHash', 'trace_block'))
    expect(untraced).toEqual({
      ...block,
      untraced: true,
      movements: block.movements.filter(({ position }) => position < 1_000_000_000),
    })
    await expect(read(without('eth_getBlockReceipts', 'eth_getTransactionReceipt'))).rejects.toThrow(
      NodeFault,
    )
  })

  it.each([
    ['each step, as Besu 24 does', () => [{ gas: 21_000, failed: false, returnValue: '', structLogs: [] }]],
    [
      'each step, as Besu 25.2 does',
      (txHash: string) => [
        { txHash, result: { gas: 21_000, failed: false, returnValue: '', structLogs: [] } },
      ],
    ],
    [
      'nothing, as Besu did after that',
      (txHash: string) => [{ txHash, result: { error: 'Not Yet Implemented' } }],
    ],
  ])(
    'a node that takes no tracer and tells %s is asked for traces of its own kind',
    async (_what, answer) => {
      const customer = stage.somebody()
      const contract = await stage.deploy(call(customer, 3n), 9n)
      const [txId = ''] = await stage.mine({ to: contract })
      const block = await stage.newest()
      expect(of(block.movements, customer)).toMatchObject([{ amount: 3n, from: contract }])
      const read = (flat: boolean) => {
        const rpc: JsonRpc = {
          call: async (...question) => {
            if (question[0] === 'debug_traceBlockByHash') return answer(txId)
            if (question[0] !== 'trace_block' || flat) return stage.anvil.rpc.call(...question)
            throw new NodeFault('unsupported', 'no such method')
          },
        }
        return evm(records.ETH, 'mainnet', rpc).blocks?.block(block.height, new Set([stage.token]))
      }
      expect(await read(true)).toEqual(block)
      expect(await read(false)).toMatchObject({ untraced: true })
    },
  )

  it.each([
    ['has no such block', () => null],
    ['keeps no history so old', () => Promise.reject(new RpcError(4_444, 'pruned history unavailable'))],
  ])('a node that %s, below its head, says so', async (_what, answer) => {
    const rpc: JsonRpc = {
      call: async (...question) =>
        question[0] === 'eth_getBlockByNumber' ? answer() : stage.anvil.rpc.call(...question),
    }
    const { blocks } = evm(records.ETH, 'mainnet', rpc)
    await expect(blocks?.header(0)).rejects.toThrow(NoBlock)
    await expect(blocks?.block(0, new Set())).rejects.toThrow(NoBlock)
  })

  it.each([
    ['eth_getBlockByNumber', () => null],
    ['eth_getBlockReceipts', () => []],
    ['debug_traceBlockByHash', () => []],
    [
      'debug_traceBlockByHash',
      () => Promise.reject(new RpcError(-32_000, 'required historical state unavailable')),
    ],
    ['debug_traceBlockByHash', () => Promise.reject(new RpcError(-32_000, 'execution timeout'))],
  ])('a node that does not tell all of a block that it has is at fault (%s)', async (method, answer) => {
    await stage.mine({ to: stage.somebody(), value: 1n })
    const { height } = await stage.chain.node.head()
    const rpc: JsonRpc = {
      call: async (...question) => (question[0] === method ? answer() : stage.anvil.rpc.call(...question)),
    }
    const { blocks } = evm(records.ETH, 'mainnet', rpc)
    await expect(blocks?.block(height, new Set())).rejects.toThrow(NodeFault)
    await expect(blocks?.block(height + 1, new Set())).resolves.toBeUndefined()
  })
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const HASH = `0x${'ab'.repeat(32)}`
const ID = `0x${'cd'.repeat(32)}`
const ADDRESSES = ['a1', 'b2', 'c3', 'd4'].map((byte) => `0x${byte.repeat(20)}`)
const [PAYER = '', CUSTOMER = '', TOKEN = '', OTHER = ''] = ADDRESSES
const NO_LOGS = `0x${'0'.repeat(512)}`

const log = (changes: Fields = {}): Fields => ({
  address: TOKEN,
  topics: [TRANSFER, `0x${word(PAYER)}`, `0x${word(CUSTOMER)}`],
  data: `0x${word(10n ** 30n)}`,
  ...changes,
})

/** A block of one transaction of the payer, who calls the token. */
function told(logs: readonly Fields[], changes: { readonly [of: string]: Fields } = {}): ToldBlock {
  const transaction = {
    hash: ID,
    from: PAYER,
    to: TOKEN,
    value: '0x0',
    gasPrice: '0x2',
    ...changes['transaction'],
  }
  const receipt = {
    transactionHash: ID,
    blockHash: HASH,
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x2',
    logs,
    ...changes['receipt'],
  }
  const block = {
    number: '0x10',
    hash: HASH,
    parentHash: ID,
    timestamp: '0x6553f100',
    logsBloom: NO_LOGS,
    transactions: [transaction],
    ...changes['block'],
  }
  return { block, receipts: [receipt], transfers: new Map() }
}

const { codec } = evm(records.CELO)
const COIN_TOKEN = records.CELO.networks.mainnet?.coinToken
const read = (block: ToldBlock, assets = [TOKEN]): readonly Movement[] =>
  blockOf(block, 16, new Set(assets), { codec, coinToken: COIN_TOKEN }).movements
const fee = { txId: ID, position: 0, address: PAYER, asset: null, amount: -42_000n, from: null }

describe('crafted', () => {
  const credit = { txId: ID, position: 1, address: CUSTOMER, asset: TOKEN, amount: 10n ** 30n, from: PAYER }
  const debit = { ...credit, address: PAYER, amount: -(10n ** 30n), from: null }

  it('the log decides, whatever the call answered', () => {
    expect(read(told([log()]))).toEqual([fee, credit, debit])
    expect(read(told([]))).toEqual([fee])
  })

  it.each([
    ['of another contract', { address: OTHER }],
    ['of another event', { topics: [HASH, `0x${word(PAYER)}`, `0x${word(CUSTOMER)}`] }],
    ['of a token that is one of its kind', { topics: [...(log()['topics'] as string[]), `0x${word(7n)}`] }],
    ['that does not say to whom', { topics: [TRANSFER, `0x${word(PAYER)}`] }],
    ['of an address that is none', { topics: [TRANSFER, `0x${word(PAYER)}`, `0x01${'b2'.repeat(31)}`] }],
    ['of nothing', { data: `0x${word(0n)}` }],
    ['without an amount', { data: '0x' }],
    ['with more than an amount', { data: `0x${word(1n)}${word(1n)}` }],
  ])('a log %s is no payment', (_what, changes) => {
    expect(read(told([log(changes)]))).toEqual([fee])
  })

  it('the logs of a transaction that failed are none', () => {
    expect(read(told([log()], { receipt: { status: '0x0' }, transaction: { value: '0x5' } }))).toEqual([fee])
  })

  it('a log keeps its place among those of its transaction, whatever place it has in the block', () => {
    const [later, same] = [log({ logIndex: '0x63' }), log({ address: OTHER, logIndex: '0x62' })]
    expect(read(told([same, later])).map(({ position }) => position)).toEqual([0, 2, 2])
    expect(read(told([log(), log()])).map(({ position }) => position)).toEqual([0, 1, 1, 2, 2])
  })

  it('tokens that are made or end have one side', () => {
    const nobody = `0x${word(0n)}`
    const made = read(told([log({ topics: [TRANSFER, nobody, `0x${word(CUSTOMER)}`] })]))
    expect(made).toEqual([fee, { ...credit, from: `0x${'0'.repeat(40)}` }])
    const ended = read(told([log({ topics: [TRANSFER, `0x${word(PAYER)}`, nobody] })]))
    expect(ended).toEqual([fee, debit])
  })

  it('a block whose filter has a log that the node left out is a fault', () => {
    // Of the log above: its address and topics.
    const filter = (bits: readonly number[]): string => {
      const bytes = Buffer.alloc(256)
      for (const bit of bits) bytes[255 - (bit >> 3)] = (bytes[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
      return `0x${bytes.toString('hex')}`
    }
    const bits = [TOKEN, ...(log()['topics'] as string[])].flatMap((text) => {
      const hash = Buffer.from(keccak256(text).slice(2), 'hex')
      return [0, 2, 4].map((at) => hash.readUInt16BE(at) % 2_048)
    })
    const block = { logsBloom: filter(bits) }
    expect(read(told([log()], { block }))).toEqual([fee, credit, debit])
    expect(() => read(told([], { block }))).toThrow(NodeFault)
    expect(() => read(told([log({ address: OTHER })], { block }))).toThrow(NodeFault)
  })

  it.each([undefined, null, '0x0', 'none'])('a block without its filter is a fault: %s', (logsBloom) => {
    expect(() => read(told([], { block: { logsBloom } }))).toThrow(NodeFault)
  })

  it.each<[string, ToldBlock]>([
    ['of another block', told([], { receipt: { blockHash: ID } })],
    ['of another transaction', told([], { receipt: { transactionHash: HASH } })],
    ['without logs', told([], { receipt: { logs: null } })],
    ['without a result', told([], { receipt: { status: null } })],
    ['with a log that was undone', told([log({ removed: true })])],
    ['that is missing', { ...told([]), receipts: [] }],
  ])('a receipt %s is a fault', (_what, block) => {
    expect(() => read(block)).toThrow(NodeFault)
  })

  it('the same transaction twice in a block is a fault', () => {
    const { block, ...rest } = told([log()])
    const [transaction] = block['transactions'] as readonly Fields[]
    expect(() => read({ ...rest, block: { ...block, transactions: [transaction, transaction] } })).toThrow(
      NodeFault,
    )
  })

  it('Celo: who pays the fee in a token pays none in the coin, and what is given back is no payment', () => {
    const to = (address: string, from: string, amount: bigint): Fields =>
      log({ topics: [TRANSFER, `0x${word(from)}`, `0x${word(address)}`], data: `0x${word(amount)}` })
    const nobody = `0x${'0'.repeat(40)}`
    const logs = [
      to(nobody, PAYER, 100n),
      to(CUSTOMER, PAYER, 5n),
      to(PAYER, nobody, 40n),
      to(OTHER, nobody, 60n),
    ]
    const movements = read(told(logs, { transaction: { feeCurrency: TOKEN } }))
    expect(movements.map(({ position, address, amount }) => [position, address, amount])).toEqual([
      [1, PAYER, -65n],
      [2, CUSTOMER, 5n],
      [4, OTHER, 60n],
    ])
  })

  it('Celo: the coin moves as a token, too', () => {
    const movements = read(told([log({ address: COIN_TOKEN })]), [])
    expect(movements).toEqual([fee, { ...credit, asset: null }, { ...debit, asset: null }])
  })

  it('what chains take besides gas is part of the fee', () => {
    const receipt = { blobGasUsed: '0x20000', blobGasPrice: '0x3', l1Fee: '0x7' }
    expect(read(told([], { receipt }))).toEqual([{ ...fee, amount: -42_000n - 0x60000n - 7n }])
  })

  it('XDC: addresses are read as its nodes spell them', () => {
    const spelled = (address: string): string => `xdc${address.slice(2)}`
    const transaction = { from: spelled(PAYER), to: spelled(CUSTOMER), value: '0x9' }
    const block = told([log({ address: spelled(TOKEN) })], { transaction })
    const { movements } = blockOf(block, 16, new Set([TOKEN]), {
      codec: evm(records.XDC).codec,
      coinToken: undefined,
    })
    expect(movements).toEqual([
      { ...credit, position: 0, asset: null, amount: 9n },
      { ...fee, amount: -42_009n },
      credit,
      debit,
    ])
  })
})
