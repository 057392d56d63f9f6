/**
 * The public client (see public-client.test.ts) on Bitcoin, Litecoin, Dogecoin and Bitcoin Cash, from words to
 * confirmed payments. Litecoin Core on regtest stands for the first three: their scripts and what they sign are the
 * same, and only the version bytes of addresses differ between them. No node that knows the signatures of Bitcoin
 * Cash can be had here; in its place is a server that checks each of them with another library, and has never been
 * compared with a live node.
 */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { type Area, operations } from '@tallystick/operations'
import { ApiServices, type BtcBasedBalance, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, type Running, startService } from '../service.fixture.js'
import { askNode, kmsRound, notReached, refusalOf, type Sent, txIdOf, WALLET } from './client.fixture.js'
import {
  findLitecoind,
  type Litecoind,
  startLitecoind,
  startUtxoServer,
  type UtxoServer,
  utxoDaemon,
} from './nodes.fixture.js'

/** Told by a node without an index too; chains/src/utxo has its test. */
const DOGE_BALANCE = 'dogeGetBalanceOfAddress'

const { bitcoin, ltc, doge, bcash } = ApiServices.blockchain
const { fee } = ApiServices

interface Output {
  readonly txHash: string
  readonly index: number
  /** Coins. */
  readonly value: string
  readonly address: string
}
interface Rest {
  readonly to: { readonly address: string; readonly value: number }[]
  readonly fee?: string
  readonly changeAddress: string
}

/** What the client has for a chain, with the shapes of all of them made alike. */
interface Client {
  readonly chain: 'BTC' | 'LTC' | 'DOGE' | 'BCH'
  readonly area: Area
  readonly node: 'bitcoin-testnet' | 'litecoin-core-testnet' | 'doge-testnet' | 'bch-testnet'
  wallet(): PromiseLike<{ mnemonic?: string; xpub?: string }>
  address(xpub: string, index: number): PromiseLike<{ address?: string }>
  privateKey(request: { mnemonic: string; index: number }): PromiseLike<{ key?: string }>
  info(): PromiseLike<{ blocks?: number; bestblockhash?: string; chain?: string }>
  blockHash(height: number): PromiseLike<{ hash?: string }>
  /** The ids of its transactions. */
  block(hash: string): Promise<readonly unknown[]>
  /** What a transaction pays: addresses, and coins. */
  paid(txId: string): Promise<readonly (readonly [unknown, string])[]>
  mempool?(): PromiseLike<string[]>
  /** What an output that is not spent is worth: coins. */
  unspent?(txId: string, index: number): Promise<string>
  balance?(address: string): PromiseLike<BtcBasedBalance>
  history(address: string): Promise<readonly unknown[]>
  pay(from: Output & { readonly privateKey: string }, rest: Rest): PromiseLike<Sent>
  payFromAddress?(from: { address: string; privateKey: string }, rest: Rest): PromiseLike<Sent>
  ask(from: Output & { readonly signatureId: string }, rest: Rest): PromiseLike<Sent>
  broadcast(body: { txData: string; signatureId?: string }): PromiseLike<{ txId: string }>
}

/** Of base units. */
const coins = (units = Number.NaN): string => String(units / 1e8)

const BTC: Client = {
  chain: 'BTC',
  area: 'Bitcoin',
  node: 'bitcoin-testnet',
  wallet: () => bitcoin.btcGenerateWallet(),
  address: (xpub, index) => bitcoin.btcGenerateAddress(xpub, index),
  privateKey: (request) => bitcoin.btcGenerateAddressPrivateKey(request),
  info: () => bitcoin.btcGetBlockChainInfo(),
  blockHash: (height) => bitcoin.btcGetBlockHash(height),
  block: async (hash) => (await bitcoin.btcGetBlock(hash)).txs?.map((tx) => tx.hash) ?? [],
  paid: async (txId) =>
    (await bitcoin.btcGetRawTransaction(txId)).outputs?.map(({ address, value }) => [
      address,
      coins(value),
    ]) ?? [],
  mempool: () => bitcoin.btcGetMempool(),
  unspent: async (txId, index) => coins((await bitcoin.btcGetUtxo(txId, index)).value),
  balance: (address) => bitcoin.btcGetBalanceOfAddress(address),
  history: (address) => Promise.resolve(bitcoin.btcGetTxByAddress(address, 10, 0, 1, 1_000, 'incoming')),
  pay: ({ txHash, index, privateKey }, rest) =>
    bitcoin.btcTransferBlockchain({ fromUTXO: [{ txHash, index, privateKey }], ...rest }),
  payFromAddress: (from, rest) => bitcoin.btcTransferBlockchain({ fromAddress: [from], ...rest }),
  ask: ({ txHash, index, signatureId }, rest) =>
    bitcoin.btcTransferBlockchain({
      fromUTXO: [{ txHash, index, signatureId, signatureIdIndex: 0 }],
      ...rest,
    }),
  broadcast: (body) => bitcoin.btcBroadcast(body),
}

