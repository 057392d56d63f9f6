/** One call of every operation of the ledger, where it succeeds. A new operation does not compile without one. */

import type { Operations } from '@tallystick/api'
import {
  type AccountId,
  type ApiKeyId,
  createPendingSignature,
  linkToken,
  recordSend,
  registerToken,
  requestApproval,
  type SignatureId,
  settleSend,
} from '@tallystick/core'
import { embeddedCaller } from '@tallystick/engine'
import { createVault, localKeys } from '@tallystick/vault'
import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ledgerCatalogue, type OperationId, operations } from './catalogue/index.js'
import { nodelessChains } from './chains.fixture.js'
import {
  deposit,
  FIRST_ADDRESS,
  fundedAccount,
  keyOf,
  openLedger,
  pairs,
  type TestLedger,
  TPUB,
} from './ledger.fixture.js'
import { coin, fundWallet, inProgress, RECIPIENT, settle, signedBy } from './offchain/withdrawals.fixture.js'
import { OUTSIDE } from './outside-examples.fixture.js'
import type { Tallystick, TallystickOptions } from './tallystick.js'
import { openTrader, TRADES, type Trader } from './trade/examples.fixture.js'
import { digested, followed, HOOK, logged, reported, SIGHTED, subscribed } from './webhooks.fixture.js'

/** What the calls are about. */
export interface World extends TestLedger {
  /** As a caller with a key of its own. */
  readonly calls: Operations
  readonly key: string
  readonly caller: Parameters<Tallystick['as']>[0]
  /** 10 BTC, of customer `one`; two holds of 1 BTC, and one payment of 1 BTC sent. */
  readonly account: string
  readonly recipient: string
  readonly hold: string
  readonly reference: string
  readonly customer: string
  /** Accounts and customers of which the name tells the state. */
  readonly empty: string
  readonly inactive: string
  readonly frozen: string
  readonly inactiveCustomer: string
  readonly disabledCustomer: string
  readonly idleCustomer: string
  /** Of SOL, without an address. */
  readonly solana: string
  /** Holds 100 VC_GOLD. */
  readonly gold: string
  /** Waits for the wallet `WALLET` to sign, on Ethereum. */
  readonly signature: string
  /** Another API key than the callers' wants a withdrawal. */
  readonly approval: string
  /** A managed one. */
  readonly managed: string
  /** Of one that is complete: a node has its transaction `SIGNED`. */
  readonly complete: string
  /** 2 BTC, on a wallet that has as much; a withdrawal in progress, and one that is done. */
  readonly withdrawing: string
  readonly stored: string
  /** To signatures that are completed, and a report. */
  readonly subscription: string
  readonly report: string
  readonly webhook: string
  readonly paid: { readonly id: string; readonly txId: string; readonly raw: string }
  readonly trader: Trader
}

export const WALLET = '6f1d2f1c-29a7-4d34-a5a6-4f6a3f4a9a0e'

