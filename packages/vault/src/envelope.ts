/** AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits: nonce, ciphertext, tag. */
import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto'
import { VaultFault } from '@tallystick/custody'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param context Must be the same when it is opened; it is not encrypted */
export function seal(key: Uint8Array, plain: Uint8Array, context: Uint8Array): Uint8Array {
  const nonce = randomFillSync(Buffer.alloc(NONCE_BYTES))
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  cipher.setAAD(context)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws VaultFault if the key or the context is another one, or a byte was changed */
export function open(key: Uint8Array, sealed: Uint8Array, context: Uint8Array): Uint8Array {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new VaultFault('An encrypted key is too short')
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(context)
  decipher.setAuthTag(sealed.subarray(end))
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, end))
  try {
    // GCM returns nothing here: it only checks the tag.
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    throw new VaultFault('An encrypted key does not open: it was changed, or belongs to another place')
  }
}
