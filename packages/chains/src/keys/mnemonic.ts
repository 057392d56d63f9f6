/**
 * Mnemonics (BIP-39, English words, no passphrase, because the API has no field for one). Words and seeds are secrets:
 * no message of this file repeats one, and a seed is overwritten after keys were derived from it.
 */
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { BadKey } from '@tallystick/custody'

const stretch = promisify(pbkdf2)

/** Random bytes of a wallet of 24 words. */
export const ENTROPY_BYTES = 32

/** @param entropy 32 random bytes */
export function mnemonicOf(entropy: Uint8Array): string {
  if (entropy.length !== ENTROPY_BYTES) throw new BadKey(`A mnemonic is made from ${ENTROPY_BYTES} bytes`)
  return entropyToMnemonic(entropy, wordlist)
}

/**
 * The 64 bytes that BIP-32 starts from. The 2,048 rounds run on another thread, so callers wait and the server does
 * not.
 * @throws BadKey if these are not words of BIP-39, or their checksum is wrong
 */
export async function seedOf(mnemonic: string, passphrase = ''): Promise<Uint8Array> {
  const words = mnemonic.normalize('NFKD').trim()
  if (!validateMnemonic(words, wordlist)) throw new BadKey('Not a mnemonic of BIP-39')
  return await stretch(words, `mnemonic${passphrase.normalize('NFKD')}`, 2048, 64, 'sha512')
}

/** Derives keys from the mnemonic, and erases the seed. */
export async function derive<Result>(
  mnemonic: string,
  path: string,
  use: (key: HDKey) => Result,
): Promise<Result> {
  const seed = await seedOf(mnemonic)
  try {
    return use(HDKey.fromMasterSeed(seed).derive(path))
  } finally {
    seed.fill(0)
  }
}
