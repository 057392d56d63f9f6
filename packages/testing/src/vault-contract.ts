/**
 * The contract of the vault port and of those who have its master keys, as vitest suites: what every adapter promises,
 * wherever its keys come from.
 */
import type { ManagedWalletId, TenantId } from '@tallystick/core'
import { type KeyPlace, type KeyProvider, type Vault, VaultFault } from '@tallystick/custody'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check, chooseSeed } from './replay.js'

/** Names of master keys, each another key, and the same one whenever it is named. The first one encrypts. */
export type MasterKeys = readonly [string, ...string[]]
export type OpenVault = (keys: MasterKeys) => Promise<Vault> | Vault
export type OpenProvider = (keys: MasterKeys) => Promise<KeyProvider> | KeyProvider

const SECRET = Buffer.from('5ec2e7'.padEnd(64, '0'), 'hex')
const PLACE: KeyPlace = {
  tenant: 'acme' as TenantId,
  id: 'wallet' as ManagedWalletId,
  chain: 'ETH',
  network: 'testnet',
  address: '0x1',
}
const ELSEWHERE: readonly KeyPlace[] = [
  { ...PLACE, tenant: 'other' as TenantId },
  { ...PLACE, id: 'other' as ManagedWalletId },
  { ...PLACE, chain: 'MATIC' },
  { ...PLACE, network: 'mainnet' },
  { ...PLACE, address: '0x2' },
  // The same characters, differently divided.
  { ...PLACE, tenant: 'acmewallet' as TenantId, id: '' as ManagedWalletId },
]

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Registers the suite. Call it at the top of a test file. */
export function vaultContract(name: string, openVault: OpenVault): void {
  describe(`vault contract: ${name}`, () => {
    it('a key opens at its place as it was, and the bytes of who gave it stay', async () => {
      const vault = await openVault(['one'])
      const property = fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 64 }), async (secret) => {
        const given = Uint8Array.from(secret)
        const { wrapped, masterKey } = await vault.wrap(given, PLACE)
        expect([masterKey]).toEqual(vault.masterKeys)
        expect(hex(given)).toBe(hex(secret))
        expect(await vault.open(wrapped, PLACE, hex)).toBe(hex(secret))
      })
      await check(property, { seed: chooseSeed(), runs: 50 })
    })

    it('nothing of a key is in its encrypted text, and no two texts are the same', async () => {
      const vault = await openVault(['one'])
      const texts = await Promise.all(
        Array.from({ length: 20 }, async () => (await vault.wrap(SECRET, PLACE)).wrapped),
      )
      expect(new Set(texts).size).toBe(20)
      for (const text of texts) {
        expect(text).not.toContain(hex(SECRET))
        expect(text).not.toContain(SECRET.toString('base64').slice(0, 8))
      }
    })

    it('a key opens nowhere else', async () => {
      const vault = await openVault(['one'])
      const both = await openVault(['two', 'one'])
      const { wrapped } = await vault.wrap(SECRET, PLACE)
      for (const place of ELSEWHERE) {
        await expect(vault.open(wrapped, place, hex), JSON.stringify(place)).rejects.toThrow(VaultFault)
        await expect(both.rewrap(wrapped, place), JSON.stringify(place)).rejects.toThrow(VaultFault)
      }
    })

    it('a changed text opens no key, and its fault repeats nothing of it', async () => {
      const vault = await openVault(['one'])
      const { wrapped } = await vault.wrap(SECRET, PLACE)
      const cut = ['', 'null', '[]', '{}', wrapped.slice(1), wrapped.slice(0, -1)]
      const changed = Array.from(wrapped, (letter, at) => {
        const other = letter === 'A' ? 'B' : 'A'
        return `${wrapped.slice(0, at)}${other}${wrapped.slice(at + 1)}`
      })
      let opened = 0
      for (const text of [...cut, ...changed]) {
        const answer: unknown = await vault.open(text, PLACE, hex).catch((error: unknown) => error)
        expect(String(answer)).not.toContain(wrapped.slice(0, 40))
        // The last letter of Base64 has bits that no byte has: the key is the same one, or none.
        if (answer === hex(SECRET)) opened++
        else expect(answer, text).toBeInstanceOf(VaultFault)
      }
      expect(opened).toBeLessThan(5)
    })

    it('a key is overwritten after its use, also when the use fails, and the end of the use is told', async () => {
      const vault = await openVault(['one'])
      const { wrapped } = await vault.wrap(SECRET, PLACE)
      const seen: Uint8Array[] = []
      expect(await vault.open(wrapped, PLACE, async (secret) => seen.push(secret))).toBe(1)
      const failing = vault.open(wrapped, PLACE, (secret) => {
        expect(hex(secret)).toBe(hex(SECRET))
        seen.push(secret)
        throw new Error('the signature failed')
      })
      await expect(failing).rejects.toThrow('the signature failed')
      expect(seen.map(hex)).toEqual(Array(2).fill('00'.repeat(32)))
    })

    it('master keys are replaced: the old and the new text open while both are at hand', async () => {
      const old = await openVault(['one'])
      const both = await openVault(['two', 'one'])
      const next = await openVault(['two'])
      const { wrapped, masterKey } = await old.wrap(SECRET, PLACE)
      expect(both.masterKeys).toEqual([...next.masterKeys, masterKey])
      expect(await both.open(wrapped, PLACE, hex)).toBe(hex(SECRET))
      const again = await both.rewrap(wrapped, PLACE)
      if (again === null) throw new TypeError('it depends on the old master key')
      expect([again.masterKey]).toEqual(next.masterKeys)
      expect(await both.rewrap(again.wrapped, PLACE)).toBeNull()
      for (const vault of [both, next]) expect(await vault.open(again.wrapped, PLACE, hex)).toBe(hex(SECRET))
      // The copy that a database had before still opens: nothing is changed in place.
      expect(await both.open(wrapped, PLACE, hex)).toBe(hex(SECRET))
      await expect(old.open(again.wrapped, PLACE, hex)).rejects.toThrow(VaultFault)
      await expect(next.open(wrapped, PLACE, hex)).rejects.toThrow(VaultFault)
      await expect(next.rewrap(wrapped, PLACE)).rejects.toThrow(VaultFault)
    })

    it('another process with the same master keys opens what this one has written', async () => {
      const { wrapped } = await (await openVault(['one'])).wrap(SECRET, PLACE)
      const other = await openVault(['one'])
      expect(await other.open(wrapped, PLACE, hex)).toBe(hex(SECRET))
    })

    it('private keys are not let out unless the operator has said so', async () => {
      expect((await openVault(['one'])).exports).toBe(false)
    })
  })
}

