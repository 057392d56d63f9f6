import type { ManagedWalletId, TenantId } from '@tallystick/core'
import { type KeyPlace, VaultFault } from '@tallystick/custody'
import fc from 'fast-check'
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

describe('an encrypted key', () => {
  it('opens at its place, as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 64 }), async (secret) => {
        const vault = vaultOf(OLD)
        const { wrapped, masterKey } = await vault.wrap(secret, PLACE)
        expect([masterKey]).toEqual(vault.masterKeys)
        expect(await vault.open(wrapped, PLACE, reveal)).toBe(reveal(secret))
      }),
      { numRuns: 50 },
    )
  })

  it('has nothing of the key in it, and no two are the same', async () => {
    const vault = vaultOf(OLD)
    const one = await vault.wrap(SECRET, PLACE)
    const two = await vault.wrap(SECRET, PLACE)
    for (const { wrapped } of [one, two]) {
      expect(wrapped).not.toContain(SECRET.toString('hex'))
      expect(wrapped).not.toContain(SECRET.toString('base64').slice(0, 8))
      expect(wrapped).not.toContain(OLD.toString('base64').slice(0, 16))
    }
    const parts = [one, two].map(({ wrapped }) => JSON.parse(wrapped))
    expect(parts[0].dataKey).not.toBe(parts[1].dataKey)
    expect(parts[0].key).not.toBe(parts[1].key)
  })

  it.each([
    ['tenant', 'other'],
    ['id', 'other'],
    ['chain', 'MATIC'],
    ['network', 'mainnet'],
    ['address', '0x2'],
  ] as const)('does not open with another %s', async (field, value) => {
    const vault = vaultOf(OLD)
    const { wrapped } = await vault.wrap(SECRET, PLACE)
    await expect(vault.open(wrapped, { ...PLACE, [field]: value }, reveal)).rejects.toThrow(VaultFault)
    await expect(vaultOf(NEW, OLD).rewrap(wrapped, { ...PLACE, [field]: value })).rejects.toThrow(VaultFault)
  })

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

  it('is overwritten in memory after use, also when the use fails', async () => {
    const vault = vaultOf(OLD)
    const { wrapped } = await vault.wrap(SECRET, PLACE)
    const seen: Uint8Array[] = []
    await vault.open(wrapped, PLACE, (secret) => void seen.push(secret))
    await expect(
      vault.open(wrapped, PLACE, (secret) => {
        seen.push(secret)
        throw new Error('the signature failed')
      }),
    ).rejects.toThrow('the signature failed')
    expect(seen.map(reveal)).toEqual(['00'.repeat(32), '00'.repeat(32)])
  })
})

describe('master keys', () => {
  it('are replaced without the private key being touched', async () => {
    const { wrapped } = await vaultOf(OLD).wrap(SECRET, PLACE)
    const both = vaultOf(NEW, OLD)
    expect(await both.open(wrapped, PLACE, reveal)).toBe(reveal(SECRET))
    const next = await both.rewrap(wrapped, PLACE)
    expect(next?.masterKey).toBe(both.masterKeys[0])
    expect(JSON.parse(next?.wrapped ?? '').key).toBe(JSON.parse(wrapped).key)
    expect(await both.rewrap(next?.wrapped ?? '', PLACE)).toBeNull()
    expect(await vaultOf(NEW).open(next?.wrapped ?? '', PLACE, reveal)).toBe(reveal(SECRET))
    await expect(vaultOf(OLD).open(next?.wrapped ?? '', PLACE, reveal)).rejects.toThrow('has the id')
    await expect(vaultOf(NEW).rewrap(wrapped, PLACE)).rejects.toThrow(VaultFault)
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
