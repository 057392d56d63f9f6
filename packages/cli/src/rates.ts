/** Market values: none, a table from a file, or a table that is fetched repeatedly. */
import { readFile } from 'node:fs/promises'
import type { PriceTable, Rates } from '@tallystick/engine'
import type { Read } from './config.js'
import { whyUnreadable } from './failure.js'

/** The price source, checked as far as possible without the network. */
export type RatesSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'table'; readonly file: string; readonly prices: PriceTable }
  | { readonly kind: 'url'; readonly url: string }

export const RATES_ACCEPTS = 'the path of a JSON price table, or an http: or https: URL that answers with one'

export async function readRates(text: string): Promise<Read<RatesSource>> {
  const { staticRates, urlIn } = await import('@tallystick/engine')
  if (/^https?:/i.test(text)) {
    const url = urlIn(text)
    if (url === null) return { refused: true, why: 'but it is not a valid URL' }
    if (url.username !== '' || url.password !== '') {
      return { refused: true, why: 'but it holds a user name or a password, which fetch does not send' }
    }
    return { value: { kind: 'url', url: text } }
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return { refused: true }
  try {
    const prices: PriceTable = JSON.parse(await readFile(text, 'utf8'))
    staticRates(prices)
    return { value: { kind: 'table', file: text, prices } }
  } catch (error) {
    return { refused: true, why: `but ${whyUnreadable(error)}` }
  }
}

/** @param onProblem Called for every failed fetch, with one sentence without the URL */
export async function openRates(source: RatesSource, onProblem: (message: string) => void): Promise<Rates> {
  const { httpRates, noRates, staticRates } = await import('@tallystick/engine')
  switch (source.kind) {
    case 'none':
      return noRates
    case 'table':
      return staticRates(source.prices)
    case 'url':
      return httpRates({ url: source.url, onProblem: ({ message }) => onProblem(message) })
  }
}
