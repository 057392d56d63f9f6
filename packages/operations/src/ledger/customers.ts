import {
  activateCustomer as activateCustomerRule,
  type Customer as CoreCustomer,
  CUSTOMERS,
  type CustomerId,
  customerKey,
  deactivateCustomer as deactivateCustomerRule,
  disableCustomer as disableCustomerRule,
  enableCustomer as enableCustomerRule,
  externalIdKey,
  type Metadata,
  type MetadataEntry,
  type TenantId,
  updateCustomer as updateCustomerRule,
} from '@tallystick/core'
import { type Queries, Rejected } from '@tallystick/engine'
import Type from 'typebox'
import { empty, operation } from '../operation.js'
import { presentCustomer } from '../present.js'
import { flat } from '../price.js'
import { Cursor, type Place } from '../wire/cursor.js'
import { CustomerPathId, MetadataFilter, Offset, optional, PageSize, text } from '../wire/fields.js'
import { bounded } from './listing/bounded.js'
import { metadataOfAll, orderedMetadata, shownWithMetadata, subjectsWith, withMetadata } from './metadata.js'
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
  query: {
    pageSize: PageSize,
    offset: optional(Offset),
    cursor: optional(Cursor),
    metadata: optional(MetadataFilter),
  },
  output: Type.Array(Customer),
  errors: [],
}).paged({
  read({ engine, caller: { tenant } }, args, place) {
    const queries = bounded(engine.reads(tenant))
    const wanted = orderedMetadata(args.metadata)
    return wanted === undefined
      ? queries.list(CUSTOMERS, { where: { tenant }, ...place })
      : customersWith(queries, tenant, wanted, place)
  },
  idOf: ({ id }) => id,
  show: (customers, { engine, caller: { tenant } }) =>
    shownWithMetadata(engine.reads(tenant), tenant, customers, presentCustomer, ({ id }) => id),
})

async function customersWith(
  queries: Queries,
  tenant: TenantId,
  wanted: Metadata,
  { offset, limit, after }: Place,
): Promise<readonly CoreCustomer[]> {
  const found: MetadataEntry['subject'][] = []
  const place = { tenant, kind: 'customer' } as const
  for await (const ids of subjectsWith(queries, place, wanted, {
    order: 'asc',
    after: after as CustomerId | undefined,
  })) {
    found.push(...ids)
    if (found.length >= offset + limit) break
  }
  const ids = found.slice(offset, offset + limit) as CustomerId[]
  const customers = await queries.findAll(ids.map((id) => customerKey(tenant, id)))
  const byId = new Map(customers.map((customer) => [customer.id, customer]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

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
    (await engine.reads(caller.tenant).find(customerKey(caller.tenant, id as CustomerId))) ??
    (await engine.reads(caller.tenant).find(externalIdKey(caller.tenant, id)))
  if (customer === undefined) throw new Rejected({ code: 'customer.not.exists', detail: id })
  const metadata = await metadataOfAll(engine.reads(caller.tenant), caller.tenant, [customer.id])
  return withMetadata(presentCustomer(customer), metadata.get(customer.id))
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
    metadata: args.metadata,
  }),
  ({ customer, metadata }) => withMetadata(presentCustomer(customer), metadata),
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
