import { describe, expect, it } from 'vitest'
import { compareKeys } from './order.js'

describe('The order of lists', () => {
  it('is that of the UTF-8 bytes, with characters of every length', () => {
    const parts = [
      '',
      'a',
      'b',
      '\u00e9',
      '\u07ff',
      '\u0800',
      '\ud7ff',
      '\ue000',
      '\ufffd',
      '\u{10000}',
      '\u{10ffff}',
    ]
    const texts = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three)))
    const byBytes = (a: string, b: string): number =>
      Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    for (const [place, text] of texts.entries()) {
      const other = texts[(place * 619) % texts.length] ?? ''
      const order = Math.sign(compareKeys([text], [other]))
      expect([text, other, order]).toEqual([text, other, byBytes(text, other)])
    }
  })
})
