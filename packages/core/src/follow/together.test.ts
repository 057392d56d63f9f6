/**
 * A block that pays to an address, in one unit of work with the command that gives the address away: what is loaded for
 * the block does not know whose address it becomes.
 */
import { describe, expect, it } from 'vitest'
import { openAccount } from '../account/decide.js'
import { DEPOSITS } from '../deposit/table.js'
import { assignAddress, generateAddresses, removeAddress } from '../deposit-address/decide.js'
import type { AccountId } from '../ids.js'
import { asks, TENANT, TestLedger } from '../ledger.fixture.js'
import { subscribe } from '../subscription/decide.js'
import { asked } from '../subscription/subscription.fixture.js'
import { WEBHOOKS } from '../webhook/table.js'
import { beginFollowing, observeBlock } from './decide.js'

/** Its accounts may have an xpub, or none. */
const CURRENCY = 'XRP'
const ON = { chain: CURRENCY, network: 'testnet' } as const
const LOCATED = { ...ON, home: 'testnet', address: 'address', tag: '', shown: 'address' } as const
const PLACE = { ...ON, tenant: TENANT, address: 'address', tag: '', currency: CURRENCY }
const TYPE = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'

class Together {
  readonly ledger = new TestLedger()

  constructor() {
    this.ledger.must(beginFollowing, { ...ON, block: { height: 10, hash: 'first' } })
  }

  wanted(xpub: string | null) {
    const codes = { accountingCurrency: null, accountCode: null, accountNumber: null }
    return { currency: CURRENCY, xpub, customer: null, ...codes }
  }

  open(xpub: string | null): AccountId {
    const account = this.wanted(xpub)
    const { id } = this.ledger.must(openAccount, { tenant: TENANT, account }).account
    this.ledger.must(subscribe, asked({ type: TYPE, object: id }))
    return id
  }

  get block() {
    const receipt = {
      tenant: TENANT,
      currency: CURRENCY,
      txId: 'tx',
      position: 0,
      address: 'address',
      tag: '',
    }
    return asks(observeBlock, {
      ...{ ...ON, revision: 1, parent: 'first', block: { height: 11, hash: 'second' }, window: 3 },
      ...{ maturing: [], made: [], spent: [], holdings: [] },
      receipts: [{ ...receipt, amount: 5n, from: null, matures: 11 }],
    })
  }

  /** Whose the deposit is, and who was told. */
  get paid() {
    const { kept } = this.ledger
    return [...kept.all(DEPOSITS)]
      .map(({ account }) => account)
      .concat([...kept.all(WEBHOOKS)].map(({ object }) => object as AccountId))
  }
}

const derived = { ...LOCATED, pool: { address: 'pool', xpub: 'xpub' }, index: 1, seen: 0 }

describe('a block and a new address in one unit of work', () => {
  it('that an account generates', () => {
    const world = new Together()
    const account = world.open('xpub')
    const addresses = [{ account, currency: CURRENCY, derived }]
    world.ledger.together(asks(generateAddresses, { tenant: TENANT, addresses }), world.block)
    expect(world.paid).toEqual([account, account])
  })

  it('that was another account’s before', () => {
    const world = new Together()
    const [before, account] = [world.open(null), world.open(null)]
    world.ledger.must(assignAddress, { ...LOCATED, tenant: TENANT, account: before, currency: CURRENCY })
    world.ledger.must(removeAddress, { ...PLACE, account: before })
    const assigned = asks(assignAddress, { ...LOCATED, tenant: TENANT, account, currency: CURRENCY })
    world.ledger.together(assigned, world.block)
    expect(world.paid).toEqual([account, account])
  })

  it('with which an account is opened', () => {
    const world = new Together()
    const account = { ...world.wanted('xpub'), first: derived }
    world.ledger.together(asks(openAccount, { tenant: TENANT, account }), world.block)
    expect(world.paid).toHaveLength(1)
  })
})
