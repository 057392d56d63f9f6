/** XRP: the ledger in memory of `@tallystick/testing`, which checks every transaction with the chain's own libraries. */
import { startXrpServer } from '@tallystick/testing/simulated'
import { ApiServices, type XrpWallet } from '@tatumio/api-client'
import { expect } from 'vitest'
import { askNode, refusalOf, txIdOf, WALLET } from '../client.fixture.js'
import { xrpDaemon } from '../nodes.fixture.js'
import type { FamilyRow } from './family.fixture.js'

const { xrp } = ApiServices.blockchain

const TOKEN = '544F4B454E000000000000000000000000000000'

const by = ({ address: fromAccount, secret: fromSecret }: XrpWallet) => ({ fromAccount, fromSecret })

export const xrpRow: FamilyRow = {
  area: 'XRP',
  chain: 'XRP',
  beside: [],
  keys: {
    pays: 'transferXrpBlockchain',
    async account(calls) {
      const { address, secret } = await calls.xrpWallet()
      return { address: String(address), secret: String(secret) }
    },
  },
  async start() {
    const server = await startXrpServer()
    const { ledger } = server
    const fund = (address: string): void => ledger.fund(address, 1_000_000_000n)
    return {
      testnet: { passThrough: true, nodes: [{ kind: 'xrp', url: server.url }] },
      fund,
      settle: () => ledger.close(),
      close: () => server.close(),
      async open() {
        const [alice, bob] = [await xrp.xrpWallet(), await xrp.xrpWallet()]
        expect(await refusalOf(xrp.xrpGetAccountInfo(alice.address))).toEqual([403, 'xrp.account.failed'])
        for (const { address } of [alice, bob]) fund(address)
        expect(await xrp.xrpGetAccountBalance(alice.address)).toEqual({ balance: '1000000000', assets: [] })
        const asset = { issuerAccount: alice.address, token: TOKEN }
        const kms = { fromAccount: alice.address, signatureId: WALLET }
        const tags = { sourceTag: 1, destinationTag: 7 }
        let first = ''
        return {
          payments: [
            [
              'XRP, with tags',
              async () => {
                const payment = { ...by(alice), to: bob.address, amount: '2.5', fee: '0.00002', ...tags }
                first = await txIdOf(xrp.xrpTransferBlockchain(payment))
                return first
              },
            ],
            ['settings', () => txIdOf(xrp.xrpAccountSettings({ ...by(alice), rippling: true }))],
            [
              'a trust line',
              () => txIdOf(xrp.xrpTrustLineBlockchain({ ...by(bob), ...asset, limit: '1000' })),
            ],
            [
              'what is issued over it',
              () =>
                txIdOf(
                  xrp.xrpTransferBlockchain({ ...by(alice), to: bob.address, amount: '12.5', ...asset }),
                ),
            ],
          ],
          kms: {
            payments: [
              () => xrp.xrpTransferBlockchain({ ...kms, to: bob.address, amount: '1' }),
              () => xrp.xrpTransferBlockchain({ ...kms, to: bob.address, amount: '1', ...asset }),
              () => xrp.xrpAccountSettings({ ...kms, requireDestinationTag: true }),
            ],
            sign: ({ serializedTransaction }) => xrpDaemon.signAsDaemon(serializedTransaction, alice.secret),
            broadcast: (body) => xrp.xrpBroadcast({ ...body }),
            async send(tx_blob) {
              const answer = await askNode('ripple-testnet', 'submit', { tx_blob })
              expect(answer).toMatchObject({ engine_result: 'tesSUCCESS' })
              return answer.tx_json.hash
            },
          },
          async mustBePaid(txId) {
            expect(await xrp.xrpGetTransaction(txId)).toMatchObject({
              hash: txId,
              validated: true,
              meta: { TransactionResult: 'tesSUCCESS' },
            })
          },
          async mustBeReceived() {
            // Less the fee of its trust line, 10 drops at least.
            expect(await xrp.xrpGetAccountBalance(bob.address)).toEqual({
              balance: expect.stringMatching(/^10034999\d\d$/),
              assets: [{ balance: '13.5', currency: TOKEN }],
            })
          },
          async mustBeTold() {
            expect(await xrp.xrpGetTransaction(first)).toMatchObject({
              Account: alice.address,
              Destination: bob.address,
              DestinationTag: 7,
              Amount: '2500000',
              Fee: '20',
            })
            expect(await refusalOf(xrp.xrpGetTransaction('A'.repeat(64)))).toEqual([404, 'tx.not.found'])
            expect(await xrp.xrpGetAccountInfo(alice.address)).toMatchObject({
              account_data: { Account: alice.address },
            })
            const { ledger_index: index = 0 } = await xrp.xrpGetTransaction(first)
            expect(await xrp.xrpGetLedger(index)).toMatchObject({
              ledger: { transactions: [{ hash: first }] },
            })
            expect(await xrp.xrpGetAccountTx(bob.address, index)).toMatchObject({
              account: bob.address,
              transactions: expect.arrayContaining([
                expect.objectContaining({ tx: expect.objectContaining({ hash: first }) }),
              ]),
            })
            expect(await xrp.xrpGetLastClosedLedger()).toMatchObject({ ledger_index: expect.any(Number) })
            expect(await xrp.xrpGetFee()).toMatchObject({ drops: { base_fee: '10' } })
          },
          async mustAnswer() {
            const { info } = await askNode('ripple-testnet', 'server_info', {})
            expect(info).toHaveProperty('validated_ledger')
          },
        }
      },
    }
  },
}