export async function openWorld(options: Partial<TallystickOptions> = {}): Promise<World> {
  const opened = openLedger({
    rates: pairs({ 'BTC/EUR': '40000', 'EUR/USD': '1.1' }),
    chains: nodelessChains(),
    vault: createVault(localKeys([new Uint8Array(32).fill(7)])),
    ...options,
  })
  const { ledger } = opened
  const account = await fundedAccount(ledger, '11', 'one')
  const recipient = await fundedAccount(ledger, '1', 'two')
  const { id: hold } = await ledger.blockAmount({ id: account, amount: '1', type: 'HOLD' })
  await ledger.blockAmount({ id: account, amount: '1', type: 'HOLD' })
  const { reference } = await ledger.sendTransaction({
    senderAccountId: account,
    recipientAccountId: recipient,
    amount: '1',
  })
  await deposit(ledger, account, '1', { status: 'InProgress' })
  const { id: empty } = await ledger.createAccount({ currency: 'EUR' })
  const { id: inactive } = await ledger.createAccount({ currency: 'EUR' })
  await ledger.deactivateAccount({ id: inactive })
  const { id: frozen } = await ledger.createAccount({ currency: 'EUR' })
  await ledger.freezeAccount({ id: frozen })
  const { id: solana } = await ledger.createAccount({ currency: 'SOL' })
  const { id: gold } = await ledger.createCurrency({ name: 'VC_GOLD', supply: '100', basePair: 'EUR' })
  await storedToken(ledger)
  const withdrawing = await fundedAccount(ledger, '2')
  const { key, caller } = await keyOf(ledger)
  await digested(ledger, caller)
  await followed(ledger)
  const subscription = await subscribed(ledger)
  return {
    ...opened,
    calls: ledger.as(caller),
    key,
    caller,
    account,
    recipient,
    hold,
    reference,
    customer: (await ledger.getCustomerByExternalOrInternalId({ id: 'one' })).id,
    empty,
    inactive,
    frozen,
    inactiveCustomer: await idle(ledger, 'inactive', (id) => ledger.deactivateCustomer({ id })),
    disabledCustomer: await idle(ledger, 'disabled', (id) => ledger.disableCustomer({ id })),
    idleCustomer: await idle(ledger, 'idle', async () => null),
    solana,
    gold,
    signature: await pendingSignature(ledger, 0),
    complete: await completeSignature(ledger),
    approval: await requestedApproval(ledger, account),
    managed: (await ledger.custodialCreateWallet({ chain: 'ETH' })).walletId,
    withdrawing,
    stored: await inProgress(ledger, withdrawing),
    paid: await paidOut(ledger, withdrawing),
    subscription,
    report: await reported(ledger),
    webhook: await logged(ledger),
    trader: await openTrader(ledger),
  }
}

function requestedApproval({ engine }: Tallystick, account: string): Promise<string> {
  const { tenant } = embeddedCaller()
  const apiKey = 'another' as ApiKeyId
  return engine.execute({
    caller: { tenant, apiKey },
    rule: requestApproval,
    command: {
      tenant,
      apiKey,
      chain: 'BTC',
      network: 'testnet',
      intent: 'a'.repeat(64),
      account: account as AccountId,
      currency: 'BTC',
      scale: 8,
      amount: 100_000_000n,
      payments: '[{"address":"tb1q","amount":"100000000"}]',
      reason: 'it is above the limit',
      validFor: 3_600_000,
    },
    price: () => 0,
    present: ({ id }) => id as string,
    idempotency: null,
  })
}

/** Of MNEMONIC (chains.fixture.ts), m/44'/1'/0'/0 of Ethereum and TRON. */
const XPUB =
  'xpub6EBKwcCqVo4H8XxBX8cp1AHUSBodjAY9foi73btpZEy7LATnuNVSEk1zfbPtrKtePKG4c62zJShETGqGRVSA3tquGXvhL75eifcWKX3XLr5'
const TRON_XPUB =
  '03c7716d183ce7646c183d123facfa1566fe69e44df19087c59fd3d8264b943a214d39f8d0b53ffff1a7e0b386853db89e28daa9e4afc36ff629fe9ed7f16f8e0e'
/** Of EIP-55. */
const HOLDER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const STORED_TOKEN = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const TRON_HOLDER = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'
const TOKEN = { symbol: 'TOKEN', supply: '1000', description: 'Of a world', basePair: 'EUR' } as const

