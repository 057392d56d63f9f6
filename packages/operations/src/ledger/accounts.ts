import {
  type AccountId,
  activateAccount as activateAccountRule,
  type CustomerId,
  deactivateAccount as deactivateAccountRule,
  type FirstAddress,
  freezeAccount as freezeAccountRule,
  type NewAccount,
  type OwnedAccount,
  openAccount,
  openAccounts,
  type Rejection,
  type TenantId,
  unfreezeAccount as unfreezeAccountRule,
  updateAccount,
} from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import Type from 'typebox'
import { requireXpubs } from '../chains/known.js'
import type { CallContext } from '../context.js'
import { givenErrors } from '../custody/models.js'
import { empty, operation } from '../operation.js'
import { present, presentAccount, presentBalance, presentPastBalance } from '../present.js'
import { flat, perItem, unstated } from '../price.js'
import { toNewAccount } from '../wire/args.js'
import { Cursor } from '../wire/cursor.js'
import {
  EpochMs,
  MetadataFilter,
  Offset,
  optional,
  PageNumber,
  PageSize,
  PathId,
  Sort,
  text,
} from '../wire/fields.js'
import { type AccountFilter, countAccounts, listAccounts } from './listing/accounts.js'
import { bounded } from './listing/bounded.js'
import { metadataOfAll, orderedMetadata, shownWithMetadata, withMetadata } from './metadata.js'
import {
  Account,
  AccountBalance,
  AccountBalanceAt,
  CreateAccount,
  CreateAccountBatch,
  CreateAccountXpub,
  EntitiesCount,
  UpdateAccount,
} from './models/account.js'

const ACCOUNT = '/v3/ledger/account'

type ShownAccount = ReturnType<typeof withMetadata<ReturnType<typeof presentAccount>>>
const openErrors = [
  'account.xpub.present',
  'account.xpub.missing',
  'account.xpub.incompatible',
  'ledger.currency.invalid',
  'customer.not.active',
] as const

export const createAccount = operation({
  id: 'createAccount',
  area: 'Account',
  method: 'POST',
  path: ACCOUNT,
  summary: 'Creates an account',
  description:
    'Takes a fiat, virtual or token currency. If the external ID of the customer is unknown, the customer is created too. An account of a chain currency also needs xpub.',
  price: flat(2),
  body: CreateAccount,
  output: Account,
  errors: openErrors,
}).command(
  openAccount,
  (args, caller) => ({ tenant: caller.tenant, account: toNewAccount(args) }),
  (opened, args) => withMetadata(presentAccount(opened), args.metadata),
)

export const createAccountXpub = operation({
  id: 'createAccountXpub',
  area: 'Account',
  method: 'POST',
  path: ACCOUNT,
  summary: 'Creates an account of a chain currency',
  description:
    'xpub is the extended public key of the wallet; the account begins with a deposit address generated from it, unless it has no index left: that of index, or the next one. On ALGO, BNB, EGLD, SOL, XLM and XRP it is an address instead. Without it, addresses of these chains can be assigned later.',
  price: flat(2),
  body: CreateAccountXpub,
  output: Account,
  errors: [...openErrors, ...givenErrors],
  discriminators: ['xpub'],
}).twoPhase({
  async prepare(context, args, terms) {
    const { chains, caller, custody, engine } = context
    await requireXpubs(chains, caller.network, [args])
    const account = toNewAccount(args)
    return custody.addresses.first(context, [{ holder: account, index: args.index }], ([first]) =>
      engine.execute({
        ...terms,
        rule: openAccount,
        command: { tenant: caller.tenant, account: withFirst(account, first) },
        present: (opened: OwnedAccount) => withMetadata(presentAccount(opened), args.metadata),
      }),
    )
  },
  finish: async (_context, opened: ShownAccount) => opened,
})

export const createAccountBatch = operation({
  id: 'createAccountBatch',
  area: 'Account',
  method: 'POST',
  path: `${ACCOUNT}/batch`,
  summary: 'Creates several accounts',
  description: 'Creates all of them or none. A refusal names the position of the account that caused it.',
  price: perItem(2, 1, 'account created', (args: { accounts: readonly unknown[] }) => args.accounts.length),
  body: CreateAccountBatch,
  output: Type.Array(Account),
  errors: [...openErrors, ...givenErrors],
}).twoPhase({
  async prepare(context, args, terms) {
    const { chains, caller, custody, engine } = context
    await requireXpubs(chains, caller.network, args.accounts)
    const accounts = args.accounts.map(toNewAccount)
    const wanted = accounts.map((holder, place) => ({ holder, index: args.accounts[place]?.index }))
    return custody.addresses.first(context, wanted, (all) =>
      engine.execute({
        ...terms,
        rule: openAccounts,
        command: {
          tenant: caller.tenant,
          accounts: accounts.map((account, index) => withFirst(account, all[index])),
        },
        present: (opened: readonly OwnedAccount[]) =>
          opened.map((one, index) => withMetadata(presentAccount(one), args.accounts[index]?.metadata)),
      }),
    )
  },
  finish: async (_context, opened: readonly ShownAccount[]) => [...opened],
})

