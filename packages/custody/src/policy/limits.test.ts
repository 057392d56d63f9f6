import {
  type AccountId,
  type Admission,
  type ApiKeyId,
  type ApprovalId,
  accept,
  admissionKeys,
  admit,
  decideApproval,
  type Rule,
  type TenantId,
} from '@tallystick/core'
import { Engine, idempotencyOf, memoryStorage, Rejected, type Terms } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { type Intent, PolicyError } from '../ports/policy.js'
import { bitcoin } from '../records/bitcoin.js'
import { Gate, intentOf, type Withdrawn } from './gate.js'
import { type ListedAddress, limitsPolicy, type PolicyFile } from './limits.js'

const TENANT = 'tenant' as TenantId
const HOUR = 3_600_000

/** Addresses are words; capital letters are another spelling. */
const codec = {
  isAddress: (text: string) => /^[a-z]+$/i.test(text),
  canonical: (text: string) => text.toLowerCase(),
}

const intent = (amount: bigint, over: Partial<Intent> = {}): Intent => ({
  caller: { tenant: TENANT, apiKey: 'first' as ApiKeyId, network: 'testnet' },
  // Nothing else of a codec is asked.
  chain: { record: bitcoin, codec: codec as Intent['chain']['codec'], network: 'testnet' },
  account: 'account' as AccountId,
  currency: 'BTC',
  scale: 2,
  payments: [{ address: 'alice', amount }],
  ...over,
})

const NO_KEY: Pick<Terms, 'idempotency'> = { idempotency: null }

/** Only what the rule of a withdrawal does about the policy. */
const admission: Rule<Admission, null> = {
  name: 'admission',
  needs: (command) => admissionKeys(TENANT, command),
  decide(view, command, env) {
    const changes = admit(view, env, TENANT, command)
    return 'accepted' in changes ? changes : accept(null, changes)
  },
}

class Guarded {
  now = 1_700_000_000_000
  readonly stored: { readonly at: number; readonly intent: Intent }[] = []
  private readonly engine = new Engine({ storage: memoryStorage(), clock: { now: () => this.now } })
  readonly gate: Gate

  constructor(policy: PolicyFile) {
    const withdrawn: Withdrawn = async ({ account }, scope, since) =>
      this.stored
        .filter((one) => one.at >= since && (scope === 'currency' || one.intent.account === account))
        .reduce((sum, one) => sum + (one.intent.payments[0]?.amount ?? 0n), 0n)
    this.gate = new Gate(this.engine, { policy: limitsPolicy(policy), withdrawn })
  }

  /** @returns The code of its refusal, or what was applied */
  async withdraw(wanted: Intent, terms = NO_KEY): Promise<string> {
    try {
      const admitted = await this.gate.admit(wanted, terms)
      await this.execute(admission, admitted, terms)
      this.stored.push({ at: this.now, intent: wanted })
      return admitted.verdict ?? ''
    } catch (error) {
      if (error instanceof Rejected) return error.code
      throw error
    }
  }

  execute<Command, Output>(
    rule: Rule<Command, Output>,
    command: Command,
    { idempotency } = NO_KEY,
  ): Promise<Output> {
    return this.engine.execute({
      caller: { tenant: TENANT, apiKey: 'first' as ApiKeyId },
      rule,
      command,
      price: () => 0,
      present: (output) => output,
      idempotency,
    })
  }

  /** The id of the question that waits. */
  async asked(of: Intent): Promise<ApprovalId> {
    const key = { type: 'approval', tenant: TENANT, intent: intentOf(of) } as const
    return (await this.engine.query.find(key))?.id ?? expect.fail('nothing was asked')
  }

  async answer(of: Intent, apiKey: string, approve = true): Promise<void> {
    const id = await this.asked(of)
    const { network } = of.caller
    await this.execute(decideApproval, { tenant: TENANT, id, network, apiKey: apiKey as ApiKeyId, approve })
  }
}

