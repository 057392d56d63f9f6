/** The kinds of vectors of BIP-32 and BIP-39: what each says, tried on what all families share. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { HDKey } from '@scure/bip32'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { BadKey } from '@tallystick/custody'
import { expect } from 'vitest'
import { XPUB } from './hd.js'
import { seedOf } from './mnemonic.js'
import { ed25519Secret } from './slip10.js'
import { childOf, parseXpub } from './xpub.js'

type Fields = Readonly<Record<string, unknown>>

const text = (from: Fields, field: string): string => {
  const value = from[field]
  if (typeof value !== 'string') throw new TypeError(`the vector has no ${field}`)
  return value
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const keyVectorKinds: Readonly<
  Record<string, (input: Fields, expected: Fields) => void | Promise<void>>
> = {
  bip32: (input, expected) => {
    const key = HDKey.fromMasterSeed(Buffer.from(text(input, 'seedHex'), 'hex')).derive(text(input, 'path'))
    expect(key.privateExtendedKey).toBe(expected['xprv'])
    const parsed = parseXpub(text(expected, 'xpub'), [XPUB])
    expect(hex(parsed.publicKey)).toBe(hex(key.publicKey ?? new Uint8Array(0)))
    for (const index of [0, 1, 2 ** 31 - 1]) {
      expect(hex(childOf(parsed, index))).toBe(hex(key.deriveChild(index).publicKey ?? new Uint8Array(0)))
    }
  },
  'slip10-ed25519': (input, expected) => {
    const secret = ed25519Secret(Buffer.from(text(input, 'seedHex'), 'hex'), text(input, 'path'))
    expect(hex(secret)).toBe(expected['privateKeyHex'])
    expect(hex(ed25519.getPublicKey(secret))).toBe(expected['publicKeyHex'])
  },
  'bip32-invalid': (input) => {
    const extended = text(input, 'extendedKey')
    for (const versions of [[XPUB], [0x0488ade4]]) {
      expect(() => parseXpub(extended, versions)).toThrow(BadKey)
    }
  },
  bip39: async (input, expected) => {
    expect(hex(mnemonicToEntropy(text(input, 'mnemonic'), wordlist))).toBe(expected['entropyHex'])
    expect(hex(await seedOf(text(input, 'mnemonic'), text(input, 'passphrase')))).toBe(expected['seedHex'])
  },
}
