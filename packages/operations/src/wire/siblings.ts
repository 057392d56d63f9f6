/**
 * Operations that share a method and a path are told apart by their bodies. A sign is one of
 *
 *     fromAddress                   the field is there
 *     fee.gasPrice                  a field of an inner object is there
 *     fromUTXO[].signatureId        some item of the list has the field
 *     type=DEPLOY_NFT|MINT_NFT      the field holds one of these words
 *
 * An operation fits when all its signs are there; of those that fit, the one with the most signs is meant. A body
 * that fits none is for the sibling without signs, or else the first, which then says what is wrong with it.
 */
import type { AnyOperation } from '../operation.js'

export function chooseSibling(
  siblings: readonly [AnyOperation, ...AnyOperation[]],
): (body: unknown) => AnyOperation {
  const [first, ...others] = siblings
  if (others.length === 0) return () => first
  const told = siblings
    .filter(({ toldBy }) => toldBy.length > 0)
    .sort((a, b) => b.toldBy.length - a.toldBy.length)
    .map((operation) => ({ operation, signs: operation.toldBy.map(readSign) }))
  const plain = siblings.find(({ toldBy }) => toldBy.length === 0) ?? first
  return (body) =>
    told.find(({ signs }) => signs.every((sign) => isThere(body, sign.path, sign)))?.operation ?? plain
}

interface Sign {
  /** `[]` stands for any item of a list. */
  readonly path: readonly string[]
  /** Null: whatever the value. */
  readonly words: readonly string[] | null
}

/** The field at the root of a body that a sign is about. */
export function rootOf(sign: string): string {
  return readSign(sign).path[0] ?? ''
}

function readSign(sign: string): Sign {
  const [place = '', words] = sign.split('=')
  return {
    path: place.replaceAll('[]', '.[]').split('.'),
    words: words === undefined ? null : words.split('|'),
  }
}

function isThere(value: unknown, [step, ...rest]: readonly string[], sign: Sign): boolean {
  if (step === undefined) {
    return sign.words === null || (isWord(value) && sign.words.includes(String(value)))
  }
  if (typeof value !== 'object' || value === null) return false
  if (step === '[]') return Array.isArray(value) && value.some((item) => isThere(item, rest, sign))
  return Object.hasOwn(value, step) && isThere(Reflect.get(value, step), rest, sign)
}

function isWord(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
