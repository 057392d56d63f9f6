import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openAccount } from '../account/decide.js'
import { recordDeposit } from '../deposit/decide.js'
import type { DepositStatus } from '../deposit/deposit.js'
import { DEPOSITS } from '../deposit/table.js'
import { DEPOSIT_ADDRESSES } from '../deposit-address/table.js'
import type { AccountId } from '../ids.js'
import { systemAccountId } from '../ids.js'
import { pay } from '../ledger/decide.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { fcOptions } from '../property.fixture.js'
import type { BlockName, Cursor } from './cursor.js'
import { beginFollowing, observeBlock, type Receipt, undoBlock } from './decide.js'
import { CURSORS } from './table.js'

const ON = { chain: 'BTC', network: 'testnet' } as const
const DEPTH = 3

/** A ledger that follows one chain, whose blocks are named by the tests. */
class Following {
  readonly ledger = new TestLedger()
  readonly accounts = new Map<string, AccountId>()
  /** Of what is paid. */
  scale = 8

  constructor(older: readonly BlockName[] = []) {
    this.ledger.must(beginFollowing, { ...ON, block: { height: 10, hash: 'g' }, older })
  }

  get cursor(): Cursor {
    return [...this.ledger.kept.all(CURSORS)][0] ?? expect.fail('no cursor')
  }

  /** An account with an address of its own name. */
  open(name: string): AccountId {
    const { account } = this.ledger.must(openAccount, {
      tenant: TENANT,
      account: {
        currency: 'BTC',
        xpub: `xpub ${name}`,
        customer: null,
        accountingCurrency: null,
        accountCode: null,
        accountNumber: null,
      },
    })
    this.accounts.set(name, account.id)
    this.ledger.kept.put(DEPOSIT_ADDRESSES, {
      ...ON,
      tenant: TENANT,
      address: name,
      tag: '',
      currency: 'BTC',
      account: account.id,
      xpub: `xpub ${name}`,
      derivationKey: 1,
      shown: name,
      removed: false,
      created: this.ledger.now,
    })
    return account.id
  }

  observe(
    hash: string,
    paid: Readonly<Record<string, string>> = {},
    how: { readonly parent?: string; readonly revision?: number } = {},
  ) {
    const { revision, hash: last, height: before } = this.cursor
    const height = before + 1
    return this.ledger.must(observeBlock, {
      ...ON,
      revision,
      parent: last,
      ...how,
      block: { height, hash },
      window: 5,
      receipts: Object.entries(paid).map(([output, payment]) => this.receipt(output, payment, height)),
      maturing: [...this.ledger.kept.all(DEPOSITS)].filter(({ status }) => status === 'InProgress'),
      made: [],
      spent: [],
      holdings: [],
    })
  }

  /** @param first Undoes so many deposits of the block, and not the block */
  undo(revision = this.cursor.revision, first?: number) {
    const { hash } = this.cursor
    const all = [...this.ledger.kept.all(DEPOSITS)].filter(({ blockHash }) => blockHash === hash)
    const of = { ...ON, revision, deposits: all.slice(0, first), made: [], spent: [], holdings: [] }
    return this.ledger.must(undoBlock, first === undefined ? of : { ...of, unfinished: true })
  }

  remove(name: string): void {
    const row = [...this.ledger.kept.all(DEPOSIT_ADDRESSES)].find(({ address }) => address === name)
    if (row === undefined) expect.fail(`no address ${name}`)
    this.ledger.kept.put(DEPOSIT_ADDRESSES, { ...row, removed: true })
  }

  /** What a program says of the first output of `t`. */
  report(name: string, status: DepositStatus) {
    return this.ledger.run(recordDeposit, {
      ...{ tenant: TENANT, account: this.id(name), currency: 'BTC', amount: '2', txId: 't', vout: 0 },
      ...{ address: name, from: null, derivationKey: 1, blockHeight: 0, blockHash: null, status },
    })
  }

