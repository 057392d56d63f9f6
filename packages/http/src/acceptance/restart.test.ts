/** A service that ends in the middle of sends on Stellar, whose nodes take one after another, and starts on its books. */
import { createChains, readChainsConfig } from '@tallystick/chains'
import type { Storage } from '@tallystick/engine'
import { startHorizon } from '@tallystick/testing/simulated'
import { afterAll, describe, expect, it } from 'vitest'
import { field, startService } from '../service.fixture.js'
import { rounds } from './nodes.fixture.js'
import { openFreshPostgres, openFreshSqlite, reopen } from './storages.fixture.js'

const STROOPS = 10_000_000n
const horizon = await startHorizon()
afterAll(() => horizon.close())

async function started(storage: Storage) {
  const nodes = [{ kind: 'horizon' as const, url: horizon.url, timeoutMs: 1_000 }]
  const chains = createChains(readChainsConfig({ chains: { XLM: { testnet: { nodes } } } }))
  const { clock, scheduler, round } = rounds()
  return {
    ...(await startService({ storage, engine: { chains, clock, scheduler, warn: () => undefined } })),
    round,
  }
}

describe.each([
  ['SQLite', openFreshSqlite, ['hang', 'drop', 'lie']],
  ['PostgreSQL', () => openFreshPostgres(), ['drop']],
] as const)('on %s', (_name, open, failures) => {
  it.each(failures)(
    'a node that fails (%s) while the first of three is sent: all are paid once, and told so',
    async (failure) => {
      const storage = await open()
      const before = await started(storage)
      const [alice, bob] = await Promise.all([1, 2].map(() => before.call('GET', '/v3/xlm/account')))
      if (alice === undefined || bob === undefined) throw new TypeError('no accounts')
      const [from, to] = [field(alice, 'address'), field(bob, 'address')]
      horizon.ledger.fund(from, 1_000n * STROOPS)
      horizon.ledger.fund(to, 10n * STROOPS)
      const body = { fromAccount: from, to, amount: '1', fromSecret: field(alice, 'secret') }
      const pay = ({ call }: Pick<typeof before, 'call'>, key: string) =>
        call('POST', '/v3/xlm/transaction', { body, headers: { 'idempotency-key': key } })
      const keys = ['first', 'second', 'third']
      horizon.failing = (method) => (method === 'POST' ? failure : undefined)
      const told = await Promise.all(keys.map((key) => pay(before, key)))
      expect(told.map(({ body: answer }) => Reflect.get(Object(answer), 'errorCode'))).toEqual(
        keys.map(() => 'broadcast.unknown'),
      )
      await before.close()

      horizon.failing = () => undefined
      const after = await started(await reopen(storage))
      for (let ledgers = 0; ledgers < 5; ledgers += 1) {
        await after.round(5_000)
        horizon.ledger.close()
      }
      await after.round(5_000)
      expect(horizon.ledger.last.accounts.get(to)?.balance).toBe(13n * STROOPS)
      const answers = await Promise.all(keys.map((key) => pay(after, key)))
      const txIds = answers.map((answer) => field(answer, 'txId'))
      expect(new Set(txIds).size).toBe(3)
      for (const txId of txIds) {
        const { body: read } = await after.call('GET', `/v3/xlm/transaction/${txId}`)
        expect(read).toMatchObject({ successful: true, source_account: from })
      }
      await after.close()
    },
  )
})
