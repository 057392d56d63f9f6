/**
 * API keys: generates them and finds the caller of a key. A key is 256 random bits; only its HMAC-SHA-256 is stored.
 */

import {
  API_KEY_LENGTH,
  type ApiKey,
  type ApiKeyId,
  apiKeyKey,
  issueApiKey,
  type Network,
  type PlanCode,
  Recent,
  revokeApiKey,
  type TenantId,
} from '@tallystick/core'
import { uncharged } from './call.js'
import type { Caller } from './caller.js'
import type { Engine } from './engine.js'
import { Fault, requireStorable, requireTenant } from './faults.js'
import { Networks, originOf } from './ip-networks.js'
import { KeySecret, type SecretOptions } from './key-secret.js'
import { type Random, systemRandom } from './ports/clock.js'
import type { Storage } from './ports/storage.js'
import { allowlistedApiKeys, apiKeyByHash } from './queries.js'
import { Turns } from './turns.js'

export const DEFAULT_TENANT = 'default' as TenantId

/** How long the state of a key is cached: a freeze or revocation by another process takes effect after this time. */
const MEMORY_MS = 1_000
/** A key in use is looked up again this long before, so that its calls need not wait. */
const RENEWAL_MS = 250
const MEMORY_SIZE = 10_000
/**
 * Look-ups of keys that were never found: strangers must not take the turns of customers. Many may wait, because whoever
 * is refused at once asks again at once.
 */
const STRANGERS = { atOnce: 4, perTurn: Number.POSITIVE_INFINITY }

/** What was found at most `MEMORY_MS` before `until`. */
interface Remembered<Found> {
  readonly found: Found
  readonly until: number
  /** It counts only until the next change: see `Access.changes`. */
  readonly changes: number
}

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
export function embeddedCaller(tenant: TenantId = DEFAULT_TENANT, network: Network = 'testnet'): Caller {
  return { tenant, apiKey: 'embedded' as ApiKeyId, network, plan: 'paid', frozen: false }
}

export class Access {
  /** Keys that were found once. Look-ups of these are reads of their tenants. */
  private readonly customers = new Recent<string, Remembered<Caller | null>>(MEMORY_SIZE)
  private readonly strangers = new Recent<string, Remembered<null>>(MEMORY_SIZE)
  private readonly strangersTurns = new Turns(STRANGERS)
  /** For callers who are known by another key: strangers must not take their turns. */
  private readonly callersTurns = new Turns(STRANGERS)
  private readonly lookups = new Map<string, Remembered<Promise<Caller | null>>>()
  private allowlist: Remembered<Promise<Networks<Caller>>> | null = null
  private networks: Networks<Caller> | undefined
  /** Rises with each change made here. What was found by a lookup that began before a change does not count. */
  private changes = 0

  private constructor(
    private readonly engine: Engine,
    private readonly secret: KeySecret,
    private readonly random: Random,
    private readonly elapsed: () => number,
  ) {}

  /**
   * @param elapsed Milliseconds from a clock that never goes back. The time of day would not do: while it is set back,
   *   a revoked key would stay valid.
   * @throws Fault if the API keys of the ledger were made with another secret
   */
  static async open(
    engine: Engine,
    storage: Storage,
    options: SecretOptions & { readonly random?: Random; readonly elapsed?: () => number } = {},
  ): Promise<Access> {
    const random = options.random ?? systemRandom
    const secret = await KeySecret.open(storage, random, options)
    return new Access(engine, secret, random, options.elapsed ?? (() => performance.now()))
  }

  /** The caller of a key that was looked up just now, null if it has none; undefined if the key must be looked up. */
  recall(presented: string): Caller | null | undefined {
    const remembered = this.customers.get(presented) ?? this.strangers.get(presented)
    if (remembered === undefined || remembered.changes !== this.changes) return undefined
    const left = remembered.until - this.elapsed()
    if (left <= 0) return undefined
    const { found } = remembered
    if (left < RENEWAL_MS && found !== null) {
      // One for all calls. If it fails, the next call that must wait is told.
      this.lookUp(presented, '', null).catch(() => undefined)
    }
    return found
  }

  /**
   * The caller of a key; null for an unknown or revoked key.
   * @param from Who presents it: of keys that were never found, those from one place wait for one another
   * @param caller Whose call it is, if another key has told: it waits only for such calls
   * @throws Rejected `overloaded` if too many such keys wait
   */
  async identify(presented: string, from = '', caller: Caller | null = null): Promise<Caller | null> {
    if (presented.length === 0 || presented.length > API_KEY_LENGTH.max) return null
    const remembered = this.recall(presented)
    return remembered === undefined ? this.lookUp(presented, from, caller) : remembered
  }

