/** Transactions of version 1 (SIMD-0385): bytes written by hand, and by a second library. */
import { createRequire } from 'node:module'
import { BadTransaction } from '@tallystick/custody'
import { describe, expect, it } from 'vitest'
import { COMPUTE_BUDGET } from './address.js'
import { accountOf, offlineSolana } from './chain.fixture.js'
import { readMessage, writeMessage } from './message.js'
import { little, messageBytes, paying, payment, transactionBytes, type Written } from './version-1.fixture.js'

const require = createRequire(import.meta.url)
/** @solana/kit, which litesvm brings. */
const kit = createRequire(require.resolve('litesvm'))('@solana/kit')

const { codec } = offlineSolana()
const [alice, bob, carol] = [accountOf('alice'), accountOf('bob'), accountOf('carol')] as const
const SOL = 1_000_000_000n
const MOST = 2n ** 64n - 1n
const FEE = 5_000n

const plain = (over: Partial<Written> = {}): Written => paying(alice.address, bob.address, SOL, over)
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const raw = (over: Partial<Written> = {}): string => base64(transactionBytes(plain(over), [alice.secret]))
const refusal = (bytes: Uint8Array): string => {
  try {
    codec.read(base64(bytes))
  } catch (error) {
    if (error instanceof BadTransaction) return error.message
    throw error
  }
  return 'not refused'
}

