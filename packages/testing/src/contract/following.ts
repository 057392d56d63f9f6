/** Followers of a chain on a storage: through forks, with lagging nodes, and several at once. */
import {
  type AccountId,
  activateAccount,
  type Change,
  cursorKey,
  DEPOSITS,
  type DepositPlace,
  deactivateAccount,
  formatDecimal,
  holdingKey,
  OUTPUTS,
  openAccount,
  type Rule,
  removeAddress,
  systemAccountId,
  type TenantId,
} from '@tallystick/core'
import { type BlocksAt, Coins, Depths, Follower, records } from '@tallystick/custody'
import { Engine, embeddedCaller, type Storage, systemScheduler, verify } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { quickOrFull } from '../replay.js'
import { ScriptedChain, type ScriptedPayment } from '../scripted-chain.js'
import { seededRandom } from '../seeded.js'
import { addressed, pooled, Samples, write } from './samples.js'
import { type OpenStorage, shared, using } from './using.js'

export const TENANT = 'alpha' as TenantId
export const ON = { chain: 'BTC', network: 'testnet' }
export const DEPTH = 3
const COIN = 100_000_000n
const NAMES = ['A', 'B', 'nobody else']
/** The change address of the wallet, and the other script of its key. */
const POOL = ['pool', 'twin of pool']
const STEPS = quickOrFull(24, 40)
const RECORD = { id: ON.chain, confirmations: DEPTH, decimals: 8 }
const SAME_DEPTH = new Depths(DEPTH)
const SEED = 20261122

/** Accounts of a scripted chain, and followers of it. */
export class Watched {
  readonly chain = new ScriptedChain()
  readonly accounts = new Map<string, AccountId>()
  private readonly engines: Engine[] = []
  private payments = 0

  constructor(
    private readonly storage: Storage,
    private readonly warn: (message: string) => void = () => undefined,
  ) {}

  /**
   * A follower in its own engine, as in another process.
   * @param atOnce Payments or credits of one commit
   * @param onRead Called when it reads a block
   * @param storage The same ledger, as this follower is to have it
   */
  follower(
    lag = 0,
    family: 'evm' | 'utxo' | 'xrp' = 'evm',
    depths = SAME_DEPTH,
    atOnce = 250,
    onRead = () => {},
    storage = this.storage,
  ): Follower {
    const blocks = this.chain.blocks(lag)
    const engine = new Engine({ storage: shared(storage), warn: this.warn })
    this.engines.push(engine)
    return new Follower({
      engine: engine.own,
      record: { ...(family === 'xrp' ? records.XRP : {}), ...RECORD, family },
      network: ON.network,
      blocks: {
        ...blocks,
        block: (height, assets) => {
          onRead()
          return blocks.block(height, assets)
        },
      },
      depths,
      atOnce,
      ...(family === 'utxo' ? { coins: this.coins(engine.own) } : {}),
      assets: {
        tokens: new Set(),
        of: (asset) => (asset === null ? { currency: 'BTC', scale: 8 } : undefined),
      },
      from: 1,
    })
  }

  /**
   * One that may ask several nodes.
   * @param elapsed Its time in milliseconds
   * @param from Null: it has to find out where it begins
   */
  followerOf(nodes: readonly BlocksAt[], elapsed = () => 0, from: number | null = 1): Follower {
    const scheduler = { ...systemScheduler, elapsed }
    const engine = new Engine({ storage: shared(this.storage), scheduler, warn: () => undefined })
    this.engines.push(engine)
    return new Follower({
      engine: engine.own,
      record: { ...RECORD, family: 'evm' },
      network: ON.network,
      blocks: this.chain.blocks(),
      blocksAt: nodes,
      assets: {
        tokens: new Set(),
        of: (asset) => (asset === null ? { currency: 'BTC', scale: 8 } : undefined),
      },
      ...(from === null ? {} : { from }),
    })
  }

  private coins(engine: Engine): Coins {
    return new Coins(engine.query, ON, {
      codec: {
        canonical: (address) => address,
        twins: (address) => (POOL.includes(address) ? POOL.filter((one) => one !== address) : []),
      },
      keys: { address: () => 'pool' },
      record: { decimals: 8 },
    })
  }