/** Registers the suite. Call it at the top of a test file. */
export function keyProviderContract(name: string, openProvider: OpenProvider): void {
  const CONTEXT = Buffer.from('context')
  const DATA_KEY = Buffer.alloc(32, 7)

  describe(`key provider contract: ${name}`, () => {
    it('a data key comes back, in bytes of the caller’s own, and those that were given stay', async () => {
      const provider = await openProvider(['one'])
      const [id = ''] = provider.ids
      const given = Uint8Array.from(DATA_KEY)
      const wrapped = await provider.wrap(given, CONTEXT)
      expect(hex(given)).toBe(hex(DATA_KEY))
      const first = await provider.unwrap(id, wrapped, CONTEXT)
      expect(hex(first)).toBe(hex(DATA_KEY))
      // Callers overwrite it.
      first.fill(0)
      expect(hex(await provider.unwrap(id, wrapped, CONTEXT))).toBe(hex(DATA_KEY))
    })

    it('nothing of a data key is readable, and the same key is never encrypted to the same bytes', async () => {
      const provider = await openProvider(['one'])
      const all = await Promise.all(Array.from({ length: 20 }, () => provider.wrap(DATA_KEY, CONTEXT)))
      expect(new Set(all.map(hex)).size).toBe(20)
      for (const wrapped of all) expect(hex(wrapped)).not.toContain(hex(DATA_KEY).slice(0, 16))
    })

    it('ids tell one key from another, are the same in every process, and tell nothing else', async () => {
      const [one, two] = [await openProvider(['one']), await openProvider(['two', 'one'])]
      const [first = '', second = ''] = two.ids
      expect(one.ids).toEqual([second])
      expect((await openProvider(['one'])).ids).toEqual(one.ids)
      expect(first).not.toBe(second)
      for (const id of two.ids) expect(id).toMatch(/^.{1,100}$/)
    })

    it('each key opens what it has encrypted, and the first one encrypts', async () => {
      const old = await openProvider(['one'])
      const both = await openProvider(['two', 'one'])
      const [two = '', one = ''] = both.ids
      const [before, after] = [await old.wrap(DATA_KEY, CONTEXT), await both.wrap(DATA_KEY, CONTEXT)]
      expect(hex(await both.unwrap(one, before, CONTEXT))).toBe(hex(DATA_KEY))
      expect(hex(await both.unwrap(two, after, CONTEXT))).toBe(hex(DATA_KEY))
      await expect(both.unwrap(one, after, CONTEXT)).rejects.toThrow(VaultFault)
      await expect(both.unwrap(two, before, CONTEXT)).rejects.toThrow(VaultFault)
      await expect(old.unwrap(two, after, CONTEXT)).rejects.toThrow(VaultFault)
      await expect(old.unwrap('', before, CONTEXT)).rejects.toThrow(VaultFault)
    })

    it('another context, and any other byte, is refused', async () => {
      const provider = await openProvider(['one'])
      const [id = ''] = provider.ids
      const wrapped = await provider.wrap(DATA_KEY, CONTEXT)
      for (const context of ['', 'Context', 'context ', 'contex']) {
        await expect(provider.unwrap(id, wrapped, Buffer.from(context))).rejects.toThrow(VaultFault)
      }
      const changed = Array.from(wrapped, (byte, at) =>
        Uint8Array.from(wrapped, (own, place) => (place === at ? byte ^ 1 : own)),
      )
      for (const bytes of [...changed, wrapped.subarray(1), wrapped.subarray(0, -1), new Uint8Array()]) {
        await expect(provider.unwrap(id, bytes, CONTEXT)).rejects.toThrow(VaultFault)
      }
    })
  })
}
