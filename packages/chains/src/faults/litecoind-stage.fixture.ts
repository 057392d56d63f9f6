/** Two litecoinds that hear of one another's blocks and transactions only when they are told. */
import type { UtxoChain } from '@tallystick/custody'
import type { SeededRandom } from '@tallystick/testing'
import { signAsDaemon } from '../utxo/daemon.fixture.js'
import { type Litecoind, startLitecoind } from '../utxo/litecoind.fixture.js'
import { keyOf, secretOf } from '../utxo/paying.fixture.js'
import type { Stage } from './drama.fixture.js'
import { type Backend, Gateway } from './gateway.fixture.js'

/** For an answer of a node, unless a suite needs more. */
const TIMEOUT_MS = 250
const WALLET = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
const SENDERS = 3
/** Outputs that each begins with: of a block's whole reward. */
const OUTPUTS = 4
/** Rewards that pay for what makes the node forget others. */
const SPARE = 40
const MATURITY = 100
/** Base units. */
const AMOUNT = 50_000_000
const UNITS = 100_000_000
/** Base units. */
const SPARE_FEE = 100_000
/** The nodes keep a transaction for an hour (`-mempoolexpiry=1`); this is longer. Seconds. */
const EXPIRY_S = 4_000
const BEGINNING_S = 1_800_000_000

const REFUSALS = [
  [-26, 'txn-mempool-conflict'],
  [-25, 'bad-txns-inputs-missingorspent'],
  [-26, 'mempool min fee not met'],
  [-26, 'insufficient fee, rejecting replacement'],
] as const

const own = (chain: UtxoChain, number: number) => {
  const { privateKey, addressAs } = keyOf(chain, number)
  return { privateKey, address: addressAs('p2pkh') }
}

const backend = (node: Litecoind): Backend => {
  const url = new URL(node.url)
  url.username = ''
  url.password = ''
  const headers = { ...node.headers, 'content-type': 'application/json' }
  return { answer: async (body) => (await fetch(url, { method: 'POST', headers, body })).text() }
}

interface LitecoindStage extends Stage {
  readonly chain: UtxoChain
  /** The first node itself, past the gateway. */
  rpc<Result = unknown>(method: string, ...params: readonly unknown[]): Promise<Result>
  /** From outside, so many base units: of a reward that nothing else spends, of which there are `spare`. */
  deposit(address: string, units: number): Promise<void>
}

