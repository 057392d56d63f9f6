/** SLIP-0010: its vectors for ed25519, a second library, and what is refused. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { BadKey } from '@tallystick/custody'
import { quickOrFull } from '@tallystick/testing'
import { HDKey } from 'micro-key-producer/slip10.js'
import { describe, expect, it } from 'vitest'
import { mnemonicOf, seedOf } from './mnemonic.js'
import { deriveEd25519, ed25519Secret } from './slip10.js'

/** Of a thousand keys, one in so many is derived. */
const STEP = quickOrFull(5, 1)

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))

/** github.com/satoshilabs/slips, slip-0010.md, "Test vector 1 for ed25519" and "Test vector 2 for ed25519". */
const VECTORS = [
  {
    seed: '000102030405060708090a0b0c0d0e0f',
    keys: {
      m: '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
      "m/0'": '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
      "m/0'/1'": 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2',
      "m/0'/1'/2'": '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9',
      "m/0'/1'/2'/2'": '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662',
      "m/0'/1'/2'/2'/1000000000'": '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    },
  },
  {
    seed:
      'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c6966' +
      '63605d5a5754514e4b484542',
    keys: {
      m: '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012',
      "m/0'": '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635',
      "m/0'/2147483647'": 'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4',
      "m/0'/2147483647'/1'": '3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c',
      "m/0'/2147483647'/1'/2147483646'": '5837736c89570de861ebc173b1086da4f505d4adb387c6a1b1342d5e4ac9ec72',
      "m/0'/2147483647'/1'/2147483646'/2'":
        '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
    },
  },
]

describe('keys of Ed25519', () => {
  it('are those of the vectors of SLIP-0010', () => {
    for (const { seed, keys } of VECTORS) {
      for (const [path, key] of Object.entries(keys)) {
        expect(hex(ed25519Secret(bytesOf(seed), path))).toBe(key)
      }
    }
  })

  it('are those of another library, over many derivations', async () => {
    const words = mnemonicOf(new Uint8Array(32).fill(7))
    const seed = await seedOf(words)
    const parent = HDKey.fromMasterSeed(seed).derive("m/44'/501'")
    for (let index = 0; index < 1_000; index += STEP) {
      // Spread over all indexes, the last one among them.
      const step = 2 ** 31 - 1 - index * 2_147_483
      const path = `m/44'/501'/${step}'/0'`
      const { privateKey, publicKeyRaw } = parent.derive(`m/${step}'/0'`)
      const secret = ed25519Secret(seed, path)
      expect(hex(secret)).toBe(hex(privateKey))
      if (index % 100 === 0) {
        expect(hex(ed25519.getPublicKey(secret))).toBe(hex(publicKeyRaw))
        expect(hex(await deriveEd25519(words, path))).toBe(hex(secret))
      }
    }
  })

  it('leave the seed as it is, and take hardened steps only', async () => {
    const seed = bytesOf('00'.repeat(64))
    const first = hex(ed25519Secret(seed, "m/44'"))
    expect(hex(ed25519Secret(seed, "m/44'"))).toBe(first)
    for (const path of [
      '',
      'n',
      "44'",
      'm/44',
      "m/44'/0",
      "m/2147483648'",
      "m/-1'",
      "m/1.5'",
      "m/01'",
      'm/',
      "m/0x1'",
    ]) {
      expect(() => ed25519Secret(seed, path), path).toThrow(BadKey)
    }
    await expect(deriveEd25519('no mnemonic', 'm')).rejects.toThrow(BadKey)
  })
})
