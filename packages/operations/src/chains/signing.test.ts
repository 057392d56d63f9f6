import { BadKey, keysAtHand, sign } from '@tallystick/custody'
import { Rejected } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { nodelessChains } from '../chains.fixture.js'
import { signerOf } from './signing.js'

/** Of anvil's first and second account: keys that everybody knows. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const OTHER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

function rejection(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof Rejected) return error.rejection
    throw error
  }
  throw new TypeError('not refused')
}

const open = () => nodelessChains().chain('ETH', 'testnet')
const transfer = {
  from: ADDRESS,
  to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  value: 12345678901234567890n,
  data: '0x',
  nonce: 7,
  gasLimit: 21_000n,
  gas: { kind: 'legacy', gasPrice: 1_000_000_007n },
} as const

describe('a private key of the call', () => {
  it('signs what is its own, to the last wei', async () => {
    const chain = await open()
    const signer = signerOf({ network: 'testnet' }, chain, 'fromPrivateKey', KEY)
    const signed = await sign(chain.codec, chain.codec.build(transfer), keysAtHand([signer]))
    expect(chain.codec.inspect(signed.raw)).toMatchObject({
      txId: signed.txId,
      claims: [{ index: 7n }],
      outputs: [{ amount: transfer.value }],
    })
  })

  it('is refused with an API key of the main network, whether or not it is one', async () => {
    const chain = await nodelessChains().chain('ETH', 'mainnet')
    for (const key of [KEY, 'none']) {
      expect(rejection(() => signerOf({ network: 'mainnet' }, chain, 'fromPrivateKey', key))).toEqual({
        code: 'private.key.testnet.only',
      })
    }
  })

  it.each(['', 'none', KEY.slice(0, -1), `${KEY}0`, `0x${'0'.repeat(64)}`])('is not %j', async (text) => {
    const chain = await open()
    expect(rejection(() => signerOf({ network: 'testnet' }, chain, 'from.0.privateKey', text))).toEqual({
      code: 'validation.failed',
      violations: [
        {
          target: 'body',
          property: 'from.0.privateKey',
          constraints: { key: 'from.0.privateKey is not a private key of this chain and network' },
        },
      ],
    })
  })

  it.each([KEY, 'no key'])(
    'is not left where regular expressions keep what they matched: %s',
    async (text) => {
      const chain = await open()
      try {
        signerOf({ network: 'testnet' }, chain, 'fromPrivateKey', text)
      } catch {
        // Refused, which other tests show.
      }
      expect(Reflect.get(RegExp, 'input')).toBe('')
    },
  )

  it('that is another’s signs nothing', async () => {
    const chain = await open()
    const signer = signerOf({ network: 'testnet' }, chain, 'fromPrivateKey', OTHER_KEY)
    await expect(sign(chain.codec, chain.codec.build(transfer), keysAtHand([signer]))).rejects.toThrow(BadKey)
  })
})
