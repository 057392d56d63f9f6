import { CHARGES, type Key, type View } from '@tallystick/core'
import { expect, it } from 'vitest'
import { embeddedCaller } from './access.js'
import { Engine } from './engine.js'
import { Fault } from './faults.js'
import { memoryStorage } from './memory/store.js'
import type { Storage } from './ports/storage.js'
import { Hand } from './time.fixture.js'

/** An engine whose units of work wait while the test wants it, and fail after 15 s as those of a database do. */
function stallable() {
  const time = new Hand()
  const inner = memoryStorage()
  const warnings: string[] = []
  let stalls = false
  const storage: Storage = {
    ...inner,
    transact: <Result>(keys: readonly Key[], decide: (view: View) => Result, patienceMs = 15_000) =>
      stalls
        ? new Promise<Result>((_, reject) => time.later(() => reject(new Fault('no answer')), patienceMs))
        : inner.transact(keys, decide),
  }
  const engine = new Engine({ storage, scheduler: time, warn: (message) => warnings.push(message) })
  return {
    time,
    engine,
    warnings,
    stall(on: boolean) {
      stalls = on
    },
    charged: async () => (await inner.query.list(CHARGES)).map(({ apiKey, credits }) => [apiKey, credits]),
  }
}

const one = embeddedCaller()
const other = { ...one, apiKey: 'other' as typeof one.apiKey }

it('reads answered while commits stall are charged once the storage writes again, each once', async () => {
  const { time, engine, warnings, stall, charged } = stallable()
  stall(true)
  engine.meter(one, 5)
  await time.pass(600)
  for (let read = 0; read < 10; read++) {
    engine.meter(one, 100)
    engine.meter(other, 1)
  }
  // The charges of ten reads wait behind a unit of work without an answer, until they are too late.
  await time.pass(13_700)
  expect(warnings).toEqual([])
  stall(false)
  await time.pass(2_000)
  const all = [
    [one.apiKey, 1_000],
    ['other', 10],
  ]
  expect(await charged()).toEqual(all)
  // It may have been written.
  expect(warnings).toEqual(['Metered reads were not written: Fault: no answer'])
  await time.pass(60_000)
  expect(await charged()).toEqual(all)
  await engine.close()
})

it('charges that an engine cannot write before it closes are lost with a warning', async () => {
  const { time, engine, warnings, stall, charged } = stallable()
  stall(true)
  engine.meter(one, 5)
  await time.pass(600)
  engine.meter(one, 100)
  const closed = engine.close()
  await time.pass(16_000)
  await closed
  expect(await charged()).toEqual([])
  expect(warnings).toEqual([
    'Metered reads were not written: the storage took nothing before the end',
    'Metered reads were not written: Fault: no answer',
  ])
})
