/** To another tenant, an object is as if it had never been. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import {
  type AccountId,
  ADMITTED,
  type ApiKeyId,
  createPendingSignature,
  DEPOSIT_ADDRESSES,
  requestApproval,
  storeWithdrawal,
  type TenantId,
} from '@tallystick/core'
import { embeddedCaller } from '@tallystick/engine'
import { catalogue, chainCatalogue, type OperationId, operations } from '@tallystick/operations'
import { chooseSeed, dumpStorage, partOf, quickOrFull } from '@tallystick/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { field, fund, KEY, OTHER_KEY, type Running, startService, TENANT } from '../service.fixture.js'
import { chosen } from './storages.fixture.js'

interface Ids {
  readonly account: string
  readonly recipient: string
  /** With a deposit. */
  readonly deposited: string
  /** Of that account, generated. */
  readonly address: string
  /** Of SOL, without an address. */
  readonly unaddressed: string
  readonly customer: string
  readonly externalId: string
  readonly blockage: string
  readonly reference: string
  readonly currency: string
  /** A registered one. */
  readonly token: string
  /** Pending, for this wallet to sign. */
  readonly signature: string
  readonly wallet: string
  readonly approval: string
  /** A managed wallet. */
  readonly managed: string
  /** To the deposits of `deposited`. */
  readonly subscription: string
  /** Of that subscription. */
  readonly webhook: string
  /** In progress, of `deposited`. */
  readonly withdrawal: string
  /** Open, of `deposited`. */
  readonly trade: string
}

interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Of BIP-32's path m/44'/1'/0'/0. */
const TPUB =
  'tpubDEYxTr2XD51jQL92yKbuD5cqmJuHiZ3DDSJQQ9wxu9j15T8VybLXPBgpudUgNpqtBDnyDfYrqYXH9TKspMHPwLJCL8g11djtJdCv5bpGv5Y'
const HOOK = 'https://example.com/hook'
/** Of EIP-55. */
const ERC20 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const SOLANA = 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq'

const onAccount = ({ account }: Ids): Call => ({ params: { id: account } })
const onDeposited = ({ deposited }: Ids): Call => ({ params: { id: deposited } })
const onCustomer = ({ customer }: Ids): Call => ({ params: { id: customer } })
const onSignature = ({ signature }: Ids): Call => ({ params: { id: signature } })
const onSubscription = ({ subscription }: Ids): Call => ({ params: { id: subscription } })
const onBlockage = ({ blockage }: Ids): Call => ({ params: { id: blockage } })
const paged = (call: (ids: Ids) => Call) => (ids: Ids) => ({ ...call(ids), query: { pageSize: '50' } })