  /** One look-up for all calls that need it within the time for which its result may be remembered. */
  private lookUp(presented: string, from: string, caller: Caller | null): Promise<Caller | null> {
    const [turns, lane] =
      caller === null ? [this.strangersTurns, originOf(from)] : [this.callersTurns, String(caller.tenant)]
    const name = `${caller === null} ${presented}`
    const running = this.lookups.get(name)
    if (running !== undefined && this.counts(running)) return running.found
    const known = this.customers.get(presented)
    const begun = this.begin(() => this.read(presented, known?.found ?? null, turns, lane))
    this.lookups.set(name, begun)
    const { until, changes } = begun
    return begun.found
      .then((found) => {
        // Very many wrong keys must not drive out the keys of customers.
        if (found !== null || known !== undefined) this.customers.set(presented, { found, until, changes })
        else this.strangers.set(presented, { found, until, changes })
        return found
      })
      .finally(() => {
        if (this.lookups.get(name) === begun) this.lookups.delete(name)
      })
  }

  private async read(
    presented: string,
    known: Caller | null,
    turns: Turns,
    lane: string,
  ): Promise<Caller | null> {
    const { query } = this.engine
    const apiKey =
      known === null
        ? await turns.run(lane, 1, () => this.byHash(this.secret.hash(presented)))
        : await query.find(apiKeyKey(known.tenant, known.apiKey))
    return apiKey === undefined || apiKey.revoked ? null : callerOf(apiKey)
  }

  /**
   * The caller whose IP allowlist contains the address. If there are several: the one with the longest prefix, then the
   * oldest. Null if there is none.
   */
  async identifyAddress(address: string): Promise<Caller | null> {
    if (this.allowlist === null || !this.counts(this.allowlist)) {
      this.allowlist = this.begin(() => this.allowlisted())
    }
    const { allowlist } = this
    try {
      return (await allowlist.found).of(address) ?? null
    } catch (error) {
      if (this.allowlist === allowlist) this.allowlist = null
      throw error
    }
  }

  private async allowlisted(): Promise<Networks<Caller>> {
    const apiKeys = await allowlistedApiKeys(this.engine.query)
    const networks = apiKeys.flatMap((apiKey) => {
      const caller = callerOf(apiKey)
      return apiKey.addresses.map((network) => [network, caller] as const)
    })
    this.networks = new Networks(networks, this.networks)
    return this.networks
  }

  private begin<Found>(find: () => Found): Remembered<Found> {
    // The time counts from before the look-up: what it finds may have changed while it ran.
    const until = this.elapsed() + MEMORY_MS
    return { until, changes: this.changes, found: find() }
  }

  private counts({ until, changes }: Remembered<unknown>): boolean {
    return changes === this.changes && until > this.elapsed()
  }

  /** After a change made here, everything is looked up again. */
  forget(): void {
    this.changes++
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
    requireTenant(tenant)
    const hash = this.secret.hash(key)
    const known = await this.byHash(hash)
    if (known !== undefined && known.tenant !== wanted.tenant) {
      throw new Fault('This API key is in use by another tenant. Choose another key')
    }
    // Derived from the hash, so registering is idempotent across processes and restarts.
    const id = hash.slice(0, 24) as ApiKeyId
    if (known === undefined) await this.secret.makes(id)
    const apiKey = await this.engine.execute({
      ...uncharged(embeddedCaller(wanted.tenant)),
      rule: issueApiKey,
      command: {
        id,
        hint: `${key.slice(0, Math.min(12, Math.floor(key.length / 4)))}…`,
        hash,
        addresses: [],
        ...wanted,
      },
      present: (output) => output,
    })
    this.forget()
    return apiKey
  }

  async revoke(tenant: TenantId, id: ApiKeyId): Promise<void> {
    await revokeKey(this.engine, tenant, id)
    this.forget()
  }

  private async byHash(hash: string): Promise<ApiKey | undefined> {
    const found = await apiKeyByHash(this.engine.query, hash)
    if (found !== undefined) this.secret.fits(found.id)
    return found
  }
}

/** Needs no secret. An `Access` of this or of another process takes notice within a second. */
export async function revokeKey(engine: Engine, tenant: TenantId, id: ApiKeyId): Promise<void> {
  requireStorable('body', { tenant, id })
  await engine.execute({
    ...uncharged(embeddedCaller(tenant)),
    rule: revokeApiKey,
    command: { tenant, apiKey: id },
    present: () => null,
  })
}

function callerOf({ tenant, id, network, plan, frozen, readOnly }: ApiKey): Caller {
  return { tenant, apiKey: id, network, plan, frozen, ...(readOnly === undefined ? {} : { readOnly }) }
}
