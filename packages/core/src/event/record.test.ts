/** Who hears of what: each fact makes one webhook for each subscription that it concerns, and nothing else makes one. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openAccount } from '../account/decide.js'
import { monthOf } from '../day.js'
import { recordDeposit } from '../deposit/decide.js'
import type { DepositStatus } from '../deposit/deposit.js'
import type { AccountId, DepositId, SignatureId, SubscriptionId, WithdrawalId } from '../ids.js'
import { outboxKey, subscriptionsTo } from '../key.js'
import { OTHER_TENANT, TENANT, TestLedger } from '../ledger.fixture.js'
import { fcOptions } from '../property.fixture.js'
import { Played } from '../send/chain.fixture.js'
import type { Send } from '../send/send.js'
import { SENDS } from '../send/table.js'
import { glimpse } from '../sighting/glimpse.js'
import { createPendingSignature, reportSignatureErrors } from '../signature/decide.js'
import { type Subscribe, subscribe, unsubscribe } from '../subscription/decide.js'
import { asked, KEY } from '../subscription/subscription.fixture.js'
import { MAX_SUBSCRIPTIONS, type Subscription } from '../subscription/subscription.js'
import { OUTBOXES, SUBSCRIPTIONS } from '../subscription/table.js'
import { View } from '../view.js'
import { WEBHOOKS } from '../webhook/table.js'
import type { Webhook } from '../webhook/webhook.js'
import { WITHDRAWALS } from '../withdrawal/table.js'
import type { Withdrawal } from '../withdrawal/withdrawal.js'

function open(ledger: TestLedger): AccountId {
  const none = { customer: null, accountingCurrency: null, accountCode: null, accountNumber: null }
  const account = { currency: 'BTC', xpub: 'xpub', ...none }
  return ledger.must(openAccount, { tenant: TENANT, account }).account.id
}

function report(account: AccountId, vout: number, status: DepositStatus) {
  return {
    tenant: TENANT,
    account,
    currency: 'BTC',
    amount: '0.00000001',
    txId: 'tx',
    vout,
    address: 'address',
    from: null,
    derivationKey: 0,
    blockHeight: 7,
    blockHash: 'hash',
    status,
  }
}

const told = (ledger: TestLedger): readonly Webhook[] => [...ledger.kept.all(WEBHOOKS)]
const bodies = (ledger: TestLedger) => told(ledger).map(({ body }) => JSON.parse(body))

it('a deposit is pending, then incoming, in the documented words', () => {
  const ledger = new TestLedger()
  const account = open(ledger)
  for (const type of [
    'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION',
    'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION',
  ] as const) {
    ledger.must(subscribe, asked({ type, object: account }))
  }
  ledger.must(recordDeposit, report(account, 3, 'InProgress'))
  ledger.must(recordDeposit, report(account, 3, 'InProgress'))
  const { reference } = ledger.must(recordDeposit, report(account, 3, 'Done'))
  const common = { amount: '0.00000001', currency: 'BTC', accountId: account, txId: 'tx', to: 'address' }
  const placed = { date: ledger.now, blockHash: 'hash', blockHeight: 7, index: 3 }
  expect(bodies(ledger)).toEqual([
    { ...common, ...placed, reference: expect.any(String) },
    { ...common, ...placed, reference, subscriptionType: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION' },
  ])
  expect(told(ledger)[0]).toMatchObject({ status: 'pending', attempts: 0, sequence: 1, object: account })
})

it('a payment that waits is told to whoever is told of its deposit, of whatever network their API key is', () => {
  const ledger = new TestLedger()
  const account = open(ledger)
  const type = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
  for (const network of ['testnet', 'mainnet'] as const)
    ledger.must(subscribe, asked({ type, object: account, network }))
  const sighted = {
    tenant: TENANT,
    kind: type,
    object: account,
    txId: 'tx',
    place: 'tx:3',
    outputs: {},
  } as const
  const deposit = { tenant: TENANT, currency: 'BTC', txId: 'tx', vout: 3, address: 'address' }
  const glimpsed = [{ ...sighted, deposit, body: '{"mempool":true}' }]
  const waits = { chain: 'BTC', network: 'testnet', height: 7, glimpsed }
  ledger.must(glimpse, waits)
  ledger.must(recordDeposit, report(account, 3, 'InProgress'))
  ledger.must(glimpse, { ...waits, glimpsed: glimpsed.map((one) => ({ ...one, place: 'tx:again' })) })
  expect(bodies(ledger).map(({ mempool }) => mempool ?? false)).toEqual([true, true, false, false])
})

it('an account with as many subscriptions as it may have is told in each of them', () => {
  const ledger = new TestLedger()
  const account = open(ledger)
  const type = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
  const { subscription } = ledger.must(subscribe, asked({ type, object: account }))
  for (let count = 1; count < MAX_SUBSCRIPTIONS; count++) {
    const id = `s${count}` as SubscriptionId
    ledger.kept.put(SUBSCRIPTIONS, { ...subscription, id, url: `https://example.com/${count}` })
  }
  expect(ledger.refusal(subscribe, asked({ type, object: account, url: 'https://example.com/more' }))).toBe(
    'subscription.limit.reached',
  )
  ledger.must(recordDeposit, report(account, 0, 'Done'))
  expect([...ledger.kept.all(WEBHOOKS)]).toHaveLength(MAX_SUBSCRIPTIONS)
})

it('subscriptions above the limit stop nothing: those are told that are loaded', () => {
  const ledger = new TestLedger()
  const account = open(ledger)
  const type = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
  const { subscription } = ledger.must(subscribe, asked({ type, object: account }))
  for (let count = 1; count < MAX_SUBSCRIPTIONS + 5; count++)
    ledger.kept.put(SUBSCRIPTIONS, { ...subscription, id: `s${count}` as SubscriptionId })
  ledger.must(recordDeposit, report(account, 0, 'Done'))
  expect(told(ledger)).toHaveLength(MAX_SUBSCRIPTIONS + 1)
})

it('a rule that tells without having looked for subscribers is a fault', () => {
  const ledger = new TestLedger()
  const account = open(ledger)
  const { changes } = ledger.kept
  ledger.must(recordDeposit, report(account, 0, 'InProgress'))
  const deposit = changes.find(({ type }) => type === 'deposit.recorded') ?? expect.fail('none')
  const tell = (...objects: readonly string[]) => {
    const view = new View()
    for (const object of objects) view.reaches(subscriptionsTo(TENANT, object), [])
    view.apply(deposit)
    view.recordEvents(ledger.env, () => undefined)
    return view.changes.length
  }
  expect(() => tell()).toThrow('name its key')
  expect(() => tell(account)).toThrow('name its key')
  expect(() => tell('')).toThrow('name its key')
  expect(tell(account, '')).toBe(1)
})

it('a fact looks at those who hear of its object, however many subscriptions to others are loaded', () => {
  const ledger = new TestLedger()
  const account = open(ledger)
  const { subscription } = ledger.must(
    subscribe,
    asked({ type: 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION', object: account }),
  )
  ledger.must(recordDeposit, report(account, 0, 'Done'))
  const recorded = ledger.kept.changes.find(({ type }) => type === 'deposit.recorded') ?? expect.fail('none')
  const view = new View()
  view.put(SUBSCRIPTIONS, subscription)
  let looked = 0
  for (const [place, other] of [{ object: 'another' }, { tenant: OTHER_TENANT }].entries()) {
    const one = { ...subscription, ...other, id: `s${place}` as SubscriptionId }
    const get = (of: Subscription, name: string | symbol): unknown => {
      looked++
      return Reflect.get(of, name)
    }
    view.put(SUBSCRIPTIONS, new Proxy(one, { get }))
  }
  for (const object of [account, '']) view.reaches(subscriptionsTo(TENANT, object), [])
  looked = 0
  view.apply(recorded)
  view.recordEvents(ledger.env, () => undefined)
  expect(looked).toBe(0)
  expect([...view.all(WEBHOOKS)].map((webhook) => webhook.subscription)).toEqual([subscription.id])
})

it('a subscription that one commit tells of many things is written once', () => {
  const ledger = new TestLedger()
  const account = open(ledger)
  const type = 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
  const { subscription } = ledger.must(subscribe, asked({ type, object: account }))
  ledger.must(recordDeposit, report(account, 0, 'InProgress'))
  const recorded = ledger.kept.changes.find((change) => change.type === 'deposit.recorded')
  if (recorded === undefined) expect.fail('none')
  const view = new View()
  view.put(SUBSCRIPTIONS, subscription)
  for (const object of [account, '']) view.reaches(subscriptionsTo(TENANT, object), [])
  for (const vout of [1, 2, 3]) {
    view.apply({ ...recorded, deposit: { ...recorded.deposit, id: `d${vout}` as DepositId, vout } })
  }
  view.recordEvents(ledger.env, () => undefined)
  expect([...view.all(WEBHOOKS)].map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  const written = view.changes.flatMap((change) =>
    change.type === 'subscription.updated' ? [change.subscription.sequence] : [],
  )
  expect(written).toEqual([3])
})

describe('a pending signature', () => {
  const played = (table: string, over: Partial<Subscribe> = {}) => {
    const chain = new Played()
    chain.ledger.must(subscribe, asked({ type: 'KMS_FAILED_TX', ...over }))
    chain.ledger.must(subscribe, asked({ type: 'KMS_COMPLETED_TX', ...over }))
    return told(chain.play(table).ledger).map(({ type, body }) => {
      const { txId, error } = JSON.parse(body)
      return `${type} ${txId ?? error}`
    })
  }
  const DELETED = 'KMS_FAILED_TX The pending transaction was deleted before it was completed'

  it('is told once it is completed, and never twice', () => {
    const table = 'ask S 5\nrecord A 5 signature=S\nsettle A sent charged=2\nsettle A confirmed'
    expect(played(table)).toEqual(['KMS_COMPLETED_TX A'])
    expect(played(table, { network: 'mainnet' })).toEqual([])
    expect(played(table, { tenant: OTHER_TENANT })).toEqual([])
  })

  it('is told when its transaction is refused, and when it is deleted', () => {
    expect(played('ask S 5\nrecord A 5 signature=S\nrefuse A reason=poor')).toEqual(['KMS_FAILED_TX poor'])
    expect(played('ask S 5\ndelete S')).toEqual([DELETED])
  })

  it('is told when its signer reports an error; not while it may have been sent', () => {
    const reported = 'ask S 5 as=same\nreport - S=unseen kept=1'
    expect(played(reported)).toEqual(['KMS_FAILED_TX unseen'])
    expect(played('ask S 5\nrecord A 5 signature=S\nreport - S=late kept=0')).toEqual([])
    const searched = `${reported} search=yes`
    expect(played(searched)).toEqual([])
    expect(played(`${searched}\nrenew S 5 from=same as=same`)).toEqual(['KMS_FAILED_TX unseen'])
    const paid = 'record A 5 signature=S\nsettle A sent charged=2'
    expect(played(`${searched}\n${paid}`)).toEqual(['KMS_COMPLETED_TX A'])
  })
})

describe('a report of many errors', () => {
  const ERRORS = 25
  const reported = () => {
    const ledger = new TestLedger()
    for (let number = 0; number < 100; number++)
      ledger.must(subscribe, asked({ type: 'KMS_FAILED_TX', url: `https://example.com/${number}` }))
    const ids = Array.from({ length: ERRORS }, (_, index) => {
      const on = { tenant: TENANT, chain: 'ETH', network: 'testnet', hashes: [], signatures: null, index }
      const rest = { serialized: '', claims: [], replaces: false, withdrawalId: null }
      return ledger.must(createPendingSignature, { ...on, ...rest }).id
    })
    const errors = ids.map((id) => ({ id, error: 'locked' }))
    const asks = { tenant: TENANT, network: 'testnet', errors, sentBySigner: [] } as const
    /** As a caller runs it, at most so many times. @returns What each unit of work has stored */
    const run = (most = Number.POSITIVE_INFINITY): readonly number[] => {
      const counts: number[] = []
      for (let [from, more] = [0, true]; more && counts.length < most; ) {
        const done = ledger.must(reportSignatureErrors, { ...asks, from })
        counts.push(done.count)
        from = done.next
        more = done.more
      }
      return counts
    }
    return { ledger, ids, asks, run }
  }

  it('is stored in units of work with about a thousand webhooks, and told once', () => {
    const { ledger, run } = reported()
    expect(run()).toEqual([10, 10, 5])
    expect(told(ledger)).toHaveLength(ERRORS * 100)
  })

  it('is told once if the call is repeated after the process has died between them', () => {
    const { ledger, run } = reported()
    run(2)
    expect(told(ledger)).toHaveLength(2_000)
    run()
    expect(told(ledger)).toHaveLength(ERRORS * 100)
  })

  it('keeps the last error of a signature, and is at its end although another one is reported meanwhile', () => {
    const { ledger, ids, asks } = reported()
    const errors = [...asks.errors, { id: ids[0] ?? expect.fail('none'), error: 'last' }]
    for (let [from, more] = [0, true]; more; ) {
      const done = ledger.must(reportSignatureErrors, { ...asks, errors, from })
      expect(done.next).toBeGreaterThan(from)
      ledger.must(reportSignatureErrors, {
        ...asks,
        errors: [{ id: ids[1] as SignatureId, error: `${from}` }],
      })
      from = done.next
      more = done.more
    }
    const first = told(ledger).filter(({ body }) => JSON.parse(body).signatureId === ids[0])
    expect(new Set(first.map(({ body }) => JSON.parse(body).error))).toEqual(new Set(['last']))
  })
})

