/** HD wallets: what is refused, what is kept, and that the event loop goes on. */
import { HDKey } from '@scure/bip32'
import { BadKey } from '@tallystick/custody'
import { turnsDuring } from '@tallystick/testing'
import { describe, expect, it } from 'vitest'
import { deriveAddresses } from './consecutive.fixture.js'
import { hdKeys, TPUB, XPUB } from './hd.js'
import { mnemonicOf, seedOf } from './mnemonic.js'
import { childOf, parseXpub } from './xpub.js'

const ABOUT = `${'abandon '.repeat(11)}about`
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const keys = hdKeys({
  path: "m/44'/0'/0'/0",
  version: XPUB,
  versions: [XPUB],
  addressOf: (publicKey, version) => `${version} ${hex(publicKey)}`,
  textOf: hex,
})

describe('wallets', () => {
  it('are of 24 words, the same for the same entropy (BIP-39)', () => {
    expect(mnemonicOf(new Uint8Array(32))).toBe(`${'abandon '.repeat(23)}art`)
    expect(mnemonicOf(new Uint8Array(32).fill(0xff))).toBe(`${'zoo '.repeat(23)}vote`)
    expect(() => mnemonicOf(new Uint8Array(16))).toThrow(BadKey)
  })

  it('take a mnemonic in any form of Unicode, with blanks around it, and no other', async () => {
    expect(hex(await seedOf(`  ${ABOUT}\n`))).toBe(hex(await seedOf(ABOUT)))
    for (const text of ['', ABOUT.replaceAll(' ', '  '), ABOUT.toUpperCase(), `${ABOUT} ${ABOUT}`]) {
      await expect(seedOf(text)).rejects.toThrow(BadKey)
    }
  })

  it('hold up nobody else while they are derived', async () => {
    const { turns } = await turnsDuring(() => Promise.all(Array.from({ length: 100 }, () => seedOf(ABOUT))))
    // Had the rounds run here, all would have been done before the first turn.
    expect(turns).toBeGreaterThan(3)
  })

  it('derive what the library derives', async () => {
    const key = HDKey.fromMasterSeed(await seedOf(ABOUT)).derive("m/44'/0'/0'/0")
    const xpub = await keys.xpub(ABOUT)
    expect(xpub).toBe(key.publicExtendedKey)
    for (const index of [0, 1, 77, 2 ** 31 - 1]) {
      const child = key.deriveChild(index)
      expect(keys.address(xpub, index)).toBe(`${XPUB} ${hex(child.publicKey ?? new Uint8Array(0))}`)
      expect(await keys.privateKey(ABOUT, index)).toBe(hex(child.privateKey ?? new Uint8Array(0)))
    }
  })
})

describe('an xpub', () => {
  it('of another version, or a private one, is refused, and not repeated', async () => {
    const seed = await seedOf(ABOUT)
    const test = HDKey.fromMasterSeed(seed, { public: TPUB, private: 0x04358394 })
    const main = HDKey.fromMasterSeed(seed)
    for (const text of [
      test.publicExtendedKey,
      main.privateExtendedKey,
      test.privateExtendedKey,
      'xpub',
      '',
    ]) {
      const refuse = () => parseXpub(text, [XPUB])
      expect(refuse).toThrow(BadKey)
      if (text !== '') expect(refuse).not.toThrow(text)
    }
    expect(parseXpub(test.publicExtendedKey, [XPUB, TPUB]).version).toBe(TPUB)
  })

  it('that was used before answers as one that was not, and as one that was forgotten', async () => {
    const xpub = await keys.xpub(ABOUT)
    const first = keys.address(xpub, 5)
    const root = HDKey.fromMasterSeed(await seedOf(ABOUT))
    for (let other = 0; other < 1_005; other += 1) keys.address(root.deriveChild(other).publicExtendedKey, 0)
    expect(keys.address(xpub, 5)).toBe(first)
    expect(keys.address(xpub, 5)).toBe(first)
  })

  it('has no hardened children', async () => {
    const parsed = parseXpub(await keys.xpub(ABOUT), [XPUB])
    for (const index of [-1, 2 ** 31, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => childOf(parsed, index)).toThrow(BadKey)
    }
  })
})

it('consecutive addresses are those of the library', async () => {
  const { ours, theirs } = await deriveAddresses(100)
  expect(ours()).toEqual(theirs())
})