  pay(from: string, to: string, amount: string): void {
    const order = { recipient: this.id(to), amount, anonymous: false, baseRate: null, details: null }
    this.ledger.must(pay, { tenant: TENANT, sender: this.id(from), order })
  }

  id(name: string): AccountId {
    return this.accounts.get(name) ?? expect.fail(`no account ${name}`)
  }

  balance(name: string): string {
    return this.ledger.balance(this.id(name))
  }

  /** What the ledger's own account has; 0 without one. */
  own(role: 'world' | 'shortfall'): string {
    const id = systemAccountId(TENANT, role, 'BTC')
    return this.ledger.kept.systemAccount(TENANT, role, 'BTC') === undefined ? '0' : this.ledger.balance(id)
  }

  statuses(): readonly string[] {
    return [...this.ledger.kept.all(DEPOSITS)].map(
      ({ txId, status, blockHash }) => `${txId} ${status} ${blockHash}`,
    )
  }

  private receipt(output: string, payment: string, height: number): Receipt {
    const [txId = '', position = '0'] = output.split(':')
    const [name = '', amount = '0'] = payment.split(' ')
    return {
      tenant: TENANT,
      currency: 'BTC',
      txId,
      position: Number(position),
      address: name,
      tag: '',
      amount: BigInt(amount) * 100_000_000n,
      scale: this.scale,
      from: null,
      matures: height + DEPTH - 1,
    }
  }
}