export async function litecoindStage(
  seed: number,
  { spares = SPARE, timeoutMs = TIMEOUT_MS } = {},
): Promise<LitecoindStage> {
  const options = { arguments: ['-mempoolexpiry=1'] }
  const [front, behind] = await Promise.all([startLitecoind(options), startLitecoind(options)])
  const { chain } = front
  const rpc = <Result>(method: string, ...params: readonly unknown[]) =>
    front.rpc.call(method, params) as Promise<Result>
  let now = BEGINNING_S
  const pass = async (seconds: number): Promise<void> => {
    now += seconds
    for (const node of [front, behind]) await node.rpc.call('setmocktime', [now])
  }
  await pass(0)

  const base = (seed % 10_000) * 1_000
  const senders = Array.from({ length: SENDERS }, (_, number) => own(chain, base + number + 1))
  const spare = own(chain, base + 100)
  let miners = 0
  /** Each block pays an address of its own, so that no branch has the very blocks of another. */
  const miner = (): string => {
    miners += 1
    return own(chain, base + 200 + miners).address
  }
  const spareBlocks = [...(await front.rewards(spares, spare.address))]
  for (const { address } of senders) await front.mine(OUTPUTS, address)
  await front.mine(MATURITY + 1, miner())
  /** No branch that takes the place of others begins before this. */
  const start = Number(await rpc('getblockcount')) - MATURITY

  const gateway = new Gateway({
    seed,
    first: backend(front),
    second: backend(behind),
    sendMethod: 'sendrawtransaction',
    refusals: REFUSALS,
    timeoutMs,
  })
  const url = await gateway.open()

  const mine = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) {
      await pass(60)
      await rpc('generatetoaddress', 1, miner())
    }
  }
  const waiting = (node: Litecoind) => node.rpc.call('getrawmempool', []) as Promise<readonly string[]>
  const rawOf = (node: Litecoind, txId: string) =>
    node.rpc.call('getrawtransaction', [txId]) as Promise<string>

  /** Those of which another blocks' transactions depend come first. */
  const give = async (raws: readonly string[], to: Litecoind): Promise<void> => {
    for (let left = raws; left.length > 0; ) {
      const refused: string[] = []
      for (const raw of left) {
        await to.rpc.call('sendrawtransaction', [raw]).catch(() => void refused.push(raw))
      }
      if (refused.length === left.length) return
      left = refused
    }
  }

  const deposit = async (address: string, units: number): Promise<void> => {
    const block = spareBlocks.shift()
    if (block === undefined) return
    const { tx } = await rpc<{ tx: readonly { txid: string; vout: readonly { value: unknown }[] }[] }>(
      'getblock',
      block,
      2,
    )
    const [coinbase] = tx
    const rest = Math.round(Number(coinbase?.vout[0]?.value) * UNITS) - units - SPARE_FEE
    const raw = await rpc('createrawtransaction', [{ txid: coinbase?.txid, vout: 0 }], {
      [address]: (units / UNITS).toFixed(8),
      [miner()]: (rest / UNITS).toFixed(8),
    })
    const { hex } = await rpc<{ hex: string }>('signrawtransactionwithkey', raw, [spare.privateKey])
    await rpc('sendrawtransaction', hex)
  }

  /** All that has waited for longer than nodes keep it is forgotten, when the next one comes. */
  const expire = async (): Promise<void> => {
    await pass(EXPIRY_S)
    await deposit(miner(), AMOUNT)
  }

  const meet = async (): Promise<void> => {
    const height = Number(await rpc('getblockcount'))
    const ahead: string[] = []
    for (let at = height; at > 0; at -= 1) {
      const hash = await rpc<string>('getblockhash', at)
      const known = await behind.rpc.call('getblockheader', [hash]).then(
        () => true,
        () => false,
      )
      if (known) break
      ahead.unshift(hash)
    }
    for (const hash of ahead) await behind.rpc.call('submitblock', [await rpc('getblock', hash, 0)])
    const ofFirst = await Promise.all((await waiting(front)).map((txId) => rawOf(front, txId)))
    const ofSecond = await Promise.all((await waiting(behind)).map((txId) => rawOf(behind, txId)))
    await give(ofFirst, behind)
    await give(ofSecond, front)
  }
  await meet()

  return {
    chain,
    rpc,
    deposit,
    gateway,
    config: {
      chains: {
        LTC: { testnet: { parameters: 'regtest', nodes: [{ kind: 'core', url, timeoutMs }] } },
      },
    },
    senders,
    pay: async (calls, { sender, recipient }, callOptions) => {
      const from = senders[sender] ?? spare
      const answer = await calls.ltcTransactionAddress(
        {
          fromAddress: [from],
          to: [{ address: recipient, value: AMOUNT / UNITS }],
          changeAddress: from.address,
        },
        callOptions,
      )
      if ('txId' in answer) return { txId: answer.txId }
      throw new TypeError('no transaction')
    },
    async sign(calls, payment, options) {
      const { address } = senders[payment.sender] ?? spare
      if (payment.signatureId === null) {
        const asked = await calls.ltcTransactionAddressKMS(
          {
            fromAddress: [{ address, signatureId: WALLET }],
            to: [{ address: payment.recipient, value: AMOUNT / UNITS }],
            changeAddress: address,
          },
          options,
        )
        if (!('signatureId' in asked)) throw new TypeError('no pending signature')
        payment.signatureId = asked.signatureId
      }
      const id = payment.signatureId
      const { txId, serializedTransaction } = await calls.getPendingTransactionToSign({ id })
      if (typeof txId === 'string') return { txId }
      const { inputs }: { readonly inputs: readonly unknown[] } = JSON.parse(serializedTransaction)
      const secret = secretOf(base + payment.sender + 1)
      const txData = signAsDaemon(
        serializedTransaction,
        inputs.map(() => secret),
      )
      if (payment.id.charCodeAt(0) % 2 === 0) return calls.ltcBroadcast({ txData, signatureId: id })
      // It sends by itself, and tells afterwards.
      const sent = chain.codec.inspect(txData).txId
      await rpc('sendrawtransaction', txData).catch(() => undefined)
      await calls.completePendingSignature({ id, txId: sent })
      return { txId: sent }
    },
    async bump(calls, { sender, recipient, bumps }, { claims }) {
      const from = senders[sender] ?? spare
      const answer = await calls.ltcTransactionUTXO({
        fromUTXO: claims.map(({ owner, index }) => ({
          txHash: owner,
          index: Number(index),
          privateKey: from.privateKey,
        })),
        to: [{ address: recipient, value: AMOUNT / UNITS }],
        fee: (0.0005 * bumps).toFixed(8),
        changeAddress: from.address,
      })
      if ('txId' in answer) return { txId: answer.txId }
      throw new TypeError('no transaction')
    },
    recipient: (number) => keyOf(chain, base + 500_000_000 + number).addressAs('p2wpkh'),
    mine,
    async reorganise(depth, random: SeededRandom) {
      const height = Number(await rpc('getblockcount'))
      await rpc('invalidateblock', await rpc('getblockhash', height - depth + 1))
      // What was undone waits again. The new branch takes it in at once, or later, or has never heard of it.
      const lot = random.below(3)
      if (lot === 2) await expire()
      for (let block = 0; block <= depth; block += 1) {
        await pass(60)
        if (lot === 0) await rpc('generatetoaddress', 1, miner())
        else await rpc('generateblock', miner(), [])
      }
    },
    drop: expire,
    meet,
    async paid(recipients) {
      const paid = new Map(recipients.map((recipient) => [recipient, 0]))
      const height = Number(await rpc('getblockcount'))
      for (let at = start; at <= height; at += 1) {
        const { tx } = await rpc<Block>('getblock', await rpc('getblockhash', at), 2)
        for (const { vout } of tx) {
          for (const { value, scriptPubKey } of vout) {
            const [address = ''] = scriptPubKey.addresses ?? []
            const times = paid.get(address)
            if (times !== undefined) paid.set(address, times + Math.round((Number(value) * UNITS) / AMOUNT))
          }
        }
      }
      return paid
    },
    provide: () => Promise.resolve(),
    async close() {
      await gateway.close()
      await Promise.all([front.stop(), behind.stop()])
    },
  }
}

interface Block {
  readonly tx: readonly {
    readonly vout: readonly {
      readonly value: unknown
      readonly scriptPubKey: { readonly addresses?: readonly string[] }
    }[]
  }[]
}
