/** TRON: nodes in memory, which check every transaction with tronweb. */
import type { TronChain } from '@tallystick/custody'
import { ApiServices, NodeRpcService } from '@tatumio/api-client'
import { expect } from 'vitest'
import { chainExampleOf } from '../../examples.fixture.js'
import { KEY } from '../../service.fixture.js'
import { refusalOf, txIdOf, WALLET } from '../client.fixture.js'
import { tronNode } from '../nodes.fixture.js'
import type { FamilyRow } from './family.fixture.js'

const { tron } = ApiServices.blockchain
const SUN = 1_000_000n

/** A contract, and a token of the network's own, that are there from the beginning. */
const TOKEN = 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'
const ASSET = '1000001'
/** Of gas pumps. */
const FACTORY = 'TYrGbSUJbKG73E6scfNQFWUBZrQr3gHL3w'
/** That of the examples. */
const TEA = String(Reflect.get(chainExampleOf('transferTronTrc20Blockchain').args, 'tokenAddress'))

export const tronRow: FamilyRow = {
  area: 'Tron',
  chain: 'TRON',
  // The client puts the words into the address of the call.
  beside: ['tronGenerateWalletFromMnemonic'],
  keys: {
    pays: 'transferTronBlockchain',
    async account(calls) {
      const { mnemonic, xpub } = await calls.generateTronwallet()
      const { address } = await calls.tronGenerateAddress({ xpub, index: 0 })
      const { key } = await calls.tronGenerateAddressPrivateKey({ mnemonic, index: 0 })
      return { address, secret: key }
    },
  },
  async start() {
    const { startTronServer, signAsDaemon } = await tronNode()
    const server = await startTronServer()
    const { ledger } = server
    const fund = (address: string): void => ledger.fund(address, 10_000n * SUN)
    ledger.addAsset(ASSET, { name: '54', id: ASSET, precision: 3, owner_address: TOKEN })
    ledger.addFactory(FACTORY)
    ledger.addToken(TEA, { name: 'Tea', symbol: 'TEA', decimals: 18 })
    return {
      testnet: {
        passThrough: true,
        nodes: [{ kind: 'tron', url: server.url }],
        gasPumpFactory: FACTORY,
      },
      fund,
      stock(address) {
        ledger.fund(address, 10n ** 24n, { token: TEA })
        ledger.fund(address, 10n ** 9n, { asset: ASSET })
      },
      settle: () => ledger.grow(20),
      close: () => server.close(),
      async open({ tallystick }) {
        const { codec }: TronChain = await tallystick.chains.chain('TRON', 'testnet')
        const made = await tron.generateTronwallet()
        expect(await tron.generateTronwallet(made.mnemonic)).toEqual(made)
        const addressAt = async (index: number) =>
          (await tron.tronGenerateAddress(made.xpub, index)).address ?? ''
        const [alice, bob] = [await addressAt(0), await addressAt(2 ** 31 - 1)]
        const { key: fromPrivateKey = '' } = await tron.tronGenerateAddressPrivateKey({
          mnemonic: made.mnemonic,
          index: 0,
        })
        fund(alice)
        ledger.addToken(TOKEN, { name: 'Tea', symbol: 'TEA', decimals: 18 })
        ledger.fund(alice, 5n * 10n ** 18n, { token: TOKEN })
        ledger.fund(alice, 9_000n, { asset: ASSET })
        const ten = { to: bob, tokenId: ASSET, amount: '1.5' }
        const twenty = { to: bob, tokenAddress: TOKEN, feeLimit: 30, amount: '0.000000000000000001' }
        const tea = { recipient: alice, name: 'Tea', totalSupply: 7 }
        const issue = {
          ...tea,
          abbreviation: 'TEA',
          description: 'A cup',
          url: 'https://tea.example',
          decimals: 2,
        }
        const kms = { from: alice, signatureId: WALLET, index: 0 }
        let first = ''
        return {
          payments: [
            [
              'TRX',
              async () => {
                first = await txIdOf(tron.tronTransfer({ fromPrivateKey, to: bob, amount: '1.000001' }))
                return first
              },
            ],
            ['TRC-10', () => txIdOf(tron.tronTransferTrc10({ fromPrivateKey, ...ten }))],
            ['TRC-20', () => txIdOf(tron.tronTransferTrc20({ fromPrivateKey, ...twenty }))],
            ['a TRC-10 token of its own', () => txIdOf(tron.tronCreateTrc10({ fromPrivateKey, ...issue }))],
            [
              'a TRC-20 contract of its own',
              () => txIdOf(tron.tronCreateTrc20({ fromPrivateKey, ...tea, symbol: 'TEA', decimals: 30 })),
            ],
            [
              'bandwidth, for what is frozen',
              () => txIdOf(tron.tronFreeze({ fromPrivateKey, resource: 'BANDWIDTH', amount: '10' })),
            ],
          ],
          kms: {
            payments: [
              () => tron.tronTransfer({ ...kms, to: bob, amount: '2' }),
              () => tron.tronTransferTrc20({ ...kms, ...twenty }),
              () => tron.tronTransferTrc10({ ...kms, ...ten }),
            ],
            sign: ({ serializedTransaction }) => signAsDaemon(serializedTransaction, fromPrivateKey),
            broadcast: (body) => tron.tronBroadcast({ ...body }),
            async send(raw) {
              const answer = await NodeRpcService.nodeJsonPostRpcDriver(
                KEY,
                'tron-testnet',
                'wallet/broadcasthex',
                { transaction: codec.rawOf(raw) },
              )
              expect(answer).toMatchObject({ result: true })
              return answer.txid
            },
          },
          async mustBePaid(txId) {
            expect(await tron.tronGetTransaction(txId)).toMatchObject({
              txID: txId,
              ret: [{ contractRet: 'SUCCESS' }],
            })
          },
          async mustBeReceived() {
            expect(await tron.tronGetAccount(bob)).toMatchObject({
              address: bob,
              balance: 3_000_001,
              trc10: [{ key: ASSET, value: 3_000 }],
              trc20: [{ [TOKEN]: '2' }],
            })
          },
          async mustBeTold() {
            const { rawData, blockNumber } = await tron.tronGetTransaction(first)
            expect(rawData.contract[0]?.parameter?.value).toMatchObject({
              ownerAddressBase58: alice,
              toAddressBase58: bob,
              amount: 1_000_001,
            })
            const block = await tron.tronGetBlock(String(blockNumber))
            expect(block.transactions?.map(({ txID }) => txID)).toEqual([first])
            expect(await tron.tronGetBlock(block.hash ?? '')).toEqual(block)
            const { transactions } = await tron.tronAccountTx(bob, undefined, true)
            expect(transactions.map(({ txID }) => txID)).toContain(first)
            const tokens = await tron.tronAccountTx20(bob)
            expect(tokens.transactions).toMatchObject([
              { from: alice, to: bob, value: '1', tokenInfo: { address: TOKEN, decimals: 18 } },
              { from: alice, to: bob, value: '1' },
            ])
            expect(await tron.tronTrc10Detail(alice)).toMatchObject({
              abbr: 'TEA',
              totalSupply: 700,
              precision: 2,
            })
            expect(await tron.tronGetCurrentBlock()).toMatchObject({ testnet: true })
            expect(await refusalOf(tron.tronGetTransaction('ab'.repeat(32)))).toEqual([404, 'tx.not.found'])
          },
          async mustAnswer() {
            const path = 'wallet/getblock'
            const body = { id_or_num: '0', detail: false }
            const block = await NodeRpcService.nodeJsonPostRpcDriver(KEY, 'tron-testnet', path, body)
            expect(block).toMatchObject({ block_header: expect.anything() })
          },
        }
      },
    }
  },
}
