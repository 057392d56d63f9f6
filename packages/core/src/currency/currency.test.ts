import { describe, expect, it } from 'vitest'
import { ADDRESS_CHAINS, CHAIN_CURRENCIES, FIAT_CURRENCIES, TOKEN_CURRENCIES } from './built-in.js'
import { builtInCurrency, VIRTUAL_PREFIX, VIRTUAL_SCALE } from './currency.js'

const codes = [CHAIN_CURRENCIES, TOKEN_CURRENCIES, FIAT_CURRENCIES].flatMap((table) => Object.keys(table))

describe('builtInCurrency', () => {
  it.each([
    ['BTC', 'chain', 8],
    ['ETH', 'chain', 18],
    ['XRP', 'chain', 6],
    ['USDT', 'token', 6],
    ['EUR', 'fiat', 2],
    ['JPY', 'fiat', 0],
    ['KWD', 'fiat', 3],
  ] as const)('%s is a %s currency of %i decimals', (code, kind, scale) => {
    const takes = code === 'XRP' ? { takes: 'address' } : {}
    expect(builtInCurrency(code)).toEqual({ code, kind, scale, ...takes })
  })

  it.each(['', 'btc', 'VC_GOLD', 'toString', '__proto__'])('knows no %j', (code) => {
    expect(builtInCurrency(code)).toBeUndefined()
  })
})

describe('the tables', () => {
  it('name each code once, and none that a tenant could take', () => {
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => code.startsWith(VIRTUAL_PREFIX))).toEqual([])
  })

  it('hold only scales that an amount can be written in', () => {
    for (const code of codes) {
      const scale = builtInCurrency(code)?.scale ?? -1
      expect(Number.isInteger(scale) && scale >= 0 && scale <= VIRTUAL_SCALE, `${code}: ${scale}`).toBe(true)
    }
  })

  it('count as address chains only chains', () => {
    expect([...ADDRESS_CHAINS].filter((code) => !(code in CHAIN_CURRENCIES))).toEqual([])
  })
})
