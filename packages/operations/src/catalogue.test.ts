/**
 * The catalogue against the documented operations (spec.fixture.json). Every difference is a line of text;
 * those that are meant stand in DIFFERENCES with their reason, and a line that no longer differs fails too.
 */
import { REJECTIONS, type RejectionCode } from '@tallystick/core'
import Type, { type TProperties, type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { catalogue, operations } from './catalogue/index.js'
import type { AnyOperation } from './operation.js'
import { type Price, priceOf } from './price.js'
import { type SpecFields, type SpecOperation, type SpecSchema, spec } from './spec.fixture.js'

/** What is meant to differ from the documents, by the reason for it; `*` stands for any one place. */
const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'pages are counted in whole items, and none lies before the first': [
    '*.pageSize: integer instead of number',
    '*.page: integer instead of number',
    '*.page: minimum 0 instead of none',
    '*.offset: integer instead of number',
    '*.offset: minimum 0 instead of none',
  ],
  'a number that leaves the safe integers would be read as another': [
    '*.page: maximum 1099511627776 instead of none',
    '*.offset: maximum 9007199254740991 instead of none',
    '*.from: maximum 9007199254740991 instead of none',
    '*.to: maximum 9007199254740991 instead of none',
  ],
  'client 1.x sends offset to the lists that have page; both are accepted (wire-notes, "Paging")': [
    'getAccounts.offset: added',
    'getAccountsCount.offset: added',
    'getDeposits.offset: added',
    'getDepositsCount.offset: added',
  ],
  'the list takes id, so its count takes it too': ['getAccountsCount.sortBy: also id'],
  'nothing that is looked up is empty or endless': [
    '*.id: minLength 1 instead of none',
    '*.id: maxLength 100 instead of none',
    '*.currency: minLength 1 instead of none',
    '*.currency: maxLength 50 instead of none',
    '*.to: minLength 1 instead of none',
    '*.to: maxLength 200 instead of none',
    '*.accountId: minLength 1 instead of none',
    '*.accountId: maxLength 100 instead of none',
  ],
  'a filter is bounded, because every record is held against all of it': [
    '*.amount[].value: maxLength 40 instead of none',
    '*.amount[].value: pattern ^[+-]?((\\d+(\\.\\d*)?)|(\\.\\d+))$ instead of none',
    '*.amount: at most 20 items',
    '*.currencies[]: maxLength 50 instead of none',
    '*.currencies: at most 100 items',
    '*.transactionTypes: at most 20 items',
  ],
  'a batch may hold accounts of chains, which need xpub (api.md, "Rules for account creation")': [
    'CreateAccountBatch.accounts[].xpub: added',
  ],
  'EUR is taken when an account is opened and neither it nor its customer names a currency': [
    '*.customer.accountingCurrency: default none instead of EUR',
    'CreateAccountBatch.accounts[].customer.accountingCurrency: default none instead of EUR',
  ],
  'left out, the own rate of the virtual currency counts': [
    'CreateTransaction.baseRate: default none instead of 1',
    'BatchCreateTransaction.transaction[].baseRate: default none instead of 1',
    'UnblockAmount.baseRate: default none instead of 1',
  ],
  'left out, the rate stays as it is': ['VirtualCurrencyUpdate.baseRate: default none instead of 1'],
  'every currency of the ledger is a base pair, and has a price': [
    'getExchangeRate.currency: also BADA BBCH BBTC BDOT BETH BLTC BSC BUSD_BSC BXRP CAKE CELO CEUR CUSD EGLD KCS KLAY ONE SOL VET WBNB XDC XLM',
    'getExchangeRate.basePair: also ADA ALGO BADA BAT BBCH BBTC BCH BDOT BETH BLTC BNB BSC BTC BUSD BUSD_BSC BXRP CAKE CELO CEUR CUSD EGLD FREE GMC GMC_BSC KCS KLAY LEO LINK LTC MATIC MKR MMY ONE PAX PAXG RMD SOL TRON TUSD UNI USDC USDC_MATIC USDC_MATIC_NATIVE USDT USDT_MATIC USDT_TRON VET WBNB WBTC XCON XDC XLM XRP',
    'VirtualCurrency.basePair: also ADA ALGO BADA BBCH BBTC BDOT BETH BLTC BNB BSC BUSD_BSC BXRP CAKE CELO CEUR CUSD EGLD KCS KLAY MATIC ONE SOL USDC_MATIC USDC_MATIC_NATIVE VET WBNB XDC',
    'VirtualCurrencyUpdate.basePair: also ADA ALGO BADA BBCH BBTC BDOT BETH BLTC BNB BSC BUSD_BSC BXRP CAKE CELO CEUR CUSD EGLD KCS KLAY MATIC ONE SOL USDC_MATIC USDC_MATIC_NATIVE VET WBNB XDC',
  ],
  'an answered code is one that was accepted before; the list stands where it is sent': [
    'Customer.accountingCurrency: any text',
    'Transaction.marketValue.currency: any text',
    'Transaction[].marketValue.currency: any text',
    'ExchangeRate.id: any text',
    'ExchangeRate.basePair: any text',
    'VC.basePair: any text',
  ],
  'nothing is sold here: a plan has no price, no end and no limit of credits': [
    'GetVersion200Response.price: absent',
    'GetVersion200Response.expiration: absent',
    'GetVersion200Response.creditLimit: absent',
  ],
  'told only of currencies that are tokens on a chain, and none of them is virtual': [
    'VC.trcType: absent',
    'VC.erc20Address: absent',
    'VC.issuerAccount: absent',
    'VC.chain: absent',
    'VC.initialAddress: absent',
  ],
  'an unknown customer is created with the account (api.md, "Rules for account creation")': [
    'createAccount: never customer.not.exists',
    'createAccountXpub: never customer.not.exists',
    'createAccountBatch: never customer.not.exists',
  ],
  'the customer of an account always exists': [
    'activateAccount: never customer.not.exists',
    'blockAmount: never customer.not.exists',
    'deleteAllBlockAmount: never customer.not.exists',
  ],
  'the virtual currency of an account always exists': [
    'sendTransaction: never vc.not.found',
    'sendTransactionBatch: never vc.not.found',
    'unblockAmountWithTransaction: never vc.not.found',
  ],
}