const limit = { currency: 'BTC', amount: '10', hours: 2 } as const

describe('limits', () => {
  it('count a window that rolls, per account or for the whole currency', async () => {
    const own = new Guarded({ limits: [limit, { ...limit, amount: '15', hours: 5, per: 'currency' }] })
    const other = { account: 'other' as AccountId }
    expect(await own.withdraw(intent(600n))).toContain('6 of 10 BTC per account in 2 hours')
    own.now += HOUR
    expect(await own.withdraw(intent(401n))).toBe('withdrawal.denied')
    expect(await own.withdraw(intent(400n))).toContain('10 of 10')
    // Another account has its own limit; the currency has not.
    expect(await own.withdraw(intent(501n, other))).toBe('withdrawal.denied')
    expect(await own.withdraw(intent(500n, other))).toContain('15 of 15')
    own.now += HOUR + 1
    expect(await own.withdraw(intent(1n))).toBe('withdrawal.denied')
    own.now += 3 * HOUR
    expect(await own.withdraw(intent(600n))).toContain('6 of 10')
  })

  it('let two that were asked at once not both use what is left', async () => {
    const own = new Guarded({ limits: [limit] })
    const [first, second] = await Promise.all([
      own.gate.admit(intent(600n), NO_KEY),
      own.gate.admit(intent(600n), NO_KEY),
    ])
    await own.execute(admission, first)
    await expect(own.execute(admission, second)).rejects.toMatchObject({ code: 'withdrawal.busy' })
  })
})

