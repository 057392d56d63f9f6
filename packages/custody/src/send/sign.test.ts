import { describe, expect, it } from 'vitest'
import { BadKey, type SignatureOf, type Signer, type SigningRequest, type Unsigned } from '../ports/chain.js'
import { finish } from './sign.js'

const UNSIGNED: Unsigned = { chain: 'BTC', network: 'testnet', payload: '{}', fee: '0', claims: [] }

/** Two inputs: the first is of key 1, the second of key 2 or 3. */
const requests = [[1], [2, 3]].map(
  (keys, index): SigningRequest => ({
    digest: Uint8Array.of(index),
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
  sign: ({ digest }) => Uint8Array.of(key * 10 + (digest[0] ?? 0)),
})

describe('finish', () => {
  it('has each request signed by the first key that it accepts, in the order of the requests', () => {
    expect(finish(codec, UNSIGNED, [signer(3), signer(2), signer(1)])).toEqual({
      raw: '1/10 3/31',
      txId: 'tx',
    })
  })

  it('names the address that none of the keys is of, and no key', () => {
    expect(() => finish(codec, UNSIGNED, [signer(1)])).toThrow(BadKey)
    expect(() => finish(codec, UNSIGNED, [signer(1)])).toThrow('None of the keys is that of address 1')
  })
})
