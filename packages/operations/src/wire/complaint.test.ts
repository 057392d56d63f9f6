/** What a refusal says about a value, for whoever does not see the schema. */
import { expect, it } from 'vitest'
import { catalogue, operations } from '../catalogue/index.js'
import type { AnyOperation } from '../operation.js'
import { isDiscreet } from './secrets.js'
import { ArgumentCheck } from './validate.js'

const said = (operation: AnyOperation, args: object): readonly string[] => {
  const checked = new ArgumentCheck(operation, isDiscreet(operation)).flat(args)
  return checked.ok ? [] : checked.violations.flatMap(({ constraints = {} }) => Object.values(constraints))
}

const ID = 'a'.repeat(24)
const BLOCK = { id: ID, type: 'HOLD' }
const ORDER = { price: '1', amount: '1', currency1AccountId: ID, currency2AccountId: ID }
const DECIMAL = 'must be decimal text of 0 or more, such as "12.5"'
const NUMBER = 'must be a number of 0 or more, or its decimal text'
const { blockAmount, createAccount, createTrade, getAccounts, btcTransactionFromAddress: spend } = catalogue
const spent = (value: unknown) => ({
  fromAddress: [{ address: 'a'.repeat(34), privateKey: 'k'.repeat(52) }],
  to: [{ address: 'b'.repeat(34), value }],
})
const sides = 'FUTURE_BUY, BUY, FUTURE_SELL or SELL'

const COMPLAINTS: readonly (readonly [AnyOperation, object, ...string[]])[] = [
  // A form is said in words.
  [blockAmount, { ...BLOCK, amount: '-1' }, `amount ${DECIMAL}`],
  [blockAmount, { ...BLOCK, amount: '12,5' }, `amount ${DECIMAL}`],
  [blockAmount, { ...BLOCK, amount: 12.5 }, `amount ${DECIMAL}`],
  [blockAmount, { ...BLOCK, amount: '0'.repeat(39) }, 'amount must not have more than 38 characters'],
  [spend, spent('abc'), `to.0.value ${NUMBER}`],
  [spend, spent(-1), `to.0.value ${NUMBER}`],
  [spend, spent(null), `to.0.value ${NUMBER}`],
  [
    createTrade,
    { ...ORDER, type: 'BUY', pair: 'LTC' },
    'pair must be two currencies with a slash between, such as "BTC/EUR"',
  ],
  // Few words are listed; of many it is said how many. Of one, the case is seen.
  [createTrade, { ...ORDER, type: 'LIMIT', pair: 'A/B' }, 'type must be BUY or SELL'],
  [createTrade, { ...ORDER, type: 'buy', pair: 'A/B' }, 'type must be BUY or SELL (did you mean BUY?)'],
  [createTrade, { ...ORDER, type: 7, pair: 'A/B' }, 'type must be BUY or SELL'],
  [
    createAccount,
    { currency: 'EUR', accountingCurrency: 'eur' },
    'accountingCurrency must be one of 167 values: ISO 4217 code (did you mean EUR?)',
  ],
  [
    createAccount,
    { currency: 'EUR', accountingCurrency: 'EURO' },
    'accountingCurrency must be one of 167 values: ISO 4217 code',
  ],
  [
    catalogue.createSubscriptionKMSSuccess,
    { type: 'kms_completed_tx', attr: { url: '' } },
    'type must be KMS_COMPLETED_TX',
  ],
  [
    catalogue.getHistoricalTrades,
    { pageSize: 1, types: ['X'] },
    `types must be ${sides}`,
    `types.0 must be ${sides}`,
  ],
  // What is missing is missing, unless a misspelt field stands for it.
  [blockAmount, {}, 'id is missing', 'amount is missing', 'type is missing'],
  [blockAmount, { ...BLOCK, amout: '1' }, 'amout is not a field of this call (did you mean amount?)'],
  [
    blockAmount,
    { id: ID, amout: '1' },
    'type is missing',
    'amout is not a field of this call (did you mean amount?)',
  ],
  [
    createAccount,
    { currency: 'EUR', customer: { extrnalId: 'c' } },
    'customer.extrnalId is not a field of this call (did you mean externalId?)',
  ],
  // One of the same name in another place stands for nothing here.
  [
    createAccount,
    { currncy: 'EUR', customer: {} },
    'customer.externalId is missing',
    'currncy is not a field of this call (did you mean currency?)',
  ],
  [
    getAccounts,
    { pagesize: 5, pageSize: 0 },
    'pagesize is not a field of this call (did you mean pageSize?)',
    'pageSize must be >= 1',
  ],
]

it.each(
  COMPLAINTS.map(([operation, args, ...expected]) => [operation.id, args, expected, operation] as const),
)('%s of %o is told %j', (_id, args, expected, operation) => {
  expect([...said(operation, args)].sort()).toEqual([...expected].sort())
})

it('each pattern of an argument has words', () => {
  const lacking = (schema: unknown, place: string): readonly string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const { pattern, title, ...rest } = schema as Readonly<Record<string, unknown>>
    const inner = Object.entries(rest).flatMap(([name, value]) => lacking(value, `${place}.${name}`))
    return pattern !== undefined && title === undefined ? [place, ...inner] : inner
  }
  const found = operations.flatMap(({ id, ...parts }) =>
    [parts.params, parts.query, parts.body, parts.document].flatMap((part) => lacking(part, id)),
  )
  expect(found).toEqual([])
})

it.each([
  [
    catalogue.getTransactions,
    { body: { pageSize: 5 } },
    'pageSize is not a field of this call (it belongs in the query)',
  ],
  [
    blockAmount,
    { params: { id: ID }, body: { id: ID } },
    'id is not a field of this call (it belongs in the path)',
  ],
  [
    blockAmount,
    { query: { amount: '1' } },
    'amount is not a parameter of this call (it belongs in the body)',
  ],
] as const)(
  'what stands in another part of a request is told where it belongs: %#',
  (operation, parts, text) => {
    const checked = new ArgumentCheck(operation).parts({ params: {}, query: {}, body: {}, ...parts })
    expect(checked).toMatchObject({ violations: [{ constraints: { additionalProperties: text } }] })
  },
)