  /** An account with an address of its name; or one at this place. */
  async open(name: string, place: Partial<Pick<DepositPlace, 'address' | 'tag' | 'currency'>> = {}) {
    this.follower()
    const { account } = await this.execute(openAccount, {
      tenant: TENANT,
      account: {
        currency: 'BTC',
        xpub: `xpub-${name}`,
        customer: null,
        accountingCurrency: null,
        accountCode: null,
        accountNumber: null,
      },
    })
    this.accounts.set(name, account.id)
    const address = {
      ...ON,
      tenant: TENANT,
      currency: 'BTC',
      address: name,
      shown: name,
      account: account.id,
      ...place,
    }
    const change: Change = addressed(
      new Samples().address({ ...address, xpub: account.xpub, derivationKey: 1 }),
    )
    await write(this.storage, change)
  }

  /** Runs a rule about the account with this name. */
  async run(rule: typeof activateAccount, name: string): Promise<void> {
    await this.execute(rule, { tenant: TENANT, account: this.accounts.get(name) as AccountId })
  }

  /** Removes the address of the account with this name. */
  async remove(name: string): Promise<void> {
    const account = this.accounts.get(name) as AccountId
    const place = { ...ON, tenant: TENANT, address: name, tag: '', currency: 'BTC' }
    await this.execute(removeAddress, { ...place, account })
  }

  private execute<Command, Output>(rule: Rule<Command, Output>, command: Command): Promise<Output> {
    return (this.engines[0] as Engine).execute({
      ...{ caller: embeddedCaller(TENANT), rule, command, idempotency: null },
      price: () => 0,
      present: (output) => output,
    })
  }

  /** @param spends The transactions whose outputs it spends */
  pay(name: string, coins: bigint, spends: readonly string[] = []): ScriptedPayment {
    return { txId: `tx-${++this.payments}`, address: name, amount: coins * COIN, spends }
  }

  /** The outputs of ours that are unspent, as they are stored. */
  async unspent(): Promise<readonly string[]> {
    const where = { tenant: TENANT, ...ON }
    const rows = await this.storage.query.list(OUTPUTS, { part: 'unspent', where })
    return rows.map(({ txId, address, value, wallet }) => `${txId} ${address} ${value} of ${wallet}`).sort()
  }

  async balance(name: string): Promise<string> {
    const found = await this.storage.query.account(TENANT, this.accounts.get(name) as AccountId)
    return formatDecimal(found?.account.balance ?? -1n, 8)
  }

  /** The sum that entered the ledger, in coins. */
  async entered(): Promise<string> {
    const id = systemAccountId(TENANT, 'world', 'BTC')
    const world = await this.storage.query.find({ type: 'account', tenant: TENANT, id })
    return formatDecimal(-(world?.balance ?? 0n), 8)
  }

  async end(): Promise<void> {
    expect((await verify(this.storage)).discrepancies).toEqual([])
    for (const engine of this.engines) await engine.close()
  }
}

