/**
 * What is turned away when commits stall: by the age of the calls that wait, and not by the delay of the event loop. No
 * test here depends on how fast the machine is: the storage stalls on purpose, and where a stall is long, the engine's
 * clock is turned by hand.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryStorage, type Scheduler, type Storage } from '@tallystick/engine'
import { afterEach, expect, test } from 'vitest'
import { type Answer, fund, gated, type Running, startService } from './service.fixture.js'

const BURST = 128
/** However busy the machine is. */
const PATIENT = { timeout: 120_000, interval: 20 } as const

let service: Running | null = null
afterEach(async () => {
  await service?.close()
  service = null
})

const pay = ({ call }: Running, senderAccountId: string, recipientAccountId: string): Promise<Answer> =>
  call('POST', '/v3/ledger/transaction', { body: { senderAccountId, recipientAccountId, amount: '1' } })

const countsOf = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Ticks of the engine, each a second, when the test says so. */
function clockByHand() {
  const waiting = new Set<() => void>()
  const scheduler: Scheduler = {
    soon: (run) => void setImmediate(run),
    later(run) {
      waiting.add(run)
      return () => void waiting.delete(run)
    },
    elapsed: () => 0,
  }
  return {
    scheduler,
    pass(seconds: number): void {
      for (let second = 0; second < seconds; second++) {
        const due = [...waiting]
        waiting.clear()
        for (const run of due) run()
      }
    },
  }
}

test('a stall of one second in the thread that serves loses none of a burst', {
  timeout: 240_000,
}, async () => {
  const storage = memoryStorage()
  let stalls = 0
  const stalling: Storage = {
    ...storage,
    async transact(keys, decide) {
      // As a disk does to a storage in this thread: nothing else runs meanwhile.
      if (stalls > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
      stalls = Math.max(0, stalls - 1)
      return storage.transact(keys, decide)
    },
  }
  service = await startService({ storage: stalling })
  const { sender, recipient } = await fund(service)
  const running = service
  stalls = 2
  const burst = () => Array.from({ length: BURST }, () => pay(running, sender, recipient))
  const first = burst()
  await sleep(0)
  expect(countsOf(await Promise.all([...first, ...burst()]))).toEqual({ 200: 2 * BURST })
  expect(stalls).toBe(0)
})

test('a stall of one second elsewhere loses none of a burst', { timeout: 240_000 }, async () => {
  const gate = gated()
  const clock = clockByHand()
  service = await startService({ storage: gate.storage, engine: { scheduler: clock.scheduler } })
  const { sender, recipient } = await fund(service)
  const running = service
  const burst = () => Array.from({ length: BURST }, () => pay(running, sender, recipient))
  gate.hold()
  const first = burst()
  await gate.held()
  clock.pass(1)
  const answers = [...first, ...burst()]
  gate.release()
  expect(countsOf(await Promise.all(answers))).toEqual({ 200: 2 * BURST })
})

test('a stall of a minute: what comes is refused at once, what waits is refused in time, and reads go on', {
  timeout: 240_000,
}, async () => {
  const gate = gated()
  const clock = clockByHand()
  service = await startService({ storage: gate.storage, engine: { scheduler: clock.scheduler } })
  const { sender, recipient } = await fund(service)
  const running = service
  const { engine } = running.tallystick
  gate.hold()
  const begun = pay(running, sender, recipient)
  await gate.held()
  const waiting = Array.from({ length: BURST }, () => pay(running, sender, recipient))
  await expect.poll(() => engine.queued, PATIENT).toBe(BURST)

  // As long as it may be a short stall, calls wait.
  clock.pass(5)
  expect(engine.waitedMs).toBe(5_000)
  const patient = pay(running, sender, recipient)
  await expect.poll(() => engine.queued, PATIENT).toBe(BURST + 1)

  clock.pass(1)
  const refused = await pay(running, sender, recipient)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.body).toMatchObject({ statusCode: 503, errorCode: 'unavailable' })
  expect(engine.queued).toBe(BURST + 1)
  expect((await running.call('GET', `/v3/ledger/account/${sender}`)).status).toBe(200)
  expect((await running.call('GET', '/livez')).status).toBe(200)
  // On this path, the body decides whether it is a read.
  const read = { contractAddress: `0x${'1'.repeat(40)}`, methodName: 'x', methodABI: {}, params: [] }
  const onContract = (body: object) => running.call('POST', '/v3/ethereum/smartcontract', { body })
  expect((await onContract({ ...read, fromPrivateKey: 'x' })).body).toMatchObject({
    errorCode: 'unavailable',
  })
  expect((await onContract(read)).body).not.toMatchObject({ errorCode: 'unavailable' })

  clock.pass(54)
  const late = await Promise.all([...waiting, patient])
  expect(countsOf(late)).toEqual({ 503: BURST + 1 })
  expect(new Set(late.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['1']))

  gate.release()
  expect((await begun).status).toBe(200)
  expect((await pay(running, sender, recipient)).status).toBe(200)
  const account = await running.call('GET', `/v3/ledger/account/${recipient}`)
  expect(account.body).toMatchObject({ balance: { accountBalance: '2' } })
})