describe('lists of addresses', () => {
  const paid = (address: string) => intent(1n, { payments: [{ address, amount: 1n }] })

  it('deny some, or allow no others, in any spelling', async () => {
    const denying = new Guarded({ deny: { BTC: ['Mallory', '0'] } })
    expect([await denying.withdraw(paid('mallory')), await denying.withdraw(paid('bob'))]).toEqual([
      'withdrawal.denied',
      '{"verdict":"allow","rules":[]}',
    ])
    const allowing = new Guarded({ allow: { BTC: ['Bob'] }, deny: { BTC: ['eve'] } })
    expect(await allowing.withdraw(paid('bob'))).toContain('allow')
    expect(await allowing.withdraw(paid('alice'))).toBe('withdrawal.denied')
  })

  it('hold for what managed wallets sign, and a call that names no address hides whom it pays', async () => {
    const { caller, chain } = intent(1n)
    const sign = ({ gate }: Guarded, ...addresses: readonly string[]) =>
      gate
        .admitSigning({ caller, chain, wallet: 'wallet', request: { to: addresses }, by: [] })
        .catch((error: Rejected) => error.code)
    const allowing = new Guarded({ allow: { BTC: ['Bob'] }, deny: { BTC: ['eve'] } })
    expect(await sign(allowing, 'bob')).toBe('{"verdict":"allow","rules":["the lists of BTC"]}')
    for (const addresses of [['alice'], ['eve'], ['bob', 'alice'], []]) {
      expect(await sign(allowing, ...addresses)).toBe('managed.wallet.denied')
    }
    const limited = new Guarded({ limits: [limit], allow: { ETH: ['bob'] } })
    expect(await sign(limited)).toBe('{"verdict":"allow","rules":[]}')
  })

  describe('know how long an address is on them', () => {
    const since = new Date(1_700_000_000_000 - 10 * HOUR).toISOString().replace(/\.\d+/, '')
    const bob = { address: 'Bob', since }
    const later = { address: 'bob', since: new Date(1_700_000_000_000).toISOString().replace(/\.\d+/, '') }
    const denied = 'withdrawal.denied'
    const asked = 'withdrawal.approval.required'

    it.each<[string, PolicyFile['minimumAge'], readonly ListedAddress[], string]>([
      ['an hour too young', { hours: 11 }, [bob], denied],
      ['old enough', { hours: 10 }, [bob], 'allow'],
      ['too young, which somebody may approve', { hours: 11, below: 'approval' }, [bob], asked],
      ['old enough for all', { hours: 10, below: 'approval' }, [bob], 'allow'],
      ['on it from a later day on', { hours: 1 }, [{ ...bob, since: '2030-01-01' }], denied],
      ['on it twice, once too young', { hours: 10 }, [later, bob], denied],
      ['on none, whatever somebody may approve', { hours: 1, below: 'approval' }, [], denied],
    ])('one that is %s', async (_, minimumAge, list, answer) => {
      const own = new Guarded({ allow: { BTC: list }, ...(minimumAge && { minimumAge }) })
      expect(await own.withdraw(paid('bob'))).toContain(answer)
      const { caller, chain } = intent(1n)
      const signing = own.gate.admitSigning({
        caller,
        chain,
        wallet: 'wallet',
        request: { to: 'bob' },
        by: [],
      })
      // Nobody approves what a managed wallet signs.
      const signed = await signing.catch((error: Rejected) => error.code)
      expect(signed).toContain(answer === 'allow' ? answer : 'managed.wallet.denied')
    })

    it('and it becomes old enough, or somebody approves it, together with an amount', async () => {
      const minimumAge = { hours: 11, below: 'approval' } as const
      const own = new Guarded({
        allow: { BTC: [bob] },
        minimumAge,
        limits: [{ ...limit, above: 'approval' }],
      })
      const much = intent(1_100n, { payments: [{ address: 'bob', amount: 1_100n }] })
      expect(await own.withdraw(much)).toBe(asked)
      await own.answer(much, 'second')
      const { rules } = JSON.parse(await own.withdraw(much))
      expect(rules).toHaveLength(2)
      expect(rules[0]).toContain('approved: the address bob is new, until 2023-11-14T23:13:20.000Z')
      expect(await own.withdraw(paid('bob'))).toBe(asked)
      own.now += HOUR
      expect(await own.withdraw(paid('bob'))).toBe(asked)
      own.now += 2 * HOUR
      expect(await own.withdraw(paid('bob'))).toContain('"verdict":"allow"')
    })
  })

  describe('of denied addresses refuses what it cannot read in a call that a managed wallet is to sign', () => {
    const EVE = 'e4e'.padEnd(40, '0')
    const codec = {
      isAddress: (text: string) => /^0x[0-9a-f]{40}$/.test(text),
      canonical: (text: string) => text,
    }
    const { caller, chain } = intent(1n)
    const on = (family: string) => ({ ...chain, codec, record: { ...chain.record, family } }) as never
    const sign = (request: object, lists: PolicyFile, family = 'evm') =>
      new Guarded(lists).gate
        .admitSigning({
          caller,
          chain: on(family),
          wallet: 'wallet',
          request: { ...request, contract: BOB },
          by: [],
        })
        .then(
          () => null,
          ({ rejection }: Rejected) => rejection.detail,
        )
    const BOB = `0x${'b0b'.padEnd(40, '0')}`
    const deny = { deny: { BTC: [`0x${EVE}`] } }

    it.each([
      ['data of a call', { to: BOB, data: `0x06fdde03${EVE.padStart(64, '0')}` }, 'data'],
      ['data without its prefix', { to: BOB, data: EVE }, 'data'],
      ['data in capitals', { to: BOB, data: EVE.toUpperCase() }, 'data'],
      ['parts of data', { to: BOB, data: `ESDTTransfer@aa@${EVE}` }, 'data'],
      ['bytes of a parameter', { params: [BOB, [`0x${EVE.repeat(2)}`]] }, 'params.1.0'],
      ['a field of a structure', { params: [{ who: BOB, what: `0x${'00'.repeat(32)}` }] }, 'params.0.what'],
      ['an address as a number', { params: [String(BigInt(`0x${EVE}`))] }, 'params.0'],
      ['an address as a number in hex', { params: [`0x${EVE.slice(1)}`] }, 'params.0'],
      ['data in a list that is text', { params: [`["0x${'00'.repeat(32)}"]`] }, 'params.0.0'],
      ['escapes in such a list', { params: [`{"a":"\\u0030x${'00'.repeat(19)}\\u0030000"}`] }, 'params.0.a'],
      ['a list that is too deep', { params: [` ${'['.repeat(9_999)}${']'.repeat(9_999)}`] }, 'params.0'],
      ['a negative one', { params: [`-${BigInt(`0x${EVE}`)}`] }, 'params.0'],
    ])('%s', async (_, request, field) => {
      expect(await sign(request, deny)).toBe(`${field} is encoded, and may name an address that BTC denies`)
      // A list of allowed addresses must have the contract, so it need not look into the data.
      expect(await sign(request, { ...deny, allow: { BTC: [BOB] } })).toBeNull()
    })

    it.each([
      ['amounts', { to: BOB, amount: '123456.000000000000000001', value: String(2n ** 127n) }],
      ['short data and texts', { to: BOB, data: '0xa9059cbb', note: 'an invoice, number 4711' }],
      ['addresses', { to: BOB, params: [BOB, '5', `["${BOB}"]`] }],
      ['texts in brackets', { note: '[paid] an invoice', value: '0x7'.padEnd(34, '0') }],
      ['numbers and flags', { to: BOB, nonce: 7, isFast: true, none: null }],
    ])('but not %s', async (_, request) => {
      expect(await sign(request, deny)).toBeNull()
    })

    it('but not the ids of outputs, which hold no call', async () => {
      expect(await sign({ fromUTXO: [{ txHash: 'ab'.repeat(32) }] }, deny, 'utxo')).toBeNull()
    })
  })
})

