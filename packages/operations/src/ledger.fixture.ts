/** A ledger in memory for the tests: its time stands still until it is moved, and refusals are values. */
import { type Network, parseRate, type TenantId } from '@tallystick/core'
import {
  type Caller,
  embeddedCaller,
  memoryStorage,
  type Rates,
  Rejected,
  type Storage,
} from '@tallystick/engine'
import { createTallystick, type Tallystick, type TallystickOptions } from './tallystick.js'

export const START = Date.UTC(2030, 0, 15, 12)
export const DAY_MS = 86_400_000

export interface TestLedger {
  readonly ledger: Tallystick
  readonly storage: Storage
  /** Moves time on. */
  pass(ms: number): void
}

export function openLedger(options: Partial<TallystickOptions> = {}): TestLedger {
  let now = START
  const storage = options.storage ?? memoryStorage()
  const ledger = createTallystick({ clock: { now: () => now }, ...options, storage })
  return {
    ledger,
    storage,
    pass(ms) {
      now += ms
    },
  }
}

/** Prices by pair, `BTC/EUR`; what is not among them has none. */
export function pairs(prices: Readonly<Record<string, string>>, required = false): Rates {
  return {
    table: () => ({
      source: 'fixture',
      timestamp: START - 1_000,
      required,
      rate(currency, base) {
        const price = prices[`${currency}/${base}`]
        return price === undefined ? undefined : parseRate(price)
      },
    }),
    close: () => undefined,
  }
}

/** The refusal a call ends with; a call that succeeds, or breaks, fails the test. */
export async function refusal(call: Promise<unknown>): Promise<Rejected> {
  const outcome = await call.then(
    (value) => new Error(`not refused, but answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof Rejected) return outcome
  throw outcome
}

export async function refusalCode(call: Promise<unknown>): Promise<string> {
  return (await refusal(call)).code
}

/** A caller with a key of its own; without a tenant, of the ledger's. */
export async function keyOf(
  ledger: Tallystick,
  tenant = 'default',
  { name = 'test', network = 'testnet' }: { readonly name?: string; readonly network?: Network } = {},
): Promise<{ readonly key: string; readonly caller: Caller }> {
  const access = await ledger.access()
  const { key } = await access.create({ tenant: tenant as TenantId, name, network, plan: 'free' })
  const caller = await access.identify(key)
  if (caller === null) throw new Error('a fresh key is not known')
  return { key, caller }
}

export const otherTenant: Caller = embeddedCaller('other' as TenantId)

/** Of trezor/python-mnemonic, vectors.json, 24 words beginning with `letter`: at m/44'/1'/0'/0. */
export const TPUB =
  'tpubDEYxTr2XD51jQL92yKbuD5cqmJuHiZ3DDSJQQ9wxu9j15T8VybLXPBgpudUgNpqtBDnyDfYrqYXH9TKspMHPwLJCL8g11djtJdCv5bpGv5Y'
/** Its address of index 1. */
export const FIRST_ADDRESS = 'tb1qwrqgl4ej3gl00crgjgusyawhcsatxzrnc2m490'

/** An account of a chain currency, and what a chain paid to it. */
export async function fundedAccount(ledger: Tallystick, amount: string, customer?: string): Promise<string> {
  const { id } = await ledger.createAccountXpub({
    currency: 'BTC',
    xpub: TPUB,
    ...(customer === undefined ? {} : { customer: { externalId: customer } }),
  })
  await deposit(ledger, id, amount)
  return id
}

let outputs = 0

export async function deposit(
  ledger: Tallystick,
  account: string,
  amount: string,
  over: Partial<Parameters<Tallystick['recordDeposit']>[0]> = {},
) {
  outputs++
  return ledger.recordDeposit({
    account: account as Parameters<Tallystick['recordDeposit']>[0]['account'],
    currency: 'BTC',
    amount,
    txId: String(outputs).padStart(64, '0'),
    vout: 0,
    address: FIRST_ADDRESS,
    from: null,
    derivationKey: 0,
    blockHeight: 1,
    blockHash: null,
    status: 'Done',
    ...over,
  })
}
