/**
 * `tallystick sweep` while its processes are ended as `kill -9` ends them, or asked to stop: before a node has what they have signed, before
 * they hear that it has, or at any other moment. Two sweep at once, and a service that is killed too follows the chain. At
 * the end each address was swept once, coins went ahead to it at most once, and no customer has anything but his deposits.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, Workplace } from '@tallystick/harness'
import { chooseSeed, isFull, reportFaults, type SeededRandom, seededRandom } from '@tallystick/testing'
import { expect, it } from 'vitest'
import { createChains } from '../chains.js'
import { readChainsConfig } from '../config/read.js'
import { type Anvil, start } from '../evm/anvil.fixture.js'
import { ALICE, hex, unlocked, word } from '../evm/unlocked.fixture.js'
import { Fleet } from './fleet.fixture.js'
import { type Backend, Gateway } from './gateway.fixture.js'
import { inspected, type Readiness, STORAGES } from './kills.fixture.js'

const ASKED = process.env['FAULT_ROUNDS']
const ROUNDS = Number(ASKED ?? (isFull ? 30 : 1))
const COIN = 10n ** 18n
const TIMEOUT_MS = 3_000
/** Deep enough for every deposit. */
const DEEP = 70
/** Addresses that a round pays to. */
const ADDRESSES = 3
const TOKENS = 10n ** 7n
const LATER_MS = 15
const MOST_RUNS = 20
const LOOKS = 600
const CURRENCIES = ['USDT', 'ETH'] as const
type Currency = (typeof CURRENCIES)[number]
const MINIMUM: Readonly<Record<Currency, string>> = { USDT: '5', ETH: '0.1' }

/** Where processes end: before the node has a transaction of theirs, before it says so, or while they do the next thing. */
const MOMENTS = ['before', 'after', 'later'] as const

// Each round starts processes anew: `npm test` has a few, on the storage that needs no server.
const PLACES = Object.entries(STORAGES).filter(([name]) => isFull || ASKED !== undefined || name === 'SQLite')

it.each(PLACES)(
  'sweeps that are killed move each deposit once, on %s',
  { timeout: 300_000 + ROUNDS * 60_000 },
  async (name, openStorage) => {
    const seed = chooseSeed()
    const place = new Workplace()
    const { database, stop } = await openStorage(place)
    const world = await Sweeping.open(seed, place, database)
    try {
      const problems = await world.play()
      reportFaults(
        `kill -9 of sweeps, ${name}`,
        {
          faults: world.kills,
          acknowledged: world.acknowledged,
          lost: 0,
          doubled: 0,
          discrepancies: problems.length,
        },
        `seed ${seed}, ${ROUNDS} rounds: ${world.told()}`,
      )
      expect(problems, `again: FC_SEED=${seed} FAULT_ROUNDS=${ROUNDS}`).toEqual([])
      expect(world.kills).toBeGreaterThan(0)
    } finally {
      await world.end()
      await stop()
      place.clear()
    }
  },
)

interface Transaction {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly hash: string
}

interface Account {
  readonly id: string
  readonly currency: Currency
  readonly addresses: string[]
}

interface World {
  readonly seed: number
  readonly place: Workplace
  readonly node: Anvil
  readonly gateway: Gateway
  readonly trap: Trap
  readonly fleet: Fleet
  readonly database: string
  readonly token: string
  readonly words: string
  readonly xpub: string
  readonly master: string
}

/** Ends processes with one of the next transactions that the node gets. */
interface Spring {
  readonly moment: (typeof MOMENTS)[number]
  /** So many pass before it. */
  passing: number
  end(): Promise<void>
}

class Trap implements Backend {
  /** Works once. */
  spring: Spring | null = null

  constructor(private readonly node: Anvil) {}

  async answer(body: string): Promise<string> {
    const { spring } = this
    const isSprung = spring !== null && body.includes('eth_sendRawTransaction') && spring.passing-- === 0
    if (isSprung) this.spring = null
    if (isSprung && spring.moment === 'before') {
      await spring.end()
      throw new TypeError('no node hears of it')
    }
    const headers = { 'content-type': 'application/json' }
    const answer = await (await fetch(this.node.url, { method: 'POST', headers, body })).text()
    if (isSprung && spring.moment === 'after') await spring.end()
    if (isSprung && spring.moment === 'later') void sleep(LATER_MS).then(spring.end)
    return answer
  }
}

class Sweeping {
  kills = 0
  /** Transactions that sweeps have told of. */
  acknowledged = 0
  private readonly random: SeededRandom
  private readonly accounts: Account[] = []
  private readonly problems: string[] = []
  private readonly counts = new Map<string, number>()

  private constructor(private readonly world: World) {
    this.random = seededRandom(world.seed)
  }

