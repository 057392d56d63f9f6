/** The two ways to call the service: the public client over HTTP, and the operations in process. */
import { ApiServices, DepositService, TatumApi } from '@tatumio/api-client'
import { KEY, type Running } from '../../service.fixture.js'
import type { FlowCalls } from './flow.fixture.js'

const { ledger, virtualAccount } = ApiServices

const client: FlowCalls = {
  open: (account) => ledger.account.createAccount(account),
  addresses: (id) => virtualAccount.account.getAllDepositAddresses(id),
  assign: (id, address) => virtualAccount.account.assignAddress(id, address),
  pay: (senderAccountId, recipientAccountId, amount) =>
    ledger.transaction.sendTransaction({ senderAccountId, recipientAccountId, amount }),
  balance: async (id) => (await ledger.account.getAccountBalance(id)).accountBalance,
  deposits: (id) =>
    DepositService.getDeposits(50, undefined, undefined, undefined, undefined, undefined, undefined, id),
  withdraw: async (transfer) => transfer.client(),
  withdrawals: () => virtualAccount.withdrawal.getWithdrawals(50),
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
        assign: (id, address) => calls.assignAddress({ id, address }),
        pay: (senderAccountId, recipientAccountId, amount) =>
          calls.sendTransaction({ senderAccountId, recipientAccountId, amount }),
        balance: async (id) => (await calls.getAccountBalance({ id })).accountBalance,
        deposits: (accountId) => calls.getDeposits({ accountId }),
        withdraw: (transfer) => transfer.operation(calls),
        withdrawals: () => calls.getWithdrawals({ pageSize: 50 }),
      }
    },
  ],
]
