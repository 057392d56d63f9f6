/**
 * Overloads: operations that share a method and a path. A discriminator in the body tells them apart. It is one of
 *
 *     fromAddress                   the field exists
 *     fee.gasPrice                  a field of an inner object exists
 *     fromUTXO[].signatureId        an item of the list has the field
 *     type=DEPLOY_NFT|MINT_NFT      the field has one of these values
 *
 * An operation matches if all its discriminators match. Of the matching ones, the one with the most discriminators is
 * called. If none matches, the overload without discriminators is called, or else the first one, which then reports
 * what is wrong.
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

/** Whether a field of the body, by which overloads are told apart, has another text than the operation's. */
export function isMisnamed({ discriminators }: AnyOperation, body: unknown): boolean {
  return discriminators.map(readDiscriminator).some((sign) => {
    const [name = ''] = sign.path
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    return sign.words !== null && typeof value === 'string' && !sign.words.includes(value)
  })
}

interface Discriminator {
  /** `[]` stands for any item of a list. */
  readonly path: readonly string[]
  /** Null: any value. */
  readonly words: readonly string[] | null
}

/** The top-level field of a discriminator. */
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
