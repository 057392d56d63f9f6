/** The two ways to call the service: the public client over HTTP, and the operations in process. */
import type { Signed } from '@tallystick/custody'
import { ApiServices, DepositService, TatumApi } from '@tatumio/api-client'
import { KEY, type Running } from '../../service.fixture.js'
import type { FlowCalls, FlowPending, FlowStored } from './flow.fixture.js'

const { kms, ledger, virtualAccount } = ApiServices
const { withdrawal } = virtualAccount

/** As clients send it: Solana's without the height of its last block, which only the service writes. */
const txDataOf = ({ raw }: Signed): string => raw.replace(/^\d+:/, '')

const client: FlowCalls = {
  open: (account) => ledger.account.createAccount(account),
  addresses: (id) => virtualAccount.account.getAllDepositAddresses(id),
  assign: (id, address, tag) => virtualAccount.account.assignAddress(id, address, tag),
  pay: (senderAccountId, recipientAccountId, amount) =>
    ledger.transaction.sendTransaction({ senderAccountId, recipientAccountId, amount }),
  balance: async (id) => (await ledger.account.getAccountBalance(id)).accountBalance,
  deposits: (id) =>
    DepositService.getDeposits(50, undefined, undefined, undefined, undefined, undefined, undefined, id),
  call: async (call) => call.client(),
  store: (body) => withdrawal.storeWithdrawal(body) as PromiseLike<FlowStored> as Promise<FlowStored>,
  async finish({ id: withdrawalId }, { record }, signed) {
    await client.broadcast({ currency: record.id, txData: txDataOf(signed), withdrawalId })
  },
  pending: (chain) =>
    kms.getPendingTransactionsToSign(chain as 'BTC') as PromiseLike<readonly FlowPending[]> as Promise<
      readonly FlowPending[]
    >,
  broadcast: (signed) => withdrawal.broadcastBlockchainTransaction(signed),
  withdrawals: () => withdrawal.getWithdrawals(50),
}

export const TRANSPORTS: readonly (readonly [
  name: string,
  open: (service: Running) => Promise<FlowCalls>,
])[] = [
  [
    'by the public client over HTTP',
    async (service) => {
      // It would win over the URL below.
      delete process.env['TATUM_API_URL']
      TatumApi(KEY, service.url)
      return client
    },
  ],
  [
    'in process',
    async ({ tallystick }) => {
      const caller = await (await tallystick.access()).identify(KEY)
      if (caller === null) throw new TypeError('the key is not known')
      const calls = tallystick.as(caller)
      return {
        open: ({ currency, xpub }) =>
          xpub === undefined
            ? calls.createAccount({ currency })
            : calls.createAccountXpub({ currency, xpub }),
        addresses: (id) => calls.getAllDepositAddresses({ id }),
        assign: (id, address, index) =>
          calls.assignAddress({ id, address, ...(index === undefined ? {} : { index }) }),
        pay: (senderAccountId, recipientAccountId, amount) =>
          calls.sendTransaction({ senderAccountId, recipientAccountId, amount }),
        balance: async (id) => (await calls.getAccountBalance({ id })).accountBalance,
        deposits: (accountId) => calls.getDeposits({ accountId }),
        call: (call) => call.operation(calls),
        store: (body) => calls.storeWithdrawal(body) as Promise<FlowStored>,
        async finish({ id }, { node }, signed, settle) {
          await node.broadcast(signed)
          await settle()
          await calls.completeWithdrawal({ id, txId: signed.txId })
        },
        pending: (chain) =>
          calls.getPendingTransactionsToSign({ chain: chain as 'BTC' }) as Promise<readonly FlowPending[]>,
        broadcast: (signed) => calls.broadcastBlockchainTransaction(signed),
        withdrawals: () => calls.getWithdrawals({ pageSize: 50 }),
      }
    },
  ],
]
