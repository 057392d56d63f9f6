/** Who has the master keys. A cloud KMS fits too: it encrypts and decrypts data keys, and its own keys never leave it. */
import { createHmac } from 'node:crypto'
import { VaultFault } from '@tallystick/custody'
import { open, seal } from './envelope.js'

export interface KeyProvider {
  /** The ids of the master keys. The first one encrypts. */
  readonly ids: readonly string[]
  /** Encrypts a data key under the first master key. The same `context` is needed to decrypt it. */
  wrap(dataKey: Uint8Array, context: Uint8Array): Promise<Uint8Array>
  /**
   * The caller overwrites the answer after use.
   * @throws VaultFault if there is no such master key, or it does not open it
   */
  unwrap(id: string, wrapped: Uint8Array, context: Uint8Array): Promise<Uint8Array>
}

export const MASTER_KEY_BYTES = 32

/**
 * Master keys in this process.
 * @param keys 32 bytes each; the first one encrypts, the others only decrypt
 */
export function localKeys(keys: readonly Uint8Array[]): KeyProvider {
  const byId = new Map(keys.map((key) => [idOf(key), key] as const))
  const [first] = keys
  if (first === undefined) throw new RangeError('A vault needs a master key')
  return {
    ids: [...byId.keys()],
    wrap: async (dataKey, context) => seal(first, dataKey, context),
    async unwrap(id, wrapped, context) {
      const key = byId.get(id)
      if (key === undefined) throw new VaultFault(`No master key at hand has the id ${id}`)
      return open(key, wrapped, context)
    },
  }
}

/** Tells master keys apart without telling anything of them, and is the same wherever the key is. */
function idOf(key: Uint8Array): string {
  if (key.length !== MASTER_KEY_BYTES) throw new RangeError(`A master key has ${MASTER_KEY_BYTES} bytes`)
  return createHmac('sha256', key).update('tallystick master key').digest('hex').slice(0, 16)
}
