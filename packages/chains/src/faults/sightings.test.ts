/**
 * Subscribers to a chain while the processes that follow it are ended as `kill -9` ends them. Coins enter the mempool of
 * anvil, are dropped, and are in blocks that are replaced. At the end all is calm: what each subscriber was told of each
 * transaction, in the order of the sequence, leads to where the chain has it, once under each id, and nothing was told of
 * what never was.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOKS } from '@tallystick/core'
import type { Storage } from '@tallystick/engine'
import { Workplace } from '@tallystick/harness'
import { chooseSeed, isFull, reportFaults, type SeededRandom, seededRandom } from '@tallystick/testing'
import { expect, it, onTestFinished } from 'vitest'
import { type Anvil, start } from '../evm/anvil.fixture.js'
import { Fleet } from './fleet.fixture.js'
import { STORAGES } from './kills.fixture.js'

const ASKED = process.env['FAULT_ROUNDS']
const IS_LONG = isFull || ASKED !== undefined
const ROUNDS = Number(ASKED ?? 20)
const PROCESSES = 2
const BURST_MS = 700
const DEEPEST = 4
const WEI = '0x1'

/** An address for each, and whether its mempool is told. */
const WATCHED = [
  { address: `0x${'a'.repeat(39)}1`, early: true },
  { address: `0x${'b'.repeat(39)}2`, early: false },
] as const

interface Heard {
  readonly id: string
  readonly sequence: number
  readonly body: string
}

interface Told {
  readonly txId: string
  readonly blockNumber?: number
  readonly mempool?: true
  readonly reorg?: true
}

// Each round starts processes anew: too long for `npm test`, where the contract of storages has forks and several followers.
it.skipIf(!IS_LONG).each(Object.entries(STORAGES))(
  'whoever watches an address hears of it while its followers are killed, and of nothing else, on %s',
  { timeout: 300_000 + ROUNDS * 30_000 },
  async (name, openStorage) => {
    const seed = chooseSeed()
    const place = new Workplace()
    const node = await start(11_155_111n, false)
    const { database, open, stop } = await openStorage(place)
    const from = (await height(node)) + 1
    const nodes = [{ kind: 'evm', url: node.url, timeoutMs: 400 }]
    writeFileSync(
      place.path('chains.json'),
      JSON.stringify({ chains: { ETH: { testnet: { follow: { from }, nodes } } } }),
    )
    const fleet = new Fleet({
      ...{ place, database, config: 'chains.json', size: PROCESSES },
      env: { TALLYSTICK_WEBHOOK_TARGETS: '127.0.0.0/8' },
    })
    try {
      const watching = new Watching(node, fleet, seededRandom(seed), await startReceiver())
      const problems = await watching.play(open)
      reportFaults(
        `sightings on ${name}`,
        {
          ...{ faults: fleet.kills, acknowledged: watching.sent.length },
          lost: problems.filter((one) => one.startsWith('lost')).length,
          doubled: problems.filter((one) => one.startsWith('doubled')).length,
          discrepancies: problems.length,
        },
        `seed ${seed}, ${ROUNDS} rounds: ${watching.counted()}`,
      )
      expect([...problems, ...fleet.problems], `again: FC_SEED=${seed} FAULT_ROUNDS=${ROUNDS}`).toEqual([])
    } finally {
      await fleet.killAll()
      await node.kill()
      await stop()
      place.clear()
    }
  },
)

const height = async ({ rpc }: Pick<Anvil, 'rpc'>): Promise<number> =>
  Number(await rpc.call('eth_blockNumber', []))

