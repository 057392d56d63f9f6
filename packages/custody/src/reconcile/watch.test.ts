import type { AccountId, ApiKeyId, TenantId } from '@tallystick/core'
import { Engine, memoryStorage, type Scheduler } from '@tallystick/engine'
import { describe, expect, it, vi } from 'vitest'
import { Gate } from '../policy/gate.js'
import type { Intent } from '../ports/policy.js'
import { records } from '../records.js'
import { placeOf } from '../send/sends.js'
import type { ReconciledLine, Reconciliation } from './reconcile.js'
import { ReconcileWatch } from './watch.js'

const HOUR_MS = 3_600_000
const TENANT = 'tenant' as TenantId

const intent = (currency: string, tenant = TENANT): Intent => ({
  caller: { tenant, apiKey: 'key' as ApiKeyId, network: 'testnet' },
  // No policy asks it anything.
  chain: { record: records.BTC, codec: {} as Intent['chain']['codec'], network: 'testnet' },
  account: 'account' as AccountId,
  currency,
  scale: 8,
  payments: [{ address: 'bob', amount: 1n }],
})

function found(...lines: readonly ReconciledLine[]): Reconciliation {
  return comparedAs(
    lines,
    lines.every((line) => line.isExplained),
  )
}

function comparedAs(lines: readonly ReconciledLine[], isExplained: boolean): Reconciliation {
  const amounts = { onChain: 0n, customers: 0n, clearing: 0n, fees: 0n, shortfall: 0n, difference: 0n }
  const of = { tenant: TENANT, currency: 'BTC', chain: 'BTC', network: 'testnet', scale: 8 }
  return {
    currencies: [{ ...of, ...amounts, lines, isExplained }],
    compared: 1,
    addresses: [],
    unassigned: [],
    notCompared: [],
    isExplained,
  }
}

const LOST: ReconciledLine = { what: 'sent with our keys by somebody else', amount: -1n, isExplained: false }
const DUST: ReconciledLine = {
  what: 'received, and no deposit of anybody',
  amount: 1n,
  isExplained: true,
}

describe('withdrawals of a currency whose difference is not explained', () => {
  let time = 0
  const waits: number[] = []
  let again = (): void => undefined
  const scheduler: Scheduler = {
    soon: (run) => run(),
    later: (run, ms) => {
      waits.push(ms)
      again = run
      return () => undefined
    },
    elapsed: () => time,
  }
  const engine = new Engine({ storage: memoryStorage(), warn: () => undefined, scheduler })
  let next: Reconciliation | Error = found()
  const compare = async () => {
    if (next instanceof Error) throw next
    return next
  }
  const guarded = (hold: boolean) => {
    const watch = new ReconcileWatch(engine, { everyMs: HOUR_MS, hold }, compare)
    const gate = new Gate(engine, {
      withdrawn: async () => 0n,
      held: async (wanted) => watch.held(placeOf(wanted), wanted.currency),
    })
    const ask = (wanted: Intent) =>
      gate.admit(wanted, { idempotency: null }).then(
        () => 'admitted',
        ({ rejection }) => `${rejection.code}: ${rejection.detail}`,
      )
    return { watch, ask }
  }

  it('are held from the start until a comparison explains it', async () => {
    const { watch, ask } = guarded(true)
    expect(await ask(intent('BTC'))).toMatch(/^withdrawal.held: the ledger was not compared/)
    next = found(DUST, LOST)
    await watch.round()
    expect(await ask(intent('BTC'))).toBe(`withdrawal.held: ${LOST.what}`)
    expect(await ask(intent('ETH'))).toBe('admitted')
    expect(await ask(intent('BTC', 'other' as TenantId))).toBe('admitted')
    next = found(DUST)
    await watch.round()
    expect(await ask(intent('BTC'))).toBe('admitted')
    expect(watch.status.problem).toBeNull()
  })

  it('are held while the newest comparison failed or left something out, and the next one comes soon', async () => {
    const { watch, ask } = guarded(true)
    next = found(DUST)
    watch.start()
    await vi.waitFor(() => expect(waits.splice(0)).toEqual([HOUR_MS]))
    expect(await ask(intent('BTC'))).toBe('admitted')
    next = new Error('no node answers')
    again()
    await vi.waitFor(() => expect(waits.splice(0)).toEqual([60_000]))
    expect(watch.status.problem).toBe('the comparison failed: no node answers')
    expect(await ask(intent('BTC'))).toBe('withdrawal.held: the comparison failed: no node answers')
    next = comparedAs([DUST], false)
    again()
    await vi.waitFor(() => expect(waits.splice(0)).toEqual([60_000]))
    expect(await ask(intent('BTC'))).toMatch(/^withdrawal.held: not every address was compared/)
    expect(await ask(intent('ETH'))).toBe('admitted')
  })

  it('are held when no comparison has ended for long', async () => {
    const { watch, ask } = guarded(true)
    next = found(DUST)
    await watch.round()
    time += 3 * HOUR_MS
    expect(await ask(intent('BTC'))).toBe('admitted')
    time += 1
    expect(await ask(intent('BTC'))).toBe('withdrawal.held: the last comparison with the chains is old')
  })

  it('are held while the chain of the currency itself is not read to its head, found or not', async () => {
    const late = [{ chain: 'BTC', network: 'testnet' }]
    const options = { everyMs: HOUR_MS, hold: true, unread: () => late }
    const watch = new ReconcileWatch(engine, options, async () => found(DUST))
    await watch.round()
    const on = { tenant: TENANT, chain: 'BTC', network: 'testnet' }
    const isLate = 'its chain was not read to the head before it was compared'
    for (const currency of ['BTC', 'TOKEN']) expect(watch.held(on, currency)).toBe(isLate)
    for (const other of [{ chain: 'ETH' }, { network: 'mainnet' }])
      for (const currency of ['BTC', 'TOKEN']) expect(watch.held({ ...on, ...other }, currency)).toBeNull()
    late.pop()
    await watch.round()
    expect(watch.held(on, 'TOKEN')).toBeNull()
  })

  it('are not held without the option', async () => {
    const { watch, ask } = guarded(false)
    expect(await ask(intent('BTC'))).toBe('admitted')
    next = found(LOST)
    await watch.round()
    expect(await ask(intent('BTC'))).toBe('admitted')
  })
})
