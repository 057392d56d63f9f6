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

export function chooseOverload(
  overloads: readonly [AnyOperation, ...AnyOperation[]],
): (body: unknown) => AnyOperation {
  const [first, ...others] = overloads
  if (others.length === 0) return () => first
  const discriminated = overloads
    .filter(({ discriminators }) => discriminators.length > 0)
    .sort((a, b) => b.discriminators.length - a.discriminators.length)
    .map((operation) => ({ operation, discriminators: operation.discriminators.map(readDiscriminator) }))
  const plain = overloads.find(({ discriminators }) => discriminators.length === 0) ?? first
  return (body) =>
    discriminated.find(({ discriminators: signs }) =>
      signs.every((discriminator) => isThere(body, discriminator.path, discriminator)),
    )?.operation ?? plain
}

interface Discriminator {
  /** `[]` stands for any item of a list. */
  readonly path: readonly string[]
  /** Null: whatever the value. */
  readonly words: readonly string[] | null
}

/** The field at the root of a body that a sign is about. */
export function rootOf(discriminator: string): string {
  return readDiscriminator(discriminator).path[0] ?? ''
}

function readDiscriminator(discriminator: string): Discriminator {
  const [place = '', words] = discriminator.split('=')
  return {
    path: place.replaceAll('[]', '.[]').split('.'),
    words: words === undefined ? null : words.split('|'),
  }
}

function isThere(value: unknown, [step, ...rest]: readonly string[], discriminator: Discriminator): boolean {
  if (step === undefined) {
    return discriminator.words === null || (isWord(value) && discriminator.words.includes(String(value)))
  }
  if (typeof value !== 'object' || value === null) return false
  if (step === '[]') return Array.isArray(value) && value.some((item) => isThere(item, rest, discriminator))
  return Object.hasOwn(value, step) && isThere(Reflect.get(value, step), rest, discriminator)
}

function isWord(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
