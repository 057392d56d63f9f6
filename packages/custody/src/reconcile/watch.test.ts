import type { AccountId, ApiKeyId, TenantId } from '@tallystick/core'
import { Engine, memoryStorage } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { Gate } from '../policy/gate.js'
import type { Intent } from '../ports/policy.js'
import { records } from '../records.js'
import type { ReconciledLine, Reconciliation } from './reconcile.js'
import { ReconcileWatch } from './watch.js'

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
  const isExplained = lines.every((line) => line.isExplained)
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
  const engine = new Engine({ storage: memoryStorage(), warn: () => undefined })
  let next: Reconciliation | Error = found()
  const compare = async () => {
    if (next instanceof Error) throw next
    return next
  }
  const guarded = (hold: boolean) => {
    const watch = new ReconcileWatch(engine, { everyMs: 1, hold }, compare)
    const gate = new Gate(engine, {
      withdrawn: async () => 0n,
      held: async (wanted) => watch.held(wanted),
    })
    const ask = (wanted: Intent) =>
      gate.admit(wanted).then(
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
    // A node that does not answer explains nothing, and holds nothing that was explained.
    next = new Error('no node answers')
    await watch.round()
    expect(watch.status.problem).toBe('the comparison failed: no node answers')
    expect(await ask(intent('BTC'))).toBe(`withdrawal.held: ${LOST.what}`)
    next = found(DUST)
    await watch.round()
    expect(await ask(intent('BTC'))).toBe('admitted')
    expect(watch.status.problem).toBeNull()
  })

  it('are not held without the option', async () => {
    const { watch, ask } = guarded(false)
    expect(await ask(intent('BTC'))).toBe('admitted')
    next = found(LOST)
    await watch.round()
    expect(await ask(intent('BTC'))).toBe('admitted')
  })
})