const LTC: Client = {
  chain: 'LTC',
  area: 'Litecoin',
  node: 'litecoin-core-testnet',
  wallet: () => ltc.ltcGenerateWallet(),
  address: (xpub, index) => ltc.ltcGenerateAddress(xpub, index),
  privateKey: (request) => ltc.ltcGenerateAddressPrivateKey(request),
  info: () => ltc.ltcGetBlockChainInfo(),
  blockHash: (height) => ltc.ltcGetBlockHash(height),
  block: async (hash) => (await ltc.ltcGetBlock(hash)).txs?.map((tx) => tx.hash) ?? [],
  paid: async (txId) =>
    (await ltc.ltcGetRawTransaction(txId)).outputs?.map(({ address, value = '' }) => [address, value]) ?? [],
  mempool: () => ltc.ltcGetMempool(),
  unspent: async (txId, index) => coins((await ltc.ltcGetUtxo(txId, index)).value),
  balance: (address) => ltc.ltcGetBalanceOfAddress(address),
  history: (address) => Promise.resolve(ltc.ltcGetTxByAddress(address, 10)),
  pay: ({ txHash, index, privateKey }, rest) =>
    ltc.ltcTransferBlockchain({ fromUTXO: [{ txHash, index, privateKey }], ...rest }),
  payFromAddress: (from, rest) => ltc.ltcTransferBlockchain({ fromAddress: [from], ...rest }),
  ask: ({ address, signatureId }, rest) =>
    ltc.ltcTransferBlockchain({ fromAddress: [{ address, signatureId, index: 0 }], ...rest }),
  broadcast: (body) => ltc.ltcBroadcast(body),
}

const DOGE: Client = {
  chain: 'DOGE',
  area: 'Dogecoin',
  node: 'doge-testnet',
  wallet: () => doge.dogeGenerateWallet(),
  address: (xpub, index) => doge.dogeGenerateAddress(xpub, index),
  privateKey: (request) => doge.dogeGenerateAddressPrivateKey(request),
  info: () => doge.dogeGetBlockChainInfo(),
  blockHash: (height) => doge.dogeGetBlockHash(height),
  block: async (hash) => (await doge.dogeGetBlock(hash)).txs?.map((tx) => tx.hash) ?? [],
  paid: async (txId) =>
    (await doge.dogeGetRawTransaction(txId)).vout?.map(({ value, scriptPubKey }) => [
      scriptPubKey?.addresses?.[0],
      String(value),
    ]) ?? [],
  mempool: () => doge.dogeGetMempool(),
  unspent: async (txId, index) => String((await doge.dogeGetUtxo(txId, index)).value),
  history: (address) => Promise.resolve(doge.dogeGetTxByAddress(address, 10)),
  pay: (from, rest) => doge.dogeTransferBlockchain({ fromUTXO: [{ ...from }], ...rest }),
  ask: (from, rest) => doge.dogeTransferBlockchain({ fromUTXO: [{ ...from, signatureIdIndex: 0 }], ...rest }),
  broadcast: (body) => doge.dogeBroadcast(body),
}

const BCH: Client = {
  chain: 'BCH',
  area: 'Bitcoin Cash',
  node: 'bch-testnet',
  wallet: () => bcash.bchGenerateWallet(),
  address: (xpub, index) => bcash.bchGenerateAddress(xpub, index),
  privateKey: (request) => bcash.bchGenerateAddressPrivateKey(request),
  info: () => bcash.bchGetBlockChainInfo(),
  blockHash: (height) => bcash.bchGetBlockHash(height),
  block: async (hash) => (await bcash.bchGetBlock(hash)).tx?.map((tx) => tx.txid) ?? [],
  paid: async (txId) =>
    (await bcash.bchGetRawTransaction(txId)).vout?.map(({ value, scriptPubKey }) => [
      scriptPubKey?.addresses?.[0],
      String(value),
    ]) ?? [],
  history: async (address) => (await bcash.bchGetTxByAddress(address, 0)).map(({ txid }) => txid),
  pay: ({ txHash, index, privateKey }, rest) =>
    bcash.bchTransferBlockchain({ fromUTXO: [{ txHash, index, privateKey }], ...rest }),
  ask: ({ txHash, index, signatureId }, rest) =>
    bcash.bchTransferBlockchain({ fromUTXO: [{ txHash, index, signatureId, signatureIdIndex: 0 }], ...rest }),
  broadcast: (body) => bcash.bchBroadcast(body),
}