describe('observeBlock', () => {
  it('credits with the block that makes a deposit deep enough', () => {
    const chain = new Following()
    chain.open('A')
    chain.observe('b1', { t: 'A 2' })
    expect([chain.balance('A'), chain.statuses()]).toEqual(['0', ['t InProgress b1']])
    chain.observe('b2')
    expect(chain.balance('A')).toBe('0')
    const last = chain.observe('b3')
    expect(last).toMatchObject({ kind: 'moved', deposits: [{ txId: 't', status: 'Done' }] })
    chain.observe('b4')
    expect([chain.balance('A'), chain.own('world'), chain.statuses()]).toEqual(['2', '-2', ['t Done b1']])
  })

  it('changes nothing when another engine has moved the cursor, or the block does not follow', () => {
    const chain = new Following()
    chain.open('A')
    const { revision } = chain.cursor
    chain.observe('b1')
    const { changes } = chain.ledger.kept
    const written = changes.length
    expect(chain.observe('b1', { t: 'A 2' }, { revision, parent: 'g' })).toEqual({ kind: 'elsewhere' })
    expect(chain.observe('b2', { t: 'A 2' }, { parent: 'x' })).toEqual({ kind: 'elsewhere' })
    expect(chain.undo(revision)).toEqual({ kind: 'elsewhere' })
    expect(chain.ledger.kept.changes).toHaveLength(written)
    expect(chain.cursor).toMatchObject({ height: 11, hash: 'b1', blocks: ['10:g', '11:b1'] })
  })

  it('records nothing whose units are not those of the account: its currency has other decimals now', () => {
    const following = new Following()
    following.open('a')
    following.scale = 10
    expect(() => following.observe('h', { t: 'a 1' })).toThrow(
      'of BTC has 8 decimals, and what it gets or pays has 10',
    )
    following.scale = 8
    following.observe('h', { t: 'a 1' })
    expect(following.statuses()).toEqual(['t InProgress h'])
  })

  it('tells several outputs of one transaction apart', () => {
    const chain = new Following()
    chain.open('A')
    chain.open('B')
    chain.observe('b1', { 't:0': 'A 1', 't:1': 'A 2', 't:2': 'B 4' })
    chain.observe('b2')
    chain.observe('b3')
    expect([chain.balance('A'), chain.balance('B')]).toEqual(['3', '4'])
  })

  it.each<[string, (chain: Following) => void, readonly string[], string]>([
    ['that it has had none of', () => {}, [], '0'],
    [
      'that comes back from an undone block',
      (chain) => {
        chain.observe('b1', { t: 'A 2' })
        chain.remove('A')
        chain.undo()
      },
      ['t Done c1'],
      '2',
    ],
    [
      'that comes back, and was credited before its block was undone',
      (chain) => {
        for (const hash of ['b1', 'b2', 'b3']) chain.observe(hash, hash === 'b1' ? { t: 'A 2' } : {})
        chain.remove('A')
        for (let undone = 0; undone < 3; undone++) chain.undo()
      },
      ['t Done c1'],
      '2',
    ],
    [
      'that a program has reported',
      (chain) => void chain.report('A', 'InProgress'),
      ['t InProgress null'],
      '0',
    ],
  ])(
    'of a removed address, credits no payment but one that was its own before: one %s',
    (_what, before, statuses, balance) => {
      const chain = new Following()
      chain.open('A')
      before(chain)
      chain.remove('A')
      for (const hash of ['c1', 'c2', 'c3']) chain.observe(hash, hash === 'c1' ? { t: 'A 2' } : {})
      expect([chain.statuses(), chain.balance('A')]).toEqual([statuses, balance])
    },
  )

  it('refuses what a program reports of a deposit from a block: the blocks decide', () => {
    const chain = new Following()
    chain.open('A')
    const report = (status: DepositStatus) => chain.report('A', status)
    const refused = { accepted: false, rejection: { code: 'deposit.unexpected.state' } }
    chain.observe('b1', { t: 'A 2' })
    for (const status of ['Done', 'Failed'] as const) expect(report(status)).toMatchObject(refused)
    expect(report('InProgress')).toMatchObject({ accepted: true })
    chain.undo()
    for (const status of ['Done', 'InProgress'] as const) expect(report(status)).toMatchObject(refused)
    for (const hash of ['c1', 'c2', 'c3', 'c4']) chain.observe(hash)
    expect([chain.balance('A'), chain.statuses()]).toEqual(['0', ['t Failed b1']])
    for (const hash of ['c5', 'c6', 'c7']) chain.observe(hash, hash === 'c5' ? { t: 'A 2' } : {})
    expect([chain.balance('A'), chain.statuses()]).toEqual(['2', ['t Done c5']])
    expect(report('Failed')).toMatchObject(refused)
  })

  it('keeps as many blocks as the window has', () => {
    const chain = new Following()
    for (const hash of ['b1', 'b2', 'b3', 'b4', 'b5', 'b6']) chain.observe(hash)
    expect(chain.cursor.blocks).toEqual(['12:b2', '13:b3', '14:b4', '15:b5', '16:b6'])
    for (let undone = 0; undone < 4; undone++) expect(chain.undo()).toMatchObject({ kind: 'moved' })
    expect(chain.undo()).toEqual({ kind: 'too-deep' })
    expect(chain.cursor).toMatchObject({ height: 12, hash: 'b2' })
  })
})

