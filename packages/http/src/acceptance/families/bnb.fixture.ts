/** BNB Beacon Chain: the chain in memory of `@tallystick/testing`, which checks every signature with OpenSSL. */
import { startBeacon } from '@tallystick/testing/simulated'
import { BnbBeaconChainService as bnb, NodeRpcService } from '@tatumio/api-client'
import { expect } from 'vitest'
import { KEY } from '../../service.fixture.js'
import { refusalOf, txIdOf, WALLET } from '../client.fixture.js'
import { beaconDaemon } from '../nodes.fixture.js'
import type { FamilyRow } from './family.fixture.js'

const COIN = 100_000_000n

export const bnbRow: FamilyRow = {
  area: 'BNB Beacon Chain',
  chain: 'BNB',
  beside: [],
  keys: {
    pays: 'transferBnbBlockchain',
    async account(calls) {
      const { address, privateKey: secret } = await calls.bnbGenerateWallet()
      return { address, secret }
    },
  },
  async start() {
    const server = await startBeacon()
    const { ledger } = server
    const fund = (address: string): void => ledger.fund(address, 1_000n * COIN)
    return {
      testnet: { passThrough: true, nodes: [{ kind: 'beacon', url: server.url }] },
      fund,
      settle: () => ledger.close(),
      close: () => server.close(),
      async open() {
        const [alice, bob] = (await Promise.all([bnb.bnbGenerateWallet(), bnb.bnbGenerateWallet()])).map(
          ({ address = '', privateKey = '' }) => ({ address, privateKey }),
        ) as [Account, Account]
        expect(await refusalOf(bnb.bnbGetAccount(alice.address))).toEqual([403, 'bnb.account.failed'])
        fund(alice.address)
        const pay = (amount: string, more: object = {}) => {
          const own = { fromPrivateKey: alice.privateKey, to: bob.address, currency: 'BNB', amount } as const
          return txIdOf(bnb.bnbBlockchainTransfer({ ...own, ...more }))
        }
        const pend = (amount: string, message?: string) => () =>
          bnb.bnbBlockchainTransfer({
            signatureId: WALLET,
            fromAddress: alice.address,
            to: bob.address,
            currency: 'BNB',
            amount,
            ...(message === undefined ? {} : { message }),
          })
        let first = ''
        return {
          payments: [
            ['BNB', () => pay('2.5')],
            [
              'BNB, with a memo',
              async () => {
                first = await pay('0.00000001', { message: '101192150' })
                return first
              },
            ],
          ],
          kms: {
            payments: [pend('1'), pend('2', '7'), pend('4')],
            async sign({ serializedTransaction }) {
              // The daemon takes the sequence that the last block tells.
              ledger.close()
              const account = await bnb.bnbGetAccount(alice.address)
              return beaconDaemon.signAsDaemon(serializedTransaction, alice.privateKey, account)
            },
            broadcast: (body) => bnb.bnbBroadcast({ ...body }),
            async send(raw) {
              const outcome = ledger.submit(raw)
              if (typeof outcome === 'string' || !('hash' in outcome)) throw new TypeError('It is not taken')
              ledger.close()
              return outcome.hash
            },
          },
          async mustBePaid(txId) {
            expect(await bnb.bnbGetTransaction(txId)).toMatchObject({ hash: txId, ok: true, code: 0 })
          },
          async mustBeReceived() {
            const free = async ({ address }: Account) =>
              (await bnb.bnbGetAccount(address)).balances?.[0]?.free
            // Less five fees.
            expect([await free(bob), await free(alice)]).toEqual(['9.50000001', '990.49962499'])
          },
          async mustBeTold() {
            expect(await bnb.bnbGetTransaction(first)).toMatchObject({ tx: { value: { memo: '101192150' } } })
            expect(await refusalOf(bnb.bnbGetTransaction('a'.repeat(64)))).toEqual([404, 'tx.not.found'])
            const { time, height } = ledger.last
            const history = await bnb.bnbGetTxByAccount(bob.address, time - 60_000, time, 2, 0, 'BNB', 'TO')
            expect(history).toMatchObject({ total: 5, tx: [{ value: '4' }, { value: '2', memo: '7' }] })
            expect(await bnb.bnbGetCurrentBlock()).toBe(height)
            const { blockHeight = 0 } = history.tx?.[0] ?? {}
            expect(await bnb.bnbGetBlock(blockHeight)).toMatchObject({
              blockHeight,
              tx: [{ toAddr: bob.address }],
            })
          },
          async mustAnswer() {
            const path = `api/v1/account/${bob.address}`
            const account = await NodeRpcService.nodeJsonRpcGetDriver(KEY, 'bnb-testnet', path)
            expect(account).toMatchObject({ address: bob.address })
          },
        }
      },
    }
  },
}

interface Account {
  readonly address: string
  readonly privateKey: string
}