describe('the transaction of a withdrawal', () => {
  const SEND = { id: 's', tenant: TENANT, network: 'testnet', txId: 'tx', reason: null } as Send
  const body = {
    txId: 'tx',
    reference: 'r',
    accountId: 'a',
    currency: 'BTC',
    withdrawalId: 'w',
    address: 'address',
    amount: '1.5',
  }

  /** What is told, and charged, as the transaction changes. @param fired What the free plan has sent in this month */
  const played = (steps: readonly Partial<Send>[], fired?: number) => {
    const ledger = new TestLedger()
    const withdrawal = {
      id: 'w',
      tenant: TENANT,
      account: 'a',
      currency: 'BTC',
      scale: 8,
      amount: 150_000_000n,
      address: 'address',
      reference: 'r',
    } as unknown as Withdrawal
    const view = new View()
    view.put(WITHDRAWALS, withdrawal)
    const plan = fired === undefined ? 'paid' : 'free'
    const { subscription } = ledger.must(subscribe, asked({ type: 'TRANSACTION_IN_THE_BLOCK', plan }))
    view.put(SUBSCRIPTIONS, subscription)
    view.reaches(subscriptionsTo(TENANT, ''), [])
    const month = monthOf(ledger.now)
    view.put(OUTBOXES, { tenant: TENANT, apiKey: KEY, hmacSecret: null, month, fired: fired ?? 0 })
    view.put(SENDS, { ...SEND, ...steps[0] })
    const charged: number[] = []
    for (const step of steps) {
      view.apply({ type: 'send.updated', send: { ...SEND, ...step } })
      view.recordEvents(ledger.env, (_key, credits) => charged.push(credits))
    }
    return { told: [...view.all(WEBHOOKS)].map((webhook) => JSON.parse(webhook.body)), charged }
  }
  const withdrawal = 'w' as WithdrawalId

  const STEPS: readonly Partial<Send>[] = [
    { withdrawal, status: 'sent' },
    { withdrawal, status: 'confirmed', height: 7 },
    { withdrawal, status: 'sent', height: 7 },
    { withdrawal, status: 'confirmed', height: 9 },
    { withdrawal, status: 'final', height: 9 },
  ]

  it('is told with its block, and again when the block is undone', () => {
    const { told, charged } = played(STEPS)
    expect(told).toEqual([
      { ...body, blockHeight: 7 },
      { ...body, blockHeight: 7, reorg: true },
      { ...body, blockHeight: 9, reorg: true },
    ])
    expect(charged).toEqual([1, 1, 1])
  })

  const reason = 'its execution failed'
  it.each<readonly [what: string, steps: readonly Partial<Send>[], told: readonly object[]]>([
    [
      'from the first',
      [
        { status: 'confirmed', height: 7, reason },
        { status: 'final', height: 7, reason },
      ],
      [],
    ],
    [
      'in another block than it paid in',
      [
        { status: 'confirmed', height: 7 },
        { status: 'confirmed', height: 9, reason },
        { status: 'final', height: 9, reason },
      ],
      [{ blockHeight: 7 }, { blockHeight: 9, reorg: true }],
    ],
    [
      'in another block than it pays in',
      [
        { status: 'confirmed', height: 7, reason },
        { status: 'sent', height: 7 },
        { status: 'confirmed', height: 9 },
      ],
      [{ blockHeight: 9, reorg: true }],
    ],
  ])('that has failed pays nobody, and nobody is told that it did: %s', (_what, steps, expected) => {
    const { told } = played([{ status: 'sent' as const }, ...steps].map((step) => ({ withdrawal, ...step })))
    expect(told).toEqual(expected.map((one) => ({ ...body, ...one })))
  })

  it('is charged only where the plan sends it', () => {
    const { told, charged } = played(STEPS, 999)
    expect(told).toHaveLength(3)
    expect(charged).toEqual([1])
  })

  it('is told once the withdrawal is completed, if a block had it before', () => {
    for (const status of ['confirmed', 'final'] as const) {
      const { told } = played([
        { status, height: 7 },
        { withdrawal, status, height: 7 },
      ])
      expect(told).toEqual([{ ...body, blockHeight: 7 }])
    }
    const sent = { status: 'sent', height: 7 } as const
    expect(played([{ status: 'confirmed', height: 7 }, sent, { withdrawal, ...sent }]).told).toEqual([])
  })
})