const withFirst = (account: NewAccount, first: FirstAddress | undefined): NewAccount =>
  first === undefined ? account : { ...account, first }

const idOf = ({ account }: OwnedAccount) => account.id

const shownAccounts = {
  idOf,
  show: (accounts: readonly OwnedAccount[], { engine, caller: { tenant } }: CallContext) =>
    shownWithMetadata(engine.reads(tenant), tenant, accounts, presentAccount, idOf),
}

const accountFilter = {
  pageSize: optional(PageSize),
  page: optional(PageNumber),
  offset: optional(Offset),
  sort: optional(Sort),
  active: optional(Type.Boolean()),
  onlyNonZeroBalance: optional(Type.Boolean()),
  frozen: optional(Type.Boolean()),
  currency: optional(text(1, 50, 'Currency of the account')),
  accountNumber: optional(text(1, 50, 'Number of the account in an external system')),
  metadata: optional(MetadataFilter),
}

function accountWhere({
  metadata,
  active,
  frozen,
  currency,
  accountNumber,
}: AccountFilter & { metadata?: Record<string, string> }): AccountFilter {
  return present({ metadata: orderedMetadata(metadata), active, frozen, currency, accountNumber })
}

export const getAccounts = operation({
  id: 'getAccounts',
  area: 'Account',
  method: 'GET',
  path: ACCOUNT,
  summary: 'Returns all accounts',
  description: 'Includes inactive accounts. Sorted by ID unless sortBy names another field.',
  price: flat(1),
  query: {
    ...accountFilter,
    cursor: optional(Cursor),
    sortBy: optional(Type.Enum(['id', 'account_number', 'account_balance', 'available_balance'])),
  },
  output: Type.Array(Account),
  errors: [],
}).paged({
  read: ({ engine, caller }, args, { after, ...page }) =>
    listAccounts(bounded(engine.reads(caller.tenant)), caller.tenant, {
      where: accountWhere(args),
      onlyNonZeroBalance: args.onlyNonZeroBalance ?? false,
      by: args.sortBy ?? 'id',
      order: args.sort ?? 'asc',
      ...page,
      ...present({ after: after as AccountId | undefined }),
    }),
  ...shownAccounts,
})

export const getAccountsCount = operation({
  id: 'getAccountsCount',
  area: 'Account',
  method: 'GET',
  path: `${ACCOUNT}/count`,
  summary: 'Returns the number of accounts',
  price: flat(1),
  query: {
    ...accountFilter,
    sortBy: optional(Type.Enum(['id', '_id', 'account_number', 'account_balance', 'available_balance'])),
  },
  output: EntitiesCount,
  errors: [],
}).read(async ({ engine, caller: { tenant } }, { onlyNonZeroBalance = false, ...args }) => ({
  total: await countAccounts(bounded(engine.reads(tenant)), tenant, accountWhere(args), onlyNonZeroBalance),
}))

export const getAccountsByCustomerId = operation({
  id: 'getAccountsByCustomerId',
  area: 'Account',
  method: 'GET',
  path: `${ACCOUNT}/customer/{id}`,
  summary: "Returns a customer's active accounts",
  price: flat(1),
  params: { id: PathId },
  query: {
    pageSize: PageSize,
    offset: optional(Offset),
    cursor: optional(Cursor),
    accountCode: optional(text(1, 50, 'Bookkeeping code')),
  },
  output: Type.Array(Account),
  errors: [],
}).paged({
  read: ({ engine, caller: { tenant } }, args, { after, ...page }) =>
    engine
      .reads(tenant)
      .accounts(
        tenant,
        present({ customer: args.id as CustomerId, active: true, accountCode: args.accountCode }),
        { order: 'asc', ...page, ...present({ after: after as AccountId | undefined }) },
      ),
  ...shownAccounts,
})

export const getAccountByAccountId = operation({
  id: 'getAccountByAccountId',
  area: 'Account',
  method: 'GET',
  path: `${ACCOUNT}/{id}`,
  summary: 'Returns an active account',
  price: flat(1),
  params: { id: PathId },
  output: Account,
  errors: ['account.not.exists'],
}).read(async ({ engine, caller: { tenant } }, { id }) => {
  const account = id as AccountId
  const reads = engine.reads(tenant)
  const found = [reads.account(tenant, account), metadataOfAll(reads, tenant, [account])] as const
  const [owned, metadata] = await Promise.all(found)
  if (owned === undefined || !owned.account.active)
    throw new Rejected({ code: 'account.not.exists', detail: id })
  return withMetadata(presentAccount(owned), metadata.get(account))
})