describe('undoBlock', () => {
  it('undoes the block that it began with, and those before it, and credits what others have in their place', () => {
    const chain = new Following([
      { height: 8, hash: 'e' },
      { height: 9, hash: 'f' },
    ])
    chain.open('A')
    chain.observe('b1', { t: 'A 2' })
    for (let undone = 0; undone < 3; undone++) expect(chain.undo()).toMatchObject({ kind: 'moved' })
    expect(chain.cursor).toMatchObject({ height: 8, hash: 'e', blocks: ['8:e'] })
    expect(chain.undo()).toEqual({ kind: 'too-deep' })
    chain.observe('c9', { t: 'A 2', u: 'A 4' })
    for (const hash of ['c10', 'c11', 'c12']) chain.observe(hash)
    expect([chain.statuses(), chain.balance('A')]).toEqual([['t Done c9', 'u Done c9'], '6'])
  })

  it('keeps a cursor that has begun, whoever else begins', () => {
    const chain = new Following()
    chain.observe('b1')
    const { cursor } = chain
    const begins = { ...ON, block: { height: 10, hash: 'x' }, older: [{ height: 9, hash: 'y' }] }
    expect([chain.ledger.must(beginFollowing, begins), chain.cursor]).toEqual([cursor, cursor])
  })

  it('undoes a part of a block, which stays the last one until all of it is undone', () => {
    const chain = new Following()
    chain.open('A')
    chain.observe('b1', { t: 'A 2', u: 'A 4' })
    expect(chain.undo(chain.cursor.revision, 1)).toMatchObject({ kind: 'moved', deposits: [{ txId: 't' }] })
    expect(chain.statuses()).toEqual(['t Failed b1', 'u InProgress b1'])
    expect(chain.cursor).toMatchObject({ hash: 'b1', unfinished: true })
    // It can come back whole, and until then nothing follows it.
    expect(chain.observe('b2')).toEqual({ kind: 'elsewhere' })
    expect(chain.undo()).toMatchObject({ kind: 'moved', deposits: [{ txId: 'u' }] })
    expect([chain.cursor.height, chain.cursor.unfinished]).toEqual([10, undefined])
    for (const hash of ['c1', 'c2', 'c3']) chain.observe(hash, hash === 'c1' ? { t: 'A 2', u: 'A 4' } : {})
    expect([chain.statuses(), chain.balance('A')]).toEqual([['t Done c1', 'u Done c1'], '6'])
  })

  it('takes a deposit in progress back, which comes back in another block and is credited once', () => {
    const chain = new Following()
    chain.open('A')
    chain.observe('b1', { t: 'A 2' })
    chain.undo()
    expect([chain.statuses(), chain.cursor.height]).toEqual([['t Failed b1'], 10])
    chain.observe('c1')
    chain.observe('c2', { t: 'A 2' })
    chain.observe('c3')
    chain.observe('c4')
    chain.observe('c5')
    expect([chain.statuses(), chain.balance('A'), chain.own('world')]).toEqual([['t Done c2'], '2', '-2'])
  })

  it('changes nothing while a credit cannot be posted back', () => {
    const chain = new Following()
    const most = `${6n * 10n ** 37n}`
    for (const name of ['A', 'B', 'heir of A', 'heir of B']) chain.open(name)
    const lose = (name: string): void => {
      chain.observe(`${name}1`, { [name]: `${name} ${most}` })
      chain.observe(`${name}2`)
      chain.observe(`${name}3`)
      chain.pay(name, `heir of ${name}`, most)
    }
    lose('A')
    for (let undone = 0; undone < 3; undone++) expect(chain.undo()).toMatchObject({ kind: 'moved' })
    lose('B')
    chain.undo()
    chain.undo()
    const before = chain.cursor
    // The ledger's own account would have more than 38 digits.
    expect(chain.undo()).toMatchObject({
      kind: 'refused',
      deposit: { txId: 'B', status: 'Done' },
      rejection: { code: 'amount.format' },
    })
    expect([chain.cursor, chain.own('shortfall')]).toEqual([before, `-${most}`])
  })

  it('posts a credit back', () => {
    const chain = new Following()
    chain.open('A')
    chain.observe('b1', { t: 'A 2' })
    chain.observe('b2')
    chain.observe('b3')
    expect(chain.balance('A')).toBe('2')
    for (let undone = 0; undone < 3; undone++) chain.undo()
    expect([chain.balance('A'), chain.own('world'), chain.own('shortfall')]).toEqual(['0', '0', '0'])
    expect(chain.ledger.account(chain.id('A')).frozenBy).toBeNull()
  })

  it('takes from the shortfall what the customer no longer has, freezes him, and repays it when the deposit comes back', () => {
    const chain = new Following()
    chain.open('A')
    chain.open('B')
    chain.observe('b1', { t: 'A 5' })
    chain.observe('b2')
    chain.observe('b3')
    chain.pay('A', 'B', '3')
    for (let undone = 0; undone < 3; undone++) chain.undo()
    const after = () => [chain.balance('A'), chain.balance('B'), chain.own('world'), chain.own('shortfall')]
    expect(after()).toEqual(['0', '3', '0', '-3'])
    expect(chain.ledger.account(chain.id('A')).frozenBy).not.toBeNull()
    chain.observe('c1', { t: 'A 5' })
    chain.observe('c2')
    chain.observe('c3')
    expect(after()).toEqual(['2', '3', '-5', '0'])
  })

  it('keeps what is still missing when the deposit comes back with less', () => {
    const chain = new Following()
    chain.open('A')
    chain.open('B')
    const three = (name: string, amount: number) => {
      chain.observe(`${name}1`, { t: `A ${amount}` })
      chain.observe(`${name}2`)
      chain.observe(`${name}3`)
    }
    const undone = () => {
      for (let blocks = 0; blocks < 3; blocks++) chain.undo()
    }
    const missing = () => [
      chain.own('shortfall'),
      ...[...chain.ledger.kept.all(DEPOSITS)].map(({ shortfall = 0n }) => String(shortfall / 100_000_000n)),
    ]
    three('b', 5)
    chain.pay('A', 'B', '5')
    undone()
    expect(missing()).toEqual(['-5', '5'])
    three('c', 2)
    expect([chain.balance('A'), ...missing()]).toEqual(['0', '-3', '3'])
    undone()
    expect(missing()).toEqual(['-5', '5'])
    three('d', 6)
    expect([chain.balance('A'), ...missing()]).toEqual(['1', '0', '0'])
  })
})

