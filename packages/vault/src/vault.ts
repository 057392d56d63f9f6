/**
 * Encrypts each private key with a data key of its own, and that one with a master key. So a master key can be replaced
 * without touching private keys, and no key encrypts more than one secret. See
 * docs/decisions/052-keys-that-the-service-keeps.md.
 */
import { randomFillSync } from 'node:crypto'
import { type KeyPlace, type KeyProvider, type Vault, VaultFault, type WrappedKey } from '@tallystick/custody'
import { open, seal } from './envelope.js'

export interface VaultOptions {
  /** Whether callers may have private keys. Default: no. */
  readonly exports?: boolean
}

/** The columns of a database hold it as JSON. All bytes are Base64. */
interface Envelope {
  readonly version: 1
  readonly masterKey: string
  /** The data key, encrypted by the master key. */
  readonly dataKey: string
  /** The private key, encrypted by the data key. */
  readonly key: string
}

const DATA_KEY_BYTES = 32

export function createVault(provider: KeyProvider, { exports = false }: VaultOptions = {}): Vault {
  const [current = ''] = provider.ids

  const envelope = async (dataKey: Uint8Array, key: string, context: Uint8Array): Promise<WrappedKey> => {
    const written: Envelope = {
      version: 1,
      masterKey: current,
      dataKey: textOf(await provider.wrap(dataKey, context)),
      key,
    }
    return { masterKey: current, wrapped: JSON.stringify(written) }
  }

  return {
    masterKeys: provider.ids,
    exports,
    wrap: (secret, place) => {
      const context = contextOf(place)
      const dataKey = randomFillSync(Buffer.alloc(DATA_KEY_BYTES))
      return wiped(dataKey, () => envelope(dataKey, textOf(seal(dataKey, secret, context)), context))
    },
    async open(wrapped, place, use) {
      const { masterKey, dataKey: sealed, key } = read(wrapped)
      const context = contextOf(place)
      const dataKey = await provider.unwrap(masterKey, bytesOf(sealed), context)
      const secret = await wiped(dataKey, () => open(dataKey, bytesOf(key), context))
      return wiped(secret, () => use(secret))
    },
    async rewrap(wrapped, place) {
      const { masterKey, dataKey: sealed, key } = read(wrapped)
      if (masterKey === current) return null
      const context = contextOf(place)
      const dataKey = await provider.unwrap(masterKey, bytesOf(sealed), context)
      return wiped(dataKey, () => envelope(dataKey, key, context))
    },
  }
}

/** Overwrites the bytes when the work with them is over, whatever its end. */
async function wiped<Result>(bytes: Uint8Array, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } finally {
    bytes.fill(0)
  }
}

/** Without the id of the master key, so that a master key can be replaced. */
const contextOf = ({ tenant, id, chain, network, address }: KeyPlace): Uint8Array =>
  Buffer.from(JSON.stringify(['tallystick private key', 1, tenant, id, chain, network, address]))

function read(wrapped: string): Envelope {
  try {
    const envelope: Partial<Envelope> = JSON.parse(wrapped)
    const { version, masterKey, dataKey, key } = envelope
    if (version === 1 && masterKey !== undefined && dataKey !== undefined && key !== undefined)
      return { version, masterKey, dataKey, key }
  } catch {
    // The same fault: an error of JSON would repeat what it read.
  }
  throw new VaultFault('An encrypted key is not one that this release writes')
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64')
