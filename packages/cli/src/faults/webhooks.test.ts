/**
 * Webhooks while processes and receivers are killed. Processes record deposits and send what subscribers hear of them;
 * each is killed at a random moment, and so are receivers, which also are slow, refuse, hang, close early, or answer 200
 * and forget. At the end all is calm, and each subscriber must have heard of each deposit that the database has, under
 * one id, and of nothing else.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DEPOSITS, type SubscriptionId, type TenantId, WEBHOOKS } from '@tallystick/core'
import { type Child, Nursery, type TellOptions } from '@tallystick/harness'
import { createTallystick, type Tallystick } from '@tallystick/operations'
import { chooseSeed, isFull, reportFaults, type SeededRandom, seededRandom } from '@tallystick/testing'
import { expect, it, onTestFinished } from 'vitest'
import { inTurn, PLACES } from './places.fixture.js'
import { BAD, BadReceiver } from './receivers.fixture.js'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? (isFull ? 100 : 2))
/** Longest time under load before the kill. */
const BURST_MS = 400
/** Later than any lease, and than the first attempts that follow: the clock of each round is so much ahead of the last. */
const ROUND_MS = 60_000
const TIMEOUT_MS = 300
const DAY_MS = 86_400_000
const TENANT = 'default' as TenantId
const TYPE = 'ACCOUNT_INCOMING_BLOCKCHAIN_TRANSACTION'
const ACCOUNTS = 3

const seed = chooseSeed()

it.each(inTurn(PLACES, seed))(
  'on %s each event arrives, under one id, and nothing else does',
  { timeout: 300_000 + ROUNDS * 60_000 },
  async (name, open) => {
    const random = seededRandom(seed)
    const again = `again: FC_SEED=${seed} FAULT_ROUNDS=${ROUNDS}`
    const nursery = new Nursery()
    onTestFinished(() => nursery.clear())
    const place = await open(nursery)
    const receivers = await startReceivers(random)
    const webhooks = { allow: ['127.0.0.0/8'] }
    const ledger = createTallystick({ storage: await place.storage(), webhooks })
    const accounts = await subscribed(ledger, receivers)
    const liar = receivers.at(-1) ?? expect.fail('no receiver')
    await ledger.close()

    const problems: string[] = []
    const acknowledged = new Set<string>()
    let kills = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { module, open: opens, options } = place
      const common = {
        module,
        open: opens,
        options,
        accounts,
        ahead: round * ROUND_MS,
        timeoutMs: TIMEOUT_MS,
      }
      const children = Array.from({ length: 1 + random.below(2) }, (_, index) =>
        nursery.start('tell', JSON.stringify({ ...common, name: `${round}.${index}` } satisfies TellOptions)),
      )
      await Promise.all(children.map((child) => child.line('ready')))
      for (const child of children) child.tell('go')
      // So that something happens, however busy the machine is.
      const done = () => children.flatMap(({ lines }) => lines.filter((line) => line.startsWith('done ')))
      if (round === 0) await expect.poll(() => done().length, { timeout: 30_000 }).toBeGreaterThan(2)
      for (const child of children) {
        await Promise.all([sleep(random.below(BURST_MS)), misbehave(receivers, random)])
        expect(await child.kill()).toBe('SIGKILL')
        kills++
        hear(child, acknowledged, problems)
      }
    }

    for (const receiver of receivers) {
      receiver.isCalm = true
      await receiver.start()
    }
    const calm = createTallystick({
      storage: await place.storage(),
      clock: { now: () => Date.now() + ROUNDS * ROUND_MS + 2 * DAY_MS },
      webhooks,
    })
    onTestFinished(() => calm.close())
    await settled(calm)
    // What was refused to the last attempt.
    await calm.deliveries.replayAll({ tenant: TENANT, status: 'failed' })
    await settled(calm)
    // What a receiver has answered with 200, and forgotten.
    await calm.deliveries.replayAll({ tenant: TENANT, status: 'delivered', subscription: liar.subscription })
    await settled(calm)
    const deposits = await calm.engine.query.list(DEPOSITS)
    const known = new Set(deposits.map(({ txId }) => txId))
    problems.push(
      ...[...acknowledged].filter((txId) => !known.has(txId)).map((txId) => `lost deposit ${txId}`),
    )
    for (const [place, account] of accounts.entries()) {
      const happened = deposits.filter((deposit) => deposit.account === account).map(({ txId }) => txId)
      for (const receiver of receivers.slice(2 * place, 2 * place + 2)) {
        problems.push(...receiver.problems, ...wrongIn(receiver, happened))
      }
    }
    const { discrepancies } = await calm.verify()
    const lost = problems.filter((problem) => problem.startsWith('lost')).length
    const doubled = problems.filter((problem) => problem.startsWith('doubled')).length
    const had = BAD.map(
      (manner) => `${receivers.reduce((sum, one) => sum + (one.had.get(manner) ?? 0), 0)} ${manner}`,
    )
    reportFaults(
      `webhooks on ${name}`,
      { faults: kills, acknowledged: acknowledged.size, lost, doubled, discrepancies: discrepancies.length },
      `seed ${seed}, ${ROUNDS} rounds, calls: ${had.join(', ')}`,
    )
    expect(problems, again).toEqual([])
    expect(discrepancies).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(ROUNDS)
  },
)