/** Codes that the documented API does not have. */
const OWN_CODES: readonly string[] = [
  // A deposit is documented, but not the report of one: the ledger's own rule, never an operation's refusal.
  'deposit.unexpected.state',
  'operation.not.found',
  'idempotency.key.reused',
  'request.too.large',
  'overloaded',
  'unavailable',
]

/** Refusals of every call, which no operation lists. */
const COMMON_CODES: readonly string[] = [
  'validation.failed',
  'subscription.invalid',
  'subscription.not.active',
  ...OWN_CODES,
]

/** JSON schema as TypeBox makes it: the keywords that the catalogue uses. */
interface Schema {
  readonly $id?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const plain = (schema: TSchema): Schema => JSON.parse(JSON.stringify(schema))
const words = (text: string | undefined): string[] => (text ?? '').split(' ').filter((word) => word !== '')
const allowed = Object.values(DIFFERENCES).flat()
const anyPlace = (line: string): string => line.replace(/^[^ .]+\./, '*.')
const isAllowed = (line: string): boolean => allowed.includes(line) || allowed.includes(anyPlace(line))
const known = new Map(operations.map((operation) => [operation.id, operation]))
const documentedCodes = new Map(
  Object.entries(spec.errors).flatMap(([status, codes]) =>
    words(codes).map((code): [string, number] => [code, Number(status)]),
  ),
)

const LIMITS = [
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['minLength', 'minLength'],
  ['maxLength', 'maxLength'],
  ['pattern', 'pattern'],
] as const

/** Of what is sent, everything counts; of what is answered, only what a reader of it relies on. */
type Direction = 'sent' | 'answered'

function* compareFields(
  place: string,
  direction: Direction,
  wanted: SpecFields,
  { properties = {}, required = [] }: Schema,
): Generator<string> {
  for (const [name, schema] of Object.entries(wanted)) {
    const own = properties[name]
    const where = `${place}.${name}`
    if (own === undefined) {
      yield `${where}: absent`
      continue
    }
    const isRequired = required.includes(name)
    if (schema.required === true && !isRequired) yield `${where}: optional`
    if (schema.required !== true && isRequired && direction === 'sent') yield `${where}: required`
    yield* compare(where, direction, schema, own)
  }
  for (const name of Object.keys(properties)) {
    if (!Object.hasOwn(wanted, name)) yield `${place}.${name}: added`
  }
}

function* compare(place: string, direction: Direction, wanted: SpecSchema, own: Schema): Generator<string> {
  const model = wanted.$ref === undefined ? undefined : spec.models[wanted.$ref]
  if (model?.fields !== undefined) {
    if (direction === 'sent' && own.additionalProperties !== false) yield `${place}: takes unknown fields`
    yield* compareFields(place, direction, model.fields, own)
    return
  }
  if (wanted.type === 'array') {
    if (own.type !== 'array' || own.items === undefined) yield `${place}: no list`
    else if (wanted.items !== undefined) yield* compare(`${place}[]`, direction, wanted.items, own.items)
    if (own.minItems !== undefined) yield `${place}: at least ${own.minItems} items`
    if (own.maxItems !== undefined) yield `${place}: at most ${own.maxItems} items`
    return
  }
  const type = own.enum === undefined ? own.type : 'string'
  if (type !== wanted.type && !(direction === 'answered' && wanted.type === 'number' && type === 'integer')) {
    yield `${place}: ${type} instead of ${wanted.type}`
  }
  const members = words(wanted.enum ?? model?.enum).filter((member) => fits(member, wanted))
  if (members.length > 0 || own.enum !== undefined) yield* compareMembers(place, direction, members, own.enum)
  if (direction === 'answered') return
  if (own.enum !== undefined) {
    for (const member of own.enum) if (!fits(member, wanted)) yield `${place}: ${member} is out of limits`
  } else {
    for (const [documented, keyword] of LIMITS) {
      if (wanted[documented] === own[keyword]) continue
      yield `${place}: ${keyword} ${own[keyword] ?? 'none'} instead of ${wanted[documented] ?? 'none'}`
    }
  }
  if (wanted.default !== own.default) {
    yield `${place}: default ${own.default ?? 'none'} instead of ${wanted.default ?? 'none'}`
  }
}

function* compareMembers(
  place: string,
  direction: Direction,
  wanted: readonly string[],
  own: readonly string[] | undefined,
): Generator<string> {
  if (own === undefined) {
    yield `${place}: any text`
    return
  }
  const missing = wanted.filter((member) => !own.includes(member))
  const added = own.filter((member) => !wanted.includes(member))
  if (missing.length > 0 && direction === 'sent') yield `${place}: without ${missing.join(' ')}`
  if (added.length > 0) yield `${place}: also ${added.join(' ')}`
}

function fits(text: string, { minLength = 0, maxLength = 1_000 }: SpecSchema): boolean {
  return text.length >= minLength && text.length <= maxLength
}

/** Everything in which the operation is not what the documents say. */
function* differences(wanted: SpecOperation, own: AnyOperation): Generator<string> {
  const object = (properties: TProperties): Schema => plain(Type.Object(properties))
  if (own.area !== wanted.area) yield `${own.id}: area ${own.area}`
  yield* compareFields(own.id, 'sent', wanted.params, object(own.params))
  yield* compareFields(own.id, 'sent', wanted.query, object(own.query))
  if (wanted.body === null || own.body === null) {
    if (own.body !== null) yield `${own.id}: has a body`
    if (wanted.body !== null) yield `${own.id}: has no body`
  } else {
    const body = plain(own.body)
    if (body.$id !== wanted.body) yield `${own.id}: body ${body.$id}`
    yield* compare(wanted.body, 'sent', { $ref: wanted.body }, body)
  }
  if (wanted.status !== (own.output === null ? 204 : 200)) yield `${own.id}: status`
  yield* compareAnswer(own.id, wanted.answer, own.output)
  for (const code of words(wanted.refusals)) {
    // A code that the table of refusals does not have belongs to a part of the API that is not here.
    if (code in REJECTIONS && !own.errors.includes(code as RejectionCode)) yield `${own.id}: never ${code}`
  }
}

function* compareAnswer(id: string, wanted: string | null, output: TSchema | null): Generator<string> {
  if (wanted === null || output === null) {
    if (wanted !== null || output !== null)
      yield `${id}: answers ${output === null ? 'nothing' : 'something'}`
    return
  }
  const own = plain(output)
  const name = wanted.replace('[]', '')
  const item = wanted.endsWith('[]') ? own.items : own
  if (wanted.endsWith('[]') && own.type !== 'array') yield `${id}: answers no list`
  const model = spec.models[name]
  if (model === undefined) {
    if (item?.type !== name) yield `${id}: answers ${item?.type}`
    return
  }
  if (item?.$id !== name) yield `${id}: answers ${item?.$id}`
  if (item === undefined) return
  if (model.oneOf === undefined) {
    yield* compare(name, 'answered', { $ref: name }, item)
    return
  }
  if (model.oneOf.length !== item.anyOf?.length) yield `${name}: ${item.anyOf?.length} kinds`
  for (const [index, kind] of model.oneOf.entries()) {
    yield* compare(kind.items?.$ref ?? name, 'answered', kind, item.anyOf?.[index] ?? {})
  }
}

const pairs = spec.operations.flatMap((wanted): [string, SpecOperation, AnyOperation][] => {
  const own = known.get(wanted.id)
  return own === undefined ? [] : [[wanted.id, wanted, own]]
})

describe('the catalogue', () => {
  it('has each documented operation once, and no other', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual(spec.operations.map(({ id }) => id).sort())
    for (const [name, operation] of Object.entries(catalogue)) expect(operation.id).toBe(name)
    expect(new Set(operations)).toEqual(new Set(Object.values(catalogue)))
  })

  it.each(pairs)('%s has its method and path, and is told from its siblings', (_, wanted, own) => {
    expect([own.method, own.path]).toEqual([wanted.method, wanted.path])
    expect([...own.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(own.params))
    expect(own.toldBy).toEqual(wanted.toldBy)
    const siblings = operations.filter(({ method, path }) => method === own.method && path === own.path)
    // One of them at most may be told by nothing: it takes what the others leave.
    expect(siblings.filter(({ toldBy }) => toldBy.length === 0).length).toBeLessThanOrEqual(1)
    for (const field of own.toldBy) expect(plain(own.body ?? Type.Object({})).required).toContain(field)
  })

  it.each(pairs)('%s takes, answers and refuses what is documented', (_, wanted, own) => {
    expect([...differences(wanted, own)].filter((line) => !isAllowed(line))).toEqual([])
  })

  it('allows no difference that there is not', () => {
    const found = pairs.flatMap(([, wanted, own]) => [...differences(wanted, own)])
    const lines = new Set([...found, ...found.map(anyPlace)])
    expect(allowed.filter((line) => !lines.has(line))).toEqual([])
  })

  it.each(pairs)('%s has its price', (_, wanted, own) => {
    // Any operation's price, asked only of what the test gives it.
    const price = own.price as Price<unknown>
    if (!wanted.creditsStated) {
      expect(price).toEqual({ kind: 'unstated', credits: Number(wanted.credits) })
      return
    }
    const [, base, each, item] = /^(\d+)(?: \+ (\d+) per (.+))?$/.exec(wanted.credits) ?? []
    if (each === undefined) {
      expect(price).toEqual({ kind: 'flat', credits: Number(base) })
      return
    }
    expect(price).toMatchObject({ kind: 'perItem', base: Number(base), each: Number(each), item })
    const three = [{}, {}, {}]
    expect(priceOf(price, { accounts: three, transaction: three }, 3)).toBe(Number(base) + 3 * Number(each))
  })

  it.each(pairs)('%s refuses with codes of the documents', (_, wanted, own) => {
    expect(new Set(own.errors).size).toBe(own.errors.length)
    for (const code of own.errors) {
      expect(COMMON_CODES).not.toContain(code)
      expect([...words(wanted.refusals), ...documentedCodes.keys()]).toContain(code)
      expect(REJECTIONS[code].status).toBe(403)
    }
  })

  it('lets every call be flat: no parameter shares its name with another or with a field', () => {
    for (const { id, params, query, body } of operations) {
      const names = [params, query, body?.properties ?? {}].flatMap((part) => Object.keys(part))
      expect(new Set(names).size, id).toBe(names.length)
    }
  })
})

describe('the table of refusals', () => {
  it('has the documented status of every documented code', () => {
    for (const [code, { status }] of Object.entries(REJECTIONS)) {
      if (!OWN_CODES.includes(code)) expect([code, documentedCodes.get(code)]).toEqual([code, status])
    }
  })

  it('has no code of its own but these', () => {
    expect(Object.keys(REJECTIONS).filter((code) => !documentedCodes.has(code))).toEqual(OWN_CODES)
  })
})
