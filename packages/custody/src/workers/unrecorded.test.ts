/** What is left of a block, whatever of it is recorded: what a part changes, and nothing else. */
import {
  type AccountId,
  type ApiKeyId,
  assignAddress,
  beginFollowing,
  CURSORS,
  DEPOSITS,
  MULTI_TRANSFERS,
  OUTPUTS,
  observeBlock,
  observeMore,
  openAccount,
  type Receipt,
  type Rule,
  recordDeposit,
  SIGHTINGS,
  type TenantId,
  undoBlock,
} from '@tallystick/core'
import { Engine, memoryStorage } from '@tallystick/engine'
import { expect, it } from 'vitest'
import { unrecorded } from './unrecorded.js'

const ON = { chain: 'XRP', network: 'testnet' }
const TENANT = 'alpha' as TenantId
const ADDRESS = 'address'
const TXS = ['a', 'b', 'c', 'd'] as const
const NOBODY = `0x${'0'.repeat(40)}`
const NOTHING = { receipts: [], made: [], spent: [] } as const

const engine = new Engine({ storage: memoryStorage(), warn: () => undefined })
const { query } = engine

function decide<Command, Output>(rule: Rule<Command, Output>, command: Command): Promise<Output> {
  return engine.execute({
    ...{ caller: { tenant: TENANT, apiKey: '' as ApiKeyId }, rule, command, price: () => 0 },
    ...{ present: (output: Output) => output, idempotency: null },
  })
}

const cursor = async () => (await query.list(CURSORS))[0] ?? expect.fail('nobody follows the chain')

async function open(): Promise<AccountId> {
  const codes = { accountingCurrency: null, accountCode: null, accountNumber: null }
  const account = { currency: 'XRP', xpub: null, customer: null, ...codes }
  const { id } = (await decide(openAccount, { tenant: TENANT, account })).account
  const place = { ...ON, tenant: TENANT, account: id, currency: 'XRP', home: 'testnet' as const, tag: '' }
  await decide(assignAddress, { ...place, address: ADDRESS, shown: ADDRESS })
  return id
}

const receipt = (txId: string): Receipt => ({
  ...{ tenant: TENANT, currency: 'XRP', txId, position: 0, address: ADDRESS, tag: '' },
  ...{ amount: 5n, from: null, matures: 11 + 9 },
})
const transfer = (place: string, from: string, to: string) => ({
  ...{ contract: 'contract', txId: 'tx', place, tokenId: '1', amount: 1n, from, to, operator: from },
})
const ALL = {
  receipts: TXS.map(receipt),
  made: TXS.map((txId) => ({
    ...{ tenant: TENANT, txId, index: 0, address: ADDRESS, wallet: ADDRESS, derivationKey: null },
    ...{ value: 5n, scale: 6, matures: 11 },
  })),
  spent: [{ tenant: TENANT, txId: 'a', index: 0, address: ADDRESS, by: 'b' }],
  sighted: TXS.map((txId) => ({
    ...{ tenant: TENANT, kind: 'ADDRESS_TRANSACTION' as const, object: 'object', place: txId, txId },
    ...{ outputs: {}, body: '{}' },
  })),
  multi: {
    created: [{ contract: 'contract', txId: 'a' }],
    transfers: [
      transfer('1', NOBODY, 'anna'),
      transfer('2', 'anna', 'ben'),
      transfer('3', 'ben', 'ben'),
      transfer('4', 'ben', NOBODY),
    ],
  },
}
/** Those from a place on; what is spent stays. */
const from = (start: number, end?: number): typeof ALL => ({
  receipts: ALL.receipts.slice(start, end),
  made: ALL.made.slice(start, end),
  spent: ALL.spent,
  sighted: ALL.sighted.slice(start, end),
  multi: {
    created: start > 0 ? [] : ALL.multi.created,
    transfers: ALL.multi.transfers.slice(start, end),
  },
})

it('is all, the rest, nothing but what it spends, and all again once the block is undone', async () => {
  const account = await open()
  await decide(beginFollowing, { ...ON, block: { height: 10, hash: 'ten' } })
  const left = async (all: typeof ALL = ALL) => unrecorded(query, await cursor(), all)
  expect(await left()).toEqual(ALL)
  await decide(observeBlock, {
    ...{ ...ON, revision: 1, parent: 'ten', block: { height: 11, hash: 'eleven' }, window: 3 },
    ...{ ...from(0, 2), spent: [], maturing: [], holdings: [], unfinished: true },
  })
  expect(await left()).toEqual(from(2))
  // A program has reported it: the block changes nothing of it.
  await decide(recordDeposit, {
    ...{ tenant: TENANT, account, currency: 'XRP', amount: '0.000005', txId: 'c', vout: 0, address: ADDRESS },
    ...{ from: null, derivationKey: 0, blockHeight: 11, blockHash: 'eleven', status: 'Done' },
  })
  expect((await left()).receipts).toEqual(ALL.receipts.slice(3))
  await decide(observeMore, { ...ON, ...from(2), revision: 2 })
  const nothing = { ...from(4), multi: { created: [], transfers: [] } }
  expect(await left()).toEqual(nothing)
  // It leaves no trace, so it would be left for ever.
  const burnt = { created: [], transfers: [transfer('5', NOBODY, NOBODY)] }
  expect(await left({ ...ALL, multi: burnt })).toEqual(nothing)
  const [deposits, made, sighted, transfers] = await Promise.all([
    query.list(DEPOSITS),
    query.list(OUTPUTS),
    query.list(SIGHTINGS),
    query.list(MULTI_TRANSFERS),
  ])
  const undone = { deposits, made, spent: made, sighted, holdings: [] }
  const multi = { created: ALL.multi.created, transfers }
  await decide(undoBlock, { ...ON, ...undone, multi, revision: 3, unfinished: true })
  expect(await left()).toEqual({ ...ALL, receipts: ALL.receipts.filter(({ txId }) => txId !== 'c') })
  await decide(observeMore, { ...ON, ...NOTHING, ...from(0), revision: 4 })
  expect(await left()).toEqual(nothing)
})
