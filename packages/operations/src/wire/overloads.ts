/**
 * Overloads: operations that share a method and a path. A discriminator in the body tells them apart. It is one of
 *
 *     fromAddress                   the field exists
 *     fee.gasPrice                  a field of an inner object exists
 *     fromUTXO[].signatureId        an item of the list has the field
 *     type=DEPLOY_NFT|MINT_NFT      the field has one of these values
 *     fromSecret|caller             one of these fields exists
 *
 * An operation matches if all its discriminators match. Of the matching ones, the one with the most discriminators is
 * called, or with the fewest alternatives if there are several. If none matches, the overload without discriminators is
 * called, or else the first one, which then reports what is wrong.
 */
import type { AnyOperation } from '../operation.js'

export function chooseOverload(
  overloads: readonly [AnyOperation, ...AnyOperation[]],
): (body: unknown) => AnyOperation {
  const [first, ...others] = overloads
  if (others.length === 0) return () => first
  const discriminated = overloads
    .filter(({ discriminators }) => discriminators.length > 0)
    .map((operation) => ({ operation, discriminators: operation.discriminators.map(readDiscriminator) }))
    .sort((a, b) => b.discriminators.length - a.discriminators.length || pathsOf(a) - pathsOf(b))
  const plain = overloads.find(({ discriminators }) => discriminators.length === 0) ?? first
  return (body) =>
    discriminated.find(({ discriminators: signs }) =>
      signs.every((sign) => sign.paths.some((path) => isThere(body, path, sign))),
    )?.operation ?? plain
}

/** Whether a field of the body, by which overloads are told apart, has another text than the operation's. */
export function isMisnamed({ discriminators }: AnyOperation, body: unknown): boolean {
  return discriminators.map(readDiscriminator).some((sign) => {
    const [[name = ''] = []] = sign.paths
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    return sign.words !== null && typeof value === 'string' && !sign.words.includes(value)
  })
}

const pathsOf = ({ discriminators }: { readonly discriminators: readonly Discriminator[] }): number =>
  discriminators.reduce((sum, { paths }) => sum + paths.length, 0)

/** As text: alternatives are told from one another by "or". */
export const shownDiscriminator = (discriminator: string): string =>
  discriminator.includes('=') ? discriminator : discriminator.replaceAll('|', ' or ')

interface Discriminator {
  /** One of them exists. `[]` stands for any item of a list. */
  readonly paths: readonly (readonly string[])[]
  /** Null: any value. */
  readonly words: readonly string[] | null
}

/** The top-level field of a discriminator, the first of several. */
export function rootOf(discriminator: string): string {
  return readDiscriminator(discriminator).paths[0]?.[0] ?? ''
}

function readDiscriminator(discriminator: string): Discriminator {
  const [place = '', words] = discriminator.split('=')
  return {
    paths: place.split('|').map((path) => path.replaceAll('[]', '.[]').split('.')),
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