/** A currency that stands for a token of Ethereum. */
async function storedToken(ledger: Tallystick): Promise<void> {
  const caller = embeddedCaller()
  const on = { tenant: caller.tenant, chain: 'ETH', network: 'testnet', name: 'STORED' }
  const how = { caller, price: () => 0, present: () => null, idempotency: null }
  const none = { standard: null, found: null, customer: null, accountingCurrency: null }
  const described = { scale: 6, supply: '0', basePair: 'EUR', baseRate: '1', description: null }
  const held = { xpub: null, holder: null, first: null }
  await ledger.engine.execute({
    ...how,
    rule: registerToken,
    command: { ...on, home: 'testnet', ...described, ...none, ...held },
  })
  const block = { height: 7, hash: SIGNED }
  const shown = { decimals: 6, block, holder: null, held: 0n, window: 100 }
  const asset = STORED_TOKEN.toLowerCase()
  await ledger.engine.execute({ ...how, rule: linkToken, command: { ...on, asset, shown } })
}

let signedOnce: ReturnType<typeof signedBy> | undefined

/** A withdrawal whose transaction a node has. */
async function paidOut(ledger: Tallystick, account: string) {
  await fundWallet(ledger, [coin(1, 100_000_000n), coin(2, 100_000_000n)])
  const stored = await ledger.storeWithdrawal({
    senderAccountId: account,
    address: RECIPIENT,
    amount: '0.5',
    fee: '0.0005',
  })
  // The same in each world, as its coins are.
  signedOnce ??= signedBy(stored, [[RECIPIENT, '0.5']])
  const signed = await signedOnce
  await settle(ledger, stored.id ?? '', signed)
  return { ...signed, id: stored.id ?? '' }
}

export const SIGNED = `0x${'ab'.repeat(32)}`

async function completeSignature(ledger: Tallystick): Promise<string> {
  const id = await pendingSignature(ledger, 1)
  const caller = embeddedCaller()
  const on = { tenant: caller.tenant, chain: 'ETH', network: 'testnet', txId: SIGNED }
  const how = { caller, price: () => 0, present: () => null, idempotency: null }
  await ledger.engine.execute({
    ...how,
    rule: recordSend,
    command: {
      ...on,
      raw: '00',
      claims: [{ owner: 'sender', index: 1n }],
      fresh: false,
      signature: id as SignatureId,
      replaces: false,
      apiKey: caller.apiKey,
      credits: 0,
    },
  })
  await ledger.engine.execute({ ...how, rule: settleSend, command: { ...on, event: 'sent', reason: null } })
  return id
}

export async function pendingSignature({ engine }: Tallystick, nonce: number): Promise<string> {
  const caller = embeddedCaller()
  return engine.execute({
    caller,
    rule: createPendingSignature,
    command: {
      tenant: caller.tenant,
      chain: 'ETH',
      network: 'testnet',
      hashes: [WALLET],
      serialized: '{}',
      index: 7,
      signatures: [{ id: WALLET, index: 7 }],
      withdrawalId: null,
      claims: [{ owner: 'sender', index: BigInt(nonce) }],
      replaces: false,
    },
    price: () => 0,
    present: ({ id }) => id as string,
    idempotency: null,
  })
}

/** A customer without an active account. */
async function idle(ledger: Tallystick, externalId: string, then: (id: string) => Promise<unknown>) {
  const { id } = await ledger.createAccount({ currency: 'EUR', customer: { externalId } })
  await ledger.deactivateAccount({ id })
  const customer = await ledger.getCustomerByExternalOrInternalId({ id: externalId })
  await then(customer.id)
  return customer.id
}

type LedgerOperationId = keyof typeof ledgerCatalogue

/** Those of the catalogue that need no chain. */
export const ledgerOperations = operations.filter(({ id }) => Object.hasOwn(ledgerCatalogue, id))

interface Example<Args> {
  readonly args: (world: World) => Args
  /** What the call costs. */
  readonly credits: number
  /** How another tenant's call with these arguments ends: with this code, this answer, or `own`, as its own. */
  readonly elsewhere: { readonly code: string } | { readonly answer: unknown } | 'own'
}

const code = (code: string) => ({ code })
const onHook = <const Type extends string>(type: Type, credits: number) =>
  ({ args: () => ({ type, attr: { url: HOOK } }), credits, elsewhere: 'own' }) as const
