/**
 * Random histories of a chain whose blocks two engines follow on one SQLite file: payments, branches that take the
 * place of others, engines that end in the middle. In the end each account has what the final chain pays to it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Chains } from '@tallystick/custody'
import { openSqlite } from '@tallystick/storage-sqlite'
import { chooseSeed, type SeededRandom, seededRandom } from '@tallystick/testing'
import { expect, it } from 'vitest'
import { createChains } from '../chains.js'
import type { ChainsFile } from '../config/config.js'
import { readChainsConfig } from '../config/read.js'
import { type Calls, type OpenLedger, openLedger } from '../open-ledger.fixture.js'

/** A node that histories are played on, each above the blocks of those before it. */
interface DepositNode {
  stage(seed: number): Promise<DepositStage>
  stop(): Promise<void>
}

/** Of one history: a node that makes what blocks it is told to make. */
export interface DepositStage {
  readonly config: ChainsFile
  /** Of each customer's account. */
  readonly currencies: readonly string[]
  /** What the customers' addresses have, and is on nobody's account: units of its currency. Absent: nothing. */
  unassigned?(): bigint
  /** Once, before there are accounts. */
  begin?(calls: Calls): Promise<void>
  /** Opens the account of the customer with this number. @returns Its id */
  open(calls: Calls, chains: Chains, customer: number): Promise<string>
  /** A new address of the account. */
  address(calls: Calls, id: string, customer: number): Promise<string>
  /** Sends so many units of 10^-8 coins to each address, which wait for a block then. */
  pay(payments: readonly (readonly [address: string, units: number])[], random: SeededRandom): Promise<void>
  mine(blocks: number): Promise<void>
  /** Makes a longer branch in the place of the last blocks, with all, some or none of their payments. */
  fork(depth: number, random: SeededRandom): Promise<void>
  /** From now on the first of the nodes is behind, leaves things out, or is well. */
  wander(random: SeededRandom): Promise<void>
  /** All nodes are well. */
  calm(): Promise<void>
  /** Units of 10^-8 coins that the chain has paid to each of the addresses. */
  received(addresses: readonly string[]): Promise<ReadonlyMap<string, bigint>>
  close(): Promise<void>
}

/** Customers with accounts of their own, whose wallets generate addresses. */
export const byXpub = (currency: 'LTC' | 'ETH', seed: number): Pick<DepositStage, 'open' | 'address'> => ({
  async open(calls, chains, customer) {
    const { keys } = await chains.chain(currency, 'testnet')
    const entropy = new Uint8Array(32).fill(customer + 1)
    new DataView(entropy.buffer).setUint32(0, seed)
    const xpub = (await keys?.xpub(keys.mnemonic(entropy))) ?? ''
    return (await calls.createAccountXpub({ currency, xpub })).id
  },
  address: async (calls, id) => (await calls.generateDepositAddress({ id })).address,
})

/** So deep is what the rounds undo. */
const DEEPEST = 8
/** Nobody has less: Solana has no smaller accounts. */
const LEAST = 100_000
/** After them everything is deep enough on every chain here. */
const CALM = 80
/** Rounds in which a follower must catch up, once its nodes are well. */
const PATIENCE = 20
const UNIT = 10n ** 8n

/** Rounds of one history, which begins with a fresh ledger. */
const ROUNDS = 12
/** Histories on one node, whose start takes longer than most of them. */
const ON_ONE_NODE = 25
/** Histories of `npm test`, and of `npm run test:faults`. */
const FEW = 2
const MANY = 25

/** What each history has for certain, each in a round of its own. Chance adds more of them. */
const CERTAIN = ['deepest fork', 'fork', 'several outputs', 'restart', 'bad node', 'both follow'] as const
type Certain = (typeof CERTAIN)[number]
/** The first rounds make what the others undo. */
const QUIET = 3

export function depositRounds(name: string, start: (histories: number) => Promise<DepositNode>): void {
  const isLong = Number(process.env['FAULT_MINUTES'] ?? 0) > 0
  const histories = Number(process.env['FAULT_ROUNDS'] ?? (isLong ? MANY : FEW))
  const first = chooseSeed()
  it(
    `deposits on ${name}: each account has what the chain pays to it`,
    async () => {
      for (let done = 0; done < histories; done += ON_ONE_NODE) {
        const some = Math.min(ON_ONE_NODE, histories - done)
        const node = await start(some)
        try {
          for (let seed = first + done; seed < first + done + some; seed++) await play(name, node, seed)
        } finally {
          await node.stop()
        }
      }
    },
    60_000 + histories * 60_000,
  )
}