it('the free plan sends a thousand webhooks a month; the others stay in the log', () => {
  const ledger = new TestLedger()
  const account = open(ledger)
  const type = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
  ledger.must(subscribe, asked({ type, object: account, plan: 'free' }))
  ledger.now = Date.UTC(2030, 0, 31)
  const month = '2030-01'
  const fire = (vout: number) => {
    ledger.must(recordDeposit, report(account, vout, 'Done'))
    return told(ledger).at(-1)
  }
  expect(fire(0)).toMatchObject({ status: 'pending' })
  const outbox = ledger.kept.find(outboxKey(TENANT, KEY)) ?? expect.fail('it is not counted')
  expect(outbox).toMatchObject({ month, fired: 1 })
  ledger.kept.apply({ type: 'outbox.updated', outbox: { ...outbox, fired: 999 } })
  expect(fire(1)).toMatchObject({ status: 'pending' })
  expect(fire(2)).toMatchObject({
    status: 'failed',
    sequence: 3,
    response: 'The plan of the API key sends 1000 webhooks a month',
    finished: ledger.now,
  })
  ledger.now = Date.UTC(2030, 1, 1)
  expect(fire(3)).toMatchObject({ status: 'pending' })
  // A clock that is set back does not begin January again.
  ledger.now = Date.UTC(2030, 0, 31)
  expect(fire(4)).toMatchObject({ status: 'pending' })
  expect(ledger.kept.find(outboxKey(TENANT, KEY))).toMatchObject({ month: '2030-02', fired: 2 })
})

