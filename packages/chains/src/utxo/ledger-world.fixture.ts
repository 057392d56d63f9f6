/** A whole ledger over chains of the family, whose time and rounds of work the test moves on. */
import { type Chains, memoryStorage, Rejected, type Scheduler, type Storage } from '@tallystick/engine'
import { createTallystick, type Operations, type Tallystick } from '@tallystick/operations'
import { dumpStorage } from '@tallystick/testing'
import { expect } from 'vitest'

export interface OpenLedger {
  readonly ledger: Tallystick
  readonly storage: Storage
  /** On behalf of a fresh API key of the network. */
  as(
    network: 'mainnet' | 'testnet',
  ): Promise<Operations & { readonly key: string; charged(): Promise<number> }>
  /** The worker's next round, when it is due, and what it brings about. */
  round(): Promise<void>
  /** Of all transactions, what they are and how they stand. */
  sends(): Promise<readonly { readonly txId: string; readonly status: string }[]>
  /** Of all outputs that are in use. */
  held(): Promise<number>
  close(): Promise<void>
}

export function openUtxoLedger(chains: Chains, storage: Storage = memoryStorage()): OpenLedger {
  let now = Date.UTC(2030, 0, 15, 12)
  let waiting: (() => void)[] = []
  const scheduler: Scheduler = {
    soon: (run) => void setImmediate(run),
    later(run) {
      waiting.push(run)
      return () => {
        waiting = waiting.filter((each) => each !== run)
      }
    },
  }
  const ledger = createTallystick({
    storage,
    chains,
    scheduler,
    clock: { now: () => now },
    warn: () => undefined,
  })
  const dump = () => dumpStorage(storage, { tenants: ['default' as never] })
  return {
    ledger,
    storage,
    async as(network) {
      const access = await ledger.access()
      const { key } = await access.create({
        tenant: 'default' as never,
        name: network,
        network,
        plan: 'free',
      })
      const caller = await access.identify(key)
      if (caller === null) throw new TypeError('a fresh key is not known')
      const charged = async (): Promise<number> => {
        await ledger.engine.settleMeter()
        const days = await storage.query.charges(caller.tenant, caller.apiKey, '0000-01-01')
        return days.reduce((sum, { credits }) => sum + credits, 0)
      }
      return { ...ledger.as(caller), key, charged }
    },
    async round() {
      now += 700_000
      const due = waiting
      waiting = []
      for (const run of due) run()
      // The worker begins again when it has looked at everything.
      while (waiting.length === 0) await new Promise((wake) => setTimeout(wake, 5))
    },
    sends: async () => (await dump()).sends,
    held: async () => (await dump()).claims.length,
    close: () => ledger.close(),
  }
}

export async function refusalOf(call: Promise<unknown>): Promise<Rejected> {
  const outcome: unknown = await call.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(Rejected)
  if (outcome instanceof Rejected) return outcome
  throw new TypeError('not refused')
}

export const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusalOf(call)).code

/** The field that a refused call is told is wrong. */
export async function faultOf(call: Promise<unknown>): Promise<string | undefined> {
  const { code, rejection } = await refusalOf(call)
  expect(code).toBe('validation.failed')
  return rejection.violations?.[0]?.property
}

export async function txIdOf(call: Promise<{ txId: string } | { signatureId: string }>): Promise<string> {
  const answer = await call
  if ('txId' in answer) return answer.txId
  throw new TypeError('no txId')
}

export async function pendingOf(call: Promise<{ txId: string } | { signatureId: string }>): Promise<string> {
  const answer = await call
  if ('signatureId' in answer) return answer.signatureId
  throw new TypeError('no signatureId')
}