  static async open(seed: number, place: Workplace, database: string): Promise<Sweeping> {
    const node = await start(11_155_111n)
    const token = await unlocked(node.rpc).deployFixture('Token', word(10n ** 15n))
    await node.rpc.call('evm_setAutomine', [false])
    const trap = new Trap(node)
    const gateway = new Gateway({
      ...{ seed, first: trap, second: trap, sendMethod: 'eth_sendRawTransaction', refusals: [] },
      timeoutMs: TIMEOUT_MS,
    })
    const nodes = [{ kind: 'evm' as const, url: await gateway.open(), timeoutMs: TIMEOUT_MS }]
    const testnet = { tokens: { USDT: { address: token, decimals: 6 } }, nodes, follow: true }
    const file = { chains: { ETH: { testnet } } }
    writeFileSync(place.path('chains.json'), JSON.stringify(file))
    const known = createChains(readChainsConfig(file))
    const { keys } = await known.chain('ETH', 'testnet')
    await known.close()
    const words = keys?.mnemonic(new Uint8Array(32).fill(7)) ?? ''
    writeFileSync(place.path('words.txt'), words)
    const xpub = (await keys?.xpub(words)) ?? ''
    const master = (keys?.address(xpub, 0) ?? '').toLowerCase()
    const fleet = new Fleet({ place, database, config: 'chains.json', size: 1 })
    return new Sweeping({ seed, place, node, gateway, trap, fleet, database, token, words, xpub, master })
  }

  told(): string {
    return [...this.counts].map(([name, count]) => `${count} ${name}`).join(', ')
  }

  async end(): Promise<void> {
    const { fleet, gateway, node } = this.world
    await fleet.killAll()
    await gateway.close()
    await node.kill()
  }

  async play(): Promise<readonly string[]> {
    const { fleet, place, database } = this.world
    await fleet.startAll()
    await this.begin()
    for (let round = 0; round < ROUNDS; round++) {
      const currency = CURRENCIES[round % 2] ?? 'ETH'
      // Those that come next find what no node has, or no block.
      for (let times = 1 + this.random.below(2); times > 0; times--) await this.burst(currency)
      if (this.random.below(2) === 0) await this.calm(currency)
      if (this.random.below(2) === 0) await this.deposit(currency)
      await this.mine(this.random.below(2) === 0 ? DEEP : this.random.below(3))
    }
    await this.finish()
    await this.judge()
    await fleet.stop(0)
    return [...this.problems, ...fleet.problems, ...(await inspected(place, database, true))]
  }

  private async begin(): Promise<void> {
    const { fleet, master, xpub } = this.world
    await this.pay({ to: master, value: hex(COIN) })
    for (const currency of CURRENCIES) {
      const { id } = await fleet.must<{ id: string }>('POST', '/v3/ledger/account', { currency, xpub })
      this.accounts.push({ id, currency, addresses: [] })
      await this.deposit(currency)
    }
    await this.mine(DEEP)
  }

  /** What customers pay in: to each address once. */
  private async deposit(wanted: Currency): Promise<void> {
    const { fleet, token } = this.world
    for (const { id, currency, addresses } of this.accounts) {
      if (currency !== wanted) continue
      for (let more = 0; more < ADDRESSES; more++) {
        const path = `/v3/offchain/account/${id}/address`
        const { address } = await fleet.must<{ address: string }>('POST', path)
        addresses.push(address.toLowerCase())
        const data = `0xa9059cbb${word(address)}${word(TOKENS)}`
        await this.pay(currency === 'ETH' ? { to: address, value: hex(COIN) } : { to: token, data })
      }
    }
  }

  private async burst(currency: Currency): Promise<void> {
    const { fleet, trap } = this.world
    const { random } = this
    const moment = MOMENTS[random.below(MOMENTS.length)] ?? 'later'
    const runs = [this.sweep(currency), this.sweep(currency)]
    const isServiceToo = random.below(2) === 0
    const signal = random.below(3) === 0 ? 'SIGTERM' : 'SIGKILL'
    let isOver = false
    const end = async (): Promise<void> => {
      isOver = true
      for (const run of runs) run.signal(signal)
      if (isServiceToo) await (signal === 'SIGTERM' ? fleet.stop(0) : fleet.kill(0))
      this.kills++
    }
    trap.spring = { moment, passing: random.below(2), end }
    const codes = await this.ended(runs)
    trap.spring = null
    this.count(isOver ? `${signal} ${moment}` : 'with less to send')
    if (isOver && signal === 'SIGTERM' && codes.every((code) => code === null)) {
      this.problems.push('a signal ended sweeps that were asked to stop')
    }
    if (isServiceToo) await fleet.start(0)
  }