describe('where the change goes that no wallet which pays has', () => {
  const leaving = intent(1n, { changeTo: 'mallory' })

  it('is a recipient for the lists, and a limit that cannot count it denies it', async () => {
    const answers = [
      { deny: { BTC: ['mallory'] } },
      { allow: { BTC: ['alice'] } },
      { limits: [limit] },
      { allow: { BTC: ['alice', 'mallory'] } },
      { limits: [{ ...limit, currency: 'ETH' }] },
    ].map((policy: PolicyFile) => new Guarded(policy).withdraw(leaving))
    const told = (await Promise.all(answers)).map((answer) => answer.slice(0, 18))
    const denied = 'withdrawal.denied'
    expect(told).toEqual([denied, denied, denied, '{"verdict":"allow"', '{"verdict":"allow"'])
  })
})

describe('second approval', () => {
  const policy = { limits: [{ ...limit, above: 'approval' }], approvalHours: 3 } as const

  it('binds the exact intent, for one withdrawal, by another key', async () => {
    const own = new Guarded(policy)
    const wanted = intent(1_100n)
    expect(await own.withdraw(wanted)).toBe('withdrawal.approval.required')
    await expect(own.answer(wanted, 'first')).rejects.toMatchObject({ code: 'approval.own' })
    await own.answer(wanted, 'second')
    const others: readonly Intent[] = [
      intent(1_101n),
      intent(1_100n, { account: 'other' as AccountId }),
      intent(1_100n, { payments: [{ address: 'bob', amount: 1_100n }] }),
      intent(1_100n, { payments: [{ address: 'alice', amount: 1_100n, tag: '7' }] }),
      intent(1_100n, { caller: { ...wanted.caller, apiKey: 'third' as ApiKeyId } }),
      intent(1_100n, { named: { fee: '0.1' } }),
      intent(1_100n, { named: { attr: 'mallory' } }),
    ]
    for (const other of others) expect(await own.withdraw(other)).toBe('withdrawal.approval.required')
    expect(JSON.parse(await own.withdraw(wanted))).toMatchObject({ approval: { decidedBy: 'second' } })
    expect(await own.withdraw(wanted)).toBe('withdrawal.approval.required')
  })

  it('asks nobody again for a call that came twice at once and was answered once', async () => {
    const own = new Guarded(policy)
    const wanted = intent(1_100n)
    const terms = { idempotency: idempotencyOf(TENANT, 'key', 'transferBtc', {}) }
    expect(await own.withdraw(wanted, terms)).toBe('withdrawal.approval.required')
    const question = await own.asked(wanted)
    await own.answer(wanted, 'second')
    expect(await own.withdraw(wanted, terms)).toContain('"decidedBy":"second"')
    // The other one has looked for an answer before there was one.
    await expect(own.gate.admit(wanted, terms)).rejects.toMatchObject({
      code: 'withdrawal.approval.required',
    })
    expect(await own.asked(wanted)).toBe(question)
    // Without the key it is another withdrawal.
    expect(await own.withdraw(wanted)).toBe('withdrawal.approval.required')
    expect(await own.asked(wanted)).not.toBe(question)
  })

  it('is refused, expires, and is not needed below the limit', async () => {
    const own = new Guarded(policy)
    expect(await own.withdraw(intent(1_000n))).toContain('allow')
    const wanted = intent(1n)
    expect(await own.withdraw(wanted)).toBe('withdrawal.approval.required')
    const asked = await own.asked(wanted)
    await own.answer(wanted, 'second', false)
    expect(await own.withdraw(wanted)).toBe('withdrawal.denied')
    await own.answer(wanted, 'second')
    own.now += HOUR
    expect(await own.withdraw(wanted)).toContain('approved: 10.01 of 10')
    expect(await own.withdraw(wanted)).toBe('withdrawal.approval.required')
    expect(await own.asked(wanted)).not.toBe(asked)
    await own.answer(wanted, 'second')
    const expired = new Guarded(policy)
    expect(await expired.withdraw(intent(1_100n))).toBe('withdrawal.approval.required')
    await expired.answer(intent(1_100n), 'second')
    expired.now += 3 * HOUR
    expect(await expired.withdraw(intent(1_100n))).toBe('withdrawal.approval.required')
  })
})

