/** Checks the options of `createTallystick` that types cannot, or that a program without types may get wrong. */
import type { Chains } from '@tallystick/custody'
import { requireTenant } from '@tallystick/engine'

interface Given {
  readonly storage: unknown
  readonly network?: unknown
  readonly chains?: Pick<Chains, 'networks'>
  readonly tenant?: string
  readonly maxQueued?: unknown
  readonly maxBatch?: unknown
  readonly apiKeySecret?: unknown
}

/** @throws TypeError or Fault with cause and remedy */
export function mustBeMeant(options: Given): void {
  mustBeStorage(options.storage)
  mustHaveNetwork(options)
  if (options.tenant !== undefined) requireTenant(options.tenant)
  mustBeCount('maxQueued', options.maxQueued)
  mustBeCount('maxBatch', options.maxBatch)
  mustBeSecret(options.apiKeySecret)
}

/** With none, or with what is no number, no call would ever be begun. */
function mustBeCount(name: string, given: unknown): void {
  if (given === undefined || (Number.isSafeInteger(given) && Number(given) >= 1)) return
  throw new TypeError(`${name} is a whole number from 1, and not ${String(given)}`)
}

/** As the command takes it. Of other text, only what is hex at its beginning would count: often nothing. */
function mustBeSecret(given: unknown): void {
  if (given === undefined || (typeof given === 'string' && /^(?:[0-9a-f]{2}){32,}$/i.test(given))) return
  throw new TypeError('apiKeySecret is 32 bytes or more in hex, as `openssl rand -hex 32` prints them')
}

function mustBeStorage(given: unknown): void {
  const { then, transact } = (given ?? {}) as Readonly<Record<'then' | 'transact', unknown>>
  if (typeof transact === 'function') return
  throw new TypeError(
    typeof then === 'function'
      ? 'storage is a promise: await openSqlite(…) or openPostgres(…) before you give it to createTallystick'
      : 'storage is missing: give createTallystick what memoryStorage(), await openSqlite(…) or await openPostgres(…) returns',
  )
}

function mustHaveNetwork({ network, chains }: Given): void {
  const networks = chains?.networks ?? []
  if (network !== undefined && network !== 'mainnet' && network !== 'testnet') {
    throw new TypeError(`network is 'mainnet' or 'testnet', and not ${JSON.stringify(network)}`)
  }
  // Their deposit addresses would be of the testnet, and what is paid to the same keys on mainnet credited to nobody.
  if (network !== undefined || networks.length === 0 || networks.some((one) => one !== 'mainnet')) return
  throw new TypeError(
    "chains has only nodes of mainnet, and the calls of createTallystick are of the testnet unless it is told: give it network: 'mainnet'",
  )
}