  private async calm(currency: Currency): Promise<void> {
    const ended = await this.ended([this.sweep(currency), this.sweep(currency)])
    if (ended.some((code) => code !== 0)) this.problems.push(`calm sweeps of ${currency} end with ${ended}`)
  }

  private async ended(runs: readonly Running[]): Promise<readonly (number | null)[]> {
    const ended = await Promise.all(runs.map((run) => run.ended))
    this.acknowledged += ended.flatMap(({ stdout }) => stdout.match(/"txId": "/g) ?? []).length
    for (const { code, stdout, stderr } of ended) {
      // One that was asked to stop tells what it has done.
      const isStopped = code === 1 && stderr.startsWith('SIGTERM') && JSON.parse(stdout).isStopped === true
      if (code !== null && code !== 0 && !isStopped) {
        this.problems.push(`a sweep ended with ${code}: ${stderr}`)
      }
    }
    return ended.map(({ code }) => code)
  }

  private count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  /** Until nothing is left to sweep. */
  private async finish(): Promise<void> {
    for (let run = 0; run < MOST_RUNS; run++) {
      await this.mine(DEEP)
      const open: string[] = []
      for (const currency of CURRENCIES) {
        const { code, stdout, stderr } = await this.sweep(currency).ended
        if (code !== 0) this.problems.push(`the last sweeps: ${stderr}`)
        const { addresses } = JSON.parse(stdout) as {
          addresses: readonly { kind: string; why: string | null }[]
        }
        open.push(...addresses.filter(({ kind }) => kind !== 'left').map((one) => JSON.stringify(one)))
      }
      if (open.length === 0) return
      if (run === MOST_RUNS - 1) this.problems.push(...open.map((one) => `never swept: ${one}`))
    }
  }

  private async judge(): Promise<void> {
    const { fleet, master, token } = this.world
    const all = await this.transactions()
    for (const { id, currency, addresses } of this.accounts) {
      const path = `/v3/ledger/account/${id}/balance`
      const { accountBalance } = await fleet.must<{ accountBalance: string }>('GET', path)
      const paid = BigInt(addresses.length)
      const wanted = String(currency === 'ETH' ? paid : (paid * TOKENS) / 10n ** 6n)
      if (accountBalance !== wanted) this.problems.push(`${currency}: ${accountBalance} and not ${wanted}`)
      for (const address of addresses) {
        const away = all.filter(({ from }) => from === address)
        const ahead = all.filter(({ from, to }) => from === master && to === address)
        const to = currency === 'ETH' ? master : token
        if (away.length !== 1 || away[0]?.to !== to)
          this.problems.push(`${address} of ${currency} is swept by ${JSON.stringify(away)}`)
        if (ahead.length !== (currency === 'ETH' ? 0 : 1))
          this.problems.push(`${ahead.length} times coins went ahead to ${address} of ${currency}`)
      }
      if (currency === 'ETH') continue
      const held = await unlocked(this.world.node.rpc).ask(token, `0x70a08231${word(master)}`)
      if (held !== paid * TOKENS) this.problems.push(`the master has ${held} of the token`)
    }
  }

  private sweep(currency: Currency): Running {
    const { place, database } = this.world
    return place.begin(
      [
        ...['sweep', '--config', 'chains.json', '--currency', currency, '--minimum', MINIMUM[currency]],
        ...['--max-fee', '0.01', '--mnemonic-file', 'words.txt', '--send', '--json'],
      ],
      { TALLYSTICK_DATABASE: database },
    )
  }

  /** From outside. */
  private async pay(payment: { readonly to: string; readonly value?: string; readonly data?: string }) {
    await this.world.node.rpc.call('eth_sendTransaction', [{ from: ALICE, ...payment }])
    await this.world.node.rpc.call('evm_mine', [])
  }

  /** And the service has read them. */
  private async mine(blocks: number): Promise<void> {
    const { node, fleet } = this.world
    if (blocks > 0) await node.rpc.call('anvil_mine', [hex(blocks)])
    const height = Number(await node.rpc.call('eth_blockNumber', []))
    for (let look = 0; look < LOOKS; look++) {
      const { following } = await fleet.must<Readiness>('GET', '/readyz')
      if (Object.values(following ?? {}).every((one) => one.height === height)) return
      await sleep(100)
    }
    throw new TypeError(`block ${height} is not followed`)
  }

  private async transactions(): Promise<readonly Transaction[]> {
    const { rpc } = this.world.node
    const height = Number(await rpc.call('eth_blockNumber', []))
    const all: Transaction[] = []
    for (let at = 0; at <= height; at++) {
      const block = (await rpc.call('eth_getBlockByNumber', [hex(at), true])) as {
        readonly transactions: readonly Transaction[]
      }
      all.push(...block.transactions)
    }
    return all
  }
}