it('a policy that cannot be used names all its problems', () => {
  const wrong = {
    limits: [
      { currency: 'B', amount: 5, hours: 0, per: 'all', above: 'maybe', max: 1 },
      { ...limit, currency: 'btc' },
    ],
    alow: {},
    allow: {
      BTC: ['alice', { address: 'bob', since: '2026-04-31' }, { address: 'eve', since: '2026-04-30' }],
    },
    minimumAge: { hours: 0, below: 'never', above: 1 },
    deny: { BTC: 'x', eth: [], USDT: [] },
    approvalHours: 1.5,
  }
  const problems = (() => {
    try {
      limitsPolicy(wrong as unknown as PolicyFile)
    } catch (error) {
      if (error instanceof PolicyError) return error.problems
    }
    return []
  })()
  expect(() => limitsPolicy({ minimumAge: { hours: 1 } })).toThrow('minimumAge needs a list')
  // Tenants have currencies of their own, and an embedder may have chains.
  limitsPolicy({ limits: ['VC_GOLD', 'Gold', 'Top'].map((currency) => ({ ...limit, currency })) })
  limitsPolicy({ allow: { OWN: [] } }, ['OWN'])
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'alow',
    'limits[0].max',
    'limits[0].hours',
    'limits[0].currency',
    'limits[0].amount',
    'limits[0].per',
    'limits[0].above',
    'limits[1].currency',
    'allow.BTC[0]',
    'allow.BTC[1]',
    'deny.BTC',
    'deny.eth',
    'deny.USDT',
    'minimumAge.above',
    'minimumAge.below',
    'minimumAge.hours',
    'approvalHours',
  ])
})