/** It has a path for each address. */
async function startReceiver() {
  const heard = new Map<string, Heard[]>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { 'webhook-id': id, 'webhook-sequence': sequence } = request.headers
    const path = String(request.url).slice(1)
    const all = heard.get(path) ?? []
    heard.set(path, all)
    all.push({ id: String(id), sequence: Number(sequence), body })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

class Watching {
  /** Everything that was ever sent to a watched address. */
  readonly sent: { readonly txId: string; readonly to: string }[] = []
  private readonly counts = { blocks: 0, undone: 0, dropped: 0, early: 0, reorg: 0 }

  constructor(
    private readonly node: Anvil,
    private readonly fleet: Fleet,
    private readonly random: SeededRandom,
    private readonly receiver: Awaited<ReturnType<typeof startReceiver>>,
  ) {}

  counted(): string {
    return Object.entries(this.counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')
  }

  async play(open: () => Promise<Storage>): Promise<readonly string[]> {
    const { fleet } = this
    await fleet.startAll()
    await this.mine(1)
    await this.caughtUp()
    for (const { address, early } of WATCHED) {
      await fleet.must('POST', '/v3/subscription', {
        type: 'ADDRESS_TRANSACTION',
        attr: { address, chain: 'ETH', url: `${this.receiver.url}/${address}` },
        mempool: early,
      })
    }
    for (let round = 0; round < ROUNDS; round++) await this.round()
    await this.mine(DEEPEST + 1)
    await this.caughtUp()
    await this.waitingIsTold()
    return await this.judge(open)
  }

  private async round(): Promise<void> {
    const { fleet, random } = this
    const events = this.events(4 + random.below(12))
    await sleep(random.below(BURST_MS))
    const victims = random.below(4) === 0 ? [0, 1] : [random.below(PROCESSES)]
    await Promise.all(victims.map((at) => fleet.kill(at)))
    await Promise.all([events, ...victims.map((at) => fleet.start(at))])
  }

  private async events(count: number): Promise<void> {
    const { node, random } = this
    for (let event = 0; event < count; event++) {
      const lot = random.below(10)
      if (lot < 5) await this.pay(WATCHED[random.below(WATCHED.length)]?.address ?? '')
      else if (lot < 8) await this.mine(1 + random.below(2))
      else if (lot < 9) await this.reorganise(1 + random.below(DEEPEST))
      else {
        const { txId } = this.sent[random.below(Math.max(1, this.sent.length))] ?? {}
        const dropped = txId && (await node.rpc.call('anvil_dropTransaction', [txId]).catch(() => null))
        if (dropped) this.counts.dropped++
      }
      await sleep(random.below(60))
    }
  }

  private async pay(to: string): Promise<void> {
    const { rpc } = this.node
    const accounts = (await rpc.call('eth_accounts', [])) as readonly string[]
    const from = accounts[this.random.below(accounts.length)]
    const payment = { from, to, value: WEI, gas: '0x5208', gasPrice: '0x77359400' }
    // Of a sender whose branch is replaced at that moment the node may have another nonce. Then it is not made.
    const txId = await rpc.call('eth_sendTransaction', [payment]).catch(() => null)
    if (typeof txId === 'string') this.sent.push({ txId, to })
  }

  private async mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block++) await this.node.rpc.call('evm_mine', [])
    this.counts.blocks += blocks
  }

  /** Some of what was undone waits again. */
  private async reorganise(depth: number): Promise<void> {
    const { rpc } = this.node
    const undone: unknown[] = []
    const top = await height(this.node)
    if (top <= depth + 1) return
    for (let back = depth - 1; back >= 0; back--) {
      for (const { hash } of await transactionsAt(this.node, top - back))
        undone.push(await rpc.call('eth_getRawTransactionByHash', [hash]))
    }
    await rpc.call('anvil_reorg', [depth, []])
    await this.mine(1)
    this.counts.undone += undone.length
    for (const raw of undone) {
      if (this.random.below(3) > 0) await rpc.call('eth_sendRawTransaction', [raw]).catch(() => undefined)
    }
  }

  private async caughtUp(): Promise<void> {
    await expect
      .poll(
        async () => {
          const { following = {} } = await this.fleet.must<Readiness>('GET', '/readyz')
          const top = await height(this.node)
          return Object.values(following).every((one) => one.height === top)
        },
        { timeout: 60_000 },
      )
      .toBe(true)
  }

  /** While nobody is killed, what enters is told before any block has it. */
  private async waitingIsTold(): Promise<void> {
    for (const { address } of WATCHED) await this.pay(address)
    const last = this.sent.slice(-WATCHED.length)
    expect(last.map(({ to }) => to)).toEqual(WATCHED.map(({ address }) => address))
    const txId = last[0]?.txId
    const isTold = () => this.toldTo(WATCHED[0].address).some(({ body }) => JSON.parse(body).txId === txId)
    await expect.poll(isTold, { timeout: 60_000 }).toBe(true)
    await this.mine(1)
    await this.caughtUp()
  }

  private toldTo(address: string): readonly Heard[] {
    return this.receiver.heard.get(address) ?? []
  }

  private async judge(open: () => Promise<Storage>): Promise<readonly string[]> {
    const storage = await open()
    try {
      const pending = () => storage.query.list(WEBHOOKS, { part: 'pending', limit: 1 })
      await expect.poll(async () => (await pending()).length, { timeout: 60_000 }).toBe(0)
    } finally {
      await storage.close()
    }
    const top = await height(this.node)
    const mined = new Map<string, number>()
    for (let at = 0; at <= top; at++) {
      for (const { hash } of await transactionsAt(this.node, at)) mined.set(hash, at)
    }
    return WATCHED.flatMap(({ address, early }) => this.wrongFor(address, early, mined))
  }

  private wrongFor(address: string, early: boolean, mined: ReadonlyMap<string, number>): readonly string[] {
    const problems: string[] = []
    const sent = new Set(this.sent.filter(({ to }) => to === address).map(({ txId }) => txId))
    const bySequence = new Map<number, Heard>()
    for (const one of this.toldTo(address)) {
      const known = bySequence.get(one.sequence) ?? one
      if (known.id !== one.id || known.body !== one.body) problems.push(`doubled ${one.sequence}: two of it`)
      bySequence.set(one.sequence, one)
    }
    const inOrder = Array.from({ length: bySequence.size }, (_, at) => bySequence.get(at + 1))
    if (inOrder.includes(undefined)) problems.push(`lost: the sequence of ${address} has gaps`)
    const events = new Map<string, Told[]>([...sent].map((txId) => [txId, []]))
    for (const heard of inOrder) {
      const told: Told = JSON.parse(heard?.body ?? '{}')
      const all = events.get(told.txId)
      if (all === undefined) problems.push(`untrue: ${told.txId} of ${address}`)
      else all.push(told)
    }
    for (const [txId, all] of events) problems.push(...this.wrongOf(txId, all, early, mined.get(txId)))
    return problems
  }

  /** In turn in a block and undone, and at the end where the chain has it. */
  private wrongOf(txId: string, all: readonly Told[], early: boolean, at: number | undefined) {
    const problems: string[] = []
    const before = all.filter(({ mempool }) => mempool === true)
    const inBlocks = all.filter(({ mempool }) => mempool !== true)
    this.counts.early += before.length
    if (before.length > (early ? 1 : 0)) problems.push(`doubled ${txId}: ${before.length} of the mempool`)
    for (const [turn, { reorg, blockNumber }] of inBlocks.entries()) {
      if ((reorg === true) !== (turn % 2 === 1)) problems.push(`doubled ${txId}: ${JSON.stringify(inBlocks)}`)
      if (reorg === true) this.counts.reorg++
      if (reorg === true && inBlocks[turn - 1]?.blockNumber !== blockNumber)
        problems.push(`untrue ${txId}: another block is undone`)
    }
    const last = inBlocks.at(-1)
    const told = last?.reorg === true ? undefined : last?.blockNumber
    if (told !== at)
      problems.push(`lost ${txId}: it is in ${at ?? 'no block'}, and told is ${told ?? 'none'}`)
    return problems
  }
}

async function transactionsAt({ rpc }: Anvil, at: number): Promise<readonly { readonly hash: string }[]> {
  const block = await rpc.call('eth_getBlockByNumber', [`0x${at.toString(16)}`, true])
  return Reflect.get(Object(block), 'transactions') as readonly { readonly hash: string }[]
}

interface Readiness {
  readonly following?: Readonly<Record<string, { readonly height?: number }>>
}
