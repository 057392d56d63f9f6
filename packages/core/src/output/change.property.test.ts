/**
 * Random chains, with forks and with transactions of ours that are recorded before a block has them. After each step
 * the stored outputs are the unspent outputs of the chain that pay to us, those that it has spent, and what live
 * transactions of ours leave to their wallet.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openAccount } from '../account/decide.js'
import { DEPOSITS } from '../deposit/table.js'
import { DEPOSIT_ADDRESSES } from '../deposit-address/table.js'
import { beginFollowing, observeBlock, undoBlock } from '../follow/decide.js'
import { CURSORS } from '../follow/table.js'
import type { AccountId, ApiKeyId } from '../ids.js'
import { TENANT, TestLedger } from '../ledger.fixture.js'
import { fcOptions } from '../property.fixture.js'
import { recordSend, settleSend } from '../send/decide.js'
import { SENDS } from '../send/table.js'
import type { ChangeOutput } from './output.js'
import { OUTPUTS } from './table.js'

const ON = { chain: 'BTC', network: 'testnet' } as const
const PLACE = { ...ON, tenant: TENANT }
const VALUE = 5n

type Outpoint = string

/** Pays its first output to the deposit address, to the pool, or to a stranger, and the second to a stranger. */
interface Transaction {
  readonly txId: string
  readonly spends: readonly Outpoint[]
  readonly to: 'customer' | 'pool' | 'stranger'
}

interface Block {
  readonly hash: string
  readonly transactions: readonly Transaction[]
}

const outpointsOf = ({ txId }: Transaction): readonly Outpoint[] => [`${txId}:0`, `${txId}:1`]
const isOurs = ({ to }: Transaction): boolean => to !== 'stranger'
const paidOf = ({ to }: Transaction): Omit<ChangeOutput, 'index'> => ({
  address: to === 'pool' ? 'pool' : 'customer',
  wallet: 'pool',
  derivationKey: to === 'pool' ? 0 : 1,
  value: VALUE,
  scale: 8,
})

class World {
  readonly ledger = new TestLedger()
  readonly blocks: Block[] = []
  readonly known: Transaction[] = []
  private made = 0

  constructor() {
    this.ledger.must(beginFollowing, { ...ON, block: { height: 0, hash: 'genesis' } })
    const { account } = this.ledger.must(openAccount, {
      tenant: TENANT,
      account: {
        currency: 'BTC',
        xpub: 'xpub',
        customer: null,
        accountingCurrency: null,
        accountCode: null,
        accountNumber: null,
      },
    })
    this.address(account.id)
  }

  /** Of a transaction that spends these outputs, if the chain has them unspent, or another one makes them. */
  create(to: Transaction['to'], spends: readonly Outpoint[]): Transaction {
    const transaction = { txId: `t${++this.made}`, spends, to }
    this.known.push(transaction)
    return transaction
  }

  record({ txId, spends }: Transaction, change: { readonly change?: ChangeOutput }): void {
    const claims = spends.map((outpoint) => {
      const [owner = '', index = ''] = outpoint.split(':')
      return { owner, index: BigInt(index) }
    })
    const terms = {
      raw: '00',
      fresh: false,
      signature: null,
      replaces: false,
      apiKey: 'key' as ApiKeyId,
      credits: 0,
    }
    this.ledger.run(recordSend, { ...PLACE, ...terms, ...change, txId, claims })
  }

  settle(txId: string, event: 'sent' | 'dead'): void {
    this.ledger.run(settleSend, { ...PLACE, txId, event, reason: null })
  }

  /** Those that the next block can take, in an order in which each finds what it spends. */
  mine(wanted: readonly Transaction[]): void {
    const unspent = this.unspent()
    const mined = new Set(this.transactions())
    const taken: Transaction[] = []
    for (const transaction of wanted) {
      if (mined.has(transaction) || !transaction.spends.every((outpoint) => unspent.has(outpoint))) continue
      for (const outpoint of transaction.spends) unspent.delete(outpoint)
      for (const outpoint of outpointsOf(transaction)) unspent.add(outpoint)
      mined.add(transaction)
      taken.push(transaction)
    }
    const height = this.blocks.length + 1
    const block = { hash: `b${height}-${this.made}-${Math.max(0, ...this.cursors())}`, transactions: taken }
    const [cursor] = this.ledger.kept.all(CURSORS)
    const ours = new Map(
      this.known.filter(isOurs).map((transaction) => [`${transaction.txId}:0`, transaction]),
    )
    const spent = taken.flatMap(({ txId: by, spends }) =>
      spends.flatMap((outpoint) => {
        const made = ours.get(outpoint)
        const name = { tenant: TENANT, txId: made?.txId ?? '', index: 0 }
        return made === undefined ? [] : [{ ...name, address: paidOf(made).address, by }]
      }),
    )
    this.ledger.must(observeBlock, {
      ...ON,
      revision: cursor?.revision ?? 0,
      parent: cursor?.hash ?? '',
      block: { height, hash: block.hash },
      window: 100,
      receipts: taken
        .filter(({ to }) => to === 'customer')
        .map(({ txId }) => ({
          ...{ tenant: TENANT, currency: 'BTC', txId, position: 0, address: 'customer', tag: '' },
          ...{ amount: VALUE, from: null, matures: height + 2 },
        })),
      maturing: [...this.ledger.kept.all(DEPOSITS)],
      holdings: [],
      made: taken
        .filter(isOurs)
        .map((one) => ({ ...paidOf(one), tenant: TENANT, txId: one.txId, index: 0, matures: height + 2 })),
      // An output is spent once.
      spent: [...spent, ...spent.map((one) => ({ ...one, by: 'again' }))],
    })
    this.blocks.push(block)
  }

