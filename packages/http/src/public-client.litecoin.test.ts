/** The public client (see public-client.test.ts) on Litecoin, over a real node: from words to a confirmed payment. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import { ApiError, ApiServices, type LtcTx, TatumApi } from '@tatumio/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, type Running, startService } from './service.fixture.js'

const { ltc } = ApiServices.blockchain
const { kms } = ApiServices

/** A fixture of `@tallystick/chains`, which is no part of what is published: found by its place. */
interface Litecoins {
  findLitecoind(): string | undefined
  startLitecoind(): Promise<Litecoind>
}
interface Litecoind {
  readonly url: string
  mine(blocks: number, address: string): Promise<void>
  stop(): Promise<void>
}
const FIXTURE = new URL('../../chains/src/utxo/litecoind.fixture.ts', import.meta.url)
const { findLitecoind, startLitecoind }: Litecoins = await import(FIXTURE.href)

// Litecoin Core is a package of the system, which not every machine has.
describe.skipIf(findLitecoind() === undefined)('on litecoind', () => {
  let node: Litecoind
  let service: Running
  beforeAll(async () => {
    // It would win over the URL below.
    delete process.env['TATUM_API_URL']
    node = await startLitecoind()
    const nodes = [{ kind: 'core', url: node.url } as const]
    const chains = createChains(
      readChainsConfig({ chains: { LTC: { testnet: { parameters: 'regtest', nodes } } } }),
    )
    service = await startService({ engine: { chains } })
    TatumApi(KEY, service.url)
  })
  afterAll(async () => {
    await service?.close()
    await node?.stop()
  })

  /** The documents give a transaction one of two answers. */
  function txIdOf(answer: { txId: string } | { signatureId: string }): string {
    if ('txId' in answer) return answer.txId
    throw new TypeError('not sent')
  }

  const amountsOf = ({ outputs = [] }: LtcTx) => outputs.map(({ address, value }) => [address, value])

  test('wallet, address, private key, payment, transaction, output', async () => {
    const { mnemonic, xpub } = await ltc.ltcGenerateWallet()
    if (mnemonic === undefined || xpub === undefined) throw new TypeError('no wallet')
    const [from = '', to = '', change = ''] = await Promise.all(
      [0, 1, 2].map(async (index) => (await ltc.ltcGenerateAddress(xpub, index)).address ?? ''),
    )
    const { key: privateKey = '' } = await ltc.ltcGenerateAddressPrivateKey({ mnemonic, index: 0 })
    await node.mine(101, from)

    const txId = txIdOf(
      await ltc.ltcTransferBlockchain({
        fromAddress: [{ address: from, privateKey }],
        to: [{ address: to, value: 0.15969 }],
        fee: '0.0015',
        changeAddress: change,
      }),
    )
    expect(await ltc.ltcGetMempool()).toEqual([txId])
    await node.mine(1, to)
    const found = await ltc.ltcGetRawTransaction(txId)
    expect(found).toMatchObject({ hash: txId, fee: '0.0015', blockNumber: 102 })
    expect(amountsOf(found)).toEqual([
      [to, '0.15969'],
      [change, '49.83881'],
    ])
    expect(await ltc.ltcGetUtxo(txId, 0)).toMatchObject({
      value: 15_969_000,
      address: to,
      hash: txId,
      index: 0,
    })
    const { bestblockhash = '', blocks } = await ltc.ltcGetBlockChainInfo()
    expect(await ltc.ltcGetBlockHash(blocks ?? 0)).toEqual({ hash: bestblockhash })
    const block = await ltc.ltcGetBlock(bestblockhash)
    expect(block.txs?.map(({ hash }) => hash)).toContain(txId)
    expect(await ltc.ltcGetBalanceOfAddress(change)).toMatchObject({ incoming: '49.83881', outgoing: '0' })

    // Spent by name, the output is gone for whoever asks.
    const { key = '' } = await ltc.ltcGenerateAddressPrivateKey({ mnemonic, index: 1 })
    txIdOf(
      await ltc.ltcTransferBlockchain({
        fromUTXO: [{ txHash: txId, index: 0, privateKey: key }],
        to: [{ address: from, value: 0.1 }],
        fee: '0.001',
        changeAddress: change,
      }),
    )
    const gone = await ltc.ltcGetUtxo(txId, 0).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(gone).toBeInstanceOf(ApiError)
    expect(gone).toMatchObject({ status: 404, body: { errorCode: 'tx.not.found' } })
  })

  test('a payment that a key-management system is to sign', async () => {
    const { xpub = '' } = await ltc.ltcGenerateWallet()
    const { address = '' } = await ltc.ltcGenerateAddress(xpub, 0)
    await node.mine(101, address)
    const signatureId = '26d3883e-4e17-48b3-a0ee-09a3e484ac83'
    const answer = await ltc.ltcTransferBlockchain({
      fromAddress: [{ address, signatureId, index: 0 }],
      to: [{ address, value: 1 }],
      fee: '0.001',
      changeAddress: address,
    })
    if (!('signatureId' in answer)) throw new TypeError('not pending')
    const pending = await kms.getPendingTransactionToSign(answer.signatureId)
    expect(pending).toMatchObject({ chain: 'LTC', hashes: [signatureId] })
    expect(JSON.parse(pending.serializedTransaction)).toMatchObject({ inputs: [{}], outputs: [{}, {}] })
    await kms.deletePendingTransactionToSign(answer.signatureId)
  })
})
