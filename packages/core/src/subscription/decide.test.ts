import { describe, expect, it } from 'vitest'
import { deactivateAccount, openAccount } from '../account/decide.js'
import type { AccountId, ApiKeyId, SubscriptionId } from '../ids.js'
import { outboxKey, subscriptionKey } from '../key.js'
import { nobody, OTHER_TENANT, TENANT, TestLedger } from '../ledger.fixture.js'
import { lookoutKey } from '../sighting/sighting.js'
import { chargeDay, type Subscribe, setHmac, subscribe, unsubscribe, updateSubscription } from './decide.js'
import { asked, KEY } from './subscription.fixture.js'
import { SUBSCRIPTIONS } from './table.js'

const DAY = 86_400_000

const watching: Partial<Subscribe> = {
  type: 'ADDRESS_TRANSACTION',
  object: 'ETH testnet 0xab',
  attr: { address: '0xab', chain: 'ETH' },
}
const reporting: Partial<Subscribe> = {
  type: 'ACCOUNT_BALANCE_LIMIT',
  attr: { limit: '5', typeOfBalance: 'account' },
  url: null,
}

function opened(currency = 'BTC') {
  const ledger = new TestLedger()
  const { account, customer } = ledger.must(openAccount, {
    tenant: TENANT,
    account: {
      currency,
      xpub: currency === 'EUR' ? null : 'xpub',
      customer: {
        externalId: 'one',
        accountingCurrency: null,
        customerCountry: null,
        providerCountry: null,
      },
      accountingCurrency: null,
      accountCode: null,
      accountNumber: null,
    },
  })
  const command = (over: Partial<Subscribe> = {}): Subscribe =>
    asked({ type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION', object: account.id, ...over })
  return { ledger, account, customer: customer?.id ?? '', command }
}

it.each([
  ['ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION', 'subscription.attr.incoming.invalid'],
  ['ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION', 'subscription.attr.pending.invalid'],
  ['CUSTOMER_TRADE_MATCH', 'customer.internal.not.exists'],
  ['CUSTOMER_PARTIAL_TRADE_MATCH', 'customer.internal.not.exists'],
] as const)('%s of nobody is refused as %s', (type, code) => {
  const { ledger, account, customer, command } = opened()
  const own = type.startsWith('ACCOUNT') ? account.id : customer
  expect(ledger.refusal(subscribe, command({ type, object: nobody() }))).toBe(code)
  expect(ledger.refusal(subscribe, command({ type, object: own, tenant: OTHER_TENANT }))).toBe(code)
  expect(ledger.refusal(subscribe, command({ type, object: own }))).toBeUndefined()
})

it('tells of pending deposits only where chains have them', () => {
  const { ledger, command } = opened('EUR')
  const type = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
  expect(ledger.refusal(subscribe, command({ type }))).toBe('subscription.attr.currency.invalid')
})

it('reports whole hours', () => {
  const { ledger, command } = opened()
  const report = command({ type: 'TRANSACTION_HISTORY_REPORT', object: '', url: null })
  expect(ledger.refusal(subscribe, { ...report, attr: { interval: 1.5 } })).toBe(
    'subscription.attr.interval.invalid',
  )
  expect(ledger.must(subscribe, { ...report, attr: { interval: 2 } })).toMatchObject({ charged: 0 })
})

it('makes the same subscription once, and keeps its secret', () => {
  const { ledger, command } = opened()
  const first = ledger.must(subscribe, command())
  expect(first).toMatchObject({ isNew: true, charged: 1, subscription: { sequence: 0 } })
  const again = ledger.must(subscribe, command({ secret: 'other' }))
  expect(again).toEqual({ subscription: first.subscription, isNew: false, charged: 0 })
  for (const over of [{ url: 'https://example.com/other' }, { network: 'mainnet' }] as const) {
    expect(ledger.must(subscribe, command(over))).toMatchObject({ isNew: true, charged: 0 })
  }
})

it.each<readonly [what: string, first: Partial<Subscribe>, again: Partial<Subscribe>, isNew: boolean]>([
  ['an address in other letters', watching, { attr: { address: '0xAB', chain: 'ETH' } }, false],
  ['attributes in another order', watching, { attr: { chain: 'ETH', address: '0xab' } }, false],
  ['the mempool, where it is told anyway', watching, { mempool: true }, false],
  ['no mempool', watching, { mempool: false }, true],
  ['the mempool, by a consumer', { ...watching, url: null, consumer: 'books' }, { mempool: false }, false],
  ['another address', watching, { object: 'ETH testnet 0xcd' }, true],
  [
    'a report whose attributes are in another order',
    reporting,
    { attr: { typeOfBalance: 'account', limit: '5' } },
    false,
  ],
  ['a report of another limit', reporting, { attr: { limit: '6', typeOfBalance: 'account' } }, true],
])('asked again with %s', (_what, first, again, isNew) => {
  const ledger = new TestLedger()
  const { subscription } = ledger.must(subscribe, asked(first))
  const second = ledger.must(subscribe, asked({ ...first, ...again }))
  expect(second.isNew).toBe(isNew)
  expect(second.subscription.id === subscription.id).toBe(!isNew)
})

it.each([
  ['hundredth of a type', 100, 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'],
  ['thousandth', 1_000, 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'],
] as const)('refuses the subscription after the %s of an object', (_, most, type) => {
  const { ledger, account, command } = opened()
  const { subscription } = ledger.must(subscribe, command())
  for (let number = 1; number < most; number++) {
    const id = String(number).padStart(24, 'f') as SubscriptionId
    ledger.kept.put(SUBSCRIPTIONS, { ...subscription, type, id, url: `https://example.com/${number}` })
  }
  expect(account.id).toBe(subscription.object)
  expect(ledger.refusal(subscribe, command({ url: 'https://example.com/1000' }))).toBe(
    'subscription.limit.reached',
  )
  expect(ledger.must(subscribe, command())).toMatchObject({ isNew: false })
})

it('charges the day of an object once, whoever asks, and owes nothing to a clock that is set back', () => {
  const { ledger, command } = opened()
  const first = ledger.must(subscribe, command())
  const second = ledger.must(subscribe, command({ url: 'https://example.com/other' }))
  const charge = ({ subscription: { id } }: typeof first) => ledger.must(chargeDay, { tenant: TENANT, id })
  const charges = () => [charge(first), charge(second), charge(first)]
  expect(charges()).toEqual([0, 0, 0])
  ledger.now += DAY
  expect(charges()).toEqual([1, 0, 0])
  ledger.now -= 2 * DAY
  expect(charges()).toEqual([0, 0, 0])
  // Days without a service are not charged afterwards.
  ledger.now += 5 * DAY
  expect(charges()).toEqual([1, 0, 0])
  const onFirst = { tenant: TENANT, id: first.subscription.id, network: 'testnet' } as const
  ledger.must(unsubscribe, onFirst)
  expect(charge(first)).toBe(0)
  // Made anew on the same day.
  expect(ledger.must(subscribe, command())).toMatchObject({ isNew: true, charged: 0 })
})

it('charges nothing to consumers within the process, which may hear of all accounts', () => {
  const { ledger, command } = opened()
  const consumer = command({ object: '', consumer: 'books', url: null })
  expect(ledger.must(subscribe, consumer)).toMatchObject({ isNew: true, charged: 0 })
  const { subscription } = ledger.must(subscribe, consumer)
  const onIt = { tenant: TENANT, id: subscription.id, network: 'testnet' } as const
  expect(ledger.refusal(unsubscribe, onIt)).toBe('subscription.not.exists')
})

it.each([
  ['an address', 'BTC testnet address', true],
  ['all that URLs are told of', '', false],
])(
  'what a consumer of %s says of the mempool counts from then on, and its cursor stays',
  (_, object, mempool) => {
    const ledger = new TestLedger()
    const on = (over: Partial<Subscribe>) => {
      const consumer = { type: 'ADDRESS_TRANSACTION', consumer: 'books', url: null, object } as const
      return ledger.must(subscribe, asked({ ...consumer, ...over })).subscription
    }
    const { id } = on({})
    expect(on({ mempool })).toMatchObject({ id, mempool })
    expect([...ledger.kept.all(SUBSCRIPTIONS)]).toMatchObject([{ id, mempool }])
    expect(on({})).not.toHaveProperty('mempool')
    expect([...ledger.kept.all(SUBSCRIPTIONS)]).toEqual([on({})])
  },
)

it('a consumer listens again to an account that is deactivated; nobody else subscribes to it', () => {
  const { ledger, account, command } = opened()
  const consumer = command({ consumer: 'books', url: null })
  const { subscription } = ledger.must(subscribe, consumer)
  ledger.must(deactivateAccount, { tenant: TENANT, account: account.id })
  expect(ledger.must(subscribe, consumer)).toMatchObject({ isNew: false, subscription })
  for (const over of [{}, { consumer: 'others', url: null }]) {
    expect(ledger.refusal(subscribe, command(over))).toBe('subscription.attr.incoming.invalid')
  }
})

it('changes and deletes what its network sees', () => {
  const { ledger, command } = opened()
  const { subscription } = ledger.must(subscribe, command())
  const onIt = { tenant: TENANT, id: subscription.id, network: 'testnet' } as const
  const strangers = [
    { ...onIt, tenant: OTHER_TENANT },
    { ...onIt, network: 'mainnet' as const },
    { ...onIt, id: nobody() as string as SubscriptionId },
  ]
  for (const stranger of strangers) {
    expect(ledger.refusal(updateSubscription, { ...stranger, url: 'https://a.example' })).toBe(
      'subscription.not.exists',
    )
    expect(ledger.refusal(unsubscribe, stranger)).toBe('subscription.not.exists')
  }
  ledger.must(updateSubscription, { ...onIt, url: 'https://a.example' })
  const known = () => ledger.kept.find(subscriptionKey(TENANT, subscription.id))
  expect(known()).toEqual({ ...subscription, url: 'https://a.example' })
  const written = ledger.kept.changes.length
  ledger.must(updateSubscription, { ...onIt, url: 'https://a.example' })
  expect(ledger.kept.changes).toHaveLength(written)
  ledger.must(unsubscribe, onIt)
  expect(known()).toBeUndefined()
  expect(ledger.refusal(unsubscribe, onIt)).toBe('subscription.not.exists')
})

it('gives no URL to a report', () => {
  const { ledger, command } = opened()
  const type = 'ACCOUNT_BALANCE_LIMIT'
  const { subscription } = ledger.must(
    subscribe,
    command({ type, object: '' as AccountId, url: null, attr: { limit: '1' } }),
  )
  const onIt = { tenant: TENANT, id: subscription.id, network: 'testnet' } as const
  expect(ledger.refusal(updateSubscription, { ...onIt, url: 'https://a.example' })).toBe(
    'subscription.type.invalid',
  )
})

it('sets, replaces and removes the key of the digest, of one API key', () => {
  const ledger = new TestLedger()
  const secret = () => ledger.kept.find(outboxKey(TENANT, KEY))?.hmacSecret
  const set = (to: string | null) => ledger.must(setHmac, { tenant: TENANT, apiKey: KEY, secret: to })
  set(null)
  expect(ledger.kept.changes).toEqual([])
  set('one')
  set('two')
  expect(secret()).toBe('two')
  set(null)
  expect(secret()).toBeNull()
  expect(ledger.kept.find(outboxKey(TENANT, 'other' as ApiKeyId))).toBeUndefined()
})

describe('what a chain shows', () => {
  const on = (target: string, over: Partial<Subscribe> = {}): Subscribe =>
    asked({ type: 'ADDRESS_TRANSACTION', object: `LTC testnet ${target}`, ...over })

  it('is numbered in the order of its chain, and charged as its chain is', () => {
    const ledger = new TestLedger()
    const numbered = (command: Subscribe) => {
      const { subscription, charged } = ledger.must(subscribe, command)
      return [subscription.chain, subscription.chainNetwork, subscription.number, charged]
    }
    expect(numbered(on('a'))).toEqual(['LTC', 'testnet', 1, 7])
    expect(numbered(on('b', { tenant: OTHER_TENANT }))).toEqual(['LTC', 'testnet', 2, 7])
    expect(numbered(on('a'))).toEqual(['LTC', 'testnet', 1, 0])
    expect(numbered(on('', { object: 'SOL mainnet a' }))).toEqual(['SOL', 'mainnet', 1, 50])
    const nfts = { type: 'CONTRACT_NFT_TXS_PER_BLOCK', object: 'ETH testnet erc721' } as const
    expect(numbered(asked(nfts))).toEqual(['ETH', 'testnet', 1, 500_000])
    expect(ledger.kept.find(lookoutKey({ chain: 'LTC', network: 'testnet' }))).toMatchObject({ number: 2 })
  })

  it('is limited on the free plan, by objects and not by receivers', () => {
    const ledger = new TestLedger()
    const plan = 'free' as const
    for (let count = 0; count < 10; count++) ledger.must(subscribe, on(`${count}`, { plan }))
    expect(ledger.refusal(subscribe, on('10', { plan }))).toBe('subscription.plan.limit')
    expect(ledger.refusal(subscribe, on('3', { plan, url: 'https://example.com/other' }))).toBeUndefined()
    expect(ledger.refusal(subscribe, on('10', { plan, url: null, consumer: 'one' }))).toBeUndefined()
    expect(ledger.refusal(subscribe, on('11', { plan, apiKey: 'other' as ApiKeyId }))).toBeUndefined()
    expect(ledger.refusal(subscribe, on('12'))).toBeUndefined()
    const logs = (topic: string) =>
      asked({ plan, type: 'CONTRACT_LOG_EVENT', object: `ETH testnet ${topic}` })
    expect(ledger.refusal(subscribe, logs('a'))).toBeUndefined()
    expect(ledger.refusal(subscribe, logs('b'))).toBe('subscription.plan.limit')
  })

  it('has a chain, a network and a target', () => {
    const ledger = new TestLedger()
    for (const object of ['', 'LTC', 'LTC testnet', 'LTC testnet a b']) {
      expect(ledger.refusal(subscribe, asked({ type: 'ADDRESS_TRANSACTION', object }))).toBe(
        'subscription.type.invalid',
      )
    }
  })
})
