/** A whole ledger over chains, whose time and rounds of work the test moves on, and what its calls come to. */
import { inspect } from 'node:util'
import { type AccountId, recordDeposit, sendOf, signatureOf, type TenantId, TOKENS } from '@tallystick/core'
import type { Chains } from '@tallystick/custody'
import { chargesFrom, embeddedCaller, memoryStorage, Rejected, type Storage } from '@tallystick/engine'
import {
  createTallystick,
  type Operations,
  type Tallystick,
  type TallystickOptions,
} from '@tallystick/operations'
import { type Dump, dumpStorage } from '@tallystick/testing'
import { expect } from 'vitest'
import { rounds } from './rounds.fixture.js'

/** On behalf of an API key; `charged` tells the credits that its calls have cost. */
export type Calls = Operations & { readonly key: string; charged(): Promise<number> }

export interface OpenLedger {
  readonly ledger: Tallystick
  readonly storage: Storage
  /** On behalf of a fresh API key of the network. */
  as(network: 'mainnet' | 'testnet', tenant?: string): Promise<Calls>
  /** The worker's next round, when everything is due unless told otherwise, and what it brings about. */
  round(milliseconds?: number): Promise<void>
  /** Of all transactions, what they are and how they stand. */
  sends(): Promise<Dump['sends']>
  /** What its log says. */
  readonly warnings: readonly string[]
  /** Of all outputs that are in use. */
  held(): Promise<number>
  close(): Promise<void>
}

export function openLedger(
  chains: Chains,
  storage: Storage = memoryStorage(),
  over: Partial<TallystickOptions> = {},
): OpenLedger {
  const { clock, scheduler, round } = rounds()
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  // Its calls come with keys.
  const ledger = createTallystick({ storage, chains, network: 'testnet', scheduler, clock, warn, ...over })
  const dump = () => dumpStorage(storage, { tenants: ['default' as never] })
  return {
    ledger,
    storage,
    async as(network, tenant = 'default') {
      const access = await ledger.access()
      const { key } = await access.create({
        tenant: tenant as never,
        name: network,
        network,
        plan: 'free',
      })
      const caller = await access.identify(key)
      if (caller === null) throw new TypeError('a fresh key is not known')
      const charged = async (): Promise<number> => {
        await ledger.engine.settleMeter()
        const days = await chargesFrom(storage.query, caller.tenant, caller.apiKey, '0000-01-01')
        return days.reduce((sum, { credits }) => sum + credits, 0)
      }
      return { ...ledger.as(caller), key, charged }
    },
    round,
    warnings,
    sends: async () => (await dump()).sends,
    held: async () => (await dump()).claims.length,
    close: () => ledger.close(),
  }
}

/** Until each token that a final transaction has deployed is stored: it happens beside the rounds. */
export const linked = ({ storage, sends }: OpenLedger): Promise<void> =>
  expect
    .poll(async () => {
      const final = (await sends()).filter(({ status, reason }) => status === 'final' && reason === null)
      const waiting = await storage.query.list(TOKENS, { part: 'deploying' })
      return waiting.filter(({ deployment = 'kms:' }) =>
        final.some((one) => one.txId === sendOf(deployment) || one.signature === signatureOf(deployment)),
      )
    })
    .toEqual([])

/** An account of any tenant has so much, as if it had come to an address of its own. */
export const fund = (
  { engine }: Pick<Tallystick, 'engine'>,
  tenant: string,
  account: { readonly id: string; readonly currency: string },
  amount: string,
) =>
  engine.execute({
    caller: embeddedCaller(tenant as TenantId),
    rule: recordDeposit,
    command: {
      ...{ tenant: tenant as TenantId, account: account.id as AccountId, currency: account.currency, amount },
      ...{ txId: `for ${account.id}`, vout: 0, address: account.id, from: null, derivationKey: 1 },
      ...{ blockHeight: 1, blockHash: null, status: 'Done' },
    },
    price: () => 0,
    present: () => null,
    idempotency: null,
  })

/** The refusal that a call ends with; one that succeeds, or breaks, fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<Rejected> {
  const outcome: unknown = await call.catch((error: unknown) => error)
  if (outcome instanceof Rejected) return outcome
  throw new TypeError(`not refused: ${inspect(outcome)}`)
}

export const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusalOf(call)).code

/** The field that a refused call is told is wrong. */
export async function faultOf(call: Promise<unknown>): Promise<string | undefined> {
  const { code, rejection } = await refusalOf(call)
  expect(code).toBe('validation.failed')
  return rejection.violations?.[0]?.property
}

/** What is answered to a send: by key, to be signed outside, or to a call of a contract that is read only. */
export type Sent = { readonly txId: string } | { readonly signatureId: string } | { readonly data: unknown }

/** The transaction that a send has become. */
export async function txIdOf(call: Promise<Sent>): Promise<string> {
  const answer = await call
  if ('txId' in answer) return answer.txId
  throw new TypeError(`no txId: ${inspect(answer)}`)
}

/** The pending transaction that a send has become. */
export async function pendingOf(call: Promise<Sent>): Promise<string> {
  const answer = await call
  if ('signatureId' in answer) return answer.signatureId
  throw new TypeError(`no signatureId: ${inspect(answer)}`)
}
