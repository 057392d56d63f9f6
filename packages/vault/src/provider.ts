/** Master keys in this process. */
import { createHmac } from 'node:crypto'
import { type KeyProvider, VaultFault } from '@tallystick/custody'
import { open, seal } from './envelope.js'

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
