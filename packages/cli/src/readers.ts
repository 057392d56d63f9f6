/** How the text of a setting is read. */
import type { Read } from './config.js'

export const REFUSED = { refused: true } as const

export function readCount(text: string, least: number, most: number): Read<number> {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return count >= least && count <= most ? { value: count } : REFUSED
}

export function readLine(text: string): Read<string> {
  return /^[^\p{Cc}]{1,4096}$/u.test(text) ? { value: text } : REFUSED
}

export function readOneOf<const Word extends string>(words: readonly Word[], text: string): Read<Word> {
  const value = words.find((word) => word === text)
  return value === undefined ? REFUSED : { value }
}