/** Every operation that can name an object, naming one. */
const naming: Partial<Record<OperationId, (ids: Ids) => Call>> = {
  getAccountByAccountId: onAccount,
  getAccountBalance: onAccount,
  getAccountBalanceAt: ({ account }) => ({ params: { id: account }, query: { time: String(Date.now()) } }),
  updateAccountByAccountId: (ids) => ({ ...onAccount(ids), body: { accountCode: 'taken' } }),
  activateAccount: onAccount,
  deactivateAccount: onAccount,
  freezeAccount: onAccount,
  unfreezeAccount: onAccount,
  blockAmount: (ids) => ({ ...onAccount(ids), body: { amount: '1', type: 'x' } }),
  unblockAmountWithTransaction: (ids) => ({
    ...onBlockage(ids),
    body: { recipientAccountId: ids.recipient, amount: '1' },
  }),
  createTrade: ({ account, recipient }) => ({
    body: {
      type: 'BUY',
      price: '1',
      amount: '1',
      pair: 'BTC/EUR',
      currency1AccountId: account,
      currency2AccountId: recipient,
    },
  }),
  createFutureTrade: ({ account, recipient }) => ({
    body: {
      type: 'FUTURE_BUY',
      price: '1',
      amount: '1',
      pair: 'BTC/EUR',
      currency1AccountId: account,
      currency2AccountId: recipient,
      attr: { sealDate: 4_000_000_000_000 },
    },
  }),
  deleteTrade: ({ trade }) => ({ params: { id: trade } }),
  deleteAccountTrades: onAccount,
  getTradeById: ({ trade }) => ({ params: { id: trade } }),
  getBuyTradesBody: ({ deposited }) => ({ body: { id: deposited, pageSize: 50 } }),
  getSellTradesBody: ({ deposited }) => ({ body: { id: deposited, pageSize: 50 } }),
  getHistoricalTradesBody: ({ deposited }) => ({ body: { id: deposited, pageSize: 50 } }),
  getMatchedTrades: ({ deposited }) => ({ body: { id: deposited, pageSize: 50 } }),
  getBuyTrades: ({ deposited }) => ({ query: { id: deposited } }),
  getSellTrades: ({ deposited }) => ({ query: { id: deposited } }),
  getHistoricalTrades: ({ deposited }) => ({ query: { id: deposited } }),
  chartRequest: ({ currency }) => ({
    body: { pair: `BTC/${currency}`, from: 0, to: 2e12, timeFrame: 'DAY' },
  }),
  deleteBlockAmount: onBlockage,
  deleteAllBlockAmount: onAccount,
  getBlockAmount: paged(onAccount),
  getBlockAmountById: onBlockage,
  getAccountsByCustomerId: paged(onCustomer),
  createAccount: ({ currency, externalId }) => ({ body: { currency, customer: { externalId } } }),
  createAccountXpub: ({ currency }) => ({ body: { currency, xpub: 'xpub' } }),
  createAccountBatch: ({ currency }) => ({ body: { accounts: [{ currency }] } }),
  generateDepositAddress: onDeposited,
  generateDepositAddressesBatch: ({ deposited }) => ({ body: { addresses: [{ accountId: deposited }] } }),
  getAllDepositAddresses: onDeposited,
  assignAddress: ({ unaddressed }) => ({ params: { id: unaddressed, address: SOLANA } }),
  custodialGetWallet: ({ managed }) => ({ params: { id: managed }, query: { export: 'true' } }),
  custodialDeleteWallet: ({ managed }) => ({ params: { id: managed } }),
  decideWithdrawalApproval: ({ approval }) => ({ params: { id: approval }, body: { approve: true } }),
  createSubscriptionIncoming: ({ deposited }) => ({
    body: { type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION', attr: { id: deposited, url: HOOK } },
  }),
  createSubscriptionPending: ({ deposited }) => ({
    body: { type: 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION', attr: { id: deposited, url: HOOK } },
  }),
  createSubscriptionTradeMatch: ({ customer }) => ({
    body: { type: 'CUSTOMER_TRADE_MATCH', attr: { id: customer, url: HOOK } },
  }),
  createSubscriptionPartialTradeMatch: ({ customer }) => ({
    body: { type: 'CUSTOMER_PARTIAL_TRADE_MATCH', attr: { id: customer, url: HOOK } },
  }),
  updateSubscription: (ids) => ({ ...onSubscription(ids), body: { url: HOOK } }),
  deleteSubscription: onSubscription,
  replayWebhook: ({ webhook }) => ({ params: { id: webhook } }),
  getSubscriptionReport: onSubscription,
  removeAddress: ({ deposited, address }) => ({ params: { id: deposited, address } }),
  addressExists: ({ address }) => ({ params: { address, currency: 'BTC' } }),
  getCustomerByExternalOrInternalId: onCustomer,
  updateCustomer: (ids) => ({ ...onCustomer(ids), body: { externalId: 'taken' } }),
  activateCustomer: onCustomer,
  deactivateCustomer: onCustomer,
  disableCustomer: onCustomer,
  enableCustomer: onCustomer,
  sendTransaction: ({ account, recipient }) => ({
    body: { senderAccountId: account, recipientAccountId: recipient, amount: '1' },
  }),
  sendTransactionBatch: ({ account, recipient }) => ({
    body: { senderAccountId: account, transaction: [{ recipientAccountId: recipient, amount: '1' }] },
  }),
  sendLinkedTransactions: ({ account, recipient }) => ({
    body: { transaction: [{ senderAccountId: account, recipientAccountId: recipient, amount: '1' }] },
  }),
  fund: (ids) => ({ ...onAccount(ids), body: { amount: '1' } }),
  withdraw: (ids) => ({ ...onAccount(ids), body: { amount: '1' } }),
  getTransactionsByAccountId: ({ account }) => ({ body: { id: account } }),
  getTransactionsByCustomerId: ({ customer, recipient }) => ({ body: { id: customer, account: recipient } }),
  getTransactions: ({ account, recipient }) => ({ body: { account, counterAccount: recipient } }),
  getTransactionsByReference: ({ reference }) => ({ params: { reference } }),
  getDeposits: ({ deposited }) => ({ query: { accountId: deposited } }),
  getDepositsCount: ({ deposited }) => ({ query: { accountId: deposited } }),
  storeTokenAddress: ({ token }) => ({ params: { name: token, address: ERC20 } }),
  storeErc20Address: ({ token }) => ({ params: { name: token, address: ERC20 } }),
  storeTrcAddress: ({ token }) => ({ params: { name: token, address: ERC20 } }),
  getCurrency: ({ currency }) => ({ params: { name: currency } }),
  updateCurrency: ({ currency }) => ({ body: { name: currency, baseRate: 2 } }),
  mintCurrency: ({ account }) => ({ body: { accountId: account, amount: '1' } }),
  revokeCurrency: ({ account }) => ({ body: { accountId: account, amount: '1' } }),
  getPendingTransactionToSign: onSignature,
  getPendingTransactionsToSign: ({ wallet }) => ({ params: { chain: 'ETH' }, query: { signatures: wallet } }),
  receivePendingTransactionsToSign: ({ wallet }) => ({
    params: { chain: 'ETH' },
    body: { signatureIds: [wallet] },
  }),
  completePendingSignature: ({ signature }) => ({ params: { id: signature, txId: '0'.repeat(64) } }),
  deletePendingTransactionToSign: onSignature,
  storeWithdrawal: ({ deposited }) => ({
    body: { senderAccountId: deposited, address: never.address, amount: '0.1', fee: '0.001' },
  }),
  completeWithdrawal: ({ withdrawal }) => ({ params: { id: withdrawal, txId: '0'.repeat(64) } }),
  cancelInProgressWithdrawal: ({ withdrawal }) => ({ params: { id: withdrawal } }),
  broadcastBlockchainTransaction: ({ withdrawal }) => ({
    body: { currency: 'BTC', txData: '00', withdrawalId: withdrawal },
  }),
}

/** Those that name nothing of a tenant's: lists of all that is one's own, the key itself, a new currency. */
const NAMELESS: readonly string[] = [
  'createSubscriptionTxInTheBlock',
  'createSubscriptionKMSSuccess',
  'createSubscriptionKMSError',
  'createSubscriptionNotification',
  'createSubscriptionNftTransferEvent',
  'createSubscriptionMultiTokenTransferEvent',
  'createSubscriptionContractLogEvent',
  'createSubscriptionBalance',
  'createSubscriptionInterval',
  'getSubscriptions',
  'getSubscriptionsCount',
  'getAllWebhooks',
  'getAllWebhooksCount',
  'enableWebHookHmac',
  'disableWebHookHmac',
  'getWithdrawalApprovals',
  'custodialCreateWallet',
  'custodialGetWallets',
  'getAccounts',
  'getAccountsCount',
  'getWithdrawals',
  'findAllCustomers',
  'createCurrency',
  'erc20',
  'erc20Address',
  'ethErc20',
  'ethErc20Address',
  'trcXpub',
  'trcAddress',
  'getCredits',
  'getVersion',
  'freezeApiKey',
  'unfreezeApiKey',
  'getExchangeRate',
  // It passes over what it does not find, whoever's: operations, tallystick.callers.test.ts.
  'kmsReportErrors',
]

const never: Ids = {
  account: 'ffffffffffffffffffffffff',
  recipient: 'fffffffffffffffffffffffe',
  deposited: 'fffffffffffffffffffffffb',
  // Of BIP-173.
  address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  unaddressed: 'fffffffffffffffffffffffa',
  customer: 'fffffffffffffffffffffffd',
  externalId: 'nobody',
  blockage: 'fffffffffffffffffffffffc',
  reference: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
  currency: 'VC_NONE',
  token: 'NONE',
  signature: 'fffffffa-ffff-7fff-bfff-ffffffffffff',
  wallet: 'no wallet',
  approval: 'fffffffffffffffffffffff9',
  managed: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
  subscription: 'fffffffffffffffffffffff7',
  webhook: 'fffffffffffffffffffffff5',
  withdrawal: 'fffffffffffffffffffffff8',
  trade: 'fffffffffffffffffffffff6',
}

// Both are from the table's own keys.
const ids = Object.keys(naming) as OperationId[]

test('no operation was forgotten', () => {
  // What is on a chain is nobody's and everybody's.
  const ofLedger = operations.filter(({ id }) => !Object.hasOwn(chainCatalogue, id))
  expect([...Object.keys(naming), ...NAMELESS].sort()).toEqual(ofLedger.map(({ id }) => id).sort())
})

const seed = chooseSeed()

describe.each(chosen)('on $name', ({ name, open }) => {
  let service: Running
  let theirs: Ids
  let prepared = 0

  /** One of everything, of the default tenant. */
  async function prepare(): Promise<Ids> {
    const suffix = ++prepared
    const currency = `VC_${suffix}`
    const externalId = `customer-${suffix}`
    const { sender, recipient, customer } = await fund(service, { name: currency, externalId })
    const blocked = await service.call('POST', `/v3/ledger/account/block/${sender}`, {
      body: { amount: '10', type: 'hold' },
    })
    const paid = await service.call('POST', '/v3/ledger/transaction', {
      body: { senderAccountId: sender, recipientAccountId: recipient, amount: '3' },
    })
    const bitcoin = await service.call('POST', '/v3/ledger/account', {
      body: { currency: 'BTC', xpub: TPUB },
    })
    const solana = await service.call('POST', '/v3/ledger/account', { body: { currency: 'SOL' } })
    const token = `TOKEN_${suffix}`
    await service.call('POST', '/v3/offchain/token/ETH', {
      body: { symbol: token, supply: '0', decimals: 6, description: 'x', basePair: 'EUR', address: ERC20 },
    })
    const account = field(bitcoin, 'id') as AccountId
    // Not by a call, which would be charged a little later.
    const [first] = await service.storage.query.list(DEPOSIT_ADDRESSES, {
      where: { tenant: TENANT, account },
    })
    await depositTo(field(bitcoin, 'id'), suffix)
    return {
      account: sender,
      recipient,
      deposited: field(bitcoin, 'id'),
      address: first?.address ?? expect.fail('it has no address'),
      unaddressed: field(solana, 'id'),
      customer,
      externalId,
      blockage: field(blocked, 'id'),
      reference: field(paid, 'reference'),
      currency,
      token,
      ...(await pendingSignature(`wallet-${suffix}`)),
      approval: await requested(sender),
      managed: field(
        await service.call('POST', '/v3/custodial/wallet', { body: { chain: 'ETH' } }),
        'walletId',
      ),
      subscription: field(
        await service.call('POST', '/v3/subscription', {
          body: {
            type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
            attr: { id: field(bitcoin, 'id'), url: HOOK },
          },
        }),
        'id',
      ),
      webhook: await webhookOf(account, suffix),
      withdrawal: await withdrawalOf(account),
      trade: await orderOf(account, currency, sender, recipient),
    }
  }

  beforeAll(async () => {
    const chains = createChains(readChainsConfig({}))
    service = await startService({ storage: await open(), engine: { chains } })
    theirs = await prepare()
  })
  afterAll(() => service.close())

  async function pendingSignature(wallet: string) {
    const caller = embeddedCaller(TENANT)
    const signature = await service.tallystick.engine.execute({
      caller,
      rule: createPendingSignature,
      command: {
        tenant: TENANT,
        chain: 'ETH',
        network: caller.network,
        hashes: [wallet],
        serialized: '{}',
        index: null,
        signatures: null,
        withdrawalId: null,
        claims: [{ owner: wallet, index: 0n }],
        replaces: false,
      },
      price: () => 0,
      present: ({ id }) => id as string,
      idempotency: null,
    })
    return { signature, wallet }
  }

  /** Another key of the tenant wants a withdrawal. */
  async function requested(account: string): Promise<string> {
    const apiKey = 'another' as ApiKeyId
    return service.tallystick.engine.execute({
      caller: { tenant: TENANT, apiKey },
      rule: requestApproval,
      command: {
        tenant: TENANT,
        apiKey,
        chain: 'BTC',
        network: 'testnet',
        intent: 'a'.repeat(64),
        account: account as AccountId,
        currency: 'BTC',
        scale: 8,
        amount: 1n,
        payments: '[]',
        reason: 'it is above the limit',
        validFor: 3_600_000,
      },
      price: () => 0,
      present: ({ id }) => id as string,
      idempotency: null,
    })
  }

  /** Orders that buy, sell, ended, and were matched. Returns one that is open. */
  async function orderOf(account: string, currency: string, buyer: string, paid: string): Promise<string> {
    const opened = async (body: object) =>
      field(await service.call('POST', '/v3/ledger/account', { body }), 'id')
    const own = await opened({ currency: 'EUR' })
    const bitcoin = await opened({ currency: 'BTC', xpub: TPUB })
    const place = async (type: string, pair: string, price: string, first: string, second: string) => {
      const accounts = { currency1AccountId: first, currency2AccountId: second }
      const attr = type.startsWith('FUTURE') ? { attr: { sealDate: 4_000_000_000_000 } } : {}
      const body = { type, price, amount: '0.01', pair, ...accounts, ...attr }
      return field(await service.call('POST', '/v3/trade', { body }), 'id')
    }
    for (const type of ['', 'FUTURE_']) {
      await place(`${type}SELL`, `BTC/${currency}`, '10', account, paid)
      await place(`${type}BUY`, `BTC/${currency}`, '10', bitcoin, buyer)
    }
    await place('BUY', 'EUR/BTC', '0.01', own, account)
    const ended = await place('SELL', 'BTC/EUR', '200', account, own)
    await service.call('DELETE', `/v3/trade/${ended}`)
    return place('SELL', 'BTC/EUR', '100', account, own)
  }

  async function webhookOf(account: string, suffix: number): Promise<string> {
    await depositTo(account, 1_000 + suffix)
    const [newest] = await service.tallystick.getAllWebhooks({ pageSize: 10 })
    return newest?.id ?? expect.fail('a deposit tells nobody')
  }

  function withdrawalOf(account: AccountId): Promise<string> {
    const caller = embeddedCaller(TENANT)
    return service.tallystick.engine.execute({
      caller,
      rule: storeWithdrawal,
      command: {
        tenant: TENANT,
        chain: 'BTC',
        network: 'testnet',
        account,
        currency: 'BTC',
        amount: '0.01',
        fee: '0.001',
        isFeeIncluded: true,
        payments: [{ address: never.address, amount: '1000000' }],
        address: never.address,
        multipleAmounts: null,
        attr: null,
        paymentId: null,
        senderNote: null,
        wallet: `account:${account}`,
        inputs: [],
        change: 0n,
        admission: ADMITTED,
      },
      price: () => 0,
      present: ({ id }) => id as string,
      idempotency: null,
    })
  }

  /** On a currency of a chain, which is where deposits are. */
  async function depositTo(account: string, vout: number): Promise<void> {
    await service.tallystick.recordDeposit({
      account: account as AccountId,
      currency: 'BTC',
      amount: '0.5',
      txId: 'f'.repeat(64),
      vout,
      address: never.address,
      from: null,
      derivationKey: 0,
      blockHeight: 1,
      blockHash: null,
      status: 'Done',
    })
  }

  const send = (id: OperationId, ids: Ids, key: string) => {
    const call = naming[id]?.(ids)
    if (call === undefined) throw new Error(`${id} names nothing`)
    const { method, path } = catalogue[id]
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => call.params?.[name] ?? '')
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query)}`
    return service.call(method, filled + query, { key, ...('body' in call && { body: call.body }) })
  }

  const dump = (tenant: TenantId) =>
    dumpStorage(service.storage, { tenants: [tenant], currencies: [theirs.currency] })

  /** What an answer says, whichever IDs it says it of. */
  function nameless(text: string): string {
    const pairs = Object.keys(never) as (keyof Ids)[]
    return pairs.reduce(
      (said, name) => said.replaceAll(theirs[name], name).replaceAll(never[name], name),
      text,
    )
  }

  describe('an operation that names an object of another tenant', () => {
    const share = { of: name === 'memory' ? 1 : quickOrFull(3, 1), seed }
    test.each(partOf(`operations by the wrong key on ${name}`, ids, share))('%s', async (id) => {
      const before = await dump(TENANT)
      const other = await send(id, theirs, OTHER_KEY)
      const none = await send(id, never, OTHER_KEY)
      expect([other.status, nameless(other.text)]).toEqual([none.status, nameless(none.text)])
      if (other.status === 200) expect(['[]', '{"total":0}']).toContain(other.text)
      else expect(other.status).toBe(403)
      expect(await dump(TENANT)).toEqual(before)
    })
  })

  // The table would prove nothing if its calls were wrong in themselves.
  describe('with the right key it is reached by', () => {
    const own = new Map<OperationId, Ids>()
    // To make one of everything for each takes most of the time. In memory it takes little: there each is called.
    const share = { of: name === 'memory' ? 1 : quickOrFull(16, 1), seed }
    const reached = partOf(`operations by the right key on ${name}`, ids, share)
    // All at once, because the slower storages then write them together.
    beforeAll(async () => {
      await Promise.all(reached.map(async (id) => own.set(id, await prepare())))
    }, 300_000)

    test.each(reached)('%s', async (id) => {
      const { status, text } = await send(id, own.get(id) ?? never, KEY)
      expect(status, text).not.toBe(400)
      // Of a transaction, no node has one here.
      expect(text).not.toMatch(/not\.exists|(?<!tx\.)not\.found|missing|^\[\]$|"total":0/)
    })
  })

  test("lists show what is one's own, which is nothing", async () => {
    for (const path of [
      '/v3/ledger/account',
      '/v3/ledger/customer?pageSize=50',
      '/v3/ledger/deposits',
      '/v3/offchain/withdrawal?pageSize=50',
    ]) {
      expect([path, (await service.call('GET', path, { key: OTHER_KEY })).text]).toEqual([path, '[]'])
    }
  })
})