/** What a node without an index of addresses answers. */
const NO_HISTORY = [403, 'chain.unsupported']

let litecoind: Litecoind | undefined
let cash: UtxoServer
let service: Running

beforeAll(async () => {
  // It would win over the URL below.
  delete process.env['TATUM_API_URL']
  litecoind = findLitecoind() === undefined ? undefined : await startLitecoind()
  cash = await startUtxoServer(await createChains(readChainsConfig({})).chain('BCH', 'testnet'))
  const nodes = [{ kind: 'core', url: litecoind?.url ?? cash.core } as const]
  const regtest = { testnet: { parameters: 'regtest', passThrough: true, nodes } } as const
  const index = { kind: 'blockbook', url: cash.blockbook } as const
  const chains = createChains(
    readChainsConfig({
      chains: {
        BTC: regtest,
        LTC: regtest,
        DOGE: regtest,
        BCH: { testnet: { passThrough: true, nodes: [{ kind: 'core', url: cash.core }, index] } },
      },
    }),
  )
  service = await startService({ engine: { chains } })
  TatumApi(KEY, service.url)
})
afterAll(async () => {
  await service?.close()
  await cash?.close()
  await litecoind?.stop()
})

/** Nobody's: blocks that only have to be there. */
const MINER = 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8'

async function mine(chain: Client['chain'], blocks = 1, address = MINER): Promise<void> {
  if (chain === 'BCH') cash.mine()
  else await litecoind?.mine(blocks, address)
}

/**
 * An output that can be spent. Not for every test: before its block 432 Litecoin Core has no extension blocks, which
 * it would need a wallet for.
 */
async function fund({ chain, info }: Client, address: string): Promise<Output> {
  if (chain === 'BCH') {
    return { txHash: cash.fund(address, 5_000_000_000n).txId, index: 0, value: '50', address }
  }
  await mine(chain, 1, address)
  // Of Dogecoin the id and the hash of a transaction are one; the reward of this node's blocks has a witness.
  const [reward] = await BTC.block((await info()).bestblockhash ?? '')
  await mine(chain, 100)
  const txHash = String(reward)
  const [[, value] = [undefined, '']] = await BTC.paid(txHash)
  return { txHash, index: 0, value, address }
}

describe.each([BCH])('$chain', flow)
// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined).each([BTC, LTC, DOGE])('$chain', flow)

