/**
 * API keys: generates them and finds the caller of a key. A key is 256 random bits; only its HMAC-SHA-256 is stored.
 */

import { createHmac } from 'node:crypto'
import {
  API_KEY_LENGTH,
  type ApiKey,
  type ApiKeyId,
  issueApiKey,
  type Network,
  type PlanCode,
  Recent,
  revokeApiKey,
  type TenantId,
} from '@tallystick/core'
import type { Caller } from './caller.js'
import type { Engine } from './engine.js'
import { Fault, requireStorable } from './faults.js'
import { prefixAround } from './ip-networks.js'
import { type Random, systemRandom } from './ports/clock.js'
import type { Storage } from './ports/storage.js'
import { allowlistedApiKeys, apiKeyByHash } from './queries.js'

export const DEFAULT_TENANT = 'default' as TenantId

/** How long the state of a key is cached: a freeze or revocation by another process takes effect after this time. */
const MEMORY_MS = 1_000
const MEMORY_SIZE = 10_000

export interface NewApiKey {
  readonly tenant: TenantId
  readonly name: string
  readonly network: Network
  readonly plan: PlanCode
  /** See `ApiKey.addresses`. Default: none. */
  readonly addresses?: readonly string[]
  /** See `ApiKey.readOnly`. Default: the key may do all. */
  readonly readOnly?: boolean
}

/** The caller if nobody presents a key: the embedding process itself. */
export function embeddedCaller(tenant: TenantId = DEFAULT_TENANT): Caller {
  return { tenant, apiKey: 'embedded' as ApiKeyId, network: 'testnet', plan: 'paid', frozen: false }
}

export class Access {
  private readonly known = new Recent<string, { readonly caller: Caller | null; readonly until: number }>(
    MEMORY_SIZE,
  )
  private allowlisted: { readonly keys: readonly ApiKey[]; readonly until: number } | null = null
  /** Rises with each change made here. The result of a lookup that began before a change is not cached. */
  private changes = 0

  private constructor(
    private readonly engine: Engine,
    private readonly secret: Buffer,
    private readonly random: Random,
    private readonly elapsed: () => number,
  ) {}

  /**
   * @param secret Hex key of the HMAC. Without one, the storage keeps a generated one
   * @param elapsed Milliseconds from a clock that never goes back. The time of day would not do: while it is set back,
   *   a revoked key would stay valid.
   */
  static async open(
    engine: Engine,
    storage: Storage,
    options: { readonly secret?: string; readonly random?: Random; readonly elapsed?: () => number } = {},
  ): Promise<Access> {
    const random = options.random ?? systemRandom
    const secret = options.secret ?? (await storage.constant('api-key-secret', () => hex(random, 32)))
    return new Access(
      engine,
      Buffer.from(secret, 'hex'),
      random,
      options.elapsed ?? (() => performance.now()),
    )
  }

  /** The caller of a key that was looked up just now, null if it has none; undefined if the key must be looked up. */
  recall(presented: string): Caller | null | undefined {
    const remembered = this.known.get(presented)
    return remembered !== undefined && remembered.until > this.elapsed() ? remembered.caller : undefined
  }

  /** The caller of a key; null for an unknown or revoked key. */
  async identify(presented: string): Promise<Caller | null> {
    if (presented.length === 0 || presented.length > API_KEY_LENGTH.max) return null
    const now = this.elapsed()
    const remembered = this.recall(presented)
    if (remembered !== undefined) return remembered
    const { changes } = this
    const apiKey = await apiKeyByHash(this.engine.query, this.hash(presented))
    const caller = apiKey === undefined || apiKey.revoked ? null : callerOf(apiKey)
    if (changes !== this.changes) return caller
    // Many wrong keys must not fill the memory: the cache is emptied, and refills with the keys in use.
    this.known.set(presented, { caller, until: now + MEMORY_MS })
    return caller
  }

  /**
   * The caller whose IP allowlist contains the address. If there are several: the one with the longest prefix, then the
   * oldest. Null if there is none.
   */
  async identifyAddress(address: string): Promise<Caller | null> {
    let closest: { readonly apiKey: ApiKey; readonly prefix: number } | null = null
    for (const apiKey of await this.allowlistedKeys()) {
      for (const network of apiKey.addresses) {
        const prefix = prefixAround(address, network)
        if (prefix !== undefined && prefix > (closest?.prefix ?? 0)) closest = { apiKey, prefix }
      }
    }
    return closest === null ? null : callerOf(closest.apiKey)
  }

  private async allowlistedKeys(): Promise<readonly ApiKey[]> {
    const now = this.elapsed()
    if (this.allowlisted !== null && this.allowlisted.until > now) return this.allowlisted.keys
    const { changes } = this
    const keys = await allowlistedApiKeys(this.engine.query)
    if (changes === this.changes) this.allowlisted = { keys, until: now + MEMORY_MS }
    return keys
  }

  /** Empties the cache after a change made here. */
  forget(): void {
    this.changes++
    this.known.clear()
    this.allowlisted = null
  }

  /** Generates a key. It is returned only here; afterwards only its hash is known. */
  async create(wanted: NewApiKey): Promise<{ readonly key: string; readonly apiKey: ApiKey }> {
    const bytes = Buffer.alloc(32)
    this.random.fill(bytes)
    const key = `tally_${wanted.network === 'testnet' ? 'test' : 'live'}_${bytes.toString('base64url')}`
    return { key, apiKey: await this.register(key, wanted) }
  }

  /** Makes a chosen key valid. Registering it again changes nothing. */
  async register(key: string, wanted: NewApiKey): Promise<ApiKey> {
    if (key.length === 0 || key.length > API_KEY_LENGTH.max) {
      throw new Fault(
        `An API key has at most ${API_KEY_LENGTH.max} characters; this one has ${key.length}. Choose another key`,
      )
    }
    const { tenant, name, addresses } = wanted
    requireStorable('body', { tenant, name, addresses })
    const hash = this.hash(key)
    const known = await apiKeyByHash(this.engine.query, hash)
    if (known !== undefined && known.tenant !== wanted.tenant) {
      throw new Fault('This API key is in use by another tenant. Choose another key')
    }
    const apiKey = await this.engine.execute({
      caller: embeddedCaller(wanted.tenant),
      rule: issueApiKey,
      command: {
        // Derived from the hash, so registering is idempotent across processes and restarts.
        id: hash.slice(0, 24) as ApiKeyId,
        hint: `${key.slice(0, Math.min(12, Math.floor(key.length / 4)))}…`,
        hash,
        addresses: [],
        ...wanted,
      },
      price: () => 0,
      present: (output) => output,
      idempotency: null,
    })
    this.forget()
    return apiKey
  }

  async revoke(tenant: TenantId, id: ApiKeyId): Promise<void> {
    requireStorable('body', { tenant, id })
    await this.engine.execute({
      caller: embeddedCaller(tenant),
      rule: revokeApiKey,
      command: { tenant, apiKey: id },
      price: () => 0,
      present: () => null,
      idempotency: null,
    })
    this.forget()
  }

  private hash(key: string): string {
    return createHmac('sha256', this.secret).update(key).digest('hex')
  }
}

function callerOf({ tenant, id, network, plan, frozen, readOnly }: ApiKey): Caller {
  return { tenant, apiKey: id, network, plan, frozen, ...(readOnly === undefined ? {} : { readOnly }) }
}

function hex(random: Random, count: number): string {
  const bytes = Buffer.alloc(count)
  random.fill(bytes)
  return bytes.toString('hex')
}
