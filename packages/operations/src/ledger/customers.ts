import {
  activateCustomer as activateCustomerRule,
  CUSTOMERS,
  type CustomerId,
  customerKey,
  deactivateCustomer as deactivateCustomerRule,
  disableCustomer as disableCustomerRule,
  enableCustomer as enableCustomerRule,
  externalIdKey,
  type TenantId,
  updateCustomer as updateCustomerRule,
} from '@tallystick/core'
import { Rejected } from '@tallystick/engine'
import Type from 'typebox'
import { empty, operation } from '../operation.js'
import { presentCustomer } from '../present.js'
import { flat } from '../price.js'
import { CustomerPathId, Offset, optional, PageSize, text } from '../wire/fields.js'
import { Customer, CustomerUpdate } from './models/customer.js'

const CUSTOMER = '/v3/ledger/customer'

const onCustomer = (args: { id: string }, caller: { tenant: TenantId }) => ({
  tenant: caller.tenant,
  customer: args.id as CustomerId,
})

export const findAllCustomers = operation({
  id: 'findAllCustomers',
  area: 'Customer',
  method: 'GET',
  path: CUSTOMER,
  summary: 'Returns all customers',
  description: 'Includes inactive and disabled customers.',
  price: flat(1),
  query: { pageSize: PageSize, offset: optional(Offset) },
  output: Type.Array(Customer),
  errors: [],
}).read(async ({ engine, caller }, args) => {
  const customers = await engine.query.list(CUSTOMERS, {
    where: { tenant: caller.tenant },
    offset: args.offset ?? 0,
    limit: args.pageSize,
  })
  return customers.map(presentCustomer)
})

export const getCustomerByExternalOrInternalId = operation({
  id: 'getCustomerByExternalOrInternalId',
  area: 'Customer',
  method: 'GET',
  path: `${CUSTOMER}/{id}`,
  summary: 'Returns a customer by internal or external ID',
  price: flat(1),
  params: { id: text(1, 100, 'Internal or external ID') },
  output: Customer,
  errors: ['customer.not.exists'],
}).read(async ({ engine, caller }, { id }) => {
  const customer =
    (await engine.query.find(customerKey(caller.tenant, id as CustomerId))) ??
    (await engine.query.find(externalIdKey(caller.tenant, id)))
  if (customer === undefined) throw new Rejected({ code: 'customer.not.exists', detail: id })
  return presentCustomer(customer)
})

export const updateCustomer = operation({
  id: 'updateCustomer',
  area: 'Customer',
  method: 'PUT',
  path: `${CUSTOMER}/{id}`,
  summary: 'Updates a customer',
  description: 'Use it, for example, when the ID in your own system or the country changes.',
  price: flat(2),
  params: { id: CustomerPathId },
  body: CustomerUpdate,
  output: Customer,
  errors: ['customer.internal.not.exists', 'customer.inactive'],
}).command(
  updateCustomerRule,
  (args, caller) => ({
    ...onCustomer(args, caller),
    externalId: args.externalId,
    accountingCurrency: args.accountingCurrency,
    customerCountry: args.customerCountry,
    providerCountry: args.providerCountry,
  }),
  presentCustomer,
)

export const activateCustomer = operation({
  id: 'activateCustomer',
  area: 'Customer',
  method: 'PUT',
  path: `${CUSTOMER}/{id}/activate`,
  summary: 'Activates a customer',
  price: flat(2),
  params: { id: CustomerPathId },
  output: null,
  errors: ['customer.internal.not.exists', 'customer.active'],
}).command(activateCustomerRule, onCustomer, empty)

export const deactivateCustomer = operation({
  id: 'deactivateCustomer',
  area: 'Customer',
  method: 'PUT',
  path: `${CUSTOMER}/{id}/deactivate`,
  summary: 'Deactivates a customer',
  description:
    'All accounts of the customer must be deactivated. A deactivated customer cannot perform any operation.',
  price: flat(2),
  params: { id: CustomerPathId },
  output: null,
  errors: ['customer.internal.not.exists', 'customer.inactive', 'customer.deactivate.account.active'],
}).command(deactivateCustomerRule, onCustomer, empty)

export const disableCustomer = operation({
  id: 'disableCustomer',
  area: 'Customer',
  method: 'PUT',
  path: `${CUSTOMER}/{id}/disable`,
  summary: 'Disables a customer',
  description:
    'A disabled customer cannot open accounts or send payments, and its available balance is 0. Balances stay.',
  price: flat(2),
  params: { id: CustomerPathId },
  output: null,
  errors: ['customer.internal.not.exists', 'customer.inactive', 'customer.disabled'],
}).command(disableCustomerRule, onCustomer, empty)

export const enableCustomer = operation({
  id: 'enableCustomer',
  area: 'Customer',
  method: 'PUT',
  path: `${CUSTOMER}/{id}/enable`,
  summary: 'Enables a customer',
  price: flat(2),
  params: { id: CustomerPathId },
  output: null,
  errors: ['customer.internal.not.exists', 'customer.inactive', 'customer.enabled'],
}).command(enableCustomerRule, onCustomer, empty)