export function followingContract(open: OpenStorage): void {
  describe('following a chain', () => {
    it(
      'credits each payment once, however many follow, and takes back what the chain undoes',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        const followers = [watched.follower(), watched.follower(), watched.follower()]
        const all = () => Promise.all(followers.map((follower) => follower.round()))
        const { chain } = watched
        await all()
        chain.mine([watched.pay('A', 2n), watched.pay('nobody', 9n)])
        chain.mine([watched.pay('A', 5n)])
        await all()
        expect(await watched.balance('A')).toBe('0')
        chain.mine()
        await all()
        expect(await watched.balance('A')).toBe('2')
        const undone = chain.undo(3)
        for (let count = 0; count < 4; count++) chain.mine()
        await all()
        expect([await watched.balance('A'), await watched.entered()]).toEqual(['0', '0'])
        chain.mine(undone)
        chain.mine()
        chain.mine()
        await all()
        expect([await watched.balance('A'), await watched.entered()]).toEqual(['7', '7'])
        const deposits = await storage.query.list(DEPOSITS, { where: { tenant: TENANT } })
        expect(deposits.map(({ status }) => status)).toEqual(['Done', 'Done'])
        expect(followers.map(({ status }) => [status.height, status.problem])).toEqual(
          followers.map(() => [7, null]),
        )
        await watched.end()
      }),
    )

    it.each([
      ['the newest one', null],
      ['the one before the first that it is told to observe', 6],
    ])('undoes the block that it began with, and those before it: %s', (_which, from) =>
      using(open, async (storage) => {
        const watched = new Watched(storage)
        const { chain } = watched
        const nodes = [{ node: '1', blocks: chain.blocks() }]
        const followers = [0, 1].map(() => watched.followerOf(nodes, () => 0, from))
        const all = () => Promise.all(followers.map((follower) => follower.round()))
        for (let count = 0; count < 5; count++) chain.mine()
        await all()
        await watched.open('A')
        chain.mine([watched.pay('A', 2n)])
        await all()
        expect(followers.map(({ status }) => status.height)).toEqual([6, 6])
        chain.mine(chain.undo(4))
        chain.mine([watched.pay('A', 5n)])
        for (let count = 0; count < 4; count++) chain.mine()
        await all()
        expect(followers.map(({ status }) => [status.height, status.problem])).toEqual([
          [8, null],
          [8, null],
        ])
        expect([await watched.balance('A'), await watched.entered()]).toEqual(['7', '7'])
        await watched.end()
      })(),
    )

    it.each(['evm', 'utxo'] as const)(
      'credits what comes back to an address that was removed meanwhile, and nothing else that it is paid: %s',
      (family) =>
        using(open, async (storage) => {
          const watched = new Watched(storage)
          await watched.open('A')
          const follower = watched.follower(0, family)
          const { chain } = watched
          // One is credited, and one is in progress.
          const paid = [watched.pay('A', 1n), watched.pay('A', 2n)]
          chain.mine(paid.slice(0, 1))
          chain.mine()
          chain.mine(paid.slice(1))
          await follower.round()
          await watched.remove('A')
          chain.undo(3)
          chain.mine()
          chain.mine([...paid, watched.pay('A', 4n)])
          for (let count = 0; count < DEPTH; count++) chain.mine()
          await follower.round()
          expect([await watched.balance('A'), await watched.entered()]).toEqual(['3', '3'])
          const holding = await storage.query.find(
            holdingKey({ tenant: TENANT, ...ON, address: 'A', asset: '' }),
          )
          if (family === 'evm') expect(holding).toMatchObject({ observed: 7n * COIN, unassigned: 4n * COIN })
          else expect(await watched.unspent()).toHaveLength(3)
          await watched.end()
        })(),
    )

    it(
      'credits within a group of blocks what is deep enough in it, and goes on with the next group',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        const { chain } = watched
        for (let count = 0; count < 40; count++) chain.mine([watched.pay('A', 1n)])
        await Promise.all([watched.follower().round(), watched.follower().round()])
        expect(await watched.balance('A')).toBe(String(40 - DEPTH + 1))
        chain.undo(20)
        for (let count = 0; count < 21; count++) chain.mine()
        await watched.follower().round()
        expect([await watched.balance('A'), await watched.entered()]).toEqual(['20', '20'])
        await watched.end()
      }),
    )

    it.each(['evm', 'utxo'] as const)(
      'records a block with many payments in parts, and credits them in parts, whoever goes on: %s',
      (family) =>
        using(open, async (storage) => {
          const watched = new Watched(storage)
          await watched.open('A')
          const { chain } = watched
          const place = cursorKey(ON)
          const many = () => Array.from({ length: 10 }, () => watched.pay('A', 1n))
          const paid = many()
          chain.mine(paid)
          let reads = 0
          const one = watched.follower(0, family, SAME_DEPTH, 3, () => {
            // It reads the block again for the second of four parts, and ends after that.
            if (++reads === 2) one.stop()
          })
          await one.round()
          expect(await storage.query.find(place)).toMatchObject({ height: 1, unfinished: true })
          // The block is undone before all of it is recorded, and comes back after another one.
          chain.undo(1)
          chain.mine()
          chain.mine(paid)
          await Promise.all(
            [0, 1, 2].map((atOnce) => watched.follower(0, family, SAME_DEPTH, atOnce + 1).round()),
          )
          expect(await storage.query.find(place)).not.toHaveProperty('unfinished')
          const deposits = await storage.query.list(DEPOSITS, { where: { tenant: TENANT } })
          expect(deposits.map(({ status, blockHeight }) => `${status} ${blockHeight}`)).toEqual(
            paid.map(() => 'InProgress 2'),
          )
          chain.mine(many())
          chain.mine()
          await watched.follower(0, family, SAME_DEPTH, 3).round()
          expect([await watched.balance('A'), await watched.entered()]).toEqual(['10', '10'])
          chain.mine()
          await watched.follower(0, family, SAME_DEPTH, 3).round()
          expect([await watched.balance('A'), await watched.entered()]).toEqual(['20', '20'])
          if (family === 'utxo') expect(await watched.unspent()).toHaveLength(20)
          await watched.end()
        })(),
    )

    it(
      'credits a large deposit later, and none below the minimum',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        const above = [{ amount: 10n ** 18n, confirmations: 5 }]
        const terms = { BTC: { confirmations: null, above, minimum: 10n ** 17n } }
        const follower = watched.follower(0, 'evm', new Depths(DEPTH, terms))
        const { chain } = watched
        const dust = { ...watched.pay('A', 1n), amount: COIN / 10n - 1n }
        chain.mine([watched.pay('A', 1n), watched.pay('A', 2n), dust])
        const balances: string[] = []
        for (let depth = 1; depth <= 6; depth++) {
          await follower.round()
          balances.push(await watched.balance('A'))
          chain.mine()
        }
        expect(balances).toEqual(['0', '0', '1', '1', '3', '3'])
        const [holding] = await storage.query.findAll([
          holdingKey({ tenant: TENANT, ...ON, address: 'A', asset: '' }),
        ])
        expect(holding?.unassigned).toBe(dust.amount)
        await watched.end()
      }),
    )

    it(
      'credits each payment to the account of its asset and its tag, and to no other',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        await watched.open('of a token', { address: 'A', currency: 'USDT' })
        await watched.open('7', { address: 'shared', tag: '7' })
        const follower = watched.follower(0, 'xrp')
        const { chain } = watched
        chain.mine([
          watched.pay('A', 1n),
          { ...watched.pay('A', 2n), asset: 'of nobody' },
          { ...watched.pay('A', 3n), tag: '7' },
          { ...watched.pay('shared', 4n), tag: '7' },
          { ...watched.pay('shared', 5n), tag: '8' },
          watched.pay('shared', 6n),
        ])
        for (let depth = 1; depth <= DEPTH; depth++) {
          await follower.round()
          chain.mine()
        }
        const balances = ['A', 'of a token', '7'].map((name) => watched.balance(name))
        expect(await Promise.all(balances)).toEqual(['1', '0', '4'])
        expect(await watched.entered()).toBe('5')
        await watched.end()
      }),
    )

    it(
      'credits an account that is deactivated meanwhile with a block after it is active again',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        const follower = watched.follower()
        const { chain } = watched
        chain.mine([watched.pay('A', 2n)])
        await follower.round()
        await watched.run(deactivateAccount, 'A')
        for (let count = 0; count <= DEPTH; count++) chain.mine()
        await follower.round()
        expect(await watched.entered()).toBe('0')
        await watched.run(activateAccount, 'A')
        chain.mine()
        await follower.round()
        expect([await watched.balance('A'), await watched.entered()]).toEqual(['2', '2'])
        await watched.end()
      }),
    )

    it(
      'credits it although newer deposits, more than one commit credits, are of accounts that stay deactivated',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        for (const name of ['A', 'B']) await watched.open(name)
        const follower = watched.follower(0, 'evm', SAME_DEPTH, 2)
        const { chain } = watched
        chain.mine([watched.pay('A', 2n)])
        chain.mine([watched.pay('B', 1n), watched.pay('B', 1n)])
        await follower.round()
        for (const name of ['A', 'B']) await watched.run(deactivateAccount, name)
        for (let count = 0; count <= DEPTH; count++) chain.mine()
        await follower.round()
        await watched.run(activateAccount, 'A')
        for (let count = 0; count < 3; count++) {
          chain.mine()
          await follower.round()
        }
        expect([await watched.balance('A'), await watched.entered()]).toEqual(['2', '2'])
        await watched.end()
      }),
    )

    it(
      'waits for a node that is behind, or on a branch that is not longer',
      using(open, async (storage) => {
        const watched = new Watched(storage)
        await watched.open('A')
        const [ahead, behind] = [watched.follower(), watched.follower(2)]
        for (let count = 0; count < 4; count++) watched.chain.mine()
        await ahead.round()
        await behind.round()
        expect(behind.status.problem).toMatch(/^the node is behind/)
        watched.chain.undo(2)
        watched.chain.mine()
        watched.chain.mine()
        await ahead.round()
        expect(ahead.status.problem).toMatch(/^the node has another block 4 and none after it/)
        watched.chain.mine()
        await ahead.round()
        expect(ahead.status).toMatchObject({ height: 5, behind: 0, deepestReorganisation: 2, problem: null })
        await watched.end()
      }),
    )

    it(
      'whatever a chain does, the accounts have in the end what its blocks pay',
      using(open, async (storage) => {
        const random = seededRandom(SEED)
        const watched = new Watched(storage)
        const { chain } = watched
        for (const name of NAMES) await watched.open(name)
        const followers = [0, 1, 0].map((lag, index) => watched.follower(lag, 'evm', SAME_DEPTH, index + 1))
        /** Payments of an abandoned branch that the chain does not have. */
        let loose: readonly ScriptedPayment[] = []
        for (let step = 0; step < STEPS; step++) {
          const depth = random.below(3) === 0 ? random.below(5) : 0
          loose = [...loose, ...chain.undo(depth)]
          for (let count = depth + random.below(3); count >= 0; count--) {
            const back = loose.filter(() => random.below(2) === 0)
            loose = loose.filter((payment) => !back.includes(payment))
            const name = NAMES[random.below(NAMES.length)] as string
            const leaves = random.below(3) === 0 ? [watched.pay(name, -1n)] : []
            chain.mine([...back, watched.pay(name, BigInt(1 + random.below(9))), ...leaves])
          }
          await Promise.all(followers.filter(() => random.below(3) > 0).map((follower) => follower.round()))
        }
        for (let count = 0; count <= DEPTH; count++) chain.mine()
        for (const follower of followers) await follower.round()
        for (const name of NAMES) {
          const paid = chain.paid().filter(({ address }) => address === name)
          const sumOf = (amounts: readonly { readonly amount: bigint }[]) =>
            amounts.reduce((total, { amount }) => total + amount, 0n)
          const deposited = sumOf(paid.filter(({ amount }) => amount > 0n))
          expect(await watched.balance(name)).toBe(formatDecimal(deposited, 8))
          const place = { ...ON, tenant: TENANT, address: name, asset: '' }
          expect(await storage.query.find(holdingKey(place))).toMatchObject({
            observed: sumOf(paid),
            unassigned: 0n,
            taken: sumOf(paid) - deposited,
          })
        }
        await watched.end()
      }),
    )

    it(
      'whatever a UTXO chain does, the wallet has in the end the outputs that are unspent',
      using(open, async (storage) => {
        const random = seededRandom(SEED)
        const watched = new Watched(storage)
        const { chain } = watched
        for (const name of NAMES) await watched.open(name)
        await write(storage, pooled(new Samples().pool({ ...ON, tenant: TENANT, address: 'pool' })))
        const payees = [...NAMES, ...POOL, 'stranger']
        const followers = [0, 1, 0].map((lag, index) => watched.follower(lag, 'utxo', SAME_DEPTH, index + 1))
        /** Payments of an abandoned branch that the chain does not have. */
        let loose: readonly ScriptedPayment[] = []
        const mine = (wanted: readonly ScriptedPayment[]): void => {
          const unspent = new Set(chain.unspent().keys())
          const fitting = wanted.filter(({ txId, spends = [] }) => {
            if (!spends.every((spent) => unspent.has(spent))) return false
            for (const spent of spends) unspent.delete(spent)
            unspent.add(txId)
            return true
          })
          chain.mine(fitting)
          loose = loose.filter((payment) => !fitting.includes(payment))
        }
        for (let step = 0; step < STEPS; step++) {
          const depth = random.below(3) === 0 ? random.below(5) : 0
          loose = [...loose, ...chain.undo(depth)]
          for (let count = depth + random.below(3); count >= 0; count--) {
            const back = loose.filter(() => random.below(2) === 0)
            const name = payees[random.below(payees.length)] as string
            const open = [...chain.unspent().keys(), ...back.map(({ txId }) => txId)]
            const spends = open.filter(() => random.below(9) === 0)
            mine([...back, watched.pay(name, BigInt(1 + random.below(9)), spends)])
          }
          await Promise.all(followers.filter(() => random.below(3) > 0).map((follower) => follower.round()))
        }
        for (let count = 0; count <= DEPTH; count++) chain.mine()
        for (const follower of followers) await follower.round()
        const payeeOf = new Map(chain.paid().map(({ txId, address }) => [txId, address]))
        for (const name of NAMES) {
          // What spends outputs of the same address is change.
          const paid = chain
            .paid()
            .filter(
              ({ address, spends = [] }) =>
                address === name && !spends.some((one) => payeeOf.get(one) === name),
            )
          const sum = paid.reduce((total, { amount }) => total + amount, 0n)
          expect(await watched.balance(name)).toBe(formatDecimal(sum, 8))
        }
        const unspent = chain.unspent()
        const ours = [...unspent.values()].filter(({ address }) => address !== 'stranger')
        expect(ours.length).toBeGreaterThan(5)
        expect(await watched.unspent()).toEqual(
          ours.map(({ txId, address, amount }) => `${txId} ${address} ${amount} of pool`).sort(),
        )
        const deposits = await storage.query.list(DEPOSITS, { where: { tenant: TENANT, status: 'Done' } })
        for (const { txId, spent } of deposits) expect([txId, spent]).toEqual([txId, !unspent.has(txId)])
        await watched.end()
      }),
    )
  })
}