async function play(name: string, node: DepositNode, seed: number): Promise<void> {
  const start = performance.now()
  const stage = await node.stage(seed)
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-deposits-'))
  try {
    const told = await history(stage, join(folder, 'ledger.db'), seededRandom(seed))
    const seconds = ((performance.now() - start) / 1_000).toFixed(1)
    console.info(`deposits on ${name}, seed ${seed}: ${told}, ${seconds} s`)
  } catch (error) {
    console.error(`deposits on ${name}: again with FC_SEED=${seed} FAULT_ROUNDS=1`)
    throw error
  } finally {
    await stage.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An engine on the file, as another process would have it. */
class Process {
  private constructor(
    readonly ledger: OpenLedger,
    readonly calls: Calls,
    readonly chains: Chains,
  ) {}

  static async open(file: string, config: ChainsFile): Promise<Process> {
    const chains = createChains(readChainsConfig(config))
    const ledger = openLedger(chains, await openSqlite({ file }))
    return new Process(ledger, await ledger.as('testnet'), chains)
  }

  follow(): Promise<void> {
    return this.ledger.ledger.custody.follow()
  }

  /** A node of a busy machine may leave a round without an answer; the next round asks again. */
  async catchUp(): Promise<void> {
    for (let rounds = 1; ; rounds++) {
      await this.follow()
      const [status] = this.ledger.ledger.custody.following()
      if (rounds > 1 && status?.problem === null && status.behind === 0) return
      if (rounds === PATIENCE) throw new Error(`does not catch up: ${JSON.stringify(status)}`)
    }
  }

  close(): Promise<void> {
    return this.ledger.close()
  }
}

/** The rounds in which something is certain. */
function planOf(random: SeededRandom): ReadonlyMap<number, Certain> {
  const rounds = Array.from({ length: ROUNDS - QUIET }, (_, index) => QUIET + index)
  return new Map(
    CERTAIN.map((one) => [rounds.splice(random.below(rounds.length), 1)[0] ?? QUIET, one] as const),
  )
}

async function history(stage: DepositStage, file: string, random: SeededRandom): Promise<string> {
  const processes = [await Process.open(file, stage.config), await Process.open(file, stage.config)]
  const one = (): Process => processes[random.below(processes.length)] as Process
  const accounts: { readonly id: string; readonly addresses: string[] }[] = []
  await stage.begin?.(one().calls)
  for (const customer of stage.currencies.keys()) {
    const { calls, chains } = one()
    accounts.push({ id: await stage.open(calls, chains, customer), addresses: [] })
  }
  let forks = 0
  const plan = planOf(random)
  for (let round = 0; round < ROUNDS; round++) {
    const certain = plan.get(round)
    const several = certain === 'several outputs'
    for (const [customer, account] of accounts.entries()) {
      if (random.below(3) > 0 && account.addresses.length > 0 && !several) continue
      account.addresses.push(await stage.address(one().calls, account.id, customer))
    }
    for (let count = Math.max(random.below(4), round < QUIET || several ? 1 : 0); count > 0; count--) {
      const { addresses } = accounts[random.below(accounts.length)] as (typeof accounts)[number]
      // Now and then several of one customer's addresses at once.
      const first = several ? 0 : random.below(addresses.length)
      const paid = addresses.slice(first, first + (several ? 2 : 1 + random.below(2) * random.below(3)))
      await stage.pay(
        paid.map((address) => [address, LEAST + random.below(1_000_000)] as const),
        random,
      )
    }
    if (certain === 'bad node' || random.below(3) === 0) await stage.wander(random)
    if (certain === 'deepest fork' || certain === 'fork' || random.below(4) === 0) {
      await stage.fork(certain === 'deepest fork' ? DEEPEST : 1 + random.below(DEEPEST), random)
      forks++
    } else await stage.mine(1 + random.below(3))
    // Some go on, side by side; and one ends in the middle.
    const following = processes
      .filter(() => certain === 'both follow' || random.below(3) > 0)
      .map((process) => process.follow())
    if (certain === 'restart' || random.below(8) === 0) {
      const place = random.below(processes.length)
      await processes[place]?.close()
      processes[place] = await Process.open(file, stage.config)
    }
    await Promise.all(following)
  }
  await stage.calm()
  await stage.mine(CALM)
  for (const process of processes) await process.catchUp()
  const received = await stage.received(accounts.flatMap(({ addresses }) => addresses))
  const { calls, ledger } = one()
  let deposits = 0
  for (const { id, addresses } of accounts) {
    const sum = addresses.reduce((total, address) => total + (received.get(address) ?? 0n), 0n)
    const { balance } = await calls.getAccountByAccountId({ id })
    expect(`${id} ${inUnits(balance.accountBalance)}`).toBe(`${id} ${sum}`)
    deposits += (await calls.getDepositsCount({ accountId: id, status: 'Done' })).total
  }
  expect((await ledger.ledger.verify()).discrepancies).toEqual([])
  const { addresses, currencies, notCompared, unassigned } = await ledger.ledger.reconcile()
  const differ = currencies.filter((found) => !found.isExplained)
  expect({ addresses, differ, notCompared }).toEqual({ addresses: [], differ: [], notCompared: [] })
  for (const { currency, lines } of currencies) {
    const listed = unassigned.filter((one) => one.currency === currency)
    const nobodys = lines.find(({ what }) => what === 'received, and no deposit of anybody')
    expect(listed.reduce((sum, { amount }) => sum + amount, 0n)).toBe(nobodys?.amount ?? 0n)
  }
  const all = unassigned.reduce((sum, { amount }) => sum + amount, 0n)
  expect(all).toBe(stage.unassigned?.() ?? 0n)
  for (const process of processes) await process.close()
  return `${ROUNDS} rounds, ${deposits} deposits, ${forks} reorganisations`
}

/** Decimal text in units of 10^-8. */
function inUnits(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * UNIT + BigInt(fraction.slice(0, 8).padEnd(8, '0'))
}
