/**
 * What subscribers are told, against the documented models (spec.fixture.json): all fields, their types, and which are
 * always there. Differences have a reason in payload-differences.fixture.ts.
 */
import {
  recordSend,
  type SignatureId,
  SUBSCRIPTION_TYPES,
  type SubscriptionType,
  settleSend,
  WEBHOOKS,
} from '@tallystick/core'
import { type Block, type Blocks, type Chains, records, TRANSFER } from '@tallystick/custody'
import { embeddedCaller } from '@tallystick/engine'
import { beforeAll, expect, it } from 'vitest'
import { nodelessChains } from './chains.fixture.js'
import { fundedAccount } from './ledger.fixture.js'
import { PAYLOAD_DIFFERENCES } from './payload-differences.fixture.js'
import { type SpecFields, type SpecSchema, spec, words } from './spec.fixture.js'
import type { Tallystick } from './tallystick.js'
import { openWorld, pendingSignature, type World } from './world.fixture.js'

const MODELS: Readonly<Record<SubscriptionType, string>> = {
  ADDRESS_TRANSACTION: 'WebhookAddressTransaction',
  CONTRACT_NFT_TXS_PER_BLOCK: 'WebhookContractNftTxsPerBlock',
  CONTRACT_MULTITOKEN_TXS_PER_BLOCK: 'WebhookContractMultitokenTxsPerBlock',
  CONTRACT_LOG_EVENT: 'WebhookContractLogEvent',
  ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION: 'WebhookAccountIncoming',
  ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION: 'WebhookAccountPending',
  TRANSACTION_IN_THE_BLOCK: 'WebhookTransactionInTheBlock',
  KMS_COMPLETED_TX: 'WebhookKmsCompletedTx',
  KMS_FAILED_TX: 'WebhookKmsFailedTx',
  CUSTOMER_TRADE_MATCH: 'WebhookCustomerTradeMatch',
  CUSTOMER_PARTIAL_TRADE_MATCH: 'WebhookCustomerPartialTradeMatch',
  // No webhooks: getSubscriptionReport answers a list of these.
  ACCOUNT_BALANCE_LIMIT: 'Account',
  TRANSACTION_HISTORY_REPORT: 'Transaction',
}

type Body = Readonly<Record<string, unknown>>

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

function* wrong(place: string, wanted: SpecSchema, value: unknown): Generator<string> {
  const fields = wanted.$ref === undefined ? undefined : spec.models[wanted.$ref]?.fields
  if (fields !== undefined) return yield* wrongIn(place, fields, value as Body)
  const allowed = (wanted.type ?? 'string').split('|')
  if (!allowed.includes(typeOf(value))) yield `${place}: ${typeOf(value)} instead of ${wanted.type}`
  const members = words(wanted.enum ?? spec.models[wanted.$ref ?? '']?.enum)
  if (members.length > 0 && !members.includes(String(value))) yield `${place}: ${value} is no member`
  if (!Array.isArray(value) || wanted.items === undefined) return
  for (const item of value) yield* wrong(`${place}[]`, wanted.items, item)
}

function* wrongIn(place: string, fields: SpecFields, value: Body): Generator<string> {
  for (const [name, schema] of Object.entries(fields)) {
    if (value[name] !== undefined) yield* wrong(`${place}.${name}`, schema, value[name])
    else if (schema.required === true) yield `${place}.${name}: absent`
  }
  for (const name of Object.keys(value)) if (!Object.hasOwn(fields, name)) yield `${place}.${name}: added`
}

/** Documented fields that no body has. */
function* never(place: string, fields: SpecFields, bodies: readonly Body[]): Generator<string> {
  for (const [name, { items }] of Object.entries(fields)) {
    const values = bodies.map((body) => body[name]).filter((value) => value !== undefined)
    if (values.length === 0) yield `${place}.${name}: never there`
    const inner = spec.models[items?.$ref ?? '']?.fields
    if (inner !== undefined) yield* never(`${place}.${name}[]`, inner, values.flat() as Body[])
  }
}

const fieldsOf = (type: SubscriptionType): SpecFields =>
  spec.models[MODELS[type]]?.fields ?? expect.fail(type)