function flow(client: Client): void {
  const { chain, area, node } = client
  const addresses: string[] = []
  const keys: string[] = []
  let payment: string
  /** Whose first output is not spent. */
  let left: string

  test('a wallet, its addresses and their keys', async () => {
    const { mnemonic = '', xpub = '' } = await client.wallet()
    for (const index of [0, 1, 2, 3]) {
      addresses.push((await client.address(xpub, index)).address ?? '')
      keys.push((await client.privateKey({ mnemonic, index })).key ?? '')
    }
    expect(new Set([...addresses, ...keys]).size).toBe(8)
  })

  test('a payment signed by key, from the mempool into a block', async () => {
    const [mine0 = '', ...others] = addresses
    const output = await fund(client, mine0)
    const to = others.map((address, index) => ({ address, value: index + 1.5 }))
    const from = { ...output, privateKey: keys[0] ?? '' }
    payment = await txIdOf(client.pay(from, { to, changeAddress: mine0 }))
    if (client.mempool !== undefined) expect(await client.mempool()).toEqual([payment])
    await mine(chain)
    const [first, second, third, change] = await client.paid(payment)
    expect([first, second, third]).toEqual(others.map((address, index) => [address, `${index + 1.5}`]))
    expect(change?.[0]).toBe(mine0)
    const spare = Number(output.value) - 7.5 - Number(change?.[1])
    expect(spare).toBeGreaterThan(0)
    expect(spare).toBeLessThan(0.03)

    const { bestblockhash = '', blocks = 0 } = await client.info()
    expect(await client.blockHash(blocks)).toEqual({ hash: bestblockhash })
    expect(await client.block(bestblockhash)).toContain(payment)
    expect(await refusalOf(client.blockHash(blocks + 1))).toEqual([404, 'block.hash.not.exists'])
    expect(await refusalOf(client.paid('0'.repeat(64)))).toEqual([404, 'tx.not.found'])
    if (client.unspent !== undefined) {
      expect(await client.unspent(payment, 1)).toBe('2.5')
      expect(await refusalOf(client.unspent(output.txHash, 0))).toEqual([404, 'tx.not.found'])
    }
    if (client.balance !== undefined) {
      expect(await client.balance(others[1] ?? '')).toMatchObject({ incoming: '2.5', outgoing: '0' })
    }
    const history = client.history(others[1] ?? '')
    if (chain === 'BCH') expect(await history).toEqual([payment])
    else expect(await refusalOf(history)).toEqual(NO_HISTORY)
  })

  test('a payment from an address', async () => {
    const { payFromAddress } = client
    if (payFromAddress === undefined) return
    const [address = '', to = ''] = addresses
    const from = { address, privateKey: keys[0] ?? '' }
    const rest = { to: [{ address: to, value: 0.25 }], fee: '0.0001', changeAddress: address }
    const txId = await txIdOf(payFromAddress(from, rest))
    expect(await client.paid(txId)).toContainEqual([to, '0.25'])
    await mine(chain)
  })

  test('payments that a key-management system signs', async () => {
    const [home = ''] = addresses
    const sign = chain === 'BCH' ? utxoDaemon.signAsCashDaemon : utxoDaemon.signAsDaemon
    const txIds = await kmsRound({
      chain,
      payments: [0, 1, 2].map((index) => () => {
        const output = {
          txHash: payment,
          index,
          value: `${index + 1.5}`,
          address: addresses[index + 1] ?? '',
        }
        // Change of Dogecoin is 1 or more, or it is fee.
        const rest = { to: [{ address: home, value: 0.4 }], fee: '0.0001', changeAddress: home }
        return client.ask({ ...output, signatureId: WALLET }, rest)
      }),
      sign: ({ serializedTransaction }, at) =>
        sign(serializedTransaction, [utxoDaemon.secretOfWif(keys[at + 1] ?? '')]),
      broadcast: (body) => client.broadcast({ ...body }),
      send: async (raw) => String(await askNode(node, 'sendrawtransaction', raw)),
    })
    await mine(chain)
    for (const txId of txIds) expect((await client.paid(txId))[0]).toEqual([home, '0.4'])
    left = txIds[0] ?? ''
    const { bestblockhash = '' } = await client.info()
    expect(await client.block(bestblockhash)).toEqual(expect.arrayContaining(txIds))
  })

  test('fees are estimated', async () => {
    if (chain === 'BCH') return
    const { blocks } = await client.info()
    const rates = await fee.getBlockchainFee(chain)
    expect(rates).toEqual({
      fast: expect.any(Number),
      medium: expect.any(Number),
      slow: expect.any(Number),
      time: expect.any(String),
      block: blocks,
    })
    const to = [{ address: addresses[1] ?? '', value: 0.3 }]
    for (const source of [
      { fromUTXO: [{ txHash: left, index: 0 }] },
      { fromAddress: [addresses[0] ?? ''] },
    ]) {
      const found = await fee.estimateFeeBlockchain({ chain, type: 'TRANSFER', ...source, to })
      expect(found).toEqual({
        // Of Dogecoin the last tenth is no change, and so fee; from an address more outputs are there.
        fast: expect.stringMatching(chain === 'DOGE' ? /^0\.(?:0\d+|1)$/ : /^0\.0\d+$/),
        medium: expect.any(String),
        slow: expect.any(String),
      })
    }
  })

  test('the client has been through every route, with success', async () => {
    const documented = operations.filter(
      (own) =>
        (own.area === area || own.id.endsWith('PendingTransactionToSign')) &&
        own.description?.includes("Tallystick's own") !== true,
    )
    // Those of an index of addresses, which the test of a payment has asked for; and what is passed on to a node.
    const elsewhere = documented.filter(
      ({ id }) => /^(btc|ltc|doge)GetTxByAddress$|AddressBatch$|RpcDriver$/.test(id) || id === DOGE_BALANCE,
    )
    expect(await notReached(service, documented)).toEqual(elsewhere.map(({ id }) => id).sort())
  })
}
