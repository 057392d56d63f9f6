/**
 * Ed25519 keys of a mnemonic (SLIP-0010). Every step is hardened: a child needs the secret of its parent, so there is
 * no extended public key.
 */
import { createHmac } from 'node:crypto'
import { BadKey } from '@tallystick/custody'
import { seedOf } from './mnemonic.js'

const CURVE = Buffer.from('ed25519 seed')
const HARDENED = 2 ** 31

/**
 * The 32 bytes of a private key, called the secret in RFC 8032.
 * @param path `m` and hardened steps: `m/44'/501'/0'/0'`
 * @throws BadKey if a step is not hardened, or not a whole number below 2^31
 */
export function ed25519Secret(seed: Uint8Array, path: string): Uint8Array {
  let node = hmac(CURVE, seed)
  for (const step of stepsOf(path)) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, HARDENED + step)
    const child = hmac(node.subarray(32), data)
    data.fill(0)
    node.fill(0)
    node = child
  }
  const secret = Uint8Array.from(node.subarray(0, 32))
  node.fill(0)
  return secret
}

/** Derives keys from the mnemonic, and erases the seed. @throws BadKey if these are not words of BIP-39 */
export async function deriveEd25519(mnemonic: string, path: string): Promise<Uint8Array> {
  const seed = await seedOf(mnemonic)
  try {
    return ed25519Secret(seed, path)
  } finally {
    seed.fill(0)
  }
}

const hmac = (key: Uint8Array, data: Uint8Array): Uint8Array =>
  createHmac('sha512', key).update(data).digest()

function stepsOf(path: string): readonly number[] {
  const [root, ...steps] = path.split('/')
  const numbers = steps.map((step) =>
    /^(?:0|[1-9]\d{0,9})'$/.test(step) ? Number(step.slice(0, -1)) : HARDENED,
  )
  if (root !== 'm' || numbers.some((step) => step >= HARDENED)) {
    throw new BadKey('A path of Ed25519 begins with m, and all its steps are hardened')
  }
  return numbers
}
