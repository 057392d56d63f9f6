/** Stellar: the ledger in memory of `@tallystick/testing`, which checks every envelope with stellar-base. */
import { startHorizon } from '@tallystick/testing/simulated'
import { ApiServices, NodeRpcService, type XlmWallet } from '@tatumio/api-client'
import { expect } from 'vitest'
import { KEY } from '../../service.fixture.js'
import { refusalOf, txIdOf, WALLET } from '../client.fixture.js'
import { stellarDaemon } from '../nodes.fixture.js'
import type { FamilyRow } from './family.fixture.js'

const { xlm } = ApiServices.blockchain
const STROOPS = 10_000_000n

const by = ({ address: fromAccount, secret: fromSecret }: XlmWallet) => ({ fromAccount, fromSecret })

export const stellarRow: FamilyRow = {
  area: 'Stellar',
  chain: 'XLM',
  beside: [],
  keys: { pays: 'transferXlmBlockchain', account: (calls) => calls.xlmWallet() },
  async start() {
    const server = await startHorizon()
    const { ledger } = server
    const fund = (address: string): void => ledger.fund(address, 1_000n * STROOPS)
    return {
      testnet: { passThrough: true, nodes: [{ kind: 'horizon', url: server.url }] },
      fund,
      settle: () => ledger.close(),
      close: () => server.close(),
      async open() {
        const [alice, bob] = [await xlm.xlmWallet(), await xlm.xlmWallet()]
        expect(await refusalOf(xlm.xlmGetAccountInfo(alice.address))).toEqual([403, 'xlm.account.failed'])
        fund(alice.address)
        const asset = { issuerAccount: alice.address, token: 'OBL' }
        const kms = { fromAccount: bob.address, signatureId: WALLET }
        const memo = 'rent, November'
        let first = ''
        return {
          payments: [
            [
              'XLM, which makes the account of its recipient',
              async () => {
                const payment = {
                  ...by(alice),
                  to: bob.address,
                  amount: '12.5',
                  initialize: true,
                  message: memo,
                }
                first = await txIdOf(xlm.xlmTransferBlockchain(payment))
                return first
              },
            ],
            [
              'a trust line, which makes the asset',
              () => txIdOf(xlm.xlmTrustLineBlockchain({ ...by(bob), ...asset, limit: '1000' })),
            ],
            [
              'the asset',
              () =>
                txIdOf(
                  xlm.xlmTransferBlockchain({ ...by(alice), ...asset, to: bob.address, amount: '250.75' }),
                ),
            ],
          ],
          kms: {
            payments: [
              () => xlm.xlmTransferBlockchain({ ...kms, to: alice.address, amount: '1.0000001' }),
              () => xlm.xlmTransferBlockchain({ ...kms, ...asset, to: alice.address, amount: '50.25' }),
              () => xlm.xlmTrustLineBlockchain({ ...kms, ...asset, limit: '500' }),
            ],
            sign({ serializedTransaction }) {
              // A queue takes one transaction of an account at a time.
              ledger.close()
              return stellarDaemon.signAsDaemon(serializedTransaction, bob.secret)
            },
            broadcast: (body) => xlm.xlmBroadcast({ ...body }),
            async send(raw) {
              const outcome = ledger.submit(raw)
              if (outcome.status !== 'PENDING') throw new TypeError(`The queue answers ${outcome.status}`)
              // A Horizon tells nothing of what waits.
              ledger.close()
              return outcome.hash
            },
          },
          async mustBePaid(txId) {
            expect(await xlm.xlmGetTransaction(txId)).toMatchObject({ hash: txId, successful: true })
          },
          async mustBeReceived() {
            const { balances } = await xlm.xlmGetAccountInfo(bob.address)
            // Less four fees of 100 stroops.
            expect(balances).toMatchObject([
              {
                asset_code: 'OBL',
                asset_issuer: alice.address,
                balance: '200.5000000',
                limit: '500.0000000',
              },
              { asset_type: 'native', balance: '11.4999599' },
            ])
          },
          async mustBeTold() {
            expect(await xlm.xlmGetTransaction(first)).toMatchObject({ memo, source_account: alice.address })
            expect(await refusalOf(xlm.xlmGetTransaction('a'.repeat(64)))).toEqual([404, 'tx.not.found'])
            const history = await xlm.xlmGetAccountTx(bob.address)
            expect(history).toHaveLength(6)
            const [newest] = history
            expect(await xlm.xlmGetAccountTx(bob.address, newest?.paging_token)).toEqual(history.slice(1))
            const sequence = String(newest?.ledger)
            const own = (await xlm.xlmGetLedgerTx(sequence)).map(({ hash }) => hash)
            expect(own).toContain(newest?.hash)
            expect(await xlm.xlmGetLedger(sequence)).toMatchObject({
              successful_transaction_count: own.length,
            })
            expect(await xlm.xlmGetLastClosedLedger()).toMatchObject({ hash: ledger.last.hash })
            expect(await xlm.xlmGetFee()).toBe(100)
          },
          async mustAnswer() {
            const path = `accounts/${bob.address}`
            const account = await NodeRpcService.nodeJsonRpcGetDriver(KEY, 'stellar-testnet', path)
            expect(account).toMatchObject({ account_id: bob.address })
          },
        }
      },
    }
  },
}
