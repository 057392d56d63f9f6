/**
 * No call may be as long as its sender likes: every list that is sent has a limit, and every list that is answered
 * has pages, or a limit by its nature, which is said here.
 */
import { expect, it } from 'vitest'
import { catalogue, operations } from './catalogue/index.js'
import type { AnyOperation } from './operation.js'
import { ArgumentCheck } from './wire/validate.js'

const all = operations.map((operation): [string, AnyOperation] => [operation.id, operation])

/** The lists in a schema that have no `maxItems`, by their paths. */
function* unlimited(schema: unknown, path: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  const { type, maxItems, items, properties, anyOf } = schema as Readonly<Record<string, unknown>>
  if (type === 'array' && maxItems === undefined) yield path
  yield* unlimited(items, `${path}[]`)
  for (const [name, inner] of Object.entries(properties ?? {})) yield* unlimited(inner, `${path}.${name}`)
  for (const inner of Array.isArray(anyOf) ? anyOf : []) yield* unlimited(inner, path)
}

it.each(all)('%s: every list that is sent has a limit', (id, { params, query, body, document }) => {
  const sent = [{ properties: { ...params, ...query } }, body, document]
  expect(sent.flatMap((schema) => [...unlimited(schema, id)])).toEqual([])
})

/** Lists without pages, and what limits them. */
const WITHOUT_PAGES: Readonly<Record<string, string>> = {
  createAccountBatch: 'one for each item of the body',
  generateDepositAddressesBatch: 'one for each item of the body',
  getAllDepositAddresses: 'the newest 10,000 (MOST_ADDRESSES)',
  sendTransactionBatch: 'one for each item of the body',
  sendLinkedTransactions: 'one for each item of the body',
  getCredits: 'thirty days',
  getSubscriptionReport: 'the newest 20,000 records (LONGEST_REPORT)',
  custodialGetWallets: 'the oldest 10,000 (MOST_WALLETS)',
  custodialGetWallet: 'one',
  getBuyTradesBody: 'pages of 50 (PageSize), in the body',
  getSellTradesBody: 'pages of 50 (PageSize), in the body',
  getMatchedTrades: 'pages of 50 (PageSize), in the body',
  getHistoricalTradesBody: 'pages of 50 (PageSize), in the body',
  chartRequest: '200 points (MOST)',
  getPendingTransactionsToSign: 'the oldest 2,500 (MOST_PENDING)',
  receivePendingTransactionsToSign: 'the oldest 2,500 (MOST_PENDING)',
  btcGetBalanceOfAddressBatch: 'one for each address of the query (MAX_ADDRESSES)',
  dogeGetBalanceOfAddressBatch: 'one for each address of the query (MAX_ADDRESSES)',
  btcGetTxByAddressBatch: 'one for each address of the body (MAX_ADDRESSES), each with the newest 20',
  multiTokenGetAddressBalance: 'the first 5,000 (MOST_BALANCES)',
  multiTokenGetBalanceBatch: 'one for each pair of the query (MAX_ASKED)',
  precalculateGasPumpAddresses: 'one for each index of the body (MOST_ADDRESSES)',
  scGetCustodialAddresses: 'what one transaction has made, which the gas of a block limits',
  bchGetTxByAddress: 'pages of the documented size, by skip',
  btcGetMempool: "the node's own list, which a configuration limits in bytes",
  dogeGetMempool: "the node's own list, which a configuration limits in bytes",
  xlmGetAccountTx: 'pages of 200, which is what Horizon has at most, by the token of the last one',
  egldGetTransactionAddress: 'the latest 20',
  xlmGetLedgerTx: 'all of one ledger: the network limits how many operations it has',
  ltcGetMempool: "the node's own list, which a configuration limits in bytes",
}

function isList(schema: unknown): boolean {
  const { type, anyOf } = schema as { readonly type?: unknown; readonly anyOf?: readonly unknown[] }
  return type === 'array' || (anyOf ?? []).some(isList)
}

const lists = all.filter(([, { output }]) => output !== null && isList(output))

it.each(lists)('%s: the list that is answered has pages', (id, { query }) => {
  const limit = (query['pageSize'] as { readonly maximum?: number } | undefined)?.maximum
  if (limit === undefined) expect(Object.keys(WITHOUT_PAGES)).toContain(id)
  else expect(limit).toBeLessThanOrEqual(50)
})

/** Processor time, and not the clock, because others use the machine; the best of several tries. */
function cost(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

it('half a million invalid items cost no more than a thousand, and are named as what they are', () => {
  const check = new ArgumentCheck(catalogue.sendTransactionBatch)
  const invalid = (count: number) => ({
    senderAccountId: 'a'.repeat(24),
    transaction: Array.from({ length: count }, () => 0),
  })
  const [many, thousand] = [invalid(500_000), invalid(1_000)]
  expect(check.flat(thousand)).toMatchObject({ ok: false })
  expect(check.parts({ params: {}, query: {}, body: many })).toEqual({
    ok: false,
    violations: [
      {
        target: 'body',
        property: 'transaction',
        value: '[array]',
        constraints: { maxItems: 'transaction must have at most 1000 items, and has 500000' },
      },
    ],
  })
  const least = cost(() => check.parts({ params: {}, query: {}, body: thousand }))
  expect(cost(() => check.parts({ params: {}, query: {}, body: many }))).toBeLessThan(least + 5)
})

it('no more than 20 faults are told, and no more are looked for', () => {
  const check = new ArgumentCheck(catalogue.sendTransactionBatch)
  const body = { senderAccountId: '', transaction: Array.from({ length: 1_000 }, () => ({})) }
  const checked = check.parts({ params: {}, query: {}, body })
  expect(checked.ok ? 0 : checked.violations.length).toBeLessThanOrEqual(20)
})