  undo(): void {
    const block = this.blocks.pop()
    const [cursor] = this.ledger.kept.all(CURSORS)
    if (block === undefined || cursor === undefined) return
    const rows = [...this.ledger.kept.all(OUTPUTS)]
    this.ledger.must(undoBlock, {
      ...ON,
      revision: cursor.revision,
      deposits: [...this.ledger.kept.all(DEPOSITS)].filter(({ blockHash }) => blockHash === block.hash),
      // Nothing happens to those of other blocks.
      holdings: [],
      made: rows,
      spent: rows,
    })
  }

  transactions(): readonly Transaction[] {
    return this.blocks.flatMap(({ transactions }) => transactions)
  }

  /** Of the whole chain, with 20 outputs that nobody made. */
  unspent(): Set<Outpoint> {
    const unspent = new Set(Array.from({ length: 20 }, (_, index) => `coin:${index}`))
    for (const transaction of this.transactions()) {
      for (const outpoint of transaction.spends) unspent.delete(outpoint)
      for (const outpoint of outpointsOf(transaction)) unspent.add(outpoint)
    }
    return unspent
  }

  /** What the chain and the recorded transactions say that the stored outputs are. */
  expected(): readonly string[] {
    const rows = new Map<string, string>()
    const spenders = new Map<Outpoint, string>()
    for (const { hash, transactions } of this.blocks) {
      for (const { txId, spends } of transactions) {
        for (const outpoint of spends) spenders.set(outpoint, `spent by ${txId} in ${hash}`)
      }
    }
    for (const { hash, transactions } of this.blocks) {
      for (const transaction of transactions.filter(isOurs)) {
        const outpoint = `${transaction.txId}:0`
        rows.set(outpoint, `${outpoint} in ${hash} ${spenders.get(outpoint) ?? 'unspent'}`)
      }
    }
    for (const { txId, status } of this.ledger.kept.all(SENDS)) {
      const outpoint = `${txId}:0`
      const leaves = this.known.find((one) => one.txId === txId)?.to === 'pool'
      if (leaves && status !== 'dead' && !rows.has(outpoint))
        rows.set(outpoint, `${outpoint} in no block unspent`)
    }
    return [...rows.values()].sort()
  }

  stored(): readonly string[] {
    return [...this.ledger.kept.all(OUTPUTS)]
      .map(({ txId, index, hash, spentBy, spentHash }) => {
        const spent = spentBy === null ? 'unspent' : `spent by ${spentBy} in ${spentHash}`
        return `${txId}:${index} in ${hash ?? 'no block'} ${spent}`
      })
      .sort()
  }

  spentDeposits(): readonly string[] {
    return [...this.ledger.kept.all(DEPOSITS)].filter(({ spent }) => spent).map(({ txId }) => txId)
  }

  /** Those in the chain that it has spent. */
  expectedDeposits(): readonly string[] {
    const mined = new Set(this.transactions().map(({ txId }) => txId))
    const unspent = this.unspent()
    return [...this.ledger.kept.all(DEPOSITS)]
      .map(({ txId }) => txId)
      .filter((txId) => mined.has(txId) && !unspent.has(`${txId}:0`))
  }

  private cursors(): readonly number[] {
    return [...this.ledger.kept.all(CURSORS)].map(({ revision }) => revision)
  }

  private address(account: AccountId): void {
    this.ledger.kept.put(DEPOSIT_ADDRESSES, {
      ...{ ...PLACE, address: 'customer', tag: '', currency: 'BTC', account, xpub: 'xpub' },
      ...{ derivationKey: 1, shown: 'customer', removed: false, created: this.ledger.now },
    })
  }
}

const pick = fc.nat(1_000)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      to: fc.constantFrom('customer' as const, 'pool' as const, 'stranger' as const),
      picks: fc.array(pick, { minLength: 1, maxLength: 3 }),
      isSent: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('mine' as const), mask: fc.nat(63) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('undo' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('sent' as const, 'dead' as const), pick }) },
)

it('whatever the chain does, outputs are what it has paid to us and spent, and what live transactions leave', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      const world = new World()
      for (const one of steps) {
        if (one.do === 'create') {
          // The newest, and coins of strangers.
          const open = [
            ...world.known.slice(-4).map(({ txId }) => `${txId}:0`),
            ...[...world.unspent()].slice(0, 4),
          ]
          const spends = [...new Set(one.picks.map((number) => open[number % open.length] ?? ''))]
          if (spends.length === 0) continue
          const transaction = world.create(one.to, spends)
          const change = one.to === 'pool' ? { change: { ...paidOf(transaction), index: 0 } } : {}
          if (one.isSent) world.record(transaction, change)
        } else if (one.do === 'mine') {
          world.mine(world.known.slice(-6).filter((_, index) => (one.mask & (1 << index)) !== 0))
        } else if (one.do === 'undo') {
          for (let undone = 0; undone < one.count; undone++) world.undo()
        } else {
          const sends = [...world.ledger.kept.all(SENDS)].slice(-3)
          const send = sends[one.pick % Math.max(1, sends.length)]
          if (send !== undefined) world.settle(send.txId, one.do)
        }
        expect(world.stored()).toEqual(world.expected())
        expect(world.spentDeposits()).toEqual(world.expectedDeposits())
      }
    }),
    fcOptions(100),
  )
})
