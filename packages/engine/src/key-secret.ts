/**
 * The secret of the hashes of API keys. Under another one, every key of the ledger would be unknown, and one that was
 * revoked could be registered anew. So the ledger keeps a check value of its secret, and `open` refuses any other.
 */
import { createHmac } from 'node:crypto'
import { API_KEYS, type ApiKeyId } from '@tallystick/core'
import { Fault } from './faults.js'
import type { Random } from './ports/clock.js'
import type { Storage } from './ports/storage.js'

export interface SecretOptions {
  /** Hex key of the HMAC. Without one, the storage keeps a generated one. */
  readonly secret?: string
  /** From now on the secret is that of the ledger, and all earlier API keys are unknown. */
  readonly replaceSecret?: boolean
}

const CHECKED = 'the secret of the API keys of a ledger'

/** A constant never changes, so each secret that a ledger has had has a check value of its own. The last one counts. */
const checkNamed = (number: number): string => `api-key-check ${number}`
const madeNamed = (id: ApiKeyId): string => `api-key-made ${id}`

export class KeySecret {
  private constructor(
    private readonly storage: Pick<Storage, 'constant'>,
    private readonly bytes: Buffer,
    /**
     * False: the ledger has API keys of a release that kept no check value, and none of them was presented yet. The first
     * that is found shows that the secret is theirs. One that was made meanwhile shows nothing.
     */
    private isProven: boolean,
  ) {}

  private isProving = false

  /** @throws Fault if the ledger has another secret, and API keys; or if none is given */
  static async open(
    storage: Storage,
    random: Random,
    { secret, replaceSecret = false }: SecretOptions,
  ): Promise<KeySecret> {
    const { check, next } = await lastCheck(storage)
    const text = secret ?? (await storage.constant('api-key-secret', () => hex(random, 32)))
    const opened = new KeySecret(storage, Buffer.from(text, 'hex'), true)
    if (check === opened.check) return opened
    // A command without the secret must not take that of a server which waits for its first key.
    const isMeant = check === null || secret !== undefined
    const hasKeys = (await storage.query.list(API_KEYS, { limit: 1 })).length > 0
    const mayBegin = replaceSecret || (isMeant && !hasKeys)
    if (mayBegin && (await opened.keepAs(next))) return opened
    if (mayBegin || check !== null) throw anotherSecret()
    opened.isProven = false
    return opened
  }

  hash(key: string): string {
    return createHmac('sha256', this.bytes).update(key).digest('hex')
  }

  /** An API key is about to be made. */
  async makes(id: ApiKeyId): Promise<void> {
    if (!this.isProven) await this.storage.constant(madeNamed(id), () => 'while no secret was proven')
  }

  /** An API key was found by its hash. */
  fits(id: ApiKeyId): void {
    if (this.isProven || this.isProving) return
    this.isProving = true
    this.prove(id)
      // The next one that is found proves it.
      .catch(() => undefined)
      .finally(() => {
        this.isProving = false
      })
  }

  private async prove(id: ApiKeyId): Promise<void> {
    if ((await kept(this.storage, madeNamed(id))) !== null) return
    await this.keepAs(1)
    this.isProven = true
  }

  private get check(): string {
    return this.hash(CHECKED)
  }

  /** False if another process was first, with another secret. */
  private async keepAs(number: number): Promise<boolean> {
    const { check } = this
    return (await this.storage.constant(checkNamed(number), () => check)) === check
  }
}

const anotherSecret = (): Fault =>
  new Fault(
    'The API keys of this ledger have another secret. Under the present one all of them would be unknown, and those that were revoked could be registered anew. Set TALLYSTICK_API_KEY_SECRET (in process: apiKeySecret) to the secret that they were made with, or unset it if there was none. If that secret is lost, `tallystick keys create --replace-secret` begins anew with the present one',
    {},
    { docs: 'docs/operations.md#api-keys' },
  )

class NotKept extends Error {}

/** The check value that counts, null if there is none; and the number of the next one. */
async function lastCheck(
  storage: Storage,
): Promise<{ readonly check: string | null; readonly next: number }> {
  let check: string | null = null
  for (let next = 1; ; next++) {
    const found = await kept(storage, checkNamed(next))
    if (found === null) return { check, next }
    check = found
  }
}

/** A constant; null if there is none. */
async function kept(storage: Pick<Storage, 'constant'>, name: string): Promise<string | null> {
  try {
    return await storage.constant(name, () => {
      throw new NotKept()
    })
  } catch (cause) {
    if (cause instanceof NotKept) return null
    throw cause
  }
}

function hex(random: Random, count: number): string {
  const bytes = Buffer.alloc(count)
  random.fill(bytes)
  return bytes.toString('hex')
}
