/** The laws of wallets, with and without an xpub. They do not apply to a chain without wallets. */
import { BadKey, type Chain } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'

const ABOUT = `${'abandon '.repeat(11)}about`
const MAX_INDEX = 2 ** 31 - 1

export function hdLaws(chainOf: () => Chain): void {
  describe('HD wallets', () => {
    it('are there when the record has a path', () => {
      const { record, keys } = chainOf()
      expect(keys === undefined).toBe(record.path === null)
    })

    it('accounts that take the secret follow from it, each signed for by its own key', async () => {
      const { accounts, codec } = chainOf()
      if (accounts === undefined) return
      const secrets = [7, 8].map((byte) => accounts.secret(new Uint8Array(accounts.entropy).fill(byte)))
      expect(new Set(secrets).size).toBe(2)
      for (const secret of secrets) {
        const { address, privateKey } = await accounts.account(secret, 0)
        expect(await accounts.account(secret, 0)).toEqual({ address, privateKey })
        expect(codec.signer(privateKey).address).toBe(address)
        for (const index of [-1, 0.5, Number.NaN]) {
          await expect(accounts.account(secret, index), String(index)).rejects.toThrow(BadKey)
        }
      }
      for (const text of ['', 'canary', `${secrets[0]}x`]) {
        const refusal: unknown = await accounts.account(text, 0).catch((error: unknown) => error)
        expect(refusal, text).toBeInstanceOf(BadKey)
        if (text !== '') expect(String(refusal)).not.toContain(text)
      }
    })

    it('have 24 words, which follow from their entropy', async () => {
      const { keys } = chainOf()
      if (keys === undefined) return
      const words = keys.mnemonic(new Uint8Array(32).fill(7))
      expect(words.split(' ').length).toBe(24)
      expect(keys.mnemonic(new Uint8Array(32).fill(7))).toBe(words)
      expect(keys.mnemonic(new Uint8Array(32).fill(8))).not.toBe(words)
      expect(await keys.xpub(words)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{100,120}$|^[0-9a-f]{130}$/)
    })

    it('derive the address of an xpub and its private key to the same key', async () => {
      const { keys, codec } = chainOf()
      if (keys === undefined) return
      const xpub = await keys.xpub(ABOUT)
      for (const index of [0, 1, 2, 1_000, MAX_INDEX]) {
        const signer = codec.signer(await keys.privateKey(ABOUT, index))
        expect(keys.address(xpub, index)).toBe(signer.address)
      }
    })

    it('refuse what is no mnemonic, no xpub, no index, and repeat nothing', async () => {
      const { keys } = chainOf()
      if (keys === undefined) return
      const wrong = ABOUT.replace('about', 'abandon')
      for (const words of ['', 'canary', wrong, `${ABOUT} about`, ABOUT.toUpperCase()]) {
        for (const call of [keys.xpub(words), keys.privateKey(words, 0)]) {
          const refusal: unknown = await call.then(
            () => undefined,
            (error: unknown) => error,
          )
          expect(refusal, words).toBeInstanceOf(BadKey)
          for (const word of words.split(' ').slice(0, 3)) {
            if (word !== '') expect(String(refusal)).not.toContain(word)
          }
        }
      }
      const xpub = await keys.xpub(ABOUT)
      const typo = `${xpub.slice(0, 40)}${xpub[40] === '2' ? '3' : '2'}${xpub.slice(41)}`
      for (const text of ['', 'canary', typo, xpub.slice(1), `${xpub}1`]) {
        expect(() => keys.address(text, 0), text).toThrow(BadKey)
      }
      for (const index of [-1, 0.5, MAX_INDEX + 1, Number.NaN]) {
        expect(() => keys.address(xpub, index), String(index)).toThrow(BadKey)
        await expect(keys.privateKey(ABOUT, index), String(index)).rejects.toThrow(BadKey)
      }
    })
  })
}
