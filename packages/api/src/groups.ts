import type { Groups } from './generated/groups.js'
import type { Operations } from './generated/operations.js'

/** The operations by the noun that they are about, and their names there. Operations of chains are not among them. */
export const GROUPS = {
  accounts: {
    create: 'createAccount',
    createOnChain: 'createAccountXpub',
    createBatch: 'createAccountBatch',
    get: 'getAccountByAccountId',
    list: 'getAccounts',
    listOfCustomer: 'getAccountsByCustomerId',
    count: 'getAccountsCount',
    update: 'updateAccountByAccountId',
    balance: 'getAccountBalance',
    balanceAt: 'getAccountBalanceAt',
    fund: 'fund',
    withdraw: 'withdraw',
    activate: 'activateAccount',
    deactivate: 'deactivateAccount',
    freeze: 'freezeAccount',
    unfreeze: 'unfreezeAccount',
  },
  blockages: {
    create: 'blockAmount',
    get: 'getBlockAmountById',
    list: 'getBlockAmount',
    pay: 'unblockAmountWithTransaction',
    delete: 'deleteBlockAmount',
    deleteAll: 'deleteAllBlockAmount',
  },
  customers: {
    get: 'getCustomerByExternalOrInternalId',
    list: 'findAllCustomers',
    update: 'updateCustomer',
    activate: 'activateCustomer',
    deactivate: 'deactivateCustomer',
    disable: 'disableCustomer',
    enable: 'enableCustomer',
  },
  transactions: {
    send: 'sendTransaction',
    sendBatch: 'sendTransactionBatch',
    sendLinked: 'sendLinkedTransactions',
    list: 'getTransactions',
    listOfAccount: 'getTransactionsByAccountId',
    listOfCustomer: 'getTransactionsByCustomerId',
    listOfReference: 'getTransactionsByReference',
  },
  currencies: {
    create: 'createCurrency',
    get: 'getCurrency',
    update: 'updateCurrency',
    mint: 'mintCurrency',
    revoke: 'revokeCurrency',
  },
  addresses: {
    create: 'generateDepositAddress',
    createBatch: 'generateDepositAddressesBatch',
    list: 'getAllDepositAddresses',
    find: 'addressExists',
    assign: 'assignAddress',
    remove: 'removeAddress',
  },
  deposits: { list: 'getDeposits', count: 'getDepositsCount' },
  withdrawals: {
    create: 'storeWithdrawal',
    list: 'getWithdrawals',
    broadcast: 'broadcastBlockchainTransaction',
    complete: 'completeWithdrawal',
    cancel: 'cancelInProgressWithdrawal',
    listApprovals: 'getWithdrawalApprovals',
    decideApproval: 'decideWithdrawalApproval',
  },
  trades: {
    create: 'createTrade',
    createFuture: 'createFutureTrade',
    get: 'getTradeById',
    listBuys: 'getBuyTradesBody',
    listSells: 'getSellTradesBody',
    listMatched: 'getMatchedTrades',
    listHistory: 'getHistoricalTradesBody',
    chart: 'chartRequest',
    delete: 'deleteTrade',
    deleteOfAccount: 'deleteAccountTrades',
  },
  managedWallets: {
    create: 'custodialCreateWallet',
    get: 'custodialGetWallet',
    list: 'custodialGetWallets',
    delete: 'custodialDeleteWallet',
  },
  signatures: {
    get: 'getPendingTransactionToSign',
    list: 'getPendingTransactionsToSign',
    receive: 'receivePendingTransactionsToSign',
    complete: 'completePendingSignature',
    delete: 'deletePendingTransactionToSign',
    reportErrors: 'kmsReportErrors',
  },
  subscriptions: {
    list: 'getSubscriptions',
    count: 'getSubscriptionsCount',
    report: 'getSubscriptionReport',
    update: 'updateSubscription',
    delete: 'deleteSubscription',
    listWebhooks: 'getAllWebhooks',
    countWebhooks: 'getAllWebhooksCount',
    replayWebhook: 'replayWebhook',
    enableHmac: 'enableWebHookHmac',
    disableHmac: 'disableWebHookHmac',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, keyof Operations>>>>

/** The operations under their nouns. */
export function grouped(operations: Operations): Groups {
  const groups = Object.entries(GROUPS).map(([group, members]) => [
    group,
    Object.fromEntries(Object.entries<keyof Operations>(members).map(([name, id]) => [name, operations[id]])),
  ])
  // Written from the same table as the type.
  return Object.fromEntries(groups)
}
