import { describe, expect, it } from 'vitest'
import { API_KEYS } from './access/table.js'
import type { Account } from './account/account.js'
import { NotLoadedFault } from './apply.js'
import type { Blockage } from './blockage/blockage.js'
import { BLOCKAGES } from './blockage/table.js'
import { systemAccount } from './currency/decide.js'
import { CURRENCIES } from './currency/table.js'
import type { Customer } from './customer/customer.js'
import { CUSTOMERS } from './customer/table.js'
import { DEPOSITS } from './deposit/table.js'
import { type Digest, IDEMPOTENCY_RECORDS } from './idempotency/table.js'
import type { AccountId, ApiKeyId, BlockageId, CustomerId, DepositId, Reference } from './ids.js'
import {
  apiKeyKey,
  blockageKey,
  currencyKey,
  customerKey,
  depositKey,
  externalIdKey,
  idempotencyRecordKey,
} from './key.js'
import { blockagesOf, OTHER_TENANT, TENANT, TestLedger, world } from './ledger.fixture.js'
import { Layer } from './shelf.js'
import { View } from './view.js'

describe('Layer', () => {
  it('reads through to what lies below, and writes on top', () => {
    const below = new Layer<string, number>()
    below.set('a', 1)
    const top = new Layer(below)
    expect(top.get('a')).toBe(1)
    top.set('a', 2)
    top.set('b', 3)
    expect([top.get('a'), top.get('b')]).toEqual([2, 3])
    expect([below.get('a'), below.get('b')]).toEqual([1, undefined])
  })

  it('sees what is written below later, unless it has its own', () => {
    const below = new Layer<string, number>()
    const top = new Layer(below)
    top.set('a', 1)
    below.set('a', 5)
    below.set('b', 6)
    expect([top.get('a'), top.get('b')]).toEqual([1, 6])
  })

  it('remembers a deletion, whatever lies below, until it is set again', () => {
    const bottom = new Layer<string, number>()
    bottom.set('a', 1)
    const middle = new Layer(bottom)
    const top = new Layer(middle)
    middle.delete('a')
    expect([bottom.get('a'), middle.get('a'), top.get('a')]).toEqual([1, undefined, undefined])
    expect([...top.values()]).toEqual([])
    top.set('a', 2)
    expect([middle.get('a'), top.get('a')]).toEqual([undefined, 2])
    top.delete('never')
    expect(top.get('never')).toBeUndefined()
  })

  it('lists each key once, with the value that stands', () => {
    const bottom = new Layer<string, string>()
    for (const key of ['a', 'b', 'c', 'd']) bottom.set(key, `${key}0`)
    const middle = new Layer(bottom)
    middle.set('b', 'b1')
    middle.delete('c')
    middle.set('e', 'e1')
    const top = new Layer(middle)
    top.set('a', 'a2')
    top.delete('e')
    top.set('c', 'c2')
    expect([...top.values()].sort()).toEqual(['a2', 'b1', 'c2', 'd0'])
    expect([...middle.values()].sort()).toEqual(['a0', 'b1', 'd0', 'e1'])
    expect([...bottom.values()].sort()).toEqual(['a0', 'b0', 'c0', 'd0'])
  })
})

const ids = {
  account: 'a'.repeat(24) as AccountId,
  customer: 'c'.repeat(24) as CustomerId,
  blockage: 'b'.repeat(24) as BlockageId,
  apiKey: 'd'.repeat(24) as ApiKeyId,
}
const customer: Customer = {
  id: ids.customer,
  tenant: TENANT,
  externalId: 'alice',
  enabled: true,
  active: true,
  accountingCurrency: null,
  customerCountry: null,
  providerCountry: null,
  activeAccounts: 1,
  created: 0,
}
const world0 = systemAccount(new TestLedger().env, TENANT, 'world', 'BTC', 8)
const account: Account = { ...world0, id: ids.account, role: null, customer: ids.customer }
const blockage: Blockage = {
  id: ids.blockage,
  tenant: TENANT,
  account: ids.account,
  amount: 5n,
  type: 'CARD',
  description: null,
  freeze: false,
  created: 0,
}

function loaded(): View {
  const view = new View()
  view.putAccount(account)
  view.putAccount(world0)
  view.put(CUSTOMERS, customer)
  return view
}

