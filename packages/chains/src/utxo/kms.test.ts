/** Transactions as the public key-management daemon takes them, and scripts as Bitcoin Core writes them. */
import { BadTransaction, type UtxoIntent } from '@tallystick/custody'
import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { type Key, keyOf, madeUp, sign } from './paying.fixture.js'
import { kindsOf, offlineChain, RECORDS } from './subject.fixture.js'

const IDS = Object.keys(RECORDS) as (keyof typeof RECORDS)[]

describe.each(IDS)('a pending transaction of %s', (id) => {
  const chain = offlineChain(id, 'testnet')
  const kinds = kindsOf(chain)
  const keys = kinds.map((_, number) => keyOf(chain, number + 1))
  const [key] = keys as [Key]
  const intent: UtxoIntent = {
    required: kinds.map((kind, index) => madeUp(chain, keys[index] ?? key, kind, 10n ** 9n, index)),
    available: [],
    to: [{ address: key.addressAs('p2pkh'), value: 10n ** 8n }],
    fee: 10n ** 6n,
    changeAddress: key.addressAs('p2pkh'),
    marketRate: 1_000n,
    fastRate: 10_000n,
  }
  const unsigned = chain.codec.build(intent)
  const serialized = chain.codec.serializeForKms(unsigned)
  const signed = sign(chain, unsigned, keys)
  const isIt = (raw: string): boolean => chain.codec.difference(serialized, raw) === null
  const changed = (change: (transaction: Transaction) => unknown): string => {
    const transaction = Transaction.fromHex(signed.raw)
    change(transaction)
    return transaction.toHex()
  }

  it('is the one that is signed, whatever its signatures', () => {
    expect(isIt(signed.raw)).toBe(true)
    expect(
      isIt(changed(({ ins }) => ins.map((input) => Object.assign(input, { script: Uint8Array.of(0x51) })))),
    ).toBe(true)
  })

  it('is no other', () => {
    const table: readonly (readonly [string, (transaction: Transaction) => unknown])[] = [
      ['an amount', ({ outs: [out] }) => Object.assign(out ?? {}, { value: 1n })],
      ['a recipient', ({ outs: [out] }) => Object.assign(out ?? {}, { script: Uint8Array.of(0x6a) })],
      ['an output less', ({ outs }) => outs.pop()],
      ['an output more', (transaction) => transaction.addOutput(Uint8Array.of(0x6a), 0n)],
      ['another input', ({ ins: [input] }) => Object.assign(input ?? {}, { index: 9 })],
      ['an input more', (transaction) => transaction.addInput(new Uint8Array(32).fill(7), 0)],
      ['a sequence', ({ ins: [input] }) => Object.assign(input ?? {}, { sequence: 1 })],
      ['a locktime', (transaction) => Object.assign(transaction, { locktime: 500 })],
      ['a version', (transaction) => Object.assign(transaction, { version: 1 })],
    ]
    for (const [what, change] of table) expect([what, isIt(changed(change))]).toEqual([what, false])
  })

  it('may take the place of whatever spends one of its outputs', () => {
    const mayReplace = (raw: string) => chain.codec.mayReplace?.(serialized, raw)
    expect(mayReplace(signed.raw)).toBe(true)
    const also = (transaction: Transaction) => transaction.addInput(new Uint8Array(32).fill(7), 0)
    expect(mayReplace(changed(also))).toBe(true)
    const others = ({ ins }: Transaction) =>
      ins.map((input) => Object.assign(input, { index: input.index + 50 }))
    expect(mayReplace(changed(others))).toBe(false)
  })

  it('is not read from what is none of ours', () => {
    for (const text of ['', '{', '{}', '{"hash":1}', 'zz:[1]', '{"hash":""}']) {
      expect(chain.codec.difference(text, signed.raw)).toEqual(expect.any(String))
    }
    expect(() => isIt('00')).toThrow(BadTransaction)
  })
})

describe('scripts in words', () => {
  // As decodescript of Litecoin Core 0.21 tells them; operations.test.ts asks a running one.
  it.each([
    ['6a0548656c6c6f', 'OP_RETURN 48656c6c6f', 'nulldata'],
    ['4f60', '-1 16', 'nonstandard'],
    ['0181', '-1', 'nonstandard'],
    ['02ff00', '255', 'nonstandard'],
    ['05ffffffffff', 'ffffffffff', 'nonstandard'],
    ['76a914', 'OP_DUP OP_HASH160 [error]', 'nonstandard'],
    [`21${'02'.repeat(33)}ac`, `${'02'.repeat(33)} OP_CHECKSIG`, 'pubkey'],
    [
      `5121${'02'.repeat(33)}21${'03'.repeat(33)}52ae`,
      `1 ${'02'.repeat(33)} ${'03'.repeat(33)} 2 OP_CHECKMULTISIG`,
      'multisig',
    ],
  ])('%s', (hex, asm, type) => {
    expect(offlineChain('LTC', 'mainnet').codec.describe(hex)).toEqual({ asm, type })
  })

  it('without segwit, its outputs are scripts like any other', () => {
    const hex = `0014${'11'.repeat(20)}`
    expect(offlineChain('BTC', 'mainnet').codec.describe(hex).type).toBe('witness_v0_keyhash')
    expect(offlineChain('DOGE', 'mainnet').codec.describe(hex).type).toBe('nonstandard')
  })
})
