/** A running service over a storage in memory, and a client that shows its answers as they came. */
import type { AddressInfo } from 'node:net'
import type { TenantId } from '@tallystick/core'
import { type EngineOptions, memoryStorage, type Storage } from '@tallystick/engine'
import { createTallystick, type Tallystick, type TallystickOptions } from '@tallystick/operations'
import { createVault, localKeys } from '@tallystick/vault'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from './app.js'
import { Told } from './examples.fixture.js'

export const TENANT = 'default' as TenantId
export const OTHER_TENANT = 'other' as TenantId

export const KEY = 'key-of-the-default-tenant'
export const OTHER_KEY = 'key-of-another-tenant'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined when there is no text. */
  readonly body: unknown
}

export interface CallOptions {
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Uint8Array
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface Running {
  readonly app: FastifyInstance
  readonly tallystick: Tallystick
  readonly storage: Storage
  readonly url: string
  /** What nodes were asked for with success. */
  readonly told: Told
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

export type ServiceSetup = Partial<Omit<AppOptions, 'tallystick'>> & {
  readonly engine?: Partial<EngineOptions> & Pick<TallystickOptions, 'chains' | 'feePayers' | 'webhooks'>
  readonly storage?: Storage
}

/** Lets keys out, so that tests see where they go. */
const VAULT = createVault(localKeys([Buffer.alloc(32, 7)]), { exports: true })

export async function startService(setup: ServiceSetup = {}): Promise<Running> {
  const { engine, storage = memoryStorage(), ...options } = setup
  const tallystick = createTallystick({ storage, vault: VAULT, ...engine })
  await registerKeys(tallystick)
  const told = new Told()
  const app = buildApp({ tallystick: told.by(tallystick), ...options })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = urlOf(app)
  return { app, tallystick, storage, url, told, call: caller(url), close: () => app.close() }
}

export async function registerKeys(tallystick: Tallystick): Promise<void> {
  const access = await tallystick.access()
  for (const [tenant, key] of [
    [TENANT, KEY],
    [OTHER_TENANT, OTHER_KEY],
  ] as const) {
    await access.register(key, { tenant, name: 'test', network: 'testnet', plan: 'paid' })
  }
}

export function urlOf(app: FastifyInstance): string {
  // Listening on a port, and not on a path of the file system.
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

export function caller(url: string): Running['call'] {
  return async (method, path, { body, raw, key = KEY, headers = {} } = {}) => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { 'x-api-key': key }),
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }
}

/** The field of an answer's body, when the test cannot go on without it. */
export function field(answer: Answer, name: string): string {
  const { body } = answer
  if (typeof body === 'object' && body !== null && name in body) {
    const value: unknown = Reflect.get(body, name)
    if (typeof value === 'string') return value
  }
  throw new Error(`No text ${name} in ${answer.status} ${answer.text}`)
}

export interface Funded {
  /** Holds 1,000 of the currency. */
  readonly sender: string
  /** Holds nothing, of the same currency, with a customer. */
  readonly recipient: string
  readonly customer: string
}

/** Two accounts and money to pay between them. */
export async function fund(
  { call }: Pick<Running, 'call'>,
  { key = KEY, name = 'VC_TEST', externalId = 'customer-1' } = {},
): Promise<Funded> {
  const currency = await call('POST', '/v3/ledger/virtualCurrency', {
    key,
    body: { name, supply: '1000', basePair: 'EUR' },
  })
  const account = await call('POST', '/v3/ledger/account', {
    key,
    body: { currency: name, customer: { externalId } },
  })
  return {
    sender: field(currency, 'id'),
    recipient: field(account, 'id'),
    customer: field(account, 'customerId'),
  }
}

/** A storage in memory whose units of work wait, or fail, while the test wants it. */
export function gated() {
  const storage = memoryStorage()
  let failure: Error | null = null
  let gate: Promise<void> | null = null
  let open: () => void = () => undefined
  let arrive: () => void = () => undefined
  let arrived = Promise.resolve()
  const gatedStorage: Storage = {
    ...storage,
    async transact(keys, decide) {
      arrive()
      if (gate !== null) await gate
      if (failure !== null) throw failure
      return storage.transact(keys, decide)
    },
  }
  return {
    storage: gatedStorage,
    hold(): void {
      gate = new Promise((resolve) => {
        open = resolve
      })
      arrived = new Promise((resolve) => {
        arrive = resolve
      })
    },
    /** Resolves when a unit of work waits. */
    held: () => arrived,
    release(): void {
      gate = null
      open()
    },
    fail(error: Error | null): void {
      failure = error
    },
  }
}
