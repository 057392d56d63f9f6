import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ManagedWalletId, TenantId } from '@tallystick/core'
import { type KeyPlace, type KeyProvider, VaultFault } from '@tallystick/custody'
import { keyProviderContract, type MasterKeys, vaultContract } from '@tallystick/testing'
import { describe, expect, it } from 'vitest'
import { createVault, localKeys, MasterKeyError, masterKeysIn, newMasterKey } from './index.js'

const OLD = Buffer.alloc(32, 1)
const NEW = Buffer.alloc(32, 2)
const SECRET = Buffer.from('5ec2e7'.padEnd(64, '0'), 'hex')
const PLACE: KeyPlace = {
  tenant: 'acme' as TenantId,
  id: 'wallet' as ManagedWalletId,
  chain: 'ETH',
  network: 'testnet',
  address: '0x1',
}

const reveal = (secret: Uint8Array): string => Buffer.from(secret).toString('hex')
const vaultOf = (...keys: readonly Uint8Array[]) => createVault(localKeys(keys))

/** A key of its own for each name. */
const keyNamed = (name: string): Uint8Array => createHash('sha256').update(name).digest()

vaultContract('master keys in this process', (names) => createVault(localKeys(names.map(keyNamed))))
keyProviderContract('master keys in this process', (names) => localKeys(names.map(keyNamed)))

// The port fits a service that has the master keys: they never come here, ids are its own, and its answers are late.
const remoteKeys = (names: MasterKeys): KeyProvider => {
  const there = localKeys(names.map(keyNamed))
  const called = names.map((name) => `arn:kms/${name}`)
  return {
    ids: called,
    async wrap(dataKey, context) {
      await setImmediate()
      return Buffer.concat([Buffer.from('v1'), await there.wrap(dataKey, context)])
    },
    async unwrap(id, wrapped, context) {
      await setImmediate()
      const own = there.ids[called.indexOf(id)] ?? 'none'
      if (!Buffer.from(wrapped.subarray(0, 2)).equals(Buffer.from('v1')))
        throw new VaultFault('not of this service')
      return there.unwrap(own, wrapped.subarray(2), context)
    },
  }
}
vaultContract('master keys of a service', (names) => createVault(remoteKeys(names)))
keyProviderContract('master keys of a service', remoteKeys)

describe('an encrypted key', () => {
  it('does not open once any byte of it was changed, exchanged or cut', async () => {
    const vault = vaultOf(OLD)
    const [one, two] = [await vault.wrap(SECRET, PLACE), await vault.wrap(SECRET, PLACE)]
    const [first, second] = [JSON.parse(one.wrapped), JSON.parse(two.wrapped)]
    const spoiled = [
      { ...first, key: second.key },
      { ...first, dataKey: second.dataKey },
      { ...first, key: '' },
      { ...first, dataKey: first.key },
      { ...first, version: 2 },
      { ...first, masterKey: 'none' },
      {},
      ...(['key', 'dataKey'] as const).flatMap((field) => {
        const bytes = Buffer.from(first[field], 'base64')
        return Array.from(bytes, (byte, at) => {
          const changed = Buffer.from(bytes)
          changed[at] = byte ^ 1
          return { ...first, [field]: changed.toString('base64') }
        })
      }),
    ].map((envelope) => JSON.stringify(envelope))
    for (const wrapped of [...spoiled, '', 'null', '[]', one.wrapped.slice(1)]) {
      await expect(vault.open(wrapped, PLACE, reveal), wrapped).rejects.toThrow(VaultFault)
    }
  })
})

describe('master keys', () => {
  it('are replaced without the private key being touched', async () => {
    const { wrapped } = await vaultOf(OLD).wrap(SECRET, PLACE)
    const next = await vaultOf(NEW, OLD).rewrap(wrapped, PLACE)
    expect(JSON.parse(next?.wrapped ?? '').key).toBe(JSON.parse(wrapped).key)
  })

  it('are known by an id that tells nothing of them', () => {
    const [id = ''] = localKeys([OLD]).ids
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(localKeys([Buffer.from(OLD)]).ids).toEqual([id])
    expect(localKeys([NEW]).ids).not.toEqual([id])
    expect(() => localKeys([])).toThrow(RangeError)
    expect(() => localKeys([Buffer.alloc(16)])).toThrow(RangeError)
  })

  const A = 'a'.repeat(64)
  const B = 'b'.repeat(64)
  it.each([
    ['one', A, [A]],
    ['a new one', `${newMasterKey()}\n`, [expect.stringMatching(/^[0-9a-f]{64}$/)]],
    ['lines, blanks, comments', `# current\n ${A} \r\n\n# old, ${A}\n${B}\n`, [A, B]],
    ['commas', `${A},${B.toUpperCase()}`, [A, B]],
  ])('are read: %s', (_, text, keys) => {
    const bytes = Buffer.from(text)
    expect(masterKeysIn(bytes).map(reveal)).toEqual(keys)
    expect(bytes.every((byte) => byte === 0)).toBe(true)
  })

  it.each([
    ['nothing', '', 'none'],
    ['a comment', `# ${A}`, 'none'],
    ['too short', A.slice(1), 'number 1 is not 32 bytes'],
    ['too long', `${A}a`, 'number 1 is not 32 bytes'],
    ['no hex', `${A}\n${'g'.repeat(64)}`, 'number 2 is not 32 bytes'],
    ['twice', `${A}\n${A.toUpperCase()}`, 'number 2 is the same'],
  ])('are refused, and not repeated: %s', (_, text, why) => {
    let message = ''
    try {
      masterKeysIn(Buffer.from(text))
    } catch (error) {
      expect(error).toBeInstanceOf(MasterKeyError)
      message = String(error)
    }
    expect(message).toContain(why)
    expect(message).not.toMatch(/aaaa|gggg/)
  })
})
