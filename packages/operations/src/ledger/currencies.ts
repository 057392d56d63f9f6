import {
  createCurrency as createCurrencyRule,
  mintCurrency as mintCurrencyRule,
  revokeCurrency as revokeCurrencyRule,
  tokenKey,
  updateCurrency as updateCurrencyRule,
} from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import { empty, operation } from '../operation.js'
import { presentAccount, presentCurrency } from '../present.js'
import { unstated } from '../price.js'
import { showReference, toAmountText, toCross, toNewCustomer, toRateText } from '../wire/args.js'
import { text } from '../wire/fields.js'
import { Account } from './models/account.js'
import { VC, VirtualCurrency, VirtualCurrencyOperation, VirtualCurrencyUpdate } from './models/currency.js'
import { TransactionResult } from './models/transaction.js'

const CURRENCY = '/v3/ledger/virtualCurrency'

export const createCurrency = operation({
  id: 'createCurrency',
  area: 'Virtual Currency',
  method: 'POST',
  path: CURRENCY,
  summary: 'Creates a virtual currency',
  description: 'Returns the account that holds the first supply. The name must begin with VC_.',
  price: unstated(2),
  body: VirtualCurrency,
  output: Account,
  errors: [
    'customer.not.active',
    'virtual.name.prefix',
    'virtual.duplicate',
    'virtual.creation.error',
    'rate.not.found',
  ],
}).command(
  createCurrencyRule,
  (args, caller) => ({
    tenant: caller.tenant,
    name: args.name,
    supply: toAmountText(args.supply),
    basePair: args.basePair,
    baseRate: toRateText(args.baseRate ?? 1),
    description: args.description ?? null,
    customer: toNewCustomer(args.customer),
    accountCode: args.accountCode ?? null,
    accountNumber: args.accountNumber ?? null,
    accountingCurrency: args.accountingCurrency ?? null,
  }),
  presentAccount,
)

export const updateCurrency = operation({
  id: 'updateCurrency',
  area: 'Virtual Currency',
  method: 'PUT',
  path: CURRENCY,
  summary: 'Updates the base pair and rate of a virtual currency or a registered token',
  price: unstated(2),
  body: VirtualCurrencyUpdate,
  output: null,
  errors: ['vc.not.found'],
}).command(
  updateCurrencyRule,
  (args, caller) => ({
    tenant: caller.tenant,
    name: args.name,
    baseRate: args.baseRate === undefined ? undefined : toRateText(args.baseRate),
    basePair: args.basePair,
  }),
  empty,
)

export const getCurrency = operation({
  id: 'getCurrency',
  area: 'Virtual Currency',
  method: 'GET',
  path: `${CURRENCY}/{name}`,
  summary: 'Returns a virtual currency, or a registered token',
  price: unstated(1),
  params: { name: text(3, 100, 'Name of the currency') },
  output: VC,
  errors: ['vc.not.found'],
}).read(async ({ engine, caller }, { name }) => {
  const found = await engine.query.currency(caller.tenant, name)
  if (found === undefined) throw new Rejected({ code: 'vc.not.found', detail: name })
  const token = await engine.query.find(tokenKey(caller.tenant, name))
  return presentCurrency(found.currency, found.supply, token)
})

export const mintCurrency = operation({
  id: 'mintCurrency',
  area: 'Virtual Currency',
  method: 'PUT',
  path: `${CURRENCY}/mint`,
  summary: 'Mints new supply into an account',
  price: unstated(2),
  body: VirtualCurrencyOperation,
  output: TransactionResult,
  errors: [
    'account.not.exists',
    'vc.not.found',
    'virtual.account.notValid',
    'amount.format',
    'rate.not.found',
  ],
}).command(mintCurrencyRule, (args, caller) => toCross(caller.tenant, args.accountId, args), showReference)

export const revokeCurrency = operation({
  id: 'revokeCurrency',
  area: 'Virtual Currency',
  method: 'PUT',
  path: `${CURRENCY}/revoke`,
  summary: 'Revokes supply from an account',
  price: unstated(2),
  body: VirtualCurrencyOperation,
  output: TransactionResult,
  errors: [
    'account.not.exists',
    'amount.format',
    'vc.not.found',
    'virtual.account.notValid',
    'virtual.account.balance',
    'rate.not.found',
  ],
}).command(revokeCurrencyRule, (args, caller) => toCross(caller.tenant, args.accountId, args), showReference)
