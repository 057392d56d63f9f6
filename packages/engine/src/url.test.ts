import { expect, it } from 'vitest'
import { urlIn } from './url.js'

it('reads a URL however often it is asked, also one with a name that is not ASCII', () => {
  for (let call = 0; call < 20_000; call++)
    expect(urlIn('https://bücher.example/')?.host).toBe('xn--bcher-kva.example')
  for (const text of ['', 'localhost', '/path', 'http://', 'https://a b/']) expect(urlIn(text)).toBeNull()
})