export const getAccountBalance = operation({
  id: 'getAccountBalance',
  area: 'Account',
  method: 'GET',
  path: `${ACCOUNT}/{id}/balance`,
  summary: "Returns an account's balance",
  price: flat(1),
  params: { id: PathId },
  output: AccountBalance,
  errors: ['account.not.exists'],
}).read(async ({ engine, caller }, { id }) => {
  const owned = await engine.reads(caller.tenant).account(caller.tenant, id as AccountId)
  if (owned === undefined) throw new Rejected({ code: 'account.not.exists', detail: id })
  return presentBalance(owned)
})

export const getAccountBalanceAt = operation({
  id: 'getAccountBalanceAt',
  area: 'Account',
  method: 'GET',
  path: `${ACCOUNT}/{id}/balance/at`,
  summary: "Returns an account's balance at a past time",
  description:
    "Returns what getAccountBalance returned at the end of that millisecond. A time in the future is refused, and so is a time before the account was opened. This operation is Tallystick's own, beside the documented ones.",
  price: unstated(1),
  params: { id: PathId },
  query: { time: EpochMs },
  output: AccountBalanceAt,
  errors: ['account.not.exists'],
}).read(async ({ engine, caller }, { id, time }) => {
  if (time > engine.now()) throw new Rejected(notYet(time))
  const past = await engine.query.balanceAt(caller.tenant, id as AccountId, time)
  if (past === undefined) throw new Rejected({ code: 'account.not.exists', detail: id })
  return presentPastBalance(past, time)
})

/** The answer about a time in the future could change when the time comes. */
const notYet = (time: number): Rejection => ({
  code: 'validation.failed',
  violations: [
    {
      target: 'query',
      property: 'time',
      value: time,
      constraints: { past: 'time must not lie in the future' },
    },
  ],
})

export const updateAccountByAccountId = operation({
  id: 'updateAccountByAccountId',
  area: 'Account',
  method: 'PUT',
  path: `${ACCOUNT}/{id}`,
  summary: "Updates an account's code and number",
  price: unstated(2),
  params: { id: PathId },
  body: UpdateAccount,
  output: null,
  errors: ['account.not.exists', 'account.customer.inactive'],
}).command(
  updateAccount,
  (args, caller) => ({
    tenant: caller.tenant,
    account: args.id as AccountId,
    accountCode: args.accountCode,
    accountNumber: args.accountNumber,
    metadata: args.metadata,
  }),
  empty,
)

const onAccount = (args: { id: string }, caller: { tenant: TenantId }) => ({
  tenant: caller.tenant,
  account: args.id as AccountId,
})

export const activateAccount = operation({
  id: 'activateAccount',
  area: 'Account',
  method: 'PUT',
  path: `${ACCOUNT}/{id}/activate`,
  summary: 'Activates an account',
  price: flat(2),
  params: { id: PathId },
  output: null,
  errors: ['account.not.exists', 'account.active', 'account.customer.inactive'],
}).command(activateAccountRule, onAccount, empty)

export const deactivateAccount = operation({
  id: 'deactivateAccount',
  area: 'Account',
  method: 'PUT',
  path: `${ACCOUNT}/{id}/deactivate`,
  summary: 'Deactivates an account',
  description:
    'The balance must be zero, and nothing may be blocked. The account stays in all transaction histories.',
  price: flat(2),
  params: { id: PathId },
  output: null,
  errors: ['account.not.exists', 'account.inactive', 'account.trade.non.zero', 'account.balance.non.zero'],
}).command(deactivateAccountRule, onAccount, empty)

export const freezeAccount = operation({
  id: 'freezeAccount',
  area: 'Account',
  method: 'PUT',
  path: `${ACCOUNT}/{id}/freeze`,
  summary: 'Freezes an account',
  description: 'No funds can leave a frozen account. It can still receive payments.',
  price: flat(2),
  params: { id: PathId },
  output: null,
  errors: ['account.not.exists', 'account.customer.inactive', 'account.frozen'],
}).command(freezeAccountRule, onAccount, empty)

export const unfreezeAccount = operation({
  id: 'unfreezeAccount',
  area: 'Account',
  method: 'PUT',
  path: `${ACCOUNT}/{id}/unfreeze`,
  summary: 'Unfreezes an account',
  price: unstated(2),
  params: { id: PathId },
  output: null,
  errors: ['account.not.exists', 'account.customer.inactive', 'account.not.frozen'],
}).command(unfreezeAccountRule, onAccount, empty)