describe('View', () => {
  it('finds what is put, by tenant', () => {
    const view = loaded()
    view.put(BLOCKAGES, blockage)
    view.put(CURRENCIES, {
      tenant: TENANT,
      name: 'VC_A',
      scale: 18,
      baseRate: '1',
      basePair: 'EUR',
      description: null,
      account: ids.account,
      customer: null,
      created: 0,
    })
    view.put(API_KEYS, {
      id: ids.apiKey,
      tenant: TENANT,
      hash: '',
      hint: '',
      name: '',
      network: 'testnet',
      plan: 'free',
      addresses: [],
      frozen: false,
      revoked: false,
      created: 0,
    })
    const record = {
      tenant: TENANT,
      key: 'k' as Digest,
      requestHash: '' as Digest,
      reference: null,
      created: 0,
    }
    view.put(IDEMPOTENCY_RECORDS, { ...record, body: '1' })
    view.put(
      DEPOSITS,
      {
        id: 'e'.repeat(24) as DepositId,
        tenant: TENANT,
        account: ids.account,
        currency: 'BTC',
        scale: 8,
        amount: 1n,
        txId: 't',
        vout: 0,
        address: 'x',
        from: null,
        xpub: null,
        derivationKey: 0,
        blockHeight: 1,
        blockHash: null,
        status: 'Done',
        spent: false,
        reference: 'r' as Reference,
        created: 0,
      },
      { output: 'output' },
    )
    const found = (tenant: typeof TENANT) => [
      view.account(tenant, ids.account)?.id,
      view.find(customerKey(tenant, ids.customer))?.id,
      view.find(externalIdKey(tenant, 'alice'))?.id,
      view.find(blockageKey(tenant, ids.blockage))?.id,
      view.find(currencyKey(tenant, 'VC_A'))?.name,
      view.find(apiKeyKey(tenant, ids.apiKey))?.id,
      view.find(idempotencyRecordKey(tenant, 'k' as Digest))?.body,
      view.find(depositKey(tenant, 'output'))?.txId,
      view.systemAccount(tenant, 'world', 'BTC')?.id,
    ]
    expect(found(TENANT)).toEqual([
      ids.account,
      ids.customer,
      ids.customer,
      ids.blockage,
      'VC_A',
      ids.apiKey,
      '1',
      't',
      world('BTC'),
    ])
    expect(found(OTHER_TENANT)).toEqual(Array(9).fill(undefined))
  })

  it('shows the ledger’s own accounts by role only', () => {
    const view = loaded()
    expect(view.account(TENANT, world0.id)).toBeUndefined()
    expect(view.systemAccount(TENANT, 'world', 'BTC')).toBe(world0)
    expect(view.systemAccount(TENANT, 'mint', 'BTC')).toBeUndefined()
  })

  it('keeps what a fork applies in the fork, and its log apart', () => {
    const view = loaded()
    view.apply({ type: 'blockage.placed', blockage })
    const fork = view.fork()
    fork.apply({ type: 'blockage.released', blockage })
    fork.apply({
      type: 'customer.updated',
      customer: { ...customer, externalId: 'alicia' },
    })
    expect(fork.account(TENANT, ids.account)?.blocked).toBe(0n)
    expect(blockagesOf(fork, ids.account)).toEqual([])
    expect(fork.find(externalIdKey(TENANT, 'alice'))).toBeUndefined()
    expect(fork.find(externalIdKey(TENANT, 'alicia'))?.id).toBe(ids.customer)
    expect(fork.changes.map((change) => change.type)).toEqual(['blockage.released', 'customer.updated'])

    expect(view.account(TENANT, ids.account)?.blocked).toBe(5n)
    expect(blockagesOf(view, ids.account)).toEqual([blockage])
    expect(view.find(externalIdKey(TENANT, 'alice'))?.externalId).toBe('alice')
    expect(view.find(externalIdKey(TENANT, 'alicia'))).toBeUndefined()
    expect(view.changes).toHaveLength(1)

    for (const change of fork.changes) view.apply(change)
    expect(blockagesOf(view, ids.account)).toEqual([])
    expect(view.find(externalIdKey(TENANT, 'alice'))).toBeUndefined()
  })

  it('forks a fork', () => {
    const view = loaded()
    const fork = view.fork().fork()
    fork.apply({ type: 'blockage.placed', blockage })
    expect(fork.account(TENANT, ids.account)?.blocked).toBe(5n)
    expect(view.account(TENANT, ids.account)?.blocked).toBe(0n)
  })

  it('keeps a customer’s external id when something else of it changes', () => {
    const view = loaded()
    view.apply({
      type: 'customer.updated',
      customer: { ...customer, enabled: false },
    })
    expect(view.find(externalIdKey(TENANT, 'alice'))?.enabled).toBe(false)
  })

  it('moves `frozenBy` for a freeze and `blocked` for a hold', () => {
    const view = loaded()
    const freeze: Blockage = { ...blockage, id: 'f'.repeat(24) as BlockageId, freeze: true, amount: 0n }
    view.apply({ type: 'blockage.placed', blockage: freeze })
    expect(view.account(TENANT, ids.account)).toMatchObject({ blocked: 0n, frozenBy: freeze.id })
    view.apply({ type: 'blockage.placed', blockage })
    view.apply({ type: 'blockage.released', blockage: freeze })
    expect(view.account(TENANT, ids.account)).toMatchObject({ blocked: 5n, frozenBy: null })
  })

  it('faults on a change to an account that was never loaded', () => {
    const view = new View()
    expect(() => view.apply({ type: 'blockage.placed', blockage })).toThrow(NotLoadedFault)
    expect(() => view.apply({ type: 'blockage.placed', blockage })).toThrow(/needs\(\)/)
  })
})