describe('a transaction of version 1', () => {
  it.each<[string, Partial<Written>, bigint]>([
    ['that asks for nothing', {}, 0n],
    ['with a priority fee', { mask: 0b11, values: little(7n, 8) }, 7n],
    ['with the most of one', { mask: 0b11, values: little(MOST, 8) }, MOST],
    ['with a limit of units', { mask: 0b100, values: little(200_000, 4) }, 0n],
    ['with a limit of what it loads', { mask: 0b1000, values: little(65_536, 4) }, 0n],
    ['with the largest heap', { mask: 0b1_0000, values: little(256 * 1_024, 4) }, 0n],
    [
      'with all of it',
      { mask: 0b1_1111, values: [...little(9n, 8), ...little(1, 4), ...little(2, 4), ...little(32_768, 4)] },
      9n,
    ],
  ])('%s pays what it says, and costs what it says', (_, over, priority) => {
    const text = raw(over)
    const { txId, from, outputs, besides } = codec.inspect(text)
    expect({ from, outputs, besides }).toEqual({
      from: alice.address,
      outputs: [{ address: bob.address, amount: SOL }],
      besides: undefined,
    })
    expect(codec.outlay(text)).toMatchObject({ amount: SOL, fee: FEE + priority, tokens: [], txId })
    expect(codec.read(text)).toEqual({ raw: text, blockhash: plain().blockhash, isDurable: false })
    // As the other library reads it.
    const bytes = transactionBytes(plain(over), [alice.secret])
    const read = kit.getTransactionDecoder().decode(bytes)
    expect(kit.getSignatureFromTransaction(read)).toBe(txId)
    const { config, ...message } = kit.decompileTransactionMessage(
      kit.getCompiledTransactionMessageDecoder().decode(read.messageBytes),
    )
    expect([message.version, message.feePayer.address, config?.priorityFeeLamports ?? 0n]).toEqual([
      1,
      alice.address,
      priority,
    ])
  })

  it('has its instructions in the order of their headers', () => {
    const { instructions } = readMessage(
      messageBytes(
        plain({
          keys: [alice.address, bob.address, carol.address],
          instructions: [
            { program: 2, accounts: [0, 1], data: Array(300).fill(3) },
            { program: 1, accounts: [], data: [] },
            { program: 1, accounts: [2], data: [9] },
          ],
        }),
      ),
    )
    expect(instructions.map(({ program, accounts, data }) => [program, accounts, [...data]])).toEqual([
      [2, [0, 1], Array(300).fill(3)],
      [1, [], []],
      [1, [2], [9]],
    ])
  })

  it('is not priced by instructions of the compute budget, which nodes ignore', () => {
    const over: Partial<Written> = {
      header: [1, 0, 2],
      keys: [...plain().keys, COMPUTE_BUDGET],
      instructions: [...plain().instructions, { program: 3, accounts: [], data: [3, ...little(MOST, 8)] }],
    }
    expect(codec.outlay(raw(over)).fee).toBe(FEE)
  })

  it('is signed by one after another, and written again as it was', () => {
    const two = plain({ header: [2, 0, 1], keys: [carol.address, alice.address, plain().keys[2] ?? ''] })
    const half = codec.unsigned(base64(transactionBytes(two, [carol.secret, null])))
    const [request, ...others] = codec.signingRequests(half)
    expect([request?.address, others]).toEqual([alice.address, []])
    const { publicKey, sign } = codec.signer(alice.secret)
    if (request === undefined) throw new TypeError('nobody is asked')
    const whole = codec.combine(half, [{ publicKey, signature: sign(request) }])
    expect(whole.raw).toBe(base64(transactionBytes(two, [carol.secret, alice.secret])))
  })

  it('may have 4,096 bytes, and not one more', () => {
    const sized = (bytes: number): Uint8Array => {
      const { length } = transactionBytes(plain({ instructions: [] }), [alice.secret])
      const data = Array(bytes - length - 4).fill(0)
      return transactionBytes(plain({ instructions: [{ program: 2, accounts: [], data }] }), [alice.secret])
    }
    const largest = sized(4_096)
    expect(largest).toHaveLength(4_096)
    expect(codec.read(Buffer.from(largest).toString('hex')).raw).toBe(base64(largest))
    expect(refusal(sized(4_097))).toMatch(/more than 4096 bytes/)
  })

  it.each<[string, Uint8Array, RegExp]>([
    [
      'half of a priority fee',
      transactionBytes(plain({ mask: 0b01, values: little(1, 4) }), [null]),
      /config/,
    ],
    ['its other half', transactionBytes(plain({ mask: 0b10, values: little(1, 4) }), [null]), /config/],
    [
      'an unknown value',
      transactionBytes(plain({ mask: 0b10_0000, values: little(1, 4) }), [null]),
      /config/,
    ],
    ['the last of them', transactionBytes(plain({ mask: 2 ** 31, values: little(1, 4) }), [null]), /config/],
    ['a small heap', transactionBytes(plain({ mask: 0b1_0000, values: little(31_744, 4) }), [null]), /heap/],
    ['a large heap', transactionBytes(plain({ mask: 0b1_0000, values: little(263_168, 4) }), [null]), /heap/],
    ['an odd heap', transactionBytes(plain({ mask: 0b1_0000, values: little(33_000, 4) }), [null]), /heap/],
    ['no signer', transactionBytes(plain({ header: [0, 0, 1] }), []), /nobody pays/],
    ['13 signers', transactionBytes(plain({ header: [13, 0, 1] }), Array(13).fill(null)), /too many/],
    ['65 keys', transactionBytes(plain({ keys: Array(65).fill(alice.address) }), [null]), /too many/],
    [
      '65 instructions',
      transactionBytes(plain({ instructions: Array(65).fill({ program: 2, accounts: [], data: [] }) }), [
        null,
      ]),
      /too many/,
    ],
    [
      'its payer as a program',
      transactionBytes(plain({ instructions: [{ program: 0, accounts: [], data: payment(1n) }] }), [null]),
      /not there/,
    ],
    [
      'an account beyond its keys',
      transactionBytes(plain({ instructions: [{ program: 2, accounts: [3], data: [] }] }), [null]),
      /not there/,
    ],
    ['a byte behind it', Uint8Array.from([...transactionBytes(plain(), [null]), 0]), /behind it|too early/],
    ['a byte too few', transactionBytes(plain(), [null]).slice(0, -1), /behind it|too early/],
    ['its first bytes alone', Uint8Array.of(129, 12), /too early/],
    [
      'its signatures in front',
      Uint8Array.from([1, ...new Uint8Array(64), ...messageBytes(plain())]),
      /signatures are not where/,
    ],
    ['a version above', Uint8Array.from([1, ...new Uint8Array(64), 130, 1, 0, 1]), /of version 2/],
  ])('with %s is refused', (_, bytes, why) => {
    expect(refusal(bytes)).toMatch(why)
  })

  it('is not written by the service', () => {
    const message = readMessage(messageBytes(plain()))
    expect(() => writeMessage(message, () => new Uint8Array(32))).toThrow(/no messages of version 1/)
  })
})

describe('where its priority fee could cost somebody else', () => {
  const unsigned = codec.unsigned(base64(transactionBytes(plain(), [null])))

  it('a fee payer does not sign it', () => {
    expect(codec.payerOf(unsigned).risk).toMatch(/of version 1/)
  })

  it('it is not what a key-management system was asked for', () => {
    expect(codec.difference(codec.serializeForKms(unsigned), raw())).toMatch(/of version 1/)
  })
})