it('whatever the chain does, each account has what its last blocks pay', () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('block' as const), pays: fc.subarray(['s', 't', 'u', 'v']) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('undo' as const), count: fc.integer({ min: 1, max: 4 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 3 }) }),
    },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const chain = new Following()
      chain.open('A')
      chain.open('B')
      /** The blocks of the chain, the oldest first; `deep`: it was deep enough once. */
      const blocks: { readonly pays: readonly string[]; deep: boolean }[] = []
      let spent = 0n
      for (const [number, one] of steps.entries()) {
        if (one.kind === 'block') {
          const known = new Set(blocks.flatMap(({ pays }) => pays))
          const pays = one.pays.filter((txId) => !known.has(txId))
          chain.observe(`b${number}`, Object.fromEntries(pays.map((txId) => [txId, 'A 2'])))
          blocks.push({ pays, deep: false })
          const deep = blocks.at(-DEPTH)
          if (deep !== undefined) deep.deep = true
        } else if (one.kind === 'undo') {
          for (let undone = 0; undone < one.count; undone++) {
            if (chain.undo().kind !== 'moved') break
            blocks.pop()
          }
        } else {
          const units = BigInt(one.amount) * 100_000_000n
          if (chain.ledger.available(chain.id('A')) < units) continue
          chain.pay('A', 'B', String(one.amount))
          spent += units
        }
      }
      const deep = blocks.filter((block) => block.deep).flatMap(({ pays }) => pays).length
      const units = (name: string) => chain.ledger.account(chain.id(name)).balance
      const own = (role: 'world' | 'shortfall') =>
        chain.ledger.kept.systemAccount(TENANT, role, 'BTC')?.balance ?? 0n
      // What blocks that are deep enough pay has entered, and nothing else.
      expect(-own('world')).toBe(BigInt(deep) * 200_000_000n)
      expect(units('B')).toBe(spent)
      expect(units('A') >= 0n).toBe(true)
      expect(units('A') + units('B') + own('shortfall')).toBe(BigInt(deep) * 200_000_000n)
    }),
    fcOptions(300),
  )
})
