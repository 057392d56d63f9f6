/** MultiversX: gateways in memory, which check every signature with the chain's own library. */
import { ApiServices, NodeRpcService } from '@tatumio/api-client'
import { expect } from 'vitest'
import { KEY } from '../../service.fixture.js'
import { refusalOf, txIdOf, WALLET } from '../client.fixture.js'
import { multiversxNode } from '../nodes.fixture.js'
import type { FamilyRow } from './family.fixture.js'

const { elgo: elrond } = ApiServices.blockchain
const EGLD = 10n ** 18n
const TOKEN = 'USDC-c76f1f'

const move = (units: string): string => `ESDTTransfer@${Buffer.from(TOKEN).toString('hex')}@${units}`

export const multiversxRow: FamilyRow = {
  area: 'Elrond',
  chain: 'EGLD',
  // The client puts the words into the address of the call.
  beside: ['egldGenerateAddressFromMnemonic', 'egldGenerateWalletFromMnemonic'],
  async start() {
    const { startGateway, signAsDaemon } = await multiversxNode()
    const server = await startGateway()
    const { ledger } = server
    const fund = (address: string): void => ledger.fund(address, 100n * EGLD)
    return {
      testnet: { passThrough: true, nodes: [{ kind: 'multiversx', url: server.url }] },
      fund,
      settle: () => ledger.close(),
      close: () => server.close(),
      async open() {
        const { mnemonic = '' } = await elrond.egldGenerateWallet()
        expect(await elrond.egldGenerateWallet(mnemonic)).toEqual({ mnemonic })
        const addressAt = async (index: number) =>
          (await elrond.egldGenerateAddress(mnemonic, index)).address ?? ''
        const [alice, bob] = [await addressAt(0), await addressAt(1)]
        const { key: fromPrivateKey = '' } = await elrond.egldGenerateAddressPrivateKey({
          mnemonic,
          index: 0,
        })
        fund(alice)
        ledger.fund(alice, 2n ** 128n, TOKEN)
        const signed = { from: alice, to: bob, fromPrivateKey }
        const kms = { from: alice, to: bob, signatureId: WALLET, index: 0 }
        let first = ''
        return {
          payments: [
            [
              'EGLD',
              async () => {
                const payment = { ...signed, amount: '1.000000000000000001', data: 'invoice 7' }
                first = await txIdOf(elrond.egldBlockchainTransfer(payment))
                return first
              },
            ],
            [
              'a token',
              () =>
                txIdOf(
                  elrond.egldBlockchainTransfer({ ...signed, amount: '0', data: move('ff'.repeat(16)) }),
                ),
            ],
          ],
          kms: {
            payments: [
              () => elrond.egldBlockchainTransfer({ ...kms, amount: '2' }),
              () => elrond.egldBlockchainTransfer({ ...kms, amount: '0', data: move('01') }),
              () => elrond.egldBlockchainTransfer({ ...kms, amount: '3' }),
            ],
            async sign({ serializedTransaction }) {
              const nonce = await elrond.egldGetTransactionCount(alice)
              return signAsDaemon(serializedTransaction, fromPrivateKey, { nonce, chainID: 'T', version: 1 })
            },
            broadcast: (body) => elrond.egldBroadcast({ ...body }),
            async send(raw) {
              const path = 'transaction/send'
              const body = JSON.parse(raw)
              const answer = await NodeRpcService.nodeJsonPostRpcDriver(KEY, 'egld-testnet', path, body)
              return answer.data.txHash
            },
          },
          async mustBePaid(txId) {
            expect(await elrond.egldGetTransaction(txId)).toMatchObject({ status: 'success' })
            expect(ledger.find(txId)?.outcome).toBe('success')
          },
          async mustBeReceived() {
            expect(await elrond.egldGetBalance(bob)).toEqual({ balance: '6.000000000000000001' })
            expect(ledger.last.accounts.get(bob)?.tokens.get(TOKEN)).toBe(2n ** 128n)
          },
          async mustBeTold() {
            const told = await elrond.egldGetTransaction(first)
            expect(told).toMatchObject({ sender: alice, receiver: bob, value: '1000000000000000001' })
            const block = await elrond.egldGetBlock(String(told.hyperblockNonce))
            expect(block).toMatchObject({ hash: told.hyperblockHash, transactions: [{ hash: first }] })
            expect(await elrond.egldGetBlock(block.hash ?? '')).toEqual(block)
            expect(await elrond.eGldGetCurrentBlock()).toBe(ledger.last.nonce)
            expect(await elrond.egldGetTransactionAddress(alice)).toHaveLength(5)
            expect(await elrond.egldGetTransactionCount(alice)).toBe(5)
            const payment = { sender: alice, receiver: bob, value: '1', data: 'invoice 7' }
            const gas = await ApiServices.fee.egldEstimateGas(payment)
            // 50,000, and 1,500 for each byte of the data.
            expect(gas).toEqual({ gasLimit: 63_500, gasPrice: 1_000_000_000 })
            expect(await refusalOf(elrond.egldGetTransaction('ab'.repeat(32)))).toEqual([404, 'tx.not.found'])
          },
          async mustAnswer() {
            const config = await NodeRpcService.nodeJsonRpcGetDriver(KEY, 'egld-testnet', 'network/config')
            expect(config).toMatchObject({ data: { config: { erd_chain_id: 'T' } } })
          },
        }
      },
    }
  },
}
