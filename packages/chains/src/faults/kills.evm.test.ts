import { signAsDaemon } from '../evm/daemon.fixture.js'
import { anvilStage } from './anvil-stage.fixture.js'
import type { Fleet } from './fleet.fixture.js'
import type { KillStage } from './kill-stage.fixture.js'
import { killRounds } from './kills.fixture.js'

/** A unit of 10^-8 coins, in wei. */
const UNIT = 10n ** 10n
/** For an answer of the node. Processes that start beside it take its time, and more of it on a busy machine. */
const TIMEOUT_MS = 1_500

/** Wei, and what a plain payment of it costs in coins. */
const GAS_PRICE = 30n * 10n ** 9n
const GAS = 21_000n
const FEE = '0.00063'

const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`

async function stage(seed: number): Promise<KillStage> {
  const anvil = await anvilStage(seed, TIMEOUT_MS)
  const { rpc } = anvil
  const [payer] = await rpc<readonly string[]>('eth_accounts')
  const { testnet } = anvil.config.chains?.['ETH'] ?? {}
  const nodes = testnet?.nodes ?? []
  const height = async () => Number(await rpc('eth_blockNumber'))
  const from = (await height()) + 1
  const { chain, senders } = anvil
  const isThere = async (txId: string) => (await rpc('eth_getTransactionByHash', txId)) !== null
  const senderOf = (wallet: number) => {
    const sender = senders[wallet]
    if (sender === undefined) throw new TypeError(`there is no wallet ${wallet}`)
    return sender
  }
  /** What a client finds out by itself. */
  const adviceFor = (wallet: number, fleet: Fleet) => ({
    gas: async () => GAS,
    gasPrice: async () => GAS_PRICE,
    nonce: async () => {
      const path = `/v3/ethereum/transaction/count/${senderOf(wallet).address}`
      return BigInt(await fleet.must<number>('GET', path))
    },
  })
  const kmsOf = (wallet: number): string => `26d3883e-4e17-48b3-a0ee-09a3e484ac8${wallet}`
  return {
    ...anvil,
    height,
    currency: 'ETH',
    config: { chains: { ETH: { testnet: { follow: { from }, nodes } } } },
    async xpub(wallet) {
      const { keys } = chain
      const entropy = new Uint8Array(32).fill(wallet + 1)
      new DataView(entropy.buffer).setUint32(0, seed)
      return keys?.xpub(keys.mnemonic(entropy)) ?? ''
    },
    async deposit(to, units) {
      // While a branch is replaced the node may take it for one of before. Then it is not made.
      const payment = { from: payer, to, value: hexOf(BigInt(units) * UNIT) }
      await rpc('eth_sendTransaction', payment).catch(() => undefined)
    },
    async received(addresses) {
      const received = new Map<string, bigint>()
      for (const address of addresses) {
        received.set(address, BigInt(await rpc<string>('eth_getBalance', address, 'latest')) / UNIT)
      }
      return received
    },
    withdrawals: {
      watched: senders.map(({ address }) => address),
      path: '/v3/offchain/ethereum/transfer',
      broadcast: '/v3/ethereum/broadcast',
      // The last one has too little. Whoever pays, an account of the ledger is charged.
      walletFor: (_, luck) => luck % (senders.length - 1),
      recipient: (number) => anvil.recipient(10_000 + number),
      byKey: async (wallet) => ({ privateKey: senderOf(wallet).privateKey }),
      byKms: async (wallet) => ({ signatureId: kmsOf(wallet) }),
      stored: async (wallet) => ({ sourceAddress: senderOf(wallet).address, fee: FEE }),
      sign({ wallet, recipient, units }, fleet) {
        const value = `0x${(BigInt(units) * UNIT).toString(16)}`
        const serialized = JSON.stringify({ chainId: 11_155_111, to: recipient, data: '0x', value })
        return signAsDaemon(serialized, senderOf(wallet).privateKey, adviceFor(wallet, fleet))
      },
      signPending({ hashes, serializedTransaction }, fleet) {
        const wallet = Number(hashes[0]?.at(-1))
        const key = senderOf(wallet).privateKey
        return signAsDaemon(serializedTransaction, key, adviceFor(wallet, fleet))
      },
      async send(raw) {
        await rpc('eth_sendRawTransaction', raw).catch(() => undefined)
        return isThere(chain.codec.inspect(raw).txId)
      },
      async isDead(raw) {
        const { txId, claims } = chain.codec.inspect(raw)
        if (await isThere(txId)) return false
        const [{ owner = '', index = 0n } = {}] = claims
        return BigInt(await rpc<string>('eth_getTransactionCount', owner, 'latest')) > index
      },
      txIdOf: (raw) => chain.codec.inspect(raw).txId,
    },
  }
}

killRounds('anvil', stage)