const STORING = {
  args: () => ({ name: 'STORED', address: STORED_TOKEN }),
  credits: 2,
  elsewhere: code('erc20.token.notFound'),
}
const nothing = { answer: [] }
const none = { answer: { total: 0 } }

export const EXAMPLES: {
  readonly [Id in LedgerOperationId]: Example<NonNullable<Parameters<Operations[Id]>[0]>>
} = {
  createAccount: { args: () => ({ currency: 'EUR' }), credits: 2, elsewhere: 'own' },
  createAccountXpub: { args: () => ({ currency: 'BTC', xpub: TPUB }), credits: 2, elsewhere: 'own' },
  createAccountBatch: {
    args: () => ({
      accounts: [
        { currency: 'EUR', customer: { externalId: 'one' } },
        { currency: 'BTC', xpub: TPUB },
      ],
    }),
    credits: 4,
    elsewhere: 'own',
  },
  custodialCreateWallet: { args: () => ({ chain: 'SOL' }), credits: 12, elsewhere: 'own' },
  custodialGetWallets: { args: () => ({}), credits: 1, elsewhere: nothing },
  custodialGetWallet: {
    args: ({ managed }) => ({ id: managed }),
    credits: 1,
    elsewhere: code('managed.wallet.missing'),
  },
  custodialDeleteWallet: {
    args: ({ managed }) => ({ id: managed }),
    credits: 1,
    elsewhere: code('managed.wallet.missing'),
  },
  createSubscriptionIncoming: {
    args: ({ account }) => ({
      type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
      attr: { id: account, url: HOOK },
    }),
    credits: 3,
    elsewhere: code('subscription.attr.incoming.invalid'),
  },
  createSubscriptionPending: {
    args: ({ account }) => ({
      type: 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION',
      attr: { id: account, url: HOOK },
    }),
    credits: 3,
    elsewhere: code('subscription.attr.pending.invalid'),
  },
  createSubscriptionTxInTheBlock: onHook('TRANSACTION_IN_THE_BLOCK', 12),
  // The day of this object is charged already.
  createSubscriptionKMSSuccess: onHook('KMS_COMPLETED_TX', 2),
  createSubscriptionKMSError: onHook('KMS_FAILED_TX', 12),
  ...SIGHTED,
  createSubscriptionBalance: {
    args: () => ({ type: 'ACCOUNT_BALANCE_LIMIT', attr: { limit: '1.5', typeOfBalance: 'available' } }),
    credits: 2,
    elsewhere: 'own',
  },
  createSubscriptionInterval: {
    args: () => ({ type: 'TRANSACTION_HISTORY_REPORT', attr: { interval: 24 } }),
    credits: 2,
    elsewhere: 'own',
  },
  updateSubscription: {
    args: ({ subscription }) => ({ id: subscription, url: `${HOOK}/moved` }),
    credits: 1,
    elsewhere: code('subscription.not.exists'),
  },
  deleteSubscription: {
    args: ({ subscription }) => ({ id: subscription }),
    credits: 1,
    elsewhere: code('subscription.not.exists'),
  },
  getSubscriptions: { args: () => ({ pageSize: 50 }), credits: 1, elsewhere: nothing },
  getSubscriptionsCount: { args: () => ({ pageSize: 50 }), credits: 1, elsewhere: none },
  getSubscriptionReport: {
    args: ({ report }) => ({ id: report }),
    credits: 2,
    elsewhere: code('subscription.not.exists'),
  },
  getAllWebhooks: { args: () => ({ pageSize: 50 }), credits: 1, elsewhere: nothing },
  getAllWebhooksCount: { args: () => ({ pageSize: 50 }), credits: 1, elsewhere: none },
  replayWebhook: {
    args: ({ webhook }) => ({ id: webhook }),
    credits: 1,
    elsewhere: code('webhook.not.exists'),
  },
  enableWebHookHmac: { args: () => ({ hmacSecret: 'secret' }), credits: 2, elsewhere: 'own' },
  disableWebHookHmac: { args: () => ({}), credits: 2, elsewhere: 'own' },
  getWithdrawalApprovals: { args: () => ({}), credits: 1, elsewhere: 'own' },
  decideWithdrawalApproval: {
    args: ({ approval }) => ({ id: approval, approve: true }),
    credits: 1,
    elsewhere: code('approval.not.found'),
  },
  generateDepositAddress: {
    args: ({ account }) => ({ id: account }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  generateDepositAddressesBatch: {
    args: ({ account, recipient }) => ({
      addresses: [{ accountId: account, derivationKey: 7 }, { accountId: recipient }],
    }),
    credits: 4,
    elsewhere: code('account.not.exists'),
  },
  getAllDepositAddresses: { args: ({ account }) => ({ id: account }), credits: 1, elsewhere: nothing },
  assignAddress: {
    args: ({ solana }) => ({ id: solana, address: 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq' }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  removeAddress: {
    args: ({ account }) => ({ id: account, address: FIRST_ADDRESS }),
    credits: 1,
    elsewhere: code('account.not.exists'),
  },
  addressExists: {
    args: () => ({ address: FIRST_ADDRESS, currency: 'BTC' }),
    credits: 1,
    elsewhere: code('address.not.found'),
  },
  getAccounts: { args: () => ({}), credits: 1, elsewhere: nothing },
  getAccountsCount: { args: () => ({}), credits: 1, elsewhere: none },
  getAccountsByCustomerId: {
    args: ({ customer }) => ({ id: customer, pageSize: 50 }),
    credits: 1,
    elsewhere: nothing,
  },
  getAccountByAccountId: {
    args: ({ account }) => ({ id: account }),
    credits: 1,
    elsewhere: code('account.not.exists'),
  },
  getAccountBalance: {
    args: ({ account }) => ({ id: account }),
    credits: 1,
    elsewhere: code('account.not.exists'),
  },
  getAccountBalanceAt: {
    args: ({ account, ledger }) => ({ id: account, time: ledger.engine.now() }),
    credits: 1,
    elsewhere: code('account.not.exists'),
  },
  updateAccountByAccountId: {
    args: ({ account }) => ({ id: account, accountCode: 'code', accountNumber: 'number' }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  activateAccount: {
    args: ({ inactive }) => ({ id: inactive }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  deactivateAccount: {
    args: ({ empty }) => ({ id: empty }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  freezeAccount: {
    args: ({ account }) => ({ id: account }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  unfreezeAccount: {
    args: ({ frozen }) => ({ id: frozen }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  blockAmount: {
    args: ({ account }) => ({ id: account, amount: '+0.5', type: 'HOLD', description: 'half' }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  unblockAmountWithTransaction: {
    args: ({ hold, recipient }) => ({ id: hold, recipientAccountId: recipient, amount: '1' }),
    credits: 2,
    elsewhere: code('blockage.not.exists'),
  },
  ...TRADES,
  ...OUTSIDE,
  deleteBlockAmount: {
    args: ({ hold }) => ({ id: hold }),
    credits: 1,
    elsewhere: code('blockage.not.exists'),
  },
  deleteAllBlockAmount: {
    args: ({ account }) => ({ id: account }),
    credits: 3,
    elsewhere: code('account.not.exists'),
  },
  getBlockAmount: {
    args: ({ account }) => ({ id: account, pageSize: 50 }),
    credits: 1,
    elsewhere: nothing,
  },
  getBlockAmountById: {
    args: ({ hold }) => ({ id: hold }),
    credits: 1,
    elsewhere: code('blockage.not.exists'),
  },
  findAllCustomers: { args: () => ({ pageSize: 50 }), credits: 1, elsewhere: nothing },
  getCustomerByExternalOrInternalId: {
    args: ({ customer }) => ({ id: customer }),
    credits: 1,
    elsewhere: code('customer.not.exists'),
  },
  updateCustomer: {
    args: ({ customer }) => ({ id: customer, externalId: 'uno', customerCountry: 'CZ' }),
    credits: 2,
    elsewhere: code('customer.internal.not.exists'),
  },
  activateCustomer: {
    args: ({ inactiveCustomer }) => ({ id: inactiveCustomer }),
    credits: 2,
    elsewhere: code('customer.internal.not.exists'),
  },
  deactivateCustomer: {
    args: ({ idleCustomer }) => ({ id: idleCustomer }),
    credits: 2,
    elsewhere: code('customer.internal.not.exists'),
  },
  disableCustomer: {
    args: ({ customer }) => ({ id: customer }),
    credits: 2,
    elsewhere: code('customer.internal.not.exists'),
  },
  enableCustomer: {
    args: ({ disabledCustomer }) => ({ id: disabledCustomer }),
    credits: 2,
    elsewhere: code('customer.internal.not.exists'),
  },
  sendTransaction: {
    args: ({ account, recipient }) => ({
      senderAccountId: account,
      recipientAccountId: recipient,
      amount: '0.5',
      senderNote: 'mine',
      recipientNote: 'yours',
    }),
    credits: 4,
    elsewhere: code('senderAccount.not.exists'),
  },
  sendTransactionBatch: {
    args: ({ account, recipient }) => ({
      senderAccountId: account,
      transaction: [
        { recipientAccountId: recipient, amount: '0.5' },
        { recipientAccountId: recipient, amount: '0.25', anonymous: true },
      ],
    }),
    credits: 6,
    elsewhere: code('senderAccount.not.exists'),
  },
  getTransactionsByAccountId: {
    args: ({ account }) => ({ id: account }),
    credits: 1,
    elsewhere: nothing,
  },
  getTransactionsByCustomerId: {
    args: ({ customer, account }) => ({ id: customer, account }),
    credits: 1,
    elsewhere: nothing,
  },
  getTransactions: { args: ({ account }) => ({ account }), credits: 1, elsewhere: nothing },
  getTransactionsByReference: { args: ({ reference }) => ({ reference }), credits: 1, elsewhere: nothing },
  getDeposits: { args: ({ account }) => ({ accountId: account }), credits: 1, elsewhere: nothing },
  getDepositsCount: { args: () => ({}), credits: 1, elsewhere: none },
  storeWithdrawal: {
    args: ({ withdrawing }) => ({
      senderAccountId: withdrawing,
      address: RECIPIENT,
      amount: '0.25',
      fee: '0.0005',
      paymentId: 'payment',
    }),
    credits: 2,
    elsewhere: code('senderAccount.not.exists'),
  },
  getWithdrawals: { args: () => ({ pageSize: 50 }), credits: 1, elsewhere: nothing },
  completeWithdrawal: {
    args: ({ paid: { id, txId } }) => ({ id, txId }),
    credits: 2,
    elsewhere: code('withdrawal.missing'),
  },
  cancelInProgressWithdrawal: {
    args: ({ stored }) => ({ id: stored }),
    credits: 1,
    elsewhere: code('withdrawal.missing'),
  },
  broadcastBlockchainTransaction: {
    args: ({ paid: { id, raw } }) => ({ currency: 'BTC', txData: raw, withdrawalId: id }),
    credits: 2,
    elsewhere: code('withdrawal.missing'),
  },
  createCurrency: {
    args: () => ({ name: 'VC_NEW', supply: '5', basePair: 'USD', baseRate: 0.5, description: 'new' }),
    credits: 2,
    elsewhere: 'own',
  },
  updateCurrency: {
    args: () => ({ name: 'VC_GOLD', baseRate: 2 }),
    credits: 2,
    elsewhere: code('vc.not.found'),
  },
  getCurrency: { args: () => ({ name: 'VC_GOLD' }), credits: 1, elsewhere: code('vc.not.found') },
  erc20: {
    args: () => ({ ...TOKEN, chain: 'ETH', decimals: 6, xpub: XPUB, derivationIndex: 1 }),
    credits: 2,
    elsewhere: 'own',
  },
  erc20Address: {
    args: () => ({ ...TOKEN, chain: 'MATIC', decimals: 6, address: HOLDER }),
    credits: 2,
    elsewhere: 'own',
  },
  ethErc20: {
    args: () => ({ ...TOKEN, xpub: XPUB, derivationIndex: 0 }),
    credits: 2,
    elsewhere: 'own',
  },
  ethErc20Address: { args: () => ({ ...TOKEN, address: HOLDER }), credits: 2, elsewhere: 'own' },
  trcXpub: {
    args: () => ({ ...TOKEN, decimals: 6, type: 'TRC20', xpub: TRON_XPUB, derivationIndex: 2 }),
    credits: 10,
    elsewhere: 'own',
  },
  trcAddress: {
    args: () => ({ ...TOKEN, decimals: 0, type: 'TRC10', address: TRON_HOLDER }),
    credits: 10,
    elsewhere: 'own',
  },
  storeTokenAddress: STORING,
  storeErc20Address: STORING,
  storeTrcAddress: STORING,
  mintCurrency: {
    args: ({ gold }) => ({ accountId: gold, amount: '5' }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  revokeCurrency: {
    args: ({ gold }) => ({ accountId: gold, amount: '5' }),
    credits: 2,
    elsewhere: code('account.not.exists'),
  },
  getExchangeRate: { args: () => ({ currency: 'BTC' }), credits: 1, elsewhere: 'own' },
  getCredits: { args: () => ({}), credits: 1, elsewhere: 'own' },
  getVersion: { args: () => ({}), credits: 1, elsewhere: 'own' },
  freezeApiKey: { args: () => ({}), credits: 2, elsewhere: 'own' },
  getPendingTransactionToSign: {
    args: ({ signature }) => ({ id: signature }),
    credits: 1,
    elsewhere: code('kms.missing'),
  },
  getPendingTransactionsToSign: { args: () => ({ chain: 'ETH' }), credits: 1, elsewhere: nothing },
  receivePendingTransactionsToSign: {
    args: () => ({ chain: 'ETH', signatureIds: [WALLET] }),
    credits: 1,
    elsewhere: nothing,
  },
  completePendingSignature: {
    args: ({ complete }) => ({ id: complete, txId: SIGNED }),
    credits: 2,
    elsewhere: code('kms.missing'),
  },
  deletePendingTransactionToSign: {
    args: ({ signature }) => ({ id: signature }),
    credits: 2,
    elsewhere: code('kms.missing'),
  },
  kmsReportErrors: {
    args: ({ signature }) => ({ errors: [{ signatureId: signature, error: 'locked' }] }),
    credits: 1,
    elsewhere: { answer: null },
  },
  unfreezeApiKey: { args: () => ({}), credits: 2, elsewhere: 'own' },
}

/** Where an answer is not what its model says, or holds a field that the model has not. */
export function unlike(output: TSchema, answer: unknown): readonly unknown[] {
  const open: unknown = JSON.parse(JSON.stringify(output), (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && 'properties' in inner
      ? { ...inner, additionalProperties: false }
      : inner,
  )
  return [...Compile(Type.Unsafe(open as TSchema)).Errors(answer)]
}

/** Any operation by its id, for the tests that go through all of them. */
export function callById(
  calls: Operations,
  id: string,
  args: unknown,
  options?: { readonly idempotencyKey: string },
): Promise<unknown> {
  const call = calls[id as OperationId] as (args: unknown, options?: object) => Promise<unknown>
  return call(args, options)
}

export function exampleOf(id: string): Example<unknown> {
  return EXAMPLES[id as LedgerOperationId]
}
