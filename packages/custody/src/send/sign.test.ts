import { turnsDuring } from '@tallystick/testing'
import { describe, expect, it } from 'vitest'
import {
  BadKey,
  type Codec,
  type SignatureOf,
  type Signer,
  type SigningRequest,
  type Unsigned,
} from '../ports/chain.js'
import { keysAtHand, sign } from './sign.js'

const UNSIGNED: Unsigned = { chain: 'BTC', network: 'testnet', payload: '{}', fee: '0', claims: [] }

/** Two inputs: the first is of key 1, the second of key 2 or 3. */
const requests = [[1], [2, 3]].map(
  (keys, index): SigningRequest => ({
    bytes: Uint8Array.of(index),
    scheme: 'ecdsa',
    address: `address ${index}`,
    accepts: (publicKey) => keys.includes(publicKey[0] ?? 0),
  }),
)

const codec = {
  signingRequests: () => requests,
  combine: (_unsigned: Unsigned, signatures: readonly SignatureOf[]) => ({
    raw: signatures.map(({ publicKey, signature }) => `${publicKey}/${signature}`).join(' '),
    txId: 'tx',
  }),
}

const signer = (key: number): Signer => ({
  publicKey: Uint8Array.of(key),
  address: `of ${key}`,
  sign: ({ bytes }) => Uint8Array.of(key * 10 + (bytes[0] ?? 0)),
})

/** As a vault does: it answers later. */
const slow = (key: number): Signer => ({
  ...signer(key),
  sign: (request) => new Promise((resolve) => setImmediate(() => resolve(signer(key).sign(request)))),
})

describe('signing', () => {
  it('has each request signed by the first key that it accepts, in the order of the requests', async () => {
    for (const keys of [
      [signer(3), signer(2), signer(1)],
      [slow(3), signer(1)],
    ]) {
      expect(await sign(codec, UNSIGNED, keysAtHand(keys))).toEqual({ raw: '1/10 3/31', txId: 'tx' })
    }
  })

  it('names the address that none of the keys is of, and no key', async () => {
    const signing = sign(codec, UNSIGNED, keysAtHand([signer(1)]))
    await expect(signing).rejects.toThrow(BadKey)
    await expect(signing).rejects.toThrow('None of the keys is that of address 1')
  })

  it('signs nothing with a key that is not the one asked for, whatever the source says', async () => {
    for (const signers of [[signer(1)], [signer(1), signer(1)], [signer(2), signer(2)]]) {
      await expect(sign(codec, UNSIGNED, { signers: async () => signers })).rejects.toThrow(BadKey)
    }
  })

  it('asks the source what it may sign with, and signs nothing when that refuses', async () => {
    const asked: unknown[] = []
    const signing = sign(codec, UNSIGNED, {
      async signers(unsigned, wanted) {
        asked.push(unsigned, wanted)
        throw new TypeError('not today')
      },
    })
    await expect(signing).rejects.toThrow('not today')
    expect(asked).toEqual([UNSIGNED, requests])
  })

  it('leaves turns of the event loop to others, however many inputs there are', async () => {
    const many = Array.from({ length: 100 }, () => requests[0] as SigningRequest)
    let steps = 0
    const stepwise: typeof codec & Pick<Codec, 'combineInSteps'> = {
      ...codec,
      signingRequests: () => many,
      *combineInSteps(unsigned, signatures) {
        for (const _ of signatures) {
          steps++
          yield
        }
        return codec.combine(unsigned, signatures)
      },
    }
    const { result: signed, turns } = await turnsDuring(() =>
      sign(stepwise, UNSIGNED, keysAtHand([signer(1)])),
    )
    expect([signed.raw.split(' ').length, steps]).toEqual([100, 100])
    expect(turns).toBeGreaterThanOrEqual(2 * 12)
  })
})
