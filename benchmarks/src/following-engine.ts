/** An engine that follows a chain, a process of its own: so its memory is that of following. */
import {
  type AccountId,
  accept,
  accountKey,
  type Change,
  type DepositAddress,
  type Rule,
  type TenantId,
} from '@tallystick/core'
import { Follower } from '@tallystick/custody'
import { embeddedCaller, type Storage } from '@tallystick/engine'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { openPostgres } from '@tallystick/storage-postgres'
import { openSqlite } from '@tallystick/storage-sqlite'
import { serveQuestions } from './child.js'
import { CURRENCY } from './ledger.js'
import { addressOf, MadeBlocks } from './made-blocks.js'
import { collect, drive, measure } from './measure.js'
import { diceOf, spreadPayment } from './traffic.js'

/** A file, or the URL of a schema. */
export type Where = { readonly file: string } | { readonly url: string }

export type Question =
  | { readonly plant: { readonly where: Where; readonly addresses: number } }
  | { readonly open: { readonly where: Where; readonly addresses: number; readonly seed: number } }
  | { readonly follow: { readonly blocks: number } }
  | {
      readonly pay: {
        readonly accounts: readonly string[]
        readonly ms: number
        /** Milliseconds between two blocks; null: nothing is followed. */
        readonly every: number | null
      }
    }
  | { readonly close: true }

/** What was done, and what this process takes now, in bytes. */
export interface Done {
  readonly done: number
  readonly ms: number
  /** Of this process: all threads, user and system. */
  readonly cpuMs: number
  /** What the program has in use. */
  readonly used: number
  /** With everything that the process keeps, such as the page cache of SQLite. */
  readonly resident: number
}

/** As of Ethereum. */
export const CONFIRMATIONS = 64
const PLANTED_AT_ONCE = 1_000
const IN_FLIGHT = 64
const ON = { chain: 'ETH', network: 'mainnet' }

let tallystick: Tallystick | undefined
let made: MadeBlocks | undefined
let follower: Follower | undefined

serveQuestions(async (question: Question): Promise<Done> => {
  if ('plant' in question) await plant(question.plant)
  else if ('open' in question) await open(question.open)
  else if ('follow' in question) return follow(question.follow.blocks)
  else if ('pay' in question) return pay(question.pay)
  else await tallystick?.close()
  return { done: 0, ms: 0, cpuMs: 0, used: 0, resident: 0 }
})

const storageOf = (where: Where): Promise<Storage> =>
  'file' in where ? openSqlite(where) : openPostgres(where)

/** Adds addresses of one account, as generating them does, but many in one unit of work. */
const plantAddresses: Rule<
  { readonly account: AccountId; readonly from: number; readonly to: number },
  null
> = {
  name: 'plantAddresses',
  needs: ({ account }) => [accountKey(TENANT, account)],
  decide(_view, { account, from, to }, env) {
    const changes = Array.from({ length: to - from }, (_, at): Change => {
      const address = addressOf(from + at)
      const depositAddress: DepositAddress = {
        ...ON,
        tenant: TENANT,
        account,
        address,
        tag: '',
        currency: CURRENCY,
        xpub: null,
        derivationKey: from + at,
        shown: address,
        removed: false,
        created: env.now,
      }
      return { type: 'depositAddress.added', depositAddress }
    })
    return accept(null, changes)
  },
}

const TENANT = 'default' as TenantId

async function plant({ where, addresses }: Extract<Question, { plant: unknown }>['plant']): Promise<void> {
  const ledger = createTallystick({ storage: await storageOf(where) })
  const { id } = await ledger.createAccount({ currency: CURRENCY })
  await drive(Math.ceil(addresses / PLANTED_AT_ONCE), 2, (at) => {
    const from = at * PLANTED_AT_ONCE
    const to = Math.min(addresses, from + PLANTED_AT_ONCE)
    return ledger.engine.execute({
      caller: embeddedCaller(TENANT),
      rule: plantAddresses,
      command: { account: id as AccountId, from, to },
      price: () => 0,
      present: (output) => output,
      idempotency: null,
    })
  })
  await ledger.close()
}

async function open({ where, addresses, seed }: Extract<Question, { open: unknown }>['open']): Promise<void> {
  tallystick = createTallystick({ storage: await storageOf(where) })
  made = new MadeBlocks(addresses, seed)
  follower = new Follower({
    engine: tallystick.engine,
    record: { id: ON.chain, confirmations: CONFIRMATIONS, decimals: 2, family: 'evm' },
    blocks: made,
    network: ON.network,
    assets: {
      tokens: new Set(),
      of: (asset) => (asset === null ? { currency: CURRENCY, scale: 2 } : undefined),
    },
  })
  await follower.round()
}

async function follow(blocks: number): Promise<Done> {
  if (made === undefined || follower === undefined) throw new Error('Nothing is open')
  made.height += blocks
  const { payments, ms, cpuMs } = await measure(blocks, () => follower?.round())
  const { height, problem } = follower.status
  if (height !== made.height) throw new Error(`The follower is at ${height} of ${made.height}: ${problem}`)
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { done: payments, ms, cpuMs, used: heapUsed + external, resident: rss }
}

async function pay({ accounts, ms, every }: Extract<Question, { pay: unknown }>['pay']): Promise<Done> {
  const [ledger, node, following] = [tallystick, made, follower]
  if (ledger === undefined || node === undefined || following === undefined)
    throw new Error('Nothing is open')
  const dice = diceOf(accounts.length)
  const start = performance.now()
  let round = Promise.resolve()
  const timer =
    every === null
      ? undefined
      : setInterval(() => {
          node.height++
          round = following.round()
        }, every)
  let done = 0
  const client = async (): Promise<void> => {
    while (performance.now() - start < ms) {
      await ledger.sendTransaction(spreadPayment(dice, accounts).args)
      done++
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, client))
  const taken = performance.now() - start
  clearInterval(timer)
  await round
  await following.round()
  return { done, ms: taken, cpuMs: 0, used: node.height, resident: 0 }
}