const url = 'https://example.com/payloads'
const [ANNA, BEN] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const [TOKEN, TOPIC] = [`0x${'1'.repeat(40)}`, `0x${'ef'.repeat(32)}`]
const idOf = (number: number): string => `0x${String(number).padStart(64, '0')}`
const wordOf = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`
const XPUB =
  'xpub6EBKwcCqVo4H8XxBX8cp1AHUSBodjAY9foi73btpZEy7LATnuNVSEk1zfbPtrKtePKG4c62zJShETGqGRVSA3tquGXvhL75eifcWKX3XLr5'
const COIN = 10n ** 18n

const pays = (txId: string, address: string) => ({
  ...{ txId, address, position: 0, asset: null, amount: COIN, from: BEN },
})
const block = (height: number, hash: string, parent: string, over: Partial<Block> = {}): Block => ({
  ...{ height, hash, parent, time: height * 1_000, movements: [], spends: [] },
  ...over,
})

/** Blocks until deposits in this one are credited, and one more. */
const above = (name: string, { hash }: Block, more = 0): readonly Block[] =>
  Array.from({ length: records.ETH.confirmations + more }, (_, at) =>
    block(at + 2, `${name}-${at}`, at === 0 ? hash : `${name}-${at - 1}`),
  )

/** Ethereum, as its nodes would show it. */
class Shown {
  blocks: readonly Block[] = [block(0, 'zero', '')]
  waits: Block['movements'] = []

  get chains(): Chains {
    const nodeless = nodelessChains()
    const at = async (height: number) => this.blocks[height]
    const blocks: Blocks = {
      head: async () => this.blocks.at(-1) ?? expect.fail('no block'),
      header: at,
      block: at,
      mempool: () => ({
        entered: async () => this.waits.map(({ txId }) => txId),
        waiting: async (ids) => new Map(ids.map((id) => [id, { movements: this.waits, spends: [] }])),
      }),
    }
    const tokens = { find: async () => undefined, decimals: async () => 6 }
    return Object.assign(Object.create(nodeless), {
      askedBy: undefined,
      followed: [{ chain: 'ETH', network: 'testnet', from: 1 }],
      async chain(...place: Parameters<Chains['chain']>) {
        const chain = await nodeless.chain(...place)
        return chain.record.id === 'ETH' ? { ...chain, blocks, tokens } : chain
      },
    })
  }
}

/** Every event of each type that its documents tell apart. */
async function happen(): Promise<ReadonlyMap<SubscriptionType, readonly Body[]>> {
  const shown = new Shown()
  const world = await openWorld({ chains: shown.chains, warn: () => undefined })
  const { ledger } = world
  await ledger.custody.follow()
  const { id: account } = await ledger.createAccountXpub({ currency: 'ETH', xpub: XPUB })
  const { address } = await ledger.generateDepositAddress({ id: account })
  await subscribe(ledger, account, world.trader.customer)
  await chainShows(ledger, shown, address.toLowerCase())
  await signaturesEnd(world)
  await ordersMeet(world)
  const told = new Map<SubscriptionType, Body[]>()
  for (const { type, body } of await ledger.engine.query.list(WEBHOOKS))
    told.set(type, [...(told.get(type) ?? []), JSON.parse(body)])
  const balance = await ledger.createSubscriptionBalance({
    type: 'ACCOUNT_BALANCE_LIMIT',
    attr: { limit: '1', typeOfBalance: 'account' },
  })
  const reports = { ACCOUNT_BALANCE_LIMIT: balance.id, TRANSACTION_HISTORY_REPORT: world.report }
  for (const [type, id] of Object.entries(reports)) {
    const report: readonly unknown[] = await ledger.getSubscriptionReport({ id })
    told.set(type as SubscriptionType, JSON.parse(JSON.stringify(report)))
  }
  await ledger.close()
  return told
}

async function subscribe(ledger: Tallystick, account: string, customer: string): Promise<void> {
  const of = <const Type extends string, const Attr extends object>(type: Type, attr: Attr) => ({
    type,
    attr: { ...attr, url },
  })
  const chain = { chain: 'ETH' as const }
  await ledger.createSubscriptionNotification(of('ADDRESS_TRANSACTION', { ...chain, address: ANNA }))
  await ledger.createSubscriptionNftTransferEvent(of('CONTRACT_NFT_TXS_PER_BLOCK', chain))
  await ledger.createSubscriptionMultiTokenTransferEvent(of('CONTRACT_MULTITOKEN_TXS_PER_BLOCK', chain))
  await ledger.createSubscriptionContractLogEvent(of('CONTRACT_LOG_EVENT', { ...chain, event: TOPIC }))
  await ledger.createSubscriptionIncoming(of('ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION', { id: account }))
  await ledger.createSubscriptionPending(of('ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION', { id: account }))
  await ledger.createSubscriptionTxInTheBlock(of('TRANSACTION_IN_THE_BLOCK', {}))
  await ledger.createSubscriptionKMSSuccess(of('KMS_COMPLETED_TX', {}))
  await ledger.createSubscriptionKMSError(of('KMS_FAILED_TX', {}))
  await ledger.createSubscriptionTradeMatch(of('CUSTOMER_TRADE_MATCH', { id: customer }))
  await ledger.createSubscriptionPartialTradeMatch(of('CUSTOMER_PARTIAL_TRADE_MATCH', { id: customer }))
}

/** Coins and tokens wait, are in a block, and are undone. */
async function chainShows(ledger: Tallystick, shown: Shown, address: string): Promise<void> {
  shown.waits = [pays(idOf(1), ANNA), pays(idOf(2), address)]
  await ledger.custody.follow()
  const log = { address: TOKEN, data: `0x${5n.toString(16).padStart(64, '0')}` }
  const token = {
    ...{ part: 0, contract: TOKEN, tokenId: 7n, amount: 1n, from: BEN, to: ANNA, operator: null },
  }
  const [zero] = shown.blocks as [Block]
  const full = block(1, 'one', 'zero', {
    movements: [pays(idOf(1), ANNA), pays(idOf(2), address)],
    logs: [
      { ...log, txId: idOf(3), place: 0, index: 0, topics: [TRANSFER, wordOf(BEN), wordOf(ANNA)] },
      { ...log, txId: idOf(4), place: 0, index: 1, topics: [TOPIC, idOf(1), idOf(2), idOf(3)] },
    ],
    idTransfers: [
      { ...token, txId: idOf(5), place: 0, index: 2, standard: 'erc721' },
      { ...token, txId: idOf(6), place: 0, index: 3, standard: 'erc1155' },
    ],
  })
  shown.blocks = [zero, full, ...above('full', full)]
  await ledger.custody.follow()
  const other = block(1, 'another', 'zero')
  shown.blocks = [zero, other, ...above('other', other, 1)]
  await ledger.custody.follow()
}

/** One is completed, one is deleted, and a withdrawal is in a block, and no longer. */
async function signaturesEnd({ ledger, signature, paid }: World): Promise<void> {
  const { tenant, apiKey } = embeddedCaller()
  const how = { caller: embeddedCaller(), price: () => 0, present: () => null, idempotency: null }
  const deleted = await pendingSignature(ledger, 2)
  await ledger.deletePendingTransactionToSign({ id: deleted })
  const on = { tenant, chain: 'ETH', network: 'testnet', txId: idOf(7) }
  await ledger.engine.execute({
    ...how,
    rule: recordSend,
    command: {
      ...{ ...on, raw: '00', claims: [{ owner: 'sender', index: 0n }], fresh: false, replaces: false },
      ...{ signature: signature as SignatureId, apiKey, credits: 0 },
    },
  })
  const settle = (place: typeof on, event: 'sent' | 'confirmed' | 'undone') =>
    ledger.engine.execute({
      ...how,
      rule: settleSend,
      command: { ...place, event, reason: null, ...(event === 'confirmed' ? { height: 7 } : {}) },
    })
  await settle(on, 'sent')
  const withdrawn = { tenant, chain: 'BTC', network: 'testnet', txId: paid.txId }
  await settle(withdrawn, 'confirmed')
  await settle(withdrawn, 'undone')
}

/** The subscribed customer's order is filled in two parts; of his futures, one is matched in part, and none of the other. */
async function ordersMeet({ ledger, trader, pass }: World): Promise<void> {
  const { id: euro } = await ledger.createAccount({ currency: 'EUR' })
  await ledger.fund({ id: euro, amount: '1000' })
  const pair = 'BTC/EUR'
  const other = { pair, currency1AccountId: await fundedAccount(ledger, '1'), currency2AccountId: euro }
  const own = { pair, currency1AccountId: trader.first, currency2AccountId: trader.second }
  for (const amount of ['0.04', '0.06'])
    await ledger.createTrade({ type: 'BUY', price: '100', amount, ...other })
  const attr = { sealDate: ledger.engine.now() + 3_600_000 }
  await ledger.createFutureTrade({ type: 'FUTURE_SELL', price: '10', amount: '0.3', attr, ...own })
  await ledger.createFutureTrade({ type: 'FUTURE_BUY', price: '10', amount: '0.1', attr, ...other })
  await ledger.createFutureTrade({ type: 'FUTURE_SELL', price: '99', amount: '0.1', attr, ...own })
  pass(7_200_000)
  await ledger.futures.settle()
}

let told: ReadonlyMap<SubscriptionType, readonly Body[]>
beforeAll(async () => {
  told = await happen()
})

const types = Object.keys(SUBSCRIPTION_TYPES) as SubscriptionType[]
const found = (type: SubscriptionType): readonly string[] => {
  const bodies = told.get(type) ?? []
  const lines = bodies.flatMap((body) => [...wrongIn(type, fieldsOf(type), body)])
  // A report has what any answer has: see catalogue.test.ts.
  const isReport = SUBSCRIPTION_TYPES[type].about === 'report'
  return [...new Set([...lines, ...(isReport ? [] : never(type, fieldsOf(type), bodies))])]
}
const anyType = (line: string): string => line.replace(/^[A-Z_]+/, '*')
const allowed = Object.values(PAYLOAD_DIFFERENCES).flat()

it.each(types)('%s tells what is documented', (type) => {
  expect(told.get(type)?.length).toBeGreaterThan(0)
  expect(found(type).filter((line) => !allowed.includes(line) && !allowed.includes(anyType(line)))).toEqual(
    [],
  )
})

it('differs in nothing else', () => {
  const lines = new Set(types.flatMap(found).flatMap((line) => [line, anyType(line)]))
  expect(allowed.filter((line) => !lines.has(line))).toEqual([])
})

it('tells again of what a chain has undone, and of nothing else', () => {
  const undone = types.filter((type) => told.get(type)?.some(({ reorg }) => reorg === true))
  const { ACCOUNT_BALANCE_LIMIT: _balance, TRANSACTION_HISTORY_REPORT: _history, ...webhooks } = MODELS
  expect(undone.toSorted()).toEqual(
    Object.keys(webhooks)
      // What was credited is told as incoming.
      .filter((type) => !/^KMS|TRADE|PENDING/.test(type))
      .toSorted(),
  )
})