/** For each account one that behaves well unless it is killed, and one that does not; the last one also lies. */
async function startReceivers(random: SeededRandom): Promise<readonly BadReceiver[]> {
  const last = 2 * ACCOUNTS - 1
  const bad = BAD.filter((manner) => manner !== 'lies')
  const manners = (index: number) => (index === last ? BAD : index % 2 === 1 ? bad : [])
  const receivers = Array.from({ length: last + 1 }, (_, index) => new BadReceiver(random, manners(index)))
  for (const receiver of receivers) {
    await receiver.start()
    onTestFinished(() => receiver.kill())
  }
  return receivers
}

/** Accounts, each with two subscriptions. */
async function subscribed(ledger: Tallystick, receivers: readonly BadReceiver[]): Promise<readonly string[]> {
  const accounts: string[] = []
  for (let place = 0; place < ACCOUNTS; place++) {
    const { id } = await ledger.createAccount({ currency: 'LINK' })
    accounts.push(id)
    for (const receiver of receivers.slice(2 * place, 2 * place + 2)) {
      const made = await ledger.createSubscriptionIncoming({
        type: TYPE,
        attr: { id, url: receiver.url },
      })
      receiver.secret = made.secret ?? ''
      receiver.subscription = made.id as SubscriptionId
    }
  }
  return accounts
}

/** Kills some receivers, and starts some that were killed. */
async function misbehave(receivers: readonly BadReceiver[], random: SeededRandom): Promise<void> {
  for (const receiver of receivers) {
    const choice = random.below(4)
    if (choice === 0) await receiver.kill()
    else if (choice < 3) await receiver.start()
  }
}

function hear(child: Child, acknowledged: Set<string>, problems: string[]): void {
  for (const line of child.lines) {
    if (line.startsWith('done ')) acknowledged.add(line.slice('done '.length))
    if (line.startsWith('wrong ')) problems.push(line)
  }
}

async function settled(ledger: Tallystick): Promise<void> {
  const pending = () => ledger.engine.query.list(WEBHOOKS, { part: 'pending', limit: 1 })
  await expect.poll(async () => (await pending()).length, { timeout: 60_000 }).toBe(0)
}

/** @param happened The deposits of the account, as the database has them */
function wrongIn({ heard }: BadReceiver, happened: readonly string[]): readonly string[] {
  const problems: string[] = []
  const ids = new Map<string, string>()
  const bodies = new Map<string, string>()
  const sequences = new Map<number, string>()
  for (const { id, sequence, body } of heard) {
    const { txId } = JSON.parse(body) as { readonly txId: string }
    if ((ids.get(txId) ?? id) !== id) problems.push(`doubled ${txId}: two ids`)
    if ((bodies.get(id) ?? body) !== body) problems.push(`${id} has changed`)
    if ((sequences.get(sequence) ?? txId) !== txId) problems.push(`doubled sequence ${sequence}`)
    ids.set(txId, id)
    bodies.set(id, body)
    sequences.set(sequence, txId)
  }
  const told = new Set(ids.keys())
  problems.push(...happened.filter((txId) => !told.has(txId)).map((txId) => `lost event of ${txId}`))
  problems.push(
    ...[...told].filter((txId) => !happened.includes(txId)).map((txId) => `untrue event of ${txId}`),
  )
  const inOrder = Array.from({ length: sequences.size }, (_, index) => sequences.get(index + 1))
  if (inOrder.includes(undefined)) problems.push('the sequence has gaps')
  // Each process makes the deposits of an account one after the other.
  const turns = new Map<string, number>()
  for (const txId of inOrder.filter((one) => one !== undefined)) {
    const [process = '', , turn] = txId.split('/')
    if (Number(turn) <= (turns.get(process) ?? -1)) problems.push(`${txId} has a late sequence`)
    turns.set(process, Number(turn))
  }
  return problems
}
