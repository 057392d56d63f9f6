import { secretOfWif, signAsDaemon } from '../utxo/daemon.fixture.js'
import { findLitecoind } from '../utxo/litecoind.fixture.js'
import type { KillStage, StoredWithdrawal } from './kill-stage.fixture.js'
import { killRounds } from './kills.fixture.js'
import { litecoindStage } from './litecoind-stage.fixture.js'

const UNITS = 100_000_000
/** For an answer of the node. Processes that start beside it take its time, and more of it on a busy machine. */
const TIMEOUT_MS = 1_500
/** Rewards that pay for deposits, each once. */
const REWARDS = 700

async function stage(seed: number): Promise<KillStage> {
  const litecoind = await litecoindStage(seed, { spares: REWARDS, timeoutMs: TIMEOUT_MS })
  const { chain, rpc } = litecoind
  const { testnet } = litecoind.config.chains?.['LTC'] ?? {}
  const nodes = testnet?.nodes ?? []
  const height = async () => Number(await rpc('getblockcount'))
  const from = (await height()) + 1
  const { keys } = chain
  const wordsOf = (wallet: number): string => keys?.mnemonic(new Uint8Array(32).fill(wallet + 1)) ?? ''
  const xpubOf = async (wallet: number) => (await keys?.xpub(wordsOf(wallet))) ?? ''
  const keyOf = async (wallet: number, index = 0) => (await keys?.privateKey(wordsOf(wallet), index)) ?? ''
  const kmsOf = (wallet: number): string => `26d3883e-4e17-48b3-a0ee-09a3e484ac8${wallet}`
  const keysFor = (wallet: number, data: StoredWithdrawal['data'] = []) =>
    Promise.all(
      data.filter(({ vIn }) => vIn !== '-1').map(({ address }) => keyOf(wallet, address?.derivationKey)),
    )
  /** In blocks. */
  const transactions = async (): Promise<Block['tx']> => {
    const blocks: Block[] = []
    for (let at = await height(); at >= from; at--) {
      blocks.push(await rpc<Block>('getblock', await rpc('getblockhash', at), 2))
    }
    return blocks.flatMap(({ tx }) => tx)
  }
  return {
    ...litecoind,
    height,
    currency: 'LTC',
    config: { chains: { LTC: { testnet: { parameters: 'regtest', follow: { from }, nodes } } } },
    xpub: xpubOf,
    async received(addresses) {
      const received = new Map(addresses.map((address) => [address, 0n]))
      for (const { value, scriptPubKey } of (await transactions()).flatMap(({ vout }) => vout)) {
        const [address = ''] = scriptPubKey.addresses ?? []
        const before = received.get(address)
        if (before !== undefined) received.set(address, before + BigInt(Math.round(Number(value) * UNITS)))
      }
      return received
    },
    withdrawals: {
      watched: [],
      path: '/v3/offchain/litecoin/transfer',
      broadcast: '/v3/litecoin/broadcast',
      walletFor: (wallet) => wallet,
      recipient: (number) => litecoind.recipient(10_000 + number),
      byKey: async (wallet) => ({ mnemonic: wordsOf(wallet), xpub: await xpubOf(wallet) }),
      byKms: async (wallet) => ({ signatureId: kmsOf(wallet), xpub: await xpubOf(wallet) }),
      stored: async () => ({ fee: '0.0005' }),
      async sign({ wallet, recipient, units, stored: { data = [] } }) {
        const inputs = data.filter(({ vIn }) => vIn !== '-1')
        const change = data.find(({ vIn }) => vIn === '-1')?.amount ?? 0
        const pool = keys?.address(await xpubOf(wallet), 0) ?? ''
        const raw = await rpc(
          'createrawtransaction',
          inputs.map(({ vIn: txid, vInIndex: vout }) => ({ txid, vout })),
          [
            { [recipient]: (units / UNITS).toFixed(8) },
            ...(change > 0 ? [{ [pool]: change.toFixed(8) }] : []),
          ],
        )
        const secrets = await keysFor(wallet, data)
        const signing = await rpc<Signing>('signrawtransactionwithkey', raw, secrets)
        // The node cannot sign for a coin that its branch of the chain does not have.
        if (!signing.complete) throw new TypeError('A coin of the withdrawal is unknown')
        return signing.hex
      },
      async signPending({ hashes, serializedTransaction, withdrawalResponses }) {
        const wallet = Number(hashes[0]?.at(-1))
        const secrets = await keysFor(wallet, withdrawalResponses)
        return signAsDaemon(serializedTransaction, secrets.map(secretOfWif))
      },
      send: (raw) => rpc('sendrawtransaction', raw).then(() => true, isKnown),
      async isDead(raw) {
        const { txId, claims } = chain.codec.inspect(raw)
        const spent = new Set(claims.map(({ owner, index }) => `${owner} ${index}`))
        return (await transactions()).some(
          (one) => one.txid !== txId && one.vin.some(({ txid, vout }) => spent.has(`${txid} ${vout}`)),
        )
      },
      txIdOf: (raw) => chain.codec.inspect(raw).txId,
    },
  }
}

/** What the node says of a transaction that it, or a block, has already. */
const isKnown = (error: unknown): boolean => /already (in|known)/.test(String(error))

interface Signing {
  readonly hex: string
  readonly complete: boolean
}

interface Block {
  readonly tx: readonly {
    readonly txid: string
    readonly vin: readonly { readonly txid?: string; readonly vout?: number }[]
    readonly vout: readonly {
      readonly value: unknown
      readonly scriptPubKey: { readonly addresses?: readonly string[] }
    }[]
  }[]
}

killRounds('litecoind', stage, findLitecoind() !== undefined)
