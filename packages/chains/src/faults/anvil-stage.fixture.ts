/** anvil, and a second node beside it that is of a state it was in before. */
import type { EvmChain } from '@tallystick/custody'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Anvil, start } from '../evm/anvil.fixture.js'
import { signAsDaemon } from '../evm/daemon.fixture.js'
import type { Stage } from './drama.fixture.js'
import { type Backend, Gateway } from './gateway.fixture.js'
import type { Sender } from './payers.fixture.js'

const CHAIN_ID = 11_155_111n
/** For an answer of a node, unless a suite needs more. */
const TIMEOUT_MS = 250
const SENDERS = 4
const AMOUNT = 10n ** 15n
/** What the last of the senders has: enough for a few of its payments, and not for all. */
const POOR = 5n * 10n ** 15n
const RICH = 10n ** 21n

const REFUSALS = [
  [-32_000, 'nonce too low'],
  [-32_000, 'replacement transaction underpriced'],
  [-32_000, 'transaction underpriced'],
  [-32_000, 'insufficient funds for gas * price + value'],
] as const

const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
/** Wei. */
const SIGNERS_PRICE = 30n * 10n ** 9n

function never(): never {
  throw new TypeError('there is no such thing')
}

const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`

interface AnvilStage extends Stage {
  readonly chain: EvmChain
  /** The first node itself, past the gateway. */
  rpc<Result = unknown>(method: string, ...params: readonly unknown[]): Promise<Result>
}

export async function anvilStage(seed: number, timeoutMs = TIMEOUT_MS): Promise<AnvilStage> {
  const node = await start(CHAIN_ID, false)
  const rpc = <Result = unknown>(method: string, ...params: readonly unknown[]) =>
    node.rpc.call(method, params) as Promise<Result>
  const first: Backend = {
    answer: async (body) =>
      (
        await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      ).text(),
  }
  const known = createChains(readChainsConfig({}))
  const chain = (await known.chain('ETH', 'testnet')) as EvmChain
  const senders = Array.from({ length: SENDERS }, (_, number): Sender => {
    const secret = Buffer.alloc(32, 0x11)
    secret.writeUInt32BE(seed >>> 0, 0)
    secret.writeUInt32BE(number + 1, 28)
    const privateKey = chain.codec.privateKeyText(secret)
    return { address: chain.codec.canonical(chain.codec.signer(privateKey).address), privateKey }
  })
  for (const [place, { address }] of senders.entries()) {
    await rpc('anvil_setBalance', address, hexOf(place === SENDERS - 1 ? POOR : RICH))
  }
  const second = new Lagging(node, first, chain, senders)
  const gateway = new Gateway({
    seed,
    first,
    second,
    sendMethod: 'eth_sendRawTransaction',
    refusals: REFUSALS,
    timeoutMs,
  })
  const url = await gateway.open()
  const mine = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) await rpc('evm_mine')
  }
  await mine(20)
  await second.meet(gateway.sent)

  return {
    chain,
    rpc,
    gateway,
    config: { chains: { ETH: { testnet: { nodes: [{ kind: 'evm', url, timeoutMs }] } } } },
    senders,
    pay: async (calls, { sender, recipient }, options) => {
      const fromPrivateKey = senders[sender]?.privateKey ?? ''
      const answer = await calls.transferEthBlockchain(
        { to: recipient, amount: '0.001', currency: 'ETH', fromPrivateKey },
        options,
      )
      if ('txId' in answer) return { txId: answer.txId }
      throw new TypeError('no transaction')
    },
    async sign(calls, payment, options) {
      const from = senders[payment.sender] ?? never()
      if (payment.signatureId === null) {
        const asked = await calls.transferEthBlockchainKMS(
          { to: payment.recipient, amount: '0.001', currency: 'ETH', signatureId: WALLET },
          options,
        )
        payment.signatureId = 'signatureId' in asked ? asked.signatureId : never()
      }
      const id = payment.signatureId
      const { txId, serializedTransaction } = await calls.getPendingTransactionToSign({ id })
      if (typeof txId === 'string') return { txId }
      const txData = await signAsDaemon(serializedTransaction, from.privateKey, {
        gas: async () => 21_000n,
        gasPrice: async () => SIGNERS_PRICE,
        nonce: async () => BigInt(String(await calls.ethGetTransactionCount({ address: from.address }))),
      })
      return calls.ethBroadcast({ txData, signatureId: id })
    },
    withdraw:
      (account) =>
      async (calls, { sender, recipient }, options) => {
        const privateKey = senders[sender]?.privateKey ?? ''
        const { txId } = await calls.transferEth(
          { senderAccountId: account, address: recipient, amount: '0.001', privateKey },
          options,
        )
        return { txId }
      },
    async bump(calls, { sender, recipient, bumps }, { claims: [claim] }) {
      const answer = await calls.transferEthBlockchain({
        to: recipient,
        amount: '0.001',
        currency: 'ETH',
        fromPrivateKey: senders[sender]?.privateKey ?? '',
        nonce: Number(claim?.index ?? never()),
        fee: { gasLimit: '21000', gasPrice: String(50 * 2 ** bumps) },
      })
      return { txId: 'txId' in answer ? answer.txId : never() }
    },
    recipient: (number) =>
      `0x${(BigInt(seed >>> 0) * 2n ** 64n + BigInt(number)).toString(16).padStart(40, 'd')}`,
    mine,
    async reorganise(depth, random) {
      const undone: string[] = []
      const height = Number(await rpc<string>('eth_blockNumber'))
      for (let back = 0; back < depth; back += 1) {
        const block = await rpc<{ transactions: string[] }>(
          'eth_getBlockByNumber',
          hexOf(height - back),
          false,
        )
        for (const hash of block.transactions)
          undone.unshift(await rpc<string>('eth_getRawTransactionByHash', hash))
      }
      await rpc('anvil_reorg', depth, [])
      await mine(1)
      // Nodes put them back among those that wait, where they still can.
      if (random.below(2) === 0) return
      for (const raw of undone) {
        if (random.below(4) > 0) await rpc('eth_sendRawTransaction', raw).catch(() => undefined)
      }
    },
    async drop(random) {
      const { pending, queued } =
        await rpc<Record<'pending' | 'queued', Record<string, Record<string, { hash: string }>>>>(
          'txpool_content',
        )
      const waiting = [pending, queued].flatMap((of) =>
        Object.values(of).flatMap((each) => Object.values(each)),
      )
      for (const { hash } of waiting) if (random.below(2) === 0) await rpc('anvil_dropTransaction', hash)
    },
    meet: () => second.meet(gateway.sent),
    async paid(recipients) {
      const paid = new Map<string, number>()
      for (const recipient of recipients) {
        const balance = BigInt(await rpc<string>('eth_getBalance', recipient, 'latest'))
        paid.set(recipient, Number(balance / AMOUNT))
      }
      return paid
    },
    provide: async ({ address }) => void (await rpc('anvil_setBalance', address, hexOf(RICH))),
    async close() {
      await gateway.close()
      await known.close()
      await node.kill()
    },
  }
}

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** Answers from what it has seen when the two last met, and has a pool of its own. */
class Lagging implements Backend {
  private readonly seen = new Map<string, unknown>()
  private head = 0
  /** By hash. */
  private pool = new Map<string, string>()

  constructor(
    private readonly node: Anvil,
    private readonly first: Backend,
    private readonly chain: EvmChain,
    private readonly senders: readonly Sender[],
  ) {}

  async meet(sent: Iterable<string>): Promise<void> {
    for (const raw of this.pool.values()) {
      await this.node.rpc.call('eth_sendRawTransaction', [raw]).catch(() => undefined)
    }
    this.pool = new Map()
    this.seen.clear()
    const questions: (readonly [method: string, ...params: unknown[]])[] = [
      ['eth_blockNumber'],
      ['eth_getBlockByNumber', 'latest', false],
    ]
    for (const { address } of this.senders) {
      questions.push(
        ['eth_getTransactionCount', address, 'latest'],
        ['eth_getTransactionCount', address, 'pending'],
        ['eth_getBalance', address, 'latest'],
      )
    }
    for (const raw of sent) {
      const { txId } = this.chain.codec.inspect(raw)
      questions.push(['eth_getTransactionByHash', txId], ['eth_getTransactionReceipt', txId])
    }
    const calls = questions.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const answers: readonly { readonly id: number; readonly result: unknown }[] = JSON.parse(
      await this.first.answer(JSON.stringify(calls)),
    )
    for (const { id, result } of answers) {
      const [method, ...params] = questions[id] ?? ['']
      this.seen.set(nameOf(method, params), result)
    }
    this.head = Number(this.seen.get(nameOf('eth_blockNumber', [])))
  }

  async answer(body: string): Promise<string> {
    const request: Call | readonly Call[] = JSON.parse(body)
    if (!('length' in request)) return JSON.stringify(await this.one(request))
    return JSON.stringify(await Promise.all(request.map((call) => this.one(call))))
  }

  private async one({ id, method, params }: Call): Promise<unknown> {
    const result = (value: unknown) => ({ jsonrpc: '2.0', id, result: value })
    const error = (message: string) => ({ jsonrpc: '2.0', id, error: { code: -32_000, message } })
    const name = nameOf(method, params)
    if (method === 'eth_sendRawTransaction') return this.take(String(params[0]), result, error)
    if (method === 'eth_getTransactionByHash' || method === 'eth_getTransactionReceipt') {
      const pooled = method === 'eth_getTransactionByHash' && this.pool.has(String(params[0]))
      return result(pooled ? { hash: params[0], blockNumber: null } : (this.seen.get(name) ?? null))
    }
    if (this.seen.has(name)) return result(this.seen.get(name))
    const hash = params.map(hashIn).find((named) => named !== undefined)
    if (hash !== undefined && (await this.heightOf(hash)) > this.head)
      return error('header for hash not found')
    const height = params.find((param) => /^0x[0-9a-f]{1,8}$/.test(String(param)))
    if (height !== undefined && method !== 'eth_feeHistory' && Number(height) > this.head) {
      return method === 'eth_getBlockByNumber' ? result(null) : error('header not found')
    }
    return JSON.parse(await this.first.answer(JSON.stringify({ jsonrpc: '2.0', id, method, params })))
  }

  private async heightOf(hash: string): Promise<number> {
    const block = (await this.node.rpc.call('eth_getBlockByHash', [hash, false])) as { number: string } | null
    return block === null ? Number.POSITIVE_INFINITY : Number(block.number)
  }

  private take(
    raw: string,
    result: (value: unknown) => unknown,
    error: (message: string) => unknown,
  ): unknown {
    const { txId, claims } = this.chain.codec.inspect(raw)
    const [{ owner, index } = { owner: '', index: 0n }] = claims
    const isKnown =
      this.pool.has(txId) || (this.seen.get(nameOf('eth_getTransactionByHash', [txId])) ?? null) !== null
    if (isKnown) return error('already known')
    if (index < Number(this.seen.get(nameOf('eth_getTransactionCount', [owner, 'latest']))))
      return error('nonce too low')
    this.pool.set(txId, raw)
    return result(txId)
  }
}

/** The block that a question is about (EIP-1898). */
const hashIn = (param: unknown): string | undefined =>
  typeof param === 'object' && param !== null && 'blockHash' in param ? String(param.blockHash) : undefined

const nameOf = (method: string, params: readonly unknown[]): string =>
  JSON.stringify([method, params]).toLowerCase()