const STATUSES = ['InProgress', 'Done', 'Failed'] as const

/** What the documents say of a status that follows another one. */
function eventOf(before: DepositStatus | undefined, status: DepositStatus): 'pending' | 'incoming' | null {
  if (status === before || before === 'Done') return null
  if (status === 'Done') return 'incoming'
  if (status === 'InProgress') return 'pending'
  return before === undefined ? null : 'pending'
}

it('each event reaches each subscription to it once, numbered without gaps, and a refused call tells nobody', () => {
  const step = fc.oneof(
    fc.record({ vout: fc.nat(3), status: fc.constantFrom(...STATUSES), amount: fc.constantFrom('1', '-') }),
    fc.record({ on: fc.constantFrom('pending', 'incoming', 'every'), url: fc.nat(2) }),
    fc.record({ off: fc.nat(5) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const ledger = new TestLedger()
      const account = open(ledger)
      const known = new Map<number, DepositStatus>()
      const heard = new Map<SubscriptionId, { on: string; events: string[] }>()
      const active: SubscriptionId[] = []
      for (const one of steps) {
        if ('on' in one) {
          const type =
            one.on === 'pending'
              ? 'ACCOUNT_PENDING_BLOCKCHAIN_TRANSACTION'
              : 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
          const every = one.on === 'every'
          const whom = every ? { object: '', consumer: `${one.url}`, url: null } : { object: account }
          const url = every ? {} : { url: `https://example.com/${one.url}` }
          const { subscription, isNew } = ledger.must(subscribe, asked({ type, ...whom, ...url }))
          if (!isNew) continue
          active.push(subscription.id)
          heard.set(subscription.id, { on: every ? 'incoming' : one.on, events: [] })
        } else if ('off' in one) {
          const [id] = active.slice(one.off)
          if (id === undefined) continue
          // Consumers stay.
          const refused = ledger.refusal(unsubscribe, { tenant: TENANT, id, network: 'testnet' })
          if (refused === undefined) active.splice(one.off, 1)
        } else {
          const { vout, status, amount } = one
          const refused = ledger.refusal(recordDeposit, { ...report(account, vout, status), amount })
          if (refused !== undefined) continue
          const event = eventOf(known.get(vout), status)
          if (known.get(vout) !== 'Done') known.set(vout, status)
          if (event === null) continue
          for (const id of active) if (heard.get(id)?.on === event) heard.get(id)?.events.push(`${vout}`)
        }
      }
      for (const [id, { events }] of heard) {
        const webhooks = told(ledger).filter(({ subscription }) => subscription === id)
        expect(webhooks.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
        expect(webhooks.map(({ body }) => String(JSON.parse(body).index))).toEqual(events)
      }
      const all = [...heard.values()].flatMap(({ events }) => events)
      expect(told(ledger)).toHaveLength(all.length)
    }),
    fcOptions(100),
  )
})
