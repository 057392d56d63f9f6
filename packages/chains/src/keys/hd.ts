/**
 * HD wallets of any chain: the xpub at a path, addresses of its children, private keys by index. Functions of a key
 * express the differences between chains.
 */

import { HDKey } from '@scure/bip32'
import { Recent } from '@tallystick/core'
import type { XpubKeys } from '@tallystick/custody'
import { BadKey } from '@tallystick/custody'
import { derive, mnemonicOf } from './mnemonic.js'
import { childOf, MAX_INDEX, parseXpub, type WrittenXpub, type Xpub } from './xpub.js'

/** `xpub` and `tpub` (BIP-32): for chains without version bytes of their own. */
export const XPUB = 0x0488b21e
export const TPUB = 0x043587cf

export interface HdOptions {
  /** `m/44'/60'/0'/0` */
  readonly path: string
  /** Version bytes of the xpubs that are written. */
  readonly version: number
  /** Version bytes that are accepted. */
  readonly versions: readonly number[]
  /** Another text form of xpubs. Those of BIP-32 are accepted too. */
  readonly written?: WrittenXpub
  /** @param version Of the key's xpub; it may name a kind of address (SLIP-132) */
  addressOf(publicKey: Uint8Array, version: number): string
  /** The chain's text form of a private key. */
  textOf(secret: Uint8Array): string
}

/** Cached xpubs, of about 300 bytes each. */
const KEPT = 1_000

export function hdKeys(options: HdOptions): XpubKeys {
  const parsed = new Recent<string, Xpub>(KEPT)

  const xpubOf = (text: string): Xpub => {
    const known = parsed.get(text)
    if (known !== undefined) return known
    const xpub = parseXpub(text, options.versions, options.written)
    parsed.set(text, xpub)
    return xpub
  }

  return {
    mnemonic: mnemonicOf,
    xpub: (mnemonic) =>
      derive(mnemonic, options.path, (key) => {
        const { depth, index, parentFingerprint, chainCode, publicKey } = key
        if (chainCode === null || publicKey === null) throw new BadKey('Not an extended key')
        if (options.written !== undefined) return options.written.write({ publicKey, chainCode })
        // Without the private key: its text would not contain the key, but its object could.
        const versions = { public: options.version, private: 0 }
        const plain = { versions, depth, index, parentFingerprint, chainCode, publicKey }
        return new HDKey(plain).publicExtendedKey
      }),
    address: (xpub, index) => {
      const parent = xpubOf(xpub)
      return options.addressOf(childOf(parent, index), parent.version)
    },
    publicKey: (xpub, index) => Buffer.from(childOf(xpubOf(xpub), index)).toString('hex'),
    privateKey: async (mnemonic, index) => {
      if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) {
        throw new BadKey(`An index is a whole number from 0 to ${MAX_INDEX}`)
      }
      return await derive(mnemonic, options.path, (key) => {
        const secret = key.deriveChild(index).privateKey
        if (secret === null) throw new BadKey('This index has no key')
        return options.textOf(secret)
      })
    },
  }
}
