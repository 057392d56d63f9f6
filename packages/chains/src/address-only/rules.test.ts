/** Addresses without a chain behind them, and the gas of VeChain from a node in the documented shape. */

import { describe, expect, it } from 'vitest'
import { algorandAddress, isAlgorandAddress } from './algorand.js'
import { isFlowAddress } from './flow.js'
import { flowAddress } from './vectors.fixture.js'

const NONE = [
  '',
  ' ',
  'constructor',
  'é'.repeat(58),
  'A'.repeat(58),
  'a'.repeat(10_000),
  '0x',
  '0'.repeat(16),
]

describe('addresses of Algorand', () => {
  it('are written in one way', () => {
    const address = algorandAddress(new Uint8Array(32).fill(7))
    expect(isAlgorandAddress(address)).toBe(true)
    // The last character has two bits that say nothing: with them the bytes would be the same.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const at = last.indexOf(address.at(-1) ?? '')
    for (const bits of [1, 2, 3]) {
      expect(isAlgorandAddress(address.slice(0, -1) + last[at ^ bits])).toBe(false)
    }
    for (const text of [...NONE, address.toLowerCase(), `${address}=`, ` ${address}`, `${address}\n`]) {
      expect(isAlgorandAddress(text), JSON.stringify(text)).toBe(false)
    }
    expect(() => algorandAddress(new Uint8Array(31))).toThrow(RangeError)
  })
})

describe('addresses of Flow', () => {
  it('are those of one network, also of its last account', () => {
    for (const number of [1, 2, 3, 1_000_000, 2 ** 45 - 1]) {
      for (const network of ['mainnet', 'testnet', 'emulator'] as const) {
        const address = flowAddress(number, network)
        const valid = (['mainnet', 'testnet', 'emulator'] as const).filter((one) =>
          isFlowAddress(address, one),
        )
        expect(valid).toEqual([network])
        expect(isFlowAddress(address.slice(2).toUpperCase(), network)).toBe(true)
      }
    }
  })

  it('are not what a network has assigned to nobody', () => {
    for (const network of ['mainnet', 'testnet', 'emulator'] as const) {
      expect(isFlowAddress(flowAddress(0, network), network)).toBe(false)
      for (const text of [...NONE, `${flowAddress(1, network)}\n`, `0X${flowAddress(1, network).slice(2)}`]) {
        expect(isFlowAddress(text, network), JSON.stringify(text)).toBe(false)
      }
    }
  })
})
